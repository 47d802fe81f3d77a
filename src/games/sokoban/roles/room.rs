//! What the groups in a room may be called, and how much speaks against it.

use super::walls::{Space, Walls};
use super::{Reading, Readings};
use crate::grid::Grid;
use crate::vision::grouping::{Grouping, Silhouette};

/// Groups of one room that may be anything, at most.
const MOST_FREE: usize = 10;
/// Groups up to which boxes and goals may have two looks each.
const MOST_WITH_PAIRS: usize = 7;
/// Fewest cells of a room: a player, a box, and where both go.
const LEAST_ROOM: usize = 3;
/// What another look of walls or floor speaks against a reading.
const WALL: f32 = 0.8;
const FLOOR: f32 = 0.4;
/// Groups that have names other than floor at no cost, at most: player, box on a goal, boxes, goals.
const MOST_NAMED: usize = 4;
/// Fewest cells of a look of the floor that things stand on.
const LEAST_FLOOR: usize = 4;

/// All ways to name the groups in the rooms between walls.
pub(super) fn named(grouping: &Grouping, walls: &Walls, readings: &mut Readings) {
    let of = grouping.of();
    for room in 0..walls.rooms {
        let mut inside = vec![0_usize; grouping.count()];
        let mut elsewhere = vec![0_usize; grouping.count()];
        for (cell, space) in walls.space.enumerate() {
            match space {
                Space::Room(own) if *own == room => inside[of[cell]] += 1,
                Space::Wall => {}
                _ => elsewhere[of[cell]] += 1,
            }
        }
        if inside.iter().sum::<usize>() < LEAST_ROOM {
            continue;
        }
        // What is on the floor is nowhere else.
        let free: Vec<usize> = (0..inside.len()).filter(|g| inside[*g] > 0 && elsewhere[*g] == 0).collect();
        let floor = (0..inside.len()).filter(|g| inside[*g] > 0).max_by_key(|g| inside[*g]);
        let Some(floor) = floor else { continue };
        let free: Vec<usize> = free.into_iter().filter(|group| *group != floor).collect();
        if free.len() > MOST_FREE {
            continue;
        }
        let room_has = |group: usize| inside[group] > 0;
        let others = (0..inside.len()).filter(|&group| room_has(group) && group != floor).count();
        let of_walls = several_walls(grouping, &walls.groups, floor);
        let least = of_walls + FLOOR * others.saturating_sub(MOST_NAMED) as f32;
        if !readings.takes(least - gap_worth(grouping)) {
            continue;
        }
        // A floor may have two looks, such as light and dark squares: a thing hides the one that it stands on.
        let floors: Vec<usize> =
            (0..inside.len()).filter(|&group| inside[group] >= LEAST_FLOOR.max(inside[floor] / 4)).collect();
        let outline = |group: usize| {
            let on = floors.iter().chain(std::iter::once(&floor)).filter(|floor| **floor != group);
            on.map(|floor| grouping.silhouette(group, *floor)).min_by(|a, b| a.share().total_cmp(&b.share()))
        };
        let outlines = (0..inside.len()).map(|group| outline(group).filter(|_| room_has(group))).collect();
        let room = Room { grouping, walls, number: room, inside, floor, free, outlines, of_walls };
        room.read(readings);
    }
}

/// One closed room and what is in it.
struct Room<'a> {
    grouping: &'a Grouping,
    walls: &'a Walls,
    number: usize,
    /// How many cells of the room each group has.
    inside: Vec<usize>,
    /// The group that is bare floor.
    floor: usize,
    /// Groups that may be anything.
    free: Vec<usize>,
    /// What the things of the room's groups hide of the floor.
    outlines: Vec<Option<Silhouette>>,
    /// What the looks of the walls speak against it.
    of_walls: f32,
}

/// What the groups of a room are called.
struct Names<'a> {
    player: usize,
    on_goal: bool,
    packed: Option<usize>,
    boxes: &'a [usize],
    goals: &'a [usize],
}

impl Room<'_> {
    fn read(&self, readings: &mut Readings) {
        let sets = self.sets();
        let none: Vec<usize> = Vec::new();
        for &player in self.free.iter().filter(|group| self.inside[**group] == 1) {
            for on_goal in [false, true] {
                for packed in std::iter::once(None).chain(self.free.iter().copied().map(Some)) {
                    if packed == Some(player) {
                        continue;
                    }
                    let is_left =
                        |set: &&Vec<usize>| !set.contains(&player) && packed.is_none_or(|p| !set.contains(&p));
                    for boxes in sets.iter().filter(is_left) {
                        let count = self.count(boxes);
                        let goals = sets.iter().filter(is_left).chain(std::iter::once(&none));
                        for goals in goals.filter(|goals| goals.iter().all(|goal| !boxes.contains(goal))) {
                            if count == self.count(goals) + usize::from(on_goal) {
                                let names = Names { player, on_goal, packed, boxes, goals };
                                let cost = self.cost(&names);
                                if readings.takes(cost) {
                                    readings.add(Reading { cost, symbols: self.symbols(&names) });
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Groups of one name: one, or two looks of a thing where few things are seen.
    fn sets(&self) -> Vec<Vec<usize>> {
        let mut sets: Vec<Vec<usize>> = self.free.iter().map(|group| vec![*group]).collect();
        if self.free.len() <= MOST_WITH_PAIRS {
            for (at, a) in self.free.iter().enumerate() {
                sets.extend(self.free[at + 1..].iter().map(|b| vec![*a, *b]));
            }
        }
        sets
    }

    fn count(&self, groups: &[usize]) -> usize {
        groups.iter().map(|group| self.inside[*group]).sum()
    }

    fn symbols(&self, names: &Names<'_>) -> Grid<char> {
        let of = self.grouping.of();
        let name = |group: usize| match () {
            () if group == names.player && names.on_goal => '+',
            () if group == names.player => '@',
            () if names.packed == Some(group) => '*',
            () if names.boxes.contains(&group) => '$',
            () if names.goals.contains(&group) => '.',
            () => '-',
        };
        Grid::from_fn(of.rows(), of.cols(), |cell| match self.walls.space[cell] {
            Space::Wall => '#',
            Space::Room(own) if own == self.number => name(of[cell]),
            _ => '_',
        })
    }

    /// How much speaks against names.
    fn cost(&self, names: &Names<'_>) -> f32 {
        /// Another look of boxes or goals; and a player who begins on a goal, which is never sure: where a box on a goal looks
        /// like any other a goal seems to lack as well.
        const LOOK: f32 = 1.0;
        const ON_GOAL: f32 = 1.4;
        /// A cell that is called floor and drawn otherwise all over.
        const HIDDEN: f32 = 5.0;
        /// A goal that hides more of the floor than a box, and one that hides more of it than the player.
        const BULK: f32 = 3.0;
        const FIGURE: f32 = 1.0;
        /// A box on a goal that is unlike a box, and a player who is more like one, by outline and by drawing.
        const OUTLINE: f32 = 1.5;
        const DRAWING: f32 = 0.3;
        /// Likeness from which on an outline is a box's, by itself and where the drawing is one, too; and what speaks against
        /// a single box on a goal without it.
        const ALIKE: f32 = 0.85;
        const NEARLY: f32 = 0.75;
        const EITHER: f32 = 1.5;
        let seen = self.grouping;
        let hidden = |group: usize| self.outlines[group].map_or(0.0, Silhouette::share);
        let is_floor = |group: &usize| {
            let named = *group == names.player || names.packed == Some(*group);
            !named && !names.boxes.contains(group) && !names.goals.contains(group)
        };
        let floors = (0..self.inside.len()).filter(|group| self.inside[*group] > 0 && *group != self.floor);
        let floors = floors.filter(is_floor).map(|group| FLOOR + HIDDEN * hidden(group)).sum::<f32>();
        let more = |groups: &[usize]| groups.len().saturating_sub(1) as f32;
        let mut cost = self.of_walls + floors;
        cost += LOOK * (more(names.boxes) + more(names.goals));
        cost += if names.on_goal { ON_GOAL } else { 0.0 };
        let mean = |groups: &[usize]| groups.iter().map(|g| hidden(*g)).sum::<f32>() / groups.len().max(1) as f32;
        let goal = mean(names.goals);
        cost += BULK * (goal - mean(names.boxes)).max(0.0) + FIGURE * (goal - hidden(names.player)).max(0.0);
        if let Some(packed) = names.packed {
            let outline = |group: usize| match (self.outlines[group], self.outlines[names.boxes[0]]) {
                (Some(own), Some(of_box)) => own.likeness(of_box),
                _ => 0.0,
            };
            let drawing = |group: usize| seen.same_drawing(group, names.boxes[0]);
            // One box on a goal and one player: only a box's own outline and drawing tell which is which.
            let is_box = outline(packed) >= ALIKE || outline(packed) >= NEARLY && drawing(packed) >= ALIKE;
            if self.inside[packed] == 1 && !is_box {
                cost += EITHER;
            }
            let unlike = |packed: f32, player: f32| (1.0 - packed) + (player - packed).max(0.0);
            cost += OUTLINE * unlike(outline(packed), outline(names.player));
            cost += DRAWING * unlike(drawing(packed), drawing(names.player));
        }
        cost - gap_worth(seen)
    }
}

/// What several looks of walls speak against a reading: little where they are much less unlike each other than the floor is.
fn several_walls(grouping: &Grouping, walls: &[usize], floor: usize) -> f32 {
    /// The least share of [`WALL`] that a further look costs.
    const LEAST: f32 = 0.1;
    let Some((&first, others)) = walls.split_first() else { return 0.0 };
    let to_floor = grouping.apart(first, floor).max(f32::EPSILON);
    others.iter().map(|other| WALL * (grouping.apart(first, *other) / to_floor).clamp(LEAST, 1.0)).sum()
}

/// What the gap between the groups speaks for a reading.
fn gap_worth(grouping: &Grouping) -> f32 {
    /// The worth, and the gap at which it is worth no more.
    const GAP: f32 = 0.5;
    const WIDE: f32 = 8.0;
    GAP * grouping.gap().min(WIDE).ln()
}
