//! Real programs' pictures: what the start picture alone taught is enough to play to the end. The rules play the game, and
//! each cell shows what the program itself drew for it.

use crate::real_pictures::{board_in, picture_at, taught};
use crate::{Case, MS};
use image::RgbImage;
use image::imageops::{crop_imm, replace};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tilepilot::calibration::{OnEnd, OnStuck, WindowMatch};
use tilepilot::desk::sim::GAME_APP;
use tilepilot::games::samegame::{self, SameGame};
use tilepilot::games::shisen::{self, Shisen};
use tilepilot::games::sokoban::Sokoban;
use tilepilot::games::{Game, RulesOf};
use tilepilot::geometry::{Lattice, Point, Rect};
use tilepilot::gesture::{KeyName, MouseButton};
use tilepilot::grid::{Cell, Symbol};
use tilepilot::puzzle::Puzzle;
use tilepilot::scene::{Input, Scene};
use tilepilot::session::Ending;
use tilepilot::vision::Place;

/// What a person's input does to a board; a cell that was clicked before is kept in the last place.
type Play<G> = fn(&mut <G as Game>::Board, &Input, Option<Cell>, &mut Option<Cell>);

/// A program's window as its own pictures show it.
struct Window<G: Game> {
    start: RgbImage,
    lattice: Lattice,
    first: G::Board,
    board: G::Board,
    tiles: HashMap<Symbol, RgbImage>,
    pointer: Option<Point>,
    picked: Option<Cell>,
    play: Play<G>,
}

fn part(picture: &RgbImage, rect: &Rect) -> RgbImage {
    let (x, y) = (rect.x.round() as u32, rect.y.round() as u32);
    crop_imm(picture, x, y, rect.width.round() as u32, rect.height.round() as u32).to_image()
}

impl<G: Game> Scene for Window<G> {
    fn title(&self) -> String {
        "a program".to_owned()
    }

    fn size(&self) -> (u32, u32) {
        self.start.dimensions()
    }

    fn set_scale(&mut self, _: f64) {}

    fn input(&mut self, input: Input, _: Duration) -> bool {
        match input {
            Input::Moved(at) => self.pointer = Some(at),
            Input::Left => self.pointer = None,
            _ => {}
        }
        let before = self.board.clone();
        let cell = self.pointer.and_then(|at| self.lattice.cell_at(at));
        (self.play)(&mut self.board, &input, cell, &mut self.picked);
        self.board != before
    }

    fn draw(&mut self, _: Duration) -> RgbImage {
        let mut picture = self.start.clone();
        let (was, is) = (G::expect(&self.first), G::expect(&self.board));
        for (cell, looks) in is.enumerate().filter(|(cell, looks)| was[*cell].first() != looks.first()) {
            let tile = looks.iter().find_map(|look| self.tiles.get(look)).expect("the pictures show each tile");
            let rect = self.lattice.cell_rect(cell);
            replace(&mut picture, tile, rect.x.round() as i64, rect.y.round() as i64);
        }
        picture
    }

    fn is_animating(&self, _: Duration) -> bool {
        false
    }

    fn truth(&self, _: Duration) -> String {
        format!("; left {}\n{}", G::tiles_left(&self.board), self.board)
    }

    fn wants_to_close(&self) -> bool {
        false
    }
}

/// Plays the program of `calibration` from its start picture to the end. The other pictures show what the first one does not:
/// to the window, not to the bot.
fn plays_on<G: Game>(
    folder: &Path,
    start: &str,
    others: &[&str],
    calibration: &str,
    rules: Option<&str>,
    play: Play<G>,
) {
    let at = |name: &str| folder.join(format!("{name}.png"));
    let text = |name: &str| std::fs::read_to_string(at(name).with_extension("txt")).unwrap();
    let reader = taught::<G>(&at(start)).unwrap();
    let picture = picture_at(&at(start)).unwrap();
    let lattice = reader.locate(&picture).unwrap();
    let mut calibration = tilepilot::store::calibrations::load(calibration).unwrap();
    if let Some(rules) = rules {
        calibration.rules = rules.to_owned();
    }
    let rules: Arc<RulesOf<G>> = Arc::new(G::rules_from_toml(&calibration.rules).unwrap());
    let first = board_in::<G>(&rules, &text(start)).unwrap();
    let mut tiles = HashMap::new();
    for name in [start].iter().chain(others) {
        let shown = picture_at(&at(name)).unwrap();
        let board = G::expect(&board_in::<G>(&rules, &text(name)).unwrap());
        for (cell, looks) in board.enumerate() {
            let tile = || part(&shown, &lattice.cell_rect(cell));
            tiles.entry(looks[0]).or_insert_with(tile);
        }
    }
    calibration.place = Place { lattice, picture: picture.dimensions() };
    calibration.model = reader.model().clone();
    calibration.window = WindowMatch { title: vec!["a program".to_owned()], app: Some(GAME_APP.to_owned()) };
    (calibration.buttons, calibration.on_end, calibration.on_stuck) =
        (Vec::new(), OnEnd::default(), OnStuck::default());
    calibration.timing.show_ms = 0;
    let window =
        Window::<G> { start: picture, lattice, board: first.clone(), first, tiles, pointer: None, picked: None, play };
    let mut case = Case::<G>::new(window, "practice-flat");
    case.calibration = calibration;
    case.search.nodes = Some(200_000);
    case.settings.patience = 60_000 * MS;
    let played = case.run();
    assert_eq!(played.run.ending, Ending::AsPromised, "{start}: {:#?}", played.reports.last());
    assert_eq!(played.end().left.to_string(), played.truth("left"), "{start}");
}

fn click_groups(board: &mut samegame::Board, input: &Input, cell: Option<Cell>, _: &mut Option<Cell>) {
    if let (Input::Released(MouseButton::Left), Some(cell)) = (input, cell)
        && let Some(first) = board.group(cell).into_iter().min()
    {
        let _ = board.play(samegame::Move(first));
    }
}

/// A first click marks a group, a second one takes it away.
fn click_groups_twice(board: &mut samegame::Board, input: &Input, cell: Option<Cell>, picked: &mut Option<Cell>) {
    let (Input::Released(MouseButton::Left), Some(cell)) = (input, cell) else { return };
    let first = board.group(cell).into_iter().min();
    match picked.take() {
        Some(marked) if first == Some(marked) => {
            let _ = board.play(samegame::Move(marked));
        }
        _ => *picked = first,
    }
}

fn click_pairs(board: &mut shisen::Board, input: &Input, cell: Option<Cell>, picked: &mut Option<Cell>) {
    let (Input::Released(MouseButton::Left), Some(to)) = (input, cell) else { return };
    match picked.take() {
        Some(from) if board.play(shisen::Move { from, to }).is_ok() => {}
        _ => *picked = Some(to),
    }
}

fn type_steps(board: &mut <Sokoban as Game>::Board, input: &Input, _: Option<Cell>, _: &mut Option<Cell>) {
    let Input::Key(key) = input else { return };
    let step = match key.name {
        KeyName::Up => "u",
        KeyName::Down => "d",
        KeyName::Left => "l",
        KeyName::Right => "r",
        _ => return,
    };
    let _ = board.play(step.parse().unwrap());
}

fn own(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(folder)
}

/// The larger set, where it is there.
fn larger() -> Option<PathBuf> {
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/games")).filter(|folder| folder.is_dir())
}

const FALLING: &str = "preset = \"shisen-sho\"\nshifts = [\"down\"]\n";

#[test]
fn heaps_are_played_from_a_full_board_to_the_end() {
    let folder = own("samegame");
    let (later, program) = (["sgt-samegame-mid"], "sgt-samegame");
    plays_on::<SameGame>(&folder, "sgt-samegame-start", &later, program, None, click_groups_twice);
    plays_on::<SameGame>(&folder, "klickety-start", &["klickety-mid"], "klickety", None, click_groups);
}

#[test]
fn cards_are_played_from_a_full_board_to_the_end() {
    let empty = ["xshisen-selected"];
    plays_on::<Shisen>(&own("shisen"), "xshisen-start", &empty, "xshisen", None, click_pairs);
    plays_on::<Shisen>(&own("shisen"), "xshisen-gravity-start", &empty, "xshisen", Some(FALLING), click_pairs);
}

#[test]
fn a_level_is_played_though_its_goals_hide_under_boxes() {
    plays_on::<Sokoban>(&own("sokoban"), "xsok-start", &["xsok-mid"], "xsok", None, type_steps);
}

#[test]
fn the_larger_set_is_played_from_start_to_end_where_it_is_there() {
    let Some(folder) = larger() else { return };
    for (start, later, calibration) in [
        ("swell-foop-start", "swell-foop-mid", "swell-foop"),
        ("klickety-ksame-start", "klickety-ksame-mid", "klickety-ksame"),
    ] {
        plays_on::<SameGame>(&folder, start, &[later], calibration, None, click_groups);
    }
    plays_on::<Sokoban>(&folder, "cavepacker-start", &["cavepacker-mid"], "cavepacker", None, type_steps);
}
