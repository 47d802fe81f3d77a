//! Which groups of cells are walls: those that close rooms off from the rim of the picture.

use crate::grid::{Cell, Grid};
use crate::vision::grouping::Grouping;

/// Fewest cells of a group that may be walls, and of all walls: a room of a player, a box and a goal has eight around it.
const FEWEST_OF_GROUP: usize = 4;
const FEWEST: usize = 8;
/// Groups that are tried, the largest ones, and how many of them may be walls together.
const TRIED: usize = 9;
const MOST_TOGETHER: usize = 4;

/// Groups that close off rooms.
pub(super) struct Walls {
    /// The groups.
    pub(super) groups: Vec<usize>,
    /// What each cell is.
    pub(super) space: Grid<Space>,
    /// How many rooms there are.
    pub(super) rooms: usize,
}

/// What walls make of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Wall,
    /// Reached from the rim.
    Outside,
    /// Closed off, in the room of this number.
    Room(usize),
}

/// All sets of groups that close off some room.
pub(super) fn closed(grouping: &Grouping) -> Vec<Walls> {
    let of = grouping.of();
    let mut sizes = vec![0_usize; grouping.count()];
    for group in of.iter() {
        sizes[*group] += 1;
    }
    // Groups are numbered from the largest.
    let tried: Vec<usize> = (0..sizes.len()).filter(|group| sizes[*group] >= FEWEST_OF_GROUP).take(TRIED).collect();
    let sets = (1_u32..1 << tried.len()).filter(|set| set.count_ones() as usize <= MOST_TOGETHER);
    sets.filter_map(|set| {
        let chosen = tried.iter().enumerate().filter(|(bit, _)| set & (1 << bit) != 0);
        let groups: Vec<usize> = chosen.map(|(_, group)| *group).collect();
        let cells: usize = groups.iter().map(|group| sizes[*group]).sum();
        if cells < FEWEST {
            return None;
        }
        let (space, rooms) = spaces(of, &groups);
        (rooms > 0).then_some(Walls { groups, space, rooms })
    })
    .collect()
}

/// What each cell is where these groups are walls, and how many rooms there are.
fn spaces(of: &Grid<usize>, walls: &[usize]) -> (Grid<Space>, usize) {
    let mut open = of.map(|group| !walls.contains(group));
    let mut space = open.map(|is_open| if *is_open { Space::Outside } else { Space::Wall });
    let is_rim = |cell: Cell| cell.row == 0 || cell.col == 0 || cell.row + 1 == of.rows() || cell.col + 1 == of.cols();
    for (cell, _) in of.enumerate().filter(|(cell, _)| is_rim(*cell)) {
        open.take_region(cell);
    }
    let mut rooms = 0;
    for (start, _) in of.enumerate().filter(|(start, _)| !is_rim(*start)) {
        let room = open.take_region(start);
        rooms += usize::from(!room.is_empty());
        for cell in room {
            space[cell] = Space::Room(rooms - 1);
        }
    }
    (space, rooms)
}
