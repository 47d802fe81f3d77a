//! How much memory is free.

use std::fs;

/// Half of the memory that is free now, in MiB; nothing where the system does not say.
pub(super) fn half_of_free_mib() -> Option<usize> {
    let of_machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available_mib(&text));
    let number = |file: &str| fs::read_to_string(format!("/sys/fs/cgroup/memory.{file}")).ok()?.trim().parse().ok();
    let of_group =
        number("max").zip(number("current")).map(|(most, now): (usize, usize)| most.saturating_sub(now) >> 20);
    let free = of_machine.into_iter().chain(of_group).min()?;
    Some((free / 2).max(1))
}

/// What `/proc/meminfo` calls available, in MiB.
fn available_mib(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_says_what_is_free() {
        let text = "MemTotal:       16384000 kB\nMemFree:         2000000 kB\nMemAvailable:    8388608 kB\n";
        assert_eq!(available_mib(text), Some(8192));
        assert_eq!(available_mib("MemTotal: 1 kB\n"), None);
    }
}
