//! Searching on while a line is played: what it changes, what it leaves alone, and that a run with it can be replayed.

use crate::MS;
use std::sync::Arc;
use std::time::Duration;
use tilepilot::desk::sim::SimDesk;
use tilepilot::driver::Driver;
use tilepilot::games::Game;
use tilepilot::games::samegame::{Board, Move, Rules, SameGame};
use tilepilot::puzzle::Puzzle;
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::search::{Budget, Outcome, Worth, replay};
use tilepilot::session::{Effect, Event, Observer, Report, Session, Settings};

type Case = crate::Case<SameGame>;
type Step = (Duration, Option<Event<Move>>, Vec<Effect<Board>>);

/// Every step of a run.
#[derive(Default)]
struct Steps(Vec<Step>);

impl Observer<Move, Board> for Steps {
    fn step(&mut self, now: Duration, event: Option<&Event<Move>>, effects: &[Effect<Board>]) {
        self.0.push((now, event.cloned(), effects.to_vec()));
    }
}

fn rules() -> Arc<Rules> {
    Arc::new(SameGame::preset("popstar").unwrap())
}

/// A board whose first plan is the greedy line, so that searching on finds better ones.
fn case(search_on: bool) -> Case {
    let options = Options { seed: 3, animation: 200 * MS, ..Options::default() };
    let mut case =
        Case::new(SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap(), "practice-flat");
    case.settings.search_on = search_on;
    case.search.algorithm = "greedy".to_owned();
    case
}

fn session(case: &Case) -> Session<SameGame> {
    let settings: Settings = case.settings.clone();
    Session::new(settings, case.calibration.clone(), rules(), ())
}

/// Plays a case: its steps, and the reports.
fn played(case: Case) -> (Vec<Step>, Vec<Report>) {
    let session = session(&case);
    let mut steps = Steps::default();
    let mut reports = Vec::new();
    let mut report = |_: Duration, r: &Report, _: Option<&_>| reports.push(r.clone());
    let desk = SimDesk::new(case.scene, case.setup);
    let wanted = case.calibration.window.clone();
    let driver = Driver::new(desk, session, wanted, case.search, case.stop, &mut report);
    driver.observed_by(&mut steps).run();
    (steps.0, reports)
}

/// The search that the effects begin ahead of the line: its number, its position and what the line comes to from there.
fn search_on(effects: &[Effect<Board>]) -> Option<(u64, &Board, Worth)> {
    effects.iter().find_map(|effect| match effect {
        Effect::SearchOn { id, board, worth, .. } => Some((*id, board, *worth)),
        _ => None,
    })
}

fn better(board: &Board, than: Worth) -> Outcome<Move> {
    let found = SameGame::solve(board, "beam", "score", &Budget::of_nodes(3000, 0), &mut |_| ());
    assert!(found.score > than.score, "the search finds more than the greedy line");
    found
}

/// Feeds the steps of a run to a new session up to the one whose effects begin a search ahead; the index of the next one.
fn until_searched_on(session: &mut Session<SameGame>, steps: &[Step]) -> usize {
    for (index, (now, event, effects)) in steps.iter().enumerate() {
        match event {
            Some(event) => session.step(*now, event.clone()),
            None => session.begin(*now),
        };
        if search_on(effects).is_some() {
            return index;
        }
    }
    panic!("nothing was searched for while the line was played");
}

#[test]
fn each_move_begins_a_search_from_where_it_leads_but_the_last_and_proven_ones() {
    let (steps, _) = played(case(true));
    let act = |effects: &[Effect<Board>]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Report(Report::Act { number, .. }) => Some(*number),
            _ => None,
        })
    };
    let is_plan = |effect: &Effect<Board>| matches!(effect, Effect::Report(Report::Plan { .. }));
    let last = steps.iter().filter_map(|(.., effects)| act(effects)).max();
    let (mut proven, mut begun, mut before) = (false, 0, None);
    for (_, event, effects) in &steps {
        if let Some(Event::Plan { outcome, .. }) = event
            && effects.iter().any(is_plan)
        {
            proven = outcome.proven;
        }
        if let Some((_, board, worth)) = search_on(effects) {
            assert!(worth.left <= board.left() && board.status() == tilepilot::puzzle::Status::Ongoing);
            begun += 1;
        }
        if let Some(number) = act(effects) {
            // The rest of a line that is proven to be best is best, too, and a move that is made again leads where it led.
            let is_open = !proven && before != Some(number) && last != Some(number);
            assert_eq!(search_on(effects).is_some(), is_open, "move {number}");
            before = Some(number);
        }
    }
    assert!(begun > 10, "searched {begun} times");
    let (without, _) = played(case(false));
    assert!(without.iter().all(|(.., effects)| search_on(effects).is_none()));
}

#[test]
fn a_dry_run_and_a_proven_line_are_left_alone() {
    let mut dry = case(true);
    dry.settings.dry_run = true;
    assert!(played(dry).0.iter().all(|(.., effects)| search_on(effects).is_none()));
    let (steps, _) = played(case(true));
    let mut session = session(&case(true));
    for (now, event, _) in steps {
        let effects = match event {
            None => session.begin(now),
            Some(Event::Plan { id, outcome, last }) => {
                session.step(now, Event::Plan { id, outcome: Outcome { proven: true, ..outcome }, last })
            }
            Some(event) => session.step(now, event),
        };
        assert!(search_on(&effects).is_none());
    }
}

#[test]
fn a_better_line_replaces_the_rest_while_a_move_is_under_way() {
    let (steps, _) = played(case(true));
    let mut session = session(&case(true));
    let at = until_searched_on(&mut session, &steps);
    let (now, _, effects) = &steps[at];
    let (id, board, worth) = search_on(effects).unwrap();
    let outcome = better(board, worth);
    let gained = effects.iter().find_map(|effect| match effect {
        Effect::Report(Report::Act { total, .. }) => Some(*total),
        _ => None,
    });
    let stale = session.step(*now, Event::Plan { id: id - 1, outcome: outcome.clone(), last: false });
    assert!(stale.is_empty(), "the line of another search: {stale:?}");
    let wrong = Outcome { score: outcome.score + 1, ..outcome.clone() };
    assert!(session.step(*now, Event::Plan { id, outcome: wrong, last: false }).is_empty(), "it claims too much");
    let told = session.step(*now, Event::Plan { id, outcome: outcome.clone(), last: false });
    let [Effect::Report(Report::Plan { moves, score, .. })] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((*moves, *score), (outcome.moves.len(), gained.unwrap() + outcome.score));
    // The pictures go on as they did; the next press is the better line's.
    let pressed = steps[at + 1..].iter().find_map(|(now, event, _)| {
        session.step(*now, event.clone()?).into_iter().find_map(|effect| match effect {
            Effect::Perform { gestures, .. } => Some(gestures[0].places()[0]),
            _ => None,
        })
    });
    let cell = session.lattice().unwrap().cell_at(pressed.unwrap()).unwrap();
    assert!(board.group(outcome.moves[0].0).contains(&cell), "pressed {cell}, not the better line's first move");
    // A line from a position that is behind is too late.
    assert!(session.step(*now, Event::Plan { id, outcome, last: false }).is_empty());
}

#[test]
fn a_run_that_searches_on_ends_no_worse_and_can_be_replayed() {
    let mut searching = case(true);
    searching.search.algorithm = "beam".to_owned();
    searching.search.nodes = Some(40);
    let mut session = session(&searching);
    let (steps, reports) = played(searching);
    let Some(Report::End { promised, score, mismatches, .. }) = reports.last() else { panic!("{:?}", reports.last()) };
    assert!(score >= promised && *mismatches == 0, "{:?}", reports.last());
    for (now, event, effects) in steps {
        let answer = match event {
            Some(event) => session.step(now, event),
            None => session.begin(now),
        };
        assert_eq!(serde_json::to_value(&answer).unwrap(), serde_json::to_value(&effects).unwrap());
    }
}

#[test]
fn a_greedy_line_and_its_search_are_the_same_by_the_rules() {
    let (steps, _) = played(case(true));
    let begun: Vec<_> = steps.iter().filter_map(|(.., effects)| search_on(effects)).collect();
    let greedy = SameGame::solve(begun[0].1, "greedy", "score", &Budget::of_nodes(0, 0), &mut |_| ());
    let (end, score) = replay(begun[0].1, &greedy.moves).unwrap();
    assert_eq!(begun[0].2, Worth { score, left: end.left() });
}
