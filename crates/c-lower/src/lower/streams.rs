//! Streams of the C library: they are closed once, and not used after that.
//!
//! Where that is checked, who opens a stream gets NULL or a pointer with a number of its own, and a map tells which numbers
//! belong to closed streams. Those of the standard streams are open at first.

use c_sema::hir::{FunctionId, ObjectId};
use c_sema::types::Type;
use term::{Sort, Term, build as mk};

use super::body::Body;
use super::safety::scalar_leaf;
use super::value::{PointerValue, Value};
use crate::options::Allocation;

/// Which streams are closed, by number.
const CLOSED: &str = "stream.closed";

/// What a function does with streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Handling {
    /// Returns a new stream, or NULL.
    Opens,
    /// Uses the stream that is this argument.
    Uses(usize),
    /// Uses the stream that is this argument, unless it is NULL.
    UsesIfAny(usize),
    /// Closes the stream that is its first argument.
    Closes,
}

fn handling(name: &str) -> Option<Handling> {
    let name = name.strip_suffix("_unlocked").unwrap_or(name);
    Some(match name.strip_suffix("64").unwrap_or(name) {
        "fopen" | "fdopen" | "popen" | "tmpfile" | "fmemopen" | "open_memstream" => Handling::Opens,
        "fclose" | "pclose" => Handling::Closes,
        "fflush" => Handling::UsesIfAny(0),
        "fgetc" | "getc" | "_IO_getc" | "fprintf" | "vfprintf" | "fscanf" | "vfscanf" | "fseek"
        | "fseeko" | "ftell" | "ftello" | "rewind" | "feof" | "ferror" | "clearerr" | "fileno" | "setbuf"
        | "setvbuf" | "fgetpos" | "fsetpos" | "flockfile" | "funlockfile" => Handling::Uses(0),
        "fputc" | "putc" | "_IO_putc" | "fputs" | "ungetc" => Handling::Uses(1),
        "fgets" | "getline" | "freopen" => Handling::Uses(2),
        "fread" | "fwrite" | "getdelim" => Handling::Uses(3),
        _ => return None,
    })
}

impl Body<'_, '_> {
    fn closed_streams(&mut self) -> Term {
        let sort = Sort::array(self.lowerer.word(), Sort::Bool);
        let variable = mk::var(CLOSED, sort);
        if !self.lowerer.core.globals.contains(&variable) {
            self.lowerer.core.globals.push(variable);
            let nothing = self.lowerer.zero_of(sort);
            self.lowerer.prelude.push((variable, nothing));
        }
        variable
    }

    /// Whether streams are checked, be it only for NULL, which the library accesses: who asks what happens without memory
    /// asks what happens without a file, too.
    fn streams_matter(&self) -> bool {
        let options = &self.lowerer.options;
        let asks = options.properties.valid_deref && options.allocation == Allocation::MayFail;
        options.properties.valid_stream || asks
    }

    /// Before a call: the stream that it uses is open; afterwards, the one that it closes is not.
    pub fn handle_stream(&mut self, function: FunctionId, values: &[Value]) {
        let is_checked = self.lowerer.options.properties.valid_stream;
        let callee = &self.lowerer.program.functions[function];
        let (name, is_own) = (&*callee.name, callee.body.is_some() && !callee.is_model);
        if is_own || !self.streams_matter() {
            return;
        }
        let (index, is_any) = match handling(name) {
            Some(Handling::Uses(index)) => (index, false),
            Some(Handling::UsesIfAny(index)) => (index, true),
            Some(Handling::Closes) => (0, false),
            Some(Handling::Opens) | None => return,
        };
        let Some(Value::Pointer(stream)) = values.get(index) else { return };
        if !is_any {
            let is_null = self.is_null(*stream);
            let property = if is_checked { "valid-stream" } else { "valid-deref" };
            self.check(is_null, property, &format!("`{name}` gets NULL instead of a stream"));
        }
        if !is_checked {
            return;
        }
        let closed = self.closed_streams();
        let is_closed = mk::select(closed, stream.base);
        self.check(is_closed, "valid-stream", &format!("`{name}` gets a closed stream"));
        if handling(name) == Some(Handling::Closes) {
            self.assign(closed, mk::store(closed, stream.base, mk::tt()));
        }
    }

    /// Whether an object holds a stream that is open when the program starts.
    pub fn holds_standard_stream(&self, name: &str) -> bool {
        self.streams_matter() && matches!(name, "stdin" | "stdout" | "stderr")
    }

    /// The object holds a stream with a number of its own.
    pub fn open_standard_stream(&mut self, object: ObjectId) {
        let leaf = scalar_leaf(self.lowerer.program, self.lowerer.program.objects[object].ty);
        let (Some(address), Some(leaf)) = (self.object_address(object), leaf) else { return };
        let (base, offset) = (self.new_base(), self.lowerer.word_constant(0));
        self.store_leaf(&address, leaf, &Value::Pointer(PointerValue { base, offset, is_genuine: true }));
    }

    /// The result of a call that opens a stream.
    pub fn opened_stream(&mut self, name: &str, ty: &Type) -> Option<Value> {
        let is_checked = self.lowerer.options.properties.valid_stream;
        if !is_checked || handling(name) != Some(Handling::Opens) || !matches!(ty, Type::Pointer(_)) {
            return None;
        }
        let fails = self.fresh("fails", Sort::Bool);
        self.havoc(vec![fails]);
        let number = self.new_base();
        let zero = self.lowerer.word_constant(0);
        let base = self.keep("stream", mk::ite(fails, zero, number));
        Some(Value::Pointer(PointerValue { base, offset: zero, is_genuine: true }))
    }
}
