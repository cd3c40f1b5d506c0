//! The sorts of SMT-LIB that programs need.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr;

use rustc_hash::FxHashMap;

use crate::symbol::Symbol;

/// A sort. Cheap to copy and to compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Real numbers.
    Real,
    /// Bit-vectors of the given width (at least one).
    BitVec(u32),
    /// IEEE floating-point numbers.
    Float(FloatSort),
    /// IEEE rounding modes.
    RoundingMode,
    /// Arrays; build them with [`Sort::array`].
    Array(ArraySort),
    /// An uninterpreted sort.
    Uninterpreted(Symbol),
}

/// The format of a float: `(_ FloatingPoint exponent significand)`, where the
/// significand counts the hidden bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FloatSort {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the significand, with the hidden bit.
    pub significand: u32,
}

impl FloatSort {
    /// IEEE binary32.
    pub const SINGLE: FloatSort = FloatSort { exponent: 8, significand: 24 };
    /// IEEE binary64.
    pub const DOUBLE: FloatSort = FloatSort { exponent: 11, significand: 53 };

    /// True if the format is one that IEEE's rules make sense for and whose numbers fit into memory.
    pub fn is_supported(self) -> bool {
        (2..=20).contains(&self.exponent) && (2..=4096).contains(&self.significand)
    }

    /// The number of bits of the interchange format.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }
}

/// The pair of index and element sort of an array, interned. Ordered by creation.
#[derive(Clone, Copy)]
pub struct ArraySort(&'static ArrayParts);

#[repr(align(8))]
struct ArrayParts {
    id: u32,
    index: Sort,
    element: Sort,
}

impl ArraySort {
    /// The sort of the indices.
    pub fn index(self) -> Sort {
        self.0.index
    }

    /// The sort of the elements.
    pub fn element(self) -> Sort {
        self.0.element
    }
}

impl PartialEq for ArraySort {
    fn eq(&self, other: &ArraySort) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for ArraySort {}

impl Hash for ArraySort {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0.id);
    }
}

impl PartialOrd for ArraySort {
    fn partial_cmp(&self, other: &ArraySort) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ArraySort {
    fn cmp(&self, other: &ArraySort) -> Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

impl fmt::Debug for ArraySort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:?}, {:?})", self.0.index, self.0.element)
    }
}

thread_local! {
    static ARRAY_SORTS: RefCell<FxHashMap<(Sort, Sort), ArraySort>> = RefCell::default();
}

impl Sort {
    /// The sort of arrays from `index` to `element`.
    pub fn array(index: Sort, element: Sort) -> Sort {
        ARRAY_SORTS.with(|sorts| {
            let mut sorts = sorts.borrow_mut();
            let id = sorts.len() as u32;
            let sort = sorts
                .entry((index, element))
                .or_insert_with(|| ArraySort(Box::leak(Box::new(ArrayParts { id, index, element }))));
            Sort::Array(*sort)
        })
    }

    /// The sort of IEEE floats with the given field widths.
    pub fn float(exponent: u32, significand: u32) -> Sort {
        Sort::Float(FloatSort { exponent, significand })
    }

    /// The width of a bit-vector sort.
    pub fn bit_width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }

    /// True for `Int` and `Real`.
    pub fn is_arithmetic(self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }
}

/// A sort in one word, for terms: its kind in the three lowest bits, and what belongs to it above them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackedSort(u64);

impl PackedSort {
    #[inline(always)] // most sorts are known where they are packed
    pub(crate) fn new(sort: Sort) -> PackedSort {
        let with = |kind: u64, detail: u32| u64::from(detail) << 3 | kind;
        PackedSort(match sort {
            Sort::Bool => 0,
            Sort::Int => 1,
            Sort::Real => 2,
            Sort::RoundingMode => 3,
            Sort::BitVec(width) => with(4, width),
            Sort::Float(FloatSort { exponent, significand }) => {
                assert!(exponent < 1 << 26, "the format of a float is supported");
                u64::from(exponent) << 35 | with(5, significand)
            }
            Sort::Array(ArraySort(parts)) => ptr::from_ref(parts).expose_provenance() as u64 | 6,
            Sort::Uninterpreted(name) => with(7, name.index()),
        })
    }

    #[inline]
    pub(crate) fn sort(self) -> Sort {
        let detail = (self.0 >> 3) as u32;
        match self.0 & 7 {
            0 => Sort::Bool,
            1 => Sort::Int,
            2 => Sort::Real,
            3 => Sort::RoundingMode,
            4 => Sort::BitVec(detail),
            5 => Sort::Float(FloatSort { exponent: (self.0 >> 35) as u32, significand: detail }),
            // SAFETY: the address of parts that are never freed, which are aligned to eight bytes.
            6 => Sort::Array(ArraySort(unsafe { &*ptr::with_exposed_provenance((self.0 & !7) as usize) })),
            _ => Sort::Uninterpreted(Symbol::with_index(detail)),
        }
    }
}
