//! Values of terms under a partial assignment, and what an assumption says about the places in it.
//!
//! [`Evaluator::run`] computes the nodes of a code. A node has a value only if it has that value under every completion
//! of the assignment. [`Evaluator::require`] goes from a node down to places: if the node must have a value, so must its
//! operands, as far as that is determined. What SMT-LIB leaves open (a quotient by zero, ...) is not known.

use term::{Op, build as mk};

use super::assignment::Assignment;
use super::code::{Array, ArrayId, Code, Content, Node, NodeId};
use super::place::{PlaceId, Places};
use super::word::{Word, Words, is_small, mask};

/// Evaluates codes.
#[derive(Default)]
pub struct Evaluator {
    /// The value of each node.
    values: Vec<Option<Word>>,
    /// The places that were read, if somebody wants to know.
    pub reads: Option<Vec<PlaceId>>,
}

/// An assumption contradicts the assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

/// What an evaluation looks at.
pub struct Context<'a> {
    /// The values of places.
    pub assignment: &'a mut Assignment,
    /// The places.
    pub places: &'a mut Places,
    /// Values that are no words.
    pub words: &'a mut Words,
}

impl Evaluator {
    /// The value of a node that was computed.
    #[inline]
    pub fn value(&self, node: NodeId) -> Option<Word> {
        self.values[node as usize]
    }

    #[inline]
    fn read_place(&mut self, place: PlaceId, context: &Context<'_>) -> Option<Word> {
        let value = context.assignment.get(place);
        if let Some(reads) = self.reads.as_mut().filter(|_| value.is_some()) {
            reads.push(place);
        }
        value
    }

    /// Computes all nodes.
    pub fn run(&mut self, code: &Code, context: &mut Context<'_>) {
        self.values.clear();
        for node in &code.nodes {
            let value = self.node(code, node, context);
            self.values.push(value);
        }
    }

    #[inline]
    fn node(&mut self, code: &Code, node: &Node, context: &mut Context<'_>) -> Option<Word> {
        match node {
            Node::Constant(word) => Some(*word),
            Node::Place(place) => self.read_place(*place, context),
            Node::PlaceIs(place, word) => {
                self.read_place(*place, context).map(|value| Word::from(value == *word))
            }
            Node::Read(array, index) => {
                let index = self.value(*index)?;
                self.element(code, *array, &[index], context)
            }
            Node::Not(a) => self.value(*a).map(|a| 1 - a),
            Node::And(parts) => self.connective(parts, 0),
            Node::Or(parts) => self.connective(parts, 1),
            Node::Equal(a, b, _) => match (self.value(*a), self.value(*b)) {
                (Some(a), Some(b)) => Some(Word::from(a == b)),
                _ => None,
            },
            Node::Choose(condition, a, b) => match self.value(*condition) {
                Some(condition) => self.value(if condition != 0 { *a } else { *b }),
                None => self.value(*a).filter(|value| self.value(*b) == Some(*value)),
            },
            Node::Rebuild(pattern, operands) => {
                let arguments = operands.iter().zip(pattern.arguments()).map(|(operand, argument)| {
                    self.value(*operand).map(|word| context.words.term(word, argument.sort()))
                });
                let arguments: Option<Vec<_>> = arguments.collect();
                context.words.of(mk::rebuild(pattern.op(), &arguments?, pattern.sort()))
            }
            Node::Unknown => None,
            other => self.number(other, context.words),
        }
    }

    /// A conjunction (`absorbing` is 0) or a disjunction (1).
    #[inline]
    fn connective(&self, parts: &[NodeId], absorbing: Word) -> Option<Word> {
        let mut result = Some(1 - absorbing);
        for &part in parts {
            match self.value(part) {
                Some(value) if value == absorbing => return Some(absorbing),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }

    /// Operations on numbers and bits.
    fn number(&self, node: &Node, words: &mut Words) -> Option<Word> {
        Some(match node {
            Node::Bits(op, width, a, b) => match (self.value(*a), self.value(*b)) {
                (Some(a), Some(b)) => bits(*op, *width, a as u64, b as u64) as Word,
                // Whatever the other is.
                (Some(0), None) | (None, Some(0)) if matches!(op, Op::BvAnd | Op::BvMul) => 0,
                _ => return None,
            },
            Node::ZeroExtend(_, a) => self.value(*a)?,
            Node::SignExtend(from, to, a) => {
                (signed(self.value(*a)? as u64, *from) as u64 & mask(*to)) as Word
            }
            Node::Extract(high, low, a) => ((self.value(*a)? as u64 >> low) & mask(high - low + 1)) as Word,
            Node::Concat(width, a, b) => {
                let (high, low) = (self.value(*a)? as u64, self.value(*b)? as u64);
                (high.checked_shl(*width).unwrap_or(0) | low) as Word
            }
            Node::Integer(op, a, b) => match (self.value(*a), self.value(*b)) {
                (Some(a), Some(b)) => return integer(*op, a, b, words),
                (Some(0), None) | (None, Some(0)) if matches!(op, Op::Mul) => 0,
                _ => return None,
            },
            Node::Unsigned(a) => words.of_integer(i128::from(self.value(*a)? as u64)),
            Node::Signed(width, a) => words.of_integer(i128::from(signed(self.value(*a)? as u64, *width))),
            Node::LowBits(width, a) => {
                let number = self.value(*a)?;
                if !is_small(number) {
                    let number = words.term(number, term::Sort::Int);
                    return words.of(mk::int_to_bv(*width, number));
                }
                (number as u64 & mask(*width)) as Word
            }
            _ => unreachable!("the other nodes are no numbers"),
        })
    }

    /// The element of an array at the end of a path of indices.
    pub fn element(
        &mut self,
        code: &Code,
        array: ArrayId,
        path: &[Word],
        context: &mut Context<'_>,
    ) -> Option<Word> {
        let inside = |evaluator: &mut Self, content: Content, context: &mut Context<'_>| match content {
            Content::Value(node) => evaluator.value(node),
            Content::Array(inner) => evaluator.element(code, inner, &path[1..], context),
        };
        match code.arrays[array as usize] {
            Array::Place(place) => {
                // Elements turn up by being read, so that assignments of whole arrays give them values.
                let place = path.iter().fold(place, |array, index| context.places.element(array, *index));
                self.read_place(place, context)
            }
            Array::Element(outer, index) => {
                let longer: Vec<Word> =
                    std::iter::once(self.value(index)?).chain(path.iter().copied()).collect();
                self.element(code, outer, &longer, context)
            }
            Array::Store(before, index, content) => match self.value(index)? == path[0] {
                true => inside(self, content, context),
                false => self.element(code, before, path, context),
            },
            Array::Constant(content) => inside(self, content, context),
            Array::Choose(condition, a, b) => {
                let chosen = if self.value(condition)? != 0 { a } else { b };
                self.element(code, chosen, path, context)
            }
            Array::Unknown => None,
        }
    }

    /// Makes what a node must be known in the assignment; the nodes have been computed.
    pub fn require(
        &mut self,
        code: &Code,
        node: NodeId,
        wanted: Word,
        context: &mut Context<'_>,
    ) -> Result<(), Contradiction> {
        if let Some(value) = self.value(node) {
            return if value == wanted { Ok(()) } else { Err(Contradiction) };
        }
        self.values[node as usize] = Some(wanted);
        match &code.nodes[node as usize] {
            Node::Place(place) => self.learn(*place, wanted, context),
            Node::PlaceIs(place, word) if wanted == 1 => self.learn(*place, *word, context),
            Node::PlaceIs(place, word) if context.places.sort(*place) == term::Sort::Bool => {
                self.learn(*place, 1 - word, context)
            }
            Node::Read(array, index) => self.require_element(code, *array, *index, wanted, context),
            Node::Not(a) => self.require(code, *a, 1 - wanted, context),
            Node::And(parts) => self.require_parts(code, parts, 0, wanted, context),
            Node::Or(parts) => self.require_parts(code, parts, 1, wanted, context),
            Node::Equal(a, b, width) => self.require_equal(code, (*a, *b), *width, wanted, context),
            Node::Choose(condition, a, b) => {
                let differs = |value: Option<Word>| value.is_some_and(|value| value != wanted);
                let chosen = match self.value(*condition) {
                    Some(condition) => condition,
                    None if differs(self.value(*a)) => 0,
                    None if differs(self.value(*b)) => 1,
                    None => return Ok(()),
                };
                self.require(code, *condition, chosen, context)?;
                self.require(code, if chosen != 0 { *a } else { *b }, wanted, context)
            }
            other => self.require_operand(code, other, wanted, context),
        }
    }

    fn learn(
        &mut self,
        place: PlaceId,
        wanted: Word,
        context: &mut Context<'_>,
    ) -> Result<(), Contradiction> {
        match self.read_place(place, context) {
            None => context.assignment.set(place, Some(wanted)),
            Some(value) if value == wanted => {}
            Some(_) => return Err(Contradiction),
        }
        Ok(())
    }

    /// The element of a variable; other arrays say nothing about places.
    fn require_element(
        &mut self,
        code: &Code,
        array: ArrayId,
        index: NodeId,
        wanted: Word,
        context: &mut Context<'_>,
    ) -> Result<(), Contradiction> {
        let mut path = Vec::new();
        let (mut array, mut index) = (array, index);
        loop {
            let Some(word) = self.value(index) else { return Ok(()) };
            path.push(word);
            match code.arrays[array as usize] {
                Array::Place(place) => {
                    let element =
                        path.iter().rev().fold(place, |array, index| context.places.element(array, *index));
                    return self.learn(element, wanted, context);
                }
                Array::Element(outer, at) => (array, index) = (outer, at),
                _ => return Ok(()),
            }
        }
    }

    fn require_parts(
        &mut self,
        code: &Code,
        parts: &[NodeId],
        absorbing: Word,
        wanted: Word,
        context: &mut Context<'_>,
    ) -> Result<(), Contradiction> {
        if wanted != absorbing {
            return parts.iter().try_for_each(|part| self.require(code, *part, wanted, context));
        }
        // A part that occurs elsewhere, too, may have been learnt just before.
        if parts.iter().any(|part| self.value(*part) == Some(absorbing)) {
            return Ok(());
        }
        // One of them must be absorbing; if only one can, it is that one.
        let mut open = parts.iter().filter(|part| self.value(**part).is_none());
        match (open.next().copied(), open.next()) {
            (Some(only), None) => self.require(code, only, absorbing, context),
            (None, _) => Err(Contradiction),
            _ => Ok(()),
        }
    }

    fn require_equal(
        &mut self,
        code: &Code,
        (a, b): (NodeId, NodeId),
        width: Option<u32>,
        wanted: Word,
        context: &mut Context<'_>,
    ) -> Result<(), Contradiction> {
        let (known, other) = match (self.value(a), self.value(b)) {
            (Some(known), None) => (known, b),
            (None, Some(known)) => (known, a),
            (Some(x), Some(y)) if Word::from(x == y) != wanted => return Err(Contradiction),
            _ => return Ok(()),
        };
        match wanted {
            1 => self.require(code, other, known, context),
            // There are only two values.
            _ if width == Some(1) => self.require(code, other, 1 - known, context),
            _ => Ok(()),
        }
    }

    /// Operations that can be inverted.
    fn require_operand(
        &mut self,
        code: &Code,
        node: &Node,
        wanted: Word,
        context: &mut Context<'_>,
    ) -> Result<(), Contradiction> {
        match node {
            Node::Bits(op, width, a, b) => {
                let all = mask(*width);
                let (known, other, is_left) = match (self.value(*a), self.value(*b)) {
                    (Some(known), None) => (known as u64, *b, true),
                    (None, Some(known)) => (known as u64, *a, false),
                    (None, None) if a == b => (0, *a, true),
                    _ => return Ok(()),
                };
                let target = wanted as u64;
                let operand = match op {
                    Op::BvNot => !target,
                    Op::BvNeg => target.wrapping_neg(),
                    _ if a == b => return Ok(()),
                    Op::BvAdd => target.wrapping_sub(known),
                    Op::BvXor => target ^ known,
                    Op::BvSub if is_left => known.wrapping_sub(target),
                    Op::BvSub => target.wrapping_add(known),
                    _ => return Ok(()),
                };
                self.require(code, other, (operand & all) as Word, context)
            }
            Node::ZeroExtend(width, a) if wanted as u64 & !mask(*width) == 0 => {
                self.require(code, *a, wanted, context)
            }
            Node::SignExtend(from, to, a) => {
                let low = wanted as u64 & mask(*from);
                if signed(low, *from) as u64 & mask(*to) != wanted as u64 {
                    return Err(Contradiction);
                }
                self.require(code, *a, low as Word, context)
            }
            Node::ZeroExtend(..) => Err(Contradiction),
            Node::Concat(width, a, b) => {
                let high = (wanted as u64).checked_shr(*width).unwrap_or(0);
                self.require(code, *a, high as Word, context)?;
                self.require(code, *b, (wanted as u64 & mask(*width)) as Word, context)
            }
            Node::Integer(Op::Add, a, b) if is_small(wanted) => {
                let (known, other) = match (self.value(*a), self.value(*b)) {
                    (Some(known), None) if is_small(known) => (known, *b),
                    (None, Some(known)) if is_small(known) => (known, *a),
                    _ => return Ok(()),
                };
                let operand = context.words.of_integer(i128::from(wanted) - i128::from(known));
                self.require(code, other, operand, context)
            }
            _ => Ok(()),
        }
    }
}

/// The signed number that bits are.
fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.min(64);
    ((bits << unused) as i64) >> unused
}

/// An operation on bit-vectors, with SMT-LIB's semantics.
fn bits(op: Op, width: u32, a: u64, b: u64) -> u64 {
    let all = mask(width);
    let (sa, sb) = (signed(a, width), signed(b, width));
    let result = match op {
        Op::BvNot => !a,
        Op::BvNeg => a.wrapping_neg(),
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvAdd => a.wrapping_add(b),
        Op::BvSub => a.wrapping_sub(b),
        Op::BvMul => a.wrapping_mul(b),
        Op::BvUdiv => a.checked_div(b).unwrap_or(all),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        Op::BvSdiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                all
            }
        }
        Op::BvSdiv => sa.wrapping_div(sb) as u64,
        Op::BvSrem | Op::BvSmod if b == 0 => a,
        Op::BvSrem => sa.wrapping_rem(sb) as u64,
        Op::BvSmod => match sa.wrapping_rem(sb) {
            0 => 0,
            rest if (rest < 0) != (sb < 0) => rest.wrapping_add(sb) as u64,
            rest => rest as u64,
        },
        Op::BvShl => {
            if b < u64::from(width) {
                a << b
            } else {
                0
            }
        }
        Op::BvLshr => {
            if b < u64::from(width) {
                a >> b
            } else {
                0
            }
        }
        Op::BvAshr => (sa >> b.min(63)) as u64,
        Op::BvUlt => u64::from(a < b),
        Op::BvUle => u64::from(a <= b),
        Op::BvSlt => u64::from(sa < sb),
        Op::BvSle => u64::from(sa <= sb),
        _ => unreachable!("compiled as an operation on bit-vectors"),
    };
    result & all
}

/// An operation on integers; a quotient by zero has no known value.
fn integer(op: Op, a: Word, b: Word, words: &mut Words) -> Option<Word> {
    if !is_small(a) || !is_small(b) {
        let arguments = [words.term(a, term::Sort::Int), words.term(b, term::Sort::Int)];
        let sort = if matches!(op, Op::Le | Op::Lt) { term::Sort::Bool } else { term::Sort::Int };
        return words.of(mk::rebuild(op, &arguments, sort));
    }
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    Some(match op {
        Op::Add => words.of_integer(wide_a + wide_b),
        Op::Mul => words.of_integer(wide_a * wide_b),
        Op::IntDiv | Op::Mod if b == 0 => return None,
        Op::IntDiv => words.of_integer(wide_a.div_euclid(wide_b)),
        Op::Mod => a.rem_euclid(b),
        Op::Le => Word::from(a <= b),
        Op::Lt => Word::from(a < b),
        _ => unreachable!("compiled as an operation on integers"),
    })
}
