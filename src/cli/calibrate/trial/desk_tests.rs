//! What is learned by trying, on a simulated desk with practice games.

use super::*;
use crate::calibration::edit::Draft;
use crate::calibration::{Calibration, FailedSecond, Input, Reset, Timing};
use crate::desk::sim::{Faults, GAME_WINDOW, Setup, SimDesk};
use crate::desk::{Clock, Pointer, Screen};
use crate::games::samegame::SameGame;
use crate::games::shisen::Shisen;
use crate::geometry::Point;
use crate::scene::samegame::{self, SameGameScene};
use crate::scene::shisen::{self, FailedSecond as Scene2nd, ShisenScene};
use crate::scene::{Input as SceneInput, Scene, Skin};
use crate::store::calibrations;
use crate::vision::model::ClassModel;
use image::{Rgb, RgbImage};

const MS: Duration = Duration::from_millis(1);
const PLAIN: &str = "preset = \"shisen-sho\"\n";

/// What a person has who calibrated the start picture of the desk's game and no more: tiles at rest, as they stand.
fn from_a_picture(name: &str, desk: &SimDesk) -> Learned {
    let known = calibrations::load(name).unwrap();
    let mut classes = known.model.classes().to_vec();
    for class in &mut classes {
        class.looks.retain(|look| class.symbol != Symbol::EMPTY && look.state == LookState::Normal);
    }
    classes.retain(|class| !class.looks.is_empty());
    let model = ClassModel::new(classes, None, known.model.thresholds());
    let input = Input { hold_ms: 10, ..Input::default() };
    let calibration = Calibration { model, input, timing: Timing::default(), buttons: Vec::new(), ..known };
    let draft = Draft { symbols: standing(desk), inert: Vec::new(), kept: Vec::new(), buttons: Vec::new() };
    Learned::of(calibration, Vec::new(), Some(draft))
}

/// What stands on the board now.
fn standing(desk: &SimDesk) -> Grid<Symbol> {
    let truth = desk.truth();
    let rows = truth.lines().filter(|line| !line.starts_with(';') && !line.is_empty());
    let symbol = |c| Symbol::from_char(c).unwrap();
    Grid::from_rows(rows.map(|row| row.chars().map(symbol).collect()).collect()).unwrap()
}

fn shisen_desk(options: shisen::Options, rules: &str, faults: Faults) -> SimDesk {
    let scene = ShisenScene::new(options, Shisen::rules_from_toml(rules).unwrap()).unwrap();
    SimDesk::new(Box::new(scene), Setup { faults, ..Setup::default() })
}

fn options() -> shisen::Options {
    shisen::Options { seed: 3, ..shisen::Options::default() }
}

fn try_shisen(desk: &SimDesk, learned: Learned) -> Learned {
    tried_until::<Shisen, _>(&mut || Ok(desk.clone()), None, learned, &StopFlag::default()).unwrap()
}

/// Nothing went elsewhere, and nothing is left selected.
fn assert_clean(desk: &SimDesk) {
    assert!(desk.presses().iter().all(|press| press.window == Some(GAME_WINDOW)));
    // The last removal is still shown when it has been read.
    desk.clone().wait(MS * 1000);
    let truth = desk.truth();
    assert!(truth.contains(" phase playing "), "{truth}");
    assert!(desk.buttons_down().is_empty() && desk.keys_down().is_empty() && desk.keys_elsewhere() == 0);
}

/// Whether a line was told that says so.
fn told(learned: &Learned, part: &str) -> bool {
    learned.told.iter().any(|line| line.contains(part))
}

/// A hand on a practice game of which the start picture was calibrated.
fn probe_of(name: &str, desk: &SimDesk) -> (Probe<SimDesk>, Learned) {
    let learned = from_a_picture(name, desk);
    let probe = Probe::new(desk.clone(), None, &learned.calibration, &StopFlag::default()).unwrap();
    (probe, learned)
}

#[test]
fn what_a_failed_second_click_leaves_selected_is_learned_and_taken_back() {
    for (does, known, words) in [
        (Scene2nd::Clear, FailedSecond::Clear, "leaves nothing selected"),
        (Scene2nd::KeepFirst, FailedSecond::KeepFirst, "leaves the first tile selected; one more click"),
        (Scene2nd::KeepSecond, FailedSecond::KeepSecond, "leaves the second tile selected; one more click"),
    ] {
        for lose_press_every in [None, Some(2), Some(3), Some(4)] {
            let faults = Faults { lose_press_every, ..Faults::default() };
            let desk = shisen_desk(shisen::Options { failed_second: does, ..options() }, PLAIN, faults);
            let (mut probe, mut learned) = probe_of("practice-mahjong", &desk);
            second::tried::<Shisen, _>(&mut probe, &mut learned).unwrap();
            assert_eq!(learned.doubts, Vec::<String>::new(), "{does:?}, {lose_press_every:?}");
            let input = &learned.calibration.input;
            assert_eq!((input.failed_second, input.select_first), (known, true), "{does:?}, {lose_press_every:?}");
            assert_eq!(input.reset, (known != FailedSecond::Clear).then_some(Reset::ClickAgain));
            assert!(told(&learned, words), "{:?}", learned.told);
            let marks = learned.calibration.model.classes().iter().flat_map(|class| &class.looks);
            assert_eq!(marks.filter(|look| look.state == LookState::Selected).count(), 1);
            assert_clean(&desk);
            assert!(desk.truth().contains(" stray 0 ") && desk.truth().contains("move 0 "), "{}", desk.truth());
        }
    }
}

#[test]
fn the_shift_rule_is_told_from_a_few_moves_and_written() {
    let shifts = ["none", "down", "up", "left", "horizontal-out", "vertical-in", "down,left"];
    for (shift, stated) in shifts.into_iter().map(|shift| (shift, "")).chain([("none", "shifts = 'down'\n")]) {
        let desk = shisen_desk(options(), &format!("{PLAIN}shifts = \"{shift}\""), Faults::default());
        let (mut probe, mut learned) = probe_of("practice-mahjong", &desk);
        learned.calibration.rules = format!("{PLAIN}{stated}");
        shift::tried::<Shisen, _>(&mut probe, &mut learned).unwrap();
        assert_eq!(learned.doubts, Vec::<String>::new(), "{shift}");
        let [found, truth] = [&learned.calibration.rules, &format!("{PLAIN}shifts = \"{shift}\"")]
            .map(|text| Shisen::rules_from_toml(text).unwrap());
        assert_eq!(found, truth, "{shift}: {:?}", learned.told);
        assert!(learned.calibration.rules.contains("preset = \"shisen-sho\""), "{}", learned.calibration.rules);
        let is_kept = learned.calibration.rules == format!("{PLAIN}{stated}");
        assert_eq!(is_kept, shift == "none" && stated.is_empty(), "{shift}: {}", learned.calibration.rules);
        assert!(told(&learned, if is_kept { "brought what the rules state" } else { "told the rules: shifts" }));
        assert_clean(&desk);
        let moves: usize = desk.truth().split(' ').nth(2).unwrap().parse().unwrap();
        assert!((1..=12).contains(&moves) && desk.truth().contains(" stray 0 "), "{shift}: {}", desk.truth());
    }
}

#[test]
fn all_of_it_is_learned_in_one_go_in_every_skin_though_clicks_are_lost() {
    use FailedSecond::{Clear, KeepFirst, KeepSecond};
    let does = [
        (Scene2nd::Clear, Clear, "down"),
        (Scene2nd::KeepFirst, KeepFirst, "left"),
        (Scene2nd::KeepSecond, KeepSecond, "none"),
    ];
    for (skin, (failed_second, known, shift)) in shisen::Skin::ALL.into_iter().zip(does) {
        let faults = Faults { lose_press_every: Some(7), ..Faults::default() };
        let options = shisen::Options { skin, failed_second, ..options() };
        let desk = shisen_desk(options, &format!("{PLAIN}shifts = \"{shift}\""), faults);
        let learned = try_shisen(&desk, from_a_picture(&format!("practice-{}", skin.name()), &desk));
        assert_eq!(learned.doubts, Vec::<String>::new(), "{}", skin.name());
        let rules = Shisen::rules_from_toml(&learned.calibration.rules).unwrap();
        assert_eq!(rules, Shisen::rules_from_toml(&format!("{PLAIN}shifts = \"{shift}\"")).unwrap());
        let input = &learned.calibration.input;
        assert_eq!((input.failed_second, input.select_first, input.clicks), (known, true, 1));
        assert_eq!(hover_looks(&learned).len(), 28, "{}: {:?}", skin.name(), learned.told);
        assert!(told(&learned, "moves, 1 click(s) on a tile, shown after "), "{:?}", learned.told);
        assert_clean(&desk);
        // The board that is left is read by what was learned.
        let picture = desk.clone().capture(GAME_WINDOW).unwrap();
        let reader = learned.calibration.reader();
        let reading = reader.read(&picture.pixels, &reader.locate(&picture.pixels).unwrap());
        let truth = standing(&desk);
        assert!(reading.symbols.enumerate().all(|(cell, seen)| seen.is_none_or(|seen| seen == truth[cell])));
        assert!(reading.unknown() <= 2, "{}: {} unknown", skin.name(), reading.unknown());
    }
}

#[test]
fn a_shift_that_no_rule_explains_and_pairs_that_are_refused_are_doubts_and_nothing_is_written() {
    // The program joins no tiles around the board: what the rules allow is refused now and then.
    let inside = "preset = \"lianliankan-inside\"\nshifts = \"down\"";
    let desk = shisen_desk(options(), inside, Faults::default());
    let (mut probe, mut learned) = probe_of("practice-mahjong", &desk);
    shift::tried::<Shisen, _>(&mut probe, &mut learned).unwrap();
    let open = |learned: &Learned| learned.doubts.iter().any(|doubt| doubt.contains("how tiles shift stays open"));
    assert!(learned.calibration.rules.contains("down") || open(&learned), "{:?}", learned.doubts);
    // Two tiles stand elsewhere than is known: what the moves bring is explained by no shift.
    let desk = shisen_desk(options(), PLAIN, Faults::default());
    let (mut probe, mut learned) = probe_of("practice-mahjong", &desk);
    let symbols = &mut learned.draft.as_mut().unwrap().symbols;
    let (a, b) = (Cell::new(0, 0), Cell::new(4, 7));
    (symbols[a], symbols[b]) = (symbols[b], symbols[a]);
    shift::tried::<Shisen, _>(&mut probe, &mut learned).unwrap();
    assert!(open(&learned), "{:?}", learned.doubts);
    assert_eq!(learned.calibration.rules, calibrations::load("practice-mahjong").unwrap().rules);
}

#[test]
fn a_hand_on_the_mouse_ends_the_trial_and_what_was_learned_stays() {
    let (mut stopped, mut seconds) = (0, 0);
    for at in [300, 5_000, 14_000, 18_000, 21_000, 24_000, 40_000] {
        let faults = Faults { user_moves: vec![(MS * at, (-900, 700))], ..Faults::default() };
        let desk = shisen_desk(shisen::Options { failed_second: Scene2nd::KeepFirst, ..options() }, PLAIN, faults);
        let mut learned = from_a_picture("practice-mahjong", &desk);
        learned.calibration.input.failed_second = FailedSecond::KeepSecond;
        let before = learned.calibration.clone();
        let learned = try_shisen(&desk, learned);
        let is_told = learned.doubts.iter().any(|doubt| doubt.contains("the mouse was moved by hand"));
        // Later on the moves are played, and the run waits for the hand.
        assert_eq!(is_told, !told(&learned, "click(s)"), "{at}: {:?} {:?}", learned.doubts, learned.told);
        stopped += usize::from(is_told);
        let after = &learned.calibration;
        let is_learned = told(&learned, "leaves the first tile");
        assert_eq!(after.input.failed_second == FailedSecond::KeepSecond, !is_learned, "{at}: {:?}", learned.told);
        seconds += usize::from(is_learned);
        assert!(after.model.classes().len() >= before.model.classes().len());
        assert_eq!((after.input.clicks, after.input.hold_ms), (1, 10));
        assert!(desk.presses().iter().all(|press| press.window == Some(GAME_WINDOW)));
        assert!(desk.buttons_down().is_empty());
    }
    assert!(stopped >= 4 && seconds >= 1, "{stopped} were stopped, {seconds} of them late");
}

#[test]
fn a_trial_that_is_stopped_presses_nothing_and_keeps_what_is_known() {
    let desk = samegame_desk(samegame::Options { clicks: 2, ..small() }, |scene| scene);
    let learned = from_a_picture("practice-flat", &desk);
    let stop = StopFlag::default();
    stop.stop();
    let looks = |learned: &Learned| learned.calibration.model.classes().to_vec();
    let before = looks(&learned);
    let after = tried_until::<SameGame, _>(&mut || Ok(desk.clone()), None, learned, &stop).unwrap();
    assert!(desk.presses().is_empty());
    assert!(after.doubts[0].contains("stopped"), "{:?}", after.doubts);
    assert_eq!(looks(&after), before);
    assert_eq!(after.calibration.input.clicks, 1);
}

fn small() -> samegame::Options {
    samegame::Options { seed: 3, rows: 8, cols: 9, colours: 4, animation: 60 * MS, ..samegame::Options::default() }
}

fn samegame_desk<S: Scene + 'static>(options: samegame::Options, wrap: impl FnOnce(SameGameScene) -> S) -> SimDesk {
    let scene = SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap();
    SimDesk::new(Box::new(wrap(scene)), Setup::default())
}

fn try_samegame(desk: &SimDesk, skin: Skin) -> Learned {
    let learned = from_a_picture(&format!("practice-{}", skin.name()), desk);
    tried_until::<SameGame, _>(&mut || Ok(desk.clone()), None, learned, &StopFlag::default()).unwrap()
}

fn hover_looks(learned: &Learned) -> Vec<Symbol> {
    let hovered = |class: &&crate::vision::model::Class| class.looks.iter().any(|l| l.state == LookState::Hover);
    learned.calibration.model.classes().iter().filter(hovered).map(|class| class.symbol).collect()
}

/// Rests the pointer on each cell in turn and reads the board.
fn assert_read_under_the_pointer(desk: &SimDesk, learned: &Learned, cells: impl Iterator<Item = Cell>) {
    let mut hand = desk.clone();
    let (reader, truth) = (learned.calibration.reader(), standing(desk));
    let lattice = learned.calibration.place.lattice;
    for cell in cells {
        let (window, at) = (desk.game_rect(), lattice.centre(cell));
        let (x, y) = Point::new(window.x + at.x, window.y + at.y).round();
        hand.move_to(x, y).unwrap();
        let picture = hand.capture(GAME_WINDOW).unwrap();
        let reading = reader.read(&picture.pixels, &lattice);
        let seen = reading.symbols[cell];
        assert_eq!(seen, Some(truth[cell]), "under the pointer at {cell}");
    }
}

#[test]
fn tiles_are_known_under_the_pointer_in_every_skin_of_samegame() {
    for skin in Skin::ALL {
        let options = samegame::Options { skin, ..samegame::Options::default() };
        let desk = samegame_desk(options, |scene| scene);
        let (mut probe, mut learned) = probe_of(&format!("practice-{}", skin.name()), &desk);
        let symbols = learned.draft.as_ref().unwrap().symbols.clone();
        hover::tried(&mut probe, &mut learned).unwrap();
        assert!(desk.presses().is_empty());
        assert_eq!(hover_looks(&learned).len(), 5, "{}: {:?}", skin.name(), learned.told);
        assert!(told(&learned, "5 of 5 kinds look otherwise under the pointer"), "{:?}", learned.told);
        assert_read_under_the_pointer(&desk, &learned, symbols.enumerate().map(|(cell, _)| cell));
    }
}

#[test]
fn tiles_are_known_under_the_pointer_in_shisen() {
    for skin in shisen::Skin::ALL {
        let desk = shisen_desk(shisen::Options { skin, ..options() }, PLAIN, Faults::default());
        let (mut probe, mut learned) = probe_of(&format!("practice-{}", skin.name()), &desk);
        let symbols = learned.draft.as_ref().unwrap().symbols.clone();
        hover::tried(&mut probe, &mut learned).unwrap();
        assert!(desk.presses().is_empty());
        assert!(told(&learned, "28 of 28 kinds look otherwise"), "{}: {:?}", skin.name(), learned.told);
        assert_read_under_the_pointer(&desk, &learned, symbols.enumerate().map(|(cell, _)| cell));
    }
}

/// A game that shows nothing under the pointer, or a pointer in its picture.
struct Unmoved<S> {
    scene: S,
    pointer: Option<Point>,
    draws_pointer: bool,
}

impl<S: Scene> Scene for Unmoved<S> {
    fn title(&self) -> String {
        self.scene.title()
    }

    fn size(&self) -> (u32, u32) {
        self.scene.size()
    }

    fn set_scale(&mut self, scale: f64) {
        self.scene.set_scale(scale);
    }

    fn input(&mut self, input: SceneInput, now: Duration) -> bool {
        match input {
            SceneInput::Moved(at) => self.pointer = Some(at),
            SceneInput::Left => self.pointer = None,
            _ => {}
        }
        self.scene.input(input, now)
    }

    fn draw(&mut self, now: Duration) -> RgbImage {
        self.scene.input(SceneInput::Left, now);
        let mut picture = self.scene.draw(now);
        let Some(at) = self.pointer else { return picture };
        self.scene.input(SceneInput::Moved(at), now);
        for (right, down) in (0..12).flat_map(|down| (0..=down).map(move |right| (right, down))) {
            let (x, y) = (at.x as u32 + right, at.y as u32 + down);
            if self.draws_pointer && x < picture.width() && y < picture.height() {
                picture.put_pixel(x, y, Rgb([250; 3]));
            }
        }
        picture
    }

    fn is_animating(&self, now: Duration) -> bool {
        self.scene.is_animating(now)
    }

    fn truth(&self, now: Duration) -> String {
        self.scene.truth(now)
    }

    fn wants_to_close(&self) -> bool {
        self.scene.wants_to_close()
    }
}

#[test]
fn no_look_under_the_pointer_is_learned_where_there_is_none_or_only_a_pointer_is_drawn() {
    for draws_pointer in [false, true] {
        let desk = samegame_desk(small(), |scene| Unmoved { scene, pointer: None, draws_pointer });
        let learned = try_samegame(&desk, Skin::Flat);
        assert_eq!(learned.doubts, Vec::<String>::new());
        assert_eq!(hover_looks(&learned), []);
        assert!(told(&learned, "tiles look no other way under the pointer"), "{:?}", learned.told);
        assert!(told(&learned, "3 moves, 1 click(s)"), "{:?}", learned.told);
    }
}

#[test]
fn clicks_are_counted_in_samegame_and_nothing_is_tried_that_is_none_of_its_ways() {
    for clicks in [1, 2] {
        let desk = samegame_desk(samegame::Options { clicks, ..small() }, |scene| scene);
        let learned = try_samegame(&desk, Skin::Flat);
        assert_eq!(learned.doubts, Vec::<String>::new());
        assert_eq!(learned.calibration.input.clicks, clicks);
        assert_eq!(learned.told.len(), 2, "{:?}", learned.told);
        assert_eq!(hover_looks(&learned).len(), 4);
        assert_eq!(learned.calibration.input.failed_second, FailedSecond::default());
        assert_eq!(learned.calibration.rules, calibrations::load("practice-flat").unwrap().rules);
        assert!(desk.truth().contains("move 3 ") || desk.truth().contains("move 4 "), "{}", desk.truth());
    }
}
