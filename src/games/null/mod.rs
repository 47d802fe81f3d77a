//! The smallest game there can be: a row of tiles, of which any one may be taken. It is always built and tested and
//! never offered to people; it shows what a new game has to bring. Copy this folder, then add one line to
//! [`LIST`](super::list) and one to [`visit`](super::visit).
//!
//! A larger game splits its parts into files: `rules`, `position`, `notation`, `solver/`, `generate`, `adapter`.

mod position;

pub use position::{BadTake, NullRules, Row, Take};

use super::{Action, CheckReport, Game, NamedBoard, OutcomeOf, RulesProblem};
use crate::gesture::{Gesture, Manner};
use crate::grid::{Cell, Grid, Symbol, blocks};
use crate::puzzle::{Problem, Puzzle};
use crate::search::{Budget, Outcome, replay};
use crate::vision::{Priors, Shape};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Null;

/// Flags of `solve` that this game alone has: none.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SolveFlags {}

/// Flags of `generate` that this game alone has.
#[derive(Clone, Debug, clap::Args)]
pub struct GenerateFlags {
    /// Tiles in the row
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub tiles: usize,
}

impl Game for Null {
    const ID: &'static str = "null";
    const ALIASES: &'static [&'static str] = &[];
    const PRESETS: &'static [&'static str] = &["null"];
    const ALGORITHMS: &'static [&'static str] = &["leftmost"];
    const OBJECTIVES: &'static [&'static str] = &["clear"];

    type Board = Row;
    type Memory = ();
    type SolveFlags = SolveFlags;
    type SearchFlags = super::NoFlags;
    type GenerateFlags = GenerateFlags;

    fn preset(name: &str) -> Option<NullRules> {
        (name == "null").then(NullRules::default)
    }

    fn rules_from_toml(text: &str) -> Result<NullRules, Vec<RulesProblem>> {
        toml::from_str(text).map_err(|e| vec![RulesProblem { span: e.span(), message: e.message().to_owned() }])
    }

    fn apply_flags(rules: NullRules, _flags: &SolveFlags) -> NullRules {
        rules
    }

    fn rules_json(rules: &NullRules) -> Value {
        json!(rules)
    }

    fn boards(rules: &Arc<NullRules>, text: &str, empty: Option<&str>) -> Vec<NamedBoard<Row>> {
        let read = |lines: &[String]| {
            let text = lines.join("\n");
            Row::parse(rules, &empty.filter(|e| !e.is_empty()).map_or_else(|| text.clone(), |e| text.replace(e, ".")))
        };
        blocks(text)
            .into_iter()
            .map(|block| NamedBoard { title: block.title.clone(), board: read(&block.lines), block })
            .collect()
    }

    fn board_json(board: &Row) -> Value {
        json!([board.to_string()])
    }

    fn check_objective(objective: &str) -> Result<(), String> {
        let known = Self::OBJECTIVES.contains(&objective);
        if known { Ok(()) } else { Err(format!("objective {objective:?} is unknown; expected clear")) }
    }

    fn solve(
        board: &Row,
        _algorithm: &str,
        _objective: &str,
        _budget: &Budget,
        better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self> {
        let (mut end, mut moves, mut score, mut next) = (board.clone(), Vec::new(), 0, Vec::new());
        loop {
            next.clear();
            end.legal_moves(&mut next);
            let Some(&first) = next.first() else { break };
            let Ok(gain) = end.play(first) else { break };
            score += gain;
            moves.push(first);
        }
        let nodes = moves.len() as u64;
        let score = score + end.end_bonus();
        let outcome = Outcome { moves, score, status: end.status(), proven: true, nodes, algorithm: "leftmost" };
        better(&outcome);
        outcome
    }

    fn solution_json(board: &Row, outcome: &OutcomeOf<Self>) -> Map<String, Value> {
        let left = replay(board, &outcome.moves).map_or(0, |(end, _)| end.tiles());
        let mut keys = Map::new();
        keys.insert("outcome".to_owned(), json!(if left == 0 { "cleared" } else { "stuck" }));
        keys.insert("score".to_owned(), json!(outcome.score));
        keys.insert("left".to_owned(), json!(left));
        keys.insert("moves".to_owned(), json!(outcome.moves.iter().map(|take| take.0).collect::<Vec<_>>()));
        keys
    }

    fn solution_text(_board: &Row, outcome: &OutcomeOf<Self>) -> String {
        outcome.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn hint_json(_board: &Row, outcome: &OutcomeOf<Self>) -> Value {
        outcome.moves.first().map_or(Value::Null, |take| json!(take.0))
    }

    fn is_full_result(board: &Row, outcome: &OutcomeOf<Self>) -> bool {
        replay(board, &outcome.moves).is_ok_and(|(end, _)| end.tiles() == 0)
    }

    fn check(board: &Row, solution: &str, expect_score: Option<i64>) -> Result<CheckReport, String> {
        let moves: Result<Vec<Take>, String> = match serde_json::from_str::<Value>(solution) {
            Ok(value) if value["moves"].is_array() => value["moves"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|m| m.to_string().parse().map_err(|e: BadTake| e.to_string()))
                .collect(),
            _ => solution.split_whitespace().map(|m| m.parse().map_err(|e: BadTake| e.to_string())).collect(),
        };
        Ok(match replay(board, &moves?) {
            Err((i, refused)) => CheckReport { holds: false, text: format!("move {}: {refused}", i + 1) },
            Ok((end, score)) => {
                let holds = end.tiles() == 0 && expect_score.is_none_or(|expected| expected == score);
                CheckReport { holds, text: format!("score {score}, {} tiles left", end.tiles()) }
            }
        })
    }

    fn generate(flags: &GenerateFlags, _seed: u64, _index: usize) -> Result<Row, String> {
        let row = "o".repeat(flags.tiles.min(position::MAX_TILES + 1));
        Row::parse(&Arc::new(NullRules::default()), &row)
            .map_err(|_| format!("--tiles {}: a row has 1 to {} tiles", flags.tiles, position::MAX_TILES))
    }

    fn priors() -> Priors {
        Priors {
            rows: 1..=1,
            cols: 1..=position::MAX_TILES,
            kinds: 1..=1,
            colour_decides: true,
            falls: false,
            shape: Shape::Heap,
        }
    }

    fn board_from_symbols(
        rules: &Arc<NullRules>,
        symbols: &Grid<Option<Symbol>>,
        _memory: &(),
    ) -> Result<Row, Vec<Problem>> {
        let unknown: Vec<Problem> = symbols
            .enumerate()
            .filter(|(_, symbol)| symbol.is_none())
            .map(|(cell, _)| Problem::at(cell, "the cell is unknown"))
            .collect();
        if !unknown.is_empty() {
            return Err(unknown);
        }
        let row = |row: usize| symbols.row(row).iter().flatten().map(Symbol::as_str).collect::<String>();
        Row::parse(rules, &(0..symbols.rows()).map(row).collect::<Vec<_>>().join("\n"))
    }

    fn expect(board: &Row) -> Grid<Vec<Symbol>> {
        let text: Vec<char> = board.to_string().chars().collect();
        Grid::from_fn(1, text.len(), |cell| vec![Symbol::from_char(text[cell.col]).unwrap_or(Symbol::EMPTY)])
    }

    fn action(_board: &Row, line: &[Take], _manner: &Manner) -> Option<Action> {
        let click = |take: &Take| Action { moves: 1, gestures: vec![Gesture::click(Cell::new(0, take.0))] };
        line.first().map(click)
    }

    fn tiles_left(board: &Row) -> usize {
        board.tiles()
    }
}
