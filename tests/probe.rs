use tilepilot::vision::lattice::{Hints, find};
#[test]
fn probe() {
    let mut files: Vec<_> = std::env::var("PROBE").unwrap().split_whitespace().map(str::to_owned).collect();
    files.sort();
    let (mut good, mut n) = (0, 0);
    for f in files {
        let pic = image::open(&f).unwrap().to_rgb8();
        let t = std::time::Instant::now();
        let l = find(&pic, &Hints::default());
        let truth = std::fs::read_to_string(f.replace(".png", ".txt")).unwrap_or_default();
        let name = f.rsplit('/').next().unwrap();
        let lat = truth
            .lines()
            .find(|l| l.contains("lattice"))
            .map(|l| l.split_whitespace().filter_map(|w| w.parse::<f64>().ok()).collect::<Vec<_>>())
            .or_else(|| f.contains("/skins/").then(|| vec![22., 96., 46., 46.]));
        let rows: Vec<_> = truth.lines().filter(|l| !l.starts_with(';')).collect();
        let dims = (rows.first().map_or(0, |r| r.len()), rows.len());
        n += 1;
        match l {
            Some(l) => {
                let err = lat.as_ref().map(|v| {
                    let e = |a: f64, p: f64, q: f64, ta: f64, tp: f64, n: usize| {
                        (a - (ta + tp / 2.))
                            .abs()
                            .max((a + p * (n - 1) as f64 - (ta + tp / 2. + tp * (n - 1) as f64)).abs())
                            .max((p - q).abs() * 0.)
                    };
                    e(l.x, l.pitch_x, 0., v[0], v[2], dims.0).max(e(l.y, l.pitch_y, 0., v[1], v[3], dims.1))
                });
                let ok = (l.cols, l.rows) == dims && err.is_none_or(|e| e <= 1.0);
                good += usize::from(ok);
                println!(
                    "{} {name}: corner {:.2},{:.2} pitch {:.2},{:.2} {}x{} truth {}x{} {:?} err {:?} {:?}",
                    if ok { "ok " } else { "BAD" },
                    l.x - l.pitch_x / 2.,
                    l.y - l.pitch_y / 2.,
                    l.pitch_x,
                    l.pitch_y,
                    l.cols,
                    l.rows,
                    dims.0,
                    dims.1,
                    lat.unwrap_or_default(),
                    err,
                    t.elapsed()
                )
            }
            None => println!("BAD {name}: NONE {:?}", t.elapsed()),
        }
    }
    println!("{good} of {n}");
}
