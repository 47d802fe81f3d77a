//! A position and its referee: steps, pushes, and the pulls that undo them.

use super::level::{Level, Parts, Survey, second_players};
use super::rules::Rules;
use super::step::Step;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::{Gain, IllegalMove, Problem, Puzzle, Status};
use std::collections::VecDeque;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of a level. Boxes that the player can never reach stay where they are and count for nothing.
#[derive(Clone, Debug)]
pub struct Board {
    rules: Arc<Rules>,
    level: Arc<Level>,
    boxes: Grid<bool>,
    player: Cell,
    /// Boxes inside that stand off their goals.
    off: usize,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.player == other.player
            && self.boxes == other.boxes
            && (Arc::ptr_eq(&self.level, &other.level) || self.level == other.level)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.player.hash(state);
        self.boxes.hash(state);
    }
}

impl Board {
    /// A position from its parts.
    ///
    /// # Errors
    /// Every reason that they are no level.
    ///
    /// # Panics
    /// Never where the grids of `parts` have one size, as those that [`Parts::floor`] makes have.
    pub fn new(rules: &Arc<Rules>, parts: Parts) -> Result<Self, Vec<Problem>> {
        let mut survey = Survey::of(&parts);
        let counts = survey.count_problems(&parts);
        survey.problems.extend(counts);
        let player = match parts.players.first() {
            Some(&player) if survey.problems.is_empty() => player,
            _ => return Err(survey.problems),
        };
        let (level, boxes) = survey.level(parts);
        let off = boxes.enumerate().filter(|&(cell, &is_box)| is_box && level.inside()[cell] && !level.goals()[cell]);
        let off = off.count();
        Ok(Self { rules: Arc::clone(rules), level: Arc::new(level), boxes, player, off })
    }

    /// A position from symbols as XSB writes them: `#` wall, `@` player, `+` player on a goal, `$` box, `*` box on a
    /// goal, `.` goal; space, `-` and `_` are floor.
    ///
    /// # Errors
    /// Every reason that they are no level.
    pub fn from_symbols(rules: &Arc<Rules>, symbols: &Grid<Symbol>) -> Result<Self, Vec<Problem>> {
        let (parts, mut problems) = parts_of(symbols);
        if problems.is_empty() {
            return Self::new(rules, parts);
        }
        // What stands in the cells that cannot be read may be what the rest seems to lack.
        problems.extend(second_players(&parts.players));
        Err(problems)
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Walls and goals.
    #[must_use]
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.boxes.rows()
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.boxes.cols()
    }

    /// Whether a wall stands there; what lies off the board counts as one.
    #[must_use]
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.level.walls().get(cell).copied().unwrap_or(true)
    }

    /// Whether it is a goal.
    #[must_use]
    pub fn is_goal(&self, cell: Cell) -> bool {
        self.level.goals().get(cell).copied().unwrap_or(false)
    }

    /// Whether a box stands there.
    #[must_use]
    pub fn is_box(&self, cell: Cell) -> bool {
        self.boxes.get(cell).copied().unwrap_or(false)
    }

    /// Whether the player could go there if no box were on the board.
    #[must_use]
    pub fn is_inside(&self, cell: Cell) -> bool {
        self.level.inside().get(cell).copied().unwrap_or(false)
    }

    /// Where the player stands.
    #[must_use]
    pub fn player(&self) -> Cell {
        self.player
    }

    /// The boxes, those among them that nothing can reach, in row order.
    pub fn boxes(&self) -> impl Iterator<Item = Cell> {
        self.boxes.enumerate().filter(|(_, is_box)| **is_box).map(|(cell, _)| cell)
    }

    /// How many boxes that the player can reach stand off their goals.
    #[must_use]
    pub fn boxes_off_goals(&self) -> usize {
        self.off
    }

    /// Whether a step from here would push a box, be it legal or not.
    #[must_use]
    pub fn would_push(&self, step: Step) -> bool {
        step.from(self.player).is_some_and(|to| self.is_box(to))
    }

    /// The cells that the player can walk to without a push, its own among them.
    #[must_use]
    pub fn reach(&self) -> Grid<bool> {
        let mut reached = self.boxes.map(|_| false);
        let mut next = vec![self.player];
        reached[self.player] = true;
        while let Some(cell) = next.pop() {
            for near in self.boxes.neighbours(cell) {
                if self.is_free(near) && !reached[near] {
                    reached[near] = true;
                    next.push(near);
                }
            }
        }
        reached
    }

    /// Puts the player on a free cell inside without a walk, as going backward from a solved position needs.
    pub(super) fn place_player(&mut self, cell: Cell) {
        debug_assert!(self.is_inside(cell) && self.is_free(cell), "{cell} is not free");
        self.player = cell;
    }

    /// The shortest walk to a cell that pushes no box, or nothing where there is none.
    #[must_use]
    pub fn walk_to(&self, to: Cell) -> Option<Vec<Step>> {
        let mut came: Grid<Option<Step>> = self.boxes.map(|_| None);
        let mut next = VecDeque::from([self.player]);
        while let Some(cell) = next.pop_front() {
            if cell == to {
                break;
            }
            for step in Step::ALL {
                let Some(near) = step.from(cell).filter(|&near| self.is_free(near)) else { continue };
                if near != self.player && came[near].is_none() {
                    came[near] = Some(step);
                    next.push_back(near);
                }
            }
        }
        let mut walk = Vec::new();
        let mut at = to;
        while at != self.player {
            let step = came.get(at).copied().flatten()?;
            walk.push(step);
            at = step.opposite().from(at)?;
        }
        walk.reverse();
        Some(walk)
    }

    /// The exact inverse of a push: the player steps in the direction given, and the box behind it follows. Pulls are no
    /// moves of the game; generators and proofs go backward with them, and from a solved position, too.
    ///
    /// # Errors
    /// Why it cannot be done; the position is then unchanged.
    pub fn pull(&mut self, step: Step) -> Result<(), IllegalMove> {
        let illegal = |why: &str| IllegalMove { what: format!("pull {step}"), why: why.to_owned() };
        let behind = step.opposite().from(self.player).filter(|&cell| self.is_box(cell));
        let from = behind.ok_or_else(|| illegal("no box stands behind the player"))?;
        let to = step.from(self.player).filter(|&cell| self.is_free(cell));
        let to = to.ok_or_else(|| illegal("the player's way is not free"))?;
        self.move_box(from, self.player);
        self.player = to;
        Ok(())
    }

    /// Takes a step back that was played: `pushed` says whether it pushed a box, as [`Self::would_push`] said before it. So a
    /// solution is replayed in reverse, from its end too, where no step is legal any more.
    ///
    /// # Errors
    /// Why it cannot have been the last step; the position is then unchanged.
    pub fn undo(&mut self, step: Step, pushed: bool) -> Result<(), IllegalMove> {
        if pushed {
            return self.pull(step.opposite());
        }
        let illegal =
            || IllegalMove { what: format!("undo {step}"), why: "the player's way back is not free".to_owned() };
        self.player = step.opposite().from(self.player).filter(|&cell| self.is_free(cell)).ok_or_else(illegal)?;
        Ok(())
    }

    /// The rows in XSB, with spaces for floor and no spaces at the ends. Where spaces alone would be lost (a row of them,
    /// or a last column of them), one is written `-`.
    #[must_use]
    pub fn to_xsb(&self) -> String {
        self.xsb_rows().join("\n")
    }

    /// The lines of [`Self::to_xsb`].
    pub(super) fn xsb_rows(&self) -> Vec<String> {
        let row = |row: usize| -> String {
            let line: String = (0..self.cols()).map(|col| self.xsb(Cell::new(row, col))).collect();
            let line = line.trim_end();
            if line.is_empty() { "-".to_owned() } else { line.to_owned() }
        };
        let mut rows: Vec<String> = (0..self.rows()).map(row).collect();
        let cols = self.cols();
        if rows.iter().all(|row| row.len() < cols)
            && let Some(first) = rows.first_mut()
        {
            *first = format!("{first:<width$}-", width = cols - 1);
        }
        rows
    }

    /// The character of a cell in XSB.
    pub(super) fn xsb(&self, cell: Cell) -> char {
        let is_goal = self.is_goal(cell);
        if self.is_wall(cell) {
            '#'
        } else if self.player == cell {
            if is_goal { '+' } else { '@' }
        } else if self.is_box(cell) {
            if is_goal { '*' } else { '$' }
        } else if is_goal {
            '.'
        } else {
            ' '
        }
    }

    fn is_free(&self, cell: Cell) -> bool {
        !self.is_wall(cell) && !self.is_box(cell)
    }

    /// Moves a box that the player can reach.
    fn move_box(&mut self, from: Cell, to: Cell) {
        self.boxes[from] = false;
        self.boxes[to] = true;
        self.off = self.off + usize::from(self.is_goal(from)) - usize::from(self.is_goal(to));
    }

    /// Why a step is illegal, or where player and box come to stand.
    fn step(&self, step: Step) -> Result<(Cell, Option<Cell>), &'static str> {
        if self.off == 0 {
            return Err("the level is solved");
        }
        let to = step.from(self.player).filter(|&cell| !self.is_wall(cell)).ok_or("a wall is in the way")?;
        if !self.is_box(to) {
            return Ok((to, None));
        }
        match step.from(to) {
            Some(beyond) if self.is_box(beyond) => Err("two boxes stand in line, and only one can be pushed"),
            Some(beyond) if !self.is_wall(beyond) => Ok((to, Some(beyond))),
            _ => Err("the box cannot be pushed into a wall"),
        }
    }
}

/// Says that what stands in a cell is nothing of this game.
pub(super) fn unknown(cell: Cell, what: &impl fmt::Debug) -> Problem {
    Problem::at(cell, format!("{what:?} stands for nothing: expected one of # @ + $ * . - _ or a space"))
}

/// What symbols show, and each of them that shows nothing of this game.
pub(super) fn parts_of(symbols: &Grid<Symbol>) -> (Parts, Vec<Problem>) {
    let mut parts = Parts::floor(symbols.rows(), symbols.cols());
    let mut problems = Vec::new();
    for (cell, symbol) in symbols.enumerate() {
        match symbol.as_str() {
            "#" => parts.walls[cell] = true,
            "@" => parts.players.push(cell),
            "+" => {
                parts.players.push(cell);
                parts.goals[cell] = true;
            }
            "$" => parts.boxes[cell] = true,
            "*" => {
                parts.boxes[cell] = true;
                parts.goals[cell] = true;
            }
            "." => parts.goals[cell] = true,
            " " | "-" | "_" => {}
            other => problems.push(unknown(cell, &other)),
        }
    }
    (parts, problems)
}

impl Puzzle for Board {
    type Rules = Rules;
    type Move = Step;

    fn parse(rules: &Arc<Rules>, text: &str) -> Result<Self, Vec<Problem>> {
        super::notation::parse_board(rules, text)
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        moves.extend(Step::ALL.into_iter().filter(|&step| self.step(step).is_ok()));
    }

    fn play(&mut self, m: Step) -> Result<Gain, IllegalMove> {
        let refused = |why: &str| IllegalMove { what: m.to_string(), why: why.to_owned() };
        let (player, pushed) = self.step(m).map_err(refused)?;
        self.player = player;
        let Some(beyond) = pushed else { return Ok(0) };
        self.move_box(player, beyond);
        Ok(Gain::from(self.is_goal(beyond)) - Gain::from(self.is_goal(player)))
    }

    fn status(&self) -> Status {
        if self.off == 0 {
            Status::Won
        } else if Step::ALL.into_iter().any(|step| self.step(step).is_ok()) {
            Status::Ongoing
        } else {
            Status::Stuck
        }
    }

    fn end_bonus(&self) -> Gain {
        0
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_xsb())
    }
}
