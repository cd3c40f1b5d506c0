//! What pointers may point to: a points-to analysis in Steensgaard's manner, field-sensitive through offsets.
//!
//! The program is walked again and again, each expression giving the [`Pointer`] that it may be, until nothing
//! changes. Values of record type are represented by where they are. Integers may carry pointers, too: casts, and
//! copies byte by byte, keep the class. The walk notes every access to memory in its class: how objects are split
//! into variables and arrays ([`super::regions`]) follows from them.

mod arguments;
mod calls;
mod motion;
mod places;
mod statics;
mod unknown;

use std::collections::{BTreeMap, BTreeSet};

use base::index::IndexVec;
use c_sema::hir::{
    BinaryOp, Expr, ExprId, ExprKind, FunctionId, InitPart, ObjectId, PlaceId, PlaceKind, Program, StmtId,
    StmtKind,
};
use c_sema::types::{Ty, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::classes::{AccessKind, ClassId, Classes, OrdFloatKind, OrdIntKind, Origin, Pointer, Site};
use super::congruence::Congruence;
use super::leaves::{Leaf, Scalar, leaves};
pub use arguments::ArgumentClasses;
pub use places::{place_leaf, root_object};
pub use unknown::pointers_at;

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct PointsTo {
    /// The classes.
    pub classes: Classes,
    /// Where each place may be; `None` if it is never evaluated, or the address is a number.
    pub places: IndexVec<PlaceId, Option<Pointer>>,
    /// What the value of each expression may point to.
    pub exprs: IndexVec<ExprId, Option<Pointer>>,
    /// The class of each object that is mentioned.
    pub objects: IndexVec<ObjectId, Option<ClassId>>,
    /// The class of what each function returns, as if it were an object.
    pub results: IndexVec<FunctionId, ClassId>,
    /// The objects whose address is computed, be it for an index.
    pub address_taken: FxHashSet<ObjectId>,
    /// The memory that the C library gives to the program, by the type of the pointers.
    pub given: FxHashMap<Ty, ClassId>,
    /// What `main` gets from the system, if it looks like arguments.
    pub arguments: Option<ArgumentClasses>,
    /// The objects that callers of the entry can reach, if that is not `main`.
    pub known_to_callers: Vec<ObjectId>,
    /// Indices that lead from one object to another, as they are made of addresses, or from NULL to anywhere.
    pub distances: FxHashSet<ExprId>,
}

impl PointsTo {
    /// Analyses the functions that are reachable from the entry.
    /// Where memory safety matters, what the library reads is an access, too.
    pub fn new(
        program: &Program,
        entry: FunctionId,
        reachable: &[FunctionId],
        is_about_safety: bool,
    ) -> PointsTo {
        let mut classes = Classes::default();
        let results = program.functions.iter().map(|_| classes.fresh()).collect::<Vec<_>>().into();
        let mut analysis = Analysis {
            program,
            is_about_safety,
            temporaries: FxHashMap::default(),
            foreign: FxHashMap::default(),
            function: None,
            variadic: classes.fresh(),
            accesses: BTreeMap::new(),
            unrelated: FxHashSet::default(),
            known_elsewhere: None,
            has_caller: false,
            declared: BTreeSet::new(),
            constant_addresses: None,
            has_distances: false,
            leak: motion::Leak::default(),
            result: PointsTo {
                classes,
                places: IndexVec::from_elem(None, program.places.len()),
                exprs: IndexVec::from_elem(None, program.exprs.len()),
                objects: IndexVec::from_elem(None, program.objects.len()),
                results,
                address_taken: FxHashSet::default(),
                given: FxHashMap::default(),
                arguments: None,
                known_to_callers: Vec::new(),
                distances: FxHashSet::default(),
            },
        };
        analysis.pointers_of_statics(reachable);
        loop {
            analysis.result.classes.changed = false;
            for &function in reachable {
                analysis.function(function);
            }
            analysis.arguments_of(entry);
            analysis.statics();
            // What is unknown about a pointer is known only when all others are.
            if !analysis.result.classes.changed {
                analysis.join_unknown();
            }
            if !analysis.result.classes.changed {
                return analysis.result;
            }
        }
    }
}

struct Analysis<'p> {
    program: &'p Program,
    is_about_safety: bool,
    result: PointsTo,
    /// Classes that belong to expressions: allocations, values of conditionals, results of unknown functions.
    temporaries: FxHashMap<ExprId, ClassId>,
    /// Classes of what functions without a body return, by type.
    foreign: FxHashMap<Ty, ClassId>,
    function: Option<FunctionId>,
    /// What is passed through `...`, anywhere.
    variadic: ClassId,
    accesses: unknown::Accesses,
    /// Differences of pointers to objects that are never the same.
    unrelated: FxHashSet<ExprId>,
    /// The memory that the program finds by constants: its ranges may overlap.
    constant_addresses: Option<ClassId>,
    /// The objects that code in other files can reach, once they were looked for.
    known_elsewhere: Option<Vec<ObjectId>>,
    /// Whether a caller that is not known passes pointers: they may point to parts of each other's memory.
    has_caller: bool,
    /// What the types of callers' pointers say that these point to.
    declared: BTreeSet<(ClassId, unknown::Accessed)>,
    /// Whether the program computes distances between objects.
    has_distances: bool,
    /// Whether the program finds out an address by decisions, which may make another such number.
    leak: motion::Leak,
}

/// Whether a place is a member of what the constant NULL points to: its address is a number.
fn is_member_of_null(program: &Program, mut place: PlaceId) -> bool {
    while let PlaceKind::Field(outer, _) = program.places[place].kind {
        place = outer;
    }
    let PlaceKind::Deref(mut pointer) = program.places[place].kind else { return false };
    while let ExprKind::Convert(inner) = program.exprs[pointer].kind {
        pointer = inner;
    }
    matches!(program.exprs[pointer].kind, ExprKind::Int(0))
}

/// The kind of access to a scalar.
pub fn access_kind(scalar: Scalar) -> AccessKind {
    match scalar {
        Scalar::Int(kind) => AccessKind::Int(OrdIntKind(kind)),
        Scalar::Float(kind) => AccessKind::Float(OrdFloatKind(kind)),
        Scalar::Pointer => AccessKind::Pointer,
    }
}

impl Analysis<'_> {
    fn function(&mut self, id: FunctionId) {
        self.function = Some(id);
        let function = &self.program.functions[id];
        // A parameter is stored when the function is entered.
        for &parameter in &function.parameters {
            let place = self.object(parameter);
            self.note_leaves(place, self.program.objects[parameter].ty);
        }
        if let Some(body) = function.body {
            self.stmt(body);
        }
        self.function = None;
    }

    fn object(&mut self, id: ObjectId) -> Pointer {
        let class = match self.result.objects[id] {
            Some(class) => class,
            None => {
                let class = self.result.classes.fresh();
                self.result.classes.update(class, |c| c.sites.insert(Site::Object(id)));
                self.result.objects[id] = Some(class);
                class
            }
        };
        Pointer { class, offset: Congruence::exact(0) }
    }

    fn temporary(&mut self, expr: ExprId) -> ClassId {
        if let Some(&class) = self.temporaries.get(&expr) {
            return class;
        }
        let class = self.result.classes.fresh();
        self.temporaries.insert(expr, class);
        class
    }

    fn parts(&mut self, place: Pointer, parts: &[InitPart]) {
        for part in parts {
            let value = self.expr(part.value);
            match Scalar::of(&self.program.types, part.ty) {
                Some(scalar) => {
                    let leaf = Leaf { bit_offset: part.bit_offset, bit_width: part.bit_width, scalar };
                    self.store_leaf(place, leaf, value);
                }
                None => {
                    let target = place.plus((part.bit_offset / 8) as i64);
                    self.copy(target, value, part.ty);
                }
            }
        }
    }

    fn note(&mut self, place: Pointer, leaf: Leaf) {
        let width = leaf.width(&self.program.types);
        self.result.classes.access(place, leaf.bit_offset, width, access_kind(leaf.scalar));
        self.note_use(place.class);
    }

    fn note_use(&mut self, class: ClassId) {
        if let Some(function) = self.function {
            self.result.classes.update(class, |c| c.users.insert(function));
        }
    }

    fn note_leaves(&mut self, place: Pointer, ty: Ty) {
        for leaf in leaves(&self.program.types, ty).unwrap_or_default() {
            self.note(place, leaf);
        }
    }

    fn store_leaf(&mut self, place: Pointer, leaf: Leaf, value: Option<Pointer>) {
        self.note(place, leaf);
        let width = leaf.width(&self.program.types);
        if let Some(value) = value {
            self.result.classes.store(place, leaf.bit_offset, width, value);
        } else if leaf.scalar == Scalar::Pointer
            && let Some(cell) = self.result.classes.cell(place, leaf.bit_offset, width)
        {
            self.may_be_null(cell);
        }
    }

    /// An address becomes a number.
    fn expose(&mut self, class: ClassId) {
        self.result.classes.update(class, |c| !std::mem::replace(&mut c.is_exposed, true));
    }

    /// A pointer may be NULL.
    fn may_be_null(&mut self, pointer: Pointer) {
        self.result.classes.update(pointer.class, |c| !std::mem::replace(&mut c.has_null, true));
    }

    fn load_leaf(&mut self, place: Pointer, leaf: Leaf) -> Option<Pointer> {
        self.note(place, leaf);
        let width = leaf.width(&self.program.types);
        let found = self.result.classes.cell(place, leaf.bit_offset, width);
        let class = self.result.classes.get(place.class);
        let origin = class.origin.max(class.contents);
        if let Some(found) = found {
            self.result.classes.come_from(found.class, origin);
            // A pointer is read as a number: what is made of it need not carry its class.
            if leaf.scalar != Scalar::Pointer {
                self.expose(found.class);
            }
        }
        if found.is_some() || leaf.scalar != Scalar::Pointer {
            return found;
        }
        // Nothing is stored there yet: something unknown, if memory is.
        let class = self.result.classes.fresh();
        self.result.classes.come_from(class, origin);
        let value = Pointer { class, offset: Congruence::exact(0) };
        self.result.classes.store(place, leaf.bit_offset, width, value);
        Some(value)
    }

    /// A value of record type is copied.
    fn copy(&mut self, target: Pointer, source: Option<Pointer>, ty: Ty) {
        let Some(source) = source else {
            self.note_leaves(target, ty);
            return;
        };
        match leaves(&self.program.types, ty) {
            Some(leaves) => {
                for leaf in leaves {
                    let value = self.load_leaf(source, leaf);
                    let value = value.map(|found| self.widened(source, leaf, found, ty));
                    self.store_leaf(target, leaf, value);
                }
            }
            None => self.copy_memory(target, source, self.program.types.size_of(ty)),
        }
    }

    /// Memory is copied: both classes become one, and their cells coincide.
    fn copy_memory(&mut self, target: Pointer, source: Pointer, bytes: Option<u64>) {
        self.result.classes.unify(target.class, source.class);
        self.note_use(target.class);
        let joined = target.offset.join(source.offset);
        self.result.classes.refine_stride(target.class, joined.modulus);
        self.result.classes.cut(target, bytes);
        self.result.classes.cut(source, bytes);
    }

    fn place(&mut self, id: PlaceId) -> Option<Pointer> {
        let place = &self.program.places[id];
        let pointer = match place.kind {
            PlaceKind::Object(object) => Some(self.object(object)),
            PlaceKind::Deref(pointer) => match self.expr(pointer) {
                Some(pointer) => Some(pointer),
                // The address is a number.
                None => {
                    let class = self.temporary(pointer);
                    self.result.classes.come_from(class, Origin::OtherCode);
                    Some(self.number(class))
                }
            },
            PlaceKind::Field(outer, index) => {
                let pointer = self.place(outer);
                let Type::Record(record) = self.program.types[self.program.places[outer].ty] else {
                    return pointer;
                };
                // A bit-field keeps the place of its record: the rest of its offset is not in bytes.
                let field = &self.program.types.records[record].fields[index];
                match field.bit_width {
                    Some(_) => pointer,
                    None => pointer.map(|pointer| pointer.plus((field.bit_offset / 8) as i64)),
                }
            }
        };
        self.result.places[id] = pointer;
        pointer
    }

    /// The leaf that a scalar place is, relative to its pointer.
    fn place_leaf(&self, id: PlaceId) -> Option<Leaf> {
        place_leaf(self.program, id)
    }

    fn load(&mut self, id: PlaceId) -> Option<Pointer> {
        let place = self.place(id)?;
        match self.place_leaf(id) {
            Some(leaf) => {
                let found = self.load_leaf(place, leaf)?;
                Some(self.widened(place, leaf, found, self.program.places[id].ty))
            }
            None => Some(place),
        }
    }

    fn store(&mut self, id: PlaceId, value: Option<Pointer>) {
        let Some(place) = self.place(id) else { return };
        match self.place_leaf(id) {
            Some(leaf) => self.store_leaf(place, leaf, value),
            None => self.copy(place, value, self.program.places[id].ty),
        }
    }

    fn expr(&mut self, id: ExprId) -> Option<Pointer> {
        let pointer = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expr_kind(id));
        self.result.exprs[id] = pointer;
        pointer
    }

    fn expr_kind(&mut self, id: ExprId) -> Option<Pointer> {
        let program = self.program;
        let Expr { kind, ty, .. } = &program.exprs[id];
        match kind {
            ExprKind::Int(0) | ExprKind::Float(_) | ExprKind::Unsupported(_) => None,
            ExprKind::Int(value) => {
                if Scalar::of(&program.types, *ty) != Some(Scalar::Pointer) {
                    return None;
                }
                // A constant is the address of no object of the program.
                let class = self.constant_address(id, *value);
                self.result.classes.update(class, |c| !std::mem::replace(&mut c.has_integers, true));
                Some(Pointer { class, offset: Congruence::any() })
            }
            ExprKind::AddressOf(place) => {
                if let Some(object) = root_object(program, *place) {
                    self.result.address_taken.insert(object);
                }
                let pointer = self.place(*place);
                let is_empty = program.types.size_of(program.places[*place].ty).is_none_or(|size| size == 0);
                if let (true, Some(pointer)) = (is_empty, pointer) {
                    // A member without a size may be at the end of its record.
                    self.result.classes.update(pointer.class, |c| !std::mem::replace(&mut c.has_steps, true));
                }
                if let (true, Some(pointer)) = (is_member_of_null(program, *place), pointer) {
                    self.result
                        .classes
                        .update(pointer.class, |c| !std::mem::replace(&mut c.has_integers, true));
                }
                pointer
            }
            ExprKind::FunctionAddress(function) => {
                let class = self.temporary(id);
                self.result.classes.update(class, |c| c.functions.insert(*function));
                Some(Pointer { class, offset: Congruence::exact(0) })
            }
            ExprKind::LabelAddress(label) => {
                let class = self.temporary(id);
                self.result.classes.update(class, |c| c.labels.insert(*label));
                Some(Pointer { class, offset: Congruence::exact(0) })
            }
            ExprKind::Load(place) => self.load(*place),
            ExprKind::Unary(_, operand) => {
                let operand = self.expr(*operand);
                self.mix(operand, None)
            }
            ExprKind::Not(operand) => {
                self.decide(*operand);
                None
            }
            ExprKind::Binary(BinaryOp::Compare(_), a, b) => {
                self.compare(*a, *b);
                None
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.decide(*a);
                self.decide(*b);
                None
            }
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.expr(*a), self.expr(*b));
                self.note_distance(*op, *ty, [x, y]);
                self.note_part(*op, x);
                self.mix(x, y)
            }
            ExprKind::PointerCompare(_, a, b) => {
                self.expr(*a);
                self.expr(*b);
                None
            }
            ExprKind::PointerDifference(a, b, element) => {
                let (a, b) = (self.expr(*a), self.expr(*b));
                self.element(*element);
                if self.unrelated.contains(&id) { self.mix(a, b) } else { None }
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtracted } => {
                let pointer = self.expr(*pointer);
                self.moved(pointer, *index, *element, *is_subtracted)
            }
            ExprKind::Conditional(condition, a, b) => {
                self.decide(*condition);
                let (a, b) = (self.expr(*a), self.expr(*b));
                self.choice(id, *ty, [a, b])
            }
            ExprKind::Elvis(a, b) => {
                let value = self.expr(*a);
                let (a, b) = (self.converted(id, value, *a), self.expr(*b));
                self.join(a, b)
            }
            ExprKind::Convert(operand) => {
                let value = self.expr(*operand);
                self.converted(id, value, *operand)
            }
            ExprKind::Assign(place, value) => {
                let value = self.expr(*value);
                self.store(*place, value);
                value
            }
            ExprKind::AssignOp { place, op, value, .. } => {
                let (old, value) = (self.load(*place), self.expr(*value));
                self.note_distance(*op, *ty, [old, value]);
                self.note_part(*op, old);
                let new = self.mix(old, value);
                self.store(*place, new);
                new
            }
            ExprKind::PointerAssignAdd { place, index, element, is_subtracted, is_postfix } => {
                let old = self.load(*place);
                let new = self.moved(old, *index, *element, *is_subtracted);
                self.store(*place, new);
                if *is_postfix { old } else { new }
            }
            ExprKind::Increment { place, .. } => {
                let old = self.load(*place);
                let new = self.mix(old, None);
                self.store(*place, new);
                new
            }
            ExprKind::Comma(a, b) => {
                self.expr(*a);
                self.expr(*b)
            }
            ExprKind::Call(callee, arguments) => self.call(id, *callee, arguments),
            ExprKind::Statements(block, value) => {
                self.stmt(*block);
                value.and_then(|value| self.expr(value))
            }
            ExprKind::VaArg(list) => {
                self.va_list(*list);
                self.va_arg(id)
            }
            ExprKind::VaStart(list) | ExprKind::VaEnd(list) => {
                self.va_list(*list);
                None
            }
            ExprKind::VaCopy(to, from) => {
                self.va_list(*to);
                self.va_list(*from);
                None
            }
        }
    }

    fn stmt(&mut self, id: StmtId) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.stmt_kind(id));
    }

    fn stmt_kind(&mut self, id: StmtId) {
        let program = self.program;
        match &program.stmts[id].kind {
            StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Expr(expr) => {
                self.expr(*expr);
            }
            StmtKind::Declare(_) => {}
            StmtKind::Init { object, parts, .. } => {
                let place = self.object(*object);
                self.parts(place, parts);
            }
            StmtKind::Block(stmts, _) => stmts.iter().for_each(|&stmt| self.stmt(stmt)),
            StmtKind::If(condition, then, otherwise) => {
                self.decide(*condition);
                self.stmt(*then);
                otherwise.iter().for_each(|&stmt| self.stmt(stmt));
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.decide(*condition);
                self.stmt(*body);
            }
            StmtKind::For { init, condition, step, body } => {
                for expr in [init, condition, step].into_iter().flatten() {
                    self.decide(*expr);
                }
                self.stmt(*body);
            }
            StmtKind::Switch { value, body, .. } => {
                self.decide(*value);
                self.stmt(*body);
            }
            StmtKind::Label(_, stmt) => self.stmt(*stmt),
            StmtKind::ComputedGoto(expr) => {
                self.expr(*expr);
            }
            StmtKind::Return(value) => {
                let Some(value) = *value else { return };
                let pointer = self.expr(value);
                let function = self.function.expect("statements are in functions");
                let place = Pointer { class: self.result.results[function], offset: Congruence::exact(0) };
                let ty = program.exprs[value].ty;
                match Scalar::of(&program.types, ty) {
                    Some(scalar) => {
                        self.store_leaf(place, Leaf { bit_offset: 0, bit_width: None, scalar }, pointer)
                    }
                    None => self.copy(place, pointer, ty),
                }
            }
            StmtKind::Asm { outputs, inputs, .. } => {
                for &input in inputs {
                    if let Some(pointer) = self.expr(input) {
                        self.note_use(pointer.class);
                    }
                }
                for &output in outputs {
                    self.load(output);
                }
            }
        }
    }
}
