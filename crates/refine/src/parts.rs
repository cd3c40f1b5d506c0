//! What of a block can matter for a Hoare triple.
//!
//! A block's conjuncts fall into groups that share no variable. Only the groups that are connected with the
//! postcondition, directly or through the precondition, decide `φ ∧ F ⇒ ψ'`, as long as the rest can be satisfied.
//! In a large program a block does many things that a predicate does not speak about: each of them costs the solver
//! time, and makes triples different that are the same.

use logic::Classes;
use program::{BlockId, BlockProgram};
use rustc_hash::FxHashMap;
use term::{Op, Term, build as mk};

/// The conjuncts of a block's formula, in groups that share no variable.
pub(crate) struct BlockParts {
    groups: Vec<Vec<Term>>,
    group_of: FxHashMap<Term, usize>,
}

/// A part of a precondition and some of a block's groups.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Slice {
    /// The conjuncts of the precondition.
    pub pre: Term,
    /// The groups, in order.
    pub groups: Vec<usize>,
}

impl BlockParts {
    /// The groups of a block.
    pub(crate) fn of(program: &BlockProgram, block: BlockId) -> BlockParts {
        let conjuncts = mk::conjuncts(program.blocks[block].formula());
        let mut classes = Classes::default();
        for &conjunct in &conjuncts {
            let thing = classes.add();
            conjunct.free_variables().iter().for_each(|v| classes.has(thing, *v));
        }
        let mut parts = BlockParts { groups: Vec::new(), group_of: FxHashMap::default() };
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        for (thing, &conjunct) in conjuncts.iter().enumerate() {
            let number = *numbers.entry(classes.class(thing)).or_insert(parts.groups.len());
            if number == parts.groups.len() {
                parts.groups.push(Vec::new());
            }
            parts.groups[number].push(conjunct);
            parts.group_of.extend(conjunct.free_variables().iter().map(|v| (*v, number)));
        }
        parts
    }

    /// The conjuncts of a slice's groups.
    pub(crate) fn conjuncts(&self, slice: &Slice) -> impl Iterator<Item = Term> {
        slice.groups.iter().flat_map(|group| self.groups[*group].iter().copied())
    }

    /// The slice with everything.
    pub(crate) fn all(&self, pre: Term) -> Slice {
        Slice { pre, groups: (0..self.groups.len()).collect() }
    }

    /// What is connected with the variables of `post`, which speaks about the state after the block.
    pub(crate) fn connected_with(&self, pre: Term, post: Term) -> Slice {
        let conjuncts = mk::conjuncts(pre);
        let mut classes = self.classes(&conjuncts);
        let wanted = classes.add();
        self.connect(&mut classes, wanted, post);
        let wanted = classes.class(wanted);
        self.slice(&conjuncts, &mut classes, |class| class == wanted)
    }

    /// Formulas about the state after the block in classes that nothing connects, by their positions.
    pub(crate) fn classes_of(&self, pre: Term, posts: &[Term]) -> Vec<Vec<usize>> {
        let conjuncts = mk::conjuncts(pre);
        let mut classes = self.classes(&conjuncts);
        let things: Vec<usize> = posts.iter().map(|_| classes.add()).collect();
        for (&thing, &post) in things.iter().zip(posts) {
            self.connect(&mut classes, thing, post);
        }
        let mut found: Vec<(usize, Vec<usize>)> = Vec::new();
        for (position, &thing) in things.iter().enumerate() {
            let class = classes.class(thing);
            match found.iter_mut().find(|(other, _)| *other == class) {
                Some((_, members)) => members.push(position),
                None => found.push((class, vec![position])),
            }
        }
        found.into_iter().map(|(_, members)| members).collect()
    }

    /// The conjuncts of the precondition that are connected with the block, and the groups that they are connected with.
    pub(crate) fn connected(&self, pre: Term) -> Slice {
        let conjuncts = mk::conjuncts(pre);
        let count = self.groups.len();
        let mut classes = self.classes(&conjuncts);
        let of_pre: Vec<usize> = (count..count + conjuncts.len()).map(|thing| classes.class(thing)).collect();
        // The number of a class is the smallest in it, and groups come first.
        self.slice(&conjuncts, &mut classes, |class| class < count && of_pre.contains(&class))
    }

    /// Classes of the groups, then of the conjuncts of a precondition.
    fn classes(&self, conjuncts: &[Term]) -> Classes {
        let mut classes = Classes::default();
        for _ in 0..self.groups.len() {
            classes.add();
        }
        for &conjunct in conjuncts {
            let thing = classes.add();
            self.connect(&mut classes, thing, conjunct);
        }
        classes
    }

    fn connect(&self, classes: &mut Classes, thing: usize, formula: Term) {
        for &variable in formula.free_variables() {
            match self.group_of.get(&variable) {
                Some(&group) => classes.join(thing, group),
                None => classes.has(thing, variable),
            }
        }
    }

    fn slice(&self, conjuncts: &[Term], classes: &mut Classes, is_in: impl Fn(usize) -> bool) -> Slice {
        let count = self.groups.len();
        let groups = (0..count).filter(|group| is_in(classes.class(*group))).collect();
        let selected = (0..conjuncts.len()).filter(|i| is_in(classes.class(count + i)));
        Slice { pre: mk::and(selected.map(|i| conjuncts[i])), groups }
    }
}

/// Whether conjuncts of the program's formulas are connected by nothing but variables: functions without a definition
/// and axioms connect them too.
pub(crate) fn is_divisible(program: &BlockProgram) -> bool {
    let mut has_function = false;
    for conjunct in program.blocks.iter().flat_map(|block| &block.conjuncts) {
        conjunct.formula.visit_once(|term| has_function |= matches!(term.op(), Op::Apply(_)));
    }
    program.cfg.axioms.is_empty() && !has_function
}
