//! Models as our values.
//!
//! Arrays become stores over a constant array, whatever way Z3 has written them
//! (stores, an auxiliary function, a lambda with a chain of ifs). What Z3 says
//! about division by zero is left out. A model with a value that we cannot
//! write (an irrational number, a function that is no finite table) is refused
//! as a whole: a partial one would break the promise of [`crate::Solver::model`].

use std::sync::Arc;
use std::time::Duration;

use term::build as mk;
use term::model::{default_value, parameter};
use term::{Func, FuncInterp, Model, Op, Sort, Term};
use z3_sys::*;

use super::back::{Reader, View};
use super::context::{Held, Z3Context};
use super::watchdog::{QueryCell, Target};

/// The longest that it may take to find out whether a closed formula holds.
const CLOSED_LIMIT: Duration = Duration::from_secs(1);

/// A function as a table: points in the order of precedence, and the rest.
struct Table {
    entries: Vec<(Vec<Term>, Term)>,
    default: Term,
}

/// How Z3 numbers the variables of a body.
#[derive(Clone, Copy)]
enum Order {
    /// From the first argument to the last, as in function interpretations.
    Arguments,
    /// From the innermost bound variable outwards, as in lambdas.
    Binders,
}

impl Z3Context {
    /// The values of the given variables and of all functions. The caller keeps the model alive.
    pub(super) fn read_model(&self, raw: Z3_model, variables: &[Term]) -> Result<Model, String> {
        let mut model = Model::default();
        for &variable in variables {
            let value = self.evaluate(raw, self.translate(variable)?)?;
            model.insert(variable, self.read_value(raw, value.ast)?);
        }
        let mut functions: Vec<(Func, Z3_func_decl)> =
            self.functions.borrow().iter().map(|(func, declaration)| (*func, *declaration)).collect();
        functions.sort_unstable_by_key(|(func, _)| *func);
        for (func, declaration) in functions {
            let table = self.reader(raw).function_table(declaration, func.parameters(), func.result())?;
            model.insert_function(func, FuncInterp { entries: table.entries, default: table.default });
        }
        Ok(model)
    }

    fn evaluate(&self, model: Z3_model, ast: Z3_ast) -> Result<Held<'_>, String> {
        let mut value = ast;
        // SAFETY: model and term are alive; the result is held at once.
        let is_evaluated = unsafe { Z3_model_eval(self.raw, model, ast, true, &mut value) };
        match is_evaluated {
            true => Ok(self.hold(value)),
            false => self.checked(None),
        }
    }

    fn reader(&self, model: Z3_model) -> Reader<'_> {
        Reader { context: self, model: Some(model), bound: Vec::new() }
    }

    fn read_value(&self, model: Z3_model, ast: Z3_ast) -> Result<Term, String> {
        let value = self.reader(model).read(ast)?;
        if value.is_value() {
            return Ok(value);
        }
        match self.decide_closed(value, ast) {
            Some(holds) => Ok(mk::bool(holds)),
            None => Err(format!("Z3's value {value} is none of ours")),
        }
    }

    /// The truth value of a quantified formula about nothing but numbers: tactics that replace a
    /// variable by its definition leave such formulas in models.
    fn decide_closed(&self, formula: Term, ast: Z3_ast) -> Option<bool> {
        let mut is_closed = formula.sort() == Sort::Bool && formula.free_variables().is_empty();
        formula.visit_once(|part| is_closed &= !matches!(part.op(), Op::Apply(_)));
        if !is_closed {
            return None;
        }
        // SAFETY: the solver is counted until its answer is there; the formula is alive.
        unsafe {
            let solver = Z3_mk_solver(self.raw)?;
            Z3_solver_inc_ref(self.raw, solver);
            Z3_solver_assert(self.raw, solver, ast);
            let target = Target::Solver(self.raw, solver);
            let query = || Z3_solver_check(self.raw, solver);
            let (answer, _) = Arc::new(QueryCell::default()).run(target, Some(CLOSED_LIMIT), query);
            Z3_solver_dec_ref(self.raw, solver);
            self.succeeded().ok()?;
            match answer {
                Z3_L_TRUE => Some(true),
                Z3_L_FALSE => Some(false),
                _ => None,
            }
        }
    }
}

impl Reader<'_> {
    /// An array that Z3 describes by a function or by a lambda.
    pub(super) fn array_value(&mut self, ast: Z3_ast) -> Result<Term, String> {
        let sort = self.context.sort_of(ast)?;
        let Sort::Array(array) = sort else {
            return Err(format!("Z3 returned a function as a value of sort {sort}"));
        };
        let table = match self.context.view(ast)? {
            View::Lambda { bound, body } if bound.len() == 1 && self.bound.is_empty() => {
                self.table_of_body(body, 1, Order::Binders)?
            }
            View::Application { .. } => {
                // SAFETY: the term is alive, and Z3 checks that it is `as-array`.
                let declaration = unsafe { Z3_get_as_array_func_decl(self.context.raw, ast) };
                self.function_table(self.context.checked(declaration)?, &[array.index()], array.element())?
            }
            _ => return Err("Z3 returned an array that is no table".to_owned()),
        };
        if !table.default.is_value() {
            return Err("Z3 returned an array that is no table".to_owned());
        }
        let mut value = mk::const_array(sort, table.default);
        // The first entry for a point counts, so it is written last.
        for (point, element) in table.entries.into_iter().rev() {
            value = mk::store(value, point[0], element);
        }
        Ok(value)
    }

    fn function_table(
        &mut self,
        declaration: Z3_func_decl,
        parameters: &[Sort],
        result: Sort,
    ) -> Result<Table, String> {
        let (raw, Some(model)) = (self.context.raw, self.model) else {
            return Err("Z3 returned a function outside of a model".to_owned());
        };
        // SAFETY: model and declaration are alive; the interpretation is counted while it is read.
        unsafe {
            if !Z3_model_has_interp(raw, model, declaration) {
                return Ok(Table { entries: Vec::new(), default: default_value(result) });
            }
            let interpretation = self.context.checked(Z3_model_get_func_interp(raw, model, declaration))?;
            Z3_func_interp_inc_ref(raw, interpretation);
            let table = self.interpretation_table(interpretation, parameters, result);
            Z3_func_interp_dec_ref(raw, interpretation);
            table
        }
    }

    /// # Safety
    /// The interpretation is alive.
    unsafe fn interpretation_table(
        &mut self,
        interpretation: Z3_func_interp,
        parameters: &[Sort],
        result: Sort,
    ) -> Result<Table, String> {
        let raw = self.context.raw;
        let mut entries = Vec::new();
        // SAFETY: entries live as long as the interpretation; each is counted while it is read.
        unsafe {
            for index in 0..Z3_func_interp_get_num_entries(raw, interpretation) {
                let entry = self.context.checked(Z3_func_interp_get_entry(raw, interpretation, index))?;
                Z3_func_entry_inc_ref(raw, entry);
                let point = self.entry(entry);
                Z3_func_entry_dec_ref(raw, entry);
                push_first(&mut entries, point?);
            }
            let Some(rest) = Z3_func_interp_get_else(raw, interpretation) else {
                return Ok(Table { entries, default: default_value(result) });
            };
            let rest = self.context.hold(rest);
            let arity = parameters.len();
            match self.table_of_body(rest.ast, arity, Order::Arguments) {
                Ok(table) => {
                    table.entries.into_iter().for_each(|point| push_first(&mut entries, point));
                    Ok(Table { entries, default: table.default })
                }
                Err(_) => Ok(Table { entries, default: self.read_default(rest.ast, parameters)? }),
            }
        }
    }

    /// A default that depends on the arguments. Z3 numbers them from the first to the last, the
    /// reader from the innermost bound variable outwards.
    fn read_default(&mut self, body: Z3_ast, parameters: &[Sort]) -> Result<Term, String> {
        let names = parameters.iter().enumerate().map(|(i, sort)| parameter(i, *sort));
        let bound = names.rev().collect();
        Reader { context: self.context, model: self.model, bound }.read(body)
    }

    /// # Safety
    /// The entry is alive.
    unsafe fn entry(&mut self, entry: Z3_func_entry) -> Result<(Vec<Term>, Term), String> {
        let raw = self.context.raw;
        // SAFETY: the parts live as long as the entry.
        unsafe {
            let mut point = Vec::new();
            for index in 0..Z3_func_entry_get_num_args(raw, entry) {
                let argument = self.context.checked(Z3_func_entry_get_arg(raw, entry, index))?;
                point.push(self.value(argument)?);
            }
            let value = self.context.checked(Z3_func_entry_get_value(raw, entry))?;
            Ok((point, self.value(value)?))
        }
    }

    fn value(&mut self, ast: Z3_ast) -> Result<Term, String> {
        let value = self.read(ast)?;
        match value.is_value() {
            true => Ok(value),
            false => Err("Z3 returned a function that is no finite table".to_owned()),
        }
    }

    /// Reads `(ite (= x v) a (ite ... default))` over the bound variables.
    fn table_of_body(&mut self, body: Z3_ast, arity: usize, order: Order) -> Result<Table, String> {
        let mut entries = Vec::new();
        let mut current = body;
        loop {
            match self.context.view(current)? {
                View::Application { kind, arguments, .. }
                    if kind == DeclKind::Ite as u32 && arguments.len() == 3 =>
                {
                    let mut point = vec![None; arity];
                    self.read_point(arguments[0], &mut point, order)?;
                    let point = point.into_iter().collect::<Option<Vec<Term>>>();
                    let point = point.ok_or("Z3 returned a function that is no finite table")?;
                    let value = self.value(arguments[1])?;
                    push_first(&mut entries, (point, value));
                    current = arguments[2];
                }
                _ => return Ok(Table { entries, default: self.value(current)? }),
            }
        }
    }

    /// Reads a conjunction of equations between bound variables and values.
    fn read_point(
        &mut self,
        condition: Z3_ast,
        point: &mut [Option<Term>],
        order: Order,
    ) -> Result<(), String> {
        let arity = point.len();
        let position_of = |index: usize| match order {
            Order::Arguments => (index < arity).then_some(index),
            Order::Binders => arity.checked_sub(1 + index),
        };
        let mut set = |index: u32, value: Term| match position_of(index as usize) {
            Some(position) if point[position].is_none_or(|old| old == value) => {
                point[position] = Some(value);
                Ok(())
            }
            _ => Err("Z3 returned a function that is no finite table".to_owned()),
        };
        let mut stack = vec![condition];
        while let Some(top) = stack.pop() {
            match self.context.view(top)? {
                View::Bound(index) => set(index, mk::tt())?,
                View::Application { kind, arguments, .. } => {
                    let is = |expected: DeclKind| kind == expected as u32;
                    if is(DeclKind::And) {
                        stack.extend(arguments);
                        continue;
                    }
                    match arguments[..] {
                        [a] if is(DeclKind::Not) => match self.context.view(a)? {
                            View::Bound(index) => set(index, mk::ff())?,
                            _ => return Err("Z3 returned a function that is no finite table".to_owned()),
                        },
                        [a, b] if is(DeclKind::Eq) => match (self.context.view(a)?, self.context.view(b)?) {
                            (View::Bound(index), _) => set(index, self.value(b)?)?,
                            (_, View::Bound(index)) => set(index, self.value(a)?)?,
                            _ => {
                                return Err("Z3 returned a function that is no finite table".to_owned());
                            }
                        },
                        _ => return Err("Z3 returned a function that is no finite table".to_owned()),
                    }
                }
                _ => return Err("Z3 returned a function that is no finite table".to_owned()),
            }
        }
        Ok(())
    }
}

fn push_first(entries: &mut Vec<(Vec<Term>, Term)>, entry: (Vec<Term>, Term)) {
    if entries.iter().all(|(point, _)| *point != entry.0) {
        entries.push(entry);
    }
}
