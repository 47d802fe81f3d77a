//! Finds the look that a cell is nearest to, and how far the nearest look of another class is, without comparing it in
//! full with each: a few sums tell of most looks that they are farther.

use super::patch::{self, Patch, Sums};
use super::{ClassId, LookState};

/// One look of a class, ready to be compared.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) id: ClassId,
    pub(super) state: LookState,
    pub(super) patch: Patch,
    pub(super) sums: Sums,
}

impl Known {
    pub(super) fn new(id: ClassId, state: LookState, patch: Patch) -> Self {
        Self { id, state, patch, sums: patch::sums(&patch) }
    }
}

/// Which look a cell is nearest to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    /// The look's place in its list, or nothing where what shows through at the cell is nearer.
    pub(super) look: Option<usize>,
    /// The look's class, or nothing where no look is known.
    pub(super) id: Option<ClassId>,
    /// When the class is drawn so.
    pub(super) state: LookState,
    /// The distance, 0 to 1.
    pub(super) distance: f32,
    /// The distance of the nearest look of another class, 1 where there is none.
    pub(super) other: f32,
}

impl Nearest {
    /// Nothing that is near.
    pub(super) const NONE: Self = Self { look: None, id: None, state: LookState::Normal, distance: 1.0, other: 1.0 };

    /// Takes one more look's distance.
    fn hold(&mut self, distance: f32, look: Option<usize>, id: ClassId, state: LookState) {
        if self.id == Some(id) {
            if distance < self.distance {
                *self = Self { look, state, distance, ..*self };
            }
        } else if distance < self.distance {
            let other = if self.id.is_some() { self.other.min(self.distance) } else { self.other };
            *self = Self { look, id: Some(id), state, distance, other };
        } else {
            self.other = self.other.min(distance);
        }
    }

    /// The distance from which on a look of this class makes no difference.
    fn limit(&self, id: ClassId) -> f32 {
        if self.id == Some(id) { self.distance } else { self.other }
    }
}

/// Looks whose least distances are kept; the ones beyond are compared in full.
const MOST: usize = 256;

/// The nearest of these looks to a cell that shows `seen`, and of what shows through there: its class, its patch, and how
/// many times its distance counts.
pub(super) fn nearest(seen: &Patch, looks: &[Known], behind: Option<(ClassId, &Patch, f32)>) -> Nearest {
    let sums = patch::sums(seen);
    let mut least = [0.0_f32; MOST];
    let mut likeliest = (f32::MAX, 0);
    for (index, (least, look)) in least.iter_mut().zip(looks).enumerate() {
        *least = patch::least_distance(&sums, &look.sums);
        if *least < likeliest.0 {
            likeliest = (*least, index);
        }
    }
    let mut found = Nearest::NONE;
    // The likeliest first, so that most of the others need no comparison.
    let order = (likeliest.1..likeliest.1 + 1).chain(0..likeliest.1).chain(likeliest.1 + 1..looks.len());
    for index in order {
        let Some(look) = looks.get(index) else { continue };
        let limit = found.limit(look.id);
        if least.get(index).is_some_and(|least| *least >= limit) {
            continue;
        }
        if let Some(distance) = patch::distance_below(seen, &look.patch, limit) {
            found.hold(distance, Some(index), look.id, look.state);
        }
    }
    if let Some((id, patch, times)) = behind
        && let Some(distance) = patch::distance_below(seen, patch, found.limit(id) / times)
    {
        found.hold(times * distance, None, id, LookState::Normal);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(seed: u32) -> Patch {
        let base = seed % 7 * 30;
        std::array::from_fn(|i| {
            let spread = seed.wrapping_mul(2_654_435_761).wrapping_add(i as u32).wrapping_mul(2_246_822_519) >> 27;
            (base + spread) as u8
        })
    }

    #[test]
    fn what_is_left_out_is_never_nearer() {
        let looks: Vec<Known> =
            (0..40).map(|seed| Known::new(seed as ClassId / 3, LookState::Normal, noise(seed))).collect();
        for seed in 40..140 {
            let seen = noise(seed);
            let found = nearest(&seen, &looks, None);
            let distances: Vec<(f32, ClassId)> =
                looks.iter().map(|look| (patch::distance(&seen, &look.patch), look.id)).collect();
            let best = distances.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            let other = distances.iter().filter(|(_, id)| Some(*id) != found.id).map(|d| d.0).fold(1.0, f32::min);
            assert_eq!((found.distance, found.other), (best.0, other));
            assert_eq!(found.distance, distances[found.look.unwrap()].0);
        }
    }

    #[test]
    fn what_shows_through_counts_and_nothing_is_near_where_nothing_is_known() {
        let seen = noise(1);
        assert_eq!(nearest(&seen, &[], None), Nearest::NONE);
        let looks = [Known::new(0, LookState::Normal, noise(2))];
        let found = nearest(&seen, &looks, Some((1, &seen, 2.0)));
        assert_eq!((found.id, found.look, found.distance), (Some(1), None, 0.0));
        assert_eq!(found.other, patch::distance(&seen, &looks[0].patch));
    }
}
