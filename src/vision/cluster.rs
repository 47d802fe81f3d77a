//! Groups patches that show the same tile.

use super::patch::{self, Patch};

/// Differences below this are noise: they never tell two kinds of tiles apart.
const NOISE: f32 = 0.008;
/// Differences above this always tell two kinds apart.
const APART: f32 = 0.12;

/// Groups of patches.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    /// The group of each patch.
    pub(super) of: Vec<usize>,
    /// How many groups there are; group 0 is the largest.
    pub(super) count: usize,
}

impl Clusters {
    /// How many groups have more than one member.
    fn large(&self) -> usize {
        let mut sizes = vec![0_usize; self.count];
        for group in &self.of {
            sizes[*group] += 1;
        }
        sizes.iter().filter(|size| **size > 1).count()
    }
}

/// Joins the two groups with the least mean difference, again and again, and stops at the widest gap between one such
/// difference and the next. `most` bounds the number of groups that have more than one member; `paired` is whether each kind
/// is there an even number of times.
pub(super) fn cluster(patches: &[Patch], most: usize, paired: bool) -> Clusters {
    let n = patches.len();
    if n == 0 {
        return Clusters { of: Vec::new(), count: 0 };
    }
    let joins = average_linkage(patches);
    let cut = widest_gap(&joins, n, most, paired);
    after(&joins[..cut], n)
}

/// The groups of so many patches after some joins.
fn after(joins: &[Join], n: usize) -> Clusters {
    let mut parent: Vec<usize> = (0..n).collect();
    for &(a, b, _) in joins {
        let (a, b) = (root(&parent, a), root(&parent, b));
        parent[b] = a;
    }
    let roots: Vec<usize> = (0..n).map(|i| root(&parent, i)).collect();
    let mut names: Vec<(usize, usize)> = Vec::new();
    for &r in &roots {
        match names.iter_mut().find(|(name, _)| *name == r) {
            Some((_, size)) => *size += 1,
            None => names.push((r, 1)),
        }
    }
    names.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let of: Vec<usize> = roots.iter().map(|r| names.iter().position(|(name, _)| name == r).unwrap_or(0)).collect();
    Clusters { of, count: names.len() }
}

fn root(parent: &[usize], mut i: usize) -> usize {
    while parent[i] != i {
        i = parent[i];
    }
    i
}

/// The groups at each of the widest gaps between one join and the next, the widest first, each with how many times as far
/// from each other as before the next groups are. At most `gaps` of them, none with more than `most` groups of more than one
/// member.
pub(super) fn at_gaps(patches: &[Patch], most: usize, gaps: usize) -> Vec<(Clusters, f32)> {
    let n = patches.len();
    let joins = average_linkage(patches);
    let mut cuts: Vec<(f32, usize)> = joins
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[1].2 > NOISE)
        .map(|(i, pair)| (pair[1].2 / pair[0].2.max(NOISE), i + 1))
        .collect();
    cuts.sort_by(|a, b| b.0.total_cmp(&a.0));
    let grouped = cuts.into_iter().map(|(gap, cut)| (after(&joins[..cut], n), gap));
    grouped.filter(|(groups, _)| groups.large() <= most).take(gaps).collect()
}

/// Two members of groups that are joined, and the mean difference of these groups.
type Join = (usize, usize, f32);

/// All joins in order.
fn average_linkage(patches: &[Patch]) -> Vec<Join> {
    let n = patches.len();
    let mut apart = vec![f32::MAX; n * n];
    for i in 0..n {
        for j in 0..i {
            let d = patch::distance(&patches[i], &patches[j]);
            apart[i * n + j] = d;
            apart[j * n + i] = d;
        }
    }
    let mut sizes = vec![1.0_f32; n];
    let mut alive: Vec<usize> = (0..n).collect();
    // The nearest other group of each group, renewed where a join touched it.
    let nearest_of = |apart: &[f32], alive: &[usize], i: usize| {
        alive
            .iter()
            .filter(|&&j| j != i)
            .map(|&j| (j, apart[i * n + j]))
            .fold((i, f32::MAX), |best, next| if next.1 < best.1 { next } else { best })
    };
    let mut nearest: Vec<(usize, f32)> = (0..n).map(|i| nearest_of(&apart, &alive, i)).collect();
    let mut joins = Vec::with_capacity(n.saturating_sub(1));
    while alive.len() > 1 {
        let a = alive.iter().copied().min_by(|&i, &j| nearest[i].1.total_cmp(&nearest[j].1)).unwrap_or(0);
        let (b, d) = nearest[a];
        joins.push((a, b, d));
        alive.retain(|&i| i != b);
        for &k in &alive {
            if k != a {
                let mean = (apart[a * n + k] * sizes[a] + apart[b * n + k] * sizes[b]) / (sizes[a] + sizes[b]);
                apart[a * n + k] = mean;
                apart[k * n + a] = mean;
            }
        }
        sizes[a] += sizes[b];
        for &k in &alive {
            if k == a || nearest[k].0 == a || nearest[k].0 == b {
                nearest[k] = nearest_of(&apart, &alive, k);
            }
        }
    }
    joins
}

/// How much more a gap counts where all groups are of an even number, and where all are equally large.
const EVEN: f32 = 1.5;
const EQUAL: f32 = 3.0;

/// How many of the joins to keep.
fn widest_gap(joins: &[Join], n: usize, most: usize, paired: bool) -> usize {
    // Where each kind is there twice, half of the joins at least join what is equal: they tell how exactly it is drawn.
    let noise = match joins.get((n / 2).saturating_sub(1)) {
        Some(join) if paired => (2.0 * join.2).clamp(NOISE / 8.0, NOISE),
        _ => NOISE,
    };
    let mut of_size = vec![0_usize; n + 1];
    of_size[1] = n;
    let mut best = (0.0_f32, joins.len());
    let mut parent: Vec<usize> = (0..n).collect();
    let mut sizes = vec![1_usize; n];
    let mut large = 0_usize;
    for (i, &(a, b, _)) in joins.iter().enumerate() {
        let (a, b) = (root(&parent, a), root(&parent, b));
        large -= usize::from(sizes[a] > 1) + usize::from(sizes[b] > 1);
        of_size[sizes[a]] -= 1;
        of_size[sizes[b]] -= 1;
        parent[b] = a;
        sizes[a] += sizes[b];
        of_size[sizes[a]] += 1;
        large += 1;
        let below = joins[i].2.max(noise);
        let above = joins.get(i + 1).map_or(APART, |j| j.2);
        if below > APART || large > most || above <= noise {
            continue;
        }
        let mut width = above.min(APART * 1.5) / below;
        if paired && of_size.iter().skip(1).step_by(2).all(|groups| *groups == 0) {
            width *= if of_size.iter().filter(|groups| **groups > 0).count() == 1 { EQUAL } else { EVEN };
        }
        if width > best.0 {
            best = (width, i + 1);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noisy_copies_of_three_tiles_form_three_groups() {
        let patches: Vec<Patch> = (0..60_u8)
            .map(|i| std::array::from_fn(|k| [40, 120, 200][usize::from(i % 3)] + ((usize::from(i) * 7 + k) % 5) as u8))
            .collect();
        let found = cluster(&patches, 10, false);
        assert_eq!(found.count, 3);
        assert!((0..60).all(|i| found.of[i] == found.of[i % 3]));
    }

    #[test]
    fn equal_tiles_are_one_group_and_none_is_none() {
        assert_eq!(cluster(&[[7; patch::BYTES]; 9], 10, false).count, 1);
        assert_eq!(cluster(&[], 10, false).count, 0);
    }
}
