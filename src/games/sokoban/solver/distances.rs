//! Pushes that a lone box needs to each goal, which depend on the side of the box that the player is on.

use super::field::{Field, NONE};
use super::mover::Way;

/// Stands for a goal that cannot be reached.
pub(super) const FAR: u16 = u16::MAX;
/// Most sides that a box has.
const SIDES: usize = 4;
/// Stands for a square that the player of no side reaches.
const NO_SIDE: u8 = u8::MAX;

/// Distances by push for a lone box. Other boxes count only where they can never be moved again: they are walls.
pub(super) struct Distances {
    goals: usize,
    squares: usize,
    /// For each square where its map of sides begins, or nothing where all sides are joined around it.
    maps: Vec<Option<u32>>,
    sides: Vec<u8>,
    /// Pushes by square, side and goal.
    pushes: Vec<u16>,
}

impl Distances {
    /// Bytes that the distances of a field can take at most.
    pub(super) fn most_bytes(field: &Field) -> usize {
        field.squares() * (field.squares() + 2 * SIDES * field.goals().len())
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.sides.len() + 2 * self.pushes.len() + 8 * self.maps.len()
    }

    /// `is_wall` marks squares that count as walls; a goal among them is reached by nothing but the box on it.
    pub(super) fn of(field: &Field, is_wall: &[bool]) -> Self {
        let (squares, goals) = (field.squares(), field.goals().len());
        let mut found = Self {
            goals,
            squares,
            maps: vec![None; squares],
            sides: Vec::new(),
            pushes: vec![FAR; squares * SIDES * goals],
        };
        let mut queue = Vec::with_capacity(squares);
        for square in 0..squares as u16 {
            if !is_wall[usize::from(square)] {
                found.map_sides(field, is_wall, square, &mut queue);
            }
        }
        let mut states = Vec::with_capacity(squares);
        for goal in 0..goals {
            found.measure(field, is_wall, goal, &mut states);
        }
        found
    }

    /// Tells the sides of a box on `square` apart.
    fn map_sides(&mut self, field: &Field, is_wall: &[bool], square: u16, queue: &mut Vec<u16>) {
        let is_free = |at: u16| at != NONE && !is_wall[usize::from(at)];
        // Where the eight squares around join all free neighbours, no walk is needed to know that they are joined.
        let near = field.near(square);
        let [up, down, left, right] = near.map(is_free);
        let corner = |vertical: u16, side: usize| vertical != NONE && is_free(field.near(vertical)[side]);
        let links = [
            (up, right, corner(near[0], 3)),
            (right, down, corner(near[1], 3)),
            (down, left, corner(near[1], 2)),
            (left, up, corner(near[0], 2)),
        ];
        let free = [up, down, left, right].into_iter().filter(|&free| free).count();
        let joined = links.iter().filter(|&&(one, other, corner)| one && other && corner).count();
        if free <= 1 || joined + 1 >= free {
            return;
        }
        let start = self.sides.len();
        self.sides.resize(start + self.squares, NO_SIDE);
        let map = &mut self.sides[start..];
        let mut side = 0;
        for from in near.into_iter().filter(|&at| is_free(at)) {
            if map[usize::from(from)] != NO_SIDE {
                continue;
            }
            map[usize::from(from)] = side;
            queue.clear();
            queue.push(from);
            while let Some(at) = queue.pop() {
                for next in field.near(at) {
                    if is_free(next) && next != square && map[usize::from(next)] == NO_SIDE {
                        map[usize::from(next)] = side;
                        queue.push(next);
                    }
                }
            }
            side += 1;
        }
        self.maps[usize::from(square)] = Some(start as u32);
    }

    /// Moves a box back from a goal to wherever it goes.
    fn measure(&mut self, field: &Field, is_wall: &[bool], goal: usize, states: &mut Vec<(u16, u8)>) {
        let at = field.goals()[goal];
        states.clear();
        for side in 0..SIDES as u8 {
            self.pushes[(usize::from(at) * SIDES + usize::from(side)) * self.goals + goal] = 0;
            states.push((at, side));
        }
        if is_wall[usize::from(at)] {
            return;
        }
        let mut next = 0;
        while let Some(&(to, side)) = states.get(next) {
            next += 1;
            let pushes = self.pushes[(usize::from(to) * SIDES + usize::from(side)) * self.goals + goal];
            for (back, from) in field.near(to).into_iter().enumerate() {
                if from == NONE || is_wall[usize::from(from)] {
                    continue;
                }
                // Where the player is after the move, and before it.
                let (after, player) = match field.way() {
                    Way::Push => (from, field.near(from)[back]),
                    Way::Pull => (field.near(to)[back ^ 1], to),
                };
                let is_free = |at: u16| at != NONE && !is_wall[usize::from(at)];
                if !is_free(after) || !is_free(player) || self.side(to, after) != Some(side) {
                    continue;
                }
                let Some(before) = self.side(from, player) else { continue };
                let known = &mut self.pushes[(usize::from(from) * SIDES + usize::from(before)) * self.goals + goal];
                if *known == FAR && pushes + 1 < FAR {
                    *known = pushes + 1;
                    states.push((from, before));
                }
            }
        }
    }

    /// On which side of a box the player is; nothing where no side leads to the player.
    pub(super) fn side(&self, square: u16, player: u16) -> Option<u8> {
        match self.maps[usize::from(square)] {
            None => Some(0),
            Some(start) => Some(self.sides[start as usize + usize::from(player)]).filter(|&side| side != NO_SIDE),
        }
    }

    /// The row of a box: pushes to each goal, as a place in [`Self::row`].
    pub(super) fn row_of(&self, square: u16, player: u16) -> u32 {
        let side = self.side(square, player).unwrap_or(0);
        ((usize::from(square) * SIDES + usize::from(side)) * self.goals) as u32
    }

    /// Pushes to each goal in the order of [`Field::goals`].
    pub(super) fn row(&self, place: u32) -> &[u16] {
        &self.pushes[place as usize..place as usize + self.goals]
    }
}
