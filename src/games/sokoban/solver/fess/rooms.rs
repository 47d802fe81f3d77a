//! Rooms and the passages between them.

use super::super::field::{Field, NONE};
use super::super::walk::Walk;

/// Passages of a level: connected squares of no room that touch rooms in more than one place. Rooms are made of 2×3 areas.
pub(super) struct Rooms {
    passages: Vec<Vec<u16>>,
}

impl Rooms {
    pub(super) fn of(field: &Field) -> Self {
        let squares = field.squares() as u16;
        let mut is_room = vec![false; field.squares()];
        for at in 0..squares {
            for (along, across) in [(3, 1), (1, 3)] {
                let line = |start: u16| -> Option<[u16; 3]> {
                    let second = field.near(start)[along];
                    let third = if second == NONE { NONE } else { field.near(second)[along] };
                    (third != NONE).then_some([start, second, third])
                };
                let beside = field.near(at)[across];
                let Some((one, other)) = line(at).zip(if beside == NONE { None } else { line(beside) }) else {
                    continue;
                };
                let joined = one.iter().zip(&other).all(|(&near, &far)| field.near(near)[across] == far);
                if joined {
                    one.iter().chain(&other).for_each(|&square| is_room[usize::from(square)] = true);
                }
            }
        }
        let mut is_known = is_room.clone();
        let mut passages = Vec::new();
        for from in 0..squares {
            if std::mem::replace(&mut is_known[usize::from(from)], true) {
                continue;
            }
            let (mut passage, mut next, mut touches) = (vec![from], 0, 0);
            while let Some(&at) = passage.get(next) {
                next += 1;
                for near in field.near(at).into_iter().filter(|&near| near != NONE) {
                    touches += usize::from(is_room[usize::from(near)]);
                    if !std::mem::replace(&mut is_known[usize::from(near)], true) {
                        passage.push(near);
                    }
                }
            }
            if touches > 1 {
                passages.push(passage);
            }
        }
        Self { passages }
    }

    /// Passages with a box in them.
    pub(super) fn blocked(&self, walk: &Walk) -> usize {
        self.passages.iter().filter(|passage| passage.iter().any(|&square| walk.is_box(square))).count()
    }
}
