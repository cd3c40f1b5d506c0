//! From Z3's terms back to ours: values of models, results of quantifier
//! elimination.
//!
//! Z3 may answer with operators that our terms express by others, and with
//! symbols that it made up; the former are rebuilt, the latter are an error.
//! The walk has an explicit stack, and recursion happens only at quantifiers,
//! whose bound variables (de Bruijn indices in Z3) become fresh ones.

use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use term::build as mk;
use term::{Sort, Symbol, Term};
use z3_sys::*;

use super::context::{Owner, Z3Context, decl_kind, text};

/// Quantifiers nested deeper than this are refused, because each takes a piece of the stack.
const MAX_NESTING: usize = 200;

unsafe extern "C" {
    // As numbers, for the reason given at `decl_kind`.
    #[link_name = "Z3_get_ast_kind"]
    #[allow(clashing_extern_declarations)]
    fn ast_kind(context: Z3_context, ast: Z3_ast) -> u32;
    #[link_name = "Z3_get_sort_kind"]
    #[allow(clashing_extern_declarations)]
    fn sort_kind(context: Z3_context, sort: Z3_sort) -> u32;
}

/// A view of a Z3 term, whose parts live as long as the term.
pub(super) enum View {
    Application { kind: u32, declaration: Z3_func_decl, arguments: Vec<Z3_ast> },
    Bound(u32),
    Quantifier { is_forall: bool, bound: Vec<Z3_sort>, body: Z3_ast },
    Lambda { bound: Vec<Z3_sort>, body: Z3_ast },
}

impl Z3Context {
    /// Our term for one of Z3's. The caller keeps the latter alive.
    pub(super) fn read(&self, ast: Z3_ast) -> Result<Term, String> {
        Reader { context: self, model: None, bound: Vec::new() }.read(ast)
    }

    /// Takes a Z3 term apart.
    pub(super) fn view(&self, ast: Z3_ast) -> Result<View, String> {
        let raw = self.raw;
        // SAFETY: the term is alive, and Z3 checks indices.
        unsafe {
            let kind = ast_kind(raw, ast);
            if kind == AstKind::App as u32 || kind == AstKind::Numeral as u32 {
                let app = self.checked(Z3_to_app(raw, ast))?;
                let declaration = self.checked(Z3_get_app_decl(raw, app))?;
                let count = Z3_get_app_num_args(raw, app);
                let arguments: Option<Vec<Z3_ast>> =
                    (0..count).map(|index| Z3_get_app_arg(raw, app, index)).collect();
                let kind = decl_kind(raw, declaration);
                Ok(View::Application { kind, declaration, arguments: self.checked(arguments)? })
            } else if kind == AstKind::Var as u32 {
                Ok(View::Bound(Z3_get_index_value(raw, ast)))
            } else if kind == AstKind::Quantifier as u32 {
                let count = Z3_get_quantifier_num_bound(raw, ast);
                let bound: Option<Vec<Z3_sort>> =
                    (0..count).map(|index| Z3_get_quantifier_bound_sort(raw, ast, index)).collect();
                let (bound, body) = (self.checked(bound)?, self.checked(Z3_get_quantifier_body(raw, ast))?);
                let is_forall = Z3_is_quantifier_forall(raw, ast);
                Ok(if is_forall || Z3_is_quantifier_exists(raw, ast) {
                    View::Quantifier { is_forall, bound, body }
                } else {
                    View::Lambda { bound, body }
                })
            } else {
                Err(format!("Z3 returned a node of kind {kind}"))
            }
        }
    }

    /// Our sort for one of Z3's.
    pub(super) fn read_sort(&self, sort: Z3_sort) -> Result<Sort, String> {
        const BOOL: u32 = SortKind::Bool as u32;
        const INT: u32 = SortKind::Int as u32;
        const REAL: u32 = SortKind::Real as u32;
        const BIT_VECTOR: u32 = SortKind::Bv as u32;
        const FLOAT: u32 = SortKind::FloatingPoint as u32;
        const ROUNDING_MODE: u32 = SortKind::RoundingMode as u32;
        const ARRAY: u32 = SortKind::Array as u32;
        const UNINTERPRETED: u32 = SortKind::Uninterpreted as u32;
        let raw = self.raw;
        // SAFETY: the sort is alive, its parts live as long.
        unsafe {
            Ok(match sort_kind(raw, sort) {
                BOOL => Sort::Bool,
                INT => Sort::Int,
                REAL => Sort::Real,
                BIT_VECTOR => Sort::BitVec(Z3_get_bv_sort_size(raw, sort)),
                FLOAT => Sort::float(Z3_fpa_get_ebits(raw, sort), Z3_fpa_get_sbits(raw, sort)),
                ROUNDING_MODE => Sort::RoundingMode,
                ARRAY if Z3_get_array_arity(raw, sort) == 1 => {
                    let index = self.checked(Z3_get_array_sort_domain(raw, sort))?;
                    let element = self.checked(Z3_get_array_sort_range(raw, sort))?;
                    Sort::array(self.read_sort(index)?, self.read_sort(element)?)
                }
                UNINTERPRETED => {
                    let name = self.checked(Z3_get_sort_name(raw, sort))?;
                    Sort::Uninterpreted(Symbol::new(&text(Z3_get_symbol_string(raw, name))))
                }
                kind => return Err(format!("Z3 returned a sort of kind {kind}")),
            })
        }
    }

    /// The sort of a Z3 term.
    pub(super) fn sort_of(&self, ast: Z3_ast) -> Result<Sort, String> {
        // SAFETY: the term is alive.
        self.read_sort(self.checked(unsafe { Z3_get_sort(self.raw, ast) })?)
    }

    /// The name of a declaration.
    pub(super) fn name_of(&self, declaration: Z3_func_decl) -> String {
        // SAFETY: the declaration is alive; the text is copied.
        unsafe {
            match Z3_get_decl_name(self.raw, declaration) {
                Some(symbol) => text(Z3_get_symbol_string(self.raw, symbol)),
                None => String::new(),
            }
        }
    }

    /// The value of a numeral of an arithmetic or a bit-vector sort.
    pub(super) fn numeral_value(&self, ast: Z3_ast) -> Result<BigRational, String> {
        let mut small = 0i64;
        // SAFETY: the term is alive; the text is copied.
        let digits = unsafe {
            if Z3_get_numeral_int64(self.raw, ast, &mut small) {
                return Ok(BigRational::from_integer(BigInt::from(small)));
            }
            text(Z3_get_numeral_string(self.raw, ast))
        };
        let (numerator, denominator) = digits.split_once('/').unwrap_or((&digits, "1"));
        match (numerator.trim().parse::<BigInt>(), denominator.trim().parse::<BigInt>()) {
            (Ok(n), Ok(d)) if d != BigInt::ZERO => Ok(BigRational::new(n, d)),
            _ => Err(format!("Z3 returned the numeral {digits:?}")),
        }
    }
}

/// Reads one Z3 term.
pub(super) struct Reader<'c> {
    pub(super) context: &'c Z3Context,
    /// The model that gives a meaning to the symbols Z3 has made up, while a value is read.
    pub(super) model: Option<Z3_model>,
    /// The variables that stand for the enclosing quantifiers' ones.
    pub(super) bound: Vec<Term>,
}

impl Reader<'_> {
    pub(super) fn read(&mut self, root: Z3_ast) -> Result<Term, String> {
        let mut done: FxHashMap<Z3_ast, Term> = FxHashMap::default();
        let mut stack = vec![(root, None)];
        while let Some((top, view)) = stack.pop() {
            if done.contains_key(&top) {
                continue;
            }
            let view = match view {
                Some(view) => view,
                None => self.context.view(top)?,
            };
            let is_ready = match &view {
                View::Application { arguments, .. } => arguments.iter().all(|a| done.contains_key(a)),
                _ => true,
            };
            if !is_ready {
                let View::Application { arguments, .. } = &view else { continue };
                let missing: Vec<_> = arguments.iter().rev().map(|&a| (a, None)).collect();
                stack.push((top, Some(view)));
                stack.extend(missing);
                continue;
            }
            let term = match view {
                View::Application { kind, declaration, arguments } => {
                    let arguments: Vec<Term> = arguments.iter().map(|a| done[a]).collect();
                    self.application(top, kind, declaration, &arguments)?
                }
                View::Bound(index) => self.bound_variable(index)?,
                View::Quantifier { is_forall, bound, body } => self.quantifier(is_forall, &bound, body)?,
                View::Lambda { .. } => self.array_value(top)?,
            };
            done.insert(top, term);
        }
        Ok(done[&root])
    }

    fn bound_variable(&self, index: u32) -> Result<Term, String> {
        let position = self.bound.len().checked_sub(1 + index as usize);
        position.map(|p| self.bound[p]).ok_or_else(|| "Z3 returned a loose bound variable".to_owned())
    }

    fn quantifier(&mut self, is_forall: bool, bound: &[Z3_sort], body: Z3_ast) -> Result<Term, String> {
        if self.bound.len() + bound.len() > MAX_NESTING {
            return Err("Z3 returned too many nested quantifiers".to_owned());
        }
        let outer = self.bound.len();
        for &sort in bound {
            self.bound.push(mk::fresh_var("q", self.context.read_sort(sort)?));
        }
        let body = self.read(body)?;
        let variables = self.bound.split_off(outer);
        Ok(mk::quantify(is_forall, &variables, body))
    }

    fn application(
        &mut self,
        ast: Z3_ast,
        kind: u32,
        declaration: Z3_func_decl,
        arguments: &[Term],
    ) -> Result<Term, String> {
        if let Some(owner) = self.context.owner(declaration) {
            return Ok(match owner {
                Owner::Variable(variable) => variable,
                Owner::Function(func) => mk::apply(func, arguments),
            });
        }
        if kind == DeclKind::AsArray as u32 && self.model.is_some() {
            return self.array_value(ast);
        }
        if kind == DeclKind::Uninterpreted as u32 {
            return self.element(ast, declaration);
        }
        self.operator(ast, kind, declaration, arguments)
    }

    /// Z3 names the elements of an uninterpreted sort `S` in a model `S!val!k`.
    fn element(&self, ast: Z3_ast, declaration: Z3_func_decl) -> Result<Term, String> {
        let (name, sort) = (self.context.name_of(declaration), self.context.sort_of(ast)?);
        let unknown = || format!("Z3 returned the unknown symbol {name}");
        if self.model.is_none() || !matches!(sort, Sort::Uninterpreted(_)) {
            return Err(unknown());
        }
        let (_, number) = name.rsplit_once("!val!").ok_or_else(unknown)?;
        Ok(mk::element(number.parse().map_err(|_| unknown())?, sort))
    }
}
