//! The only message of a worker that compiles and executes a program.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What such a worker says at its end.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum Answer<T> {
    /// The result.
    Done(T),
    /// It panicked.
    Panicked(String),
}

impl<T: Serialize + DeserializeOwned + 'static> worker::Message for Answer<T> {
    fn is_last(&self) -> bool {
        true
    }

    fn panicked(text: String) -> Answer<T> {
        Answer::Panicked(text)
    }
}
