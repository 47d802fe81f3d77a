//! Where a picture's colours change along each axis, and at which distances that repeats.

use crate::geometry::Rect;
use image::RgbImage;

/// Change of a channel's value between neighbouring pixels below which there is no edge.
const LEAST: u8 = 10;
/// Change above which an edge is no stronger: black against white says no more than blue against green.
const MOST: u8 = 60;

/// How strongly colours change at each step along one axis, summed over the other axis; the first value belongs to the
/// step from pixel 0 to pixel 1 of the region.
pub(super) fn profiles(picture: &RgbImage, region: &Rect) -> (Vec<f64>, Vec<f64>) {
    let (x0, y0) = (region.x as usize, region.y as usize);
    let (width, height) = (region.width as usize, region.height as usize);
    let stride = picture.width() as usize * 3;
    let raw = picture.as_raw();
    let mut along_x = vec![0.0; width.saturating_sub(1)];
    let mut along_y = vec![0.0; height.saturating_sub(1)];
    let edge = |a: usize, b: usize| {
        let change = (0..3).map(|c| raw[a + c].abs_diff(raw[b + c])).max().unwrap_or(0);
        if change < LEAST { 0.0 } else { f64::from(change.min(MOST)) / f64::from(MOST) }
    };
    for y in 0..height {
        let row = (y0 + y) * stride + x0 * 3;
        for (x, total) in along_x.iter_mut().enumerate() {
            *total += edge(row + x * 3, row + x * 3 + 3);
        }
        if let Some(total) = along_y.get_mut(y) {
            *total += (0..width).map(|x| row + x * 3).map(|at| edge(at, at + stride)).sum::<f64>();
        }
    }
    (along_x, along_y)
}

/// Likeness of a profile with itself moved by 0, 1, 2 … `most` steps, 1 at 0.
pub(super) fn autocorrelation(profile: &[f64], most: usize) -> Vec<f64> {
    let mean = profile.iter().sum::<f64>() / profile.len().max(1) as f64;
    // The square root keeps a few full-length lines (a frame, a menu's rule) from drowning the rest.
    let values: Vec<f64> = profile.iter().map(|v| v.sqrt() - mean.sqrt()).collect();
    let centre = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let values: Vec<f64> = values.iter().map(|v| v - centre).collect();
    let power = values.iter().map(|v| v * v).sum::<f64>().max(1e-9) / values.len().max(1) as f64;
    (0..=most)
        .map(|lag| {
            let pairs = values.len().saturating_sub(lag);
            let sum: f64 = values.iter().zip(values.iter().skip(lag)).map(|(a, b)| a * b).sum();
            if pairs == 0 { 0.0 } else { sum / pairs as f64 / power }
        })
        .collect()
}

/// The period near `coarse` at which a profile repeats best, to a hundredth of a pixel.
pub(super) fn refine_period(profile: &[f64], coarse: f64) -> f64 {
    let mean = profile.iter().sum::<f64>() / profile.len().max(1) as f64;
    let strength = |period: f64| -> f64 {
        (1..=5)
            .map(|harmonic| {
                let turn = std::f64::consts::TAU * f64::from(harmonic) / period;
                let (mut re, mut im) = (0.0, 0.0);
                for (i, value) in profile.iter().enumerate() {
                    let (sin, cos) = (turn * i as f64).sin_cos();
                    re += (value - mean) * cos;
                    im += (value - mean) * sin;
                }
                re.hypot(im)
            })
            .sum()
    };
    let best = |centre: f64, reach: f64, step: f64| {
        let steps = (reach / step).round() as i32;
        (-steps..=steps)
            .map(|i| centre + f64::from(i) * step)
            .map(|period| (period, strength(period)))
            .fold((centre, f64::MIN), |best, next| if next.1 > best.1 { next } else { best })
            .0
    };
    let near = best(coarse, 0.8, 0.1);
    best(near, 0.1, 0.01)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fractional_period_is_found() {
        let profile: Vec<f64> = (0..600)
            .map(|i| {
                let beat = (f64::from(i) / 37.4).fract() * 37.4;
                if beat < 1.0 { 5.0 } else { 0.1 }
            })
            .collect();
        let found = refine_period(&profile, 37.0);
        assert!((found - 37.4).abs() < 0.05, "{found}");
        let likeness = autocorrelation(&profile, 60);
        assert!(likeness[37] > 0.4 && likeness[20] < 0.2);
    }
}
