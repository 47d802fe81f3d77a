//! SameGame, PopStar and their kin: click a group of equal tiles and it goes; what is above falls, columns close.

mod adapter;
mod check;
mod claims;
mod formula;
pub mod generate;
mod legality;
mod lines;
mod notation;
mod position;
mod presets;
mod rules;
mod rules_file;
mod search_flags;
mod solution;
pub mod solver;
mod spec;

pub use formula::{MAX_POINTS, MAX_TILES};
pub use lines::Lines;
pub use position::{BadMove, Board, Move};
pub use rules::{Rules, RulesError};
pub use search_flags::SearchFlags;
pub use spec::{Closing, EndSpec, Gravity, Points, RulesSpec};

#[cfg(test)]
mod test_boards;
#[cfg(test)]
mod tests;

use super::asked::BoardSize;
use super::{Action, CheckReport, Game, NamedBoard, OutcomeOf, RulesProblem};
use crate::gesture::Manner;
use crate::grid::{Grid, Symbol};
use crate::puzzle::Problem;
use crate::search::{Budget, Solver, Worth};
use crate::vision::Priors;
use serde_json::{Map, Value, json};
use solver::auto::Auto;
use solver::beam::Beam;
use solver::greedy::Greedy;
use solver::monte_carlo::MonteCarlo;
use solver::objective::{self, Objective};
use std::sync::Arc;

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameGame;

/// Flags of `solve` and `check` that this game alone has: none.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SolveFlags {}

/// Flags of `generate` that this game alone has.
#[derive(Clone, Debug, clap::Args)]
pub struct GenerateFlags {
    /// Columns and rows of the board
    #[arg(long, value_name = "COLSxROWS", default_value = "10x10", value_parser = |text: &str| BoardSize::parse(text, "10x10"))]
    pub size: BoardSize,
    /// How many colours the tiles are drawn from
    #[arg(long, value_name = "N", default_value_t = 5, alias = "colors")]
    pub colours: usize,
}

/// Rows of a board as board files write them.
fn board_rows(board: &Board) -> Value {
    json!((0..board.rows()).map(|row| position::row_text(board.tiles().row(row))).collect::<Vec<_>>())
}

impl Game for SameGame {
    const ID: &'static str = "samegame";
    const ALIASES: &'static [&'static str] = &["popstar"];
    const PRESETS: &'static [&'static str] = presets::PRESET_NAMES;
    const ALGORITHMS: &'static [&'static str] = &["auto", "nrpa", "beam", "monte-carlo", "greedy"];
    const OBJECTIVES: &'static [&'static str] = objective::NAMES;
    const SEARCHES_ON: bool = true;

    type Board = Board;
    type Memory = ();
    type SolveFlags = SolveFlags;
    type SearchFlags = SearchFlags;
    type GenerateFlags = GenerateFlags;

    fn preset(name: &str) -> Option<Rules> {
        Rules::preset(name)
    }

    fn rules_from_toml(text: &str) -> Result<Rules, Vec<RulesProblem>> {
        rules_file::parse(text)
    }

    fn apply_flags(rules: Rules, _flags: &SolveFlags) -> Rules {
        rules
    }

    fn rules_json(rules: &Rules) -> Value {
        json!(rules.spec())
    }

    fn boards(rules: &Arc<Rules>, text: &str, empty: Option<&str>) -> Vec<NamedBoard<Board>> {
        notation::boards(rules, text, empty)
    }

    fn board_json(board: &Board) -> Value {
        board_rows(board)
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
        Self::solve_as(board, (algorithm, objective), &SearchFlags::default(), budget, better)
    }

    fn solve_as(
        board: &Board,
        (algorithm, objective): (&str, &str),
        flags: &SearchFlags,
        budget: &Budget,
        better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self> {
        let objective = objective.parse().unwrap_or(Objective::Score);
        match algorithm {
            "greedy" => Greedy.solve(board, budget, better),
            "beam" => Beam { objective, form: flags.form() }.solve(board, budget, better),
            "monte-carlo" => MonteCarlo { objective }.solve(board, budget, better),
            _ => Auto { objective, portfolio: algorithm != "nrpa" }.solve(board, budget, better),
        }
    }

    fn check_search(algorithm: &str, flags: &SearchFlags) -> Result<(), String> {
        flags.fault(algorithm).map_or(Ok(()), Err)
    }

    fn prefers(objective: &str, worth: Worth, than: Worth) -> bool {
        let objective: Objective = objective.parse().unwrap_or(Objective::Score);
        let rank = |worth: Worth| objective.rank(worth.score, worth.left);
        rank(worth) > rank(than)
    }

    fn is_enough(objective: &str, score: i64) -> bool {
        matches!(objective.parse(), Ok(Objective::Target(points)) if score >= points)
    }

    fn solution_json(board: &Board, outcome: &OutcomeOf<Self>) -> Map<String, Value> {
        solution::to_json(board, &outcome.moves)
    }

    fn solution_text(board: &Board, outcome: &OutcomeOf<Self>) -> String {
        solution::to_text(board, &outcome.moves)
    }

    fn hint_json(board: &Board, outcome: &OutcomeOf<Self>) -> Value {
        solution::hint_json(board, &outcome.moves)
    }

    fn is_full_result(_board: &Board, _outcome: &OutcomeOf<Self>) -> bool {
        true
    }

    fn check(board: &Board, solution: &str, expect_score: Option<i64>) -> Result<CheckReport, String> {
        check::check(board, solution, expect_score)
    }

    fn generate(flags: &GenerateFlags, seed: u64, index: usize) -> Result<Board, String> {
        let rules = Rules::preset(presets::PRESET_NAMES[0]).ok_or("no rules to generate by")?;
        generate::board(&Arc::new(rules), (flags.size.rows, flags.size.cols), flags.colours, seed, index as u64)
    }

    fn rules_with_inert(rules: Rules, inert: &[Symbol]) -> Result<Rules, String> {
        adapter::rules_with_inert(rules, inert)
    }

    fn priors() -> Priors {
        adapter::priors()
    }

    fn board_from_symbols(
        rules: &Arc<Rules>,
        symbols: &Grid<Option<Symbol>>,
        _memory: &(),
    ) -> Result<Board, Vec<Problem>> {
        adapter::board_from_symbols(rules, symbols)
    }

    fn expect(board: &Board) -> Grid<Vec<Symbol>> {
        adapter::expect(board)
    }

    fn action(board: &Board, line: &[Move], _manner: &Manner) -> Option<Action> {
        line.first().and_then(|&m| adapter::action(board, m))
    }

    fn tiles_left(board: &Board) -> usize {
        board.left()
    }
}
