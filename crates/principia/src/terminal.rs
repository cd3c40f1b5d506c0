//! What the terminal can show, and what people see there.

use std::io::IsTerminal;

use crate::color::Color;

pub use report::text::{colored, execution, obligations, proof, source_invariants};

/// Whether standard error gets colours.
pub fn uses_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// The width for tables on standard output.
pub fn width() -> usize {
    const DEFAULT: usize = 120;
    // SAFETY: the kernel fills in plain data.
    let columns = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        if libc::ioctl(1, libc::TIOCGWINSZ, &mut size) == 0 { size.ws_col as usize } else { 0 }
    };
    if columns >= 40 { columns } else { DEFAULT }
}
