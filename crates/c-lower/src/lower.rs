//! From the typed program to the core program.
//!
//! Each function becomes a procedure; a procedure `start` initialises static objects and calls the entry. Objects become
//! core variables as [`crate::memory::regions`] splits them; evaluation order becomes edges, operands from left to
//! right; arithmetic becomes terms as [`crate::arith`] says.
//!
//! **Pointers** are pairs of a base and an offset in bytes. The base is a number: 0 for NULL and for numbers that were
//! converted to pointers, a constant for each function and each object that exists once, and a running number for each
//! allocation. Where the analysis knows the offset, only the base is kept.
//!
//! **Undefined behaviour** that is not being checked goes on with any value, flagged, where the machine would trap
//! ([`undefined`]), and does what gcc's code does otherwise (signed overflow wraps around).

mod adjacency;
mod allocation;
pub mod arguments;
mod assign;
mod body;
mod callers;
mod calls;
mod cells;
mod condition;
mod effects;
mod ended;
mod expr;
mod init;
mod library_calls;
mod memory_routines;
mod named;
mod number_functions;
mod operation_checks;
mod order;
mod place;
mod pointers;
mod readers;
mod reallocation;
mod reuse;
mod rewritten;
mod routines;
mod safety;
mod stmt;
mod streams;
pub mod subject;
mod tables;
mod undefined;
mod value;
mod variadic;
mod watched;

use std::collections::BTreeSet;
use std::rc::Rc;

use base::Span;
use c_sema::hir::{Callee, ExprId, ExprKind, FunctionId, ObjectId, Program, Storage};
use program::{CoreProgram, Procedure, ProcedureId, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Term, build as mk};

use crate::arith::Encoder;
use crate::library::{Routine, routine};
use crate::memory::Memory;
use crate::memory::call_graph::CallGraph;
use crate::memory::classes::{ClassId, Site};
use crate::memory::leaves::leaves;
use crate::memory::nesting::{Nesting, function_of};
use crate::memory::regions::Regions;
use crate::options::{Arithmetic, Options};
use cells::CellVariables;
pub use named::NamedVariable;

/// The name of the core variable that holds the status of `exit`.
pub const EXIT_STATUS: &str = "exit.status";

/// The name of locations where the program ends by `exit`.
pub const EXITED: &str = "exited";

/// The name of locations where the program ends by `abort` or the like.
pub const HALT: &str = "halt";

/// The variable that counts the slots of variadic arguments in use.
const VARIADIC_TOP: &str = "va.top";

/// The names of variables that belong to no object of the program.
const RESERVED: [&str; 17] = [
    arguments::ARGUMENT_COUNT,
    arguments::ARGUMENT_LIST,
    arguments::STRING_LENGTHS,
    arguments::STRING_CONTENTS,
    EXIT_STATUS,
    VARIADIC_TOP,
    "va.first",
    "heap.next",
    "address",
    "leak",
    "leak.reachable",
    "stack",
    "freed",
    "va.ints",
    "va.floats",
    "va.bases",
    "va.offsets",
];

/// A lowered program.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The core program; its only entry is the procedure `start`, whose result is the exit status.
    pub program: CoreProgram,
    /// What is assumed about code that is not there, for people.
    pub assumptions: Vec<String>,
    /// Where executions end because of undefined behaviour that is not checked, and why.
    pub endings: Vec<(Span, &'static str)>,
    /// The core variables that hold a scalar of a named object, in the order of their names.
    pub variables: Vec<NamedVariable>,
    /// The objects that have a base throughout, in the order of their bases.
    pub bases: Vec<NamedBase>,
}

/// An object of the source and its base.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NamedBase {
    /// The base.
    pub base: u64,
    /// The object's name.
    pub name: String,
    /// The function whose local object or parameter it is.
    pub function: Option<String>,
}

/// Why a program cannot be lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LowerError {
    /// What is wrong.
    pub message: String,
    /// Where, if it has a place.
    pub span: Option<Span>,
}

/// Lowers a program.
pub fn lower(program: &Program, options: &Options) -> Result<Lowered, LowerError> {
    let entry = program
        .functions
        .iter_enumerated()
        .find(|(_, f)| *f.name == *options.entry && f.body.is_some())
        .map(|(id, _)| id);
    let Some(entry) = entry else {
        return Err(LowerError { message: format!("there is no function `{}`", options.entry), span: None });
    };
    let Memory { functions, regions, reborn, nesting, calls } =
        Memory::new(program, entry, options.properties.needs_memory_safety());
    let mut lowerer = Lowerer::new(program, options, regions, reborn, nesting, calls);
    lowerer.number_bases(&functions);
    lowerer.declare_procedures(&functions);
    for &function in &functions {
        lowerer.function(function);
    }
    lowerer.start(entry);
    Ok(lowerer.finish())
}

/// What is common to all functions.
struct Lowerer<'p> {
    program: &'p Program,
    options: &'p Options,
    encoder: Rc<Encoder>,
    regions: Regions,
    /// Objects with a new base for each life.
    reborn: FxHashSet<ObjectId>,
    nesting: Nesting,
    calls: CallGraph,
    /// What functions lead to, once somebody has asked.
    reached: FxHashMap<FunctionId, FxHashSet<FunctionId>>,
    core: CoreProgram,
    procedures: FxHashMap<FunctionId, ProcedureId>,
    /// The variables of components, made when first needed.
    cells: FxHashMap<(ClassId, usize), CellVariables>,
    /// The bases of functions, labels and objects that exist once.
    function_bases: FxHashMap<FunctionId, u64>,
    label_bases: FxHashMap<c_sema::hir::LabelId, u64>,
    object_bases: FxHashMap<ObjectId, u64>,
    /// The variable of the base of each object that exists once in a frame.
    frame_bases: FxHashMap<ObjectId, Term>,
    /// Validity and length of the objects of a class.
    lifetimes: FxHashMap<ClassId, safety::LifetimeVariables>,
    /// The memory of callers, by class.
    callers: FxHashMap<ClassId, callers::CallersMemory>,
    /// What pointers in it are at first, by component: bases and offsets.
    callers_pointers: FxHashMap<(ClassId, usize), (Term, Option<Term>)>,
    first_heap_base: u64,
    /// The base of the list of arguments.
    list_base: u64,
    /// The first and the last base of static objects that must not be changed, if there are any.
    constant_bases: Option<(u64, u64)>,
    names: FxHashMap<String, u32>,
    assumptions: BTreeSet<String>,
    endings: BTreeSet<(Span, &'static str)>,
    /// Which locals belong to which function, in order.
    locals: FxHashMap<FunctionId, Vec<Term>>,
    uses_heap: bool,
    signatures: FxHashMap<FunctionId, Rc<calls::Signature>>,
    /// The variables of all components.
    cell_variables: FxHashSet<Term>,
    /// What global variables that are made on the way hold at first.
    prelude: Vec<(Term, Term)>,
    reachable_at_end: Option<BTreeSet<ClassId>>,
    uses_variadic: bool,
    /// Which functions read variadic arguments.
    variadic: FxHashMap<FunctionId, bool>,
    /// Which expressions do more than reading, by their form.
    effectful: FxHashMap<c_sema::hir::ExprId, bool>,
    /// What functions do, once somebody has asked.
    function_effects: Option<Rc<effects::FunctionEffects>>,
    /// Pairs of classes of which memory may be at the same address, one after the other, and is compared.
    reused: Option<FxHashSet<(ClassId, ClassId)>>,
    /// Constant tables, once somebody has asked.
    tables: FxHashMap<ObjectId, Option<tables::Table>>,
}

impl<'p> Lowerer<'p> {
    fn new(
        program: &'p Program,
        options: &'p Options,
        regions: Regions,
        reborn: FxHashSet<ObjectId>,
        nesting: Nesting,
        calls: CallGraph,
    ) -> Lowerer<'p> {
        let mut encoder = Encoder::new(options.arithmetic, options.floats, options.model);
        encoder.has_exact_bits = options.has_exact_bits;
        let encoder = Rc::new(encoder);
        Lowerer {
            program,
            options,
            encoder,
            regions,
            reborn,
            nesting,
            calls,
            reached: FxHashMap::default(),
            core: CoreProgram::default(),
            procedures: FxHashMap::default(),
            cells: FxHashMap::default(),
            function_bases: FxHashMap::default(),
            label_bases: FxHashMap::default(),
            object_bases: FxHashMap::default(),
            frame_bases: FxHashMap::default(),
            lifetimes: FxHashMap::default(),
            callers: FxHashMap::default(),
            callers_pointers: FxHashMap::default(),
            first_heap_base: 1,
            list_base: 0,
            constant_bases: None,
            names: RESERVED.iter().map(|name| ((*name).to_owned(), 1)).collect(),
            assumptions: BTreeSet::new(),
            endings: BTreeSet::new(),
            locals: FxHashMap::default(),
            uses_heap: false,
            signatures: FxHashMap::default(),
            cell_variables: FxHashSet::default(),
            prelude: Vec::new(),
            reachable_at_end: None,
            uses_variadic: false,
            variadic: FxHashMap::default(),
            effectful: FxHashMap::default(),
            function_effects: None,
            reused: None,
            tables: FxHashMap::default(),
        }
    }

    /// The sort of bases and offsets.
    fn word(&self) -> Sort {
        match self.options.arithmetic {
            Arithmetic::Bitvector => Sort::BitVec(self.options.model.pointer_size() as u32 * 8),
            Arithmetic::Integer => Sort::Int,
        }
    }

    /// A base or an offset.
    fn word_constant(&self, value: i128) -> Term {
        match self.options.arithmetic {
            Arithmetic::Bitvector => mk::bv_signed(value, self.options.model.pointer_size() as u32 * 8),
            Arithmetic::Integer => mk::int(value),
        }
    }

    /// A name that no other variable has.
    fn unique_name(&mut self, stem: &str) -> String {
        let count = self.names.entry(stem.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 { stem.to_owned() } else { format!("{stem}@{count}") }
    }

    fn global(&mut self, stem: &str, sort: Sort) -> Term {
        let name = self.unique_name(stem);
        let variable = mk::var(name.as_str(), sort);
        self.core.globals.push(variable);
        variable
    }

    fn local(&mut self, function: FunctionId, stem: &str, sort: Sort) -> Term {
        let name = self.unique_name(stem);
        let variable = mk::var(name.as_str(), sort);
        self.locals.entry(function).or_default().push(variable);
        variable
    }

    /// A global variable with a fixed name.
    fn named_global(&mut self, name: &str, sort: Sort) -> Term {
        let variable = mk::var(name, sort);
        if !self.core.globals.contains(&variable) {
            self.core.globals.push(variable);
        }
        variable
    }

    /// The number of the next allocation.
    fn heap_counter(&mut self) -> Term {
        self.uses_heap = true;
        self.named_global("heap.next", self.word())
    }

    /// The addresses of objects by their bases: arbitrary, but fixed.
    fn addresses(&mut self) -> Term {
        self.named_global("address", Sort::array(self.word(), self.word()))
    }

    fn number_bases(&mut self, functions: &[FunctionId]) {
        let mut next = 1;
        let mut number = || {
            next += 1;
            next - 1
        };
        for &function in functions {
            self.function_bases.insert(function, number());
        }
        for (id, _) in self.program.functions.iter_enumerated() {
            self.function_bases.entry(id).or_insert_with(&mut number);
        }
        for (id, label) in self.program.labels.iter_enumerated() {
            if label.is_address_taken {
                self.label_bases.insert(id, number());
            }
        }
        let is_numbered =
            |id: &ObjectId| self.regions.points_to.objects[*id].is_some() && !self.is_per_frame(*id);
        // Static constants have the first numbers, so that a comparison or two tell what must not be changed.
        let (constants, others): (Vec<ObjectId>, Vec<ObjectId>) =
            self.program.objects.ids().filter(is_numbered).partition(|id| self.is_static_constant(*id));
        for &id in constants.iter().chain(&others) {
            self.object_bases.insert(id, number());
        }
        let constants = constants.first().zip(constants.last());
        self.constant_bases =
            constants.map(|(first, last)| (self.object_bases[first], self.object_bases[last]));
        if self.arguments().is_some() {
            self.list_base = number();
        }
        self.first_heap_base = number();
    }

    /// Whether an object is in memory that the machine does not let anyone write.
    fn is_static_constant(&self, object: ObjectId) -> bool {
        self.program.constants.contains(&object) && function_of(self.program, object).is_none()
    }

    /// The variable of its function that holds the base of an object with several.
    fn frame_base(&mut self, object: ObjectId) -> Term {
        if let Some(&variable) = self.frame_bases.get(&object) {
            return variable;
        }
        let function = function_of(self.program, object).expect("objects of frames belong to functions");
        let (name, word) = (format!("{}.base", self.program.objects[object].name), self.word());
        let variable = self.local(function, &name, word);
        self.frame_bases.insert(object, variable);
        variable
    }

    /// Whether the caller makes the object of a parameter: a large record of which each call has one.
    fn is_passed_by_base(&self, parameter: ObjectId) -> bool {
        let ty = self.program.objects[parameter].ty;
        self.is_per_frame(parameter) && leaves(&self.program.types, ty).is_none()
    }

    /// Whether the size of an object is only known at its declaration.
    fn has_variable_length(&self, object: ObjectId) -> bool {
        self.program.types.size_of(self.program.objects[object].ty).is_none()
    }

    /// Whether a call of one function may lead to a call of another one.
    fn leads_to(&mut self, from: FunctionId, to: FunctionId) -> bool {
        self.reached.entry(from).or_insert_with(|| self.calls.reached_from(from)).contains(&to)
    }

    /// Whether an object has a new base for each life.
    fn is_per_frame(&self, object: ObjectId) -> bool {
        self.reborn.contains(&object)
    }

    fn declare_procedures(&mut self, functions: &[FunctionId]) {
        for &function in functions {
            let name = self.program.functions[function].name.to_string();
            let name = self.unique_name(&format!("{name}()"));
            let id = self.core.procedures.push(Procedure::new(name.trim_end_matches("()")));
            self.procedures.insert(function, id);
        }
    }

    fn assume_about(&mut self, text: String) {
        self.assumptions.insert(text);
    }

    /// Whether a class may hold memory from an allocation.
    fn has_heap(&self, class: ClassId) -> bool {
        self.regions.points_to.classes.get(class).sites.iter().any(|site| matches!(site, Site::Heap(_)))
    }

    /// Whether a class may hold memory of the stack that is numbered like allocations.
    fn has_stack_memory(&self, class: ClassId) -> bool {
        self.regions.points_to.classes.get(class).sites.iter().any(|site| match site {
            Site::Heap(call) => self.allocates_stack(*call),
            Site::Arguments | Site::Strings => false,
            Site::Object(object) => self.is_per_frame(*object),
        })
    }

    fn allocates_stack(&self, call: ExprId) -> bool {
        self.routine_of(call) == Some(Routine::AllocateStack)
    }

    /// The routine that a call by name calls.
    fn routine_of(&self, call: ExprId) -> Option<Routine> {
        let ExprKind::Call(Callee::Direct(function), _) = self.program.exprs[call].kind else { return None };
        routine(&self.program.functions[function].name)
    }

    /// Whether memory of a class may come from one of some routines. A call through a pointer may be one of any.
    fn comes_from(&self, class: ClassId, routines: &[Routine]) -> bool {
        self.regions.points_to.classes.get(class).sites.iter().any(|site| match site {
            Site::Heap(call) => self.routine_of(*call).is_none_or(|routine| routines.contains(&routine)),
            Site::Object(_) | Site::Arguments | Site::Strings => false,
        })
    }

    fn finish(mut self) -> Lowered {
        for (function, locals) in std::mem::take(&mut self.locals) {
            if let Some(&procedure) = self.procedures.get(&function) {
                let procedure = &mut self.core.procedures[procedure];
                let is_formal = |v: &Term| procedure.parameters.contains(v) || procedure.results.contains(v);
                let locals: Vec<Term> = locals.into_iter().filter(|local| !is_formal(local)).collect();
                procedure.locals.extend(locals);
            }
        }
        if !self.uses_heap {
            self.forget_leaks();
        }
        let variables = self.named_variables();
        Lowered {
            bases: self.named_bases(),
            program: self.core,
            assumptions: self.assumptions.into_iter().collect(),
            endings: self.endings.into_iter().collect(),
            variables,
        }
    }

    fn named_bases(&self) -> Vec<NamedBase> {
        let object = |(id, base): (&ObjectId, &u64)| {
            let object = &self.program.objects[*id];
            let function = match object.storage {
                Storage::Local(function) | Storage::Parameter(function) => {
                    Some(self.program.functions[function].name.to_string())
                }
                _ => None,
            };
            NamedBase { base: *base, name: object.name.to_string(), function }
        };
        let mut bases: Vec<NamedBase> = self.object_bases.iter().map(object).collect();
        bases.sort();
        bases
    }

    /// A program that allocates nothing leaks nothing: nobody is asked about that.
    fn forget_leaks(&mut self) {
        let procedures = self.core.procedures.iter_mut();
        for location in procedures.flat_map(|procedure| procedure.locations.iter_mut()) {
            if let Some(Target::Violation(violation)) = &location.target
                && safety::LEAKS.contains(&&*violation.property)
            {
                location.target = None;
            }
        }
    }
}
