//! Expressions and initialisers.

use super::{Printer, Task, literal};
use crate::ast::{BinaryOp, Designator, ExprId, ExprKind, Init, InitListId, OffsetStep, UnaryOp};

/// How strongly expressions bind, from the comma to names and literals.
const COMMA: u8 = 0;
pub(super) const ASSIGN: u8 = 1;
pub(super) const CONDITIONAL: u8 = 2;
const BINARY: u8 = 3;
const CAST: u8 = 13;
const UNARY: u8 = 14;
const POSTFIX: u8 = 15;
const PRIMARY: u8 = 16;
/// In such a place everything has parentheses.
const NOTHING: u8 = 17;

fn binary_strength(op: BinaryOp) -> u8 {
    BINARY
        + match op {
            BinaryOp::Or => 0,
            BinaryOp::And => 1,
            BinaryOp::BitOr => 2,
            BinaryOp::BitXor => 3,
            BinaryOp::BitAnd => 4,
            BinaryOp::Eq | BinaryOp::Ne => 5,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => 6,
            BinaryOp::Shl | BinaryOp::Shr => 7,
            BinaryOp::Add | BinaryOp::Sub => 8,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 9,
        }
}

fn strength(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Comma(..) => COMMA,
        ExprKind::Assign(..) => ASSIGN,
        ExprKind::Conditional(..) => CONDITIONAL,
        ExprKind::Binary(op, ..) => binary_strength(*op),
        ExprKind::Cast(..) => CAST,
        ExprKind::Unary(op, _) if op.is_postfix() => POSTFIX,
        ExprKind::Unary(..)
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofExpr(_)
        | ExprKind::AlignofType(_)
        | ExprKind::LabelAddr(_) => UNARY,
        ExprKind::Call(..)
        | ExprKind::Index(..)
        | ExprKind::Member(..)
        | ExprKind::Arrow(..)
        | ExprKind::CompoundLiteral(..) => POSTFIX,
        _ => PRIMARY,
    }
}

/// The text of a binary operator with spaces.
fn spaced(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => " * ",
        BinaryOp::Div => " / ",
        BinaryOp::Rem => " % ",
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Shl => " << ",
        BinaryOp::Shr => " >> ",
        BinaryOp::Lt => " < ",
        BinaryOp::Gt => " > ",
        BinaryOp::Le => " <= ",
        BinaryOp::Ge => " >= ",
        BinaryOp::Eq => " == ",
        BinaryOp::Ne => " != ",
        BinaryOp::BitAnd => " & ",
        BinaryOp::BitXor => " ^ ",
        BinaryOp::BitOr => " | ",
        BinaryOp::And => " && ",
        BinaryOp::Or => " || ",
    }
}

impl<'a> Printer<'a> {
    pub(super) fn expr(&mut self, id: ExprId, weakest: u8) {
        let ast = self.ast;
        let kind = &ast[id].kind;
        let strength = strength(kind);
        if strength < weakest || (self.explicit && weakest > ASSIGN && strength < POSTFIX) {
            self.emit("(");
            self.tasks.push(Task::Text(")"));
        }
        match kind {
            ExprKind::Ident(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::FuncName => self.atom(kind),
            ExprKind::Unary(op, operand) if op.is_postfix() => {
                self.schedule(&[Task::Expr(*operand, POSTFIX), Task::Text(op.text())]);
            }
            ExprKind::Unary(op, operand) => {
                let space = if matches!(op, UnaryOp::Real | UnaryOp::Imag) { " " } else { "" };
                self.schedule(&[Task::Text(op.text()), Task::Text(space), Task::Expr(*operand, CAST)]);
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (Task::Expr(*left, strength), Task::Expr(*right, strength + 1));
                self.schedule(&[left, Task::Text(spaced(*op)), right]);
            }
            ExprKind::Assign(op, left, right) => {
                let op = op.map_or("", BinaryOp::text);
                let (left, right) = (Task::Expr(*left, UNARY), Task::Expr(*right, ASSIGN));
                self.schedule(&[
                    left,
                    Task::Text(" "),
                    Task::Text(op),
                    Task::Text("="),
                    Task::Text(" "),
                    right,
                ]);
            }
            ExprKind::Comma(left, right) => {
                self.schedule(&[Task::Expr(*left, COMMA), Task::Text(", "), Task::Expr(*right, ASSIGN)]);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let mark = self.tasks.len();
                self.tasks.push(Task::Expr(*condition, BINARY));
                self.tasks.push(Task::Text(if then.is_some() { " ? " } else { " ?" }));
                self.tasks.extend(then.map(|then| Task::Expr(then, COMMA)));
                self.tasks.push(Task::Text(if then.is_some() { " : " } else { ": " }));
                self.tasks.push(Task::Expr(*otherwise, CONDITIONAL));
                self.reverse_from(mark);
            }
            ExprKind::Cast(ty, operand) => {
                let operand = Task::Expr(*operand, CAST);
                self.schedule(&[Task::Text("("), Task::Type(*ty), Task::Text(")"), operand]);
            }
            _ => self.postfix_or_primary(kind),
        }
    }

    fn atom(&mut self, kind: &ExprKind) {
        let text = match kind {
            ExprKind::Ident(name) => {
                let names = self.names;
                return self.emit(names.get(*name));
            }
            ExprKind::Int(lit) => literal::int(*lit),
            ExprKind::Float(lit) => literal::float(*lit, self.names),
            ExprKind::Char(lit) => literal::character(*lit),
            ExprKind::Str(string) => literal::string(&self.ast[*string]),
            _ => "__func__".to_string(),
        };
        self.emit(&text);
    }

    fn postfix_or_primary(&mut self, kind: &'a ExprKind) {
        let close = Task::Text(")");
        match kind {
            ExprKind::CompoundLiteral(ty, list) => {
                self.schedule(&[Task::Text("("), Task::Type(*ty), close, Task::InitList(*list)]);
            }
            ExprKind::Call(callee, args) => {
                let mark = self.tasks.len();
                self.tasks.extend([Task::Expr(*callee, POSTFIX), Task::Text("(")]);
                self.list(args.iter().map(|&arg| Task::Expr(arg, ASSIGN)));
                self.tasks.push(close);
                self.reverse_from(mark);
            }
            ExprKind::Index(array, index) => {
                let (array, index) = (Task::Expr(*array, POSTFIX), Task::Expr(*index, COMMA));
                self.schedule(&[array, Task::Text("["), index, Task::Text("]")]);
            }
            ExprKind::Member(base, name) => {
                self.schedule(&[self.member_base(*base), Task::Text("."), Task::Name(name.name)]);
            }
            ExprKind::Arrow(base, name) => {
                self.schedule(&[self.member_base(*base), Task::Text("->"), Task::Name(name.name)]);
            }
            ExprKind::SizeofExpr(operand) => {
                self.schedule(&[Task::Text("sizeof "), Task::Expr(*operand, UNARY)]);
            }
            ExprKind::AlignofExpr(operand) => {
                self.schedule(&[Task::Text("__alignof__ "), Task::Expr(*operand, UNARY)]);
            }
            ExprKind::SizeofType(ty) => self.schedule(&[Task::Text("sizeof("), Task::Type(*ty), close]),
            ExprKind::AlignofType(ty) => self.schedule(&[Task::Text("_Alignof("), Task::Type(*ty), close]),
            ExprKind::StmtExpr(body) => self.schedule(&[Task::Text("("), Task::Stmt(*body), close]),
            ExprKind::LabelAddr(label) => self.schedule(&[Task::Text("&&"), Task::Name(label.name)]),
            _ => self.builtin(kind),
        }
    }

    /// A number before a dot would swallow it.
    fn member_base(&self, base: ExprId) -> Task<'a> {
        let is_number = matches!(self.ast[base].kind, ExprKind::Int(_) | ExprKind::Float(_));
        Task::Expr(base, if is_number { NOTHING } else { POSTFIX })
    }

    fn builtin(&mut self, kind: &'a ExprKind) {
        let (comma, close) = (Task::Text(", "), Task::Text(")"));
        match kind {
            ExprKind::Generic(control, cases) => {
                let mark = self.tasks.len();
                self.tasks.extend([Task::Text("_Generic("), Task::Expr(*control, ASSIGN)]);
                for &(ty, value) in cases {
                    self.tasks.extend([comma, ty.map_or(Task::Text("default"), Task::Type)]);
                    self.tasks.extend([Task::Text(": "), Task::Expr(value, ASSIGN)]);
                }
                self.tasks.push(close);
                self.reverse_from(mark);
            }
            ExprKind::VaArg(list, ty) => {
                let list = Task::Expr(*list, ASSIGN);
                self.schedule(&[Task::Text("__builtin_va_arg("), list, comma, Task::Type(*ty), close]);
            }
            ExprKind::ConvertVector(vector, ty) => {
                let vector = Task::Expr(*vector, ASSIGN);
                self.schedule(&[
                    Task::Text("__builtin_convertvector("),
                    vector,
                    comma,
                    Task::Type(*ty),
                    close,
                ]);
            }
            ExprKind::TypesCompatible(first, second) => {
                let (first, second) = (Task::Type(*first), Task::Type(*second));
                self.schedule(&[Task::Text("__builtin_types_compatible_p("), first, comma, second, close]);
            }
            ExprKind::ChooseExpr(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|&e| Task::Expr(e, ASSIGN));
                let open = Task::Text("__builtin_choose_expr(");
                self.schedule(&[open, condition, comma, then, comma, otherwise, close]);
            }
            ExprKind::Offsetof(ty, steps) => {
                let mark = self.tasks.len();
                self.tasks.extend([Task::Text("__builtin_offsetof("), Task::Type(*ty), comma]);
                for (number, step) in steps.iter().enumerate() {
                    match step {
                        OffsetStep::Field(name) => {
                            self.tasks.push(Task::Text(if number == 0 { "" } else { "." }));
                            self.tasks.push(Task::Name(name.name));
                        }
                        OffsetStep::Index(index) => {
                            self.tasks.extend([Task::Text("["), Task::Expr(*index, COMMA), Task::Text("]")]);
                        }
                    }
                }
                self.tasks.push(close);
                self.reverse_from(mark);
            }
            _ => unreachable!("all other kinds are printed elsewhere"),
        }
    }

    /// Pushes tasks in reading order with commas between them.
    pub(super) fn list(&mut self, tasks: impl Iterator<Item = Task<'a>>) {
        for (number, task) in tasks.enumerate() {
            if number > 0 {
                self.tasks.push(Task::Text(", "));
            }
            self.tasks.push(task);
        }
    }

    pub(super) fn init_list(&mut self, id: InitListId) {
        let ast = self.ast;
        let mark = self.tasks.len();
        self.tasks.push(Task::Text("{"));
        for (number, item) in ast[id].items.iter().enumerate() {
            // A line break now and then keeps long tables readable.
            let line = if number % 16 == 0 && number > 0 { Task::Newline } else { Task::Text(" ") };
            self.tasks.extend([Task::Text(if number > 0 { "," } else { "" }), line]);
            for designator in &item.designators {
                match *designator {
                    Designator::Field(name) => self.tasks.extend([Task::Text("."), Task::Name(name.name)]),
                    Designator::Index(index) => {
                        let index = Task::Expr(index, CONDITIONAL);
                        self.tasks.extend([Task::Text("["), index, Task::Text("]")]);
                    }
                    Designator::Range(first, last) => {
                        let [first, last] = [first, last].map(|bound| Task::Expr(bound, CONDITIONAL));
                        self.tasks.extend([
                            Task::Text("["),
                            first,
                            Task::Text(" ... "),
                            last,
                            Task::Text("]"),
                        ]);
                    }
                }
            }
            if !item.designators.is_empty() {
                self.tasks.push(Task::Text(" = "));
            }
            self.tasks.push(match item.init {
                Init::Expr(expr) => Task::Expr(expr, ASSIGN),
                Init::List(list) => Task::InitList(list),
            });
        }
        self.tasks.push(Task::Text(" }"));
        self.reverse_from(mark);
    }
}
