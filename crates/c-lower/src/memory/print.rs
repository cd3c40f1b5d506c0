//! The text form of the memory of a program, for people and for tests.
//!
//! Each class has a line with its objects, one with what is known about it, and one for each component:
//!
//! ```text
//! class 2: main.a, malloc(8ul)
//!   several objects, stride 4, used by main
//!   at 0: int, by object and offset
//!   at 8: pointer to class 3 + 4, by object
//! ```
//!
//! Places are in bytes (`8:3` is three bits further). A component is a `variable`, or an array `by object`,
//! `by offset`, or both. The offset of a pointer is a number, or a congruence: `+ 4 (mod 8)`.

use std::fmt::Write;

use c_sema::hir::{ObjectId, Program};
use rustc_hash::FxHashMap;

use super::Memory;
use super::classes::{Class, ClassId, Origin, Pointer, Site};
use super::leaves::Scalar;
use super::nesting::function_of;
use super::regions::{Component, Layout, Region};

impl Memory {
    /// The classes that something is known about, numbered in the order in which the analysis met them.
    pub fn text(&self, program: &Program) -> String {
        let classes = &self.regions.points_to.classes;
        let mut numbers: FxHashMap<ClassId, usize> = FxHashMap::default();
        for root in classes.roots() {
            let class = classes.get(root);
            let is_pointed_to = || classes.roots().any(|other| self.points_to_class(other, root));
            // Results of functions are kept like objects; without pointers they say nothing.
            if !class.is_empty() || !class.cells.is_empty() || is_pointed_to() {
                numbers.insert(root, numbers.len() + 1);
            }
        }
        let mut text = String::new();
        for root in classes.roots().filter(|root| numbers.contains_key(root)) {
            let region = self.regions.region(root);
            let _ = writeln!(text, "class {}: {}", numbers[&root], self.contents(program, root).join(", "));
            let facts = facts(program, classes.get(root), region);
            if !facts.is_empty() {
                let _ = writeln!(text, "  {}", facts.join(", "));
            }
            for component in &region.components {
                let _ = writeln!(text, "  {}", self.component(component, region, &numbers));
            }
        }
        text
    }

    fn points_to_class(&self, holder: ClassId, class: ClassId) -> bool {
        let classes = &self.regions.points_to.classes;
        classes.get(holder).pointees().any(|pointee| classes.find(pointee.class) == class)
    }

    /// What has its address in a class, or is kept as if it had.
    fn contents(&self, program: &Program, root: ClassId) -> Vec<String> {
        let points_to = &self.regions.points_to;
        let class = points_to.classes.get(root);
        let mut contents: Vec<String> = Vec::new();
        for site in &class.sites {
            contents.push(match site {
                Site::Object(object) => self.object(program, *object),
                Site::Heap(call) => program.expr_text(*call),
                Site::Arguments => "the list of arguments".to_string(),
                Site::Strings => "the strings of the arguments".to_string(),
            });
        }
        contents.extend(
            class.functions.iter().map(|function| format!("{}()", program.functions[*function].name)),
        );
        contents.extend(class.labels.iter().map(|label| format!("&&{}", program.labels[*label].name)));
        for (function, result) in points_to.results.iter_enumerated() {
            if points_to.classes.find(*result) == root {
                contents.push(format!("result of {}", program.functions[function].name));
            }
        }
        if contents.is_empty() {
            contents.push("no object of the program".into());
        }
        contents
    }

    /// `f.x` for a local object of `f`.
    fn object(&self, program: &Program, object: ObjectId) -> String {
        let name = &program.objects[object].name;
        let lives = if self.reborn.contains(&object) { " (one for each life)" } else { "" };
        match function_of(program, object) {
            Some(function) => format!("{}.{name}{lives}", program.functions[function].name),
            None => format!("{name}{lives}"),
        }
    }

    fn component(
        &self,
        component: &Component,
        region: &Region,
        numbers: &FxHashMap<ClassId, usize>,
    ) -> String {
        let Component { start, end, layout, is_exact, pointee } = component;
        let (byte, bit) = (start.div_euclid(8), start.rem_euclid(8));
        let mut text = format!("at {byte}");
        if bit != 0 {
            let _ = write!(text, ":{bit}");
        }
        match layout {
            Layout::Typed(scalar, width) => {
                let _ = write!(text, ": {}", scalar_text(*scalar));
                if let Some(width) = width {
                    let _ = write!(text, " of {width} bits");
                }
            }
            Layout::Bytes => {
                let _ = write!(text, "..{}: bytes", end / 8);
            }
        }
        if let Some(pointee) = pointee {
            let _ = write!(text, " to {}", self.pointer(*pointee, numbers));
        }
        text += match (region.single.is_some(), is_exact) {
            (true, true) => ", variable",
            (true, false) => ", by offset",
            (false, true) => ", by object",
            (false, false) => ", by object and offset",
        };
        text
    }

    fn pointer(&self, pointer: Pointer, numbers: &FxHashMap<ClassId, usize>) -> String {
        let number = numbers[&self.regions.points_to.classes.find(pointer.class)];
        match pointer.offset.modulus {
            0 => format!("class {number} + {}", pointer.offset.rest),
            modulus => format!("class {number} + {} (mod {modulus})", pointer.offset.rest),
        }
    }
}

fn scalar_text(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int(kind) => kind.name(),
        Scalar::Float(kind) => kind.name(),
        Scalar::Pointer => "pointer",
    }
}

/// What is known about a class.
fn facts(program: &Program, class: &Class, region: &Region) -> Vec<String> {
    let mut facts = Vec::new();
    if !class.sites.is_empty() {
        facts.push(if region.single.is_some() { "one object" } else { "several objects" }.to_string());
    }
    if region.stride != 0 {
        facts.push(format!("stride {}", region.stride));
    }
    let origins = [("pointers", class.origin), ("contents", class.contents)];
    for (what, origin) in origins {
        match origin {
            Origin::Program => {}
            Origin::Input => facts.push(format!("{what} from inputs")),
            Origin::Caller => facts.push(format!("{what} from callers")),
            Origin::OtherCode => facts.push(format!("{what} from other code")),
        }
    }
    let flags = [
        (class.has_null, "pointers may be NULL"),
        (class.has_integers, "pointers may be numbers"),
        (class.has_numbers, "pointers may be made from any number"),
        (class.has_steps, "pointers move upwards"),
        (class.is_exposed, "addresses become numbers"),
        (class.is_passed_out, "addresses are passed out"),
    ];
    facts.extend(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, text)| text.to_string()));
    let users: Vec<&str> = class.users.iter().map(|user| &*program.functions[*user].name).collect();
    if !users.is_empty() {
        facts.push(format!("used by {}", users.join(" and ")));
    }
    facts
}
