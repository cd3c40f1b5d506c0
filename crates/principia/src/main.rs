//! The command line of Principia.
fn main() {}
