//! Which objects can be named where: at the start of each function and at each loop.

use base::Span;
use c_sema::hir::{FunctionId, ObjectId, Program, StmtId, StmtKind, Storage};
use program::LandmarkKind;
use rustc_hash::FxHashMap;

/// The objects that have a name at a place.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The function around it.
    pub function: FunctionId,
    /// The objects of the function, the innermost last.
    locals: Vec<ObjectId>,
    at: Span,
}

/// The scopes of a program.
#[derive(Clone, Debug, Default)]
pub struct Scopes {
    scopes: FxHashMap<(LandmarkKind, Span), Scope>,
    /// The names of static objects outside of functions; `None` if there are several of one name.
    statics: FxHashMap<std::rc::Rc<str>, Option<ObjectId>>,
}

impl Scopes {
    /// The scopes of a program.
    pub fn of(program: &Program) -> Scopes {
        let mut scopes = Scopes::default();
        let bodies: Vec<Span> = program
            .functions
            .iter()
            .filter_map(|function| Some(program.stmts[function.body?].span))
            .collect();
        let is_inside = |span: Span| {
            bodies
                .iter()
                .any(|body| body.file == span.file && body.start <= span.start && span.start < body.end)
        };
        for (id, object) in program.objects.iter_enumerated() {
            let is_static = matches!(object.storage, Storage::Static(_) | Storage::External);
            if is_static && is_identifier(&object.name) && !is_inside(object.span) {
                scopes
                    .statics
                    .entry(object.name.clone())
                    .and_modify(|known| *known = None)
                    .or_insert(Some(id));
            }
        }
        for (id, function) in program.functions.iter_enumerated() {
            let Some(body) = function.body else { continue };
            let locals = function.parameters.clone();
            let scope = Scope { function: id, locals: locals.clone(), at: function.span };
            scopes.scopes.insert((LandmarkKind::FunctionEntry, function.span), scope);
            scopes.walk(program, id, body, locals);
        }
        scopes
    }

    /// Notes the scopes of all loops in a statement.
    fn walk(&mut self, program: &Program, function: FunctionId, body: StmtId, locals: Vec<ObjectId>) {
        let mut work = vec![(body, locals)];
        while let Some((id, mut locals)) = work.pop() {
            let stmt = &program.stmts[id];
            match &stmt.kind {
                StmtKind::Block(stmts, _) => {
                    for &inner in stmts {
                        if let StmtKind::Declare(object) = program.stmts[inner].kind {
                            locals.push(object);
                        } else {
                            work.push((inner, locals.clone()));
                        }
                    }
                }
                StmtKind::If(_, then, otherwise) => {
                    work.extend(otherwise.iter().map(|inner| (*inner, locals.clone())));
                    work.push((*then, locals));
                }
                StmtKind::While(_, inner)
                | StmtKind::DoWhile(inner, _)
                | StmtKind::For { body: inner, .. } => {
                    let scope = Scope { function, locals: locals.clone(), at: stmt.span };
                    self.scopes.insert((LandmarkKind::LoopHead, stmt.span), scope);
                    work.push((*inner, locals));
                }
                StmtKind::Switch { body: inner, .. } | StmtKind::Label(_, inner) => {
                    work.push((*inner, locals))
                }
                _ => {}
            }
        }
    }

    /// The scope at a landmark.
    pub fn at(&self, kind: LandmarkKind, span: Span) -> Option<&Scope> {
        self.scopes.get(&(kind, span))
    }

    /// How C names an object in a scope, if it can.
    pub fn name<'p>(&self, program: &'p Program, scope: &Scope, object: ObjectId) -> Option<&'p str> {
        let name = &program.objects[object].name;
        let span = program.objects[object].span;
        let visible = scope.locals.iter().rev().find(|local| program.objects[**local].name == *name);
        let is_meant = match visible {
            Some(local) => *local == object,
            None => {
                self.statics.get(name) == Some(&Some(object))
                    && span.file == scope.at.file
                    && span.start < scope.at.start
            }
        };
        (is_meant && is_identifier(name) && !HIDDEN.contains(&&**name)).then_some(name)
    }
}

/// The names of objects that the source does not have.
const HIDDEN: [&str; 4] = ["temporary", "literal", "parameter", "length"];

fn is_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}
