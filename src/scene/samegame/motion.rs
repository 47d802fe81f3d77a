//! What moves on the screen between two boards: the group fades, tiles fall, the lines along which they fall close up.

use crate::games::samegame::Lines;
use crate::grid::{Cell, Grid, Symbol};

/// Share of the animation in which the group fades.
const FADE: f64 = 0.35;
/// Share of it after which fallen tiles lie, where lines slide as well.
const FALLEN: f64 = 0.72;

/// One tile on the way from a cell to another, round a corner where it falls and its line slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slide {
    from: Cell,
    /// Where it lies once it has fallen.
    fallen: Cell,
    to: Cell,
    symbol: Symbol,
}

/// A tile at a moment of the animation; row and column are fractions of the lattice's pitch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) row: f64,
    pub(super) col: f64,
    pub(super) symbol: Symbol,
    pub(super) size: f64,
    pub(super) opacity: f64,
}

/// A removal under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Motion {
    removed: Vec<(Cell, Symbol)>,
    slides: Vec<Slide>,
    lines_close: bool,
}

impl Motion {
    /// The way of every tile when `group` leaves `before`, whose tiles fall along `lines`.
    pub(super) fn new(before: &Grid<Symbol>, group: &[Cell], lines: Lines) -> Self {
        let stays = |cell: &Cell| before[*cell] != Symbol::EMPTY && !group.contains(cell);
        let mut slides = Vec::new();
        let mut lines_close = false;
        for part in lines.parts() {
            let mut targets = part.iter();
            for &line in &part {
                let tiles = (0..lines.depth()).map(|height| lines.cell(line, height)).filter(stays);
                let mut tiles = (0..).zip(tiles).peekable();
                let target = tiles.peek().and_then(|_| targets.next()).copied().unwrap_or(line);
                lines_close |= target != line;
                slides.extend(tiles.map(|(height, from)| Slide {
                    from,
                    fallen: lines.cell(line, height),
                    to: lines.cell(target, height),
                    symbol: before[from],
                }));
            }
        }
        Self { removed: group.iter().map(|&c| (c, before[c])).collect(), slides, lines_close }
    }

    /// Every tile when `share` (0 to 1) of the animation is over.
    pub(super) fn tiles(&self, share: f64) -> Vec<Placed> {
        let gone = (share / FADE).clamp(0.0, 1.0);
        let fallen_at = if self.lines_close { FALLEN } else { 1.0 };
        let falling = ((share - FADE) / (fallen_at - FADE)).clamp(0.0, 1.0).powi(2);
        let closing = ((share - fallen_at) / (1.0 - fallen_at).max(f64::EPSILON)).clamp(0.0, 1.0);
        let closing = closing * (2.0 - closing);
        let way = |a: usize, b: usize, c: usize| {
            let (a, b, c) = (a as f64, b as f64, c as f64);
            a + (b - a) * falling + (c - b) * closing
        };
        let slides = self.slides.iter().map(|slide| Placed {
            row: way(slide.from.row, slide.fallen.row, slide.to.row),
            col: way(slide.from.col, slide.fallen.col, slide.to.col),
            symbol: slide.symbol,
            size: 1.0,
            opacity: 1.0,
        });
        let removed = self.removed.iter().filter(|_| gone < 1.0).map(|&(cell, symbol)| Placed {
            row: cell.row as f64,
            col: cell.col as f64,
            symbol,
            size: 1.0 - 0.6 * gone,
            opacity: 1.0 - gone,
        });
        slides.chain(removed).collect()
    }

    /// The middle of the group that leaves, as fractions of row and column.
    pub(super) fn middle(&self) -> (f64, f64) {
        let count = self.removed.len().max(1) as f64;
        let sum = self.removed.iter().fold((0.0, 0.0), |s, (c, _)| (s.0 + c.row as f64, s.1 + c.col as f64));
        (sum.0 / count, sum.1 / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::samegame::SameGame;

    fn symbols(rows: &[&str]) -> Grid<Symbol> {
        let rows = rows.iter().map(|r| r.chars().map(|c| Symbol::from_char(c).unwrap()).collect()).collect();
        Grid::from_rows(rows).unwrap()
    }

    fn lines(gravity: &str, closing: &str, size: (usize, usize)) -> Lines {
        let keys = format!("preset = 'popstar'\ngravity = '{gravity}'\ncolumns_close = '{closing}'");
        Lines::new(SameGame::rules_from_toml(&keys).unwrap().spec(), size)
    }

    #[test]
    fn tiles_end_where_the_rules_put_them() {
        let left = ["RRRRR", "GBYGB", "GBYGB"];
        for (gravity, closing, before, group, after) in [
            (
                "down",
                "left",
                &[".G..", "RGB.", "RGBY"][..],
                &[(0, 1), (1, 1), (2, 1)][..],
                &["....", "RB..", "RBY."][..],
            ),
            ("up", "right", &["RGBY", "RGB.", ".G.."], &[(0, 2), (1, 2)], &[".RGY", ".RG.", "..G."]),
            ("left", "bottom", &["RR.", "GGG", "BYG"], &[(1, 0), (1, 1), (1, 2), (2, 2)], &["...", "RR.", "BY."]),
            ("right", "top", &[".RR", "GGG"], &[(0, 1), (0, 2)], &["GGG", "..."]),
            ("down", "centre", &left, &[(0, 1), (1, 1), (2, 1)], &[".RRRR", ".GYGB", ".GYGB"]),
        ] {
            let before = symbols(before);
            let lines = lines(gravity, closing, (before.rows(), before.cols()));
            let group: Vec<_> = group.iter().map(|&(row, col)| Cell::new(row, col)).collect();
            let mut found = before.map(|_| Symbol::EMPTY);
            for tile in Motion::new(&before, &group, lines).tiles(1.0) {
                found[Cell::new(tile.row as usize, tile.col as usize)] = tile.symbol;
            }
            assert_eq!(found, symbols(after), "{gravity} {closing}");
        }
        let before = symbols(&["RG", "RG", "RG"]);
        let group = [Cell::new(0, 1), Cell::new(1, 1), Cell::new(2, 1)];
        assert_eq!(Motion::new(&before, &group, lines("down", "left", (3, 2))).middle(), (1.0, 1.0));
    }

    #[test]
    fn an_animation_starts_at_the_old_board() {
        let before = symbols(&["RRG", "BRG"]);
        let group = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)];
        let motion = Motion::new(&before, &group, lines("down", "left", (2, 3)));
        let tiles = motion.tiles(0.0);
        assert_eq!(tiles.len(), 6);
        assert!(tiles.iter().all(|t| before[Cell::new(t.row as usize, t.col as usize)] == t.symbol && t.size == 1.0));
        assert_eq!(motion.tiles(0.5).len(), 3);
    }
}
