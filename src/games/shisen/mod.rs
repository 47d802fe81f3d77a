//! Shisen-Sho, Lianliankan, Onet and their kin: two equal tiles go where a path of at most two turns joins them; in some
//! games the others shift then.

mod adapter;
pub mod generate;
mod notation;
mod pairs;
mod path;
mod position;
mod rules;
mod rules_file;
mod shift;
mod shift_inference;
pub mod shuffle;
mod solution;
pub mod solver;
mod symbols;

pub use adapter::Memory;
pub use path::Corners;
pub use position::{BadMove, Board, Move};
pub use rules::{BadShift, Rules, Shift, Split};

#[cfg(test)]
mod tests;

use super::asked::BoardSize;
use super::{Action, CheckReport, Game, Making, NamedBoard, OutcomeOf, RulesProblem, Seen};
use crate::gesture::Manner;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::Problem;
use crate::search::Budget;
use crate::vision::Priors;
use generate::{Counts, Deal, Difficulty, Spec};
use serde_json::{Map, Value, json};
use solver::objective::{self, Objective};
use std::sync::Arc;

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shisen;

/// Flags that change the rules.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct RuleFlags {
    /// Paths stay on the board
    #[arg(long)]
    pub inside: bool,
    /// How tiles shift after each removal, in order: none, down, up, left, right, horizontal-out, horizontal-in,
    /// vertical-out, vertical-in
    #[arg(long, value_name = "NAME[,NAME…]", value_parser = parse_shifts)]
    pub shift: Option<ShiftList>,
    /// How many of n cells the first half has that a shift packs
    #[arg(long, value_enum)]
    pub split: Option<Split>,
}

impl RuleFlags {
    fn apply(&self, mut rules: Rules) -> Rules {
        rules.ring &= !self.inside;
        if let Some(ShiftList(shifts)) = &self.shift {
            rules.shifts.clone_from(shifts);
        }
        rules.split = self.split.unwrap_or(rules.split);
        rules
    }
}

/// Shifts in the order in which they are applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShiftList(pub Vec<Shift>);

fn parse_shifts(text: &str) -> Result<ShiftList, BadShift> {
    rules::shifts(text.split(',')).map(ShiftList)
}

/// Flags of `generate` that this game alone has.
#[derive(Clone, Debug, clap::Args)]
pub struct GenerateFlags {
    /// Columns and rows of the board
    #[arg(long, value_name = "COLSxROWS", default_value = "18x8", value_parser = |text: &str| BoardSize::parse(text, "18x8"))]
    pub size: BoardSize,
    /// How many kinds of tile; if not given, as many as --copies lets fit
    #[arg(long, value_name = "N")]
    pub kinds: Option<usize>,
    /// Tiles of each kind; if not given, what --kinds leaves, else 4
    #[arg(long, value_name = "N")]
    pub copies: Option<usize>,
    /// Kinds with different even numbers of tiles: by chance, or some of each in turn until the board is full
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "chance")]
    pub uneven: Option<Counts>,
    /// How many cells hold a stone
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub stones: usize,
    /// Whether a board must have a solution
    #[arg(long, value_enum, default_value_t = Deal::Solvable)]
    pub deal: Deal,
    /// How many of 100 random games clear a board: 70 or more, in between, 20 or fewer
    #[arg(long, value_enum)]
    pub difficulty: Option<Difficulty>,
    /// The rules that a solution must keep to.
    #[command(flatten)]
    pub rules: RuleFlags,
}

impl GenerateFlags {
    /// The board of a run with that index, and how it came about where that is known.
    fn board(&self, seed: u64, index: usize) -> Result<(Board, Option<String>), String> {
        let rules = Rules::preset(rules::PRESET_NAMES[0]).ok_or("no rules to generate by")?;
        let rules = Arc::new(self.rules.apply(rules));
        let BoardSize { cols, rows } = self.size;
        let Self { kinds, copies, uneven, stones, deal, .. } = *self;
        let spec = Spec { rows, cols, kinds, copies, counts: uneven.unwrap_or_default(), stones, deal };
        let Some(difficulty) = self.difficulty else {
            return Ok((generate::board(&rules, &spec, seed, index as u64)?, None));
        };
        let (board, note) = generate::board_of(&rules, &spec, difficulty, seed, index as u64)?;
        Ok((board, Some(note)))
    }
}

impl Game for Shisen {
    const ID: &'static str = "shisen";
    const ALIASES: &'static [&'static str] = &["lianliankan", "onet"];
    const PRESETS: &'static [&'static str] = rules::PRESET_NAMES;
    const ALGORITHMS: &'static [&'static str] = solver::NAMES;
    const OBJECTIVES: &'static [&'static str] = objective::NAMES;

    type Board = Board;
    type Memory = Memory;
    type SolveFlags = RuleFlags;
    type SearchFlags = super::NoFlags;
    type GenerateFlags = GenerateFlags;

    fn preset(name: &str) -> Option<Rules> {
        Rules::preset(name)
    }

    fn rules_from_toml(text: &str) -> Result<Rules, Vec<RulesProblem>> {
        rules_file::parse(text)
    }

    fn apply_flags(rules: Rules, flags: &RuleFlags) -> Rules {
        flags.apply(rules)
    }

    fn rules_json(rules: &Rules) -> Value {
        json!(rules)
    }

    fn boards(rules: &Arc<Rules>, text: &str, empty: Option<&str>) -> Vec<NamedBoard<Board>> {
        notation::boards(rules, text, empty)
    }

    fn board_json(board: &Board) -> Value {
        notation::json(board)
    }

    fn check_objective(objective: &str) -> Result<(), String> {
        objective.parse::<Objective>().map(|_| ()).map_err(|e| e.to_string())
    }

    fn solve(
        board: &Board,
        algorithm: &str,
        objective: &str,
        budget: &Budget,
        better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self> {
        solver::solve(board, algorithm, objective.parse().unwrap_or_default(), budget, better)
    }

    fn solution_json(board: &Board, outcome: &OutcomeOf<Self>) -> Map<String, Value> {
        solution::to_json(board, &outcome.moves, outcome.proven)
    }

    fn solution_text(board: &Board, outcome: &OutcomeOf<Self>) -> String {
        solution::to_text(board, &outcome.moves, outcome.proven)
    }

    fn play_on(
        board: &Board,
        outcome: &OutcomeOf<Self>,
        algorithm: &str,
        objective: &str,
        budget: &Budget,
    ) -> Option<(Map<String, Value>, String)> {
        let asked = objective.parse() == Ok(Objective::FewestShuffles) && !solution::is_full(board, &outcome.moves);
        let played = asked.then(|| solver::shuffles::play_on(board, &outcome.moves, algorithm, budget))?;
        Some((solution::played_on_json(&played), solution::played_on_text(&played)))
    }

    fn hint_json(board: &Board, outcome: &OutcomeOf<Self>) -> Value {
        solution::hint_json(board, &outcome.moves)
    }

    fn is_full_result(board: &Board, outcome: &OutcomeOf<Self>) -> bool {
        solution::is_full(board, &outcome.moves)
    }

    fn check(board: &Board, solution: &str, expect_score: Option<i64>) -> Result<CheckReport, String> {
        solution::check(board, solution, expect_score)
    }

    fn generate(flags: &GenerateFlags, seed: u64, index: usize) -> Result<Board, String> {
        flags.board(seed, index).map(|(board, _)| board)
    }

    fn generate_all(
        flags: &GenerateFlags,
        seed: u64,
        count: usize,
        tell: &mut dyn FnMut(Making<'_, Board>) -> bool,
    ) -> Result<(), String> {
        for index in 0..count {
            let (board, note) = flags.board(seed, index)?;
            if !tell(Making::Made { board: &board, note, lines: &[] }) {
                break;
            }
        }
        Ok(())
    }

    /// A stone stands for whatever is no tile.
    fn inert_symbol(_symbol: Symbol) -> Symbol {
        Symbol::from_char('#').unwrap_or(Symbol::EMPTY)
    }

    fn rules_with_inert(rules: Rules, inert: &[Symbol]) -> Result<Rules, String> {
        match inert.iter().find(|symbol| **symbol != Self::inert_symbol(**symbol)) {
            None => Ok(rules),
            Some(symbol) => Err(format!("class {symbol} cannot be inert: a stone is written #")),
        }
    }

    fn priors() -> Priors {
        adapter::priors()
    }

    fn board_from_symbols(
        rules: &Arc<Rules>,
        symbols: &Grid<Option<Symbol>>,
        memory: &Memory,
    ) -> Result<Board, Vec<Problem>> {
        adapter::board_from_symbols(rules, symbols).map(|board| memory.without_refused(board))
    }

    fn board_despite_unknown(rules: &Arc<Rules>, symbols: &Grid<Option<Symbol>>, memory: &Memory) -> Option<Board> {
        adapter::board_despite_unknown(rules, symbols).map(|board| memory.without_refused(board))
    }

    fn expect(board: &Board) -> Grid<Vec<Symbol>> {
        adapter::expect(board)
    }

    fn avoid(board: &Board, moves: &[Move], memory: &mut Memory) -> Option<Board> {
        let &[m] = moves else { return None };
        let without = board.clone().without_pairs([[m.from, m.to]]);
        without.has_move().then(|| {
            memory.refuse(board, m);
            without
        })
    }

    fn safe_moves(board: &Board) -> Vec<Move> {
        solver::safe::moves(board)
    }

    fn rules_that_explain(rules: &Rules, seen: &[Seen<Self>]) -> Option<(Rules, String)> {
        shift_inference::rules_that_explain(rules, seen)
    }

    fn possible_rules(stated: &Rules) -> Vec<Rules> {
        shift_inference::candidates(stated)
    }

    fn no_pair(board: &Board) -> Option<[Cell; 2]> {
        adapter::no_pair(board)
    }

    fn action(_board: &Board, line: &[Move], _manner: &Manner) -> Option<Action> {
        line.first().map(|&m| adapter::action(m))
    }

    fn shuffle(board: &Board, seed: u64) -> Result<Board, String> {
        shuffle::shuffle(board, seed).map_err(|e| e.to_string())
    }

    fn tiles_left(board: &Board) -> usize {
        board.left()
    }
}
