//! What the lowering is asked for: data model, arithmetic, properties.

pub use base::Arithmetic;

use c_sema::types::DataModel;

/// How C's floating-point numbers become terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Floats {
    /// IEEE floating point: exact.
    Ieee,
    /// Real numbers: every operation that may round is flagged.
    Real,
}

/// What is known about the addresses of objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Addresses {
    /// Nothing: every use of an address as a number is flagged.
    Arbitrary,
    /// Objects lie apart in the order of their bases, for executions that need some layout.
    Fixed(Layout),
}

/// Where objects lie. What an execution does with two of them hardly depends on addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// Half of a word apart: no object is larger than that.
    Far,
    /// Nearer, so that addresses are small; an execution in which they would not be unique ends.
    Near,
}

/// What undefined behaviour does that no property checks: NULL is dereferenced, an integer is divided by zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Undefined {
    /// The execution goes on with any value, flagged: a proof holds either way, and a violation that needs it is none.
    GoesOn,
    /// The execution ends, as the machine traps.
    Ends,
}

/// What functions that allocate memory do if there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allocation {
    /// There always is: what SV-COMP assumes. The answer lists it.
    NeverFails,
    /// Every call may return NULL.
    MayFail,
}

/// What callers of the entry pass for a pointer, if the entry is not `main`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parameters {
    /// NULL, or a pointer to an object of theirs or to one of the program that they know.
    MayBeNull,
    /// The same without NULL.
    NotNull,
}

/// What failed assertions of C call.
pub const ASSERTION_FUNCTIONS: [&str; 4] =
    ["__assert_fail", "__assert", "__assert_perror_fail", "__assert_rtn"];

/// How messages about failed assertions begin.
pub const FAILED_ASSERTION: &str = "assertion ";

/// The properties that become error locations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Properties {
    /// The functions that must not be called: `reach_error`, `__VERIFIER_error`, `__assert_fail`, ...
    pub error_functions: Vec<String>,
    /// Labels that must not be reached.
    pub error_labels: Vec<String>,
    /// Memory is read and written only inside live objects.
    pub valid_deref: bool,
    /// Only live heap objects are freed, at their start.
    pub valid_free: bool,
    /// All allocated memory is pointed to, or freed.
    pub valid_memtrack: bool,
    /// All allocated memory is freed when the program ends.
    pub valid_memcleanup: bool,
    /// No signed arithmetic overflows.
    pub no_overflow: bool,
    /// No integer is divided by zero.
    pub no_division_by_zero: bool,
    /// No shift is by less than nothing or by as many bits as there are.
    pub valid_shift: bool,
    /// No unsigned arithmetic wraps around.
    pub no_unsigned_overflow: bool,
    /// No conversion between integers that nobody wrote down changes the value.
    pub no_lossy_conversion: bool,
    /// No floating-point operation on finite numbers gives an infinite one.
    pub no_float_overflow: bool,
    /// No floating-point operation on numbers gives none.
    pub no_nan: bool,
    /// No stream is closed twice or used after it was closed.
    pub valid_stream: bool,
}

impl Properties {
    /// The usual functions must not be called.
    pub fn unreach_call() -> Properties {
        let names = ["reach_error", "__VERIFIER_error", "__assert_fail", "__assert"];
        Properties { error_functions: names.map(String::from).to_vec(), ..Properties::default() }
    }

    /// Whether arithmetic operations are checked.
    pub fn checks_arithmetic(&self) -> bool {
        let checks = [
            self.no_overflow,
            self.no_division_by_zero,
            self.valid_shift,
            self.no_unsigned_overflow,
            self.no_float_overflow,
            self.no_nan,
        ];
        checks.contains(&true)
    }

    /// Whether conversions are checked.
    pub fn checks_conversions(&self) -> bool {
        self.no_lossy_conversion || self.no_float_overflow
    }

    /// Whether the lifetime of objects matters.
    pub fn needs_memory_safety(&self) -> bool {
        self.valid_deref || self.valid_free || self.valid_memtrack || self.valid_memcleanup
    }
}

/// What the lowering is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The sizes of types.
    pub model: DataModel,
    /// How integers become terms.
    pub arithmetic: Arithmetic,
    /// How floating-point numbers become terms.
    pub floats: Floats,
    /// What is known about the addresses of objects.
    pub addresses: Addresses,
    /// Whether bit operations on mathematical integers are exact however long that makes them, for executions.
    pub has_exact_bits: bool,
    /// What undefined behaviour does that is not checked.
    pub undefined: Undefined,
    /// What allocation does if there is no memory.
    pub allocation: Allocation,
    /// What callers of the entry pass for pointers.
    pub parameters: Parameters,
    /// What is checked.
    pub properties: Properties,
    /// Where executions start.
    pub entry: String,
}

impl Options {
    /// What undefined behaviour does that is not checked: to an execution with addresses, what it does to the machine.
    pub fn undefined(&self) -> Undefined {
        match self.addresses {
            Addresses::Arbitrary => self.undefined,
            Addresses::Fixed(_) => Undefined::Ends,
        }
    }

    /// Reachability from `main`.
    pub fn new(model: DataModel, arithmetic: Arithmetic) -> Options {
        Options {
            model,
            arithmetic,
            floats: Floats::Ieee,
            addresses: Addresses::Arbitrary,
            has_exact_bits: false,
            undefined: Undefined::GoesOn,
            allocation: Allocation::NeverFails,
            parameters: Parameters::MayBeNull,
            properties: Properties::unreach_call(),
            entry: "main".into(),
        }
    }
}
