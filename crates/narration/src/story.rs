//! The execution of a C program as a person would tell it: lines of the source in the order of their execution, the
//! functions that they are in, inputs, the values of variables that matter, allocated and freed memory.
//!
//! A variable matters at a step if its value reaches a condition that the execution passes later, which is the slice
//! of the path for its last location: from the end to the start, conditions add their variables, and assignments
//! replace a variable by those of its expression. What the lowering added for itself (declarations, ranges of
//! integers, lifetimes) tells nothing.

use std::collections::BTreeSet;
use std::rc::Rc;

use base::Span;
use c_lower::formats::NUMBER_OF_VALUES;
use c_lower::lower::subject::{SUBJECT_BASE, SUBJECT_OFFSET, SUBJECT_SIZE};
use executions::recording::{Event, Frame, Kind, Recording};
use frontend::Source;
use frontend::names::{Names, Notation};
use program::Statement;
use report::{MODELS, Moment, Place, Remark};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Term, build as mk};

use crate::formula::{is_negative, number};
use crate::memory_reads::{Found, MemoryReads, View, asserted};
use crate::mentioned::{Mention, mentions};
use crate::relevance::{Cell, Variables, relevant_changes};
use crate::{float_text, formula};

/// An execution in words.
#[derive(Clone, Debug, Default)]
pub struct Story {
    /// The lines in order.
    pub moments: Vec<Moment>,
    /// What else is to be said about the violation: where its memory comes from.
    pub remarks: Vec<Remark>,
}

/// What stands for the name of a function, as a literal.
const FUNCTION_NAMES: [&str; 3] = ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"];

/// Memory with a negative number: a caller's, or an argument of `main`.
const MEMORY_FROM_OUTSIDE: &str = "memory of the caller";

/// So many values of what the last line mentions are told.
const MAX_MENTIONED: usize = 8;

/// So many blocks of memory are spoken of at the end.
const MAX_REMARKS: usize = 5;

/// Tells an execution that ends at a place.
pub fn tell(source: &Source, names: &Names, recording: &Recording, end: Option<Span>) -> Story {
    let variables = Variables::of(&source.program.globals, recording);
    let relevant = relevant_changes(&source.program.globals, recording);
    let mut teller = Teller {
        source,
        names,
        recording,
        variables: &variables,
        story: Story::default(),
        at: None,
        stack: Vec::new(),
        blocks: Vec::new(),
        values: FxHashMap::default(),
        unset: FxHashSet::default(),
        calls: Vec::new(),
        beginnings: Vec::new(),
        reads: MemoryReads::default(),
        condition: None,
    };
    for (event, relevant) in recording.events.iter().zip(&relevant) {
        teller.step(event, relevant);
    }
    if let (Some(span), Some(event)) = (end, recording.events.last()) {
        teller.arrive(event.frame, span);
        teller.tell_mentioned(event.frame);
        let line = teller.story.moments.last().and_then(|moment| asserted(&moment.text));
        teller.condition = line.map(str::to_string).or(teller.condition.take());
    }
    teller.tell_read();
    teller.speak_of_subject(end);
    teller.speak_of_memory();
    teller.leave_out_beginnings();
    teller.story
}

/// How a variable is told, its value, and the offset of a pointer.
type Seen = (Notation, Term, Option<Term>);

struct Teller<'s> {
    source: &'s Source,
    names: &'s Names,
    recording: &'s Recording,
    variables: &'s Variables,
    story: Story,
    /// The frame of the last line.
    at: Option<Frame>,
    /// The functions that are active, and the depths of their frames.
    stack: Vec<(usize, String)>,
    blocks: Vec<Block>,
    values: FxHashMap<Cell, Term>,
    /// Variables that hold whatever was there, which nothing depends on.
    unset: FxHashSet<Cell>,
    /// The calls that are open, and where they are.
    calls: Vec<(Rc<str>, Option<Span>)>,
    /// The lines at which a function begins and nothing else happens.
    beginnings: Vec<usize>,
    reads: MemoryReads,
    /// What the preprocessor made of the last line, if it is a condition.
    condition: Option<String>,
}

/// Memory that was allocated.
struct Block {
    base: Term,
    size: Option<Term>,
    allocated: Option<Place>,
    freed: Option<Place>,
}

impl Teller<'_> {
    fn step(&mut self, event: &Event, relevant: &BTreeSet<Term>) {
        let found = self.read_memory(event);
        let frame = match event.kind {
            Kind::Call(callee, _) => callee,
            _ => event.frame,
        };
        self.enter(event, frame);
        let changes = event.changes.iter();
        self.values.extend(changes.map(|&(variable, value)| (self.variables.cell(frame, variable), value)));
        // What a condition depends on is told, also if nobody has set it.
        let is_declared = matches!(event.statement, Statement::Havoc(_)) && event.provenance.input.is_none();
        for (variable, _) in &event.changes {
            let cell = self.variables.cell(frame, *variable);
            if is_declared && !relevant.contains(variable) {
                self.unset.insert(cell);
            } else {
                self.unset.remove(&cell);
            }
        }
        match event.kind {
            Kind::Call(..) => self.calls.push((event.provenance.text.clone(), event.provenance.span)),
            Kind::Return(..) => drop(self.calls.pop()),
            _ => {}
        }
        let is_input = event.provenance.input.is_some();
        let is_entered = event.provenance.text.starts_with("variables of ");
        if let Some(call) = event.provenance.span.filter(|_| is_entered) {
            // What a function of the library does is told at its call.
            self.arrive(event.frame, call);
        }
        if matches!(event.statement, Statement::Havoc(_)) && !is_input
            || is_entered
            || matches!(event.kind, Kind::Return(..))
        {
            return;
        }
        // The texts of literals are there before anything happens.
        let is_literal = |span: Span| {
            let text = self.source.sources.snippet(span);
            text.starts_with('"') || FUNCTION_NAMES.iter().any(|name| text.ends_with(name))
        };
        if let Some(span) = event.provenance.span.filter(|span| !is_literal(*span)) {
            self.arrive(event.frame, span);
        }
        if let Some(function) = &event.provenance.input {
            let numbers = event.changes.iter().filter(|(variable, _)| !is_offset(*variable));
            for &(_, value) in numbers {
                if value.sort() == term::Sort::Bool {
                    // Whether an allocation fails.
                    if value.is_true() {
                        self.note(None, format!("{function}() fails"));
                    }
                    continue;
                }
                let text = self.value_text(Notation::of_input(function), value, None);
                let note = match self.library_call(event) {
                    Some(called) if **function == *NUMBER_OF_VALUES => format!("{called}() is {text}"),
                    Some(called) => format!("{called}() reads {text}"),
                    None => format!("{function}() is {text}"),
                };
                self.note(None, note);
            }
        }
        self.reads.add(found);
        if event.provenance.decision.is_some()
            && let Some(span) = event.provenance.span
        {
            let text = self.source.sources.snippet(span);
            self.condition = text.lines().next().map(str::to_string);
        }
        self.notice_memory(event);
        for &(variable, value) in event.changes.iter().filter(|(variable, _)| relevant.contains(variable)) {
            if is_offset(variable) {
                continue;
            }
            if let Some((name, notation)) = self.names.variable(variable, self.recording.is_inlined) {
                let offset = format!("{}.offset", base_name(variable));
                let offset = event.changes.iter().find(|(other, _)| base_name(*other) == offset);
                let reader = self.owner(event, variable);
                let offset = offset.map(|(_, offset)| *offset);
                let text = self.value_text_in(reader.or(self.here()), notation, value, offset);
                self.note(Some(&name), format!("{name} = {text}"));
            }
        }
        self.notice_elements(event, relevant);
    }

    /// Executions begin at the head of a function that has parameters, where their values are told.
    fn enter(&mut self, event: &Event, frame: Frame) {
        let Some(span) = event.provenance.span.filter(|_| self.story.moments.is_empty()) else { return };
        let function = match &event.statement {
            Statement::Call(call) => {
                self.names.function_named(&self.source.program.procedures[call.procedure].name)
            }
            _ if self.recording.is_inlined => {
                event.changes.iter().find_map(|(variable, _)| self.names.function_of(*variable))
            }
            _ => None,
        };
        let function = function.filter(|_| !event.changes.is_empty()).map(str::to_string);
        let (Some(function), None) = (function, self.names.function_around(span)) else { return };
        let text = self.source.sources.written_line(span).trim().to_string();
        self.beginnings.push(0);
        let depth = self.recording.depths.get(frame).copied().unwrap_or(0);
        self.stack.push((depth, function.clone()));
        let place = self.source.place(span);
        self.story.moments.push(Moment { place, function, depth: 0, text, notes: Vec::new() });
        self.at = Some(frame);
    }

    /// Notes what a statement does with memory.
    fn read_memory(&mut self, event: &Event) -> Found {
        let (values, variables) = (&self.values, self.variables);
        let cell = |variable: Term| variables.cell(event.frame, variable);
        let value = |variable: Term| values.get(&cell(variable)).copied();
        // What the lowering keeps about objects is nothing that a program reads.
        let is_memory = |array: Term| !["valid", "length"].into_iter().any(|name| is_named(array, name));
        self.reads.step(event, &View { value: &value, cell: &cell, is_memory: &is_memory })
    }

    /// At the end of a line that is a condition, what it read behind a pointer.
    fn tell_read(&mut self) {
        let told = self.condition.take().and_then(|line| self.reads.told(&line));
        self.reads.begin();
        let Some((mention, value)) = told else { return };
        let (name, notation) = (mention.text(), self.names.behind(&mention.text()));
        let text = match notation {
            Some(Notation::Pointer) if is_zero(value) => "NULL".to_string(),
            Some(Notation::Pointer) | None => return,
            Some(notation) => self.value_text(notation, value, None),
        };
        let prefix = format!("{name} = ");
        let is_told = |moment: &Moment| moment.notes.iter().any(|note| note.starts_with(&prefix));
        if self.story.moments.last().is_some_and(is_told) {
            return;
        }
        self.note(Some(&name), format!("{name} = {text}"));
    }

    /// The function of the library in which an input is read, if there is one that the program calls.
    fn library_call(&self, event: &Event) -> Option<&str> {
        let span = event.provenance.span?;
        let is_in_library = |span: Span| self.source.place(span).file.starts_with(MODELS);
        if !is_in_library(span) {
            return None;
        }
        let (called, _) =
            self.calls.iter().rev().find(|(_, span)| span.is_none_or(|span| !is_in_library(span)))?;
        called.strip_suffix("(...)")
    }

    /// Notes the elements of arrays and the memory behind pointers that are written.
    fn notice_elements(&mut self, event: &Event, relevant: &BTreeSet<Term>) {
        let writes: Vec<_> = event
            .writes
            .iter()
            .filter(|write| relevant.contains(&write.array) && !is_offset(write.array))
            .collect();
        // Several are the bytes of one value.
        let &[write] = writes.as_slice() else { return };
        let left = event.provenance.span.and_then(|span| self.names.left_side(span));
        // The left side changes something itself: what was written may be that, and it is not what it was.
        let left = left.filter(|(text, _)| !text.contains("++") && !text.contains("--"));
        let array = self.names.array(write.array, self.recording.is_inlined);
        let (name, notation) = match (left, array, write.path.as_slice()) {
            (Some((left, notation)), ..) => (left.to_string(), notation),
            (None, Some((name, notation, size)), &[offset]) => match number(offset) {
                Some(offset) if offset % size == 0 => (format!("{name}[{}]", offset / size), notation),
                _ => return,
            },
            _ => return,
        };
        let text = self.value_text(notation, write.value, None);
        self.note(Some(&name), format!("{name} = {text}"));
    }

    /// Notes memory that is allocated or freed.
    fn notice_memory(&mut self, event: &Event) {
        let here = self.story.moments.last().map(|moment| moment.place.clone());
        for &(variable, base) in &event.changes {
            if is_named(variable, "allocated") {
                self.blocks.push(Block { base, size: None, allocated: here.clone(), freed: None });
                self.note(None, format!("allocates block {}", self.blocks.len()));
            }
        }
        for write in &event.writes {
            let Some(block) = write.path.first().and_then(|base| self.block(*base)) else { continue };
            if is_named(write.array, "length") {
                self.blocks[block].size = Some(write.value);
                let (plain, size) = (format!("allocates block {}", block + 1), self.size_text(write.value));
                let notes = self.story.moments.last_mut().map(|moment| &mut moment.notes);
                if let Some(note) = notes.and_then(|notes| notes.iter_mut().find(|note| **note == plain)) {
                    *note = format!("{plain} of {size}");
                }
            } else if is_named(write.array, "valid") && write.value.is_false() {
                self.blocks[block].freed = here.clone();
                self.note(None, format!("frees block {}", block + 1));
            }
        }
    }

    fn size_text(&self, size: Term) -> String {
        match self.value_text(Notation::Unsigned, size, None).as_str() {
            "1" => "1 byte".to_string(),
            bytes => format!("{bytes} bytes"),
        }
    }

    /// The last block with this base.
    fn block(&self, base: Term) -> Option<usize> {
        self.blocks.iter().rposition(|block| block.base == base)
    }

    /// The function whose variable an event changes: a call changes parameters.
    fn owner(&self, event: &'_ Event, variable: Term) -> Option<&str> {
        match event.kind {
            Kind::Call(..) => self.names.function_named(event.provenance.text.strip_suffix("(...)")?),
            _ => self.names.function_of(variable).filter(|_| self.recording.is_inlined),
        }
    }

    /// The function of the last line.
    fn here(&self) -> Option<&str> {
        self.story.moments.last().map(|moment| moment.function.as_str())
    }

    fn value_text(&self, notation: Notation, value: Term, offset: Option<Term>) -> String {
        self.value_text_in(self.here(), notation, value, offset)
    }

    /// A value as a function sees it.
    fn value_text_in(
        &self,
        reader: Option<&str>,
        notation: Notation,
        value: Term,
        offset: Option<Term>,
    ) -> String {
        if let Some(float) = float_text::in_c(value) {
            return float;
        }
        let unsigned =
            |value: Term| mk::as_bv(value).map_or_else(|| formula::text(value), ToString::to_string);
        match notation {
            Notation::Pointer => match (self.block(value), offset.filter(|offset| !is_zero(*offset))) {
                (Some(block), None) => format!("block {}", block + 1),
                (Some(block), Some(offset)) => format!("block {} + {}", block + 1, unsigned(offset)),
                (None, None) if is_zero(value) => "NULL".to_string(),
                (None, _) => {
                    let is_known = offset.is_none_or(|offset| number(offset).is_some());
                    let base = number(value).filter(|_| is_known);
                    let address =
                        base.and_then(|base| self.names.address(base, offset.and_then(number), reader));
                    let other = if is_negative(value) { MEMORY_FROM_OUTSIDE } else { "an address" };
                    address.unwrap_or_else(|| other.to_string())
                }
            },
            Notation::Unsigned => unsigned(value),
            Notation::Signed | Notation::Other => {
                mk::as_signed_bv(value).map_or_else(|| formula::text(value), |number| number.to_string())
            }
        }
    }

    /// The execution is at a place. What the library does belongs to the line that called it.
    fn arrive(&mut self, frame: Frame, span: Span) {
        let Some(function) = self.names.function_around(span) else { return };
        let depth = self.recording.depths.get(frame).copied().unwrap_or(0);
        match self.recording.is_inlined {
            true => match self.stack.iter().position(|(_, active)| active == function) {
                Some(position) => self.stack.truncate(position + 1),
                None => self.stack.push((0, function.to_string())),
            },
            false => {
                self.stack.retain(|(other, _)| *other < depth);
                self.stack.push((depth, function.to_string()));
            }
        }
        let place = self.source.place(span);
        let is_same = |last: &Moment| {
            last.place.line == place.line && last.place.file == place.file && last.function == function
        };
        if self.at != Some(frame) || self.story.moments.last().is_none_or(|last| !is_same(last)) {
            let text = self.source.sources.written_line(span).trim().to_string();
            let (function, depth) = (function.to_string(), self.stack.len() - 1);
            self.tell_read();
            if self.names.is_body(span) {
                self.beginnings.push(self.story.moments.len());
            }
            self.story.moments.push(Moment { place, function, depth, text, notes: Vec::new() });
        }
        self.at = Some(frame);
    }

    /// Adds a note to the line; a variable that changes again has its last value.
    fn note(&mut self, variable: Option<&str>, text: String) {
        let Some(moment) = self.story.moments.last_mut() else { return };
        if let Some(variable) = variable {
            let prefix = format!("{variable} = ");
            moment.notes.retain(|note| !note.starts_with(&prefix));
        }
        moment.notes.push(text);
    }

    /// At the end, the values of what the line mentions and no earlier note of it has.
    fn tell_mentioned(&mut self, frame: Frame) {
        let Some(moment) = self.story.moments.last() else { return };
        let known = self.visible(frame);
        let mut notes = Vec::new();
        for mention in mentions(&moment.text) {
            let found = match &mention {
                Mention::Variable(name) => known.get(name),
                Mention::Behind(pointer, field) => known
                    .get(pointer)
                    .filter(|(_, _, offset)| offset.is_none_or(is_zero))
                    .and_then(|(_, base, _)| self.names.object(number(*base)?))
                    .and_then(|object| known.get(&format!("{object}.{field}"))),
            };
            let (name, is_told) =
                (mention.text(), |note: &String| note.starts_with(&format!("{} = ", mention.text())));
            if let Some((notation, value, offset)) = found
                && !moment.notes.iter().any(is_told)
            {
                notes.push(format!("{name} = {}", self.value_text(*notation, *value, *offset)));
            }
        }
        notes.truncate(MAX_MENTIONED);
        notes.into_iter().for_each(|note| self.note(None, note));
    }

    /// The variables that can be seen from a frame, with their values and offsets. Which of several with one name is meant,
    /// nobody knows here.
    fn visible(&self, frame: Frame) -> FxHashMap<String, Seen> {
        let is_set = |(cell, _): &(&Cell, &Term)| !self.unset.contains(*cell);
        let mut cells: Vec<(&Cell, &Term)> = self.values.iter().filter(is_set).collect();
        cells.sort();
        let offsets: FxHashMap<(Option<Frame>, &str), Term> = cells
            .iter()
            .map(|((owner, variable), value)| ((*owner, base_name(*variable)), **value))
            .collect();
        let mut found: FxHashMap<(String, bool), Option<Seen>> = FxHashMap::default();
        for &(&(owner, variable), &value) in &cells {
            let is_visible = owner.is_none_or(|owner| owner == frame) && !is_offset(variable);
            let name = self.names.variable(variable, self.recording.is_inlined).filter(|_| is_visible);
            let Some((name, notation)) = name else { continue };
            let offset = offsets.get(&(owner, format!("{}.offset", base_name(variable)).as_str())).copied();
            let entry = found.entry((name, owner.is_some()));
            entry.and_modify(|several| *several = None).or_insert(Some((notation, value, offset)));
        }
        // A variable of the function hides a global one.
        let hides = |name: &String, is_local: bool| is_local || !found.contains_key(&(name.clone(), true));
        let shown = found.iter().filter(|((name, is_local), _)| hides(name, *is_local));
        shown.filter_map(|((name, _), known)| Some((name.clone(), (*known)?))).collect()
    }

    /// That a function begins is no step, unless there is something to say about it.
    fn leave_out_beginnings(&mut self) {
        let last = self.story.moments.len().saturating_sub(1);
        for position in std::mem::take(&mut self.beginnings).into_iter().rev() {
            if position < last && self.story.moments[position].notes.is_empty() {
                self.story.moments.remove(position);
            }
        }
    }

    /// Says which object an invalid access is about, and where in it.
    fn speak_of_subject(&mut self, end: Option<Span>) {
        let value = |name: &str| {
            let found = self
                .values
                .iter()
                .find(|((owner, variable), _)| owner.is_none() && base_name(*variable) == name);
            found.map(|(_, value)| *value)
        };
        let (Some(base), Some(offset)) = (value(SUBJECT_BASE), value(SUBJECT_OFFSET)) else { return };
        let at = self.value_text(Notation::Signed, offset, None);
        let object = match (self.block(base), number(base).and_then(|base| self.names.object(base))) {
            (Some(block), _) => format!("block {}", block + 1),
            (None, Some(name)) if name.starts_with('"') => name.to_string(),
            (None, Some(name)) => format!("`{name}`"),
            (None, None) if is_zero(base) => {
                let text = if is_zero(offset) {
                    "the pointer is NULL".into()
                } else {
                    format!("the address is {at} bytes behind NULL")
                };
                return self.remark(end, text);
            }
            (None, None) if is_negative(base) => MEMORY_FROM_OUTSIDE.to_string(),
            (None, None) => return,
        };
        let size = value(SUBJECT_SIZE).map(|size| format!(", which has {}", self.size_text(size)));
        self.remark(end, format!("the address is at offset {at} of {object}{}", size.unwrap_or_default()));
    }

    /// Adds a remark about the violation; one in the library is told at the last line.
    fn remark(&mut self, end: Option<Span>, text: String) {
        let end = end.map(|span| self.source.place(span)).filter(|place| !place.file.starts_with(MODELS));
        let last = || self.story.moments.last().map(|moment| moment.place.clone());
        if let Some(place) = end.or_else(last) {
            self.story.remarks.push(Remark { place, text });
        }
    }

    /// Says where the memory that the last condition is about was allocated and freed.
    fn speak_of_memory(&mut self) {
        let last = self.recording.events.iter().rev().find_map(|event| match event.statement {
            Statement::Assume(condition) => Some((event.frame, condition)),
            _ => None,
        });
        let Some((frame, condition)) = last else { return };
        let mut blocks = BTreeSet::new();
        for base in bases(condition) {
            let value = self.values.get(&self.variables.cell(frame, base)).copied();
            blocks.extend(value.and_then(|value| self.block(value)));
        }
        for block in blocks.into_iter().take(MAX_REMARKS) {
            let Block { size, allocated, freed, .. } = &self.blocks[block];
            let size = size.map(|size| format!(" of {}", self.size_text(size))).unwrap_or_default();
            let name = format!("block {}", block + 1);
            let remarks = [
                (allocated.clone(), format!("{name}{size} was allocated here")),
                (freed.clone(), format!("{name} was freed here")),
            ];
            let remarks =
                remarks.into_iter().filter_map(|(place, text)| Some(Remark { place: place?, text }));
            self.story.remarks.extend(remarks);
        }
    }
}

/// The variables of a condition that hold the base of a pointer whose memory it is about.
fn bases(condition: Term) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    let mut work = vec![condition];
    let mut seen = FxHashSet::default();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let (Op::Select, &[array, index]) = (term.op(), term.arguments())
            && (is_named(array, "valid") || is_named(array, "length"))
        {
            found.extend(index.as_var().map(|_| index));
        }
        if is_named(term, "leak") || is_named(term, "leak.reachable") {
            found.insert(term);
        }
        work.extend(term.arguments());
    }
    found
}

fn base_name(variable: Term) -> &'static str {
    variable.as_var().map_or("", |name| name.base.as_str())
}

/// Whether a variable is one that the lowering calls so, in whatever copy.
fn is_named(variable: Term, name: &str) -> bool {
    let copy = base_name(variable).split(['@', '#']).next().unwrap_or("");
    copy == name || copy.strip_suffix(name).is_some_and(|procedure| procedure.ends_with('.'))
}

fn is_offset(variable: Term) -> bool {
    let name = base_name(variable).split(['@', '#']).next().unwrap_or("");
    name.ends_with(".offset")
}

fn is_zero(value: Term) -> bool {
    number(value) == Some(0)
}
