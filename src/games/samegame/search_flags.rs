//! The flags of `solve` that say how boards are searched.

use super::solver::form::{Form, Sort, Weights};

/// Flags of `solve` that say how a beam searches.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct SearchFlags {
    /// With --algorithm beam: positions kept of each level; without it, passes of growing width
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub beam_width: Option<usize>,
    /// With --algorithm beam: moves after which what was kept is played on greedily; without it, none
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub max_depth: Option<usize>,
    /// With --algorithm beam: points that parts of the evaluation count for, such as
    /// largest=0.5,fragments=20,colours=10,dead=50
    #[arg(long, value_name = "NAME=N,…")]
    pub weights: Option<Weights>,
    /// With --algorithm beam: what positions are sorted by, total or total+evaluation (the default)
    #[arg(long, value_name = "NAME")]
    pub sort: Option<Sort>,
}

impl SearchFlags {
    /// The form of the beam that is asked for.
    pub(super) fn form(&self) -> Form {
        Form {
            width: self.beam_width,
            depth: self.max_depth,
            weights: self.weights,
            sort: self.sort.unwrap_or_default(),
        }
    }

    /// Why these flags do not go with an algorithm or with each other, if so.
    pub(super) fn fault(&self, algorithm: &str) -> Option<String> {
        let given = [
            ("--beam-width", self.beam_width.is_some()),
            ("--max-depth", self.max_depth.is_some()),
            ("--weights", self.weights.is_some()),
            ("--sort", self.sort.is_some()),
        ];
        let (flag, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
        if algorithm != "beam" {
            return Some(format!("{flag} goes with --algorithm beam, not with {algorithm}"));
        }
        let unused = self.sort == Some(Sort::Total) && self.weights.is_some();
        unused.then(|| "--weights say nothing where --sort total leaves the evaluation out".to_owned())
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| format!("expected a whole number of at least 1, found {text:?}"))
}
