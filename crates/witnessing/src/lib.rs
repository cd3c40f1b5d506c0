//! Witnesses of verdicts about C programs: written for our own ([`export`]), executed ([`replay`]), and validated
//! ([`validation`]).

pub mod export;
pub mod replay;
pub mod validation;
