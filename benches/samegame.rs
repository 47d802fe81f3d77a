//! How fast games of chance go by on the engine, beside the referee in the same run.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tilepilot::games::samegame::solver::playout::Playouts;
use tilepilot::games::samegame::{Board, Rules, generate};
use tilepilot::puzzle::Puzzle;

/// Plays a board to its end by chance, by the referee alone.
fn play_out(mut board: Board, rng: &mut ChaCha8Rng) -> i64 {
    let mut moves = Vec::new();
    let mut score = 0;
    loop {
        moves.clear();
        board.legal_moves(&mut moves);
        if moves.is_empty() {
            return score + board.end_bonus();
        }
        let chosen = moves[rng.random_range(0..moves.len())];
        score += board.play(chosen).expect("a legal move");
    }
}

fn playouts(criterion: &mut Criterion) {
    for (rules, size) in [("samegame", (15, 15)), ("popstar", (10, 10))] {
        let rules = Arc::new(Rules::preset(rules).expect("a preset"));
        let board = generate::board(&rules, size, 5, 1, 0).expect("a board");
        let mut group = criterion.benchmark_group(format!("playouts {}x{}", size.1, size.0));
        group.throughput(Throughput::Elements(1));
        let mut engine = Playouts::new(&board, 1);
        group.bench_function("engine", |bench| bench.iter(|| engine.run()));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        group.bench_function("referee", |bench| bench.iter(|| play_out(board.clone(), &mut rng)));
        group.finish();
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
