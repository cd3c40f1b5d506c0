//! Expressions and places as text.

use num_traits::ToPrimitive;
use term::softfloat::SoftFloat;

use super::Printer;
use crate::hir::{BinaryOp, Callee, CompareOp, ElementSize, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use crate::types::{FloatKind, IntKind, Ty, Type};

fn compare_text(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Compare(op) => compare_text(op),
    }
}

impl Printer<'_> {
    pub(super) fn expr(&mut self, id: ExprId) -> String {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.expr_inner(id))
    }

    fn expr_inner(&mut self, id: ExprId) -> String {
        let program = self.program;
        let expr = &program.exprs[id];
        match &expr.kind {
            &ExprKind::Int(value) => self.integer(value, expr.ty),
            ExprKind::Float(value) => self.float(value, expr.ty),
            &ExprKind::AddressOf(place) => self.address(place, expr.ty),
            ExprKind::FunctionAddress(function) => format!("&{}", program.functions[*function].name),
            ExprKind::LabelAddress(label) => format!("&&{}", program.labels[*label].name),
            &ExprKind::Load(place) => self.place(place),
            &ExprKind::Unary(UnaryOp::Minus, operand) => format!("-{}", self.expr(operand)),
            &ExprKind::Unary(UnaryOp::BitNot, operand) => format!("~{}", self.expr(operand)),
            &ExprKind::Not(operand) => format!("!{}", self.expr(operand)),
            &ExprKind::Binary(op, a, b) => self.infix(binary_text(op), a, b),
            &ExprKind::PointerCompare(op, a, b) => self.infix(compare_text(op), a, b),
            &ExprKind::PointerAdd { pointer, index, element, is_subtracted } => {
                let op = self.scaled(if is_subtracted { "-" } else { "+" }, element);
                self.infix(&op, pointer, index)
            }
            &ExprKind::PointerDifference(a, b, element) => {
                let op = self.scaled("-", element);
                self.infix(&op, a, b)
            }
            &ExprKind::And(a, b) => self.infix("&&", a, b),
            &ExprKind::Or(a, b) => self.infix("||", a, b),
            &ExprKind::Conditional(condition, a, b) => {
                let (condition, a, b) = (self.expr(condition), self.expr(a), self.expr(b));
                format!("({condition} ? {a} : {b})")
            }
            &ExprKind::Elvis(condition, b) => self.infix("?:", condition, b),
            &ExprKind::Convert(inner) => format!("({}){}", program.type_text(expr.ty), self.expr(inner)),
            &ExprKind::Assign(place, value) => format!("({} = {})", self.place(place), self.expr(value)),
            &ExprKind::AssignOp { place, op, value, compute } => {
                let (op, compute) = (binary_text(op), program.type_text(compute));
                format!("({} {op}=<{compute}> {})", self.place(place), self.expr(value))
            }
            &ExprKind::PointerAssignAdd { place, index, element, is_subtracted, is_postfix } => {
                let op = self.scaled(if is_subtracted { "-=" } else { "+=" }, element);
                let old = if is_postfix { " old" } else { "" };
                format!("({} {op} {}{old})", self.place(place), self.expr(index))
            }
            &ExprKind::Increment { place, is_decrement, is_postfix } => {
                let (op, place) = (if is_decrement { "--" } else { "++" }, self.place(place));
                if is_postfix { format!("{place}{op}") } else { format!("{op}{place}") }
            }
            &ExprKind::Comma(a, b) => self.infix(",", a, b),
            ExprKind::Call(callee, arguments) => {
                let callee = match *callee {
                    Callee::Direct(function) => program.functions[function].name.to_string(),
                    Callee::Indirect(pointer) => format!("(*{})", self.expr(pointer)),
                };
                let arguments: Vec<String> = arguments.iter().map(|&argument| self.expr(argument)).collect();
                format!("{callee}({})", arguments.join(", "))
            }
            &ExprKind::Statements(block, value) => {
                format!("({{{} }})", self.inline(block, value))
            }
            &ExprKind::VaArg(list) => {
                format!("va_arg({}, {})", self.place(list), program.type_text(expr.ty))
            }
            &ExprKind::VaStart(list) => format!("va_start({})", self.place(list)),
            &ExprKind::VaCopy(to, from) => format!("va_copy({}, {})", self.place(to), self.place(from)),
            &ExprKind::VaEnd(list) => format!("va_end({})", self.place(list)),
            ExprKind::Unsupported(what) => format!("unsupported<{}>({what})", program.type_text(expr.ty)),
        }
    }

    fn infix(&mut self, op: &str, a: ExprId, b: ExprId) -> String {
        format!("({} {op} {})", self.expr(a), self.expr(b))
    }

    fn scaled(&mut self, op: &str, element: ElementSize) -> String {
        match element {
            ElementSize::Constant(size) => format!("{op}[{size}]"),
            ElementSize::Variable(size) => format!("{op}[{}]", self.expr(size)),
        }
    }

    fn integer(&self, value: i128, ty: Ty) -> String {
        let suffix = match self.program.types[ty] {
            Type::Int(IntKind::Int) => "",
            Type::Int(IntKind::UInt) => "u",
            Type::Int(IntKind::Long) => "l",
            Type::Int(IntKind::ULong) => "ul",
            Type::Int(IntKind::LongLong) => "ll",
            Type::Int(IntKind::ULongLong) => "ull",
            _ => return format!("({}){value}", self.program.type_text(ty)),
        };
        format!("{value}{suffix}")
    }

    fn float(&self, value: &SoftFloat, ty: Ty) -> String {
        let suffix = match self.program.types[ty] {
            Type::Float(FloatKind::Float) => "f",
            Type::Float(FloatKind::Double) => "",
            Type::Float(FloatKind::LongDouble) => "l",
            _ => "q",
        };
        let sign = if value.sign() == Some(true) { "-" } else { "" };
        let magnitude = if value.is_nan() {
            "nan".to_string()
        } else if value.is_infinite() {
            "inf".to_string()
        } else {
            let number = value.abs().to_rational().and_then(|number| number.to_f64());
            format!("{:?}", number.unwrap_or(f64::NAN))
        };
        format!("{sign}{magnitude}{suffix}")
    }

    fn address(&mut self, place: PlaceId, ty: Ty) -> String {
        let program = self.program;
        let text = self.place(place);
        match (&program.types[program.places[place].ty], &program.types[ty]) {
            (Type::Array(element, _), Type::Pointer(pointee)) if element == pointee => format!("&{text}[0]"),
            _ => format!("&{text}"),
        }
    }

    pub(super) fn place(&mut self, id: PlaceId) -> String {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.place_inner(id))
    }

    fn place_inner(&mut self, id: PlaceId) -> String {
        let program = self.program;
        match program.places[id].kind {
            PlaceKind::Object(object) => self.name(object).to_string(),
            PlaceKind::Deref(pointer) => format!("*{}", self.expr(pointer)),
            PlaceKind::Field(outer, field) => {
                let text = self.place(outer);
                let text = if text.starts_with('*') { format!("({text})") } else { text };
                let name = match program.types[program.places[outer].ty] {
                    Type::Record(record) => &*program.types.records[record].fields[field].name,
                    _ => "?",
                };
                format!("{text}.{}", if name.is_empty() { format!("{{{field}}}") } else { name.to_string() })
            }
        }
    }
}
