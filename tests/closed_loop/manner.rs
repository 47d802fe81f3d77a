//! How a run goes besides its plans: its tempo, moves that are asked for, and how long it lasts.

use crate::MS;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::session::{Ending, Outcome, Report, Tempo};

fn case() -> crate::Case<SameGame> {
    let options = Options { seed: 3, animation: Duration::ZERO, ..Options::default() };
    crate::Case::new(SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap(), "practice-flat")
}

/// The moves that were made, as they are told.
fn made(reports: &[Report]) -> Vec<String> {
    let what = reports.iter().filter_map(|r| match r {
        Report::Act { what, .. } => Some(what.clone()),
        _ => None,
    });
    what.collect()
}

#[test]
fn presses_follow_each_other_in_the_tempo_that_was_asked_for() {
    let mut case = case();
    case.settings.tempo = Some(Tempo { shortest: 400 * MS, longest: 900 * MS, seed: 1 });
    let played = case.run();
    played.assert_as_promised();
    let presses = played.desk.presses();
    let gaps: Vec<Duration> = presses.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    // The gesture itself takes a few milliseconds, as long for one press as for the next.
    assert!(gaps.iter().all(|gap| *gap >= 395 * MS && *gap <= 1000 * MS), "{gaps:?}");
    let (least, most) = (gaps.iter().min().unwrap(), gaps.iter().max().unwrap());
    assert!(*most - *least > 150 * MS, "a spread: {gaps:?}");
}

#[test]
fn each_move_is_asked_for_and_made_only_when_granted() {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let questions = asked.clone();
    let mut case = case();
    case.settings.step = true;
    let mut calls = 0;
    case.consent = Some(Box::new(move |number, what, _| {
        calls += 1;
        // A person takes a while over each question.
        if calls % 4 != 0 {
            return None;
        }
        questions.borrow_mut().push((number, what.to_owned()));
        Some(number < 4)
    }));
    let played = case.run();
    assert_eq!(played.run.ending, Ending::Interrupted);
    assert_eq!(played.end().outcome, Outcome::Interrupted);
    let asked = asked.borrow();
    assert_eq!(asked.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(made(&played.reports), asked[..3].iter().map(|(_, what)| what.clone()).collect::<Vec<_>>());
    assert_eq!(played.desk.presses().len(), 3);
}

#[test]
fn a_run_where_nobody_can_be_asked_presses_nothing() {
    let mut case = case();
    case.settings.step = true;
    let played = case.run();
    assert_eq!((played.run.ending.clone(), played.desk.presses().len()), (Ending::Interrupted, 0));
}

#[test]
fn games_follow_each_other_for_as_long_as_was_asked_and_the_last_is_played_to_its_end() {
    let mut case = case();
    case.settings.games = usize::MAX;
    case.settings.lasts = Some(4 * Duration::from_secs(1));
    let played = case.run();
    let end = played.end();
    assert!(end.games >= 2, "{end:?}");
    assert_eq!(played.run.ending, Ending::AsPromised, "{:#?}", played.reports);
    assert_eq!(played.count(|r| matches!(r, Report::Game { .. })), end.games);
}

#[test]
fn a_run_that_lasts_no_longer_than_its_first_game_plays_that_one_alone() {
    let mut case = case();
    case.settings.games = usize::MAX;
    case.settings.lasts = Some(MS);
    let played = case.run();
    played.assert_as_promised();
    assert_eq!(played.end().games, 1);
}
