//! The calibrations of the practice games with more looks than one picture shows are made from what the games draw. They
//! are held against that here, and written anew where `TILEPILOT_RENEW_CALIBRATIONS` is set.

use image::RgbImage;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tilepilot::calibration::write::{TemplatePaths, looks_with_paths, to_toml};
use tilepilot::calibration::{
    Button, Calibration, FailedSecond, Input, OnEnd, OnStuck, Opens, Reset, Timing, Trigger, VERSION, WindowMatch,
};
use tilepilot::games::Game;
use tilepilot::games::shisen::{Board as Tiles, Shisen};
use tilepilot::games::sokoban::{Board as Level, Sokoban};
use tilepilot::geometry::{Lattice, Point, Rect};
use tilepilot::gesture::{Key, Manner, MouseButton, PushBy, WalkBy};
use tilepilot::grid::{Cell, Grid, Symbol};
use tilepilot::puzzle::Puzzle;
use tilepilot::scene::shisen::{self, ShisenScene};
use tilepilot::scene::sokoban::{self, Levels, SokobanScene};
use tilepilot::scene::{Input as Done, Scene};
use tilepilot::store;
use tilepilot::vision::extend::{Unknown, extend};
use tilepilot::vision::model::ClassModel;
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::survey;
use tilepilot::vision::{LookState, Place};

const NOW: Duration = Duration::ZERO;

/// A model that grows by one picture after the other.
struct Lesson {
    lattice: Lattice,
    model: Option<ClassModel>,
}

impl Lesson {
    fn new(lattice: Lattice) -> Self {
        Self { lattice, model: None }
    }

    /// Learns the tiles of a picture at rest, or the unknown ones of a further picture.
    fn see<G: Game>(&mut self, picture: &RgbImage, truth: &Grid<Symbol>, state: LookState) {
        self.model = Some(match self.model.take() {
            None => survey(picture, &self.lattice, &G::priors(), Some(truth)).unwrap().model,
            Some(model) => {
                let reader = Reader::new(Place { lattice: self.lattice, picture: picture.dimensions() }, model);
                let reading = reader.read(picture, &self.lattice);
                extend(reader.model(), picture, &reading, Some(truth), Unknown::Tiles(state)).0
            }
        });
    }
}

/// What the board shows, cell by cell.
fn truth_of<G: Game>(board: &G::Board) -> Grid<Symbol> {
    G::expect(board).map(|looks| looks.first().copied().unwrap_or(Symbol::EMPTY))
}

fn press(scene: &mut dyn Scene, at: Point) {
    scene.input(Done::Moved(at), NOW);
    scene.input(Done::Pressed(MouseButton::Left), NOW);
    scene.input(Done::Released(MouseButton::Left), NOW);
    scene.input(Done::Left, NOW);
}

/// The buttons that `labels` name, as they look while the pointer is elsewhere.
fn buttons(
    scene: &mut dyn Scene,
    shown: &[(&'static str, Rect)],
    labels: &[(&'static str, &'static str, Opens)],
    paths: &TemplatePaths,
) -> Vec<Button> {
    let picture = scene.draw(NOW);
    let named = |(label, name, opens): &(&'static str, &'static str, Opens)| {
        // The last of two with one label is the overlay's.
        let (_, rect) = shown.iter().rev().find(|(shown, _)| shown == label).unwrap_or_else(|| panic!("no {label}"));
        let (x, y) = (rect.x.round() as u32, rect.y.round() as u32);
        let (width, height) = (rect.width.floor() as u32, rect.height.floor() as u32);
        let rect = Rect::new(f64::from(x), f64::from(y), f64::from(width), f64::from(height));
        let picture = image::imageops::crop_imm(&picture, x, y, width, height).to_image();
        let by = Trigger::Click { template: paths.button(name), rect, picture };
        Button { name: (*name).to_owned(), opens: *opens, by }
    };
    labels.iter().map(named).collect()
}

fn calibration<G: Game>(skin: &str, title: &str, scene: &dyn Scene, lesson: Lesson) -> Calibration {
    Calibration {
        version: VERSION,
        game: G::ID.to_owned(),
        name: format!("practice-{skin}"),
        about: format!("The practice game of tilepilot, skin {skin}: tilepilot practice {} --skin {skin}", G::ID),
        confident: true,
        window: WindowMatch { title: vec![title.to_owned()], app: Some("tilepilot-practice".to_owned()) },
        place: Place { lattice: lesson.lattice, picture: scene.size() },
        model: lesson.model.unwrap(),
        noise: tilepilot::vision::settle::NOISE,
        inert: Vec::new(),
        rules: format!("preset = \"{}\"\n", G::PRESETS[0]),
        input: Input { settle_ms: 0, hold_ms: 10, gap_ms: 0, leave_ms: 0, ..Input::default() },
        timing: Timing::default(),
        buttons: Vec::new(),
        on_end: OnEnd::default(),
        on_stuck: OnStuck::default(),
    }
}

fn paths_of(game: &str, skin: &str) -> TemplatePaths {
    TemplatePaths { folder: format!("../../templates/{game}/practice-{skin}") }
}

fn sokoban_scene(skin: sokoban::Skin, text: &str) -> SokobanScene {
    let levels = Levels::from_text("a level", text).unwrap();
    SokobanScene::new(sokoban::Options { levels, skin, animation: NOW, ..sokoban::Options::default() }).unwrap()
}

fn sokoban_calibration(skin: sokoban::Skin) -> Calibration {
    // Every look that the skin tells apart, on the default size.
    let plain = "__####____\n__#--####_\n###-$---#_\n#--.-@--##\n#--$.---.#\n#--.$-$--#\n##########\n__________";
    let marked = "__####____\n__#--####_\n###-*---#_\n#--.-+--##\n#--$.---*#\n#---$-$--#\n##########\n__________";
    let mut scene = sokoban_scene(skin, plain);
    let mut lesson = Lesson::new(scene.lattice());
    lesson.see::<Sokoban>(&scene.draw(NOW), &truth_of::<Sokoban>(scene.board()), LookState::Normal);
    if skin == sokoban::Skin::Warehouse {
        let mut scene = sokoban_scene(skin, marked);
        lesson.see::<Sokoban>(&scene.draw(NOW), &truth_of::<Sokoban>(scene.board()), LookState::Normal);
    }
    let paths = paths_of(Sokoban::ID, skin.name());
    let standing = scene.buttons(NOW);
    let names = [("undo", "undo", Opens::Undo), ("restart", "restart", Opens::Restart)];
    let mut found = buttons(&mut scene, &standing, &names, &paths);
    let room = format!("##########\n#@$.-----#\n{}##########\n", "#--------#\n".repeat(5));
    let mut won = sokoban_scene(skin, &format!("{room}\n{room}"));
    won.input(Done::Key("Right".parse::<Key>().unwrap()), NOW);
    let overlay = won.buttons(NOW);
    found.extend(buttons(&mut won, &overlay, &[("next level", "next level", Opens::NextLevel)], &paths));
    let focus = Point::new(f64::from(scene.size().0) / 2.0, 6.0);
    let manner = match skin {
        sokoban::Skin::Warehouse => Manner::default(),
        sokoban::Skin::Plain => Manner { walk: WalkBy::WalkTo, push: PushBy::Drag, ..Manner::default() },
    };
    let base = calibration::<Sokoban>(skin.name(), "Sokoban practice", &scene, lesson);
    Calibration {
        input: Input { focus: Some(focus), manner, ..base.input },
        buttons: found,
        on_end: OnEnd { click: vec!["next level".to_owned()] },
        on_stuck: OnStuck { click: vec!["restart".to_owned()], times: 2 },
        ..base
    }
}

/// The kinds of the practice game, as board files write them.
fn shisen_kinds(skin: shisen::Skin) -> Vec<Symbol> {
    let letters = ('A'..='Z').chain('0'..='9').chain('a'..='z');
    letters.take(skin.kinds()).filter_map(Symbol::from_char).collect()
}

fn shisen_scene(skin: shisen::Skin, symbols: &Grid<Symbol>) -> ShisenScene {
    let rules = Arc::new(Shisen::preset("shisen-sho").unwrap());
    let board = Tiles::from_symbols(&rules, symbols).unwrap_or_else(|problems| panic!("{problems:?}"));
    let options = shisen::Options { skin, animation: NOW, line: NOW, ..shisen::Options::default() };
    ShisenScene::with_board(options, board).unwrap()
}

fn shisen_calibration(skin: shisen::Skin) -> Calibration {
    let usual = shisen::Options::default();
    let kinds = shisen_kinds(skin);
    let full =
        Grid::from_fn(usual.rows, usual.cols, |cell| kinds[(cell.row * usual.cols + cell.col) / 2 % kinds.len()]);
    let mut scene = shisen_scene(skin, &full);
    let mut lesson = Lesson::new(scene.lattice());
    lesson.see::<Shisen>(&scene.draw(NOW), &full, LookState::Normal);
    // A pair is left in one place or the other, so that no overlay stands on the empty cells.
    for col in [0, usual.cols - 2] {
        let stays = |cell: Cell| cell.row == 0 && (cell.col == col || cell.col == col + 1);
        let pair = Grid::from_fn(usual.rows, usual.cols, |cell| if stays(cell) { kinds[0] } else { Symbol::EMPTY });
        lesson.see::<Shisen>(&shisen_scene(skin, &pair).draw(NOW), &pair, LookState::Normal);
    }
    for (index, kind) in kinds.iter().enumerate() {
        let cell = Cell::new(2 * index / usual.cols, 2 * index % usual.cols);
        assert_eq!(full[cell], *kind);
        let at = lesson.lattice.centre(cell);
        press(&mut scene, at);
        lesson.see::<Shisen>(&scene.draw(NOW), &full, LookState::Selected);
        press(&mut scene, at);
    }
    let paths = paths_of(Shisen::ID, skin.name());
    let standing = scene.buttons(NOW);
    let mut found = buttons(&mut scene, &standing, &[("Shuffle", "shuffle", Opens::Shuffle)], &paths);
    let pair =
        Grid::from_fn(
            usual.rows,
            usual.cols,
            |cell| {
                if cell.row == 0 && cell.col < 2 { kinds[0] } else { Symbol::EMPTY }
            },
        );
    let mut won = shisen_scene(skin, &pair);
    for col in 0..2 {
        press(&mut won, lesson.lattice.centre(Cell::new(0, col)));
    }
    let overlay = won.buttons(NOW);
    found.extend(buttons(&mut won, &overlay, &[("Next board", "next board", Opens::NextLevel)], &paths));
    let base = calibration::<Shisen>(skin.name(), "Shisen-Sho practice", &scene, lesson);
    Calibration {
        input: Input {
            select_first: true,
            failed_second: FailedSecond::Clear,
            reset: Some(Reset::ClickAgain),
            ..base.input
        },
        timing: Timing { show_ms: 500, ..base.timing },
        buttons: found,
        on_end: OnEnd { click: vec!["next board".to_owned()] },
        on_stuck: OnStuck { click: vec!["shuffle".to_owned()], times: 20 },
        ..base
    }
}

/// Every file of a calibration with its bytes, pictures as their pixels, by the path from the project's folder.
fn files(calibration: &Calibration) -> (String, BTreeMap<String, RgbImage>) {
    let paths = TemplatePaths { folder: format!("../../templates/{}/{}", calibration.game, calibration.name) };
    let mut pictures = BTreeMap::new();
    for class in calibration.model.classes() {
        pictures.extend(looks_with_paths(class, &paths).into_iter().map(|(look, path)| (path, look.picture.clone())));
    }
    pictures.extend(calibration.model.background().map(|behind| (paths.background(), behind.picture.clone())));
    for button in &calibration.buttons {
        if let Trigger::Click { template, picture, .. } = &button.by {
            pictures.insert(template.clone(), picture.clone());
        }
    }
    (to_toml(calibration, &paths), pictures)
}

fn all() -> Vec<Calibration> {
    let sokoban = sokoban::Skin::ALL.into_iter().map(sokoban_calibration);
    sokoban.chain(shisen::Skin::ALL.into_iter().map(shisen_calibration)).collect()
}

#[test]
fn shipped_calibrations_show_what_the_practice_games_draw() {
    let renew = std::env::var_os("TILEPILOT_RENEW_CALIBRATIONS").is_some();
    for calibration in all() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("calibration").join(&calibration.game);
        let file = folder.join(format!("{}.toml", calibration.name));
        let (text, pictures) = files(&calibration);
        if renew {
            store::write(&file, text.as_bytes()).unwrap();
            for (path, picture) in &pictures {
                store::write_picture(&folder.join(path), picture).unwrap();
            }
            continue;
        }
        let shipped = store::read_text(&file).unwrap();
        assert!(shipped == text, "{}: is another one than the game's looks make", file.display());
        for (path, picture) in &pictures {
            let shipped = store::read_picture(&folder.join(path)).unwrap();
            assert!(shipped == *picture, "{path} is another picture than the game draws");
        }
    }
}

/// Reads what a game draws with its calibration: no cell may be wrong or unknown.
fn assert_reads<G: Game>(calibration: &Calibration, scene: &mut dyn Scene, board: &G::Board, what: &str) {
    let picture = scene.draw(NOW);
    let reader = calibration.reader();
    let lattice = reader.locate(&picture).unwrap_or_else(|lost| panic!("{what}: {lost}"));
    let reading = reader.read(&picture, &lattice);
    let expected = G::expect(board);
    assert_eq!((reading.symbols.rows(), reading.symbols.cols()), (expected.rows(), expected.cols()), "{what}");
    for (cell, symbol) in reading.symbols.enumerate() {
        let right = symbol.is_some_and(|symbol| expected[cell].contains(&symbol));
        assert!(right, "{what}: {cell} was read as {symbol:?}, expected {:?}", expected[cell]);
    }
}

#[test]
fn boards_are_read_without_a_wrong_cell() {
    for seed in 0..20 {
        for skin in sokoban::Skin::ALL {
            let levels = Levels::Generated { rows: 8, cols: 10, boxes: 3, seed };
            let mut scene =
                SokobanScene::new(sokoban::Options { levels, skin, ..sokoban::Options::default() }).unwrap();
            let board = scene.board().clone();
            assert_reads::<Sokoban>(&shipped(skin.name()), &mut scene, &board, &format!("{}, {seed}", skin.name()));
        }
        for skin in shisen::Skin::ALL {
            let options = shisen::Options { skin, seed, ..shisen::Options::default() };
            let mut scene = ShisenScene::new(options, Shisen::preset("shisen-sho").unwrap()).unwrap();
            let board = scene.board().clone();
            assert_reads::<Shisen>(&shipped(skin.name()), &mut scene, &board, &format!("{}, {seed}", skin.name()));
        }
    }
}

fn shipped(skin: &str) -> Calibration {
    store::calibrations::load(&format!("practice-{skin}")).unwrap()
}

#[test]
fn a_selected_tile_is_read_as_its_kind_and_as_selected() {
    for skin in shisen::Skin::ALL {
        let options = shisen::Options { skin, seed: 5, ..shisen::Options::default() };
        let mut scene = ShisenScene::new(options, Shisen::preset("shisen-sho").unwrap()).unwrap();
        let calibration = shipped(skin.name());
        let lattice = scene.lattice();
        let symbols = scene.board().symbols();
        for (cell, symbol) in symbols.enumerate() {
            press(&mut scene, lattice.centre(cell));
            let picture = scene.draw(NOW);
            let reading = calibration.reader().read(&picture, &lattice);
            let verdict = reading.cells[cell];
            assert_eq!(
                (reading.symbols[cell], verdict.state),
                (Some(*symbol), LookState::Selected),
                "{} {cell}",
                skin.name()
            );
            press(&mut scene, lattice.centre(cell));
        }
    }
}

#[test]
fn a_level_with_hidden_goals_is_known_from_its_file() {
    let text = "##########\n#@$.-----#\n#-*------#\n##########\n";
    let mut scene = sokoban_scene(sokoban::Skin::Plain, text);
    let calibration = sokoban_calibration(sokoban::Skin::Plain);
    let lattice = scene.lattice();
    let reading = calibration.reader().read(&scene.draw(NOW), &lattice);
    let rules = Arc::new(Sokoban::preset("sokoban").unwrap());
    let problems = Sokoban::board_from_symbols(&rules, &reading.symbols, &Default::default()).unwrap_err();
    assert!(problems.iter().any(|p| p.to_string().contains("--level-file")), "{problems:?}");
    let known = Sokoban::memory_of(&[Level::parse(&rules, text).unwrap()]);
    let board = Sokoban::board_from_symbols(&rules, &reading.symbols, &known).unwrap();
    assert_eq!(Sokoban::tiles_left(&board), 1);
}
