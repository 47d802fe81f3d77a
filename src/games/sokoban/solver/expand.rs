//! What every search by pushes with a bound does with a position: it takes it up, makes its pushes, and asks each layer.

use super::arena::{Arena, Push, ROOT, ones};
use super::bound::{Bound, Heuristic};
use super::corral::Corrals;
use super::deadlock::Layers;
use super::field::{Field, NONE};
use super::freeze::Freeze;
use super::local::LocalSearch;
use super::patterns::Patterns;
use super::walk::Walk;

/// What a search saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// Positions expanded.
    pub(super) expanded: u64,
    /// Pushes from them onto squares that are not dead, whether or not a layer refused them.
    pub(super) pushes: u64,
}

/// A position that a push leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) number: u32,
    pub(super) push: Push,
    /// Whether it was not met before. Only then is the bound looked at.
    pub(super) is_new: bool,
    /// Pushes that a solution needs from there; nothing where it has none.
    pub(super) rest: Option<u32>,
}

/// Expands one position after another.
pub(super) struct Expander<'a> {
    field: &'a Field,
    layers: Layers,
    pub(super) arena: Arena,
    pub(super) seen: Seen,
    bound: Bound<'a>,
    walk: Walk,
    freeze: Freeze,
    corrals: Corrals,
    local: Option<LocalSearch>,
    patterns: Option<Patterns>,
    here: Vec<u64>,
    standing: Vec<u16>,
    pushes: Vec<(Push, u16, u32)>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(field: &'a Field, memory_mib: usize, heuristic: Heuristic, layers: Layers) -> Self {
        // What a search notes of a position takes about as much as the position itself.
        let arena = Arena::new(field, memory_mib.saturating_mul(1 << 19));
        Self {
            field,
            layers,
            here: vec![0; arena.words()],
            arena,
            seen: Seen::default(),
            bound: Bound::new(field, heuristic, layers),
            walk: Walk::new(field),
            freeze: Freeze::new(field),
            corrals: Corrals::new(field),
            local: layers.local.then(|| LocalSearch::new(field)),
            patterns: layers.patterns.then(|| Patterns::new(field)),
            standing: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Forgets every position and begins with this one: its bound, or nothing where it has no solution.
    pub(super) fn begin(&mut self, (boxes, player): (&[u16], u16)) -> Option<u32> {
        self.arena.clear();
        self.here.fill(0);
        boxes.iter().for_each(|&square| flip(&mut self.here, self.field.live(square)));
        self.walk.set_boxes(boxes.iter().copied());
        let region = self.walk.go(self.field, player);
        let hash = self.arena.hash(&self.here);
        self.arena.insert(&self.here, region, hash, ROOT, Push { square: 0, direction: 0 });
        self.bound.take_up(&self.walk, boxes, region)
    }

    /// Whether every box of a position stands on a goal.
    pub(super) fn is_solved(&self, number: u32) -> bool {
        let live = self.field.live_squares();
        ones(self.arena.boxes(number)).all(|bit| self.field.is_goal(live[usize::from(bit)]))
    }

    /// Makes every push of a position that no layer refuses.
    pub(super) fn expand(&mut self, number: u32, children: &mut Vec<Child>) {
        let field = self.field;
        children.clear();
        self.seen.expanded += 1;
        self.here.copy_from_slice(self.arena.boxes(number));
        self.standing.clear();
        self.standing.extend(ones(&self.here).map(|bit| field.live_squares()[usize::from(bit)]));
        self.walk.set_boxes(self.standing.iter().copied());
        let player = self.arena.player(number);
        let region = self.walk.go(field, player);
        self.walk.pushes(field, &mut self.pushes);
        self.seen.pushes += self.pushes.len() as u64;
        if self.layers.corrals
            && let Some(boxes) = self.corrals.find(field, &self.walk)
        {
            self.pushes.retain(|&(push, to, _)| Corrals::keeps(boxes, &self.walk, push, to));
        }
        if self.local.as_mut().is_some_and(|local| local.finds_deadlock(field, &self.walk, player))
            || self.bound.take_up(&self.walk, &self.standing, region).is_none()
        {
            return;
        }
        let hash = self.arena.hash(&self.here);
        for &(push, to, _) in &self.pushes {
            self.walk.move_box(push.square, to);
            let is_dead = self.layers.freeze && self.freeze.is_deadlock(field, &self.walk, to)
                || self
                    .patterns
                    .as_mut()
                    .is_some_and(|patterns| patterns.finds_deadlock(field, &self.walk, to, push.square));
            if is_dead {
                self.walk.move_box(to, push.square);
                continue;
            }
            let region = self.walk.go(field, push.square);
            let (from, onto) = (field.live(push.square), field.live(to));
            flip(&mut self.here, from);
            flip(&mut self.here, onto);
            let hash = hash ^ self.arena.hash_of_move(from, onto);
            let (child, is_new) = self.arena.insert(&self.here, region, hash, number, push);
            flip(&mut self.here, from);
            flip(&mut self.here, onto);
            self.walk.move_box(to, push.square);
            let rest = if is_new { self.bound.after_push(&self.standing, (push.square, to), region) } else { None };
            children.push(Child { number: child, push, is_new, rest });
        }
    }
}

/// Puts a box on a live square, or takes it away.
pub(super) fn flip(words: &mut [u64], bit: u16) {
    debug_assert_ne!(bit, NONE, "the box stands on a dead square");
    words[usize::from(bit / 64)] ^= 1 << (bit % 64);
}
