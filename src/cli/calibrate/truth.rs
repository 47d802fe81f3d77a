//! `calibrate --truth`: a board file that says what a picture shows.

use crate::cli::board_file::BoardFile;
use crate::cli::exit::Failure;
use crate::cli::per_game;
use crate::games::Game;
use crate::grid::{Grid, Symbol};
use std::path::Path;
use std::sync::Arc;

/// What the cells of the first board of a file may look like, their names first; `inert` names the tiles in it that are
/// none of the game.
pub(super) fn board<G: Game>(path: &Path, inert: &[Symbol]) -> Result<Grid<Vec<Symbol>>, Failure> {
    let file = BoardFile::read(path)?;
    let rules = G::rules_with_inert(per_game::default_rules::<G>()?, inert)
        .map_err(|why| Failure::bad_input(format!("--inert: {why}")))?;
    let boards = file.boards::<G>(&Arc::new(rules), None)?;
    let first = boards.first().map(|named| (&named.block, &named.board));
    match first {
        Some((_, Ok(board))) => Ok(G::expect(board)),
        Some((block, Err(problems))) => {
            file.tell(block, problems);
            Err(Failure::bad_input(format!("--truth {}: its first board is no position", path.display())))
        }
        None => Err(Failure::bad_input(format!("--truth {}: there is no board in it", path.display()))),
    }
}

/// Refuses a truth of another size than what is known of the board.
pub(super) fn same_size<T>(truth: &Grid<T>, (rows, cols): (usize, usize), known: &str) -> Result<(), Failure> {
    if (truth.rows(), truth.cols()) == (rows, cols) {
        return Ok(());
    }
    let own = format!("{}x{}", truth.cols(), truth.rows());
    Err(Failure::bad_input(format!("--truth has {own} cells (columns x rows), and {known}: correct one of them")))
}
