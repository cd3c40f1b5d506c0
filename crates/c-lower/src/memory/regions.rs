//! How objects are split into core variables.
//!
//! All accesses of a class are ranges of bits modulo the class's stride. Ranges that overlap form a *component*. If all
//! accesses of a component have the same range and kind, the component is kept as typed values; otherwise as bytes.
//! A range that is copied or set and that covers a component in part makes it bytes, too. A component is a plain variable if its class has one object and its offset is exact; otherwise it is an array by
//! object (if there are several), by offset (if that is not exact), or by both. A variable whose address is never
//! taken is thereby a plain variable, a field of a heap cell an array by object, and an array of numbers an array by
//! offset; no special case is needed.

use std::collections::BTreeSet;

use base::index::IndexVec;
use c_sema::hir::{ObjectId, Program};
use c_sema::types::IntKind;
use rustc_hash::FxHashSet;

use super::classes::{Access, AccessKind, Class, ClassId, Pointer, Site};
use super::leaves::{Scalar, unsigned_of_size};
use super::points_to::PointsTo;

/// How a component keeps its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// As scalars of one type; for bit-fields with their width.
    Typed(Scalar, Option<u32>),
    /// As bytes, always by offset.
    Bytes,
}

/// A component of a class: ranges of bits that overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Component {
    /// The first bit, modulo the stride.
    pub start: i64,
    /// The bit after the last.
    pub end: i64,
    /// How values are kept.
    pub layout: Layout,
    /// Whether the offset is always the same.
    pub is_exact: bool,
    /// For pointers: what they point to.
    pub pointee: Option<Pointer>,
}

/// A class and its components.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// The only object, if there is just one and it exists once.
    pub single: Option<ObjectId>,
    /// The stride in bytes; 0: exact.
    pub stride: u64,
    /// The components in order.
    pub components: Vec<Component>,
}

/// The regions of all classes, by representative.
#[derive(Clone, Debug)]
pub struct Regions {
    regions: IndexVec<ClassId, Option<Region>>,
    /// The points-to analysis.
    pub points_to: PointsTo,
}

impl Regions {
    /// Splits all classes. Objects that are reborn have several bases.
    pub fn new(program: &Program, mut points_to: PointsTo, reborn: &FxHashSet<ObjectId>) -> Regions {
        let roots: Vec<ClassId> = points_to.classes.roots().collect();
        let count = roots.iter().map(|root| base::index::Idx::index(*root) + 1).max().unwrap_or(0);
        let mut regions = IndexVec::from_elem(None, count);
        for root in roots {
            let region = split(program, &points_to, root, reborn);
            // Pointers that share memory with numbers may be numbers.
            for component in &region.components {
                if component.layout != Layout::Typed(Scalar::Pointer, None) {
                    for pointee in pointees(points_to.classes.get(root), component.start, component.end) {
                        points_to
                            .classes
                            .update(pointee.class, |c| !std::mem::replace(&mut c.has_integers, true));
                    }
                }
            }
            regions[root] = Some(region);
        }
        Regions { regions, points_to }
    }

    /// Whether the regions keep their promises: components are disjoint, hold every access, and lose nothing of the
    /// pointers in them; a class is one object only if all its pointers are. The error says which does not.
    pub fn verify(&self) -> Result<(), String> {
        self.points_to.classes.roots().try_for_each(|root| {
            let class = self.points_to.classes.get(root);
            let region = self.region(root);
            self.verify_region(class, region).map_err(|error| format!("{root:?}: {error}"))
        })
    }

    fn verify_region(&self, class: &Class, region: &Region) -> Result<(), String> {
        if region.single.is_some() && (class.sites.len() != 1 || class.has_strangers()) {
            return Err("a class of several objects, or of unknown ones, is kept as one".into());
        }
        if region.components.windows(2).any(|pair| pair[1].start < pair[0].end) {
            return Err("components overlap".into());
        }
        for access in &class.accesses {
            let start = normalise(access.start, region.stride);
            let end = start + access.width as i64;
            let index = region.components.partition_point(|component| component.end <= start);
            let holds = |component: &&Component| component.start <= start && end <= component.end;
            let Some(component) = region.components.get(index).filter(holds) else {
                let is_wrapped = region.components.len() == 1 && region.components[0].layout == Layout::Bytes;
                if is_wrapped {
                    continue;
                }
                return Err(format!("no component holds {access:?}"));
            };
            let is_exact = (component.start, component.end) == (start, end);
            if component.layout != Layout::Bytes && !is_exact {
                return Err(format!("{access:?} is a part of a typed component"));
            }
        }
        for component in &region.components {
            self.verify_pointers(class, component)?;
        }
        Ok(())
    }

    fn verify_pointers(&self, class: &Class, component: &Component) -> Result<(), String> {
        let is_typed = component.layout == Layout::Typed(Scalar::Pointer, None);
        for pointee in pointees(class, component.start, component.end) {
            let classes = &self.points_to.classes;
            let is_known = component.pointee.is_some_and(|known| {
                classes.find(known.class) == classes.find(pointee.class)
                    && known.offset.join(pointee.offset) == known.offset
            });
            if is_typed && !is_known {
                return Err(format!("{component:?} does not hold {pointee:?}"));
            }
            if !is_typed && !classes.get(pointee.class).has_integers {
                return Err(format!(
                    "{component:?} may change {pointee:?}, which is taken for a genuine pointer"
                ));
            }
        }
        Ok(())
    }

    /// The region of a class.
    pub fn region(&self, class: ClassId) -> &Region {
        self.regions[self.points_to.classes.find(class)].as_ref().expect("every representative has a region")
    }

    /// The components that so many bytes behind a pointer may belong to; all that an object has, if the number is not
    /// known.
    pub fn components_behind(&self, pointer: Pointer, bytes: Option<u64>) -> Vec<usize> {
        let region = self.region(pointer.class);
        // Only accesses make the stride of a region as fine as that of its pointers, and this need not be one.
        let is_known = match region.stride {
            0 => pointer.offset.modulus == 0,
            stride => pointer.offset.modulus.is_multiple_of(stride),
        };
        let bits = bytes.filter(|_| is_known).and_then(|bytes| i64::try_from(bytes).ok()?.checked_mul(8));
        region.touched(pointer.offset.rest.saturating_mul(8), bits)
    }

    /// The component that holds `bits` after the pointer. `None` if nothing is accessed there.
    pub fn component(&self, pointer: Pointer, bits: u64) -> Option<usize> {
        let region = self.region(pointer.class);
        let start = normalise(pointer.offset.rest * 8 + bits as i64, region.stride);
        // They are disjoint and sorted.
        let index = region.components.partition_point(|component| component.end <= start);
        (region.components.get(index)?.start <= start).then_some(index)
    }
}

impl Region {
    /// The components that have a bit among those that begin at `start`; all if their number is not known.
    fn touched(&self, start: i64, bits: Option<i64>) -> Vec<usize> {
        let period = if self.stride == 0 { i64::MAX } else { self.stride as i64 * 8 };
        let start = normalise(start, self.stride);
        let is_touched = |component: &Component| {
            let Some(end) = bits.filter(|bits| *bits < period).and_then(|bits| start.checked_add(bits))
            else {
                return true;
            };
            let overlaps = |from: i64, to: i64| component.start < to && from < component.end;
            overlaps(start, end) || (end > period && overlaps(0, end - period))
        };
        (0..self.components.len()).filter(|index| is_touched(&self.components[*index])).collect()
    }
}

/// The first bit modulo the stride.
pub fn normalise(start: i64, stride: u64) -> i64 {
    if stride == 0 { start } else { start.rem_euclid(stride as i64 * 8) }
}

/// What pointers in a range of bits point to. Several classes only if nothing there is read as a pointer.
fn pointees(class: &Class, start: i64, end: i64) -> Vec<Pointer> {
    class.overlapping(start, end - start).map(|(_, cell)| cell.pointer).collect()
}

/// One pointer for all of them, by the first one's class.
fn joined_pointee(class: &Class, start: i64, end: i64) -> Option<Pointer> {
    let all = pointees(class, start, end);
    let first = *all.first()?;
    let offset = all.iter().fold(first.offset, |joined, other| joined.join(other.offset));
    Some(Pointer { offset, ..first })
}

fn split(program: &Program, points_to: &PointsTo, root: ClassId, reborn: &FxHashSet<ObjectId>) -> Region {
    let class = points_to.classes.get(root);
    // A pointer from somewhere else may point to an object that nobody here knows.
    let single = match class.sites.iter().collect::<Vec<_>>()[..] {
        [Site::Object(object)] if !class.has_strangers() => (!reborn.contains(object)).then_some(*object),
        _ => None,
    };
    let stride = class.stride;
    let mut accesses: Vec<Access> = class
        .accesses
        .iter()
        .map(|access| Access { start: normalise(access.start, stride), ..*access })
        .collect();
    accesses.sort();
    accesses.dedup();
    let period = if stride == 0 { i64::MAX } else { stride as i64 * 8 };
    if accesses.iter().any(|access| access.start.saturating_add(access.width as i64) > period) {
        // An access that wraps around makes everything bytes.
        let all = Component {
            start: 0,
            end: period,
            layout: Layout::Bytes,
            is_exact: false,
            pointee: joined_pointee(class, 0, period),
        };
        return Region { single, stride, components: vec![all] };
    }
    let mut components: Vec<(i64, i64, Vec<Access>)> = Vec::new();
    for access in accesses {
        let end = access.start + access.width as i64;
        match components.last_mut() {
            Some((_, last_end, members)) if access.start < *last_end => {
                *last_end = end.max(*last_end);
                members.push(access);
            }
            _ => components.push((access.start, end, vec![access])),
        }
    }
    let cuts: BTreeSet<i64> = class.cuts.iter().map(|cut| normalise(*cut, stride)).collect();
    let components = components.into_iter().map(|(start, end, members)| {
        let is_cut = cuts.range(start + 1..end).next().is_some();
        let layout = if is_cut { Layout::Bytes } else { layout(program, &members) };
        let pointee = joined_pointee(class, start, end);
        let (start, end) = match layout {
            // Whole bytes.
            Layout::Bytes => (start.div_euclid(8) * 8, (end + 7).div_euclid(8) * 8),
            Layout::Typed(..) => (start, end),
        };
        Component { start, end, layout, is_exact: stride == 0 && layout != Layout::Bytes, pointee }
    });
    let mut components: Vec<Component> = components.collect();
    merge_bytes(&mut components);
    Region { single, stride, components }
}

/// Components of bytes grew to whole bytes: those that now meet are one. That one consists of whole bytes, too, so that it
/// may meet those before it.
fn merge_bytes(components: &mut Vec<Component>) {
    let mut merged: Vec<Component> = Vec::with_capacity(components.len());
    for mut component in components.drain(..) {
        while let Some(last) = merged.pop_if(|last| component.start < last.end) {
            component.start = last.start.min(component.start).div_euclid(8) * 8;
            component.end = (component.end.max(last.end) + 7).div_euclid(8) * 8;
            component.layout = Layout::Bytes;
            component.is_exact = false;
            component.pointee = last.pointee.or(component.pointee);
        }
        merged.push(component);
    }
    *components = merged;
}

fn layout(program: &Program, members: &[Access]) -> Layout {
    let types = &program.types;
    let first = members[0];
    if members.iter().any(|other| (other.start, other.width) != (first.start, first.width)) {
        return Layout::Bytes;
    }
    let scalar = |kind: AccessKind| match kind {
        AccessKind::Int(kind) => Scalar::Int(kind.0),
        AccessKind::Float(kind) => Scalar::Float(kind.0),
        AccessKind::Pointer => Scalar::Pointer,
    };
    let scalars: Vec<Scalar> = members.iter().map(|member| scalar(member.kind)).collect();
    let is_bit_field = |s: &Scalar| s.size(types) * 8 != first.width;
    let is_int = |s: &Scalar| matches!(s, Scalar::Int(_));
    if scalars.iter().all(|s| *s == scalars[0]) {
        let width = is_bit_field(&scalars[0]).then_some(first.width as u32);
        return Layout::Typed(scalars[0], width);
    }
    if scalars.iter().any(is_bit_field) || !scalars.iter().all(|s| is_int(s) || *s == Scalar::Pointer) {
        return Layout::Bytes;
    }
    // Integers of one size and different signs, or integers and pointers.
    let without_bool = scalars.iter().find(|s| **s != Scalar::Int(IntKind::Bool) && is_int(s));
    match without_bool {
        Some(kind) if scalars.iter().all(is_int) && !scalars.contains(&Scalar::Int(IntKind::Bool)) => {
            Layout::Typed(*kind, None)
        }
        _ => match unsigned_of_size(first.width / 8, types.model) {
            Some(kind) => Layout::Typed(Scalar::Int(kind), None),
            None => Layout::Bytes,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Component, Layout, Region};
    use crate::memory::leaves::Scalar;
    use c_sema::types::IntKind;

    /// Bit-fields of a packed record beside one that is accessed as bytes.
    #[test]
    fn whole_bytes_reach_back() {
        let component = |start: i64, end: i64, layout| Component {
            start,
            end,
            layout,
            is_exact: layout != Layout::Bytes,
            pointee: None,
        };
        let bits = |width| Layout::Typed(Scalar::Int(IntKind::UInt), Some(width));
        let mut components =
            vec![component(0, 6, bits(6)), component(6, 34, bits(28)), component(32, 48, Layout::Bytes)];
        super::merge_bytes(&mut components);
        let shape = |c: &Component| (c.start, c.end, c.layout, c.is_exact);
        assert_eq!(components.iter().map(shape).collect::<Vec<_>>(), [(0, 48, Layout::Bytes, false)]);
    }

    #[test]
    fn only_what_overlaps_is_touched() {
        let component = |start: i64, end: i64| Component {
            start,
            end,
            layout: Layout::Typed(Scalar::Int(IntKind::Char), None),
            is_exact: true,
            pointee: None,
        };
        let components = vec![component(0, 64), component(64, 72), component(96, 128)];
        let exact = Region { single: None, stride: 0, components: components.clone() };
        assert_eq!(exact.touched(64, Some(8)), [1]);
        assert_eq!(exact.touched(56, Some(41)), [0, 1, 2]);
        assert_eq!(exact.touched(72, Some(24)), []);
        assert_eq!(exact.touched(72, None), [0, 1, 2]);
        // Elements of 16 bytes: what begins in one may end in the next.
        let repeated = Region { single: None, stride: 16, components };
        assert_eq!(repeated.touched(64 + 256, Some(8)), [1]);
        assert_eq!(repeated.touched(96, Some(32)), [2]);
        assert_eq!(repeated.touched(96, Some(40)), [0, 2]);
        assert_eq!(repeated.touched(96, Some(128)), [0, 1, 2]);
    }
}
