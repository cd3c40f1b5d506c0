//! A state: where the value of each variable lies.
//!
//! A program has hundreds of variables, a statement changes one of them, and each branch begins with the state before it.
//! So the intervals lie in chunks that states share until one of them changes.

use std::ops::Index;
use std::rc::Rc;

use program::Interval;

/// So many intervals are copied where one changes.
const CHUNK: usize = 8;

type Chunk = [Interval; CHUNK];

/// An interval for each variable.
#[derive(Clone, Debug)]
pub struct State {
    chunks: Box<[Rc<Chunk>]>,
    length: usize,
}

impl State {
    /// Gives a variable another interval.
    pub fn set(&mut self, number: usize, values: Interval) {
        if self[number] != values {
            Rc::make_mut(&mut self.chunks[number / CHUNK])[number % CHUNK] = values;
        }
    }

    /// The intervals of all variables.
    pub fn iter(&self) -> impl Iterator<Item = Interval> + '_ {
        self.chunks.iter().flat_map(|chunk| chunk.iter().copied()).take(self.length)
    }

    /// Whether another state allows all that this one allows.
    pub fn is_within(&self, other: &State) -> bool {
        let is_part = |(own, others): (&Rc<Chunk>, &Rc<Chunk>)| {
            Rc::ptr_eq(own, others) || own.iter().zip(others.iter()).all(|(own, other)| own.is_within(*other))
        };
        self.chunks.iter().zip(&other.chunks).all(is_part)
    }

    /// How many bytes its intervals take if no other state shares them.
    pub fn bytes(&self) -> usize {
        self.chunks.len() * (size_of::<Rc<Chunk>>() + size_of::<Chunk>())
    }
}

impl Index<usize> for State {
    type Output = Interval;

    fn index(&self, number: usize) -> &Interval {
        &self.chunks[number / CHUNK][number % CHUNK]
    }
}

impl FromIterator<Interval> for State {
    fn from_iter<I: IntoIterator<Item = Interval>>(intervals: I) -> State {
        let (mut chunks, mut length) = (Vec::new(), 0);
        let mut intervals = intervals.into_iter();
        while let Some(first) = intervals.next() {
            let mut chunk = [first; CHUNK];
            length += 1;
            for (place, values) in chunk[1..].iter_mut().zip(&mut intervals) {
                *place = values;
                length += 1;
            }
            chunks.push(Rc::new(chunk));
        }
        State { chunks: chunks.into(), length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: impl IntoIterator<Item = i128>) -> State {
        values.into_iter().map(Interval::point).collect()
    }

    #[test]
    fn a_change_belongs_to_one_state() {
        for length in 0..20 {
            let before = points(0..length);
            assert_eq!(before.iter().count(), length as usize);
            for number in 0..length {
                let mut after = before.clone();
                after.set(number as usize, Interval::point(-1));
                let expected = (0..length).map(|value| if value == number { -1 } else { value });
                assert!(after.iter().eq(expected.map(Interval::point)));
                assert!(before.iter().eq((0..length).map(Interval::point)));
                assert!(!after.is_within(&before) && !before.is_within(&after));
                after.set(number as usize, Interval::new(None, Some(number)).expect("not empty"));
                assert!(!after.is_within(&before) && before.is_within(&after));
            }
        }
    }
}
