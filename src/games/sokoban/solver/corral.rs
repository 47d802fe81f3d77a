//! Corrals: areas that the player cannot reach, and the boxes around them.
//!
//! A PI-corral (Brian Damgaard's name for it) is one whose boxes can be pushed from outside only into it, and each of those
//! pushes can be made at once. Some box of it has to be pushed before it is solved, and pushing it earlier takes no other push
//! away: so no other push need be looked at, and no optimum is lost.

use super::arena::Push;
use super::field::{Field, NONE};
use super::walk::Walk;

/// Areas and boxes that join a corral before it is given up.
const MOST_JOINS: usize = 24;

/// Finds corrals of one position after another.
pub(super) struct Corrals {
    /// The area of each square that the player does not reach, counted from 1; 0 for all others.
    area: Vec<u16>,
    areas: u16,
    /// The boxes around each area, and where those of an area begin.
    around: Vec<u16>,
    starts: Vec<usize>,
    in_corral: Vec<bool>,
    is_member: Vec<bool>,
    boxes: Vec<u16>,
    best: Vec<u16>,
    queue: Vec<u16>,
}

impl Corrals {
    pub(super) fn new(field: &Field) -> Self {
        let squares = field.squares();
        Self {
            area: vec![0; squares],
            areas: 0,
            around: Vec::new(),
            starts: Vec::new(),
            in_corral: vec![false; squares + 1],
            is_member: vec![false; squares],
            boxes: Vec::new(),
            best: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// The boxes of the PI-corral with the fewest pushes, where there is one; `walk` must have gone from the player. Only
    /// pushes of these boxes into the corral need be made.
    pub(super) fn find(&mut self, field: &Field, walk: &Walk) -> Option<&[u16]> {
        self.label(field, walk);
        let mut fewest = usize::MAX;
        for area in 1..=self.areas {
            if let Some(pushes) = self.examine(field, walk, area).filter(|&pushes| pushes < fewest) {
                fewest = pushes;
                std::mem::swap(&mut self.best, &mut self.boxes);
            }
        }
        (fewest < usize::MAX).then_some(self.best.as_slice())
    }

    /// Whether a push is one of those that a PI-corral with these boxes leaves.
    pub(super) fn keeps(boxes: &[u16], walk: &Walk, push: Push, to: u16) -> bool {
        boxes.contains(&push.square) && !walk.is_reached(to)
    }

    /// Numbers the areas that the last walk did not reach, and notes the boxes around each.
    fn label(&mut self, field: &Field, walk: &Walk) {
        self.area.fill(0);
        self.areas = 0;
        self.around.clear();
        self.starts.clear();
        for from in 0..field.squares() as u16 {
            let is_new = |area: &[u16], at: u16| area[usize::from(at)] == 0 && !walk.is_reached(at) && !walk.is_box(at);
            if !is_new(&self.area, from) {
                continue;
            }
            self.areas += 1;
            self.area[usize::from(from)] = self.areas;
            self.starts.push(self.around.len());
            self.queue.push(from);
            while let Some(at) = self.queue.pop() {
                for near in field.near(at).into_iter().filter(|&near| near != NONE) {
                    if walk.is_box(near) {
                        self.around.push(near);
                    } else if is_new(&self.area, near) {
                        self.area[usize::from(near)] = self.areas;
                        self.queue.push(near);
                    }
                }
            }
        }
    }

    /// The pushes of the PI-corral that grows from an area, if it does.
    fn examine(&mut self, field: &Field, walk: &Walk, area: u16) -> Option<usize> {
        self.in_corral.fill(false);
        self.is_member.fill(false);
        self.boxes.clear();
        self.join_area(area);
        for _ in 0..MOST_JOINS {
            match self.pushes(field, walk) {
                Pushes::Some(pushes) => return self.must_be_pushed(field, walk).then_some(pushes),
                Pushes::Area(area) => self.join_area(area),
                Pushes::Box(square) => self.join_box(square),
                Pushes::Free => return None,
            }
        }
        None
    }

    fn join_area(&mut self, area: u16) {
        self.in_corral[usize::from(area)] = true;
        let area = usize::from(area);
        let end = self.starts.get(area).copied().unwrap_or(self.around.len());
        for place in self.starts[area - 1]..end {
            self.join_box(self.around[place]);
        }
    }

    fn join_box(&mut self, square: u16) {
        if !std::mem::replace(&mut self.is_member[usize::from(square)], true) {
            self.boxes.push(square);
        }
    }

    /// Counts the pushes into the corral, or names what stands against it.
    fn pushes(&self, field: &Field, walk: &Walk) -> Pushes {
        let mut pushes = 0;
        for &square in &self.boxes {
            let near = field.near(square);
            for (from, to) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
                let (from, to) = (near[from], near[to]);
                if from == NONE || to == NONE || field.live(to) == NONE {
                    continue;
                }
                if let Some(&other) = [from, to].iter().find(|&&at| walk.is_box(at)) {
                    // The other box has to go first; if it is a member, its pushes are looked at on their own.
                    let both = walk.is_box(from) && walk.is_box(to);
                    let any_member = self.is_member[usize::from(other)] || both && self.is_member[usize::from(to)];
                    if any_member {
                        continue;
                    }
                    return Pushes::Box(other);
                }
                let area = |at: u16| self.area[usize::from(at)];
                if !walk.is_reached(from) {
                    if self.in_corral[usize::from(area(from))] {
                        continue;
                    }
                    return Pushes::Area(area(from));
                }
                if walk.is_reached(to) {
                    return Pushes::Free;
                }
                if !self.in_corral[usize::from(area(to))] {
                    return Pushes::Area(area(to));
                }
                pushes += 1;
            }
        }
        Pushes::Some(pushes)
    }

    /// Whether the level cannot be solved while no box of the corral moves.
    fn must_be_pushed(&self, field: &Field, walk: &Walk) -> bool {
        self.boxes.iter().any(|&square| !field.is_goal(square))
            || field.goals().iter().any(|&goal| {
                !walk.is_box(goal)
                    && !walk.is_reached(goal)
                    && self.in_corral[usize::from(self.area[usize::from(goal)])]
            })
    }
}

/// What comes of looking at the pushes of a corral.
enum Pushes {
    /// So many, all of them into the corral.
    Some(usize),
    /// Another area must join.
    Area(u16),
    /// A box that is in the way must join.
    Box(u16),
    /// A box can be pushed past the corral.
    Free,
}
