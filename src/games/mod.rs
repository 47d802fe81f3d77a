//! The games that tilepilot knows, and what each of them must bring.
//!
//! A game is a type that implements [`Game`]; [`visit`] is the closed list. Everything outside this room is generic over
//! [`Game`] and names none of them.

mod asked;
pub mod null;
mod playouts;
pub mod samegame;
pub mod shisen;
pub mod sokoban;

pub use asked::{BoardSize, NoFlags};

use crate::gesture::{Gesture, Manner};
use crate::grid::{Block, Cell, Grid, Symbol};
use crate::puzzle::{Problem, Puzzle};
use crate::search::{Budget, Outcome, Worth};
use crate::vision::Priors;
use crate::vision::grouping::Grouping;
use null::Null;
use samegame::SameGame;
use serde_json::{Map, Value};
use shisen::Shisen;
use sokoban::Sokoban;
use std::fmt::Debug;
use std::sync::Arc;

/// The moves of a game.
pub type MoveOf<G> = <<G as Game>::Board as Puzzle>::Move;
/// The rules of a game.
pub type RulesOf<G> = <<G as Game>::Board as Puzzle>::Rules;
/// A line of play of a game.
pub type OutcomeOf<G> = Outcome<MoveOf<G>>;

/// What one picture of a board cannot show and the bot remembers from move to move; reset on a new level.
pub trait Memory: Default + Clone + Debug + Send + 'static {}
impl<T: Default + Clone + Debug + Send + 'static> Memory for T {}

/// Everything that the rest of the program needs to know of one game.
pub trait Game: Sized + Clone + Copy + Default + Send + Sync + 'static {
    /// The name on the command line and in files.
    const ID: &'static str;
    /// Other names that people know it by.
    const ALIASES: &'static [&'static str];
    /// Names of the rules that come with the program, the default first.
    const PRESETS: &'static [&'static str];
    /// Names of the algorithms of `solve`, the default first.
    const ALGORITHMS: &'static [&'static str];
    /// Objectives of `solve` and `play` as a person writes them, the default first (`target:N` stands for a family).
    const OBJECTIVES: &'static [&'static str];

    /// Whether a line that is being played may still be bettered by a longer search. Where the first line is as good as
    /// any, as where all that counts is to be solved, nothing is searched for while it is played.
    const SEARCHES_ON: bool = false;

    /// A position with its rules.
    type Board: Puzzle;
    /// What a picture cannot show.
    type Memory: Memory;
    /// Flags of `solve` (and `check`) that this game alone has.
    type SolveFlags: clap::Args + Clone + Debug + Send + Sync;
    /// Flags of `solve` that say how this game's boards are searched.
    type SearchFlags: clap::Args + Clone + Debug + Default;
    /// Flags of `generate` that this game alone has.
    type GenerateFlags: clap::Args + Clone + Debug;

    /// The rules of a preset.
    fn preset(name: &str) -> Option<RulesOf<Self>>;

    /// The rules that a TOML text states, which may start from a `preset` key.
    ///
    /// # Errors
    /// Every key that is wrong, with its line and column where known.
    fn rules_from_toml(text: &str) -> Result<RulesOf<Self>, Vec<RulesProblem>>;

    /// The rules on boards on which things of these symbols stand that are no tiles of the game, such as bombs.
    ///
    /// # Errors
    /// Why such things cannot be played around, or not by that symbol.
    fn rules_with_inert(rules: RulesOf<Self>, inert: &[Symbol]) -> Result<RulesOf<Self>, String> {
        match inert.first() {
            None => Ok(rules),
            Some(symbol) => Err(format!("{} knows no tiles that are none of its own: class {symbol}", Self::ID)),
        }
    }

    /// What stands for a thing that is no tile of the game, of which a calibration says `symbol`.
    #[must_use]
    fn inert_symbol(symbol: Symbol) -> Symbol {
        symbol
    }

    /// Lets the flags of `solve` change the rules.
    fn apply_flags(rules: RulesOf<Self>, flags: &Self::SolveFlags) -> RulesOf<Self>;

    /// An object that says every rule in force.
    fn rules_json(rules: &RulesOf<Self>) -> Value;

    /// The boards of a file, good and bad ones, in the file's order. `empty` is a further token for an empty cell.
    fn boards(rules: &Arc<RulesOf<Self>>, text: &str, empty: Option<&str>) -> Vec<NamedBoard<Self::Board>>;

    /// Rows of a board as in board files: strings, or lists of tokens.
    fn board_json(board: &Self::Board) -> Value;

    /// Whether this is an objective of the game.
    ///
    /// # Errors
    /// What was expected instead.
    fn check_objective(objective: &str) -> Result<(), String>;

    /// Plays a board by the named algorithm toward the named objective. Both have been checked before. Each better line
    /// is handed to `better` as soon as it is found.
    fn solve(
        board: &Self::Board,
        algorithm: &str,
        objective: &str,
        budget: &Budget,
        better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self>;

    /// [`solve`](Self::solve), searched as the flags say, which have been checked.
    fn solve_as(
        board: &Self::Board,
        (algorithm, objective): (&str, &str),
        _flags: &Self::SearchFlags,
        budget: &Budget,
        better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self> {
        Self::solve(board, algorithm, objective, budget, better)
    }

    /// Whether the flags of the search go with an algorithm.
    ///
    /// # Errors
    /// The flag that does not, and what it goes with.
    fn check_search(_algorithm: &str, _flags: &Self::SearchFlags) -> Result<(), String> {
        Ok(())
    }

    /// Whether a search only ever fills as much memory as it needs, so that half of what is free is a good bound where none
    /// is given. Elsewhere the bound shapes the search, and must be the same on every machine.
    const TAKES_FREE_MEMORY: bool = false;

    /// Whether `solve` ends with the first answer that will do, so that `--improve` asks for [`Self::improve`] after it.
    /// Elsewhere `solve` goes on improving for as long as it has time.
    const IMPROVES_APART: bool = false;

    /// Makes an answer of `solve` better for as long as the budget lasts.
    fn improve(
        _board: &Self::Board,
        outcome: OutcomeOf<Self>,
        _budget: &Budget,
        _better: &mut dyn FnMut(&OutcomeOf<Self>),
    ) -> OutcomeOf<Self> {
        outcome
    }

    /// The game's own keys of a solution (`moves`, `score`, …, and `outcome`), replayed by the rules.
    fn solution_json(board: &Self::Board, outcome: &OutcomeOf<Self>) -> Map<String, Value>;

    /// A solution as a person reads it.
    fn solution_text(board: &Self::Board, outcome: &OutcomeOf<Self>) -> String;

    /// What is played after a solution that leaves something, where the objective asks for that: keys for the solution and the
    /// same as a person reads it. `None` where nothing is. What the solution took is no longer part of the budget.
    fn play_on(
        _board: &Self::Board,
        _outcome: &OutcomeOf<Self>,
        _algorithm: &str,
        _objective: &str,
        _budget: &Budget,
    ) -> Option<(Map<String, Value>, String)> {
        None
    }

    /// The first move of a solution alone, as `--hint` prints it; null where there is none.
    fn hint_json(board: &Self::Board, outcome: &OutcomeOf<Self>) -> Value;

    /// The first move of a solution as a person reads it.
    fn hint_text(_board: &Self::Board, outcome: &OutcomeOf<Self>) -> String {
        outcome.moves.first().map_or_else(|| "no move is left".to_owned(), |m| format!("play {m}"))
    }

    /// Whether `solve` did what its objective asks, for the exit status.
    fn is_full_result(board: &Self::Board, outcome: &OutcomeOf<Self>) -> bool;

    /// Replays a solution (one line of `solve --format json`, or the game's own text) step by step.
    ///
    /// # Errors
    /// Why the text is no solution at all, and what was expected.
    fn check(board: &Self::Board, solution: &str, expect_score: Option<i64>) -> Result<CheckReport, String>;

    /// Makes the `index`-th board of a run.
    ///
    /// # Errors
    /// The flag that cannot be met and the nearest that can.
    fn generate(flags: &Self::GenerateFlags, seed: u64, index: usize) -> Result<Self::Board, String>;

    /// Whether a line that comes to `worth` is better than one that comes to `than`, for an objective that was checked.
    #[must_use]
    fn prefers(_objective: &str, worth: Worth, than: Worth) -> bool {
        worth.score > than.score
    }

    /// Whether so many points are all that the objective asks for before it asks for more.
    #[must_use]
    fn is_enough(_objective: &str, _score: i64) -> bool {
        false
    }

    /// Makes the boards of a run one after the other, and tells of each and of how the work goes. It ends early where `tell`
    /// answers that it shall.
    ///
    /// # Errors
    /// The flag that cannot be met and the nearest that can.
    fn generate_all(
        flags: &Self::GenerateFlags,
        seed: u64,
        count: usize,
        tell: &mut dyn FnMut(Making<'_, Self::Board>) -> bool,
    ) -> Result<(), String> {
        for index in 0..count {
            let board = Self::generate(flags, seed, index)?;
            if !tell(Making::Made { board: &board, note: None, lines: &[] }) {
                break;
            }
        }
        Ok(())
    }

    /// How hard a board is. Where a game has no measure of its own it is played by chance.
    fn rate(board: &Self::Board, budget: &Budget) -> Rated {
        playouts::rated::<Self>(board, budget)
    }

    /// What is known of this game's pictures beforehand.
    fn priors() -> Priors;

    /// The board that a reading shows. `None` is an unknown cell.
    ///
    /// # Errors
    /// All reasons that the reading is no legal position, unknown cells among them.
    fn board_from_symbols(
        rules: &Arc<RulesOf<Self>>,
        symbols: &Grid<Option<Symbol>>,
        memory: &Self::Memory,
    ) -> Result<Self::Board, Vec<Problem>>;

    /// The board that a reading shows whose unknown cells stay unknown: what stands there is in the way until it is known.
    /// `None` where the game cannot be played so, or what is known is no legal position.
    fn board_despite_unknown(
        _rules: &Arc<RulesOf<Self>>,
        _symbols: &Grid<Option<Symbol>>,
        _memory: &Self::Memory,
    ) -> Option<Self::Board> {
        None
    }

    /// The board that a picture shows whose cells were put into groups that look alike, in one of several ways, where the
    /// rules tell what each group must be.
    #[must_use]
    fn board_from_groups(_rules: &Arc<RulesOf<Self>>, _groupings: &[Grouping]) -> Option<Guessed<Self::Board>> {
        None
    }

    /// What each cell of a board may look like; a cell with no symbol may look like anything.
    fn expect(board: &Self::Board) -> Grid<Vec<Symbol>>;

    /// Whether the look of `symbol` may be learned where a verified prediction says that a cell shows it: what a picture
    /// of the start does not show, such as the empty cell.
    #[must_use]
    fn may_be_learned(symbol: Symbol) -> bool {
        symbol == Symbol::EMPTY
    }

    /// Notes what a board shows now and a later picture of the same level may hide.
    fn remember(_board: &Self::Board, _memory: &mut Self::Memory) {}

    /// What is known of the levels to come from a file of them.
    #[must_use]
    fn memory_of(_levels: &[Self::Board]) -> Self::Memory {
        Self::Memory::default()
    }

    /// Notes that the program does not take these moves, though the rules allow them: the board without them. `None` where
    /// the game knows nothing of the kind, or no other move is left.
    fn avoid(_board: &Self::Board, _moves: &[MoveOf<Self>], _memory: &mut Self::Memory) -> Option<Self::Board> {
        None
    }

    /// Moves in a row that are proven to spoil nothing, whatever is played after them: what may be played before a line
    /// to the end is known.
    #[must_use]
    fn safe_moves(_board: &Self::Board) -> Vec<MoveOf<Self>> {
        Vec::new()
    }

    /// Other rules that explain what moves brought, where those in force do not: the rules, and what is other about them
    /// in words.
    #[must_use]
    fn rules_that_explain(_rules: &RulesOf<Self>, _seen: &[Seen<Self>]) -> Option<(RulesOf<Self>, String)> {
        None
    }

    /// All rules between which moves may have to decide where it is not known how a program plays, the simplest first; none
    /// where nothing about them can be told from moves.
    #[must_use]
    fn possible_rules(_stated: &RulesOf<Self>) -> Vec<RulesOf<Self>> {
        Vec::new()
    }

    /// Two tiles that certainly make no move together, in games whose moves are a click on each of two tiles: by these it
    /// is seen what a second click that fails leaves selected. The first one is part of some legal move.
    #[must_use]
    fn no_pair(_board: &Self::Board) -> Option<[Cell; 2]> {
        None
    }

    /// What is to be done next to play on along `line`, of which every move is legal in its turn. `None` where the line is
    /// empty.
    fn action(board: &Self::Board, line: &[MoveOf<Self>], manner: &Manner) -> Option<Action>;

    /// The tiles that are left, dealt anew to the cells that they stand in, so that a move can be played.
    ///
    /// # Errors
    /// Why they are not: the game knows no shuffle, or none was found that leaves a move.
    fn shuffle(_board: &Self::Board, _seed: u64) -> Result<Self::Board, String> {
        Err(format!("{} has no shuffle", Self::ID))
    }

    /// How many tiles stand on a board, or boxes off their goals.
    fn tiles_left(board: &Self::Board) -> usize;
}

/// A board that was told by the rules alone.
#[derive(Clone, Debug)]
pub struct Guessed<B> {
    /// The board.
    pub board: B,
    /// The cell of the picture's grid that is the board's first one.
    pub corner: Cell,
    /// What makes it doubtful, where something does.
    pub doubt: Option<String>,
}

/// What a program made of moves.
#[derive(Clone, Debug)]
pub struct Seen<G: Game> {
    /// The board before them.
    pub before: G::Board,
    /// The moves.
    pub moves: Vec<MoveOf<G>>,
    /// What was read when the board had come to rest. `None` is an unknown cell.
    pub after: Grid<Option<Symbol>>,
}

/// What a program is given to make one move, or several moves that it takes as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// How many moves of the line it makes, at least 1.
    pub moves: usize,
    /// What is done, in order.
    pub gestures: Vec<Gesture<Cell>>,
}

/// A board of a file, or why it is none.
#[derive(Clone, Debug)]
pub struct NamedBoard<B> {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its text in the file.
    pub block: Block,
    /// The board, or every reason that it is none.
    pub board: Result<B, Vec<Problem>>,
}

/// One thing wrong in a rules file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesProblem {
    /// Where in the text, in bytes, if known.
    pub span: Option<std::ops::Range<usize>>,
    /// What is wrong, what was expected, what to do.
    pub message: String,
}

/// What is told while boards are made.
#[derive(Debug)]
pub enum Making<'a, B> {
    /// A board is made. The lines say more about it, and follow it in a board file.
    Made {
        /// The board.
        board: &'a B,
        /// How it came about, if there is anything to say of that.
        note: Option<String>,
        /// What is said of it.
        lines: &'a [String],
    },
    /// How the tries went so far.
    Tried(String),
}

/// How hard a board is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rated {
    /// The game's own keys, with `outcome`.
    pub keys: Map<String, Value>,
    /// The same as a person reads it.
    pub text: String,
    /// Whether the board could be rated within the budget.
    pub is_full: bool,
}

/// What `check` found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// Whether every step is legal and every claim true.
    pub holds: bool,
    /// Step by step, and the verdict.
    pub text: String,
}

/// Something done with a game whose type is known only inside.
pub trait Visitor {
    /// What comes back.
    type Output;
    /// Does it.
    fn visit<G: Game>(self) -> Self::Output;
}

/// The closed list: name and aliases of each game that is offered to people, in the order of the help.
const LIST: &[(&str, &[&str])] =
    &[(SameGame::ID, SameGame::ALIASES), (Shisen::ID, Shisen::ALIASES), (Sokoban::ID, Sokoban::ALIASES)];

/// Name and aliases of each game that is offered to people, in the order of the help.
#[must_use]
pub fn list() -> &'static [(&'static str, &'static [&'static str])] {
    LIST
}

/// Runs `visitor` for the game of that name or alias, if there is one. The null game answers to its name, too.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    match name {
        _ if names::<SameGame>(name) => Some(visitor.visit::<SameGame>()),
        _ if names::<Shisen>(name) => Some(visitor.visit::<Shisen>()),
        _ if names::<Sokoban>(name) => Some(visitor.visit::<Sokoban>()),
        _ if names::<Null>(name) => Some(visitor.visit::<Null>()),
        _ => None,
    }
}

fn names<G: Game>(name: &str) -> bool {
    name == G::ID || G::ALIASES.contains(&name)
}
