//! What can be opened up: which tiles go, and which of them no line of play removes.

use super::super::super::path::{Lines, Reach};
use super::super::super::position::Board;
use super::clauses::{Clauses, Contradiction, Literal, taken};
use super::edges::{Edges, Kind, Tile, Var};

/// A kind of so many tiles or fewer goes as a whole if there is any way at all; of more only one way is tried.
const FINISHED_SURELY: usize = 4;

/// After so many kinds that belong to every smaller deadlock, a deadlock is small enough.
const MOST_KEPT: usize = 8;

/// A board while its tiles go.
pub(super) struct Opening<'a> {
    edges: &'a Edges,
    start: Lines,
    free: Lines,
    gone: Vec<bool>,
    /// The kinds in the order in which they went the last time, so that few rounds are needed.
    order: Vec<usize>,
    waiting: Vec<usize>,
    went: Vec<usize>,
    reaches: Vec<Option<Reach>>,
}

impl<'a> Opening<'a> {
    pub(super) fn new(board: &Board, edges: &'a Edges) -> Self {
        Self {
            edges,
            start: board.free().clone(),
            free: board.free().clone(),
            gone: Vec::new(),
            order: (0..edges.kinds.len()).collect(),
            waiting: Vec::new(),
            went: Vec::new(),
            reaches: Vec::new(),
        }
    }

    /// Puts all tiles back.
    pub(super) fn reset(&mut self) {
        self.free.copy_from(&self.start);
        self.gone.clear();
        self.gone.extend(self.edges.cells.iter().map(Option::is_none));
    }

    /// Removes pairs that are taken and kinds that can go as a whole, as long as there are any: both are always safe, since
    /// a removal only opens paths. Whether all that can be paired is gone then.
    pub(super) fn play(&mut self, clauses: &Clauses<'_>, pairs: &mut Vec<(Tile, Tile)>) -> bool {
        pairs.clear();
        let mut open: Vec<usize> = (0..self.edges.kinds.len()).collect();
        loop {
            let before = pairs.len();
            open.retain(|&kind| !self.play_kind(clauses, kind, pairs));
            if open.is_empty() || pairs.len() == before {
                return open.is_empty();
            }
        }
    }

    /// The same for one kind; whether it is done.
    fn play_kind(&mut self, clauses: &Clauses<'_>, kind: usize, pairs: &mut Vec<(Tile, Tile)>) -> bool {
        let edges = self.edges;
        let tiles = edges.kinds[kind].tiles.clone();
        self.reach_all(kind);
        let mut any = false;
        for tile in tiles.clone() {
            for other in tile + 1..tiles.end {
                if self.gone[tile] {
                    break;
                }
                if self.gone[other] || !self.joins(tiles.start, tile, other) {
                    continue;
                }
                any = true;
                if clauses.value(edges.var(kind, tile, other)) == Some(true) {
                    self.empty(tile);
                    self.empty(other);
                    pairs.push((tile, other));
                }
            }
        }
        let mut left: Vec<Tile> = tiles.filter(|&tile| !self.gone[tile]).collect();
        // Of an odd kind it would be a choice which tile stays.
        if any && !edges.kinds[kind].is_odd && self.finish(&left, pairs) {
            left.clear();
        }
        left.len() == usize::from(edges.kinds[kind].is_odd)
    }

    /// Removes these tiles of a kind in pairs, or leaves them all.
    fn finish(&mut self, left: &[Tile], pairs: &mut Vec<(Tile, Tile)>) -> bool {
        if left.is_empty() {
            return true;
        }
        for (index, &tile) in left.iter().enumerate() {
            let Some(from) = self.edges.cells[tile] else { return false };
            for &other in &left[index + 1..] {
                let Some(to) = self.edges.cells[other] else { return false };
                if !self.free.joins(from, to) || !self.edges.may_be_taken(tile, other) {
                    continue;
                }
                self.empty(tile);
                self.empty(other);
                pairs.push((tile, other));
                let rest: Vec<Tile> = left.iter().copied().filter(|&third| third != tile && third != other).collect();
                if self.finish(&rest, pairs) {
                    return true;
                }
                pairs.pop();
                for (end, cell) in [(tile, from), (other, to)] {
                    self.gone[end] = false;
                    self.free.block(cell);
                }
                if left.len() > FINISHED_SURELY {
                    return false;
                }
            }
        }
        false
    }

    fn empty(&mut self, tile: Tile) {
        if !self.gone[tile] {
            self.gone[tile] = true;
            if let Some(cell) = self.edges.cells[tile] {
                self.free.free(cell);
            }
        }
    }

    fn reach_all(&mut self, kind: usize) {
        let Self { edges, free, reaches, .. } = self;
        reaches.clear();
        reaches.extend(edges.kinds[kind].tiles.clone().map(|tile| edges.cells[tile].map(|cell| free.reach(cell))));
    }

    fn joins(&self, start: Tile, tile: Tile, other: Tile) -> bool {
        match (&self.reaches[tile - start], &self.reaches[other - start]) {
            (Some(from), Some(to)) => from.joins(to, &self.free) && self.edges.may_be_taken(tile, other),
            _ => false,
        }
    }

    /// Lets tiles go on with any partner that is not excluded, and take others away even when they are gone themselves:
    /// what is left then, no line of play removes. Whether that is nothing that has to go.
    pub(super) fn open(&mut self, clauses: &Clauses<'_>) -> bool {
        let edges = self.edges;
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.clear();
        let gone = &self.gone;
        waiting.extend(self.order.iter().copied().filter(|&kind| edges.kinds[kind].tiles.clone().any(|t| !gone[t])));
        self.went.clear();
        self.open_more(clauses, &mut waiting);
        let is_open = waiting.iter().all(|&kind| !self.is_stuck(clauses, kind));
        if is_open {
            let went = std::mem::take(&mut self.went);
            self.order.retain(|kind| !went.contains(kind));
            self.order.splice(0..0, went.iter().copied());
            self.went = went;
        }
        self.waiting = waiting;
        is_open
    }

    fn open_more(&mut self, clauses: &Clauses<'_>, waiting: &mut Vec<usize>) {
        loop {
            let mut progress = false;
            waiting.retain(|&kind| {
                let (some, all) = self.open_kind(clauses, kind);
                progress |= some;
                if all {
                    self.went.push(kind);
                }
                !all
            });
            if waiting.is_empty() || !progress {
                return;
            }
        }
    }

    /// Empties the cells of a kind's tiles that can go: whether there were any, and whether none is left.
    fn open_kind(&mut self, clauses: &Clauses<'_>, kind: usize) -> (bool, bool) {
        let edges = self.edges;
        let tiles = edges.kinds[kind].tiles.clone();
        self.reach_all(kind);
        let (mut some, mut all) = (false, true);
        for tile in tiles.clone() {
            if self.gone[tile] {
                continue;
            }
            let partner = tiles.clone().find(|&other| {
                other != tile
                    && clauses.value(edges.var(kind, tile, other)) != Some(false)
                    && self.joins(tiles.start, tile, other)
            });
            match partner {
                Some(other) => {
                    self.empty(tile);
                    self.empty(other);
                    some = true;
                }
                None => all = false,
            }
        }
        (some, all)
    }

    /// Whether a tile of a kind is left that has to go.
    fn is_stuck(&self, clauses: &Clauses<'_>, kind: usize) -> bool {
        let mut left = self.edges.kinds[kind].tiles.clone().filter(|&tile| !self.gone[tile]);
        match (left.next(), left.next()) {
            (None, _) => false,
            (Some(tile), None) => self.must_go(clauses, kind, tile),
            _ => true,
        }
    }

    /// Whether a tile cannot be the one of its kind that stays.
    fn must_go(&self, clauses: &Clauses<'_>, kind: usize, tile: Tile) -> bool {
        let Kind { tiles, is_odd, .. } = &self.edges.kinds[kind];
        !is_odd || clauses.value(self.edges.var(kind, tile, tiles.end - 1)) == Some(false)
    }

    /// After [`open`](Self::open) emptied all that has to go, and no decision was taken: the pairs that no path joins even
    /// then.
    ///
    /// # Errors
    /// Such pairs part a kind so that its tiles cannot all be paired.
    pub(super) fn apart(&mut self, clauses: &Clauses<'_>) -> Result<Vec<Var>, Contradiction> {
        let edges = self.edges;
        let mut apart = Vec::new();
        for (number, kind) in edges.kinds.iter().enumerate() {
            self.reach_all(number);
            let mut groups: Vec<Tile> = kind.tiles.clone().collect();
            for tile in kind.tiles.clone() {
                for other in tile + 1..kind.tiles.end {
                    if edges.cells[other].is_none() || self.joins(kind.tiles.start, tile, other) {
                        let (one, two) = (groups[tile - kind.tiles.start], groups[other - kind.tiles.start]);
                        if one == two {
                            continue;
                        }
                        groups.iter_mut().filter(|group| **group == two).for_each(|group| *group = one);
                    } else if clauses.value(edges.var(number, tile, other)).is_none() {
                        apart.push(edges.var(number, tile, other));
                    }
                }
            }
            let is_odd = |tile: &Tile| groups.iter().filter(|group| *group == tile).count() % 2 == 1;
            if groups.iter().any(is_odd) {
                return Err(Contradiction);
            }
        }
        Ok(apart)
    }

    /// After [`open`](Self::open) left something: the choices of which at least one must be taken for any of it to go, as
    /// few as are easily found. None of them is open any more.
    pub(super) fn cut(&mut self, clauses: &Clauses<'_>, is_over: &dyn Fn() -> bool) -> Vec<Literal> {
        let mut kinds = std::mem::take(&mut self.waiting);
        kinds.sort_by_key(|&kind| std::cmp::Reverse(clauses.depth(self.edges.vars_of(kind))));
        // A kind without which everything opens is part of every smaller deadlock too.
        let mut index = 0;
        while index < kinds.len().min(MOST_KEPT) && kinds.len() > 1 {
            let kind = kinds[index];
            // What was excluded before any decision says nothing new.
            if clauses.depth(self.edges.vars_of(kind)) == 0 || is_over() {
                break;
            }
            let (free, gone) = (self.free.clone(), self.gone.clone());
            self.edges.kinds[kind].tiles.clone().for_each(|tile| self.empty(tile));
            let mut waiting: Vec<usize> = kinds.iter().copied().filter(|&other| other != kind).collect();
            self.open_more(clauses, &mut waiting);
            if waiting.iter().any(|&kind| self.is_stuck(clauses, kind)) {
                kinds = waiting;
            } else {
                self.free = free;
                self.gone = gone;
                index += 1;
            }
        }
        let mut cut = Vec::new();
        // Where one tile of each kind at most is left, one of them has to be known not to stay.
        let mut is_forced = false;
        let mut stays = None;
        for &kind in &kinds {
            let edges = self.edges;
            let tiles = edges.kinds[kind].tiles.clone();
            self.reach_all(kind);
            let left: Vec<Tile> = tiles.clone().filter(|&tile| !self.gone[tile]).collect();
            is_forced |= !edges.kinds[kind].is_odd && !left.is_empty() || left.len() > 1;
            if let [one] = left[..]
                && edges.kinds[kind].is_odd
                && self.must_go(clauses, kind, one)
            {
                stays = Some(taken(edges.var(kind, one, tiles.end - 1)));
            }
            for tile in left {
                for other in tiles.clone().filter(|&other| other != tile) {
                    if self.joins(tiles.start, tile, other) {
                        cut.push(taken(edges.var(kind, tile, other)));
                    }
                }
            }
        }
        if !is_forced {
            cut.extend(stays);
        }
        cut.sort_unstable();
        cut.dedup();
        self.waiting = kinds;
        cut
    }
}
