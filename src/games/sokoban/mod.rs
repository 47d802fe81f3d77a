//! Sokoban: a figure pushes boxes onto goals, one at a time, and can never pull one back.

mod adapter;
mod collection;
pub mod generate;
mod level;
mod lurd;
mod memory;
mod notation;
mod position;
mod rules;
mod solution;
mod solver;
mod step;

pub use level::{Level, MAX_CELLS, Parts};
pub use memory::Memory;
pub use position::Board;
pub use rules::Rules;
pub use step::{BadStep, Step};

#[cfg(test)]
mod levels_tests;
#[cfg(test)]
mod tests;

use super::asked::BoardSize;
use super::{Action, CheckReport, Game, NamedBoard, OutcomeOf, RulesProblem};
use crate::gesture::Manner;
use crate::grid::{Grid, Symbol};
use crate::puzzle::Problem;
use crate::search::Budget;
use crate::vision::Priors;
use serde_json::{Map, Value, json};
use solver::Objective;
use std::sync::Arc;

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sokoban;

/// Flags of `solve` and `check` that this game alone has: none.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SolveFlags {}

/// Flags of `generate` that this game alone has.
#[derive(Clone, Debug, clap::Args)]
pub struct GenerateFlags {
    /// Columns and rows of the level, its outer walls among them
    #[arg(long, value_name = "COLSxROWS", default_value = "10x8", value_parser = |text: &str| BoardSize::parse(text, "10x8"))]
    pub size: BoardSize,
    /// How many boxes
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub boxes: usize,
}

/// Rows of a board as board files write them.
fn board_rows(board: &Board) -> Value {
    json!(board.xsb_rows())
}

impl Game for Sokoban {
    const ID: &'static str = "sokoban";
    const ALIASES: &'static [&'static str] = &[];
    const PRESETS: &'static [&'static str] = rules::PRESET_NAMES;
    const ALGORITHMS: &'static [&'static str] = solver::ALGORITHMS;
    const OBJECTIVES: &'static [&'static str] = solver::OBJECTIVES;

    type Board = Board;
    type Memory = Memory;
    type SolveFlags = SolveFlags;
    type GenerateFlags = GenerateFlags;

    fn preset(name: &str) -> Option<Rules> {
        Rules::preset(name)
    }

    fn rules_from_toml(text: &str) -> Result<Rules, Vec<RulesProblem>> {
        let problem = |e: toml::de::Error| vec![RulesProblem { span: e.span(), message: e.message().to_owned() }];
        toml::from_str::<rules::RulesSpec>(text).map(|_| Rules).map_err(problem)
    }

    fn apply_flags(rules: Rules, _flags: &SolveFlags) -> Rules {
        rules
    }

    fn rules_json(_rules: &Rules) -> Value {
        json!(rules::RulesSpec::default())
    }

    fn boards(rules: &Arc<Rules>, text: &str, empty: Option<&str>) -> Vec<NamedBoard<Board>> {
        notation::boards(rules, text, empty)
    }

    fn board_json(board: &Board) -> Value {
        board_rows(board)
    }

    fn check_objective(objective: &str) -> Result<(), String> {
        Objective::parse(objective).map(|_| ())
    }

    fn solve(
        board: &Board,
        algorithm: &str,
        objective: &str,
        budget: &Budget,
        better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self> {
        solver::solve(board, algorithm, Objective::parse(objective).unwrap_or(Objective::Any), budget, better)
    }

    const IMPROVES_APART: bool = true;

    fn improve(
        board: &Board,
        outcome: OutcomeOf<Self>,
        budget: &Budget,
        better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self> {
        solver::improve(board, outcome, budget, better)
    }

    fn solution_json(board: &Board, outcome: &OutcomeOf<Self>) -> Map<String, Value> {
        solution::to_json(board, outcome)
    }

    fn solution_text(board: &Board, outcome: &OutcomeOf<Self>) -> String {
        solution::to_text(board, outcome)
    }

    fn hint_json(board: &Board, outcome: &OutcomeOf<Self>) -> Value {
        solution::hint_json(board, &outcome.moves)
    }

    fn is_full_result(board: &Board, outcome: &OutcomeOf<Self>) -> bool {
        solution::is_solved(board, outcome)
    }

    fn check(board: &Board, solution: &str, expect_score: Option<i64>) -> Result<CheckReport, String> {
        solution::check(board, solution, expect_score)
    }

    fn generate(flags: &GenerateFlags, seed: u64, index: usize) -> Result<Board, String> {
        generate::level(&Arc::new(Rules), (flags.size.rows, flags.size.cols), flags.boxes, seed, index as u64)
    }

    fn priors() -> Priors {
        adapter::priors()
    }

    fn board_from_symbols(
        rules: &Arc<Rules>,
        symbols: &Grid<Option<Symbol>>,
        memory: &Memory,
    ) -> Result<Board, Vec<Problem>> {
        adapter::board_from_symbols(rules, symbols, memory)
    }

    fn expect(board: &Board) -> Grid<Vec<Symbol>> {
        adapter::expect(board)
    }

    fn may_be_learned(symbol: Symbol) -> bool {
        adapter::may_be_learned(symbol)
    }

    fn remember(board: &Board, memory: &mut Memory) {
        memory.remember(board);
    }

    fn memory_of(levels: &[Board]) -> Memory {
        Memory::of_levels(levels)
    }

    fn action(board: &Board, line: &[Step], manner: &Manner) -> Option<Action> {
        adapter::action(board, line, manner)
    }

    fn tiles_left(board: &Board) -> usize {
        board.boxes_off_goals()
    }
}
