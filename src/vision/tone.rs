//! Follows a change of all colours alike (a night light, another gamma) by one curve for each channel, which is fitted to
//! what the cells show and what the classes look like, each cell being taken for what it is nearest to.

use super::nearest::Known;
use super::patch::{self, Levels, Patch};

/// How the values of each channel go back to what they were in the calibrated picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tone {
    back: Levels,
}

impl Tone {
    /// What each value was in the calibrated picture.
    pub(super) fn back(&self) -> &Levels {
        &self.back
    }
}

/// One curve for each channel: what was `u` (of 1) is seen as `gain * u^gamma`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Curves {
    gain: [f32; 3],
    gamma: [f32; 3],
}

/// Gammas and tints with which the search begins.
const GAMMAS: [f32; 7] = [0.55, 0.7, 0.85, 1.0, 1.2, 1.45, 1.75];
const TINTS: [[f32; 3]; 4] = [[1.0; 3], [1.0, 0.91, 0.8], [1.0, 0.82, 0.6], [1.0, 0.7, 0.4]];
/// Beginnings that are followed up, and how often each is fitted anew.
const LIKELIEST: usize = 3;
const ROUNDS: usize = 5;
/// Cells that are enough to fit a curve to.
pub(super) const CELLS: usize = 72;
/// A distance beyond which a cell is no worse: it shows something that is not known.
const FAR: f32 = 0.15;

impl Curves {
    const NONE: Self = Self { gain: [1.0; 3], gamma: [1.0; 3] };

    /// These curves where what they leave of the change is `rest`.
    fn with(&self, rest: &Self) -> Self {
        Self {
            gain: std::array::from_fn(|c| self.gain[c] * rest.gain[c].powf(self.gamma[c])),
            gamma: std::array::from_fn(|c| self.gamma[c] * rest.gamma[c]),
        }
    }

    fn tone(&self) -> Tone {
        let mut back = [[0; 256]; 3];
        for (table, (gain, gamma)) in back.iter_mut().zip(self.gain.iter().zip(self.gamma)) {
            for (value, was) in table.iter_mut().enumerate() {
                *was = (255.0 * (value as f32 / 255.0 / gain).powf(1.0 / gamma)).round().min(255.0) as u8;
            }
        }
        Tone { back }
    }

    /// Whether screens show pictures so. One channel stays as bright as it was: where all are darker, something lies over
    /// the board, and what it covers is not the board at play.
    fn is_plausible(&self) -> bool {
        let brightest = self.gain.iter().copied().fold(0.0, f32::max);
        let least = self.gain.iter().copied().fold(1.0, f32::min);
        (0.94..=1.06).contains(&brightest)
            && least >= 0.3
            && self.gamma.iter().all(|gamma| (0.45..=2.2).contains(gamma))
    }
}

/// What changed the colours of cells, if a change of all colours alike explains better what they show. `undone` gives the
/// cells' patches as they are without such a change.
pub(super) fn fit(undone: &dyn Fn(&Tone) -> Vec<Patch>, looks: &[Known]) -> Option<Tone> {
    if looks.is_empty() || undone(&Curves::NONE.tone()).is_empty() {
        return None;
    }
    let matched_by = |curves: &Curves| {
        let cells = undone(&curves.tone());
        let (of, off) = matched(&cells, looks);
        (cells, of, off)
    };
    let starts = GAMMAS.iter().flat_map(|gamma| TINTS.map(|gain| Curves { gain, gamma: [*gamma; 3] }));
    let mut judged: Vec<(f32, Curves)> = starts.map(|curves| (matched_by(&curves).2, curves)).collect();
    judged.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(f32, Curves)> = None;
    for (_, start) in judged.into_iter().take(LIKELIEST) {
        let mut curves = start;
        for _ in 0..ROUNDS {
            let (cells, of, _) = matched_by(&curves);
            let next = curves.with(&fitted(&cells, looks, &of));
            if next == curves {
                break;
            }
            curves = next;
        }
        let (_, _, off) = matched_by(&curves);
        if curves.is_plausible() && best.is_none_or(|(least, _)| off < least) {
            best = Some((off, curves));
        }
    }
    best.map(|(_, curves)| curves.tone())
}

/// The look that each cell is nearest to, if one is near, and how far they are on the mean.
fn matched(cells: &[Patch], looks: &[Known]) -> (Vec<Option<usize>>, f32) {
    let mut total = 0.0;
    let of = cells
        .iter()
        .map(|cell| {
            let sums = patch::sums(cell);
            let far = (None, FAR);
            let (look, distance) = looks
                .iter()
                .enumerate()
                .map(|(index, look)| (Some(index), patch::least_distance(&sums, &look.sums)))
                .fold(far, |best, next| if next.1 < best.1 { next } else { best });
            total += distance;
            look
        })
        .collect();
    (of, total / cells.len().max(1) as f32)
}

/// The curves by which the looks' values become those of the cells that show them, fitted by least squares of logarithms.
/// A channel with too few levels to tell its gamma takes that of all channels together.
fn fitted(cells: &[Patch], looks: &[Known], of: &[Option<usize>]) -> Curves {
    /// Values that say something: darker ones are rounded too coarsely.
    const DARK: usize = 6;
    /// A difference between what is seen and known beyond which a pixel shows something else: an edge off by a pixel.
    const ELSE: u8 = 56;
    /// What is known of gammas beforehand, as a share of what the pixels say.
    const PRIOR: f64 = 2e-3;
    let mut sums = [[(0_u32, 0_u32); 256]; 3];
    for (cell, look) in cells.iter().zip(of) {
        let Some(look) = look.and_then(|index| looks.get(index)) else { continue };
        for (seen, was) in cell.as_chunks::<3>().0.iter().zip(look.patch.as_chunks::<3>().0) {
            for channel in 0..3 {
                let u = usize::from(was[channel]);
                if seen[channel].abs_diff(was[channel]) <= ELSE {
                    let sum = &mut sums[channel][u];
                    *sum = (sum.0 + 1, sum.1 + u32::from(seen[channel]));
                }
            }
        }
    }
    // By channel: weight, means of the logarithms, their variance and covariance.
    let moments = sums.map(|levels| {
        let points = levels.iter().enumerate().skip(DARK).filter(|(_, (n, sum))| *sum > *n).map(|(u, (n, sum))| {
            let mean = f64::from(*sum) / f64::from(*n) / 255.0;
            (f64::from(*n) * mean * mean, (u as f64 / 255.0).ln(), mean.ln())
        });
        let (weight, x, y) = points.clone().fold((0.0, 0.0, 0.0), |s, (w, x, y)| (s.0 + w, s.1 + w * x, s.2 + w * y));
        let (x, y) = (x / weight.max(1e-9), y / weight.max(1e-9));
        let (var, cov) =
            points.fold((0.0, 0.0), |s, (w, a, b)| (s.0 + w * (a - x) * (a - x), s.1 + w * (a - x) * (b - y)));
        (weight, x, y, var, cov)
    });
    let (weight, var, cov) = moments.iter().fold((0.0, 0.0, 0.0), |sum, m| (sum.0 + m.0, sum.1 + m.3, sum.2 + m.4));
    let slope =
        |var: f64, cov: f64, weight: f64, prior: f64| (cov + PRIOR * weight * prior) / (var + PRIOR * weight).max(1e-9);
    let common = slope(var, cov, weight, 1.0);
    let mut next = Curves::NONE;
    for (channel, (weight, x, y, var, cov)) in moments.into_iter().enumerate() {
        let gamma = if weight > 0.0 { slope(var, cov, weight, common) } else { common };
        next.gamma[channel] = gamma.clamp(0.3, 3.0) as f32;
        next.gain[channel] = if weight > 0.0 { (y - gamma * x).exp().clamp(0.2, 1.5) as f32 } else { 1.0 };
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::LookState;

    const COLOURS: [[u8; 3]; 4] = [[200, 100, 100], [100, 200, 100], [100, 100, 200], [200, 200, 100]];

    /// A disc of a colour on a darker ground.
    fn tile(colour: [u8; 3]) -> Patch {
        std::array::from_fn(|i| {
            let (x, y) = ((i / 3 % 16) as i32 - 8, (i / 48) as i32 - 8);
            let share = if x * x + y * y < 36 { 2 } else { 3 };
            (u16::from(colour[i % 3]) * 2 / share) as u8
        })
    }

    fn undone(cell: &Patch, tone: &Tone) -> Patch {
        std::array::from_fn(|i| tone.back()[i % 3][usize::from(cell[i])])
    }

    fn looks() -> Vec<Known> {
        COLOURS.iter().enumerate().map(|(id, colour)| Known::new(id, LookState::Normal, tile(*colour))).collect()
    }

    fn toned(gain: [f32; 3], gamma: f32) -> Vec<Patch> {
        let cells = (0..40).map(|i| tile(COLOURS[i * 7 % 4]));
        let seen = |i: usize, value: u8| (255.0 * gain[i % 3] * (f32::from(value) / 255.0).powf(gamma)).round() as u8;
        cells.map(|cell| std::array::from_fn(|i| seen(i, cell[i]))).collect()
    }

    #[test]
    fn a_gamma_and_a_night_light_are_undone() {
        for (gain, gamma) in [([1.0; 3], 0.6), ([1.0; 3], 1.6), ([1.0, 0.82, 0.6], 1.0), ([1.0, 0.82, 0.6], 1.25)] {
            let cells = toned(gain, gamma);
            let all_undone = |tone: &Tone| cells.iter().map(|cell| undone(cell, tone)).collect();
            let tone = fit(&all_undone, &looks()).unwrap();
            for (i, cell) in cells.iter().enumerate() {
                let off = patch::distance(&undone(cell, &tone), &tile(COLOURS[i * 7 % 4]));
                assert!(off < 0.01, "{gain:?}, {gamma}: {off}");
            }
        }
    }

    #[test]
    fn what_lies_over_a_board_is_no_change_of_its_colours() {
        let cells = toned([0.6; 3], 1.0);
        let all_undone = |tone: &Tone| cells.iter().map(|cell| undone(cell, tone)).collect();
        assert_eq!(fit(&all_undone, &looks()), None);
        assert_eq!(fit(&|_| Vec::new(), &looks()), None);
    }
}
