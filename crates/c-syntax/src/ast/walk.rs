//! Visiting everything below a node, without recursion.
//!
//! [`Ast::walk`] yields a node and all nodes below it in the order of the text, parents first. It is how later
//! layers find labels, calls or address-taken variables without a case for every kind of node, and without
//! overflowing the stack on long chains.
//!
//! **Invariant.** From the items of a file without errors every node of the arenas is reached exactly once.

use super::*;

/// Any node of the tree that has an id and may have children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Node {
    Expr(ExprId),
    Stmt(StmtId),
    Decl(DeclId),
    Function(FunctionId),
    Type(TypeId),
    Record(RecordId),
    Enum(EnumId),
    InitList(InitListId),
    Asm(AsmId),
}

/// An iterator over a node and everything below it.
#[derive(Debug)]
pub struct Walk<'a> {
    ast: &'a Ast,
    stack: Vec<Node>,
}

impl Iterator for Walk<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let node = self.stack.pop()?;
        let mark = self.stack.len();
        Children { ast: self.ast, out: &mut self.stack }.of(node);
        self.stack[mark..].reverse();
        Some(node)
    }
}

impl Ast {
    /// The node and everything below it, in the order of the text, parents first.
    pub fn walk(&self, root: Node) -> Walk<'_> {
        Walk { ast: self, stack: vec![root] }
    }

    /// Everything in the file, in order.
    pub fn walk_all(&self) -> Walk<'_> {
        let mut stack = Vec::new();
        let mut children = Children { ast: self, out: &mut stack };
        for &item in &self.items {
            match item {
                Item::Declaration(id) => children.out.push(Node::Decl(id)),
                Item::Function(id) => children.out.push(Node::Function(id)),
                Item::Asm(id) => children.out.push(Node::Asm(id)),
                Item::StaticAssert(assertion) => children.static_assert(assertion),
            }
        }
        stack.reverse();
        Walk { ast: self, stack }
    }
}

/// Appends the children of things in the order of the text.
struct Children<'a> {
    ast: &'a Ast,
    out: &'a mut Vec<Node>,
}

impl Children<'_> {
    fn of(&mut self, node: Node) {
        let ast = self.ast;
        match node {
            Node::Expr(id) => self.expr(&ast[id].kind),
            Node::Stmt(id) => self.stmt(&ast[id].kind),
            Node::Decl(id) => self.declaration(&ast[id]),
            Node::Function(id) => {
                let function = &ast[id];
                self.specifiers(&function.specifiers);
                self.declarator(&function.declarator);
                function.parameter_declarations.iter().for_each(|declaration| self.declaration(declaration));
                self.out.push(Node::Stmt(function.body));
            }
            Node::Type(id) => {
                self.specifiers(&ast[id].specifiers);
                self.declarator(&ast[id].declarator);
            }
            Node::Record(id) => self.record(&ast[id]),
            Node::Enum(id) => {
                self.attributes(&ast[id].attributes);
                for enumerator in ast[id].enumerators.iter().flatten() {
                    self.attributes(&enumerator.attributes);
                    self.out.extend(enumerator.value.map(Node::Expr));
                }
            }
            Node::InitList(id) => ast[id].items.iter().for_each(|item| self.init_item(item)),
            Node::Asm(id) => {
                let operands = ast[id].outputs.iter().chain(&ast[id].inputs);
                self.out.extend(operands.map(|operand| Node::Expr(operand.expr)));
            }
        }
    }

    fn exprs(&mut self, exprs: &[ExprId]) {
        self.out.extend(exprs.iter().map(|&expr| Node::Expr(expr)));
    }

    fn expr(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Ident(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::FuncName
            | ExprKind::LabelAddr(_) => {}
            ExprKind::Unary(_, operand)
            | ExprKind::Member(operand, _)
            | ExprKind::Arrow(operand, _)
            | ExprKind::SizeofExpr(operand)
            | ExprKind::AlignofExpr(operand) => self.exprs(&[*operand]),
            ExprKind::Binary(_, left, right)
            | ExprKind::Assign(_, left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::Index(left, right) => self.exprs(&[*left, *right]),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.exprs(&[*condition]);
                self.out.extend(then.map(Node::Expr));
                self.exprs(&[*otherwise]);
            }
            ExprKind::Cast(ty, operand) => self.out.extend([Node::Type(*ty), Node::Expr(*operand)]),
            ExprKind::CompoundLiteral(ty, list) => self.out.extend([Node::Type(*ty), Node::InitList(*list)]),
            ExprKind::Call(callee, args) => {
                self.exprs(&[*callee]);
                self.exprs(args);
            }
            ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => self.out.push(Node::Type(*ty)),
            ExprKind::Generic(control, cases) => {
                self.exprs(&[*control]);
                for &(ty, value) in cases {
                    self.out.extend(ty.map(Node::Type));
                    self.exprs(&[value]);
                }
            }
            ExprKind::StmtExpr(body) => self.out.push(Node::Stmt(*body)),
            ExprKind::VaArg(operand, ty) | ExprKind::ConvertVector(operand, ty) => {
                self.out.extend([Node::Expr(*operand), Node::Type(*ty)]);
            }
            ExprKind::Offsetof(ty, steps) => {
                self.out.push(Node::Type(*ty));
                self.out.extend(steps.iter().filter_map(|step| match step {
                    OffsetStep::Index(index) => Some(Node::Expr(*index)),
                    OffsetStep::Field(_) => None,
                }));
            }
            ExprKind::TypesCompatible(first, second) => {
                self.out.extend([Node::Type(*first), Node::Type(*second)]);
            }
            ExprKind::ChooseExpr(condition, then, otherwise) => self.exprs(&[*condition, *then, *otherwise]),
        }
    }

    fn stmt(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Empty
            | StmtKind::LocalLabels(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None) => {}
            StmtKind::Expr(expr) | StmtKind::GotoComputed(expr) | StmtKind::Return(Some(expr)) => {
                self.exprs(&[*expr]);
            }
            StmtKind::Declaration(id) => self.out.push(Node::Decl(*id)),
            StmtKind::StaticAssert(assertion) => self.static_assert(*assertion),
            StmtKind::Compound(statements) => {
                self.out.extend(statements.iter().map(|&stmt| Node::Stmt(stmt)))
            }
            StmtKind::If(condition, then, otherwise) => {
                self.out.extend([Node::Expr(*condition), Node::Stmt(*then)]);
                self.out.extend(otherwise.map(Node::Stmt));
            }
            StmtKind::Switch(expr, body) | StmtKind::While(expr, body) => {
                self.out.extend([Node::Expr(*expr), Node::Stmt(*body)]);
            }
            StmtKind::DoWhile(body, condition) => {
                self.out.extend([Node::Stmt(*body), Node::Expr(*condition)]);
            }
            StmtKind::For(head) => {
                match head.init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => self.exprs(&[expr]),
                    ForInit::Declaration(id) => self.out.push(Node::Decl(id)),
                }
                self.out.extend(head.condition.into_iter().chain(head.step).map(Node::Expr));
                self.out.push(Node::Stmt(head.body));
            }
            StmtKind::Label(label) => {
                self.attributes(&label.attributes);
                self.out.push(Node::Stmt(label.body));
            }
            StmtKind::Case(first, last, body) => {
                self.exprs(&[*first]);
                self.out.extend(last.map(Node::Expr));
                self.out.push(Node::Stmt(*body));
            }
            StmtKind::Default(body) => self.out.push(Node::Stmt(*body)),
            StmtKind::Asm(id) => self.out.push(Node::Asm(*id)),
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.specifiers(&declaration.specifiers);
        for entry in &declaration.declarators {
            self.declarator(&entry.declarator);
            if let Some(init) = entry.init {
                self.init(init);
            }
        }
    }

    fn init(&mut self, init: Init) {
        self.out.push(match init {
            Init::Expr(expr) => Node::Expr(expr),
            Init::List(list) => Node::InitList(list),
        });
    }

    fn init_item(&mut self, item: &InitItem) {
        for designator in &item.designators {
            match *designator {
                Designator::Field(_) => {}
                Designator::Index(index) => self.exprs(&[index]),
                Designator::Range(first, last) => self.exprs(&[first, last]),
            }
        }
        self.init(item.init);
    }

    fn static_assert(&mut self, assertion: StaticAssert) {
        self.exprs(&[assertion.condition]);
    }

    fn specifiers(&mut self, specifiers: &Specifiers) {
        let (leading, trailing) = specifiers.attributes.split_at(specifiers.leading_attributes);
        self.attributes(leading);
        self.out.extend(specifiers.alignments.iter().map(|alignment| match *alignment {
            Alignas::Type(ty) => Node::Type(ty),
            Alignas::Expr(expr) => Node::Expr(expr),
        }));
        match specifiers.ty {
            TypeSpec::Basic(_) | TypeSpec::Complex(_) | TypeSpec::Typedef(_) | TypeSpec::AutoType => {}
            TypeSpec::Record(id) => self.out.push(Node::Record(id)),
            TypeSpec::Enum(id) => self.out.push(Node::Enum(id)),
            TypeSpec::TypeofExpr(expr) | TypeSpec::TypeofUnqualExpr(expr) => self.exprs(&[expr]),
            TypeSpec::TypeofType(ty) | TypeSpec::TypeofUnqualType(ty) | TypeSpec::Atomic(ty) => {
                self.out.push(Node::Type(ty));
            }
        }
        self.attributes(trailing);
    }

    fn declarator(&mut self, declarator: &Declarator) {
        for step in &declarator.derived {
            match step {
                Derived::Pointer(_, attributes) => self.attributes(attributes),
                Derived::Array(ArraySize::Expr(size), _) => self.exprs(&[*size]),
                Derived::Array(..) => {}
                Derived::Function(parameters) => {
                    if let Parameters::Prototype { list, .. } = &**parameters {
                        for parameter in list {
                            self.specifiers(&parameter.specifiers);
                            self.declarator(&parameter.declarator);
                        }
                    }
                }
            }
        }
        self.attributes(&declarator.attributes);
    }

    fn record(&mut self, record: &RecordSpec) {
        let (leading, trailing) = record.attributes.split_at(record.leading_attributes);
        self.attributes(leading);
        for member in record.members.iter().flatten() {
            match member {
                Member::StaticAssert(assertion) => self.static_assert(*assertion),
                Member::Fields(specifiers, fields) => {
                    self.specifiers(specifiers);
                    for field in fields {
                        self.declarator(&field.declarator);
                        self.out.extend(field.width.map(Node::Expr));
                    }
                }
            }
        }
        self.attributes(trailing);
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        self.out.extend(attributes.iter().filter_map(|attribute| match attribute.args {
            AttributeArgs::Expr(expr) => Some(Node::Expr(expr)),
            _ => None,
        }));
    }
}
