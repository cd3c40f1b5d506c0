//! *Portfolio*: sources are asked until one has a perfect sequence.
//!
//! This is the advice that ends Sect. 7.1 of Craig vs. Newton: "use a combination of all the presented techniques and
//! stop in each iteration after you have found perfect state assertions". A perfect sequence is the only one then. If no
//! source has one, all sequences refine together: the automaton has as many tracks as there are sequences.
//!
//! The order adapts ([`order`]): sources that were perfect for path programs of this program come first, and a source
//! that does not know a theory is not asked about traces with that theory again. A source that answers too late costs
//! its share of the time only.
//!
//! [`UntilPerfect`] asks one source after the other, in this process; [`FirstPerfect`] asks several at once, in processes
//! of their own.

mod answers;
mod apart;
mod at_once;
mod in_turn;
mod order;
mod question;
mod reply;
mod theories;

pub use self::apart::{SourceApart, Workplace};
pub use self::at_once::FirstPerfect;
pub use self::in_turn::UntilPerfect;
