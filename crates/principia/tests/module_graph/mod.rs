//! Which modules of a crate refer to which, and the cycles among them.
//!
//! The graph has two levels. The modules directly under the root of a crate are looked at with all that is below
//! them; and so are, within each module, its direct children. A module and what is inside of it are one room, so
//! that a reference from a child to its parent, or the other way round, counts nowhere; the root belongs to no room.
//!
//! References are the paths that begin with `crate`, `super` or `self` ([`paths`]), and the imports. A path through a
//! re-export leads to the module that has the item: a façade does not hide a cycle.

mod paths;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use paths::{Path, definitions, paths};
use tokens::tokens;

/// A module: a file.
struct Module {
    /// The names from the root to the module.
    path: Vec<String>,
    file: String,
    parent: usize,
    children: BTreeMap<String, usize>,
    paths: Vec<Path>,
    definitions: BTreeSet<String>,
}

/// The modules of a crate, the root first.
pub struct ModuleTree {
    modules: Vec<Module>,
}

/// How many re-exports a path may pass.
const MAX_HOPS: usize = 16;

impl ModuleTree {
    /// Reads the modules that `root` declares, without those for tests. `read` gives the text of a file by its name
    /// below `src`.
    pub fn read(root: &str, read: &dyn Fn(&str) -> Option<String>) -> ModuleTree {
        let mut tree = ModuleTree { modules: Vec::new() };
        let text = read(root).unwrap_or_default();
        tree.add(Vec::new(), root.to_string(), &text, 0, read);
        tree
    }

    fn add(
        &mut self,
        path: Vec<String>,
        file: String,
        text: &str,
        parent: usize,
        read: &dyn Fn(&str) -> Option<String>,
    ) {
        let tokens = tokens(text);
        let id = self.modules.len();
        if let Some(name) = path.last() {
            self.modules[parent].children.insert(name.clone(), id);
        }
        let (paths, definitions) = (paths(&tokens), definitions(&tokens));
        let children = BTreeMap::new();
        self.modules.push(Module { path: path.clone(), file, parent, children, paths, definitions });
        let declared = tokens.windows(3).filter(|three| three[0].text == "mod" && three[2].text == ";");
        for name in declared.map(|three| three[1].text.to_string()) {
            let child = [path.clone(), vec![name]].concat();
            let stem = child.join("/");
            let files = [format!("{stem}.rs"), format!("{stem}/mod.rs")];
            let found = files.into_iter().find_map(|file| Some((read(&file)?, file)));
            if let Some((text, file)) = found {
                self.add(child, file, &text, id, read);
            }
        }
    }

    /// The module that a path in a module leads to: itself, or where the item is.
    fn resolve(&self, from: usize, segments: &[String], hops: usize) -> Option<(usize, bool)> {
        let (first, mut rest) = segments.split_first()?;
        let mut current = match first.as_str() {
            "crate" => 0,
            "self" => from,
            "super" => self.modules[from].parent,
            name => *self.modules[from].children.get(name)?,
        };
        while let Some((name, behind)) = rest.split_first() {
            if name == "super" {
                current = self.modules[current].parent;
            } else if let Some(child) = self.modules[current].children.get(name) {
                current = *child;
            } else {
                return match self.imported(current, name, hops) {
                    Some((module, true)) if !behind.is_empty() => {
                        let segments = [&["self".to_string()], behind].concat();
                        self.resolve(module, &segments, hops)
                    }
                    Some(found) => Some(found),
                    None => Some((current, false)),
                };
            }
            rest = behind;
        }
        Some((current, true))
    }

    /// Where a name comes from that a module imports.
    fn imported(&self, module: usize, name: &str, hops: usize) -> Option<(usize, bool)> {
        if hops == 0 || self.modules[module].definitions.contains(name) {
            return None;
        }
        let imports = || self.modules[module].paths.iter().filter(|path| path.is_import);
        for import in imports().filter(|import| !import.is_glob && import.name == name) {
            if let Some(found) = self.resolve(module, &import.segments, hops - 1) {
                return Some(found);
            }
        }
        for import in imports().filter(|import| import.is_glob) {
            let Some((behind, true)) = self.resolve(module, &import.segments, hops - 1) else { continue };
            if self.modules[behind].definitions.contains(name) {
                return Some((behind, false));
            }
            if let Some(found) = self.imported(behind, name, hops - 1) {
                return Some(found);
            }
        }
        None
    }

    /// For each folder, who refers to whom, with the places.
    fn references(&self) -> BTreeMap<Vec<String>, Graph> {
        let mut folders: BTreeMap<Vec<String>, Graph> = BTreeMap::new();
        for (id, module) in self.modules.iter().enumerate() {
            for path in &module.paths {
                let Some((target, _)) = self.resolve(id, &path.segments, MAX_HOPS) else { continue };
                let (from, to) = (&module.path, &self.modules[target].path);
                let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
                if shared < from.len() && shared < to.len() {
                    let place = format!("{}:{}: {}", module.file, path.line, path.segments.join("::"));
                    let graph = folders.entry(from[..shared].to_vec()).or_default();
                    let edge = (from[shared].clone(), to[shared].clone());
                    graph.entry(edge).or_default().push(place);
                }
            }
        }
        folders
    }

    /// The cycles of the crate, each with the references that make it.
    pub fn cycles(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        for (folder, graph) in self.references() {
            for members in components(&graph) {
                let names: Vec<&str> = members.iter().map(|name| name.as_str()).collect();
                let place = [&["crate".to_string()], folder.as_slice()].concat().join("::");
                let mut text = format!("{place}: {} form a cycle", names.join(", "));
                for ((from, to), places) in &graph {
                    if members.contains(from) && members.contains(to) {
                        text += &format!("\n  {from} -> {to}\n    {}", places.join("\n    "));
                    }
                }
                complaints.push(text);
            }
        }
        complaints
    }
}

/// The references between the modules of a folder, by source and destination.
type Graph = BTreeMap<(String, String), Vec<String>>;

/// The sets of several modules that reach each other.
fn components(graph: &Graph) -> BTreeSet<BTreeSet<String>> {
    let reached = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut work = vec![start];
        while let Some(name) = work.pop() {
            let next = graph.keys().filter(|(from, _)| from == name).map(|(_, to)| to);
            work.extend(next.filter(|to| seen.insert((*to).clone())));
        }
        seen
    };
    let reach: BTreeMap<&String, BTreeSet<String>> =
        graph.keys().map(|(from, _)| (from, reached(from))).collect();
    let component = |(start, behind): (&&String, &BTreeSet<String>)| {
        let is_member = |name: &&String| reach.get(name).is_some_and(|back| back.contains(*start));
        behind.iter().filter(is_member).cloned().collect::<BTreeSet<String>>()
    };
    reach.iter().map(component).filter(|members| members.len() > 1).collect()
}
