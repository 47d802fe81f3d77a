//! Levels that the game makes itself, and the public sets where they are at hand.

use super::tests::solve;
use super::*;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status};
use std::collections::HashMap;

#[test]
fn generated_levels_keep_their_promises() {
    let rules = Arc::new(Rules);
    for ((rows, cols), boxes) in [((8, 10), 3), ((3, 5), 1), ((5, 5), 2), ((12, 12), 6)] {
        for index in 0..if boxes > 3 { 1 } else { 4 } {
            let level = generate::level(&rules, (rows, cols), boxes, 7, index).unwrap();
            assert_eq!((level.rows(), level.cols(), level.boxes().count()), (rows, cols, boxes));
            assert_eq!(level.boxes_off_goals(), boxes, "{level}");
            let reach = level.reach();
            let pushable = |(cell, _): (Cell, &bool)| {
                Step::ALL.into_iter().any(|step| {
                    let pushed = step.from(cell).filter(|&to| level.is_box(to)).and_then(|to| step.from(to));
                    pushed.is_some_and(|beyond| !level.is_wall(beyond) && !level.is_box(beyond))
                })
            };
            assert!(reach.enumerate().filter(|(_, reached)| **reached).any(pushable), "{level}");
            assert_eq!(generate::level(&rules, (rows, cols), boxes, 7, index).unwrap(), level);
            if boxes <= 3 {
                let outcome = solve(&level, "pushes", u64::MAX);
                assert!(lurd::write(&level, &outcome.moves).1 >= boxes && outcome.status == Status::Won, "{level}");
            }
        }
        let first = |seed| generate::level(&rules, (8, 10), 3, seed, 0).unwrap();
        assert_ne!(first(1), first(2));
    }
    for ((rows, cols), boxes, part) in [
        ((2, 9), 1, "--size 9x2"),
        ((3, 4), 1, "the least size is 5x3"),
        ((5, 5), 4, "room for 1 to 3"),
        ((9, 9), 0, "--boxes 0"),
        ((999, 999), 1, "16384"),
    ] {
        let why = generate::level(&rules, (rows, cols), boxes, 0, 0).unwrap_err();
        assert!(why.contains(part), "{why}");
    }
}

/// Everything that a level of a band promises.
fn keeps_its_promises(spec: &generate::Spec, board: &Board, rating: &Rating, letters: &str) {
    let inside = |cell: &Cell| board.is_inside(*cell);
    let boxes = board.boxes().filter(inside).count();
    let goals = board.level().goals().enumerate().filter(|(cell, goal)| **goal && board.is_inside(*cell)).count();
    assert!(boxes == goals && spec.boxes.contains(&boxes) && board.boxes_off_goals() == boxes, "{board}");
    assert_eq!((board.rows(), board.cols()), spec.size);
    let steps: Vec<Step> = lurd::parse(letters).unwrap().into_iter().map(|written| written.step).collect();
    let (end, _) = crate::search::replay(board, &steps).unwrap();
    assert_eq!((end.status(), lurd::write(board, &steps).1), (Status::Won, rating.pushes), "{board}");
    assert!(spec.pushes.contains(&rating.pushes) && spec.pushes.contains(&rating.least_pushes), "{board}\n{rating:?}");
    assert!(rating.least_pushes <= rating.pushes && rating.score <= 100 && rating.boxes == boxes);
    // Every goal is filled by a push, since none has a box at first.
    assert!(end.boxes().filter(inside).all(|cell| end.is_goal(cell)));
    assert_eq!(Verdict::Rated(rating.clone(), steps), rate_again(board), "{board}");
}

fn rate_again(board: &Board) -> Verdict {
    rate_within(board, 40_000)
}

#[test]
fn levels_of_a_band_are_what_the_band_says() {
    let rules = Arc::new(Rules);
    for (band, count) in [(Band::Easy, 3), (Band::Normal, 1)] {
        let spec = generate::Spec::of_band(band);
        let run = || {
            let (mut alike, mut tally) = (Alike::default(), Tally::default());
            let mut made = Vec::new();
            for index in 0..count {
                let mut told = 0;
                let (board, rating, letters) =
                    generate::made_to_measure(&rules, &spec, (5, index), &mut alike, &mut tally, &mut |_| told += 1)
                        .unwrap();
                assert!(told > 0);
                keeps_its_promises(&spec, &board, &rating, &letters);
                assert_eq!(rating.band, band);
                made.push(board);
            }
            assert!(tally.made == made.len() && tally.to_string().contains("tries gave a level"));
            made
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn what_cannot_be_made_says_how_the_tries_ended() {
    let spec = generate::Spec { size: (3, 6), boxes: 1..=1, pushes: 50..=60 };
    let (mut alike, mut tally) = (Alike::default(), Tally::default());
    let made = generate::made_to_measure(&Arc::new(Rules), &spec, (0, 0), &mut alike, &mut tally, &mut |_| ());
    let why = made.unwrap_err();
    assert!(why.contains("0 of 20000 tries gave a level") && why.contains("too few pushes"), "{why}");
    let spec = generate::Spec { size: (3, 6), boxes: 1..=1, pushes: 1..=1 };
    // There are only so many levels with one box in a row of four squares: the same one does not come twice.
    let mut found = 0;
    while generate::made_to_measure(&Arc::new(Rules), &spec, (0, found), &mut alike, &mut tally, &mut |_| ()).is_ok() {
        found += 1;
        assert!(found < 20);
    }
    assert!(found > 0 && tally.refused.contains_key(&generate::Refusal::Alike), "{tally}");
}

fn shared(name: &str) -> Option<String> {
    let path = format!("{}/../shared/data/sokoban/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[test]
fn every_level_of_the_public_sets_is_read() {
    for (name, count, first) in [
        ("xsokoban.sok", 90, "xsokoban 1"),
        ("microban01.sok", 155, "microban01 1"),
        ("microban02.sok", 135, "microban02 1"),
        ("sasquatch01.sok", 50, "sasquatch01 1"),
        ("SokHard.xsb", 163, "Aislinn"),
        ("boxoban_hard_000.txt", 1000, "0"),
    ] {
        let Some(text) = shared(name) else { continue };
        let levels = Sokoban::boards(&Arc::new(Rules), &text, None);
        assert_eq!((levels.len(), levels[0].title.as_deref()), (count, Some(first)), "{name}");
        for level in &levels {
            assert!(level.board.is_ok() && level.title.is_some(), "{name} {:?}: {:?}", level.title, level.board);
        }
    }
}

/// The fewest pushes were proven by another program.
#[test]
fn the_fewest_pushes_of_public_levels_are_found() {
    for (file, optima, first, at_least) in [
        ("microban01.sok", "microban01.tsv", 1, 45),
        ("microban02.sok", "microban02.tsv", 1, 20),
        ("boxoban_hard_000.txt", "boxoban_hard_000.tsv", 0, 20),
    ] {
        let (Some(levels), Some(optima)) = (shared(file), shared(&format!("optimal/{optima}"))) else { continue };
        let optimum = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let proven = fields.len() == 2 || fields.get(2) == Some(&"proven");
            let numbers = Some((fields[0].parse().ok()?, fields.last()?.parse().ok()?));
            numbers.filter(|_| proven)
        };
        let optima: HashMap<usize, usize> = optima.lines().filter_map(optimum).collect();
        let mut solved = 0;
        for (number, level) in (first..).zip(Sokoban::boards(&Arc::new(Rules), &levels, None)).take(60) {
            let board = level.board.unwrap();
            let outcome = solve(&board, "pushes", 10_000);
            if outcome.status == Status::Won {
                let (_, pushes) = lurd::write(&board, &outcome.moves);
                assert!(optima.get(&number).is_none_or(|least| *least == pushes), "{file} {number}: {pushes}");
                solved += usize::from(optima.contains_key(&number));
            } else {
                assert!(!outcome.proven, "{file} {number} can be solved");
            }
        }
        assert!(solved >= at_least, "{file}: only {solved} were solved");
    }
}
