//! What the groups of cells of a picture are, told by how a level is made: walls close the rooms off, one player is in
//! them, as many boxes as goals are, and the level can be solved.

mod walls;

use super::position::Board;
use super::rules::Rules;
use super::solver::{self, Objective};
use crate::games::Guessed;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::{Puzzle, Status};
use crate::search::Budget;
use crate::vision::grouping::{Grouping, Silhouette};
use std::sync::Arc;
use walls::{Space, Walls, closed};

/// Groups of one room that may be anything, at most.
const MOST_FREE: usize = 10;
/// Groups up to which boxes and goals may have two looks each.
const MOST_WITH_PAIRS: usize = 7;
/// Fewest cells of a room: a player, a box, and where both go.
const LEAST_ROOM: usize = 3;
/// Readings whose level is tried to be solved, and the positions that may be looked at for each.
const TRIED: usize = 40;
const NODES: u64 = 4_000;
/// What speaks against a reading whose level was not solved by then, and against one whose level has no solution.
const UNSOLVED: f32 = 1.0;
const UNSOLVABLE: f32 = 2.0;
/// By how much the best reading must lead.
const LEAD: f32 = 0.5;

/// One way to name the groups.
struct Reading {
    /// How much speaks against it.
    cost: f32,
    symbols: Grid<char>,
}

/// The level that some way to group a picture's cells shows; nothing where none does.
pub(super) fn guess(rules: &Arc<Rules>, groupings: &[Grouping]) -> Option<Guessed<Board>> {
    let mut readings = Readings::default();
    for grouping in groupings {
        for walls in closed(grouping) {
            named(grouping, &walls, &mut readings);
        }
    }
    let mut found: Vec<(f32, Board)> = Vec::new();
    for reading in &readings.kept {
        let best = found.iter().map(|(cost, _)| *cost).fold(f32::MAX, f32::min);
        if reading.cost > best + LEAD {
            break;
        }
        let Some((more, board)) = judged(rules, reading) else { continue };
        if found.iter().all(|(_, other)| !is_same(other, &board)) {
            found.push((reading.cost + more, board));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (cost, board) in found.iter().take(4) { eprintln!("{cost}\n{board}"); }
    let mut found = found.into_iter();
    let (cost, board) = found.next()?;
    let next = found.next().filter(|(other, _)| *other < cost + LEAD);
    let doubt = next.map(|(_, other)| told(&board, &other));
    let (corner, board) = cropped(rules, &board)?;
    Some(Guessed { board, corner, doubt })
}

/// The readings against which least speaks, the best first.
#[derive(Default)]
struct Readings {
    kept: Vec<Reading>,
}

impl Readings {
    /// Whether a reading of this cost is worth to be told.
    fn takes(&self, cost: f32) -> bool {
        self.kept.len() < TRIED || self.kept.last().is_some_and(|last| cost < last.cost)
    }

    fn add(&mut self, reading: Reading) {
        if let Some(at) = self.kept.iter().position(|kept| kept.symbols == reading.symbols) {
            if self.kept[at].cost <= reading.cost {
                return;
            }
            self.kept.remove(at);
        }
        let at = self.kept.partition_point(|kept| kept.cost <= reading.cost);
        self.kept.insert(at, reading);
        self.kept.truncate(TRIED);
    }
}

/// All ways to name the groups in the rooms between walls.
fn named(grouping: &Grouping, walls: &Walls, readings: &mut Readings) {
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
        let outlines = (0..inside.len()).map(|group| (inside[group] > 0).then(|| grouping.silhouette(group, floor)));
        let outlines = outlines.collect();
        let room = Room { grouping, walls, number: room, inside, floor, free, outlines };
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
                    let is_left = |set: &&Vec<usize>| !set.contains(&player) && packed.is_none_or(|p| !set.contains(&p));
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
        /// Another look of walls, of boxes or goals, and a player who begins on a goal.
        const WALL: f32 = 0.8;
        const LOOK: f32 = 1.0;
        const ON_GOAL: f32 = 0.7;
        /// Another look of the floor, and for all of a cell that is drawn otherwise.
        const FLOOR: f32 = 0.4;
        const HIDDEN: f32 = 2.5;
        /// A goal that hides more of the floor than a box or the player.
        const BULK: f32 = 3.0;
        /// A player who is more like a box than a box on a goal is, by outline and by drawing.
        const OUTLINE: f32 = 3.0;
        const DRAWING: f32 = 1.0;
        /// What a wide gap between the groups is worth, and at which it is worth no more.
        const GAP: f32 = 0.5;
        const WIDE: f32 = 8.0;
        let seen = self.grouping;
        let hidden = |group: usize| self.outlines[group].map_or(0.0, Silhouette::share);
        let is_floor = |group: &usize| {
            let named = *group == names.player || names.packed == Some(*group);
            !named && !names.boxes.contains(group) && !names.goals.contains(group)
        };
        let floors = (0..self.inside.len()).filter(|group| self.inside[*group] > 0 && *group != self.floor);
        let floors = floors.filter(is_floor).map(|group| FLOOR + HIDDEN * hidden(group)).sum::<f32>();
        let more = |groups: &[usize]| groups.len().saturating_sub(1) as f32;
        let mut cost = WALL * more(&self.walls.groups) + floors;
        cost += LOOK * (more(names.boxes) + more(names.goals));
        cost += if names.on_goal { ON_GOAL } else { 0.0 };
        let mean = |groups: &[usize]| groups.iter().map(|g| hidden(*g)).sum::<f32>() / groups.len().max(1) as f32;
        let goal = mean(names.goals);
        cost += BULK * ((goal - mean(names.boxes)).max(0.0) + (goal - hidden(names.player)).max(0.0));
        if let Some(packed) = names.packed {
            let outline = |group: usize| match (self.outlines[group], self.outlines[names.boxes[0]]) {
                (Some(own), Some(of_box)) => own.likeness(of_box),
                _ => 0.0,
            };
            let drawing = |group: usize| seen.same_drawing(group, names.boxes[0]);
            cost += OUTLINE * (outline(names.player) - outline(packed)).max(0.0);
            cost += DRAWING * (drawing(names.player) - drawing(packed)).max(0.0);
        }
        cost - GAP * seen.gap().min(WIDE).ln()
    }
}

/// The level of a reading, and what more speaks against it; nothing where it is none or has no solution.
fn judged(rules: &Arc<Rules>, reading: &Reading) -> Option<(f32, Board)> {
    let symbols = reading.symbols.map(|name| Symbol::from_char(*name).unwrap_or(Symbol::EMPTY));
    let board = Board::from_symbols(rules, &symbols).ok()?;
    if board.status() != Status::Ongoing {
        return None;
    }
    let budget = Budget::of_nodes(NODES, 0);
    let outcome = solver::solve(&board, "auto", Objective::Any, &budget, &mut |_| {});
    let more = match (outcome.status, outcome.proven) {
        (Status::Won, _) => 0.0,
        (_, false) => UNSOLVED,
        (_, true) => UNSOLVABLE,
    };
    Some((more, board))
}

/// The part of a board that its walls span, and where its first cell is: what else looks like walls lies apart from them.
fn cropped(rules: &Arc<Rules>, board: &Board) -> Option<(Cell, Board)> {
    let inside = board.level().inside();
    let around = |cell: Cell| {
        let near = |at: usize, limit: usize| at.saturating_sub(1)..=(at + 1).min(limit - 1);
        let rows = near(cell.row, board.rows());
        rows.flat_map(move |row| near(cell.col, board.cols()).map(move |col| Cell::new(row, col)))
    };
    let mut part = inside.clone();
    let mut next: Vec<Cell> = inside.enumerate().filter(|(_, is)| **is).map(|(cell, _)| cell).collect();
    while let Some(cell) = next.pop() {
        for near in around(cell).filter(|near| board.is_wall(*near)) {
            if !std::mem::replace(&mut part[near], true) {
                next.push(near);
            }
        }
    }
    let cells = || part.enumerate().filter(|(_, is)| **is).map(|(cell, _)| cell);
    let corner = Cell::new(cells().map(|cell| cell.row).min()?, cells().map(|cell| cell.col).min()?);
    let last = Cell::new(cells().map(|cell| cell.row).max()?, cells().map(|cell| cell.col).max()?);
    let symbols = Grid::from_fn(last.row + 1 - corner.row, last.col + 1 - corner.col, |cell| {
        let cell = Cell::new(corner.row + cell.row, corner.col + cell.col);
        Symbol::from_char(board.xsb(cell)).filter(|_| part[cell]).or(Symbol::from_char('-')).unwrap_or(Symbol::EMPTY)
    });
    Some((corner, Board::from_symbols(rules, &symbols).ok()?))
}

/// Whether two boards are alike in all that the player can reach.
fn is_same(a: &Board, b: &Board) -> bool {
    a.player() == b.player()
        && a.level().inside() == b.level().inside()
        && a.level().inside().enumerate().filter(|(_, is)| **is).all(|(cell, _)| a.xsb(cell) == b.xsb(cell))
}

/// What the picture may show instead.
fn told(board: &Board, other: &Board) -> String {
    let differs = |cell: &Cell| board.xsb(*cell) != other.xsb(*cell);
    let cells: Vec<Cell> = board.level().inside().enumerate().map(|(cell, _)| cell).filter(differs).collect();
    let first = cells.first().map_or_else(String::new, |cell| {
        format!(", the first at {cell}: `{}` or `{}`", board.xsb(*cell), other.xsb(*cell))
    });
    format!("{} cells may be called otherwise{first}; say which with --truth", cells.len())
}
