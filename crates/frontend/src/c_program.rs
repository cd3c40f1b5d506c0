//! C: from files to a typed program, and from there to core programs in either arithmetic.

use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;

use base::{Diagnostic, Diagnostics, FileId, SourceMap};
use c_lower::formats::Calls;
use c_lower::models::{finish_with_registered, library_source, registering_source};
use c_lower::options::{
    ASSERTION_FUNCTIONS, Addresses, Arithmetic, FAILED_ASSERTION, Layout, Options, Undefined,
};
use c_sema::hir;
use c_sema::{Unit, check};
use c_syntax::{Ast, Interner};
use instrumentation::instrument::{self, Plan};
use instrumentation::shaping::{Follower, Following};
use instrumentation::sites::Sites;
use program::{Target, Violation};
use report::Obligation;

use crate::dictionary::Dictionary;
use crate::names::Names;
use crate::options::ProgramOptions;
use crate::preprocess::Need;
use crate::request::Request;
use crate::source::Source;
use crate::{input, preprocess, volatile};

/// A C program whose types are known.
pub struct CProgram {
    /// The texts, preprocessed.
    pub sources: Rc<SourceMap>,
    /// The files of the user, in order.
    pub files: Vec<FileId>,
    /// The file with the models of library functions.
    pub library: FileId,
    /// What the files mean.
    pub program: Rc<hir::Program>,
    /// What is checked, and how it is lowered.
    pub options: Options,
    warnings: String,
    /// What is assumed about the text, whatever it becomes.
    assumptions: Vec<String>,
    is_about_assertions: bool,
    closed: Vec<Obligation>,
    /// The models of calls that scan the standard input, with their formats.
    pub scanned: Vec<(hir::FunctionId, Vec<u8>)>,
    /// The witness that the program follows.
    pub following: Option<Following>,
}

/// The text of a file that follows a witness. The error is text for people.
fn follower(plan: &Plan, sources: &SourceMap, tree: &Ast, names: &Interner) -> Result<Follower, String> {
    let sites = Sites::of(tree, names, sources);
    instrument::instrument(plan, &sites, names, sources.text(tree.file))
        .map(|instrumented| Follower::new(plan, instrumented, &sites, names, tree.file))
        .map_err(|why| format!("{}{why}\n", instrumentation::REJECTS))
}

/// Reads the files of a program. The error is text for people.
pub fn load(request: &Request, arguments: &ProgramOptions) -> Result<CProgram, String> {
    let mut sources = SourceMap::new();
    let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let (mut files, mut trees) = (Vec::new(), Vec::<Ast>::new());
    let mut followers = Vec::new();
    for path in &request.files {
        let text = input::read_source(path).map_err(|error| error.render())?;
        let name = input::shown_name(path);
        let preprocess = || {
            let text = preprocess::preprocess(path, arguments, request.model)?;
            Ok::<_, input::InputError>(match name == path.to_string_lossy() {
                true => text,
                false => text.replace(&*path.to_string_lossy(), &name),
            })
        };
        let written = text.clone();
        let (text, is_preprocessed) = match preprocess::need(path, &text, arguments) {
            Need::None => (text, false),
            Need::Useful => preprocess().map_or((text, false), |text| (text, true)),
            Need::Required => (preprocess().map_err(|error| error.render())?, true),
        };
        let file = sources.add_file(&*name, text);
        let mut tree = c_syntax::parse(&sources, file, &mut names, &mut diagnostics);
        if is_preprocessed {
            // The text is not the user's: messages speak of the files that it came from.
            sources.set_line_markers(file, tree.presumed.line_markers());
            sources.add_original(&name, &written);
            add_headers(&mut sources, file);
        }
        let mut file = file;
        if let Some(plan) = arguments.plan.as_ref().filter(|_| !diagnostics.has_errors()) {
            let mut follower = follower(plan, &sources, &tree, &names)?;
            file = sources.add_file(&*name, follower.instrumented.text.as_str());
            follower.file = file;
            tree = c_syntax::parse(&sources, file, &mut names, &mut diagnostics);
            if is_preprocessed {
                sources.set_line_markers(file, tree.presumed.line_markers());
            }
            followers.push(follower);
        }
        files.push(file);
        trees.push(tree);
    }
    if diagnostics.has_errors() {
        return Err(diagnostics.render(&sources));
    }
    let (mut library, mut tree) = parse_library(library_source(), &mut sources, &mut names, &mut diagnostics);
    let mut program = check(&units(&trees, &tree), &names, request.model, &mut diagnostics);
    if diagnostics.has_errors() {
        return Err(diagnostics.render(&sources));
    }
    let mut scanned = Vec::new();
    let (calls, registering) = (Calls::of(&program), registering_source(&program));
    if !calls.is_empty() || registering.is_some() {
        // What these warn of is known.
        let mut known = Diagnostics::new();
        let text = format!("{}{}{}", library_source(), registering.unwrap_or_default(), calls.text());
        (library, tree) = parse_library(&text, &mut sources, &mut names, &mut known);
        program = check(&units(&trees, &tree), &names, request.model, &mut known);
        assert!(!known.has_errors(), "models of calls are C: {}", known.render(&sources));
        scanned = calls.redirect(&mut program);
        finish_with_registered(&mut program);
    }
    check_labels(&program, &request.properties.error_labels)?;
    check_entry(&program, request)?;
    let warnings = diagnostics.render(&sources);
    let assumptions = volatile::assumption(&trees, &sources).into_iter().collect();
    let mut options = request.lowering(arguments, Arithmetic::Bitvector);
    if let Some(plan) = &arguments.plan {
        options.properties.error_functions.extend(instrument::error_functions(plan));
    }
    let following = arguments.plan.clone().map(|plan| Following { plan, followers });
    let is_about_assertions = request.is_about_assertions;
    let (sources, program) = (Rc::new(sources), Rc::new(program));
    let closed = arguments.closed.clone();
    Ok(CProgram {
        sources,
        files,
        library,
        program,
        options,
        warnings,
        assumptions,
        is_about_assertions,
        closed,
        scanned,
        following,
    })
}

/// The units of a program, and the library.
fn units<'t>(trees: &'t [Ast], library: &'t Ast) -> Vec<Unit<'t>> {
    let user = trees.iter().map(|ast| Unit { ast, is_library: false });
    user.chain([Unit { ast: library, is_library: true }]).collect()
}

/// The models of library functions.
fn parse_library(
    text: &str,
    sources: &mut SourceMap,
    names: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> (FileId, Ast) {
    let file = sources.add_file("<library>", text);
    let tree = c_syntax::parse(sources, file, names, diagnostics);
    sources.set_line_markers(file, tree.presumed.line_markers());
    (file, tree)
}

/// So many functions are named where there is no entry.
const MAX_NAMED: usize = 20;

/// The function in which executions start is there. The error is text for people.
fn check_entry(program: &hir::Program, request: &Request) -> Result<(), String> {
    let entry = request.entries.first().map_or("main", String::as_str);
    let defined = program.functions.iter().filter(|function| function.body.is_some());
    if defined.clone().any(|function| *function.name == *entry) {
        return Ok(());
    }
    let names: Vec<&str> =
        defined.filter(|function| !function.is_model).map(|function| &*function.name).collect();
    let more = if names.len() > MAX_NAMED { ", ..." } else { "" };
    let hint = match names.is_empty() {
        true => "no function has a body".to_string(),
        false => {
            let named: Vec<&str> = names.into_iter().take(MAX_NAMED).collect();
            format!("--entry NAME chooses one of {}{more}", named.join(", "))
        }
    };
    Err(input::InputError::new(format!("there is no function `{entry}`"), &hint).render())
}

/// A label that must not be reached is there. The error is text for people.
fn check_labels(program: &hir::Program, asked: &[String]) -> Result<(), String> {
    let known: BTreeSet<&str> = program.labels.iter().map(|label| &*label.name).collect();
    match asked.iter().find(|label| !known.contains(label.as_str())) {
        None => Ok(()),
        Some(label) => {
            let hint = match known.is_empty() {
                true => "the program has no labels".to_string(),
                false => format!("there are {}", known.into_iter().collect::<Vec<_>>().join(", ")),
            };
            Err(input::InputError::new(format!("there is no label `{label}`"), &hint).render())
        }
    }
}

/// Messages show the lines of the user's headers as they are written.
fn add_headers(sources: &mut SourceMap, file: FileId) {
    for name in sources.origins(file) {
        let is_users = !name.starts_with('<') && !name.starts_with("/usr/") && *name != *sources.name(file);
        if let Some(text) = is_users.then(|| input::read_source(Path::new(&*name)).ok()).flatten() {
            sources.add_original(&name, &text);
        }
    }
}

impl CProgram {
    /// The names and texts of the user's files, preprocessed.
    pub fn texts(&self) -> Vec<(String, String)> {
        let files = self.files.iter();
        files
            .map(|&file| (self.sources.name(file).to_string(), self.sources.text(file).to_string()))
            .collect()
    }

    /// Whether executions end at obligations that nobody asks for any more.
    pub fn has_closed_obligations(&self) -> bool {
        !self.closed.is_empty()
    }

    /// The core program in an arithmetic, for an analysis. The error is text for people.
    pub fn lower(&self, arithmetic: Arithmetic) -> Result<Source, String> {
        self.lower_with(Options { arithmetic, ..self.options.clone() })
    }

    /// The core program for an execution.
    pub fn lower_to_execute(&self, arithmetic: Arithmetic) -> Result<Source, String> {
        self.lower_in_layout(arithmetic, Layout::Far)
    }

    /// The same with objects at other addresses.
    pub fn lower_in_layout(&self, arithmetic: Arithmetic, layout: Layout) -> Result<Source, String> {
        let (addresses, has_exact_bits) = (Addresses::Fixed(layout), true);
        self.lower_with(Options { arithmetic, addresses, has_exact_bits, ..self.options.clone() })
    }

    fn lower_with(&self, options: Options) -> Result<Source, String> {
        let lowered = c_lower::lower::lower(&self.program, &options).map_err(|error| {
            let diagnostic = match error.span {
                Some(span) => Diagnostic::error(span, error.message),
                None => Diagnostic::global_error(error.message),
            };
            diagnostic.render(&self.sources)
        })?;
        let mut program = lowered.program;
        if self.is_about_assertions {
            let procedures = program.procedures.iter_mut();
            for location in procedures.flat_map(|procedure| procedure.locations.iter_mut()) {
                if let Some(Target::Violation(violation)) = &mut location.target
                    && is_failed_assertion(violation)
                {
                    violation.property = "assert".into();
                }
            }
        }
        let shaping = self
            .following
            .as_ref()
            .map(|following| following.adjust(&mut program, &self.program, &lowered.variables));
        let mut assumptions = lowered.assumptions;
        let undefined = options.undefined();
        for (span, why) in lowered.endings.iter().filter(|_| undefined == Undefined::Ends) {
            let (file, place) = self.sources.place(*span);
            assumptions.push(format!("executions end in {file}:{} if {why}", place.line));
        }
        assumptions.extend(self.assumptions.iter().cloned());
        assumptions.dedup();
        let mut source = Source {
            shaping,
            pointer_size: options.model.pointer_size(),
            sources: self.sources.clone(),
            program,
            warnings: self.warnings.clone(),
            assumptions,
            names: Some(Names::of(&self.program, &self.sources, self.library).with_bases(lowered.bases)),
            dictionary: Some(Dictionary::new(self.program.clone(), lowered.variables, self.library)),
        };
        source.close(&self.closed);
        Ok(source)
    }
}

/// Whether what is called says that an assertion failed.
fn is_failed_assertion(violation: &Violation) -> bool {
    let called = violation.message.split_once(' ').map_or(&*violation.message, |(function, _)| function);
    let is_assertion =
        violation.message.starts_with(FAILED_ASSERTION) || ASSERTION_FUNCTIONS.contains(&called);
    &*violation.property == "unreach-call" && is_assertion
}
