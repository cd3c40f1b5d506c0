//! Proof obligations: the places at which a property may be violated, and what is known about each.

use serde::{Deserialize, Serialize};
use verdict::Reason;

use crate::result::{Execution, Place};

/// A place at which a property may be violated.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Obligation {
    /// The property, as in the verdict.
    pub property: String,
    /// Where.
    pub place: Option<Place>,
    /// What would go wrong.
    pub message: String,
}

impl Obligation {
    /// The obligation that an execution violates.
    pub fn of(execution: &Execution) -> Obligation {
        let Execution { property, place, message, .. } = execution;
        Obligation { property: property.clone(), place: place.clone(), message: message.clone() }
    }

    /// For an order that people expect: by place, then by property.
    pub fn order(&self) -> (Option<(&str, u32, u32)>, &str, &str) {
        let place = self.place.as_ref().map(|place| (place.file.as_str(), place.line, place.column));
        (place, &self.property, &self.message)
    }
}

/// What is known about an obligation.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Status {
    /// No execution violates it before it violates another one.
    Proved,
    /// An execution violates it.
    Violated {
        /// That execution.
        execution: Box<Execution>,
    },
    /// Neither is known.
    Unknown {
        /// Why.
        reason: Reason,
    },
}

/// An obligation and what is known about it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// The obligation.
    #[serde(flatten)]
    pub obligation: Obligation,
    /// What is known.
    #[serde(flatten)]
    pub status: Status,
}
