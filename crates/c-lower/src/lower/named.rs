//! Which core variables are variables of the source, and how C writes them.
//!
//! A component of a class with a single object, at an exact offset, holds one scalar: `x`, `s.a[2].b`. The others
//! (memory by object or by offset, bytes, values that the lowering keeps for itself) have no name in C.

use c_sema::hir::ObjectId;
use c_sema::types::{ArrayLength, Ty, Type, Types};
use term::Term;

use super::Lowerer;
use crate::memory::leaves::Scalar;
use crate::memory::regions::Layout;

/// A core variable that holds a scalar of a named object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedVariable {
    /// The core variable; of a pointer, that of its base.
    pub variable: Term,
    /// Whose value it is.
    pub object: ObjectId,
    /// What follows the name of the object: `.a[2].b`.
    pub path: String,
    /// What it is; for a pointer only whether it is NULL is known by its base, if no number was ever converted to it.
    pub scalar: Scalar,
    /// Whether base 0 of a pointer always means NULL.
    pub is_genuine: bool,
}

impl Lowerer<'_> {
    pub(super) fn named_variables(&self) -> Vec<NamedVariable> {
        let mut variables = Vec::new();
        for (&(class, index), cell) in &self.cells {
            let region = self.regions.region(class);
            let component = region.components[index];
            let indexing = self.indexing(class, &component);
            let (Some(object), Layout::Typed(scalar, width)) = (region.single, component.layout) else {
                continue;
            };
            if indexing.by_base || indexing.by_offset || region.stride != 0 {
                continue;
            }
            let ty = self.program.objects[object].ty;
            let Some(path) = access_path(&self.program.types, ty, component.start, scalar, width) else {
                continue;
            };
            let is_genuine = self.is_genuine(component.pointee);
            variables.push(NamedVariable { variable: cell.value, object, path, scalar, is_genuine });
        }
        variables.sort_by_key(|named| named.variable.as_var().map(|name| name.base.as_str()));
        variables
    }
}

/// How C gets from an object of a type to the scalar at an offset, in bits.
fn access_path(types: &Types, ty: Ty, start: i64, scalar: Scalar, width: Option<u32>) -> Option<String> {
    let start = u64::try_from(start).ok()?;
    match &types[ty] {
        Type::Record(record) => types.records[*record].fields.iter().find_map(|field| {
            let rest = start.checked_sub(field.bit_offset)? as i64;
            let name = if field.name.is_empty() { String::new() } else { format!(".{}", field.name) };
            if field.bit_width.is_some() {
                let is_same = rest == 0 && field.bit_width == width;
                return (is_same && Scalar::of(types, field.ty) == Some(scalar)).then_some(name);
            }
            let inner = access_path(types, field.ty, rest, scalar, width)?;
            Some(name + &inner)
        }),
        Type::Array(element, ArrayLength::Constant(count)) => {
            let size = types.size_of(*element).filter(|size| *size > 0)? * 8;
            let index = start / size;
            let inner = access_path(types, *element, (start % size) as i64, scalar, width)?;
            (index < *count).then(|| format!("[{index}]{inner}"))
        }
        _ => (start == 0 && width.is_none() && Scalar::of(types, ty) == Some(scalar)).then(String::new),
    }
}
