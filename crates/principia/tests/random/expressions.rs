//! Expressions of random programs: their types, their text, their values.
//!
//! Every variable has finitely many values. Integers are the numbers 0 to 3 where they are stored, and anything
//! in between; a map from integers is only looked at and changed at these indices. Values are numbers: a map is
//! the number whose digits are its elements. Nothing here is shared with the program under test, so that its
//! front end and its simplifications are checked as well.

use std::fmt::Write;

/// The numbers that an integer variable holds.
pub const INTS: i64 = 4;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// `bool`
    Bool,
    /// `bvN`
    Bv(u32),
    /// `int`
    Int,
    /// `[index]element`
    Map(Box<Type>, Box<Type>),
}

impl Type {
    /// A map type.
    pub fn map(index: Type, element: Type) -> Type {
        Type::Map(Box::new(index), Box::new(element))
    }

    /// How many values a variable may have.
    pub fn size(&self) -> i64 {
        match self {
            Type::Bool => 2,
            Type::Bv(width) => 1 << width,
            Type::Int => INTS,
            Type::Map(index, element) => element.size().pow(index.size() as u32),
        }
    }

    /// True if equality of maps depends on elements that are never looked at.
    pub fn is_partial(&self) -> bool {
        matches!(self, Type::Map(index, _) if **index == Type::Int)
    }

    /// What limits a stored value of this type: the condition on `text`, if one is needed.
    pub fn range(&self, text: &str) -> Option<String> {
        match self {
            Type::Bool | Type::Bv(_) => None,
            Type::Int => Some(format!("0 <= {text} && {text} < {INTS}")),
            Type::Map(index, element) => {
                let at = |i| element.range(&format!("{text}[{}]", literal(index, i)));
                let all: Option<Vec<String>> = (0..index.size()).map(at).collect();
                all.map(|all| all.join(" && "))
            }
        }
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Bool => write!(f, "bool"),
            Type::Bv(width) => write!(f, "bv{width}"),
            Type::Int => write!(f, "int"),
            Type::Map(index, element) => write!(f, "[{index}]{element}"),
        }
    }
}

/// The text of a value that is not a map.
fn literal(of: &Type, value: i64) -> String {
    match of {
        Type::Bool => (value != 0).to_string(),
        Type::Bv(width) => format!("{value}bv{width}"),
        _ if value < 0 => format!("({value})"),
        _ => value.to_string(),
    }
}

/// A variable: global, local, or bound by a quantifier.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, unique in the program.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// The place of a variable in the program's list of variables, and in states.
pub type Slot = usize;

/// Operations on integers.
pub const INT_OPERATIONS: [&str; 5] = ["+", "-", "*", "div", "mod"];

/// Comparisons of integers and, by the name of a function, of bit-vectors.
pub const COMPARISONS: [(&str, &str); 8] = [
    ("<", "bvult"),
    ("<=", "bvule"),
    (">", "bvugt"),
    (">=", "bvuge"),
    ("<", "bvslt"),
    ("<=", "bvsle"),
    (">", "bvsgt"),
    (">=", "bvsge"),
];

/// Operations on two bit-vectors.
pub const BV_OPERATIONS: [&str; 13] = [
    "bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr", "bvudiv", "bvurem",
    "bvsdiv", "bvsrem",
];

/// An expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A value that is not a map.
    Value(Type, i64),
    /// A variable.
    Variable(Slot),
    /// `!e`
    Not(Box<Expr>),
    /// `&&`, `||`, `==>`, `<==>`
    Connective(&'static str, Box<Expr>, Box<Expr>),
    /// `a == b` or `a != b`
    Equal(bool, Box<Expr>, Box<Expr>),
    /// A comparison of integers, or of bit-vectors of some width.
    Compare(usize, Option<u32>, Box<Expr>, Box<Expr>),
    /// An operation on integers; the second operand of `div` and `mod` is a value other than 0.
    Int(&'static str, Box<Expr>, Box<Expr>),
    /// An operation on bit-vectors of some width.
    Bv(&'static str, u32, Box<Expr>, Box<Expr>),
    /// `(e ++ e')[high:low]`, the operands and their widths.
    Slice([(Box<Expr>, u32); 2], u32, u32),
    /// `if c then a else b`
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `m[i]`, with the type of the map.
    Select(Type, Box<Expr>, Box<Expr>),
    /// `m[i := e]`, with the type of the map.
    Store(Type, Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(forall x :: e)` or `(exists x :: e)`; integers are limited to the stored ones.
    Quantified(bool, Slot, Box<Expr>),
}

/// The two's complement reading of a number.
fn signed(value: i64, width: u32) -> i64 {
    if value >> (width - 1) == 1 { value - (1 << width) } else { value }
}

fn bv_operation(name: &str, width: u32, a: i64, b: i64) -> i64 {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let is_out = b >= i64::from(width);
    let result = match name {
        "bvadd" => a + b,
        "bvsub" => a - b,
        "bvmul" => a * b,
        "bvand" => a & b,
        "bvor" => a | b,
        "bvxor" => a ^ b,
        "bvshl" if is_out => 0,
        "bvshl" => a << b,
        "bvlshr" if is_out => 0,
        "bvlshr" => a >> b,
        "bvashr" if is_out => sa >> (width - 1),
        "bvashr" => sa >> b,
        "bvudiv" if b == 0 => -1,
        "bvudiv" => a / b,
        "bvurem" if b == 0 => a,
        "bvurem" => a % b,
        "bvsdiv" if b == 0 && sa >= 0 => -1,
        "bvsdiv" if b == 0 => 1,
        "bvsdiv" => sa / sb,
        "bvsrem" if b == 0 => a,
        "bvsrem" => sa % sb,
        other => unreachable!("no operation is called {other}"),
    };
    result & ((1 << width) - 1)
}

fn int_operation(name: &str, a: i64, b: i64) -> i64 {
    match name {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "div" => a.div_euclid(b),
        "mod" => a.rem_euclid(b),
        other => unreachable!("no operation is called {other}"),
    }
}

fn compares(comparison: usize, width: Option<u32>, a: i64, b: i64) -> bool {
    let (name, function) = COMPARISONS[comparison];
    let (a, b) = match width {
        Some(width) if function.starts_with("bvs") => (signed(a, width), signed(b, width)),
        _ => (a, b),
    };
    match name {
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        other => unreachable!("no comparison is called {other}"),
    }
}

/// The digit of a map's value at an index.
fn element(map: &Type, value: i64, index: i64) -> i64 {
    let Type::Map(_, element) = map else { unreachable!("the type is a map") };
    value / element.size().pow(index as u32) % element.size()
}

/// A map's value with another element at an index.
pub fn with_element(map: &Type, value: i64, index: i64, new: i64) -> i64 {
    let Type::Map(_, of) = map else { unreachable!("the type is a map") };
    value + (new - element(map, value, index)) * of.size().pow(index as u32)
}

impl Expr {
    /// The value in a state. Slots of bound variables are written to and left in any state.
    pub fn value(&self, variables: &[Variable], state: &mut [i64]) -> i64 {
        let mut of = |expr: &Expr| expr.value(variables, state);
        match self {
            Expr::Value(_, value) => *value,
            Expr::Variable(slot) => state[*slot],
            Expr::Not(e) => 1 - of(e),
            Expr::Connective(name, a, b) => {
                let (a, b) = (of(a) != 0, of(b) != 0);
                i64::from(match *name {
                    "&&" => a && b,
                    "||" => a || b,
                    "==>" => !a || b,
                    _ => a == b,
                })
            }
            Expr::Equal(is_equal, a, b) => i64::from((of(a) == of(b)) == *is_equal),
            Expr::Compare(comparison, width, a, b) => i64::from(compares(*comparison, *width, of(a), of(b))),
            Expr::Int(name, a, b) => int_operation(name, of(a), of(b)),
            Expr::Bv(name, width, a, b) => bv_operation(name, *width, of(a), of(b)),
            Expr::Slice([(a, _), (b, width)], high, low) => {
                let joined = (of(a) << width) | of(b);
                (joined >> low) & ((1 << (high - low)) - 1)
            }
            Expr::Ite(c, a, b) => {
                if of(c) != 0 {
                    of(a)
                } else {
                    of(b)
                }
            }
            Expr::Select(map, m, i) => element(map, of(m), of(i)),
            Expr::Store(map, m, i, e) => with_element(map, of(m), of(i), of(e)),
            Expr::Quantified(is_forall, slot, body) => {
                let mut holds = |value| {
                    state[*slot] = value;
                    body.value(variables, state) != 0
                };
                let mut values = 0..variables[*slot].ty.size();
                i64::from(if *is_forall { values.all(&mut holds) } else { values.any(&mut holds) })
            }
        }
    }

    /// Boogie's text, always in parentheses where needed.
    pub fn text(&self, variables: &[Variable]) -> String {
        let of = |expr: &Expr| expr.text(variables);
        match self {
            Expr::Value(ty, value) => literal(ty, *value),
            Expr::Variable(slot) => variables[*slot].name.clone(),
            Expr::Not(e) => format!("!{}", of(e)),
            Expr::Connective(name, a, b) | Expr::Int(name, a, b) => format!("({} {name} {})", of(a), of(b)),
            Expr::Equal(true, a, b) => format!("({} == {})", of(a), of(b)),
            Expr::Equal(false, a, b) => format!("({} != {})", of(a), of(b)),
            Expr::Compare(c, None, a, b) => format!("({} {} {})", of(a), COMPARISONS[*c].0, of(b)),
            Expr::Compare(c, Some(width), a, b) => {
                format!("{}{width}({}, {})", COMPARISONS[*c].1, of(a), of(b))
            }
            Expr::Bv(name, width, a, b) => format!("{name}{width}({}, {})", of(a), of(b)),
            Expr::Slice([(a, _), (b, _)], high, low) => format!("({} ++ {})[{high}:{low}]", of(a), of(b)),
            Expr::Ite(c, a, b) => format!("(if {} then {} else {})", of(c), of(a), of(b)),
            Expr::Select(_, m, i) => format!("{}[{}]", of(m), of(i)),
            Expr::Store(_, m, i, e) => format!("{}[{} := {}]", of(m), of(i), of(e)),
            Expr::Quantified(is_forall, slot, body) => {
                let Variable { name, ty } = &variables[*slot];
                let (word, connective) = if *is_forall { ("forall", "==>") } else { ("exists", "&&") };
                let range = ty.range(name).map_or(String::new(), |range| format!("({range}) {connective} "));
                format!("({word} {name}: {ty} :: {range}{})", of(body))
            }
        }
    }

    /// The expression with other slots.
    pub fn renamed(&self, to: &dyn Fn(Slot) -> Slot) -> Expr {
        let of = |expr: &Expr| Box::new(expr.renamed(to));
        match self {
            Expr::Value(..) => self.clone(),
            Expr::Variable(slot) => Expr::Variable(to(*slot)),
            Expr::Not(e) => Expr::Not(of(e)),
            Expr::Connective(name, a, b) => Expr::Connective(name, of(a), of(b)),
            Expr::Equal(is_equal, a, b) => Expr::Equal(*is_equal, of(a), of(b)),
            Expr::Compare(comparison, width, a, b) => Expr::Compare(*comparison, *width, of(a), of(b)),
            Expr::Int(name, a, b) => Expr::Int(name, of(a), of(b)),
            Expr::Bv(name, width, a, b) => Expr::Bv(name, *width, of(a), of(b)),
            Expr::Slice([(a, v), (b, w)], high, low) => Expr::Slice([(of(a), *v), (of(b), *w)], *high, *low),
            Expr::Ite(c, a, b) => Expr::Ite(of(c), of(a), of(b)),
            Expr::Select(ty, m, i) => Expr::Select(ty.clone(), of(m), of(i)),
            Expr::Store(ty, m, i, e) => Expr::Store(ty.clone(), of(m), of(i), of(e)),
            Expr::Quantified(is_forall, slot, body) => Expr::Quantified(*is_forall, to(*slot), of(body)),
        }
    }
}

/// The functions that the texts of expressions use.
pub fn prelude(widths: impl Iterator<Item = u32>) -> String {
    let mut text = String::new();
    for w in widths {
        for name in BV_OPERATIONS {
            writeln!(text, "function {{:bvbuiltin \"{name}\"}} {name}{w}(bv{w}, bv{w}) returns (bv{w});")
                .expect("strings can be written to");
        }
        for (_, name) in COMPARISONS {
            writeln!(text, "function {{:bvbuiltin \"{name}\"}} {name}{w}(bv{w}, bv{w}) returns (bool);")
                .expect("strings can be written to");
        }
    }
    text
}
