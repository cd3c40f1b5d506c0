//! Witnesses as parts of programs: the text of a C file with statements that follow a witness.
//!
//! The program itself says what the expressions of a witness mean at their places, so they are put into its text, without
//! new lines, and everything else is the business of the front end.
//!
//! * **Segments.** A variable holds the number of the segment that the execution is in. Passing the waypoint that a
//!   segment follows adds one, passing one that it avoids ends the execution; at one visit of a place, at most one waypoint
//!   is passed. [`crate::shaping`] makes a violation one only in the last segment and at the target.
//! * **Invariants** are assertions, which call an error function of their own if they do not hold.
//! * **Cuts.** To see whether invariants suffice, loops are cut: at the first visit of its head the invariants are
//!   asserted, everything that the loop changes becomes arbitrary ([`crate::shaping`]), and the invariants are supposed; at
//!   the next visit they are asserted, and the execution ends. Then no other invariant can help.

use c_syntax::Interner;
use c_syntax::ast::TextRange;
use witness::{Content, Invariant, Location, Segment, Waypoint, WaypointKind};

use crate::expressions::{self, RESULT};
use crate::scan::Scan;
use crate::sites::{Choice, Kind, Sites, Statement};

/// The variable that holds the number of the segment.
pub const SEGMENT: &str = "__principia_segment";

/// What the variables begin with that say whether the head of a loop was visited.
pub const VISITED: &str = "__principia_visited_";

/// What the functions begin with that are called if an invariant does not hold.
pub const VIOLATED: &str = "__principia_invariant_";

/// A function that does not return, and does nothing wrong.
const STOP: &str = "__principia_stop";

/// What a program is to be checked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The witness.
    pub content: Content,
    /// Whether loops are cut.
    pub is_cut: bool,
    /// Whether what does not fit the program is left out: an automaton speaks of the edges of a graph that the tool made.
    pub is_lenient: bool,
}

/// A text that is put into the program.
struct Insertion {
    offset: u32,
    /// Of several at one place, those with lower numbers come first.
    order: u8,
    text: String,
}

/// At a place, what ends there comes first, the innermost before the others; then statements and conditions that start
/// there; then loops and calls.
const AFTER_CALL: u8 = 0;
const CLOSING: u8 = 1;
const BEFORE: u8 = 2;
const AROUND: u8 = 3;

/// A condition of the program, and what it decides by.
struct Condition {
    start: u32,
    end: u32,
    decides: Decides,
}

/// What of a condition decides, and what the expression around it needs.
enum Decides {
    /// Whether it holds.
    Truth,
    /// Its value, of a `switch`.
    Number,
    /// Whether it holds; the value is the result then (`a ?: b`).
    Value,
}

impl Decides {
    /// What comes before and after the condition so that waypoints are passed.
    fn replacement(&self, alternatives: &str) -> (&'static str, String) {
        match self {
            Decides::Truth => (
                "({ _Bool __principia_taken = (_Bool)(",
                format!("); (void)({alternatives}); __principia_taken; }})"),
            ),
            Decides::Number => (
                "({ __auto_type __principia_taken = (",
                format!("); (void)({alternatives}); __principia_taken; }})"),
            ),
            Decides::Value => (
                "({ __auto_type __principia_value = (",
                format!(
                    "); _Bool __principia_taken = (_Bool)__principia_value; (void)({alternatives}); \
                     __principia_value; }})"
                ),
            ),
        }
    }
}

struct Instrumenter<'s> {
    sites: &'s Sites<'s>,
    names: &'s Interner,
    text: &'s str,
    insertions: Vec<Insertion>,
}

/// A file that follows a witness.
pub struct Instrumented {
    /// The text.
    pub text: String,
    /// The offsets of what was inserted, each with its length, in order.
    insertions: Vec<(u32, u32)>,
}

impl Instrumented {
    /// The offset in the file as it was.
    pub fn original(&self, offset: u32) -> u32 {
        let mut added = 0;
        for &(at, length) in &self.insertions {
            if at + added + length > offset {
                return if at + added > offset { offset - added } else { at };
            }
            added += length;
        }
        offset - added
    }
}

/// Puts a witness into a file. The error is a sentence about the witness.
pub fn instrument(
    plan: &Plan,
    sites: &Sites<'_>,
    names: &Interner,
    text: &str,
) -> Result<Instrumented, String> {
    let mut work = Instrumenter { sites, names, text, insertions: Vec::new() };
    let mut first = 0;
    match &plan.content {
        Content::Violation(segments) => first = work.segments(segments, plan.is_lenient)?,
        Content::Correctness(invariants) => {
            let in_c = |invariant: &Invariant| -> Result<Invariant, String> {
                Ok(Invariant { value: expressions::in_c(&invariant.value)?, ..invariant.clone() })
            };
            let invariants: Vec<Invariant> = invariants.iter().map(in_c).collect::<Result<_, _>>()?;
            work.invariants(&invariants, plan.is_cut)?;
        }
    }
    let start = if first > 0 { format!(" = {first}") } else { String::new() };
    let mut heading = format!("int {SEGMENT}{start}; static void {STOP}(void) {{ for (;;) ; }} ");
    if let Content::Correctness(invariants) = &plan.content {
        (0..invariants.len())
            .for_each(|number| heading += &format!("extern void {VIOLATED}{number}(void); "));
    }
    let Some(first) = sites.first_function() else { return Err("the file has no function".into()) };
    work.insert(first, CLOSING, heading);
    Ok(work.finish())
}

/// The functions that are called if an invariant does not hold.
pub fn error_functions(plan: &Plan) -> Vec<String> {
    match &plan.content {
        Content::Correctness(invariants) => {
            (0..invariants.len()).map(|number| format!("{VIOLATED}{number}")).collect()
        }
        Content::Violation(_) => Vec::new(),
    }
}

fn describe(location: &Location) -> String {
    let column = location.column.map(|column| format!(":{column}")).unwrap_or_default();
    format!("{}:{}{column}", location.file_name, location.line)
}

impl Instrumenter<'_> {
    fn insert(&mut self, offset: u32, order: u8, text: String) {
        self.insertions.push(Insertion { offset, order, text });
    }

    fn finish(mut self) -> Instrumented {
        self.insertions.sort_by_key(|insertion| (insertion.offset, insertion.order));
        let (mut text, mut done) = (String::new(), 0);
        let mut insertions = Vec::new();
        for Insertion { offset, text: inserted, .. } in self.insertions {
            text += &self.text[done as usize..offset as usize];
            text += &inserted;
            insertions.push((offset, inserted.len() as u32));
            done = offset;
        }
        text += &self.text[done as usize..];
        Instrumented { text, insertions }
    }

    /// Puts segments into the text. Gives the number of the first one that is not left out.
    fn segments(&mut self, segments: &[Segment], is_lenient: bool) -> Result<usize, String> {
        let is_kept = |segment: &&Segment| !is_lenient || self.fits(&segment.follow);
        let kept: Vec<usize> =
            segments.iter().enumerate().filter(|(_, s)| is_kept(s)).map(|(number, _)| number).collect();
        // All waypoints of a place together: at most one of them is passed at a visit.
        let mut places: Vec<(&Waypoint, Vec<String>)> = Vec::new();
        let mut position = 0;
        while position < kept.len() {
            let number = kept[position];
            let segment = &segments[number];
            // A loop that reads inputs has the same waypoint many times: one alternative for all of them.
            let is_repeated = |next: usize| {
                let is_next = |other: &&usize| **other == number + (next - position);
                kept.get(next).filter(is_next).is_some_and(|other| segments[*other] == *segment)
            };
            let end = (position + 1..).find(|next| !is_repeated(*next)).unwrap_or(kept.len());
            let last = kept[end - 1];
            let after = kept.get(end).copied().unwrap_or(last + 1);
            let next = match last == number {
                true => format!("({SEGMENT} = {after}, 1)"),
                false => format!("({SEGMENT} = {SEGMENT} == {last} ? {after} : {SEGMENT} + 1, 1)"),
            };
            let is_now = match last == number {
                true => format!("{SEGMENT} == {number}"),
                false => format!("{number} <= {SEGMENT} && {SEGMENT} <= {last}"),
            };
            let avoided = segment.avoid.iter().map(|waypoint| (waypoint, format!("({STOP}(), 1)")));
            for (waypoint, effect) in avoided.chain([(&segment.follow, next)]) {
                if waypoint.kind == WaypointKind::Target || !self.sites.is_here(&waypoint.location) {
                    continue;
                }
                let constraint = self.constraint(waypoint)?;
                let alternative = format!("({is_now} && ({constraint}) && {effect})");
                let is_same = |other: &&Waypoint| {
                    other.kind == waypoint.kind
                        && other.location == waypoint.location
                        && other.callee == waypoint.callee
                };
                match places.iter_mut().find(|(other, _)| is_same(other)) {
                    Some((_, alternatives)) => alternatives.push(alternative),
                    None => places.push((waypoint, vec![alternative])),
                }
            }
            position = end;
        }
        for (waypoint, alternatives) in places {
            self.waypoint(waypoint, &alternatives.join(" || "))?;
        }
        let is_here = segments.iter().any(|segment| self.sites.is_here(&segment.follow.location));
        Ok(kept.first().copied().filter(|_| is_here).unwrap_or(0))
    }

    /// Whether what a waypoint of an automaton speaks of is a thing of the program, and only one.
    fn fits(&self, waypoint: &Waypoint) -> bool {
        let location = &waypoint.location;
        if !self.sites.is_here(location) {
            return true;
        }
        match waypoint.kind {
            WaypointKind::Target => true,
            WaypointKind::Assumption | WaypointKind::Outcome => {
                self.constraint(waypoint).is_ok()
                    && self.sites.statement(location, |kind| kind != Kind::Around).is_some()
            }
            WaypointKind::Branching => {
                let stmts = self.sites.statements(location, Kind::is_branch);
                let is_simple = |stmt: &Statement| {
                    let text = self.condition(*stmt);
                    let text = text.map(|(start, end)| &self.text[start as usize..end as usize]);
                    text.is_some_and(|text| !["&&", "||", "?"].iter().any(|operator| text.contains(operator)))
                };
                !stmts.is_empty() && stmts.iter().all(is_simple)
            }
            WaypointKind::FunctionEnter | WaypointKind::FunctionReturn => {
                self.constraint(waypoint).is_ok()
                    && !self.sites.calls(location, waypoint.callee.as_deref(), self.names).is_empty()
            }
        }
    }

    /// The condition under which a waypoint is passed.
    fn constraint(&self, waypoint: &Waypoint) -> Result<String, String> {
        let text = waypoint.constraint.as_deref().unwrap_or("1");
        Ok(match (waypoint.kind, text) {
            (WaypointKind::Branching, "true") => "__principia_taken".to_string(),
            (WaypointKind::Branching, "false") => "!__principia_taken".to_string(),
            (WaypointKind::Branching, "default") => self.other_cases(&waypoint.location)?,
            (WaypointKind::Branching, _) => {
                let number: i64 =
                    text.parse().map_err(|_| format!("the branch `{text}` is not supported"))?;
                format!("__principia_taken == {number}")
            }
            _ => expressions::in_c(text)?,
        })
    }

    /// The value of a `switch` is none of its cases.
    fn other_cases(&self, location: &Location) -> Result<String, String> {
        let found = self.sites.statement(location, |kind| kind == Kind::Switch);
        let switch = found.ok_or_else(|| format!("there is no `switch` at {}", describe(location)))?;
        let text = |range: &TextRange| &self.text[range.start as usize..range.end as usize];
        let cases = self.sites.cases_of(switch).map(|case| {
            let (first, last) = (text(&case.first), text(&case.last));
            format!("!(({first}) <= __principia_taken && __principia_taken <= ({last}))")
        });
        Ok(cases.chain(["1".to_string()]).collect::<Vec<_>>().join(" && "))
    }

    /// The conditions that a branching may mean: without a column, any of the line.
    fn conditions(&self, location: &Location) -> Vec<Condition> {
        let stmts = self.sites.statements(location, Kind::is_branch);
        if stmts.is_empty() {
            let of_choice = |choice: &Choice| Condition {
                start: choice.condition.start,
                end: choice.condition.end,
                decides: if choice.is_elvis { Decides::Value } else { Decides::Truth },
            };
            return self.sites.choices_at(location).map(of_choice).collect();
        }
        let of_stmt = |stmt: Statement| {
            let (start, end) = self.condition(stmt)?;
            let decides = if stmt.kind == Kind::Switch { Decides::Number } else { Decides::Truth };
            Some(Condition { start, end, decides })
        };
        stmts.into_iter().filter_map(of_stmt).collect()
    }

    fn waypoint(&mut self, waypoint: &Waypoint, alternatives: &str) -> Result<(), String> {
        let location = &waypoint.location;
        let missing = |what: &str| format!("there is no {what} at {}", describe(location));
        match waypoint.kind {
            WaypointKind::Target => {}
            WaypointKind::Assumption => {
                let found = self.sites.statement(location, |kind| kind != Kind::Around);
                let stmt = found.ok_or_else(|| missing("statement"))?;
                self.before(stmt, &format!("(void)({alternatives});"));
            }
            WaypointKind::Outcome => {
                let found = self.sites.statement(location, |kind| kind != Kind::Around);
                let stmt = found.ok_or_else(|| missing("statement"))?;
                let code = format!("(void)({alternatives});");
                // What a branch or a jump leads to is elsewhere, and they change nothing.
                let text = &self.text[stmt.range.start as usize..stmt.range.end as usize];
                let is_jump =
                    ["return", "goto", "break", "continue"].iter().any(|word| text.starts_with(word));
                match stmt.kind == Kind::Plain && !is_jump {
                    true => self.after(stmt, &code),
                    false => self.before(stmt, &code),
                }
            }
            WaypointKind::Branching => {
                let conditions = self.conditions(location);
                if conditions.is_empty() {
                    return Err(missing("branch"));
                }
                for Condition { start, end, decides } in conditions {
                    let (opening, closing) = decides.replacement(alternatives);
                    self.around(start, end, opening, &closing);
                }
            }
            WaypointKind::FunctionEnter | WaypointKind::FunctionReturn => {
                let calls = self.sites.calls(location, waypoint.callee.as_deref(), self.names);
                if calls.is_empty() {
                    return Err(missing("call"));
                }
                let has_result =
                    waypoint.kind == WaypointKind::FunctionReturn && waypoint.constraint.is_some();
                for call in calls {
                    let (opening, closing) = match has_result {
                        true => (
                            format!("({{ __auto_type {RESULT} = "),
                            format!("; (void)({alternatives}); {RESULT}; }})"),
                        ),
                        false => (format!("((void)({alternatives}), "), ")".to_string()),
                    };
                    self.insert(call.range.start, AROUND, opening);
                    self.insert(call.range.end, AFTER_CALL, closing);
                }
            }
        }
        Ok(())
    }

    fn invariants(&mut self, invariants: &[Invariant], is_cut: bool) -> Result<(), String> {
        let mut loops: Vec<(u32, Vec<usize>)> = Vec::new();
        for (number, invariant) in invariants.iter().enumerate() {
            if !self.sites.is_here(&invariant.location) {
                continue;
            }
            let missing = |what: &str| format!("there is no {what} at {}", describe(&invariant.location));
            if invariant.is_loop {
                let found = self.sites.statement(&invariant.location, Kind::is_loop);
                let start = found.ok_or_else(|| missing("loop"))?.range.start;
                match loops.iter_mut().find(|(other, _)| *other == start) {
                    Some((_, numbers)) => numbers.push(number),
                    None => loops.push((start, vec![number])),
                }
            } else {
                let found = self.sites.statement(&invariant.location, |kind| kind != Kind::Around);
                let stmt = found.ok_or_else(|| missing("statement"))?;
                self.before(stmt, &format!("(void)({});", asserted(invariants, &[number])));
            }
        }
        let all: Vec<Statement> =
            self.sites.stmts.iter().filter(|stmt| stmt.kind.is_loop()).copied().collect();
        for (number, stmt) in all.into_iter().enumerate() {
            let own = loops.iter().find(|(start, _)| *start == stmt.range.start);
            let own = own.map_or(&[][..], |(_, numbers)| numbers);
            if own.is_empty() && !is_cut {
                continue;
            }
            let asserted = asserted(invariants, own);
            let code = match is_cut {
                false => format!("(void)({asserted})"),
                true => {
                    let visited = format!("{VISITED}{number}");
                    let supposed = supposed(invariants, own);
                    self.insert(
                        stmt.range.start,
                        AROUND,
                        format!("{{ unsigned char {visited}; {visited} = 0; "),
                    );
                    self.insert(stmt.range.end, CLOSING, " }".to_string());
                    format!(
                        "(void)({asserted}), (void)({visited} == 1 ? ({STOP}(), 0) : 0), {visited} = 1, (void)({supposed})"
                    )
                }
            };
            self.at_head(stmt, &code)?;
        }
        Ok(())
    }

    /// Puts an expression where the head of a loop is.
    fn at_head(&mut self, stmt: Statement, code: &str) -> Result<(), String> {
        if let Kind::Do { body, is_block } = stmt.kind {
            match is_block {
                true => self.insert(body + 1, BEFORE, format!(" {code}; ")),
                false => return Err("the body of a `do` loop is not a block".into()),
            }
            return Ok(());
        }
        let (start, end) = self.condition(stmt).ok_or("a loop has no condition")?;
        self.around(start, end, &format!("({code}), ("), ")");
        Ok(())
    }

    /// Puts text around a condition; one that is missing holds.
    fn around(&mut self, start: u32, end: u32, opening: &str, closing: &str) {
        if self.text[start as usize..end as usize].trim().is_empty() {
            // Both would be at one place, where what ends comes before what starts.
            return self.insert(start, BEFORE, format!("{opening}1{closing}"));
        }
        self.insert(start, BEFORE, opening.to_string());
        self.insert(end, CLOSING, closing.to_string());
    }

    /// Puts a statement before another one.
    fn before(&mut self, stmt: Statement, code: &str) {
        let opening = if stmt.is_listed { "" } else { "{ " };
        self.insert(stmt.range.start, BEFORE, format!("{opening}{code} "));
        if !stmt.is_listed {
            self.insert(stmt.range.end, CLOSING, " }".to_string());
        }
    }

    /// Puts a statement behind another one.
    fn after(&mut self, stmt: Statement, code: &str) {
        if !stmt.is_listed {
            self.insert(stmt.range.start, BEFORE, "{ ".to_string());
        }
        let closing = if stmt.is_listed { "" } else { " }" };
        self.insert(stmt.range.end, CLOSING, format!(" {code}{closing}"));
    }

    /// Where the condition of a statement is.
    fn condition(&self, stmt: Statement) -> Option<(u32, u32)> {
        let bytes = self.text.as_bytes();
        let (start, stop) = (stmt.range.start as usize, stmt.range.end as usize);
        let open = match stmt.kind {
            // The last parenthesis that opens at depth 0.
            Kind::Do { .. } => {
                let mut scan = Scan { bytes, at: start, depth: 0 };
                let mut last = None;
                while scan.at < stop {
                    let (at, depth) = (scan.at, scan.depth);
                    if scan.next()? == b'(' && depth == 0 {
                        last = Some(at);
                    }
                }
                last?
            }
            _ => {
                let mut scan = Scan { bytes, at: start, depth: 0 };
                loop {
                    let at = scan.at;
                    if scan.next()? == b'(' {
                        break at;
                    }
                }
            }
        };
        let mut scan = Scan { bytes, at: open + 1, depth: 1 };
        let mut semicolons = Vec::new();
        let close = loop {
            let at = scan.at;
            match scan.next()? {
                b';' if scan.depth == 1 => semicolons.push(at),
                _ if scan.depth == 0 => break at,
                _ => {}
            }
        };
        match (stmt.kind, semicolons[..].as_ref()) {
            (Kind::For, [first, second]) => Some((*first as u32 + 1, *second as u32)),
            (Kind::For, _) => None,
            _ => Some((open as u32 + 1, close as u32)),
        }
    }
}

/// `(I || (violated(), 0)) && ...` for invariants by number.
fn asserted(invariants: &[Invariant], numbers: &[usize]) -> String {
    let parts = numbers
        .iter()
        .map(|number| format!("(({}) ? 0 : ({VIOLATED}{number}(), 0))", invariants[*number].value));
    let parts: Vec<String> = parts.chain(["0".to_string()]).collect();
    parts.join(", ")
}

fn supposed(invariants: &[Invariant], numbers: &[usize]) -> String {
    let parts = numbers.iter().map(|number| format!("(({}) ? 0 : ({STOP}(), 0))", invariants[*number].value));
    let parts: Vec<String> = parts.chain(["0".to_string()]).collect();
    parts.join(", ")
}
