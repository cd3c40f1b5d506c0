//! The arguments of `main` in an execution: from the variables that stand for them to strings, and back.

use c_lower::lower::arguments::{
    ARGUMENT_COUNT, ARGUMENT_LIST, MOST_ARGUMENTS, STRING_CONTENTS, STRING_LENGTHS,
};
use interpreter::{Executor, converted};
use num_traits::ToPrimitive;
use program::CoreProgram;
use rustc_hash::FxHashMap;
use term::{Sort, Term, build as mk};

/// More arguments, or longer ones, are given to no compiled program.
const MOST_BYTES: i64 = 100_000;

/// A character that does not matter.
const ANY: u8 = b'a';

/// The arguments of `main`, the name of the program first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// The strings, without their ends.
    pub strings: Vec<Vec<u8>>,
    /// How many bytes a pointer has.
    pointer_size: i64,
}

/// What is known of the variables that stand for the arguments.
struct Known {
    count: Option<i64>,
    lengths: FxHashMap<i64, i64>,
    contents: FxHashMap<(i64, i64), i64>,
}

impl Arguments {
    /// These strings, for a program whose pointers have so many bytes.
    pub fn new(strings: Vec<Vec<u8>>, pointer_size: u64) -> Arguments {
        Arguments { strings, pointer_size: pointer_size as i64 }
    }

    /// The arguments of the last execution. `None` if `main` gets none, or they are too long.
    pub fn of_execution(
        executor: &Executor<'_>,
        program: &CoreProgram,
        pointer_size: u64,
    ) -> Option<Arguments> {
        let global = |name| program.globals.iter().copied().find(|global| is_named(*global, name));
        let count = executor.global(global(ARGUMENT_COUNT)?).and_then(number);
        let elements = |name| global(name).map(|array| executor.elements(array)).unwrap_or_default();
        let mut known = Known { count, lengths: FxHashMap::default(), contents: FxHashMap::default() };
        for (path, value) in elements(STRING_LENGTHS) {
            if let (Some(base), Some(length)) = (number(path[0]), number(value)) {
                known.lengths.insert(base, length);
            }
        }
        for (path, value) in elements(STRING_CONTENTS) {
            if let (&[base, offset], Some(character)) = (path.as_slice(), number(value))
                && let (Some(base), Some(offset)) = (number(base), number(offset))
            {
                known.contents.insert((base, offset), character);
            }
        }
        known.strings(pointer_size)
    }

    /// The arguments in a model, by the values that it gives to variables at the start.
    pub fn of_model(initial: &[(Term, Term)], pointer_size: u64) -> Option<Arguments> {
        let value = |name| initial.iter().find(|(variable, _)| is_named(*variable, name)).map(|(_, v)| *v);
        let mut known = Known { count: None, lengths: FxHashMap::default(), contents: FxHashMap::default() };
        known.count = Some(value(ARGUMENT_COUNT).and_then(number).unwrap_or(1));
        let (lengths, contents) = (value(STRING_LENGTHS), value(STRING_CONTENTS));
        if lengths.is_none() && contents.is_none() && value(ARGUMENT_COUNT).is_none() {
            return None;
        }
        let count = known.count.filter(|count| (1..=i64::from(MOST_ARGUMENTS)).contains(count)).unwrap_or(1);
        if count > MOST_BYTES {
            return None;
        }
        let index = |array: Term, position: i64| match array.sort() {
            Sort::Array(parts) => converted(mk::int(position), parts.index()),
            _ => mk::int(position),
        };
        for position in 0..count {
            let base = -(position + 1) * pointer_size as i64;
            let length = lengths.map(|lengths| mk::select(lengths, index(lengths, base))).and_then(number);
            let length = length.filter(|length| (0..=MOST_BYTES).contains(length)).unwrap_or(0);
            known.lengths.insert(base, length);
            let string = contents.map(|contents| mk::select(contents, index(contents, base)));
            for offset in 0..length {
                let character = string.map(|string| mk::select(string, index(string, offset)));
                if let Some(character) = character.and_then(number) {
                    known.contents.insert((base, offset), character);
                }
            }
        }
        known.strings(pointer_size)
    }

    /// What a variable holds at first so that these are the arguments, if it is one that stands for them.
    pub fn initial(&self, variable: Term) -> Option<Term> {
        let size = self.pointer_size;
        let base = |position: usize| -(position as i64 + 1) * size;
        let numbers = self.strings.iter().enumerate();
        if is_named(variable, ARGUMENT_COUNT) {
            return Some(converted(mk::int(self.strings.len() as i64), variable.sort()));
        }
        let Sort::Array(parts) = variable.sort() else { return None };
        let array = |sort: Sort, elements: &mut dyn Iterator<Item = (i64, Term)>| {
            let Sort::Array(parts) = sort else { unreachable!("strings are arrays") };
            let zero = mk::const_array(sort, term::model::default_value(parts.element()));
            elements.fold(zero, |array, (index, value)| {
                mk::store(array, converted(mk::int(index), parts.index()), converted(value, parts.element()))
            })
        };
        if is_named(variable, ARGUMENT_LIST) {
            let mut bases = numbers.map(|(position, _)| (position as i64 * size, mk::int(base(position))));
            return Some(array(variable.sort(), &mut bases));
        }
        if is_named(variable, STRING_LENGTHS) {
            let mut lengths =
                numbers.map(|(position, string)| (base(position), mk::int(string.len() as i64)));
            return Some(array(variable.sort(), &mut lengths));
        }
        if !is_named(variable, STRING_CONTENTS) {
            return None;
        }
        let mut contents = numbers.map(|(position, string)| {
            // Where characters are numbers, those of a `char` are signed.
            let characters = string.iter().map(|byte| mk::int(i64::from(*byte as i8)));
            let mut elements = characters.enumerate().map(|(offset, value)| (offset as i64, value));
            (base(position), array(parts.element(), &mut elements))
        });
        Some(array(variable.sort(), &mut contents))
    }

    /// The same with plain characters in the place of others, if there are others: most do not matter.
    pub fn plain(&self) -> Option<Arguments> {
        let is_plain = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
        let plain = |byte: &u8| if is_plain(byte) { *byte } else { ANY };
        let strings: Vec<Vec<u8>> =
            self.strings.iter().map(|string| string.iter().map(plain).collect()).collect();
        (strings != self.strings).then_some(Arguments { strings, pointer_size: self.pointer_size })
    }

    /// The strings as words of a shell, if they are text.
    pub fn words(&self) -> Option<Vec<String>> {
        let is_text = |text: &String| !text.chars().any(char::is_control);
        let words = self.strings.iter().map(|string| String::from_utf8(string.clone()).ok().filter(is_text));
        words.collect()
    }
}

impl Known {
    fn strings(self, pointer_size: u64) -> Option<Arguments> {
        let count = self.count.filter(|count| (1..=i64::from(MOST_ARGUMENTS)).contains(count)).unwrap_or(1);
        let mut left = MOST_BYTES - count;
        let mut strings = Vec::new();
        for position in 0..count {
            let base = -(position + 1) * pointer_size as i64;
            let length = self.lengths.get(&base).copied().unwrap_or(0).max(0);
            left = left.saturating_sub(length);
            if left < 0 {
                return None;
            }
            let character = |offset| self.contents.get(&(base, offset)).map_or(ANY, |byte| *byte as u8);
            let string: Vec<u8> = (0..length).map(character).collect();
            // Of what was not read, nothing is known, and the end is where the length says.
            strings.push(string.into_iter().map(|byte| if byte == 0 { ANY } else { byte }).collect());
        }
        Some(Arguments::new(strings, pointer_size))
    }
}

fn is_named(variable: Term, name: &str) -> bool {
    variable.as_var().is_some_and(|known| known.base.as_str() == name)
}

/// A constant as a signed number.
fn number(value: Term) -> Option<i64> {
    if let Some(value) = mk::as_signed_bv(value) {
        return value.to_i64();
    }
    term::polynomial::as_number(value)?.to_rational().to_integer().to_i64()
}
