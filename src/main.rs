//! The program: everything stands in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilepilot::cli::main()
}
