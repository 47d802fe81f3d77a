//! Between a picture's cells and the board, and between steps and what a program takes for them.

use super::level::{Survey, second_players};
use super::memory::Memory;
use super::position::{Board, parts_of};
use super::rules::Rules;
use super::step::Step;
use crate::games::Action;
use crate::gesture::{Gesture, Manner, PushBy, WalkBy};
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::{Problem, Puzzle};
use crate::vision::{Priors, Shape};
use std::sync::Arc;

/// What is known of the pictures of such programs.
pub(super) fn priors() -> Priors {
    Priors { rows: 3..=40, cols: 3..=50, kinds: 3..=8, colour_decides: false, falls: false, shape: Shape::Level }
}

/// The looks that a picture of the start may lack: all but walls and boxes.
pub(super) fn may_be_learned(symbol: Symbol) -> bool {
    matches!(symbol.as_str(), "-" | "*" | "+" | "@" | "." | "_")
}

/// The board that these symbols show, or every reason that they show none.
pub(super) fn board_from_symbols(
    rules: &Arc<Rules>,
    symbols: &Grid<Option<Symbol>>,
    memory: &Memory,
) -> Result<Board, Vec<Problem>> {
    let reached = reached(symbols);
    // What stands over the ground outside, such as the pointer, is no part of the level.
    let mut problems: Vec<Problem> = symbols
        .enumerate()
        .filter(|(cell, symbol)| symbol.is_none() && reached.as_ref().is_none_or(|reached| reached[*cell]))
        .map(|(cell, _)| Problem::at(cell, "the cell is unknown"))
        .collect();
    let floor = Symbol::from_char('-').unwrap_or(Symbol::EMPTY);
    let (mut parts, strange) = parts_of(&symbols.map(|symbol| symbol.unwrap_or(floor)));
    problems.extend(strange);
    if !problems.is_empty() {
        // What stands in the cells that are unknown may be what the rest seems to lack.
        problems.extend(second_players(&parts.players));
        return Err(problems);
    }
    let survey = Survey::of(&parts);
    if survey.boxes > survey.goals && !parts.players.is_empty() {
        match memory.goals(&parts, &survey.inside, survey.boxes - survey.goals) {
            Ok(goals) => parts.goals = goals,
            Err(hidden) => {
                let mut problems = survey.problems;
                problems.push(hidden);
                return Err(problems);
            }
        }
    }
    Board::new(rules, parts)
}

/// The cells that walls do not part from the player, with the walls around them; an unknown cell is no wall. Nothing where no
/// player is seen, or walls do not close the level.
fn reached(symbols: &Grid<Option<Symbol>>) -> Option<Grid<bool>> {
    let is = |cell: Cell, names: &[&str]| symbols[cell].is_some_and(|symbol| names.contains(&symbol.as_str()));
    let (player, _) = symbols.enumerate().find(|(cell, _)| is(*cell, &["@", "+"]))?;
    let mut reached = symbols.map(|_| false);
    let mut next = vec![player];
    while let Some(cell) = next.pop() {
        if std::mem::replace(&mut reached[cell], true) || is(cell, &["#"]) {
            continue;
        }
        let at_rim = cell.row == 0 || cell.col == 0 || cell.row + 1 == symbols.rows() || cell.col + 1 == symbols.cols();
        if at_rim || is(cell, &["_"]) {
            return None;
        }
        next.extend(symbols.neighbours(cell));
    }
    Some(reached)
}

/// What each cell of a board may look like, its name first. Floor inside and outside are drawn alike in many skins, and
/// so are a box or the player on a goal and off it.
pub(super) fn expect(board: &Board) -> Grid<Vec<Symbol>> {
    Grid::from_fn(board.rows(), board.cols(), |cell| {
        let looks = match board.xsb(cell) {
            ' ' if board.is_inside(cell) => "-_",
            ' ' => "_-",
            '*' => "*$",
            '+' => "+@",
            '#' => "#",
            '$' => "$",
            '@' => "@",
            _ => ".",
        };
        looks.chars().filter_map(Symbol::from_char).collect()
    })
}

/// What a program is given to play on along a line. Where it takes a whole walk or a row of pushes as one, as much of the
/// line is given as it takes.
pub(super) fn action(board: &Board, line: &[Step], manner: &Manner) -> Option<Action> {
    let &first = line.first()?;
    let one = |gesture| Some(Action { moves: 1, gestures: vec![gesture] });
    let keys = &manner.keys;
    let key = match first {
        Step::Up => keys.up,
        Step::Down => keys.down,
        Step::Left => keys.left,
        Step::Right => keys.right,
    };
    let to = first.from(board.player())?;
    if board.would_push(first) {
        match manner.push {
            PushBy::Keys => one(Gesture::Key { key }),
            PushBy::Click => one(Gesture::click(to)),
            PushBy::Drag => {
                let (moves, end) = straight_pushes(board, first, line)?;
                let drag = Gesture::Drag { from: to, to: end, button: manner.drag_button };
                Some(Action { moves, gestures: vec![drag] })
            }
        }
    } else {
        match manner.walk {
            WalkBy::Keys => one(Gesture::Key { key }),
            WalkBy::Click => one(Gesture::click(to)),
            WalkBy::WalkTo => {
                let (moves, end) = walk(board, line)?;
                Some(Action { moves, gestures: vec![Gesture::click(end)] })
            }
        }
    }
}

/// How far a line pushes one box straight on: how many pushes, and the cell where the box comes to stand.
fn straight_pushes(board: &Board, step: Step, line: &[Step]) -> Option<(usize, Cell)> {
    let mut at = board.clone();
    let mut moves = 0;
    while line.get(moves) == Some(&step) && at.would_push(step) && at.play(step).is_ok() {
        moves += 1;
    }
    // The box stands before the player.
    step.from(at.player()).filter(|_| moves > 0).map(|end| (moves, end))
}

/// How far a line walks before it pushes: how many steps, and the cell where they end. A walk that comes back to where it
/// began is cut short, since a click there would move nothing.
fn walk(board: &Board, line: &[Step]) -> Option<(usize, Cell)> {
    let mut at = board.clone();
    let mut best = None;
    for (index, &step) in line.iter().enumerate() {
        if at.would_push(step) || at.play(step).is_err() {
            break;
        }
        if at.player() != board.player() {
            best = Some((index + 1, at.player()));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, sokoban::Sokoban};
    use crate::gesture::{Key, KeyName, MouseButton};

    fn board(text: &str) -> Board {
        Board::parse(&Arc::new(Rules), text).unwrap()
    }

    fn symbols(text: &str) -> Grid<Option<Symbol>> {
        let row = |row: &str| row.chars().map(|c| if c == '?' { None } else { Symbol::from_char(c) }).collect();
        Grid::from_rows(text.lines().map(row).collect()).unwrap()
    }

    fn problems(text: &str, memory: &Memory) -> Vec<String> {
        let problems = board_from_symbols(&Arc::new(Rules), &symbols(text), memory).unwrap_err();
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_reasons_are_listed() {
        let found = problems("#?###\n#@$.#\n#@X-#\n#####", &Memory::default());
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].contains("row 0, col 1: the cell is unknown") && found[1].contains("\"X\""), "{found:?}");
        assert!(found[2].contains("row 2, col 1: a second player"), "{found:?}");
        let found = problems("#####\n#-$.#\n#####", &Memory::default());
        assert!(found.len() == 1 && found[0].contains("no player"), "{found:?}");
        let found = problems("######\n#@$..#\n######", &Memory::default());
        assert!(found.len() == 1 && found[0].contains("1 boxes and 2 goals"), "{found:?}");
        let found = problems("######\n#@$$.-\n######", &Memory::default());
        assert!(
            found.len() == 2 && found[0].contains("walk off") && found[1].contains("1 goal is hidden"),
            "{found:?}"
        );
    }

    #[test]
    fn what_stands_over_the_ground_outside_does_not_matter() {
        let board = board_from_symbols(&Arc::new(Rules), &symbols("?_#####\n?_#@$.#\n__#####"), &Memory::default());
        assert_eq!(board.unwrap().to_string(), "  #####\n  #@$.#\n  #####");
        let found = problems("__#####\n__?@$.#\n__#####", &Memory::default());
        assert!(found.len() == 1 && found[0].contains("row 1, col 2: the cell is unknown"), "{found:?}");
    }

    const START: &str = "#######_\n#@-$.-#_\n#--$.-#_\n#######_";

    #[test]
    fn goals_that_were_seen_are_remembered_under_boxes_and_the_player() {
        let rules = Arc::new(Rules);
        let mut at = board_from_symbols(&rules, &symbols(START), &Memory::default()).unwrap();
        let mut memory = Memory::default();
        Sokoban::remember(&at, &mut memory);
        // A skin that draws a box and the player on a goal as off it.
        for step in [Step::Right, Step::Right, Step::Right, Step::Down] {
            at.play(step).unwrap();
            let plain = expect(&at).map(|looks| looks.last().copied());
            assert_eq!(board_from_symbols(&rules, &plain, &memory).as_ref(), Ok(&at));
        }
        // The level has a goal where the picture shows bare floor: it is another level.
        let other = "#######_\n#@-$--#_\n#--$--#_\n#######_";
        let found = problems(other, &memory);
        assert!(found[0].contains("2 goals are hidden") && found[0].contains("--level-file"), "{found:?}");
    }

    #[test]
    fn a_level_from_a_file_says_where_the_goals_are() {
        let rules = Arc::new(Rules);
        let file = [board("#####\n#@$.#\n#####"), board("#######\n#@ $. #\n#  $. #\n#######")];
        let memory = Sokoban::memory_of(&file);
        // The level stands elsewhere on the picture, with walls drawn around it.
        let shown = symbols("#########\n#########\n##-@-$-##\n##--$.-##\n#########");
        let read = board_from_symbols(&rules, &shown, &memory).unwrap();
        assert_eq!(read.to_string(), "#########\n#########\n## @ * ##\n##  $. ##\n#########");
    }

    #[test]
    fn levels_that_fit_alike_are_not_guessed_between() {
        let file = [board("#######\n#@ *$.#\n#######"), board("#######\n#@ $*.#\n#######")];
        let shown = "#######\n#@-$$.#\n#######";
        let found = problems(shown, &Sokoban::memory_of(&file));
        assert!(found[0].contains("1 goal is hidden") && found[0].contains("several levels"), "{found:?}");
        let one = Sokoban::memory_of(&file[..1]);
        assert!(board_from_symbols(&Arc::new(Rules), &symbols(shown), &one).is_ok());
        let found = problems(shown, &Sokoban::memory_of(&[board("####\n#+$#\n#  #\n####")]));
        assert!(found[0].contains("no level of the level file"), "{found:?}");
    }

    #[test]
    fn each_cell_may_look_as_skins_draw_it() {
        let looks = expect(&board("######\n#+$*.#\n#$  ##\n####"));
        let at = |row, col| looks[Cell::new(row, col)].iter().map(Symbol::as_str).collect::<String>();
        assert_eq!([at(0, 0), at(1, 1), at(1, 2), at(1, 3), at(1, 4)], ["#", "+@", "$", "*$", "."]);
        assert_eq!([at(2, 2), at(3, 4)], ["-_", "_-"]);
        for (name, learned) in [("$", false), ("#", false), ("-", true), ("*", true), ("+", true), ("@", true)] {
            assert_eq!(may_be_learned(name.parse().unwrap()), learned);
        }
    }

    fn line(text: &str) -> Vec<Step> {
        text.chars().map(|c| c.to_string().parse().unwrap()).collect()
    }

    #[test]
    fn keys_and_clicks_make_one_step() {
        let level = board("########\n#      #\n#@$  . #\n########");
        let step = |text: &str, manner: &Manner| action(&level, &line(text), manner).unwrap();
        let keys = Manner::default();
        for text in ["rr", "uu"] {
            let key = if text == "rr" { KeyName::Right } else { KeyName::Up };
            let gestures = vec![Gesture::Key { key: Key::plain(key) }];
            assert_eq!(step(text, &keys), Action { moves: 1, gestures });
        }
        let click = Manner { walk: WalkBy::Click, push: PushBy::Click, ..Manner::default() };
        for (text, row, col) in [("rr", 2, 2), ("uu", 1, 1)] {
            let gestures = vec![Gesture::click(Cell::new(row, col))];
            assert_eq!(step(text, &click), Action { moves: 1, gestures });
        }
        assert_eq!(action(&level, &[], &keys), None);
    }

    #[test]
    fn a_walk_is_one_click_at_its_end() {
        let level = board("########\n#      #\n#@$  . #\n########");
        let manner = Manner { walk: WalkBy::WalkTo, ..Manner::default() };
        let to = |text: &str| action(&level, &line(text), &manner).map(|action| (action.moves, action.gestures));
        let click = |row, col| vec![Gesture::click(Cell::new(row, col))];
        assert_eq!(to("urrdl"), Some((4, click(2, 3))));
        assert_eq!(to("urr"), Some((3, click(1, 3))));
        // Back where it began: a click there would move nothing.
        assert_eq!(to("ud"), Some((1, click(1, 1))));
        assert_eq!(to("udr"), Some((1, click(1, 1))));
        assert_eq!(to("rr"), Some((1, vec![Gesture::Key { key: Key::plain(KeyName::Right) }])));
    }

    #[test]
    fn straight_pushes_of_one_box_are_one_drag() {
        let level = board("########\n#      #\n#@$  . #\n########");
        let manner = Manner { push: PushBy::Drag, drag_button: MouseButton::Middle, ..Manner::default() };
        let drag = |to: usize, moves| {
            let (from, to) = (Cell::new(2, 2), Cell::new(2, to));
            Some(Action { moves, gestures: vec![Gesture::Drag { from, to, button: MouseButton::Middle }] })
        };
        assert_eq!(action(&level, &line("r"), &manner), drag(3, 1));
        assert_eq!(action(&level, &line("rru"), &manner), drag(4, 2));
        // The third push solves the level; nothing is played past it.
        assert_eq!(action(&level, &line("rrrr"), &manner), drag(5, 3));
        assert_eq!(action(&level, &line("ur"), &manner).unwrap().moves, 1);
    }

    /// Whatever the manner, the actions of a line make all of its moves.
    #[test]
    fn actions_add_up_to_the_line() {
        let start = board("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####");
        let steps = line("dlurrrdlullddruluruulddddrruldluu");
        let steps: Vec<Step> = {
            let mut at = start.clone();
            steps.into_iter().take_while(|&step| at.play(step).is_ok()).collect()
        };
        for walk in [WalkBy::Keys, WalkBy::Click, WalkBy::WalkTo] {
            for push in [PushBy::Keys, PushBy::Click, PushBy::Drag] {
                let manner = Manner { walk, push, ..Manner::default() };
                let (mut at, mut done) = (start.clone(), 0);
                while let Some(action) = action(&at, &steps[done..], &manner) {
                    assert!(action.moves >= 1 && action.gestures.len() == 1);
                    for &step in &steps[done..done + action.moves] {
                        at.play(step).unwrap();
                    }
                    done += action.moves;
                }
                assert_eq!(done, steps.len());
            }
        }
    }
}
