//! What `main` gets from the system: how many arguments there are, and a list of pointers to strings that ends with NULL.
//!
//! There may be any number of strings of any length, so they are no objects that a loop makes. The list is an object with
//! a number of its own, and the string at offset `o` of the list has the base `-o - s`, where `s` is the size of a
//! pointer: no other object has a negative base. What the strings and the list hold at first is arbitrary memory, and
//! wherever the program reads one of them, it assumes what is true of the element that it reads. So there are instances
//! instead of quantifiers, and what the program writes is written as to any other memory.
//!
//! The first pointers of the list are written when the program starts, as executions choose zero for what is arbitrary.

use c_sema::hir::ObjectId;
use c_sema::types::{IntKind, Type};
use term::{Sort, Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::cells::CellVariables;
use super::value::{Address, PointerValue, Value};
use crate::memory::classes::ClassId;
use crate::memory::leaves::Scalar;
use crate::memory::points_to::ArgumentClasses;
use crate::memory::regions::{Component, Layout};
use crate::options::Arithmetic;

/// The variable with the number of arguments, unless that is impossible.
pub const ARGUMENT_COUNT: &str = "arguments.count";
/// What the list holds at first.
pub const ARGUMENT_LIST: &str = "arguments.list";
/// The lengths of the strings, by base.
pub const STRING_LENGTHS: &str = "strings.length";
/// What the strings hold at first.
pub const STRING_CONTENTS: &str = "strings.contents";

/// Linux passes strings of up to 131072 bytes with their end.
pub const MOST_CHARACTERS: u32 = 131_071;

/// More than fit into the 6 MB that Linux passes at most.
pub const MOST_ARGUMENTS: u32 = 1_048_575;

/// So many pointers of the list are written at the start.
const WRITTEN: u32 = 4;

impl Lowerer<'_> {
    /// The classes of the arguments of `main`, if it gets some.
    pub fn arguments(&self) -> Option<ArgumentClasses> {
        self.regions.points_to.arguments
    }

    /// Whether a class may hold strings that `main` gets.
    pub fn has_strings(&self, class: ClassId) -> bool {
        let classes = &self.regions.points_to.classes;
        self.arguments().is_some_and(|known| classes.find(known.strings) == classes.find(class))
    }

    fn has_list(&self, class: ClassId) -> bool {
        let classes = &self.regions.points_to.classes;
        self.arguments().is_some_and(|known| classes.find(known.list) == classes.find(class))
    }

    fn string_lengths(&mut self) -> Term {
        let sort = Sort::array(self.word(), self.word());
        self.named_global(STRING_LENGTHS, sort)
    }

    /// The number of arguments, as a word.
    fn argument_count(&mut self) -> Term {
        let word = self.word();
        self.named_global(ARGUMENT_COUNT, word)
    }

    fn pointer_size(&self) -> Term {
        self.word_constant(self.options.model.pointer_size().into())
    }
}

impl Body<'_, '_> {
    /// How many arguments there are: at least one, the name of the program. It is chosen so that any number will do.
    pub fn choose_argument_count(&mut self) {
        let count = self.lowerer.argument_count();
        let (one, most) = (self.lowerer.word_constant(1), self.lowerer.word_constant(MOST_ARGUMENTS.into()));
        let is_possible = mk::and2(self.le_words(one, count), self.le_words(count, most));
        self.assign(count, mk::ite(is_possible, count, one));
    }

    /// The value of `argc`.
    pub fn count_of_arguments(&mut self, kind: IntKind) -> Value {
        let count = self.lowerer.argument_count();
        let is_small = kind.size(self.lowerer.options.model) < 4;
        let number = match self.lowerer.options.arithmetic {
            Arithmetic::Integer if !is_small => count,
            _ => self.convert_number(&Type::Int(IntKind::Long), &Type::Int(kind), count),
        };
        let number = self.keep("argc", number);
        self.lowerer.encoder.declare(number, kind);
        Value::Number(number)
    }

    /// The value of `argv`, if a parameter is that.
    pub fn list_of_arguments(&mut self, parameter: ObjectId) -> Option<Value> {
        let known = self.lowerer.arguments().filter(|known| known.parameter == parameter)?;
        let text = format!(
            "`main` gets 1 to {MOST_ARGUMENTS} arguments, each a string of up to {MOST_CHARACTERS} characters, and a \
             null pointer behind them"
        );
        self.lowerer.assume_about(text);
        let base = self.list_base();
        let count = self.lowerer.argument_count();
        let size = self.lowerer.pointer_size();
        let length = self.add_words(self.mul_words(count, size), size);
        if self.lowerer.options.properties.needs_memory_safety() {
            self.make_valid(known.list, base, length);
        }
        self.write_list(known, base);
        self.take_strings(known);
        let offset = self.lowerer.word_constant(0);
        Some(Value::Pointer(PointerValue { base, offset, is_genuine: true }))
    }

    fn list_base(&self) -> Term {
        self.lowerer.word_constant(self.lowerer.list_base.into())
    }

    /// The list holds what it holds at first.
    fn write_list(&mut self, known: ArgumentClasses, base: Term) {
        for index in 0..self.lowerer.regions.region(known.list).components.len() {
            let component = self.lowerer.regions.region(known.list).components[index];
            let cell = self.lowerer.cell(known.list, index);
            if component.layout != Layout::Typed(Scalar::Pointer, None) {
                let why = "the list of arguments as bytes";
                self.forget_components(known.list, &[index], base, Some(why));
                continue;
            }
            let sort = Sort::array(self.lowerer.word(), self.lowerer.word());
            let list = self.lowerer.named_global(ARGUMENT_LIST, sort);
            let mut written = list;
            for position in 0..WRITTEN {
                let size = self.lowerer.options.model.pointer_size();
                let offset = self.lowerer.word_constant(i128::from(u64::from(position) * size));
                written = mk::store(written, offset, self.string_at(offset));
            }
            self.assign(list, written);
            let mut pairs = vec![(cell.value, mk::store(cell.value, base, list))];
            if let Some(offsets) = cell.offset {
                let zeros = self.lowerer.zero_of(sort);
                pairs.push((offsets, mk::store(offsets, base, zeros)));
            }
            self.assign_all(pairs);
        }
    }

    /// The base that the list holds at an offset: NULL behind the last string.
    fn string_at(&mut self, offset: Term) -> Term {
        let end = self.end_of_list();
        let zero = self.lowerer.word_constant(0);
        let base = self.sub_words(self.sub_words(zero, offset), self.lowerer.pointer_size());
        mk::ite(self.le_words(end, offset), zero, base)
    }

    /// The offset of the null pointer.
    fn end_of_list(&mut self) -> Term {
        let count = self.lowerer.argument_count();
        self.mul_words(count, self.lowerer.pointer_size())
    }

    /// The memory of the strings holds what they hold at first.
    fn take_strings(&mut self, known: ArgumentClasses) {
        for index in 0..self.lowerer.regions.region(known.strings).components.len() {
            let component = self.lowerer.regions.region(known.strings).components[index];
            let CellVariables { value, .. } = self.lowerer.cell(known.strings, index);
            if is_of_characters(&component) {
                let contents = self.lowerer.named_global(STRING_CONTENTS, value.sort());
                self.lowerer.prelude.push((value, contents));
            } else {
                self.havoc_flagged(vec![value], "the arguments as anything but characters");
            }
        }
    }

    /// Whether a base is that of a string.
    pub fn is_string(&mut self, base: Term) -> Term {
        let (end, zero) = (self.end_of_list(), self.lowerer.word_constant(0));
        let first = self.sub_words(zero, end);
        mk::and2(self.le_words(first, base), mk::not(self.le_words(zero, base)))
    }

    /// The length of the string at a base, without its end.
    fn length_of_string(&mut self, base: Term) -> Term {
        let length = mk::select(self.lowerer.string_lengths(), base);
        let (zero, most) =
            (self.lowerer.word_constant(0), self.lowerer.word_constant(MOST_CHARACTERS.into()));
        self.assume(mk::and2(self.le_words(zero, length), self.le_words(length, most)));
        length
    }

    /// The length of the object of a class at a base, for a class of several objects.
    pub fn length_at(&mut self, class: ClassId, base: Term) -> Term {
        let lengths = self.lowerer.lifetime(class).length.expect("classes of several objects have lengths");
        let length = mk::select(lengths, base);
        if !self.lowerer.has_strings(class) || self.is_known_object(base) {
            return length;
        }
        let (is_string, one) = (self.is_string(base), self.lowerer.word_constant(1));
        let string = self.length_of_string(base);
        mk::ite(is_string, self.add_words(string, one), length)
    }

    /// Whether the object of a class at a base is alive, for a class of several objects.
    pub fn is_alive_at(&mut self, class: ClassId, base: Term) -> Term {
        let is_alive = mk::select(self.lowerer.lifetime(class).valid, base);
        if !self.lowerer.has_strings(class) || self.is_known_object(base) {
            return is_alive;
        }
        mk::or2(self.is_string(base), is_alive)
    }

    /// A cell is read: of what the system passed, the program assumes what is true of it.
    pub fn recall_arguments(&mut self, address: &Address, component: &Component, offset: Term) {
        let class = address.pointer.class;
        if self.lowerer.has_list(class) && component.layout == Layout::Typed(Scalar::Pointer, None) {
            self.recall_list(address.base, offset);
        }
        if self.lowerer.has_strings(class)
            && is_of_characters(component)
            && !self.is_known_object(address.base)
        {
            self.recall_character(address.base, offset, component);
        }
    }

    /// Memory is copied as a whole: of the elements that the system passed, nothing is assumed then.
    pub fn note_copied_arguments(&mut self, source: &Address) {
        let class = source.pointer.class;
        let mut is_passed = mk::ff();
        if self.lowerer.has_strings(class) && !self.is_known_object(source.base) {
            is_passed = self.is_string(source.base);
        }
        if self.lowerer.has_list(class) {
            is_passed = mk::or2(is_passed, mk::eq(source.base, self.list_base()));
        }
        if is_passed.is_false() {
            return;
        }
        let (flagged, end) = (self.location(), self.location());
        self.split(is_passed, flagged, end);
        self.at = flagged;
        self.note_flagged("arguments of `main` are copied as memory");
        self.goto(end);
        self.at = end;
    }

    fn recall_list(&mut self, base: Term, offset: Term) {
        let is_list = mk::eq(base, self.list_base());
        if is_list.is_false() {
            return;
        }
        let sort = Sort::array(self.lowerer.word(), self.lowerer.word());
        let list = self.lowerer.named_global(ARGUMENT_LIST, sort);
        let (zero, end) = (self.lowerer.word_constant(0), self.end_of_list());
        let is_inside = mk::and2(self.le_words(zero, offset), self.le_words(offset, end));
        let string = self.string_at(offset);
        let is_so = mk::eq(mk::select(list, offset), string);
        self.assume(mk::implies(mk::and2(is_list, is_inside), is_so));
    }

    fn recall_character(&mut self, base: Term, offset: Term, component: &Component) {
        let is_string = self.is_string(base);
        let length = self.length_of_string(base);
        let byte = match component.layout {
            Layout::Bytes => self.lowerer.encoder.byte_sort(),
            _ => self.lowerer.encoder.sort(&Type::Int(IntKind::Char)),
        };
        let sort = Sort::array(self.lowerer.word(), Sort::array(self.lowerer.word(), byte));
        let contents = self.lowerer.named_global(STRING_CONTENTS, sort);
        let character = mk::select(mk::select(contents, base), offset);
        let is_end = mk::eq(character, self.lowerer.zero_of(byte));
        let is_inside =
            mk::and2(self.le_words(self.lowerer.word_constant(0), offset), self.le_words(offset, length));
        let is_so = mk::eq(is_end, mk::eq(offset, length));
        self.assume(mk::implies(mk::and2(is_string, is_inside), is_so));
    }
}

/// Whether a component of strings has one element for each character.
fn is_of_characters(component: &Component) -> bool {
    match component.layout {
        Layout::Bytes => true,
        Layout::Typed(Scalar::Int(kind), None) => {
            matches!(kind, IntKind::Char | IntKind::SChar | IntKind::UChar)
        }
        Layout::Typed(..) => false,
    }
}
