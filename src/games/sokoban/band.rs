//! Bands of difficulty: what a level of each is like.

use crate::games::BoardSize;
use std::fmt;
use std::ops::RangeInclusive;

/// How hard a level shall be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Band {
    /// 2 or 3 boxes on 8×8 cells, 5 to 19 pushes.
    Easy,
    /// 4 boxes on 10×10 cells, 20 to 59 pushes.
    Normal,
    /// 5 to 7 boxes on 12×12 cells, 60 to 119 pushes.
    Advanced,
    /// 8 boxes or more on 12×14 cells, 120 pushes or more.
    Hard,
}

impl Band {
    /// All bands, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Normal, Self::Advanced, Self::Hard];

    /// The fewest pushes that a level of the band takes. Where one band ends the next begins.
    #[must_use]
    pub const fn least_pushes(self) -> usize {
        match self {
            Self::Easy => 5,
            Self::Normal => 20,
            Self::Advanced => 60,
            Self::Hard => 120,
        }
    }

    /// Pushes of its levels: from its own least to that of the next band, which no longer belongs to it.
    #[must_use]
    pub fn pushes(self) -> RangeInclusive<usize> {
        let next = Self::ALL.into_iter().find(|&band| band > self);
        self.least_pushes()..=next.map_or(usize::MAX, |next| next.least_pushes() - 1)
    }

    /// Boxes of its levels.
    #[must_use]
    pub const fn boxes(self) -> RangeInclusive<usize> {
        match self {
            Self::Easy => 2..=3,
            Self::Normal => 4..=4,
            Self::Advanced => 5..=7,
            Self::Hard => 8..=12,
        }
    }

    /// Columns and rows of its levels.
    #[must_use]
    pub const fn size(self) -> BoardSize {
        match self {
            Self::Easy => BoardSize { cols: 8, rows: 8 },
            Self::Normal => BoardSize { cols: 10, rows: 10 },
            Self::Advanced => BoardSize { cols: 12, rows: 12 },
            Self::Hard => BoardSize { cols: 12, rows: 14 },
        }
    }

    /// The band of levels with so many pushes; those with fewer than any band has are easy.
    #[must_use]
    pub fn of_pushes(pushes: usize) -> Self {
        Self::ALL.into_iter().rev().find(|band| pushes >= band.least_pushes()).unwrap_or(Self::Easy)
    }

    /// Pushes that count in full for the score of a level of so many cells: where the band ends whose size it fits into,
    /// and twice the least of the hardest band for all that is larger.
    #[must_use]
    pub fn cap(cells: usize) -> usize {
        let fits = |band: &Self| cells <= band.size().cols * band.size().rows;
        let band = Self::ALL.into_iter().find(fits).unwrap_or(Self::Hard);
        match band {
            Self::Hard => 2 * Self::Hard.least_pushes(),
            band => band.pushes().end() + 1,
        }
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Advanced => "advanced",
            Self::Hard => "hard",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_band_owns_its_lower_bound() {
        for (pushes, band) in [
            (0, Band::Easy),
            (19, Band::Easy),
            (20, Band::Normal),
            (59, Band::Normal),
            (60, Band::Advanced),
            (119, Band::Advanced),
            (120, Band::Hard),
            (9999, Band::Hard),
        ] {
            assert_eq!(Band::of_pushes(pushes), band, "{pushes}");
            assert!(pushes < 5 || band.pushes().contains(&pushes), "{pushes}");
        }
        assert_eq!([64, 65, 100, 144, 168, 400].map(Band::cap), [20, 60, 60, 120, 240, 240]);
    }
}
