//! Which layers of pruning a search uses, as plain data.

/// The layers, each of which can be left out to measure what it saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Layers {
    /// Squares from which no box ever comes to a goal.
    pub(super) dead_squares: bool,
    /// Boxes that can never move again off their goals.
    pub(super) freeze: bool,
    /// Boxes that cannot all be matched to goals of their own.
    pub(super) bipartite: bool,
    /// Boxes that are frozen on their goals count as walls for the matching.
    pub(super) frozen_walls: bool,
    /// Of positions with a PI-corral, only the pushes into it.
    pub(super) corrals: bool,
    /// Boxes around a corral that cannot be solved even alone.
    pub(super) local: bool,
    /// Boxes close together, within four rows and columns, that cannot be parted even alone.
    pub(super) patterns: bool,
}

/// Reaches the switch of one layer.
type Switch = fn(&mut Layers) -> &mut bool;

/// The layers by the names that a person knows them by, in the order in which they pay.
const SWITCHES: [(&str, Switch); 7] = [
    ("dead-squares", |layers| &mut layers.dead_squares),
    ("freeze", |layers| &mut layers.freeze),
    ("bipartite", |layers| &mut layers.bipartite),
    ("frozen-goals", |layers| &mut layers.frozen_walls),
    ("pi-corral", |layers| &mut layers.corrals),
    ("corral", |layers| &mut layers.local),
    ("patterns", |layers| &mut layers.patterns),
];

/// Names of the layers.
pub(in super::super) const LAYERS: &[&str] = &names(&SWITCHES);

/// The names of what can be left out.
pub(super) const fn names<T, const N: usize>(named: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut place = 0;
    while place < N {
        names[place] = named[place].0;
        place += 1;
    }
    names
}

impl Layers {
    /// Everything.
    pub(in super::super) const ALL: Self = Self {
        dead_squares: true,
        freeze: true,
        bipartite: true,
        frozen_walls: true,
        corrals: true,
        local: true,
        patterns: true,
    };

    /// These layers without the one of that name, which must be one of [`LAYERS`].
    #[must_use]
    pub(in super::super) fn without(mut self, name: &str) -> Self {
        if let Some((_, switch)) = SWITCHES.iter().find(|(known, _)| *known == name) {
            *switch(&mut self) = false;
        }
        self
    }

    /// Those layers that are in both.
    #[must_use]
    pub(super) fn and(mut self, mut other: Self) -> Self {
        for (_, switch) in SWITCHES {
            *switch(&mut self) &= *switch(&mut other);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_name_and_a_switch_of_its_own() {
        assert!(SWITCHES.iter().map(|(name, _)| *name).eq(LAYERS.iter().copied()));
        let none = LAYERS.iter().fold(Layers::ALL, |layers, name| layers.without(name));
        for name in LAYERS {
            let without = Layers::ALL.without(name);
            assert!(without != Layers::ALL && without.and(Layers::ALL) == without && without.and(none) == none);
        }
        assert_eq!(Layers::ALL.without("nothing"), Layers::ALL);
    }
}
