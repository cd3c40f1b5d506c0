//! The owner of Z3's terms.
//!
//! A context keeps one Z3 term for each of ours that was ever translated, so
//! that a formula is translated once however many solvers see it. Names need
//! care: `x@3` may be the third copy of `x` or a program variable of that name.
//! The context knows the owner of every Z3 declaration it has made and gives
//! the second claimant of a name another one, hence different variables are
//! different in Z3 as well.

use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::rc::{Rc, Weak};

use rustc_hash::FxHashMap;
use term::{Func, Sort, Term};
use z3_sys::*;

/// What a Z3 declaration stands for.
#[derive(Clone, Copy)]
pub(super) enum Owner {
    Variable(Term),
    Function(Func),
}

/// Z3's terms and the translation of ours.
pub struct Z3Context {
    pub(super) raw: Z3_context,
    pub(super) terms: RefCell<FxHashMap<Term, Z3_ast>>,
    pub(super) functions: RefCell<FxHashMap<Func, Z3_func_decl>>,
    sorts: RefCell<FxHashMap<Sort, Z3_sort>>,
    owners: RefCell<FxHashMap<Z3_func_decl, Owner>>,
}

thread_local! {
    static SHARED: RefCell<Weak<Z3Context>> = const { RefCell::new(Weak::new()) };
}

/// Errors are asked for after each call; the default handler would end the process.
unsafe extern "C" fn ignore_error(_: Z3_context, _: Z3_error_code) {}

unsafe extern "C" {
    // The binding's enumerations are not exhaustive: a kind that a newer library adds would be
    // undefined behaviour there.
    #[link_name = "Z3_get_decl_kind"]
    #[allow(clashing_extern_declarations)]
    pub(super) fn decl_kind(context: Z3_context, declaration: Z3_func_decl) -> u32;
}

impl Z3Context {
    /// A context of its own, which shares nothing with others.
    pub fn new() -> Result<Rc<Z3Context>, String> {
        // SAFETY: the configuration lives until the context has been made.
        let raw = unsafe {
            let config = Z3_mk_config().ok_or("Z3 gave no configuration")?;
            let context = Z3_mk_context_rc(config);
            Z3_del_config(config);
            context.ok_or("Z3 gave no context")?
        };
        // SAFETY: the context is valid.
        unsafe { Z3_set_error_handler(raw, Some(ignore_error)) };
        Ok(Rc::new(Z3Context {
            raw,
            terms: RefCell::default(),
            functions: RefCell::default(),
            sorts: RefCell::default(),
            owners: RefCell::default(),
        }))
    }

    /// The context that the solvers of this thread share; it lives as long as one of them.
    pub fn shared() -> Result<Rc<Z3Context>, String> {
        SHARED.with(|shared| {
            if let Some(context) = shared.borrow().upgrade() {
                return Ok(context);
            }
            let context = Z3Context::new()?;
            *shared.borrow_mut() = Rc::downgrade(&context);
            Ok(context)
        })
    }

    /// Runs SMT-LIB commands and returns what Z3 prints.
    pub fn run_script(&self, script: &str) -> Result<String, String> {
        let script = CString::new(script).map_err(|_| "the script contains a zero byte".to_owned())?;
        // SAFETY: Z3 reads the script during the call; the output is copied.
        let output = unsafe { text(Z3_eval_smtlib2_string(self.raw, script.as_ptr())) };
        self.succeeded().map_err(|message| format!("{message}: {output}"))?;
        Ok(output)
    }

    /// The last error, if the last call failed.
    pub(super) fn error(&self) -> Option<(Z3_error_code, String)> {
        // SAFETY: the context is valid; the message is copied before the next call.
        unsafe {
            match Z3_get_error_code(self.raw) {
                ErrorCode::Ok => None,
                code => Some((code, text(Z3_get_error_msg(self.raw, code)))),
            }
        }
    }

    /// Whether the last call succeeded.
    pub(super) fn succeeded(&self) -> Result<(), String> {
        self.error().map_or(Ok(()), |(_, message)| Err(message))
    }

    /// The result of a call, or the error that made it fail.
    pub(super) fn checked<T>(&self, result: Option<T>) -> Result<T, String> {
        result.ok_or_else(|| self.error().map_or_else(|| "Z3 gave no result".to_owned(), |(_, m)| m))
    }

    /// The Z3 symbol with the given text.
    pub(super) fn symbol(&self, name: &str) -> Result<Z3_symbol, String> {
        let name = CString::new(name).map_err(|_| format!("the name {name:?} contains a zero byte"))?;
        // SAFETY: Z3 copies the text.
        self.checked(unsafe { Z3_mk_string_symbol(self.raw, name.as_ptr()) })
    }

    /// The Z3 sort of one of ours.
    pub(super) fn sort(&self, sort: Sort) -> Result<Z3_sort, String> {
        if let Some(&known) = self.sorts.borrow().get(&sort) {
            return Ok(known);
        }
        // SAFETY: the parts are kept alive by the table.
        let made = unsafe {
            match sort {
                Sort::Bool => Z3_mk_bool_sort(self.raw),
                Sort::Int => Z3_mk_int_sort(self.raw),
                Sort::Real => Z3_mk_real_sort(self.raw),
                Sort::BitVec(width) => Z3_mk_bv_sort(self.raw, width),
                Sort::Float(float) => Z3_mk_fpa_sort(self.raw, float.exponent, float.significand),
                Sort::RoundingMode => Z3_mk_fpa_rounding_mode_sort(self.raw),
                Sort::Array(array) => {
                    let (index, element) = (self.sort(array.index())?, self.sort(array.element())?);
                    Z3_mk_array_sort(self.raw, index, element)
                }
                Sort::Uninterpreted(name) => Z3_mk_uninterpreted_sort(self.raw, self.symbol(name.as_str())?),
            }
        };
        let made = self.checked(made)?;
        // SAFETY: released when the context is dropped, with everything else.
        unsafe { Z3_inc_ref(self.raw, self.checked(Z3_sort_to_ast(self.raw, made))?) };
        self.sorts.borrow_mut().insert(sort, made);
        Ok(made)
    }

    /// A declaration that stands for `owner` and for nothing else.
    pub(super) fn declare(
        &self,
        name: &str,
        parameters: &[Sort],
        result: Sort,
        owner: Owner,
    ) -> Result<Z3_func_decl, String> {
        let parameters = parameters.iter().map(|&s| self.sort(s)).collect::<Result<Vec<_>, _>>()?;
        let result = self.sort(result)?;
        let mut attempt = name.to_owned();
        loop {
            let symbol = self.symbol(&attempt)?;
            let count = parameters.len() as u32;
            // SAFETY: the sorts are kept alive by the table.
            let declaration =
                unsafe { Z3_mk_func_decl(self.raw, symbol, count, parameters.as_ptr(), result) };
            let declaration = self.checked(declaration)?;
            if !self.owners.borrow().contains_key(&declaration) {
                // SAFETY: released when the context is dropped.
                unsafe { Z3_inc_ref(self.raw, self.checked(Z3_func_decl_to_ast(self.raw, declaration))?) };
                self.owners.borrow_mut().insert(declaration, owner);
                return Ok(declaration);
            }
            attempt.push('~');
        }
    }

    /// What a declaration stands for, `None` if Z3 made it.
    pub(super) fn owner(&self, declaration: Z3_func_decl) -> Option<Owner> {
        self.owners.borrow().get(&declaration).copied()
    }

    /// The declaration of an uninterpreted function.
    pub(super) fn function(&self, func: Func) -> Result<Z3_func_decl, String> {
        if let Some(&known) = self.functions.borrow().get(&func) {
            return Ok(known);
        }
        let owner = Owner::Function(func);
        let made = self.declare(func.name().as_str(), func.parameters(), func.result(), owner)?;
        self.functions.borrow_mut().insert(func, made);
        Ok(made)
    }

    /// Keeps a Z3 term alive while it is in use.
    pub(super) fn hold(&self, ast: Z3_ast) -> Held<'_> {
        // SAFETY: the caller just got it from Z3.
        unsafe { Z3_inc_ref(self.raw, ast) };
        Held { context: self, ast }
    }

    /// Runs `body` with the parameters that `fill` has set.
    pub(super) fn with_params<T>(
        &self,
        fill: impl FnOnce(&Params<'_>) -> Result<(), String>,
        body: impl FnOnce(Z3_params) -> T,
    ) -> Result<T, String> {
        // SAFETY: counted for the time of the call.
        unsafe {
            let raw = self.checked(Z3_mk_params(self.raw))?;
            Z3_params_inc_ref(self.raw, raw);
            let result = fill(&Params { context: self, raw }).map(|()| body(raw));
            Z3_params_dec_ref(self.raw, raw);
            result
        }
    }
}

impl Drop for Z3Context {
    fn drop(&mut self) {
        // SAFETY: solvers hold a counted reference to the context, so none is left. Z3 would free
        // terms that are still referenced too, but in quadratic time.
        unsafe {
            for &ast in self.terms.get_mut().values() {
                Z3_dec_ref(self.raw, ast);
            }
            for &declaration in self.owners.get_mut().keys() {
                Z3_func_decl_to_ast(self.raw, declaration).inspect(|&ast| Z3_dec_ref(self.raw, ast));
            }
            for &sort in self.sorts.get_mut().values() {
                Z3_sort_to_ast(self.raw, sort).inspect(|&ast| Z3_dec_ref(self.raw, ast));
            }
            Z3_del_context(self.raw);
        }
    }
}

/// A Z3 term with a reference of its own.
pub(super) struct Held<'c> {
    context: &'c Z3Context,
    pub(super) ast: Z3_ast,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // SAFETY: `hold` took the reference.
        unsafe { Z3_dec_ref(self.context.raw, self.ast) };
    }
}

/// Parameters that are being set.
pub(super) struct Params<'c> {
    context: &'c Z3Context,
    raw: Z3_params,
}

impl Params<'_> {
    pub(super) fn set_bool(&self, name: &str, value: bool) -> Result<(), String> {
        // SAFETY: both objects are valid.
        unsafe { Z3_params_set_bool(self.context.raw, self.raw, self.context.symbol(name)?, value) };
        Ok(())
    }

    pub(super) fn set_symbol(&self, name: &str, value: &str) -> Result<(), String> {
        let (name, value) = (self.context.symbol(name)?, self.context.symbol(value)?);
        // SAFETY: both objects are valid.
        unsafe { Z3_params_set_symbol(self.context.raw, self.raw, name, value) };
        Ok(())
    }

    pub(super) fn set_uint(&self, name: &str, value: u32) -> Result<(), String> {
        // SAFETY: both objects are valid.
        unsafe { Z3_params_set_uint(self.context.raw, self.raw, self.context.symbol(name)?, value) };
        Ok(())
    }
}

/// Copies a string that Z3 returned.
///
/// # Safety
/// The pointer is null or a string that no call has invalidated yet.
pub(super) unsafe fn text(string: Z3_string) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: see above.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}
