//! Where the player can walk, and which boxes can be pushed from there.

use super::arena::Push;
use super::field::{Field, NONE};

/// What is marked with this is a box, or lies beyond the level: no walk goes there.
const BOX: u32 = u32::MAX;

/// Scratch for one position: its boxes, and what the player reaches. Nothing is allocated while a search goes on.
pub(super) struct Walk {
    /// A square is reached where its mark is that of the last walk, and older marks are less. One more entry than there are
    /// squares stands for all that lies beyond.
    marks: Vec<u32>,
    mark: u32,
    queue: Vec<u16>,
    steps: Vec<u32>,
}

impl Walk {
    pub(super) fn new(field: &Field) -> Self {
        let squares = field.squares();
        let mut marks = vec![0; squares + 1];
        marks[squares] = BOX;
        Self { marks, mark: 0, queue: Vec::with_capacity(squares), steps: vec![0; squares] }
    }

    pub(super) fn set_boxes(&mut self, boxes: impl Iterator<Item = u16>) {
        let squares = self.steps.len();
        self.marks[..squares].iter_mut().filter(|mark| **mark == BOX).for_each(|mark| *mark = 0);
        boxes.for_each(|square| self.put(square));
    }

    pub(super) fn move_box(&mut self, from: u16, to: u16) {
        self.lift(from);
        self.put(to);
    }

    pub(super) fn is_box(&self, square: u16) -> bool {
        self.marks[usize::from(square)] == BOX
    }

    /// Takes the box off a square. The last walk did not lead there.
    pub(super) fn lift(&mut self, square: u16) {
        self.marks[usize::from(square)] = 0;
    }

    /// Puts a box onto a square. What the last walk knew of it is forgotten.
    pub(super) fn put(&mut self, square: u16) {
        self.marks[usize::from(square)] = BOX;
    }

    /// The squares that the last walk led to, nearest first.
    pub(super) fn reached(&self) -> &[u16] {
        &self.queue
    }

    /// Whether the last walk led there.
    pub(super) fn is_reached(&self, square: u16) -> bool {
        self.marks[usize::from(square)] == self.mark
    }

    /// Steps of the last walk to a square, if it led there.
    pub(super) fn steps_to(&self, square: u16) -> Option<u32> {
        (square != NONE && self.is_reached(square)).then(|| self.steps[usize::from(square)])
    }

    /// Walks everywhere from a square, nearest squares first; what was walked before is forgotten. The least square
    /// reached stands for the whole region.
    pub(super) fn go(&mut self, field: &Field, from: u16) -> u16 {
        self.mark += 1;
        if self.mark == BOX {
            self.marks.iter_mut().filter(|mark| **mark != BOX).for_each(|mark| *mark = 0);
            self.mark = 1;
        }
        self.queue.clear();
        self.queue.push(from);
        self.marks[usize::from(from)] = self.mark;
        self.steps[usize::from(from)] = 0;
        let (mut next, mut least) = (0, from);
        while let Some(&square) = self.queue.get(next) {
            next += 1;
            least = least.min(square);
            let steps = self.steps[usize::from(square)] + 1;
            for near in field.on_foot(square) {
                let mark = &mut self.marks[usize::from(near)];
                if *mark < self.mark {
                    *mark = self.mark;
                    self.steps[usize::from(near)] = steps;
                    self.queue.push(near);
                }
            }
        }
        least
    }

    /// Every push of a box onto a live square from where the last walk led, with the box's new square and the steps before
    /// the push.
    pub(super) fn pushes(&self, field: &Field, found: &mut Vec<(Push, u16, u32)>) {
        found.clear();
        for &square in &self.queue {
            for (direction, near) in field.near(square).into_iter().enumerate() {
                if near == NONE || !self.is_box(near) {
                    continue;
                }
                let to = field.near(near)[direction];
                if to != NONE && !self.is_box(to) && field.live(to) != NONE {
                    let push = Push { square: near, direction: direction as u8 };
                    found.push((push, to, self.steps[usize::from(square)]));
                }
            }
        }
    }
}
