//! Statements compiled for evaluation under partial assignments.
//!
//! Each distinct subterm of a statement is a node of its code, in an order in which operands come first. Operations on
//! Booleans, integers and bit-vectors of at most 64 bits have nodes of their own, everything else is computed by the
//! constructors of terms. Arrays have no values; a read looks through stores for the element that it wants.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Term, build as mk};

use super::place::{PlaceId, Places};
use super::word::{Word, Words, narrow};

/// A node of a code, by its position.
pub type NodeId = u32;

/// An array of a code, by its position.
pub type ArrayId = u32;

/// How a value is computed.
#[derive(Debug)]
pub enum Node {
    /// A constant.
    Constant(Word),
    /// The value of a variable.
    Place(PlaceId),
    /// Whether a variable has this value: by far the most frequent condition.
    PlaceIs(PlaceId, Word),
    /// An element of an array.
    Read(ArrayId, NodeId),
    /// Of a Boolean.
    Not(NodeId),
    /// Of Booleans.
    And(Box<[NodeId]>),
    /// Of Booleans.
    Or(Box<[NodeId]>),
    /// Of two values of a sort that has this many bits, if that is small.
    Equal(NodeId, NodeId, Option<u32>),
    /// Of any values.
    Choose(NodeId, NodeId, NodeId),
    /// An operation on bit-vectors of this width.
    Bits(Op, u32, NodeId, NodeId),
    /// The same value with more bits; the width before.
    ZeroExtend(u32, NodeId),
    /// From the first width to the second.
    SignExtend(u32, u32, NodeId),
    /// The bits from the second number up to the first.
    Extract(u32, u32, NodeId),
    /// Side by side; the width of the second.
    Concat(u32, NodeId, NodeId),
    /// An operation on integers.
    Integer(Op, NodeId, NodeId),
    /// The number that a bit-vector is.
    Unsigned(NodeId),
    /// The signed number that a bit-vector of this width is.
    Signed(u32, NodeId),
    /// The low bits of a number.
    LowBits(u32, NodeId),
    /// By the constructors of terms: a term with the operator and the sorts, and the arguments.
    Rebuild(Term, Box<[NodeId]>),
    /// What is never known.
    Unknown,
}

/// How an array comes about.
#[derive(Clone, Copy, Debug)]
pub enum Array {
    /// A variable.
    Place(PlaceId),
    /// An element of an array of arrays.
    Element(ArrayId, NodeId),
    /// An array with another element.
    Store(ArrayId, NodeId, Content),
    /// The same everywhere.
    Constant(Content),
    /// One of two.
    Choose(NodeId, ArrayId, ArrayId),
    /// What is never known.
    Unknown,
}

/// What is in an array.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// A value.
    Value(NodeId),
    /// An array.
    Array(ArrayId),
}

/// The code of the terms of one statement.
#[derive(Debug, Default)]
pub struct Code {
    /// Operands come before what uses them.
    pub nodes: Vec<Node>,
    /// The arrays that nodes read.
    pub arrays: Vec<Array>,
}

/// Compiles the terms of one statement.
pub struct Compiler<'a> {
    places: &'a mut Places,
    words: &'a mut Words,
    nodes: FxHashMap<Term, NodeId>,
    arrays: FxHashMap<Term, ArrayId>,
    code: Code,
}

impl<'a> Compiler<'a> {
    /// Nothing is compiled yet.
    pub fn new(places: &'a mut Places, words: &'a mut Words) -> Compiler<'a> {
        let (nodes, arrays) = Default::default();
        Compiler { places, words, nodes, arrays, code: Code::default() }
    }

    /// What was compiled.
    pub fn finish(self) -> Code {
        self.code
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.code.nodes.push(node);
        self.code.nodes.len() as NodeId - 1
    }

    fn add_array(&mut self, array: Array) -> ArrayId {
        self.code.arrays.push(array);
        self.code.arrays.len() as ArrayId - 1
    }

    /// Compiles a term, its subterms first.
    fn compile(&mut self, term: Term) {
        let mut order = Vec::new();
        // Terms share parts: each is looked at once, or the paths to it would be counted.
        let mut seen = FxHashSet::default();
        // Nothing below a quantifier or a constant is needed.
        let mut stack = vec![(term, false)];
        while let Some((top, is_expanded)) = stack.pop() {
            if is_expanded {
                order.push(top);
                continue;
            }
            let is_known = self.nodes.contains_key(&top) || self.arrays.contains_key(&top);
            if is_known || !seen.insert(top) {
                continue;
            }
            stack.push((top, true));
            if !is_leaf(top) {
                stack.extend(top.arguments().iter().map(|argument| (*argument, false)));
            }
        }
        for part in order {
            if matches!(part.sort(), Sort::Array(_)) {
                let array = self.array_of(part);
                let id = self.add_array(array);
                self.arrays.insert(part, id);
            } else {
                let id = self.node_of(part);
                self.nodes.insert(part, id);
            }
        }
    }

    /// Where the value of a term will be.
    pub fn value(&mut self, term: Term) -> NodeId {
        self.compile(term);
        self.nodes[&term]
    }

    /// The code of an array.
    pub fn array(&mut self, term: Term) -> ArrayId {
        self.compile(term);
        self.arrays[&term]
    }

    /// The content of a part that is compiled.
    fn content(&self, term: Term) -> Content {
        match term.sort() {
            Sort::Array(_) => Content::Array(self.arrays[&term]),
            _ => Content::Value(self.nodes[&term]),
        }
    }

    fn array_of(&mut self, term: Term) -> Array {
        match (term.op(), term.arguments()) {
            (Op::Var(_), _) => Array::Place(self.places.variable(term)),
            (Op::Select, &[array, index]) => self.scalar(index, |s, i| Array::Element(s.arrays[&array], i)),
            (Op::Store, &[array, index, value]) => {
                let content = self.content(value);
                self.scalar(index, |s, i| Array::Store(s.arrays[&array], i, content))
            }
            (Op::ConstArray, &[value]) => Array::Constant(self.content(value)),
            (Op::Ite, &[condition, a, b]) => {
                Array::Choose(self.nodes[&condition], self.arrays[&a], self.arrays[&b])
            }
            _ => Array::Unknown,
        }
    }

    /// Arrays indexed by arrays are not known.
    fn scalar(&self, index: Term, array: impl Fn(&Self, NodeId) -> Array) -> Array {
        self.nodes.get(&index).map_or(Array::Unknown, |index| array(self, *index))
    }

    /// The node of a term whose parts are compiled.
    fn node_of(&mut self, term: Term) -> NodeId {
        if term.is_value() {
            let node = self.words.of(term).map_or(Node::Unknown, Node::Constant);
            return self.add(node);
        }
        if matches!(term.op(), Op::Forall(_) | Op::Exists(_) | Op::Apply(_)) {
            return self.add(Node::Unknown);
        }
        if let (Op::Select, &[array, index]) = (term.op(), term.arguments()) {
            let node = self.nodes.get(&index).map_or(Node::Unknown, |i| Node::Read(self.arrays[&array], *i));
            return self.add(node);
        }
        if let Op::Var(_) = term.op() {
            let place = self.places.variable(term);
            return self.add(Node::Place(place));
        }
        if let Some(node) = self.place_is(term) {
            return self.add(node);
        }
        let operands: Option<Vec<NodeId>> =
            term.arguments().iter().map(|argument| self.nodes.get(argument).copied()).collect();
        match operands {
            Some(operands) => self.operation(term, &operands),
            None => self.add(Node::Unknown), // of arrays
        }
    }

    /// The comparison of a variable with a constant.
    fn place_is(&mut self, term: Term) -> Option<Node> {
        let (Op::Eq, &[a, b]) = (term.op(), term.arguments()) else { return None };
        let (variable, value) = if a.is_var() { (a, b) } else { (b, a) };
        if !variable.is_var() || !value.is_value() || matches!(value.sort(), Sort::Array(_)) {
            return None;
        }
        let word = self.words.of(value)?;
        Some(Node::PlaceIs(self.places.variable(variable), word))
    }

    /// An operation on two operands, from left to right.
    fn fold(&mut self, operands: &[NodeId], node: impl Fn(NodeId, NodeId) -> Node) -> NodeId {
        let first = operands[0];
        operands[1..].iter().fold(first, |result, next| self.add(node(result, *next)))
    }

    fn operation(&mut self, term: Term, operands: &[NodeId]) -> NodeId {
        let first_sort = term.arguments()[0].sort();
        let boxed = || operands.to_vec().into_boxed_slice();
        let node = match (term.op(), operands) {
            (Op::Not, &[a]) => Node::Not(a),
            (Op::And, _) => Node::And(boxed()),
            (Op::Or, _) => Node::Or(boxed()),
            (Op::Eq, &[a, b]) => Node::Equal(a, b, bits_of(first_sort)),
            (Op::Ite, &[c, a, b]) => Node::Choose(c, a, b),
            (op @ (Op::Add | Op::Mul | Op::IntDiv | Op::Mod | Op::Le | Op::Lt), _)
                if first_sort == Sort::Int =>
            {
                return self.fold(operands, |a, b| Node::Integer(op, a, b));
            }
            (Op::IntToBv(width), &[a]) if width <= 64 => Node::LowBits(width, a),
            _ => return self.bit_operation(term, operands),
        };
        self.add(node)
    }

    fn bit_operation(&mut self, term: Term, operands: &[NodeId]) -> NodeId {
        let rebuild = Node::Rebuild(term, operands.to_vec().into_boxed_slice());
        let Some(width) = term.arguments().first().and_then(|first| narrow(first.sort())) else {
            return self.add(rebuild);
        };
        let has_narrow_result = narrow(term.sort()).is_some();
        let node = match (term.op(), operands) {
            (Op::ZeroExtend(_), &[a]) if has_narrow_result => Node::ZeroExtend(width, a),
            (Op::SignExtend(by), &[a]) if has_narrow_result => Node::SignExtend(width, width + by, a),
            (Op::Extract(high, low), &[a]) => Node::Extract(high, low, a),
            (Op::Concat, _) if has_narrow_result => return self.concat(term, operands),
            (Op::UbvToInt, &[a]) => Node::Unsigned(a),
            (Op::SbvToInt, &[a]) => Node::Signed(width, a),
            (op @ (Op::BvNot | Op::BvNeg), &[a]) => Node::Bits(op, width, a, a),
            (op, _) if is_bit_operation(op) => {
                return self.fold(operands, |a, b| Node::Bits(op, width, a, b));
            }
            _ => rebuild,
        };
        self.add(node)
    }

    fn concat(&mut self, term: Term, operands: &[NodeId]) -> NodeId {
        let mut result = operands[0];
        for (operand, argument) in operands.iter().zip(term.arguments()).skip(1) {
            result = self.add(Node::Concat(mk::width(*argument), result, *operand));
        }
        result
    }
}

fn is_leaf(term: Term) -> bool {
    let is_constant = term.is_value() && !matches!(term.sort(), Sort::Array(_));
    is_constant || matches!(term.op(), Op::Forall(_) | Op::Exists(_) | Op::Apply(_))
}

/// The width of values of which there are two.
fn bits_of(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        _ => narrow(sort),
    }
}

fn is_bit_operation(op: Op) -> bool {
    matches!(
        op,
        Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvSdiv
            | Op::BvSrem
            | Op::BvSmod
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
    )
}
