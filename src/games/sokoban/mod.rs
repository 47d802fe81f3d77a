//! Sokoban: a figure pushes boxes onto goals, one at a time, and can never pull one back.

mod adapter;
mod band;
mod collection;
pub mod generate;
mod level;
mod lurd;
mod memory;
mod notation;
mod position;
mod rate;
mod roles;
mod rules;
mod solution;
mod solver;
mod step;

pub use band::Band;
pub use level::{Level, MAX_CELLS, Parts};
pub use memory::Memory;
pub use position::Board;
pub use rate::{Rating, Verdict, rate, rate_within};
pub use rules::Rules;
pub use step::{BadStep, Step};

#[cfg(test)]
mod levels_tests;
#[cfg(test)]
mod tests;

use super::asked::BoardSize;
use super::{Action, CheckReport, Game, Guessed, Making, NamedBoard, OutcomeOf, Rated, RulesProblem};
use crate::gesture::Manner;
use crate::grid::{Grid, Symbol};
use crate::puzzle::Problem;
use crate::search::Budget;
use crate::vision::Priors;
use crate::vision::grouping::Grouping;
use clap::builder::PossibleValuesParser;
use generate::{Alike, Spec, Tally};
use serde_json::{Map, Value, json};
use solver::Objective;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Levels that are tried for each one asked for, where many of them are alike.
const MOST_ALIKE: usize = 20;

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sokoban;

/// Flags of `solve` and `check` that this game alone has: none.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SolveFlags {}

/// Flags of `solve` that say how levels are searched.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct SearchFlags {
    /// The bound of algorithms that have one: matching (the default), manhattan or none
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(solver::HEURISTICS), hide_possible_values = true)]
    pub heuristic: Option<String>,
    /// Layers of pruning and parts of the search over features that are left out, to measure what they save
    #[arg(
        long,
        value_name = "NAME[,NAME…]",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(solver::LAYERS.iter().chain(solver::PARTS))
    )]
    pub without: Vec<String>,
}

/// Flags of `generate` that this game alone has.
#[derive(Clone, Debug, clap::Args)]
pub struct GenerateFlags {
    /// Columns and rows of the level, its outer walls among them; 10x8, or those of the band
    #[arg(long, value_name = "COLSxROWS", value_parser = |text: &str| BoardSize::parse(text, "10x8"))]
    pub size: Option<BoardSize>,
    /// How many boxes; 3, or those of the band
    #[arg(long, value_name = "N")]
    pub boxes: Option<usize>,
    /// How hard the levels are
    #[arg(long, value_enum)]
    pub difficulty: Option<Band>,
    /// How many pushes the shortest solution takes; those of the band if not given
    #[arg(long, value_name = "MIN-MAX", value_parser = parse_pushes)]
    pub pushes: Option<Pushes>,
}

/// From how many to how many pushes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushes(pub RangeInclusive<usize>);

fn parse_pushes(text: &str) -> Result<Pushes, String> {
    let number = |part: &str| part.trim().parse::<usize>().ok();
    match text.split_once('-').and_then(|(least, most)| Some((number(least)?, number(most)?))) {
        Some((least, most)) if 0 < least && least <= most => Ok(Pushes(least..=most)),
        _ => Err("expected MIN-MAX, the fewest and the most pushes, such as 20-60".to_owned()),
    }
}

impl GenerateFlags {
    /// Rows, columns and boxes of levels for which nothing more is asked.
    fn plain(&self) -> ((usize, usize), usize) {
        let size = self.size.map_or((8, 10), |size| (size.rows, size.cols));
        (size, self.boxes.unwrap_or(3))
    }

    /// What is asked for, where it is a band or a number of pushes.
    fn spec(&self) -> Option<Spec> {
        let ((rows, cols), boxes) = self.plain();
        let plain = Spec { size: (rows, cols), boxes: boxes..=boxes, pushes: 1..=usize::MAX };
        let mut spec = match (self.difficulty, &self.pushes) {
            (Some(band), _) => Spec::of_band(band),
            (None, Some(_)) => plain,
            (None, None) => return None,
        };
        if let Some(size) = self.size {
            spec.size = (size.rows, size.cols);
        }
        if let Some(boxes) = self.boxes {
            spec.boxes = boxes..=boxes;
        }
        if let Some(Pushes(pushes)) = &self.pushes {
            spec.pushes = pushes.clone();
        }
        Some(spec)
    }
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
    type SearchFlags = SearchFlags;
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

    fn solve_as(
        board: &Board,
        (algorithm, objective): (&str, &str),
        flags: &SearchFlags,
        budget: &Budget,
        better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self> {
        let objective = Objective::parse(objective).unwrap_or(Objective::Any);
        let usual = solver::How::usual(algorithm, objective);
        solver::solve_tuned(board, usual.tuned(flags.heuristic.as_deref(), &flags.without), budget, better)
    }

    const TAKES_FREE_MEMORY: bool = true;
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

    fn hint_text(board: &Board, outcome: &OutcomeOf<Self>) -> String {
        solution::hint_text(board, outcome)
    }

    fn is_full_result(board: &Board, outcome: &OutcomeOf<Self>) -> bool {
        solution::is_solved(board, outcome)
    }

    fn check(board: &Board, solution: &str, expect_score: Option<i64>) -> Result<CheckReport, String> {
        solution::check(board, solution, expect_score)
    }

    fn generate(flags: &GenerateFlags, seed: u64, index: usize) -> Result<Board, String> {
        let rules = Arc::new(Rules);
        let index = index as u64;
        match flags.spec() {
            None => generate::level(&rules, flags.plain().0, flags.plain().1, seed, index),
            Some(spec) => {
                let (mut alike, mut tally) = (Alike::default(), Tally::default());
                generate::made_to_measure(&rules, &spec, (seed, index), &mut alike, &mut tally, &mut |_| ())
                    .map(|(board, ..)| board)
            }
        }
    }

    fn generate_all(
        flags: &GenerateFlags,
        seed: u64,
        count: usize,
        tell: &mut dyn FnMut(Making<'_, Board>) -> bool,
    ) -> Result<(), String> {
        let rules = Arc::new(Rules);
        let (mut alike, mut tally) = (Alike::default(), Tally::default());
        let spec = flags.spec();
        let (mut made, mut index) = (0, 0);
        while made < count {
            let (board, lines) = match &spec {
                None => (generate::level(&rules, flags.plain().0, flags.plain().1, seed, index)?, Vec::new()),
                Some(spec) => {
                    let mut tried = |tally: &Tally| {
                        tell(Making::Tried(tally.to_string()));
                    };
                    let run = (seed, index);
                    let (board, rating, solution) =
                        generate::made_to_measure(&rules, spec, run, &mut alike, &mut tally, &mut tried)?;
                    (board, rate::lines(&rating, &solution))
                }
            };
            index += 1;
            // A small room holds few levels: those that come again are left out for so long as others come.
            if spec.is_none() && !alike.is_new(&board) && index < (count * MOST_ALIKE) as u64 {
                continue;
            }
            made += 1;
            if !tell(Making::Made { board: &board, note: None, lines: &lines }) {
                break;
            }
        }
        Ok(())
    }

    fn rate(board: &Board, budget: &Budget) -> Rated {
        rate::rated(board, budget)
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

    fn board_from_groups(rules: &Arc<Rules>, groupings: &[Grouping]) -> Option<Guessed<Board>> {
        roles::guess(rules, groupings)
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
