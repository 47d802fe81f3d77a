//! What every game must keep to, whichever it is: a new game is tested here by being on the list.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use tilepilot::games::{self, Game, MoveOf, RulesOf, Visitor};
use tilepilot::gesture::Manner;
use tilepilot::grid::{Cell, Grid};
use tilepilot::puzzle::{Puzzle, Status, perft};
use tilepilot::search::{Budget, replay};

/// Runs a check for every game that is listed, and for the null game.
fn for_every_game(check: impl Visitor<Output = usize> + Copy) {
    let listed = games::list().iter().map(|(name, _)| *name);
    for name in listed.chain(["null"]) {
        let boards = games::visit(name, check).unwrap_or_else(|| panic!("{name} is listed and cannot be visited"));
        assert!(boards > 0, "{name}: tests/boards/{name} has no board to test with");
    }
}

/// Title and text of every board in `tests/boards/<game>/`.
fn texts<G: Game>() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/boards").join(G::ID);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let blocks = files.into_iter().flat_map(|file| tilepilot::grid::blocks(&fs::read_to_string(file).unwrap()));
    blocks.map(|block| (block.title.unwrap_or_default(), block.lines.join("\n"))).collect()
}

/// The rules that a title begins with, or the default.
fn rules<G: Game>(title: &str) -> Arc<RulesOf<G>> {
    let name = title.split_whitespace().next().filter(|name| G::PRESETS.contains(name)).unwrap_or(G::PRESETS[0]);
    Arc::new(G::preset(name).unwrap())
}

fn boards<G: Game>() -> Vec<G::Board> {
    let board = |(title, text): (String, String)| {
        G::Board::parse(&rules::<G>(&title), &text).unwrap_or_else(|problems| panic!("{title}\n{text}\n{problems:?}"))
    };
    texts::<G>().into_iter().map(board).collect()
}

fn moves<G: Game>(board: &G::Board) -> Vec<MoveOf<G>> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves
}

#[derive(Clone, Copy)]
struct PerftCounts;

impl Visitor for PerftCounts {
    type Output = usize;
    fn visit<G: Game>(self) -> usize {
        let mut counted = 0;
        for (title, text) in texts::<G>() {
            let Some((_, counts)) = title.split_once(" perft ") else { continue };
            let board = G::Board::parse(&rules::<G>(&title), &text).unwrap();
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                assert_eq!(perft(&board, depth).to_string(), count, "{}: {depth} moves deep from\n{text}", G::ID);
                counted += 1;
            }
        }
        counted
    }
}

#[test]
fn games_are_counted_as_in_the_perft_files() {
    for_every_game(PerftCounts);
}

#[derive(Clone, Copy)]
struct RoundTrips;

impl Visitor for RoundTrips {
    type Output = usize;
    fn visit<G: Game>(self) -> usize {
        let boards = boards::<G>();
        for (board, (title, _)) in boards.iter().zip(texts::<G>()) {
            let rules = rules::<G>(&title);
            let again = G::Board::parse(&rules, &board.to_string()).unwrap();
            assert_eq!(&again, board);
            assert_eq!(moves::<G>(&again), moves::<G>(board), "the order of moves depends on the position alone");
            let read = G::boards(&rules, &format!("; a title\n{board}\n"), None);
            assert_eq!((read.len(), read[0].title.as_deref()), (1, Some("a title")));
            assert_eq!(read[0].board.as_ref().unwrap(), board);
            for m in moves::<G>(board) {
                assert_eq!(m.to_string().parse().ok(), Some(m));
            }
            let seen: Grid<_> = G::expect(board).map(|looks| looks.first().copied());
            let shown = G::board_from_symbols(&rules, &seen, &G::Memory::default()).unwrap();
            assert_eq!(&shown, board, "a picture of the board shows the board");
            let hiding = |hidden: Cell| {
                let unknown = seen.enumerate().map(|(cell, symbol)| if cell == hidden { None } else { *symbol });
                let unknown: Vec<_> = unknown.collect();
                Grid::from_fn(seen.rows(), seen.cols(), |cell| unknown[cell.row * seen.cols() + cell.col])
            };
            // A cell that is not known spoils the board, unless it is no part of it.
            let spoils = |cell| G::board_from_symbols(&rules, &hiding(cell), &G::Memory::default()).is_err();
            assert!(seen.enumerate().any(|(cell, _)| spoils(cell)));
        }
        boards.len()
    }
}

#[test]
fn boards_and_moves_are_read_as_they_are_written() {
    for_every_game(RoundTrips);
}

#[derive(Clone, Copy)]
struct IllegalMoves;

impl Visitor for IllegalMoves {
    type Output = usize;
    fn visit<G: Game>(self) -> usize {
        let boards = boards::<G>();
        let all: Vec<_> = boards.iter().flat_map(moves::<G>).collect();
        let mut refused = 0;
        for board in &boards {
            for &m in &all {
                let mut after = board.clone();
                if after.play(m).is_err() {
                    assert_eq!(&after, board, "{}: {m} was refused and changed the board", G::ID);
                    refused += 1;
                }
            }
            let is_over = board.status() != Status::Ongoing;
            assert_eq!(moves::<G>(board).is_empty(), is_over, "{}:\n{board}", G::ID);
        }
        refused
    }
}

#[test]
fn illegal_moves_are_refused_and_leave_the_position() {
    for_every_game(IllegalMoves);
}

#[derive(Clone, Copy)]
struct Plans;

impl Visitor for Plans {
    type Output = usize;
    fn visit<G: Game>(self) -> usize {
        let boards = boards::<G>();
        for board in &boards {
            for algorithm in G::ALGORITHMS {
                let budget = Budget::of_nodes(300, 0);
                let mut better = None;
                let plan =
                    G::solve(board, algorithm, G::OBJECTIVES[0], &budget, &mut |found| better = Some(found.score));
                let (end, score) = replay(board, &plan.moves).unwrap();
                assert_eq!((score, end.status()), (plan.score, plan.status), "{} {algorithm}", G::ID);
                assert_eq!(better, Some(plan.score), "the best line is handed out");
                assert!(G::tiles_left(&end) <= G::tiles_left(board));
                let mut json = G::solution_json(board, &plan);
                json.insert("board".to_owned(), G::board_json(board));
                let report = G::check(board, &serde_json::Value::Object(json).to_string(), Some(score)).unwrap();
                assert!(report.holds, "{}", report.text);
                assert!(G::check(board, "no solution at all", None).is_err());
                let mut position = board.clone();
                for &m in &plan.moves {
                    assert!(
                        G::action(&position, &[m], &Manner::default())
                            .is_some_and(|a| a.moves == 1 && !a.gestures.is_empty())
                    );
                    position.play(m).unwrap();
                }
            }
        }
        boards.len()
    }
}

#[test]
fn plans_are_replayed_to_what_they_claim() {
    for_every_game(Plans);
}

#[derive(Clone, Copy)]
struct Presets;

impl Visitor for Presets {
    type Output = usize;
    fn visit<G: Game>(self) -> usize {
        assert!(G::preset("no-such-rules").is_none());
        assert!(G::rules_from_toml("no_such_key = 1").is_err());
        for objective in G::OBJECTIVES.iter().filter(|objective| !objective.contains(':')) {
            assert_eq!(G::check_objective(objective), Ok(()));
        }
        assert!(G::check_objective("no-such-objective").is_err());
        for name in G::PRESETS {
            let rules = G::preset(name).unwrap();
            let json = G::rules_json(&rules);
            let again = G::rules_from_toml(&toml::to_string(&json).unwrap()).unwrap();
            assert_eq!(G::rules_json(&again), json, "rules that are printed can be read as a rules file");
        }
        G::PRESETS.len()
    }
}

#[test]
fn every_preset_says_all_its_rules() {
    for_every_game(Presets);
}

#[test]
fn aliases_lead_to_their_game_and_the_null_game_is_not_listed() {
    #[derive(Clone, Copy)]
    struct Name;
    impl Visitor for Name {
        type Output = &'static str;
        fn visit<G: Game>(self) -> &'static str {
            G::ID
        }
    }
    for (name, aliases) in games::list() {
        for known in aliases.iter().chain([name]) {
            assert_eq!(games::visit(known, Name), Some(*name));
        }
    }
    assert_eq!(games::visit("no-such-game", Name), None);
    assert!(games::list().iter().all(|(name, _)| *name != "null"));
}
