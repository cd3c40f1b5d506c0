//! Values of an execution.
//!
//! Nearly all values of programs are machine words, so these are stored as they are; everything else is behind a
//! pointer. A value does not know its sort, which is known where it is used. **Each value has one representation**,
//! so that equality of scalars is plain:
//! - `Word`: Booleans (0, 1), bit-vectors and floats of at most 64 bits (their bits), rounding modes (by position),
//!   elements of uninterpreted sorts (their numbers), integers that fit into 64 bits;
//! - `Big`: all other integers, and the bits of wider bit-vectors and floats;
//! - `Real`: real numbers, as constant terms;
//! - `Array`: arrays.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use term::{Op, RoundingMode, Sort, Term, build as mk};

/// The rounding modes by their position.
const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestEven,
    RoundingMode::NearestAway,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// See the top of the file.
    Word(i64),
    /// See the top of the file.
    Big(Rc<BigInt>),
    /// A constant of sort `Real`.
    Real(Term),
    /// An array; shared until one of its owners changes it.
    Array(Rc<ArrayValue>),
}

/// An array: a value for each index.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    /// The sort of the indices.
    index: Sort,
    /// The value where no entry says otherwise.
    default: Value,
    /// None of them is the default.
    entries: FxHashMap<Value, Value>,
}

impl Value {
    /// A truth value.
    pub fn bool(value: bool) -> Value {
        Value::Word(i64::from(value))
    }

    /// An integer.
    pub fn int(value: BigInt) -> Value {
        match value.to_i64() {
            Some(word) => Value::Word(word),
            None => Value::Big(Rc::new(value)),
        }
    }

    /// The bits of a bit-vector or float of this width.
    fn bits(value: &BigUint, width: u32) -> Value {
        match width <= 64 {
            true => Value::Word(value.iter_u64_digits().next().unwrap_or(0) as i64),
            false => Value::Big(Rc::new(BigInt::from(value.clone()))),
        }
    }

    /// The word of a value that is one.
    pub fn word(&self) -> i64 {
        match self {
            Value::Word(word) => *word,
            other => unreachable!("a word expected, found {other:?}"),
        }
    }

    /// The truth value.
    pub fn is_true(&self) -> bool {
        self.word() != 0
    }

    /// The number, if this is an integer.
    pub fn to_integer(&self) -> BigInt {
        match self {
            Value::Word(word) => BigInt::from(*word),
            Value::Big(big) => (**big).clone(),
            other => unreachable!("an integer expected, found {other:?}"),
        }
    }

    /// The value of a constant term. `None` if it is no constant.
    pub fn from_term(term: Term) -> Option<Value> {
        Some(match (term.op(), term.sort()) {
            (Op::True, _) => Value::Word(1),
            (Op::False, _) => Value::Word(0),
            (Op::IntConst(value), _) => Value::int(value.to_bigint()),
            (Op::RealConst(_), _) => Value::Real(term),
            (Op::BvConst(bits), Sort::BitVec(width)) => Value::bits(bits, width),
            (Op::FloatConst(bits), Sort::Float(format)) => Value::bits(bits, format.width()),
            (Op::RmConst(mode), _) => Value::Word(MODES.iter().position(|m| *m == mode)? as i64),
            (Op::Element(number), _) => Value::Word(i64::from(number)),
            (Op::Store | Op::ConstArray, Sort::Array(_)) if term.is_value() => {
                let mut writes = Vec::new();
                let mut current = term;
                while let (Op::Store, &[inner, index, value]) = (current.op(), current.arguments()) {
                    writes.push((index, value));
                    current = inner;
                }
                let mut array =
                    ArrayValue::constant(current.sort(), Value::from_term(current.arguments()[0])?);
                for (index, value) in writes.into_iter().rev() {
                    array.write(Value::from_term(index)?, Value::from_term(value)?);
                }
                Value::Array(Rc::new(array))
            }
            _ => return None,
        })
    }

    /// The constant term of a sort that has this value.
    pub fn to_term(&self, sort: Sort) -> Term {
        match (sort, self) {
            (Sort::Bool, _) => mk::bool(self.is_true()),
            (Sort::Int, _) => mk::int(self.to_integer()),
            (Sort::Real, Value::Real(term)) => *term,
            (Sort::BitVec(width), _) => mk::bv(self.to_bits(), width),
            (Sort::Float(format), _) => mk::float(self.to_bits(), format),
            (Sort::RoundingMode, _) => mk::rm(MODES[self.word() as usize]),
            (Sort::Uninterpreted(_), _) => mk::element(self.word() as u32, sort),
            (Sort::Array(parts), Value::Array(array)) => {
                let start = mk::const_array(sort, array.default.to_term(parts.element()));
                let entry = |(index, value): (&Value, &Value)| {
                    (index.to_term(parts.index()), value.to_term(parts.element()))
                };
                let mut entries: Vec<(Term, Term)> = array.entries.iter().map(entry).collect();
                entries.sort_unstable();
                entries.into_iter().fold(start, |array, (index, value)| mk::store(array, index, value))
            }
            (sort, value) => unreachable!("{value:?} is no value of sort {sort}"),
        }
    }

    fn to_bits(&self) -> BigUint {
        match self {
            Value::Word(word) => BigUint::from(*word as u64),
            Value::Big(big) => big.magnitude().clone(),
            other => unreachable!("bits expected, found {other:?}"),
        }
    }

    /// The array, if this is one.
    pub fn as_array(&self) -> &ArrayValue {
        match self {
            Value::Array(array) => array,
            other => unreachable!("an array expected, found {other:?}"),
        }
    }

    /// The array for changing it; a shared one is copied first.
    pub fn as_array_mut(&mut self) -> &mut ArrayValue {
        match self {
            Value::Array(array) => Rc::make_mut(array),
            other => unreachable!("an array expected, found {other:?}"),
        }
    }
}

impl ArrayValue {
    /// The array of the given sort with the same value everywhere.
    pub fn constant(sort: Sort, default: Value) -> ArrayValue {
        let Sort::Array(parts) = sort else { unreachable!("{sort} is no array sort") };
        ArrayValue { index: parts.index(), default, entries: FxHashMap::default() }
    }

    /// The value at an index.
    pub fn read(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes the value at an index.
    pub fn write(&mut self, index: Value, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }

    /// The place of the value at an index, for changing an array inside of this one.
    pub fn element_mut(&mut self, index: &Value) -> &mut Value {
        self.entries.entry(index.clone()).or_insert_with(|| self.default.clone())
    }

    /// The value where no entry says otherwise.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The values at the indices that have one of their own, in no order.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// How many indices there are, if that is known and small enough to matter.
    fn index_count(&self) -> Option<usize> {
        match self.index {
            Sort::Bool => Some(2),
            Sort::RoundingMode => Some(5),
            Sort::BitVec(width) if width < 32 => Some(1 << width),
            _ => None,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Word(a), Value::Word(b)) => a == b,
            (Value::Big(a), Value::Big(b)) => a == b,
            (Value::Real(a), Value::Real(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl PartialEq for ArrayValue {
    /// Equality of all elements. Entries that [`ArrayValue::element_mut`] made may equal the default.
    fn eq(&self, other: &ArrayValue) -> bool {
        let agrees = |index: &Value| self.read(index) == other.read(index);
        if !self.entries.keys().chain(other.entries.keys()).all(agrees) {
            return false;
        }
        if self.default == other.default {
            return true;
        }
        // Equal all the same if the entries cover all indices.
        let added = other.entries.keys().filter(|index| !self.entries.contains_key(index)).count();
        self.index_count() == Some(self.entries.len() + added)
    }
}

impl Eq for ArrayValue {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Word(word) => state.write_u64(*word as u64),
            Value::Big(big) => big.hash(state),
            Value::Real(term) => term.hash(state),
            // Arrays are hardly ever indices, and their equality looks through the representation.
            Value::Array(_) => state.write_u64(0),
        }
    }
}
