//! Whether a typed program keeps the invariants of [`crate::hir`]: what the lowering relies on.
//!
//! Everything that a function or an initialiser of a static object can evaluate is visited once. Nodes that nothing
//! reaches (the operands of `sizeof`) may be anything.

use crate::hir::{
    BinaryOp, Callee, ElementSize, ExprId, ExprKind, FunctionId, InitPart, ObjectId, PlaceId, PlaceKind,
    Program, StmtId, StmtKind, Storage,
};
use crate::types::{FunctionType, IntKind, Ty, Type};

/// What is wrong with a typed program, if anything: a sentence and the printed node.
pub fn verify(program: &Program) -> Result<(), String> {
    let mut verifier = Verifier { program, work: Vec::new(), function: None };
    for object in program.objects.ids() {
        if let Storage::Static(parts) = &program.objects[object].storage {
            verifier.parts(object, parts)?;
        }
    }
    verifier.run()?;
    for function in program.functions.ids() {
        if let Some(body) = program.functions[function].body {
            verifier.function = Some(function);
            verifier.work.push(Node::Stmt(body));
            verifier.run()?;
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Node {
    Expr(ExprId),
    Place(PlaceId),
    Stmt(StmtId),
}

struct Verifier<'p> {
    program: &'p Program,
    /// What is to be visited.
    work: Vec<Node>,
    function: Option<FunctionId>,
}

type Verified = Result<(), String>;

impl Verifier<'_> {
    fn run(&mut self) -> Verified {
        while let Some(node) = self.work.pop() {
            match node {
                Node::Expr(id) => self.expr(id)?,
                Node::Place(id) => self.place(id)?,
                Node::Stmt(id) => self.stmt(id)?,
            }
        }
        Ok(())
    }

    fn ty(&mut self, id: ExprId) -> Ty {
        self.work.push(Node::Expr(id));
        self.program.exprs[id].ty
    }

    fn place_ty(&mut self, id: PlaceId) -> Ty {
        self.work.push(Node::Place(id));
        self.program.places[id].ty
    }

    fn ensure(&self, holds: bool, what: &str, id: ExprId) -> Verified {
        if holds {
            return Ok(());
        }
        let (text, ty) = (self.program.expr_text(id), self.program.type_text(self.program.exprs[id].ty));
        Err(format!("{what}: `{text}` of type `{ty}`"))
    }

    fn same(&self, a: Ty, b: Ty, what: &str, id: ExprId) -> Verified {
        self.ensure(a == b, what, id)
    }

    fn is_scalar(&self, ty: Ty) -> bool {
        self.program.types.is_scalar(ty)
    }

    fn is_int(&self, ty: Ty) -> bool {
        matches!(self.program.types[ty], Type::Int(_))
    }

    fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.program.types[ty], Type::Pointer(_))
    }

    /// Whether arithmetic is done in this type.
    fn is_promoted(&self, ty: Ty) -> bool {
        match self.program.types[ty] {
            Type::Int(kind) => kind.size(self.program.types.model) >= 4,
            Type::Float(_) => true,
            _ => false,
        }
    }

    fn is_plain_int(&self, ty: Ty) -> bool {
        self.program.types[ty] == Type::Int(IntKind::Int)
    }

    fn element(&mut self, element: ElementSize) {
        if let ElementSize::Variable(size) = element {
            self.work.push(Node::Expr(size));
        }
    }

    fn expr(&mut self, id: ExprId) -> Verified {
        let program = self.program;
        let expr = &program.exprs[id];
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Int(_) => self.ensure(self.is_int(ty) || self.is_pointer(ty), "a constant", id),
            ExprKind::Float(_) => {
                self.ensure(matches!(program.types[ty], Type::Float(_)), "a floating-point constant", id)
            }
            &ExprKind::AddressOf(place) => {
                let target = self.place_ty(place);
                let fits = match (&program.types[ty], &program.types[target]) {
                    (&Type::Pointer(pointee), &Type::Array(element, _)) => {
                        pointee == target || pointee == element
                    }
                    (&Type::Pointer(pointee), _) => pointee == target,
                    _ => false,
                };
                self.ensure(fits, "an address", id)
            }
            ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => {
                self.ensure(self.is_pointer(ty), "an address", id)
            }
            &ExprKind::Load(place) => {
                let place = self.place_ty(place);
                self.same(place, ty, "a load of another type", id)?;
                let is_record = matches!(program.types[ty], Type::Record(_));
                self.ensure(self.is_scalar(ty) || is_record, "a load", id)
            }
            &ExprKind::Unary(_, operand) => {
                let operand = self.ty(operand);
                self.ensure(operand == ty && self.is_promoted(ty), "an operand", id)
            }
            &ExprKind::Not(operand) => {
                let operand = self.ty(operand);
                self.ensure(self.is_scalar(operand) && self.is_plain_int(ty), "a negation", id)
            }
            &ExprKind::Binary(op, a, b) => self.binary(op, a, b, id),
            &ExprKind::PointerCompare(_, a, b) => {
                let (a, b) = (self.ty(a), self.ty(b));
                self.ensure(
                    a == b && self.is_pointer(a) && self.is_plain_int(ty),
                    "a comparison of pointers",
                    id,
                )
            }
            &ExprKind::PointerAdd { pointer, index, element, .. } => {
                self.element(element);
                let (pointer, index) = (self.ty(pointer), self.ty(index));
                self.ensure(pointer == ty && self.is_pointer(ty) && self.is_int(index), "a pointer sum", id)
            }
            &ExprKind::PointerDifference(a, b, element) => {
                self.element(element);
                let (a, b) = (self.ty(a), self.ty(b));
                self.ensure(self.is_pointer(a) && self.is_pointer(b) && self.is_int(ty), "a difference", id)
            }
            &ExprKind::And(a, b) | &ExprKind::Or(a, b) => {
                let (a, b) = (self.ty(a), self.ty(b));
                self.ensure(
                    self.is_scalar(a) && self.is_scalar(b) && self.is_plain_int(ty),
                    "a connective",
                    id,
                )
            }
            &ExprKind::Conditional(condition, a, b) => {
                let (condition, a, b) = (self.ty(condition), self.ty(a), self.ty(b));
                self.ensure(self.is_scalar(condition) && a == ty && b == ty, "a conditional", id)
            }
            &ExprKind::Elvis(condition, b) => {
                let (condition, b) = (self.ty(condition), self.ty(b));
                self.ensure(self.is_scalar(condition) && b == ty, "a conditional", id)
            }
            &ExprKind::Convert(inner) => {
                let inner = self.ty(inner);
                let is_void = program.types[ty] == Type::Void;
                self.ensure(is_void || (self.is_scalar(inner) && self.is_scalar(ty)), "a conversion", id)
            }
            &ExprKind::Comma(a, b) => {
                self.work.push(Node::Expr(a));
                let b = self.ty(b);
                self.same(b, ty, "a comma", id)
            }
            ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::PointerAssignAdd { .. }
            | ExprKind::Increment { .. } => self.assignment(id),
            ExprKind::Call(callee, arguments) => self.call(*callee, arguments, id),
            &ExprKind::Statements(block, value) => {
                self.work.push(Node::Stmt(block));
                let value = value.map(|value| self.ty(value));
                let fits = value.map_or(program.types[ty] == Type::Void, |value| value == ty);
                self.ensure(fits, "a statement expression", id)
            }
            &ExprKind::VaArg(list) | &ExprKind::VaStart(list) | &ExprKind::VaEnd(list) => {
                self.work.push(Node::Place(list));
                Ok(())
            }
            &ExprKind::VaCopy(to, from) => {
                self.work.extend([Node::Place(to), Node::Place(from)]);
                Ok(())
            }
            ExprKind::Unsupported(_) => Ok(()),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, id: ExprId) -> Verified {
        let ty = self.program.exprs[id].ty;
        let (a, b) = (self.ty(a), self.ty(b));
        let fits = match op {
            BinaryOp::Compare(_) => a == b && self.is_plain_int(ty),
            BinaryOp::Shl | BinaryOp::Shr => {
                a == ty && self.is_int(a) && self.is_int(b) && self.is_promoted(b)
            }
            _ => a == b && a == ty,
        };
        self.ensure(fits && self.is_promoted(a), "operands of different types", id)
    }

    fn assignment(&mut self, id: ExprId) -> Verified {
        let ty = self.program.exprs[id].ty;
        match self.program.exprs[id].kind {
            ExprKind::Assign(place, value) => {
                let (place, value) = (self.place_ty(place), self.ty(value));
                self.ensure(place == ty && value == ty, "an assignment", id)
            }
            ExprKind::AssignOp { place, op, value, compute } => {
                let (place, value) = (self.place_ty(place), self.ty(value));
                let fits = match op {
                    BinaryOp::Shl | BinaryOp::Shr => self.is_int(value) && self.is_promoted(value),
                    _ => value == compute,
                };
                self.ensure(place == ty && fits && self.is_promoted(compute), "a compound assignment", id)
            }
            ExprKind::PointerAssignAdd { place, index, element, .. } => {
                self.element(element);
                let (place, index) = (self.place_ty(place), self.ty(index));
                self.ensure(place == ty && self.is_pointer(ty) && self.is_int(index), "a moved pointer", id)
            }
            ExprKind::Increment { place, .. } => {
                let place = self.place_ty(place);
                self.ensure(place == ty && self.is_scalar(ty) && !self.is_pointer(ty), "an increment", id)
            }
            _ => Ok(()),
        }
    }

    fn call(&mut self, callee: Callee, arguments: &[ExprId], id: ExprId) -> Verified {
        let program = self.program;
        let (function, is_known) = match callee {
            Callee::Direct(function) => {
                (Some(program.functions[function].ty), program.functions[function].body.is_some())
            }
            Callee::Indirect(pointer) => match program.types[self.ty(pointer)] {
                Type::Pointer(pointee) => (Some(pointee), false),
                _ => (None, false),
            },
        };
        let Some(Type::Function(FunctionType { result, parameters, has_prototype, .. })) =
            function.map(|function| &program.types[function])
        else {
            return self.ensure(false, "a call of what is no function", id);
        };
        self.same(*result, program.exprs[id].ty, "a result of another type", id)?;
        let types: Vec<Ty> = arguments.iter().map(|&argument| self.ty(argument)).collect();
        let fits = types.len() >= parameters.len() && types.iter().zip(parameters).all(|(a, b)| a == b);
        self.ensure(fits || !(*has_prototype || is_known), "arguments of other types", id)
    }

    fn place(&mut self, id: PlaceId) -> Verified {
        let place = &self.program.places[id];
        let wrong = |what: &str| Err(format!("{what}: `{}`", self.program.place_text(id)));
        match place.kind {
            PlaceKind::Object(object) => {
                let known = self.program.objects[object].ty;
                let is_open = |ty: Ty| self.program.types.size_of(ty).is_none();
                // An array may get its length after its first use.
                if known != place.ty && !is_open(place.ty) {
                    return wrong("an object as another type");
                }
            }
            PlaceKind::Deref(pointer) => {
                if self.program.types[self.program.exprs[pointer].ty] != Type::Pointer(place.ty) {
                    return wrong("what is no pointer to that");
                }
                self.work.push(Node::Expr(pointer));
            }
            PlaceKind::Field(outer, field) => {
                let Type::Record(record) = self.program.types[self.program.places[outer].ty] else {
                    return wrong("a field of what is no record");
                };
                let fields = &self.program.types.records[record].fields;
                if fields.get(field).is_none_or(|field| field.ty != place.ty) {
                    return wrong("a field of another type");
                }
                self.work.push(Node::Place(outer));
            }
        }
        Ok(())
    }

    fn parts(&mut self, object: ObjectId, parts: &[InitPart]) -> Verified {
        for part in parts {
            let ty = self.ty(part.value);
            self.same(ty, part.ty, "an initialiser of another type", part.value)?;
            let is_record = matches!(self.program.types[ty], Type::Record(_));
            self.ensure(self.is_scalar(ty) || is_record, "an initialiser", part.value)?;
        }
        let entry = &self.program.objects[object];
        match self.program.types[entry.ty] {
            Type::Void | Type::Function(_) => Err(format!("`{}` is no object", entry.name)),
            _ => Ok(()),
        }
    }

    fn condition(&mut self, id: ExprId) -> Verified {
        let ty = self.ty(id);
        self.ensure(self.is_scalar(ty), "a condition", id)
    }

    fn stmt(&mut self, id: StmtId) -> Verified {
        match &self.program.stmts[id].kind {
            StmtKind::Empty
            | StmtKind::Declare(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None) => {}
            &StmtKind::Expr(expr) | &StmtKind::ComputedGoto(expr) => self.work.push(Node::Expr(expr)),
            StmtKind::Init { object, parts, is_zeroed } => {
                self.parts(*object, parts)?;
                if !is_zeroed && (parts.len() != 1 || parts[0].ty != self.program.objects[*object].ty) {
                    return Err(format!(
                        "`{}` is not initialised as a whole",
                        self.program.objects[*object].name
                    ));
                }
            }
            StmtKind::Block(statements, _) => {
                self.work.extend(statements.iter().map(|&statement| Node::Stmt(statement)));
            }
            &StmtKind::If(condition, then, otherwise) => {
                self.condition(condition)?;
                self.work.extend([then].into_iter().chain(otherwise).map(Node::Stmt));
            }
            &StmtKind::While(condition, body) | &StmtKind::DoWhile(body, condition) => {
                self.condition(condition)?;
                self.work.push(Node::Stmt(body));
            }
            &StmtKind::For { init, condition, step, body } => {
                self.work.extend(init.into_iter().chain(step).map(Node::Expr));
                condition.map_or(Ok(()), |condition| self.condition(condition))?;
                self.work.push(Node::Stmt(body));
            }
            &StmtKind::Switch { value, body, .. } => {
                let ty = self.ty(value);
                self.ensure(self.is_int(ty) && self.is_promoted(ty), "the value of a switch", value)?;
                self.work.push(Node::Stmt(body));
            }
            &StmtKind::Label(_, body) => self.work.push(Node::Stmt(body)),
            &StmtKind::Return(Some(value)) => {
                let ty = self.ty(value);
                let function = self.function.map(|function| self.program.functions[function].ty);
                let result = function.and_then(|function| match &self.program.types[function] {
                    Type::Function(function) => Some(function.result),
                    _ => None,
                });
                self.ensure(result == Some(ty), "a result of another type", value)?;
            }
            StmtKind::Asm { outputs, inputs, .. } => {
                self.work.extend(outputs.iter().map(|&place| Node::Place(place)));
                self.work.extend(inputs.iter().map(|&input| Node::Expr(input)));
            }
        }
        Ok(())
    }
}
