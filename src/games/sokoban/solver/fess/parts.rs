//! The parts that guide the search, each of which can be left out to measure what it brings.

use super::super::deadlock::names;
use super::features::Features;

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Part {
    /// Boxes that the packing plan would cut off, as a feature with an advisor.
    OutOfPlan,
    /// Steps of the packing plan, as a feature with an advisor.
    Packing,
    /// Regions of the floor, as a feature with an advisor.
    Connectivity,
    /// Passages with a box in them, as a feature with an advisor.
    Rooms,
    /// Moves that free another box.
    Opener,
    /// What stands in the way of the plan's next step, as a feature with an advisor.
    Obstacles,
    /// Moves that an advisor speaks for weigh nothing.
    Advisors,
    /// Orders by features alone and by the bound alone, beside the cells.
    GreedyOrders,
    /// Positions of play backward end the search.
    Meeting,
}

/// The parts by the names that a person knows them by.
const NAMED: [(&str, Part); 9] = [
    ("out-of-plan", Part::OutOfPlan),
    ("packing", Part::Packing),
    ("connectivity", Part::Connectivity),
    ("rooms", Part::Rooms),
    ("opener", Part::Opener),
    ("obstacles", Part::Obstacles),
    ("advisors", Part::Advisors),
    ("greedy-orders", Part::GreedyOrders),
    ("meeting", Part::Meeting),
];

/// Names of the parts.
pub(in super::super::super) const PARTS: &[&str] = &names(&NAMED);

/// Which parts a search has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Parts {
    left_out: u16,
}

impl Parts {
    /// Everything.
    pub(in super::super) const ALL: Self = Self { left_out: 0 };

    /// These parts without the one of that name; all of them where it is none of [`PARTS`].
    #[must_use]
    pub(in super::super) fn without(self, name: &str) -> Self {
        let part = NAMED.iter().find(|(known, _)| *known == name);
        Self { left_out: self.left_out | part.map_or(0, |&(_, part)| 1 << part as u16) }
    }

    pub(in super::super) fn has(self, part: Part) -> bool {
        self.left_out & 1 << part as u16 == 0
    }

    /// What of the features is known; all else is equal everywhere.
    pub(super) fn known(self, features: Features) -> Features {
        let known = |part, feature| if self.has(part) { feature } else { 0 };
        Features {
            out_of_plan: known(Part::OutOfPlan, features.out_of_plan),
            packed: known(Part::Packing, features.packed),
            obstacles: features.obstacles,
            regions: known(Part::Connectivity, features.regions),
            blocked: known(Part::Rooms, features.blocked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_name_and_a_switch_of_its_own() {
        assert!(NAMED.iter().map(|(name, _)| *name).eq(PARTS.iter().copied()));
        for (name, part) in NAMED {
            let without = Parts::ALL.without(name);
            assert!(NAMED.iter().all(|(_, other)| without.has(*other) == (*other != part)), "{name}");
        }
        assert_eq!(Parts::ALL.without("freeze"), Parts::ALL);
    }

    #[test]
    fn what_is_left_out_tells_no_positions_apart() {
        let features = Features { out_of_plan: 1, packed: 2, obstacles: 3, regions: 4, blocked: 5 };
        assert_eq!(Parts::ALL.known(features), features);
        let without = Parts::ALL.without("packing").without("rooms");
        assert_eq!(without.known(features), Features { packed: 0, blocked: 0, ..features });
    }
}
