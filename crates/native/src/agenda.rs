//! Which inputs the executions before a `TRUE` try, one after the other.
//!
//! The harness ([`crate::harness::drawing_harness`]) tells the inputs that it gave, and what the program compared them
//! with; these numbers and their neighbours are tried next.

use std::collections::HashSet;

/// The bits of the first inputs, and the manner in which the harness draws the others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Chosen {
    manner: u64,
    inputs: Vec<u64>,
}

impl Chosen {
    /// As the harness reads it.
    pub fn text(&self) -> String {
        let inputs = self.inputs.iter().map(|bits| format!(",{bits:x}"));
        format!("{:x}{}", self.manner, inputs.collect::<String>())
    }
}

/// An input that the harness gave.
pub struct Given {
    kind: char,
    bits: u64,
}

impl Given {
    /// The value for people.
    pub fn text(&self) -> String {
        match self.kind {
            'u' => self.bits.to_string(),
            'f' => f32::from_bits(self.bits as u32).to_string(),
            'd' => f64::from_bits(self.bits).to_string(),
            _ => (self.bits as i64).to_string(),
        }
    }
}

/// The inputs that the harness tells.
pub fn given(errors: &str) -> Vec<Given> {
    let lines = errors.lines().filter_map(|line| line.strip_prefix("principia: input "));
    lines
        .filter_map(|line| {
            let mut words = line.split(' ');
            let kind = words.next()?.chars().next()?;
            Some(Given { kind, bits: u64::from_str_radix(words.next()?, 16).ok()? })
        })
        .collect()
}

/// What inputs were compared with, as the harness tells: the number of the input, and bits.
fn compared(errors: &str) -> Vec<(usize, u64)> {
    let lines = errors.lines().filter_map(|line| line.strip_prefix("principia: compared "));
    lines
        .filter_map(|line| {
            let (index, bits) = line.split_once(' ')?;
            Some((index.parse().ok()?, u64::from_str_radix(bits, 16).ok()?))
        })
        .collect()
}

/// What to try next: the latest first, because that is the farthest.
#[derive(Default)]
pub struct Agenda {
    next: Vec<Chosen>,
    known: HashSet<Chosen>,
    manner: u64,
}

impl Agenda {
    /// What to try next; all of its inputs are drawn if it `is_fresh`.
    pub fn take(&mut self, is_fresh: bool) -> Chosen {
        match self.next.pop().filter(|_| !is_fresh) {
            Some(chosen) => chosen,
            None => {
                self.manner += 1;
                Chosen { manner: self.manner - 1, inputs: Vec::new() }
            }
        }
    }

    /// Inputs that would make comparisons of an execution come out otherwise.
    pub fn learn(&mut self, chosen: &Chosen, given: &[Given], errors: &str) {
        let compared = compared(errors);
        let neighbours = compared
            .iter()
            .filter(|(index, _)| given.get(*index).is_some_and(|g| g.kind != 'f' && g.kind != 'd'));
        let neighbours = neighbours
            .flat_map(|&(index, bits)| [(index, bits.wrapping_add(1)), (index, bits.wrapping_sub(1))]);
        for (index, bits) in neighbours.chain(compared.iter().copied()).collect::<Vec<_>>() {
            let Some(before) = given.get(..index) else { continue };
            let mut inputs: Vec<u64> = before.iter().map(|given| given.bits).collect();
            inputs.push(bits);
            let chosen = Chosen { manner: chosen.manner, inputs };
            if self.known.insert(chosen.clone()) {
                self.next.push(chosen);
            }
        }
    }
}
