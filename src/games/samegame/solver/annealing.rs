//! Simulated annealing over whole lines of play (Kirkpatrick, Gelatt and Vecchi 1983). A line is a list of tiles, each of
//! which stands for the group that it is in when its turn comes. So a change early in a line leaves what follows with its
//! meaning: groups that have lost or won tiles are still played, and only what is gone is passed over.

use super::engine::{Group, Layout, State};
use super::nrpa::Line;
use super::objective::Objective;
use crate::puzzle::Gain;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Boards with more cells are not annealed: a position after each move is kept.
const MOST_CELLS: usize = 1024;
/// How far a move is put off or brought forward at most, in moves.
const FARTHEST: usize = 12;
/// First temperature, by what a move of the first line pays in the mean, the one that pays most left out.
const HEAT: f64 = 3.0;
/// The last temperature as a share of the first.
const COOLED: f64 = 0.2;
/// First temperature where no group pays anything, so that tiles left are all that counts.
const HEAT_OF_TILES: f64 = 2.0;

/// A line with all its positions: of those lists that are longer than `names`, what is beyond is left from other lines.
struct Course {
    /// A tile of each group that goes.
    names: Vec<u16>,
    /// The position before each move, and the last.
    positions: Vec<State>,
    /// Points earned before each move, and in all.
    points: Vec<Gain>,
    score: Gain,
    left: usize,
    energy: f64,
}

impl Course {
    fn new(root: &State) -> Self {
        Self {
            names: Vec::new(),
            positions: vec![root.clone()],
            points: vec![0],
            score: 0,
            left: root.left,
            energy: 0.0,
        }
    }

    /// Takes the position before the move `step` over from another course, and the moves that lead to it.
    fn begin_like(&mut self, other: &Self, step: usize) {
        self.names.clear();
        self.names.extend_from_slice(&other.names[..step]);
        while self.positions.len() <= step {
            self.positions.push(other.positions[step].clone());
            self.points.push(0);
        }
        self.positions[step].clone_from(&other.positions[step]);
        self.points[step] = other.points[step];
    }

    /// Plays a group of the last position.
    fn play(&mut self, layout: &Layout, index: usize) {
        let step = self.names.len();
        let position = &self.positions[step];
        let group = position.groups[index];
        self.names.push(position.name_of(&group));
        if self.positions.len() == step + 1 {
            self.positions.push(position.clone());
            self.points.push(0);
        }
        let (before, after) = self.positions.split_at_mut(step + 1);
        after[0].clone_from(&before[step]);
        after[0].play(layout, index);
        self.points[step + 1] = self.points[step] + layout.gain(usize::from(group.size));
    }
}

/// Annealing of one board.
pub(super) struct Annealing<'a> {
    layout: &'a Layout,
    objective: Objective,
    /// The line that is changed.
    course: Course,
    /// A change of it.
    changed: Course,
    /// The best line: its rank and its tiles.
    best: ((Gain, Gain), Vec<u16>),
    /// Moves that follow a change.
    rest: Vec<u16>,
    /// Moves played in all.
    pub(super) nodes: u64,
}

impl<'a> Annealing<'a> {
    /// Annealing from a position, unless the board is too large.
    pub(super) fn new(layout: &'a Layout, root: &'a State, objective: Objective) -> Option<Self> {
        (layout.cells() <= MOST_CELLS).then(|| Self {
            layout,
            objective,
            course: Course::new(root),
            changed: Course::new(root),
            best: ((Gain::MIN, Gain::MIN), Vec::new()),
            rest: Vec::new(),
            nodes: 0,
        })
    }

    /// Changes a line again and again, while it cools down. Groups of the colour `sealed` go for lack of others, in pairs,
    /// or all at once; 0 for none. `progress` hears the moves played so far and says what share of the budget is gone:
    /// where that ends before the changes do, it cools down sooner. The best line found.
    pub(super) fn run(
        &mut self,
        line: &Line,
        (changes, sealed): (u64, u8),
        rng: &mut ChaCha8Rng,
        progress: &mut dyn FnMut(u64) -> f64,
    ) -> Line {
        self.changed.begin_like(&Course::new(&self.course.positions[0]), 0);
        for &at in &line.moves {
            if let Some(index) = self.changed.positions[self.changed.names.len()].group_at(at) {
                self.changed.play(self.layout, index);
            }
        }
        self.finish(sealed, rng);
        std::mem::swap(&mut self.course, &mut self.changed);
        self.best = (self.rank(&self.course), self.course.names.clone());
        let heat = self.heat();
        for change in 0..changes {
            let spent = progress(self.nodes);
            if spent >= 1.0 {
                break;
            }
            let Some(step) = self.change(sealed, rng) else { continue };
            self.follow(sealed);
            self.finish(sealed, rng);
            let rank = self.rank(&self.changed);
            if rank > self.best.0 {
                self.best.0 = rank;
                self.best.1.clone_from(&self.changed.names);
            }
            let temperature = heat * COOLED.powf(spent.max(change as f64 / changes as f64));
            let worse = self.course.energy - self.changed.energy;
            if worse <= 0.0 || chance(rng) < (-worse / temperature).exp() {
                for before in 0..step {
                    std::mem::swap(&mut self.changed.positions[before], &mut self.course.positions[before]);
                    self.changed.points[before] = self.course.points[before];
                }
                std::mem::swap(&mut self.course, &mut self.changed);
            }
        }
        self.best_line()
    }

    /// The first temperature for the line at hand, in points.
    fn heat(&self) -> f64 {
        let moves = self.course.names.len();
        let pays = |step: usize| self.course.points[step + 1] - self.course.points[step];
        let most = (0..moves).map(pays).max().unwrap_or(0);
        let mean = (self.course.points[moves] - most) as f64 / moves.max(2) as f64;
        if self.objective == Objective::Clear || mean <= 0.0 { HEAT_OF_TILES } else { HEAT * mean }
    }

    /// Begins a change of the line: a group that it does not play goes first or instead, or a move is put off or brought
    /// forward. Where the change begins, or nothing if there is none; what follows is in `rest`.
    fn change(&mut self, sealed: u8, rng: &mut ChaCha8Rng) -> Option<usize> {
        let names = &self.course.names;
        let (kind, step) = (below(rng, 4), below(rng, names.len().max(1)));
        let rest = names.get(step..)?;
        let far = (rest.len() - 1).min(FARTHEST);
        self.rest.clear();
        let first = match kind {
            0 | 1 => {
                let position = &self.course.positions[step];
                let goes = |group: &&Group| goes(position, group, sealed);
                let many = position.groups.iter().filter(goes).count();
                let group = position.groups.iter().filter(goes).nth(below(rng, many.max(1)))?;
                let name = position.name_of(group);
                self.rest.extend_from_slice(&rest[kind..]);
                (name != rest[0]).then_some(name)?
            }
            _ if far == 0 => return None,
            2 => {
                let later = 1 + below(rng, far);
                self.rest.extend_from_slice(&rest[1..]);
                self.rest.insert(later, rest[0]);
                self.rest.remove(0)
            }
            _ => {
                let later = 1 + below(rng, far);
                self.rest.extend_from_slice(rest);
                self.rest.remove(later)
            }
        };
        self.changed.begin_like(&self.course, step);
        let index = self.changed.positions[step].group_of(self.layout, first)?;
        self.changed.play(self.layout, index);
        self.nodes += 1;
        Some(step)
    }

    /// Plays what follows a change, as far as it still can be played.
    fn follow(&mut self, sealed: u8) {
        for &name in &self.rest {
            let position = &self.changed.positions[self.changed.names.len()];
            let Some(index) = position.group_of(self.layout, name) else { continue };
            if goes(position, &position.groups[index], sealed) {
                self.changed.play(self.layout, index);
                self.nodes += 1;
            }
        }
    }

    /// Plays on by chance to the end.
    fn finish(&mut self, sealed: u8, rng: &mut ChaCha8Rng) {
        loop {
            let position = &self.changed.positions[self.changed.names.len()];
            if position.groups.is_empty() {
                break;
            }
            let whole = position.counts[usize::from(sealed)];
            let open = |group: &Group| sealed == 0 || group.colour != sealed || group.size == whole;
            let many = position.groups.iter().filter(|group| open(group)).count();
            let index = match many {
                0 => below(rng, position.groups.len()),
                _ => {
                    let chosen = below(rng, many);
                    let open = position.groups.iter().enumerate().filter(|(_, group)| open(group));
                    open.map(|(index, _)| index).nth(chosen).unwrap_or(0)
                }
            };
            self.changed.play(self.layout, index);
            self.nodes += 1;
        }
        let course = &mut self.changed;
        let last = &course.positions[course.names.len()];
        course.left = last.left;
        course.score = course.points[course.names.len()] + last.end_bonus(self.layout);
        course.energy = match self.objective {
            // A point is worth no tile, however many they are.
            Objective::Clear => course.score as f64 * 1e-9 - course.left as f64,
            Objective::Score | Objective::Target(_) => course.score as f64,
        };
    }

    fn rank(&self, course: &Course) -> (Gain, Gain) {
        self.objective.rank(course.score, course.left)
    }

    /// The best line, with the moves as the engine names them.
    fn best_line(&self) -> Line {
        let mut position = self.course.positions[0].clone();
        let mut score = 0;
        let mut moves = Vec::with_capacity(self.best.1.len());
        for &name in &self.best.1 {
            let Some(index) = position.group_of(self.layout, name) else { break };
            moves.push(position.groups[index].at);
            score += self.layout.gain(usize::from(position.groups[index].size));
            position.play(self.layout, index);
        }
        Line::of(moves, self.best.0, score + position.end_bonus(self.layout), position.left)
    }
}

/// Whether a line plays a group before all others are gone.
fn goes(position: &State, group: &Group, sealed: u8) -> bool {
    sealed == 0 || group.colour != sealed || group.size == 2 || group.size == position.counts[usize::from(sealed)]
}

/// A whole number below `many`.
fn below(rng: &mut ChaCha8Rng, many: usize) -> usize {
    ((u64::from(rng.next_u32()) * many as u64) >> 32) as usize
}

/// A number from 0 to 1, neither of them.
fn chance(rng: &mut ChaCha8Rng) -> f64 {
    (f64::from(rng.next_u32()) + 0.5) / (f64::from(u32::MAX) + 1.0)
}
