//! From syntax trees to the typed program: names, types, conversions, initialisers, linking.
//!
//! [`check`] reads translation units one after the other and writes one [`Program`]. What gcc only warns about is
//! accepted (mixed pointers and integers, implicit declarations, missing returns); what gcc rejects is a
//! diagnostic. What is legal but has no meaning here (complex numbers, vectors, unknown builtins) becomes
//! [`crate::hir::ExprKind::Unsupported`], so that only what evaluates it is rejected.
//!
//! **Method.** One pass over the tree. Expressions are checked bottom-up; each gives an [`operand::Operand`]: a place,
//! a value or a function. Constants are folded as nodes are built ([`fold`]), with C's types and without hiding
//! undefined behaviour: what overflows stays an expression. An error is reported where it is found and leaves as
//! [`Reported`]; the statement or declaration that contains it is dropped and checking goes on.
//!
//! | file | what |
//! |---|---|
//! | `scope` | ordinary names and tags |
//! | `specifier`, `declarator` | types as they are written |
//! | `record`, `layout`, `enumeration` | structs, unions, enums |
//! | `declaration`, `function`, `link`, `alias`, `symbol`, `entry` | objects and functions, their linkage |
//! | `operand`, `convert`, `qualifier`, `wide_field`, `fold` | values, conversions, constants |
//! | `expression`, `operator`, `assignment`, `call`, `builtin`, `literal` | expressions |
//! | `initializer`, `parts` | initialisers, flattened |
//! | `statement`, `label` | statements |

mod alias;
mod assignment;
mod atomic;
mod builtin;
mod call;
mod character;
mod convert;
mod declaration;
mod declarator;
mod enumeration;
mod expression;
mod fold;
mod function;
mod initializer;
mod label;
mod layout;
mod library;
mod link;
mod literal;
mod operand;
mod operator;
mod parts;
mod qualifier;
mod record;
mod scope;
mod specifier;
mod statement;
mod symbol;
mod wide_field;

use std::rc::Rc;

use base::index::IndexVec;
use base::{Diagnostic, Diagnostics, Span};
use c_syntax::ast::{self, Item, TextRange};
use c_syntax::{Ast, Interner, Symbol};
use rustc_hash::FxHashMap;

use crate::hir::{
    Expr, ExprId, ExprKind, Object, ObjectId, Place, PlaceId, PlaceKind, Program, Stmt, StmtId,
};
use crate::hir::{StmtKind, Storage};
use crate::types::{DataModel, FloatKind, IntKind, RecordId, Ty, Type, Types};
pub use library::is_known_to_gcc;

use function::FunctionContext;
use link::Linker;
use record::Special;
use scope::Scopes;

/// A translation unit.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// The tree.
    pub ast: &'a Ast,
    /// Whether its definitions yield to the user's; those that nothing calls are left out.
    pub is_library: bool,
}

/// Checks units and links them to one program. If there are errors, the program is what could be made.
pub fn check(
    units: &[Unit<'_>],
    names: &Interner,
    model: DataModel,
    diagnostics: &mut Diagnostics,
) -> Program {
    let Some(first) = units.first() else { return empty_program(model) };
    let mut checker = Checker::new(first.ast, names, model, diagnostics);
    checker.is_linked = units.iter().filter(|unit| !unit.is_library).count() > 1;
    let (user, library): (Vec<Unit<'_>>, Vec<Unit<'_>>) = units.iter().partition(|unit| !unit.is_library);
    for unit in user.into_iter().chain(library) {
        checker.unit(unit);
    }
    checker.finish_linking();
    let program = checker.program;
    if cfg!(debug_assertions) && !diagnostics.has_errors() {
        let verified = crate::verify(&program);
        debug_assert_eq!(verified, Ok(()), "checking breaks an invariant of typed programs");
    }
    program
}

fn empty_program(model: DataModel) -> Program {
    Program {
        types: Types::new(model),
        exprs: IndexVec::new(),
        places: IndexVec::new(),
        stmts: IndexVec::new(),
        objects: IndexVec::new(),
        functions: IndexVec::new(),
        labels: IndexVec::new(),
        constructors: Vec::new(),
        finishers: Vec::new(),
        constants: Default::default(),
        external: Default::default(),
    }
}

/// A diagnostic was pushed: what caused it has no result.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Checked<T> = Result<T, Reported>;

/// The types that are needed all the time.
#[derive(Clone, Copy, Debug)]
struct CommonTypes {
    void: Ty,
    bool: Ty,
    char: Ty,
    uchar: Ty,
    ushort: Ty,
    int: Ty,
    uint: Ty,
    long: Ty,
    ulong: Ty,
    llong: Ty,
    ullong: Ty,
    /// `size_t`
    size: Ty,
    /// `ptrdiff_t`
    ptrdiff: Ty,
    /// `wchar_t`
    wchar: Ty,
    float: Ty,
    double: Ty,
    long_double: Ty,
    void_pointer: Ty,
    char_pointer: Ty,
}

impl CommonTypes {
    fn new(types: &mut Types) -> CommonTypes {
        let void = types.intern(Type::Void);
        let char = types.int(IntKind::Char);
        let is_lp64 = types.model == DataModel::Lp64;
        CommonTypes {
            void,
            bool: types.int(IntKind::Bool),
            char,
            uchar: types.int(IntKind::UChar),
            ushort: types.int(IntKind::UShort),
            int: types.int(IntKind::Int),
            uint: types.int(IntKind::UInt),
            long: types.int(IntKind::Long),
            ulong: types.int(IntKind::ULong),
            llong: types.int(IntKind::LongLong),
            ullong: types.int(IntKind::ULongLong),
            size: types.int(if is_lp64 { IntKind::ULong } else { IntKind::UInt }),
            ptrdiff: types.int(if is_lp64 { IntKind::Long } else { IntKind::Int }),
            wchar: types.int(if is_lp64 { IntKind::Int } else { IntKind::Long }),
            float: types.intern(Type::Float(FloatKind::Float)),
            double: types.intern(Type::Float(FloatKind::Double)),
            long_double: types.intern(Type::Float(FloatKind::LongDouble)),
            void_pointer: types.pointer_to(void),
            char_pointer: types.pointer_to(char),
        }
    }
}

/// The state of checking.
struct Checker<'a> {
    names: &'a Interner,
    diagnostics: &'a mut Diagnostics,
    program: Program,
    common: CommonTypes,
    linker: Linker,
    /// Where each field is found, also through anonymous members: the fields to follow.
    members: FxHashMap<(RecordId, Symbol), Box<[usize]>>,
    /// Records that stand for types without a meaning of their own.
    special: FxHashMap<RecordId, Special>,
    special_types: FxHashMap<(Special, u64), Ty>,
    /// Unions whose members may be passed as arguments as they are.
    transparent_unions: FxHashMap<RecordId, ()>,
    va_list: Option<Ty>,
    /// Whether several units of the user are linked, whose records must then be unified.
    is_linked: bool,
    /// Constants that initialisers and string literals share.
    shared_constants: FxHashMap<(i128, Ty), ExprId>,
    /// The widths of values that come from bit-fields wider than `int`.
    narrow: FxHashMap<ExprId, u32>,
    /// String literals by type and units.
    strings: FxHashMap<(Ty, Box<[u32]>), ObjectId>,

    // The current unit.
    ast: &'a Ast,
    is_library: bool,
    scopes: Scopes,
    /// Records and enums whose definitions were read already.
    defined_records: FxHashMap<ast::RecordId, Ty>,
    defined_enums: FxHashMap<ast::EnumId, Ty>,
    /// The current function.
    function: Option<FunctionContext>,
    /// How many `sizeof` and the like are open: what is checked is not evaluated.
    unevaluated: u32,
    /// Inside of a prototype that is no definition: lengths of arrays may be anything.
    in_prototype: bool,
}

impl<'a> Checker<'a> {
    fn new(
        ast: &'a Ast,
        names: &'a Interner,
        model: DataModel,
        diagnostics: &'a mut Diagnostics,
    ) -> Checker<'a> {
        let mut program = empty_program(model);
        let common = CommonTypes::new(&mut program.types);
        Checker {
            names,
            diagnostics,
            program,
            common,
            linker: Linker::default(),
            members: FxHashMap::default(),
            special: FxHashMap::default(),
            special_types: FxHashMap::default(),
            transparent_unions: FxHashMap::default(),
            va_list: None,
            is_linked: false,
            shared_constants: FxHashMap::default(),
            narrow: FxHashMap::default(),
            strings: FxHashMap::default(),
            ast,
            is_library: false,
            scopes: Scopes::default(),
            defined_records: FxHashMap::default(),
            defined_enums: FxHashMap::default(),
            function: None,
            unevaluated: 0,
            in_prototype: false,
        }
    }

    /// Checks a unit. Of a library, bodies wait until someone calls them.
    fn unit(&mut self, unit: Unit<'a>) {
        self.ast = unit.ast;
        self.is_library = unit.is_library;
        self.scopes = Scopes::default();
        self.defined_records.clear();
        self.defined_enums.clear();
        self.linker.start_unit();
        let mut bodies = Vec::new();
        for &item in &unit.ast.items {
            if self.diagnostics.is_full() {
                return;
            }
            match item {
                Item::Declaration(id) => self.file_declaration(id),
                Item::Function(id) if unit.is_library => bodies.push((id, self.announce_function(id))),
                Item::Function(id) => self.function_definition(id),
                Item::StaticAssert(assertion) => {
                    let _ = self.static_assert(assertion);
                }
                Item::Asm(_) => {}
            }
        }
        self.library_bodies(bodies);
        self.finish_unit();
    }

    fn span(&self, range: TextRange) -> Span {
        self.ast.span(range)
    }

    fn expr_span(&self, id: ast::ExprId) -> Span {
        self.ast.span(self.ast[id].range)
    }

    fn name(&self, symbol: Symbol) -> &'a str {
        self.names.get(symbol)
    }

    fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Checked<T> {
        self.diagnostics.push(Diagnostic::error(span, message));
        Err(Reported)
    }

    fn error_hint<T>(&mut self, span: Span, message: impl Into<String>, hint: &str) -> Checked<T> {
        self.diagnostics.push(Diagnostic::error(span, message).with_hint(hint));
        Err(Reported)
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(span, message));
    }

    /// A new expression, as it is.
    fn node(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        self.program.exprs.push(Expr { kind, ty, span })
    }

    fn integer(&mut self, value: i128, ty: Ty, span: Span) -> ExprId {
        self.node(ExprKind::Int(value), ty, span)
    }

    /// A constant that several parents may share.
    fn shared_integer(&mut self, value: i128, ty: Ty, span: Span) -> ExprId {
        if let Some(&id) = self.shared_constants.get(&(value, ty)) {
            return id;
        }
        let id = self.integer(value, ty, span);
        self.shared_constants.insert((value, ty), id);
        id
    }

    fn unsupported(&mut self, what: impl Into<Rc<str>>, ty: Ty, span: Span) -> ExprId {
        self.node(ExprKind::Unsupported(what.into()), ty, span)
    }

    fn place(&mut self, kind: PlaceKind, ty: Ty, span: Span) -> PlaceId {
        self.program.places.push(Place { kind, ty, span })
    }

    fn statement(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.program.stmts.push(Stmt { kind, span })
    }

    fn object_place(&mut self, object: ObjectId, span: Span) -> PlaceId {
        let ty = self.program.objects[object].ty;
        self.place(PlaceKind::Object(object), ty, span)
    }

    fn load(&mut self, place: PlaceId, span: Span) -> ExprId {
        let ty = self.program.places[place].ty;
        self.node(ExprKind::Load(place), ty, span)
    }

    fn ty(&self, expr: ExprId) -> Ty {
        self.program.exprs[expr].ty
    }

    fn type_of(&self, expr: ExprId) -> &Type {
        &self.program.types[self.program.exprs[expr].ty]
    }

    /// A local object without a name of its own; outside of functions it is static.
    fn hidden_object(&mut self, name: &str, ty: Ty, span: Span) -> ObjectId {
        let storage = match &self.function {
            Some(function) => Storage::Local(function.id),
            None => Storage::Static(Vec::new()),
        };
        let align = self.program.types.align_of(ty);
        let object = self.program.objects.push(Object { name: name.into(), ty, align, storage, span });
        self.list_object(object);
        object
    }

    /// The innermost block ends the lifetime of the object.
    fn list_object(&mut self, object: ObjectId) {
        if let Some(block) = self.function.as_mut().and_then(|function| function.blocks.last_mut()) {
            block.push(object);
        }
    }
}
