//! From the tree back to text.
//!
//! The printer is a machine with a stack of tasks instead of a recursive function: a task writes something or
//! replaces itself by smaller tasks. So it never overflows the stack, however deep the tree is.
//!
//! **Invariant.** Parsing what was printed gives the same tree, modulo positions. Parentheses stand where
//! precedence needs them, and two tokens that would melt into one are kept apart by a space.

mod decl;
mod expr;
mod literal;
mod stmt;

use crate::ast::{
    Ast, Attribute, Declarator, ExprId, Init, InitListId, Item, Member, Parameters, Qualifiers, Specifiers,
    StaticAssert, StmtId, StrId, TypeId,
};
use crate::intern::{Interner, Symbol};

/// How much the printer says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// As a person would write it.
    #[default]
    Plain,
    /// With parentheses around every operand that is not atomic, which shows the shape of the tree.
    Explicit,
}

/// Prints a translation unit.
pub fn print(ast: &Ast, names: &Interner, style: Style) -> String {
    let mut printer = Printer::new(ast, names, style);
    for &item in &ast.items {
        printer.item(item);
        printer.run();
        printer.out.push('\n');
    }
    printer.out
}

/// Prints an expression.
pub fn print_expr(ast: &Ast, names: &Interner, expr: ExprId) -> String {
    let mut printer = Printer::new(ast, names, Style::Plain);
    printer.tasks.push(Task::Expr(expr, 0));
    printer.run();
    printer.out
}

/// Prints a statement.
pub fn print_stmt(ast: &Ast, names: &Interner, stmt: StmtId) -> String {
    let mut printer = Printer::new(ast, names, Style::Plain);
    printer.tasks.push(Task::Stmt(stmt));
    printer.run();
    printer.out
}

/// Prints a type name.
pub fn print_type(ast: &Ast, names: &Interner, ty: TypeId) -> String {
    let mut printer = Printer::new(ast, names, Style::Plain);
    printer.tasks.push(Task::Type(ty));
    printer.run();
    printer.out
}

/// Something that remains to be printed.
#[derive(Clone, Copy)]
enum Task<'a> {
    /// A token or white space.
    Text(&'static str),
    Name(Symbol),
    Str(StrId),
    /// An expression in a place that takes only what binds at least so strongly.
    Expr(ExprId, u8),
    Init(Init),
    InitList(InitListId),
    Stmt(StmtId),
    /// A statement under another: on its own line unless it is a block.
    Body(StmtId),
    Type(TypeId),
    Specifiers(&'a Specifiers),
    Qualifiers(Qualifiers),
    /// A declarator without what stands behind it.
    Declarator(&'a Declarator),
    /// The linker's name and the attributes.
    DeclaratorTail(&'a Declarator),
    Attributes(&'a [Attribute]),
    Parameters(&'a Parameters),
    Member(&'a Member),
    StaticAssert(StaticAssert),
    /// `#pragma pack(push, n)` on a line of its own.
    Pack(u32),
    /// `#pragma pack(pop)` likewise.
    Unpack,
    Newline,
    Indent,
    Dedent,
}

/// Beyond that many levels lines are not indented further, so that deep input does not print as white space.
const MAX_INDENT: usize = 40;

struct Printer<'a> {
    ast: &'a Ast,
    names: &'a Interner,
    explicit: bool,
    out: String,
    indent: usize,
    tasks: Vec<Task<'a>>,
    /// The `#pragma pack` in force; 0 is none.
    packs: Vec<u32>,
}

impl<'a> Printer<'a> {
    fn new(ast: &'a Ast, names: &'a Interner, style: Style) -> Printer<'a> {
        let explicit = style == Style::Explicit;
        Printer { ast, names, explicit, out: String::new(), indent: 0, tasks: Vec::new(), packs: Vec::new() }
    }

    /// Schedules tasks; the first is done first.
    fn schedule(&mut self, tasks: &[Task<'a>]) {
        self.tasks.extend(tasks.iter().rev());
    }

    /// Turns the tasks pushed since `mark`, in reading order, into the order of the stack.
    fn reverse_from(&mut self, mark: usize) {
        self.tasks[mark..].reverse();
    }

    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Text(text) => self.emit(text),
                Task::Name(symbol) => {
                    let names = self.names;
                    self.emit(names.get(symbol));
                }
                Task::Str(string) => {
                    let text = literal::string(&self.ast[string]);
                    self.emit(&text);
                }
                Task::Expr(expr, weakest) => self.expr(expr, weakest),
                Task::Init(Init::Expr(expr)) => self.expr(expr, expr::ASSIGN),
                Task::Init(Init::List(list)) => self.init_list(list),
                Task::InitList(list) => self.init_list(list),
                Task::Stmt(stmt) => self.stmt(stmt),
                Task::Body(stmt) => self.body(stmt),
                Task::Type(ty) => {
                    let ast = self.ast;
                    let ty = &ast[ty];
                    self.schedule(&[Task::Specifiers(&ty.specifiers), Task::Declarator(&ty.declarator)]);
                }
                Task::Specifiers(specifiers) => self.specifiers(specifiers),
                Task::Qualifiers(qualifiers) => self.qualifiers(qualifiers),
                Task::Declarator(declarator) => self.declarator(declarator),
                Task::DeclaratorTail(declarator) => self.declarator_tail(declarator),
                Task::Attributes(attributes) => self.attributes(attributes),
                Task::Parameters(parameters) => self.parameters(parameters),
                Task::Member(member) => self.member(member),
                Task::StaticAssert(assertion) => self.static_assert(assertion),
                Task::Pack(bytes) => {
                    self.packs.push(bytes);
                    self.directive(&format!("#pragma pack(push, {bytes})"));
                }
                Task::Unpack => {
                    self.packs.pop();
                    self.directive("#pragma pack(pop)");
                }
                Task::Newline => {
                    self.out.truncate(self.out.trim_end_matches(' ').len());
                    self.out.push('\n');
                    self.out.extend(std::iter::repeat_n("    ", self.indent.min(MAX_INDENT)));
                }
                Task::Indent => self.indent += 1,
                Task::Dedent => self.indent -= 1,
            }
        }
    }

    /// Writes a line of its own.
    fn directive(&mut self, line: &str) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out += line;
        self.out.push('\n');
    }

    /// Writes a token, after a space if it would melt with the one before. Spaces do not add up.
    fn emit(&mut self, mut text: &str) {
        if self.out.is_empty() || self.out.ends_with([' ', '\n', '(']) {
            text = text.trim_start_matches(' ');
        }
        // The space behind attributes, but not the indentation of a line.
        if self.out.ends_with(") ") && text.starts_with([';', ',', ')']) {
            self.out.pop();
        }
        if let (Some(&last), Some(&first)) = (self.out.as_bytes().last(), text.as_bytes().first()) {
            let is_word =
                |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
            let words = is_word(last) && (is_word(first) || matches!(first, b'"' | b'\''));
            let operators = last == first && matches!(first, b'+' | b'-' | b'&' | b'|' | b'<' | b'>' | b'=');
            if words || operators {
                self.out.push(' ');
            }
        }
        self.out.push_str(text);
    }

    fn item(&mut self, item: Item) {
        let ast = self.ast;
        match item {
            Item::Declaration(id) => self.declaration(&ast[id]),
            Item::Function(id) => self.function(&ast[id]),
            Item::Asm(id) => self.asm(id),
            Item::StaticAssert(assertion) => self.tasks.push(Task::StaticAssert(assertion)),
        }
    }
}
