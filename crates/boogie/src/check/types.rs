//! Types as written to types as meant: synonyms are expanded, names and arities checked.

use super::{Checker, count};
use crate::MAX_DEPTH;
use crate::ast::{
    Attribute, AttributeArgument, DeclarationKind, TypeDeclaration, TypeExpr, TypeKind, attribute_text,
};
use crate::names::Name;
use crate::types::{Type, TypeId};
use base::Span;
use rustc_hash::FxHashMap;

/// What a type name stands for.
#[derive(Clone, Debug)]
pub(super) struct TypeInfo {
    /// The position of the declaration.
    declaration: usize,
    span: Span,
    parameters: usize,
    /// The sort that an attribute gives to the type.
    built_in: Option<Type>,
}

impl Checker<'_> {
    /// Registers the type declared at a position.
    pub(super) fn declare_type(
        &mut self,
        position: usize,
        declaration: &TypeDeclaration,
        attributes: &[Attribute],
    ) {
        let built_in = self.built_in_sort(declaration, attributes);
        let info = TypeInfo {
            declaration: position,
            span: declaration.name.span,
            parameters: declaration.parameters.len(),
            built_in,
        };
        if let Some(first) = self.type_names.get(&declaration.name.name) {
            let first = first.span;
            return self.duplicate("type", declaration.name, first);
        }
        self.type_names.insert(declaration.name.name, info);
    }

    /// The floating-point sort that `{:builtin "FloatingPoint"} {:indices e, s}` and its like name.
    fn built_in_sort(&mut self, declaration: &TypeDeclaration, attributes: &[Attribute]) -> Option<Type> {
        let names = &self.program.names;
        let sort = attribute_text(attributes, names, "builtin")?;
        let indices = attributes.iter().find(|attribute| names.text(attribute.name.name) == "indices");
        let indices: Vec<u32> = indices
            .map(|attribute| attribute.arguments.iter().filter_map(number).collect())
            .unwrap_or_default();
        let words: Vec<&str> =
            sort.split(|c: char| "()_ ".contains(c)).filter(|word| !word.is_empty()).collect();
        let sort = match (words.as_slice(), indices.as_slice()) {
            (["RoundingMode"], []) => Some(Type::RoundingMode),
            (["Float16"], []) => Some(Type::Float(5, 11)),
            (["Float32"], []) => Some(Type::Float(8, 24)),
            (["Float64"], []) => Some(Type::Float(11, 53)),
            (["Float128"], []) => Some(Type::Float(15, 113)),
            (["FloatingPoint"], &[exponent, significand]) => Some(Type::Float(exponent, significand)),
            (["FloatingPoint", exponent, significand], []) => {
                exponent.parse().ok().zip(significand.parse().ok()).map(|(e, s)| Type::Float(e, s))
            }
            (["Int"], []) => Some(Type::Int),
            (["Real"], []) => Some(Type::Real),
            (["Bool"], []) => Some(Type::Bool),
            _ => None,
        };
        // Sizes beyond any format would only exhaust a solver.
        let sane = sort.filter(|sort| match sort {
            Type::Float(exponent, significand) => {
                (2..=30).contains(exponent) && (2..=4096).contains(significand)
            }
            _ => true,
        });
        if sane.is_none() {
            let hint = "known are RoundingMode, Float16 to Float128, and FloatingPoint with two indices";
            self.error(declaration.name.span, "this built-in sort is not supported", hint);
        }
        sane
    }

    /// The meaning of a type.
    pub(super) fn resolve_type(&mut self, ty: &TypeExpr) -> TypeId {
        self.resolve(ty, &FxHashMap::default())
    }

    fn resolve(&mut self, ty: &TypeExpr, parameters: &FxHashMap<Name, TypeId>) -> TypeId {
        let resolved = match &ty.kind {
            TypeKind::Bool => Type::Bool,
            TypeKind::Int => Type::Int,
            TypeKind::Real => Type::Real,
            TypeKind::BitVector(width) => Type::BitVector(*width),
            TypeKind::Map(indices, result) => {
                let indices = indices.iter().map(|index| self.resolve(index, parameters)).collect();
                Type::Map(indices, self.resolve(result, parameters))
            }
            TypeKind::Named(name, arguments) => {
                if let Some(&argument) = parameters.get(name).filter(|_| arguments.is_empty()) {
                    return argument;
                }
                let arguments = arguments.iter().map(|argument| self.resolve(argument, parameters)).collect();
                return self.apply_type(*name, arguments, ty.span);
            }
        };
        self.checked.types.intern(resolved)
    }

    /// A declared type applied to its arguments.
    fn apply_type(&mut self, name: Name, arguments: Vec<TypeId>, span: Span) -> TypeId {
        let wrong = self.checked.types.wrong();
        let Some(info) = self.type_names.get(&name).cloned() else {
            let known: Vec<Name> = self.type_names.keys().copied().collect();
            self.unknown("type", crate::ast::Ident { name, span }, known.iter());
            return wrong;
        };
        if info.parameters != arguments.len() {
            let (text, expected) = (self.text(name), count(info.parameters, "argument"));
            let message = format!("the type `{text}` takes {expected}, but has {}", arguments.len());
            self.error(
                span,
                message,
                "give one argument for each parameter of the type; compound ones in parentheses",
            );
            return wrong;
        }
        if let Some(built_in) = info.built_in {
            return self.checked.types.intern(built_in);
        }
        if let Some(&known) = self.expanded.get(&(name, arguments.clone())) {
            return known;
        }
        let expanded = self.expand(name, &info, &arguments, span);
        self.expanded.insert((name, arguments), expanded);
        expanded
    }

    fn expand(&mut self, name: Name, info: &TypeInfo, arguments: &[TypeId], span: Span) -> TypeId {
        let declaration = match &self.program.declarations[info.declaration].kind {
            DeclarationKind::Type(declaration) => declaration,
            _ => return self.checked.types.wrong(),
        };
        let Some(synonym) = &declaration.synonym else {
            return self.checked.types.intern(Type::Named(name, arguments.to_vec()));
        };
        let cyclic = self.synonyms_in_progress.contains(&name);
        if cyclic || self.synonyms_in_progress.len() >= MAX_DEPTH {
            let message =
                if cyclic { "this type is defined by itself" } else { "this type is nested too deeply" };
            self.error(span, message, "a synonym stands for a type that is there without it");
            return self.checked.types.wrong();
        }
        self.synonyms_in_progress.push(name);
        let parameters = declaration.parameters.iter().map(|ident| ident.name).zip(arguments.iter().copied());
        let resolved = self.resolve(synonym, &parameters.collect());
        self.synonyms_in_progress.pop();
        resolved
    }
}

fn number(argument: &AttributeArgument) -> Option<u32> {
    match argument {
        AttributeArgument::Text(text) | AttributeArgument::Expr(text) => text.parse().ok(),
    }
}
