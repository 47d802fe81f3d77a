use tilepilot::grid::*;
use tilepilot::vision::lattice::{Hints, find};
use tilepilot::vision::{Priors, survey::survey};
#[test]
fn probe() {
    let mut files: Vec<_> = std::env::var("PROBE").unwrap().split_whitespace().map(str::to_owned).collect();
    files.sort();
    let (mut good, mut n) = (0, 0);
    let priors = Priors { rows: 2..=40, cols: 2..=40, kinds: 2..=9, colour_decides: false, falls: true };
    for f in files {
        let pic = image::open(&f).unwrap().to_rgb8();
        let l = find(&pic, &Hints::default()).unwrap();
        let t = std::time::Instant::now();
        let truth = std::fs::read_to_string(f.replace(".png", ".txt")).unwrap_or_default();
        let name = f.rsplit('/').next().unwrap();
        let rows: Vec<_> = truth.lines().filter(|l| !l.starts_with(';')).collect();
        n += 1;
        let Some(s) = survey(&pic, &l, &priors, None) else {
            println!("BAD {name} NONE");
            continue;
        };
        // map classes
        let mut bad = vec![];
        let mut map = std::collections::HashMap::new();
        let mut back = std::collections::HashMap::new();
        let count = |a: char, b: char| {
            s.symbols
                .enumerate()
                .filter(|(c, x)| x.first_char() == a && rows[c.row].as_bytes()[c.col] as char == b)
                .count()
        };
        let mut pairs: Vec<_> =
            s.symbols.enumerate().map(|(c, x)| (x.first_char(), rows[c.row].as_bytes()[c.col] as char)).collect();
        pairs.sort();
        pairs.dedup();
        pairs.sort_by_key(|&(a, b)| std::cmp::Reverse(count(a, b)));
        for (a, b) in pairs {
            if !map.contains_key(&a) && !back.contains_key(&b) && (a == '.') == (b == '.') {
                map.insert(a, b);
                back.insert(b, a);
            }
        }
        for (c, x) in s.symbols.enumerate() {
            if map.get(&x.first_char()) != Some(&(rows[c.row].as_bytes()[c.col] as char)) {
                bad.push(c);
            }
        }
        let r = tilepilot::vision::reader::Reader::new(
            tilepilot::vision::Place { lattice: l, picture: pic.dimensions() },
            s.model.clone(),
        )
        .read(&pic, &l);
        let same = r.symbols.enumerate().filter(|(c, x)| x.is_some_and(|x| x == s.symbols[*c])).count();
        let ok = bad.is_empty();
        good += usize::from(ok);
        println!(
            "{} {name}: bad {} reread {}/{} unknown {} th {:?} kinds {} names {:?} doubts {:?} {:?}",
            if ok { "ok " } else { "BAD" },
            bad.len(),
            same,
            l.rows * l.cols,
            r.unknown(),
            s.model.thresholds(),
            s.model.classes().len(),
            map,
            s.doubts,
            t.elapsed()
        );
        if !ok {
            for r in 0..s.symbols.rows() {
                println!("DBG {}   {}", s.symbols.row(r).iter().map(|x| x.first_char()).collect::<String>(), rows[r]);
            }
        }
    }
    println!("{good} of {n}");
}
