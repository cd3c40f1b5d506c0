//! Programs that follow a witness: what text cannot say ([`crate::instrument`]) is done to the core program and its graph.
//!
//! A violation counts only at the target and in the last segment. The number of the segment, and whether the head of a
//! loop that is cut was visited, become parts of the locations of the graph ([`Cfg::unfold`]), so that along a witness that
//! leaves nothing open there is one path. When the head of such a loop is visited first, everything that the loop changes
//! becomes arbitrary: the variables that are written on some way from the head back to it.

use base::{FileId, Idx};
use c_lower::lower::NamedVariable;
use c_lower::memory::leaves::Scalar;
use c_sema::hir::Program;
use c_sema::types::{DataModel, IntKind};
use c_syntax::Interner;
use num_bigint::BigInt;
use program::{Cfg, CoreProgram, EdgeId, Location, LocationId, Procedure, Statement, Target, Violation};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Term, build as mk};
use witness::{Content, Waypoint, WaypointKind};

use crate::instrument::{Instrumented, Plan, SEGMENT, VIOLATED, VISITED};
use crate::sites::{Sites, Statement as Site, innermost};

/// Larger unfoldings are not made.
const MAX_EDGES: usize = 400_000;

/// The property that a witness claims by an invariant.
pub const INVARIANT: &str = "invariant";

/// A witness and the files that follow it.
pub struct Following {
    /// The witness.
    pub plan: Plan,
    /// The files.
    pub followers: Vec<Follower>,
}

/// A file that follows a witness.
pub struct Follower {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub instrumented: Instrumented,
    /// The statements of the file as it was.
    stmts: Vec<Site>,
    /// Where the statements start that the target may be.
    targets: Vec<u32>,
    /// The waypoints at calls, and where these start.
    calls: Vec<(Waypoint, u32)>,
}

impl Follower {
    /// What is known about a file and a witness.
    pub fn new(
        plan: &Plan,
        instrumented: Instrumented,
        sites: &Sites<'_>,
        names: &Interner,
        file: FileId,
    ) -> Follower {
        let targets = match &plan.content {
            Content::Violation(segments) => {
                let last = segments.last().filter(|last| last.follow.kind == WaypointKind::Target);
                let here = last.filter(|last| sites.is_here(&last.follow.location));
                here.map(|last| sites.targets(&last.follow.location)).unwrap_or_default()
            }
            Content::Correctness(_) => Vec::new(),
        };
        let mut calls = Vec::new();
        if let Content::Violation(segments) = &plan.content {
            let points = segments.iter().map(|segment| &segment.follow);
            for point in points.filter(|point| point.kind == WaypointKind::FunctionReturn) {
                let known = calls.iter().any(|(other, _)| other == point);
                if !known && sites.is_here(&point.location) {
                    let found = sites.calls(&point.location, point.callee.as_deref(), names);
                    calls.extend(found.first().map(|call| (point.clone(), call.range.start)));
                }
            }
        }
        Follower { file, instrumented, stmts: sites.stmts.clone(), targets, calls }
    }

    /// Where the call starts that a waypoint is about.
    pub fn call_of(&self, waypoint: &Waypoint) -> Option<u32> {
        self.calls.iter().find(|(other, _)| other == waypoint).map(|(_, start)| *start)
    }
}

impl Following {
    /// Makes a program follow the witness, and says how its graph does.
    pub fn adjust(&self, core: &mut CoreProgram, program: &Program, variables: &[NamedVariable]) -> Shaping {
        match &self.plan.content {
            Content::Violation(segments) => {
                let named = variables.iter().find(|named| &*program.objects[named.object].name == SEGMENT);
                for procedure in core.procedures.iter_mut() {
                    self.aim(procedure, named.map(|named| named.variable), segments.len() - 1);
                }
            }
            Content::Correctness(_) => {
                for location in
                    core.procedures.iter_mut().flat_map(|procedure| procedure.locations.iter_mut())
                {
                    if let Some(Target::Violation(violation)) = &mut location.target
                        && violation.message.starts_with(VIOLATED)
                    {
                        violation.property = INVARIANT.into();
                    }
                }
            }
        }
        let ranges = variables.iter().filter_map(|named| match named.scalar {
            Scalar::Int(kind) => Some((named.variable, range(named.variable, kind, program.types.model)?)),
            _ => None,
        });
        Shaping { ranges: ranges.collect() }
    }

    /// Violations elsewhere, or before the last segment, are none.
    fn aim(&self, procedure: &mut Procedure, segment: Option<Term>, last: usize) {
        let mut guarded = FxHashSet::default();
        for (id, location) in procedure.locations.iter_mut().enumerate() {
            match &location.target {
                Some(Target::Violation(violation)) if self.is_target(violation) => {
                    guarded.insert(LocationId::from_usize(id));
                }
                Some(Target::Violation(_)) => location.target = None,
                _ => {}
            }
        }
        let Some(segment) = segment else { return };
        let number = match segment.sort() {
            Sort::BitVec(width) => mk::bv_signed(last as i128, width),
            _ => mk::int(last as i64),
        };
        let into: Vec<EdgeId> = procedure
            .edges
            .iter_enumerated()
            .filter(|(_, edge)| guarded.contains(&edge.destination))
            .map(|(id, _)| id)
            .collect();
        for id in into {
            let middle = procedure.locations.push(Location::default());
            let edge = &mut procedure.edges[id];
            let (target, provenance) = (edge.destination, edge.provenance.clone());
            edge.destination = middle;
            procedure.add_edge(middle, target, Statement::Assume(mk::eq(segment, number)), provenance);
        }
    }

    fn is_target(&self, violation: &Violation) -> bool {
        // What is lost is lost nowhere in particular.
        if ["valid-memtrack", "valid-memcleanup"].contains(&&*violation.property) {
            return true;
        }
        let Some(span) = violation.span else { return true };
        let Some(follower) = self.followers.iter().find(|follower| follower.file == span.file) else {
            // The library: the call is somewhere in the program.
            return true;
        };
        let offset = follower.instrumented.original(span.start);
        innermost(&follower.stmts, offset).is_some_and(|stmt| follower.targets.contains(&stmt.range.start))
    }
}

/// That a variable is in the range of its type.
fn range(variable: Term, kind: IntKind, model: DataModel) -> Option<Term> {
    let bits = kind.size(model) * 8;
    let one = BigInt::from(1);
    let (low, high) = match kind {
        IntKind::Bool => (BigInt::ZERO, one),
        _ if kind.is_signed() => (-(&one << (bits - 1)), (&one << (bits - 1)) - &one),
        _ => (BigInt::ZERO, (&one << bits) - &one),
    };
    match variable.sort() {
        Sort::Int => Some(mk::and2(mk::le(mk::int(low), variable), mk::le(variable, mk::int(high)))),
        Sort::BitVec(width) if kind == IntKind::Bool => Some(mk::bvule(variable, mk::bv_signed(1, width))),
        _ => None,
    }
}

/// How the graph of a program follows a witness.
pub struct Shaping {
    /// What always holds of variables of the source.
    ranges: Vec<(Term, Term)>,
}

impl Shaping {
    /// The graph that follows the witness.
    pub fn shape(&self, cfg: &Cfg) -> Cfg {
        let is_ours = |variable: &Term| {
            let name = variable.as_var().map_or("", |name| name.base.as_str());
            name.contains(SEGMENT) || name.contains(VISITED)
        };
        let ours: Vec<Term> = cfg.variables.iter().copied().filter(is_ours).collect();
        let visited: FxHashSet<Term> = ours.iter().copied().filter(|v| !is_segment(*v)).collect();
        let mut cut = cfg.clone();
        let firsts: Vec<(EdgeId, Term)> = cfg
            .edges
            .iter_enumerated()
            .filter_map(|(id, edge)| match &edge.statement {
                Statement::Assign(pairs) => pairs
                    .iter()
                    .find(|(variable, value)| visited.contains(variable) && is_number(*value, 1))
                    .map(|(variable, _)| (id, *variable)),
                _ => None,
            })
            .collect();
        for (id, variable) in firsts {
            self.forget(cfg, &mut cut, id, variable, &visited);
        }
        cut.unfold(&ours, MAX_EDGES).unwrap_or(cut)
    }

    /// Behind an edge, everything is arbitrary that can be written before the edge is passed again, unless the flag is
    /// reset on the way.
    fn forget(&self, cfg: &Cfg, cut: &mut Cfg, id: EdgeId, flag: Term, visited: &FxHashSet<Term>) {
        let resets = |statement: &Statement| match statement {
            Statement::Assign(pairs) => {
                pairs.iter().any(|(variable, value)| *variable == flag && is_number(*value, 0))
            }
            _ => false,
        };
        let reach = |start: LocationId, is_forward: bool| {
            let neighbours = if is_forward { cfg.outgoing() } else { cfg.incoming() };
            let mut seen: FxHashSet<LocationId> = FxHashSet::default();
            let mut work = vec![start];
            while let Some(location) = work.pop() {
                if seen.insert(location) {
                    let edges = neighbours[location].iter().map(|&edge| &cfg.edges[edge]);
                    let passed = edges.filter(|edge| !resets(&edge.statement));
                    work.extend(passed.map(|edge| if is_forward { edge.destination } else { edge.source }));
                }
            }
            seen
        };
        let (behind, before) = (reach(cfg.edges[id].destination, true), reach(cfg.edges[id].source, false));
        let is_inside = |location: &LocationId| behind.contains(location) && before.contains(location);
        let mut written: Vec<Term> = cfg
            .edges
            .iter()
            .filter(|edge| is_inside(&edge.source) && is_inside(&edge.destination))
            .flat_map(|edge| edge.statement.modified())
            .filter(|variable| !visited.contains(variable))
            .collect();
        written.sort();
        written.dedup();
        let mut renamed: FxHashMap<Term, Term> = FxHashMap::default();
        for (copy, variable) in cfg.frames.iter().flat_map(|frame| &frame.variables) {
            renamed.insert(*copy, *variable);
        }
        let facts = written.iter().filter_map(|copy| {
            let variable = renamed.get(copy).copied().unwrap_or(*copy);
            let (_, fact) = self.ranges.iter().find(|(other, _)| *other == variable)?;
            let mut substitution = term::Substitution::new();
            substitution.insert(variable, *copy);
            Some(substitution.apply(*fact))
        });
        let fact = mk::and(facts);
        let end = cut.edges[id].destination;
        let provenance = cut.edges[id].provenance.clone();
        let first = cut.locations.push(Location::default());
        let second = cut.locations.push(Location::default());
        cut.edges[id].destination = first;
        cut.add_edge(first, second, Statement::Havoc(written), provenance.clone());
        cut.add_edge(second, end, Statement::Assume(fact), provenance);
    }
}

fn is_segment(variable: Term) -> bool {
    variable.as_var().is_some_and(|name| name.base.as_str().contains(SEGMENT))
}

fn is_number(term: Term, number: i64) -> bool {
    let value = match term.sort() {
        Sort::BitVec(width) => mk::bv_signed(number as i128, width),
        Sort::Int => mk::int(number),
        _ => return false,
    };
    term == value
}
