//! Ctrl-C and its kin: the first asks to stop, the second ends at once. No mouse button stays down either way.

use super::exit::{Exit, Failure};
use crate::search::StopFlag;

/// Raises `stop` on the first SIGINT, SIGTERM or SIGHUP, and ends the process with status 130 on the next.
#[cfg(unix)]
pub(super) fn stop_on_signals(stop: &StopFlag) -> Result<(), Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let refused = |error| Failure::world(format!("signals cannot be listened to: {error}"));
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(refused)?;
    let stop = stop.clone();
    let listen = move || {
        for _ in signals.forever() {
            if stop.is_stopped() {
                #[cfg(feature = "live")]
                crate::desk::live::release_held();
                std::process::exit(Exit::Interrupted as i32);
            }
            stop.stop();
            tracing::warn!("stopping; once more ends at once");
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(listen).map(drop).map_err(refused)
}

/// Raises `stop` on the first Ctrl-C, and ends the process with status 130 on the next.
#[cfg(not(unix))]
pub(super) fn stop_on_signals(stop: &StopFlag) -> Result<(), Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let refused = |error| Failure::world(format!("signals cannot be listened to: {error}"));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, stop.shared())
            .map_err(refused)?;
        signal_hook::flag::register(signal, stop.shared()).map_err(refused)?;
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn the_first_signal_asks_to_stop() {
        let stop = StopFlag::default();
        stop_on_signals(&stop).unwrap();
        signal_hook::low_level::raise(signal_hook::consts::SIGHUP).unwrap();
        let begun = Instant::now();
        while !stop.is_stopped() {
            assert!(begun.elapsed() < Duration::from_secs(10), "the flag was not raised");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
