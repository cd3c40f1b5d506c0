//! Values: integers, floats, pointers, records, initialisers.
//!
//! Expressions have no side effects, so the order of evaluation does not matter; calls in them are of functions that
//! write to nothing but their own variables.

use super::calls::Function;
use super::generate::Generator;
use super::places::{Place, Variable};
use super::text::{Piece, text};
use super::types::{Kind, Type};

/// How deep the expressions of one statement may be in all.
pub const FUEL: usize = 7;

impl Generator {
    /// A small number.
    pub fn number(&mut self) -> Piece {
        let number = match self.chance.below(12) {
            0 => -1,
            1 => -(self.chance.below(9) as i64),
            2 => 100 + self.chance.below(200) as i64,
            3 => 1 << self.chance.below(15),
            _ => self.chance.below(10) as i64,
        };
        if number < 0 { Piece::from(format!("({number})")) } else { Piece::from(number.to_string()) }
    }

    /// An integer of some type.
    pub fn int(&mut self) -> Piece {
        let number = self.number();
        if self.fuel == 0 {
            return number;
        }
        self.fuel -= 1;
        let whole = match self.chance.below(100) {
            0..12 => return number,
            12..22 => match self.input_name() {
                Some(name) => Piece::from(name),
                None => return number,
            },
            22..50 => match self.place(&|place| place.of.is_int()) {
                Some(place) => place.text,
                None => return number,
            },
            50..70 => return self.binary(),
            70..76 => {
                let (condition, left, right) = (self.int(), self.int(), self.int());
                let whole = text!["((", condition, ") ? ", left.clone(), " : ", right.clone(), ")"];
                return whole.or(vec![left, right, number]);
            }
            76..82 => {
                let (kind, value) = (*self.chance.pick(&Kind::ALL), self.int());
                return text!["((", kind.name(), ")(", value.clone(), "))"].or(vec![value, number]);
            }
            82..86 => {
                let (operator, value) = (*self.chance.pick(&["~", "!", "-", "~"]), self.int());
                return text!["(", operator, "(", value.clone(), "))"].or(vec![value, number]);
            }
            86..94 => match self.pure_call(&Type::INT, self.depth) {
                Some(call) => call,
                None => return number,
            },
            94..97 => self.pointer_relation().unwrap_or_else(|| number.clone()),
            97 => {
                let (first, second) = (self.int(), self.int());
                let name = self.name("e");
                let inner =
                    text!["int ", name.as_str(), " = ", first.clone(), "; ", name.as_str(), " ^ ", second];
                return text!["({ ", inner, "; })"].or(vec![first, number]);
            }
            98 => self.punned_int().unwrap_or_else(|| number.clone()),
            _ => match self.float_place() {
                Some(place) => text!["(int)", place.text],
                None => return number,
            },
        };
        whole.or(vec![number])
    }

    /// An input or a counter.
    fn input_name(&mut self) -> Option<String> {
        let all: Vec<&Variable> = self.variables.iter().filter(|variable| variable.is_constant).collect();
        if all.is_empty() { None } else { Some(self.chance.pick(&all).name.clone()) }
    }

    /// An operator between integers.
    fn binary(&mut self) -> Piece {
        let (left, right) = (self.int(), self.int());
        let either = vec![left.clone(), right.clone()];
        let whole = match self.chance.below(14) {
            0..3 => text!["(", left, " + ", right, ")"],
            3..5 => text!["(", left, " - ", right, ")"],
            5 => text!["(", left, " & ", right, ")"],
            6 => text!["(", left, " ^ ", right, ")"],
            7 => text!["(", left, " | ", right, ")"],
            8 => text!["(", left, " * ", 2 + self.chance.below(3), ")"],
            9 => text!["(", left, " >> ", 1 + self.chance.below(4), ")"],
            10 => text!["((unsigned)(", left, ") << ", 1 + self.chance.below(4), ")"],
            11 => text!["(", left, *self.chance.pick(&[" / ", " % "]), 2 + self.chance.below(5), ")"],
            12 => text!["(", left, *self.chance.pick(&[" && ", " || "]), right, ")"],
            _ => text!["(", left, *self.chance.pick(&[" < ", " == ", " != ", " >= ", " > "]), right, ")"],
        };
        whole.or(either)
    }

    /// What two pointers have to do with each other.
    fn pointer_relation(&mut self) -> Option<Piece> {
        if self.chance.percent(50) {
            let place = self.place(&|place| matches!(place.of, Type::Array(..)))?;
            let Type::Array(_, length) = place.of else { return None };
            let (left, right) = (self.index(length), self.index(length));
            let array = place.text;
            return Some(text!["(int)(&", array.clone(), "[", left, "] - &", array, "[", right, "])"]);
        }
        let place = self.place(&|place| matches!(place.of, Type::Pointer(_)))?;
        let Type::Pointer(to) = place.of.clone() else { return None };
        let other = self.pointer(&to, self.depth)?;
        Some(text!["(", place.text, *self.chance.pick(&[" == ", " != "]), other, ")"])
    }

    /// An integer read through a pointer of another type: bytes, or the other sign.
    fn punned_int(&mut self) -> Option<Piece> {
        let whole = |place: &Place| place.has_address && place.bits.is_none();
        if self.chance.percent(50) {
            let place = self.place(&|place| place.of == Type::INT && whole(place))?;
            return Some(text!["(*(unsigned *)(void *)", place.address(), ")"]);
        }
        let types = self.types.clone();
        let place = self.place(&|place| whole(place) && types.is_dense(&place.of))?;
        let size = text!["sizeof(", place.text.clone(), ")"];
        let index = text!["(", self.int(), ") % ", size];
        let constant = Piece::from("0");
        Some(text!["((unsigned char *)", place.address(), ")[(unsigned)", index.or(vec![constant]), "]"])
    }

    /// A place that holds a floating-point number.
    fn float_place(&mut self) -> Option<Place> {
        if !self.types.has_floats {
            return None;
        }
        self.place(&|place| matches!(place.of, Type::Double | Type::Float))
    }

    /// A floating-point number.
    fn float(&mut self) -> Piece {
        let number = Piece::from(["0.5", "1.0", "2.25", "-3.0", "100.0f"][self.chance.below(5)]);
        if self.fuel == 0 || self.chance.percent(40) {
            return number;
        }
        self.fuel -= 1;
        let int = text!["(double)(int)(", self.int(), " & 255)"];
        let Some(place) = self.float_place() else { return int.or(vec![number]) };
        let whole = match self.chance.below(4) {
            0 => place.text,
            1 => text!["(", place.text, " + ", int, ")"],
            2 => text!["(", place.text, " * 0.5f)"],
            _ => int,
        };
        whole.or(vec![number])
    }

    /// A pointer to an object of the type that lives at least as long as blocks of the depth.
    pub fn pointer(&mut self, to: &Type, depth: usize) -> Option<Piece> {
        let own = Type::pointer(to.clone());
        let plain = self.plain_pointer(to, depth)?;
        if self.fuel == 0 {
            return Some(plain);
        }
        self.fuel -= 1;
        let name = self.types.name(&own);
        let whole = match self.chance.below(16) {
            0 => text!["(", name, ")(void *)", plain.clone()],
            1 => text!["(", name, ")(unsigned long)", plain.clone()],
            2 => text!["(", name, ")(long)", plain.clone()],
            3 => {
                let by = self.chance.below(9);
                text!["(", name, ")(((char *)", plain.clone(), " + ", by, ") - ", by, ")"]
            }
            4 => match self.plain_pointer(to, depth) {
                Some(other) => {
                    let condition = self.int();
                    text!["((", condition, ") ? ", plain.clone(), " : ", other, ")"]
                }
                None => return Some(plain),
            },
            5..8 => match self.pure_call(&own, depth) {
                Some(call) => call,
                None => return Some(plain),
            },
            _ => return Some(plain),
        };
        Some(whole.or(vec![plain]))
    }

    /// A pointer without casts and calls.
    fn plain_pointer(&mut self, to: &Type, depth: usize) -> Option<Piece> {
        let own = Type::pointer(to.clone());
        let is_object = |place: &Place| {
            place.of == *to && place.has_address && place.bits.is_none() && place.address_depth() <= depth
        };
        let is_array = |place: &Place| {
            let fits = matches!(&place.of, Type::Array(of, _) if **of == *to);
            fits && place.has_address && place.address_depth() <= depth
        };
        for _ in 0..4 {
            let found = match self.chance.below(10) {
                0..4 => self.place(&|place| place.of == own && place.holds <= depth).map(|place| place.text),
                4 if depth >= self.depth && !self.is_static && matches!(to, Type::Record(_)) => {
                    // A compound literal lives as long as its block.
                    let literal = self.initializer(to, depth);
                    Some(text!["(&(", self.types.name(to), ")", literal, ")"])
                }
                // Members of a narrower type that hold only indices must not be written through a pointer.
                4..7 => self
                    .place(&|place| is_object(place) && !place.is_index && !place.is_constant)
                    .map(|place| text!["(", place.address(), ")"]),
                _ => self.place(&is_array).map(|place| self.element_address(place)),
            };
            if found.is_some() {
                return found;
            }
        }
        let pools = self.variables.iter().filter(|variable| variable.depth == 0);
        let pool =
            pools.into_iter().find(|variable| matches!(&variable.of, Type::Array(of, _) if **of == *to));
        pool.map(|pool| Piece::from(pool.name.as_str()))
    }

    /// The address of an element, computed in one of several ways.
    fn element_address(&mut self, array: Place) -> Piece {
        let Type::Array(_, length) = array.of else { return array.text };
        let (text, number) = (array.text, self.chance.below(length));
        let simple = text!["(&", text.clone(), "[", number, "])"];
        let whole = match self.chance.below(6) {
            0 => text!["(", text, " + ", self.index(length), ")"],
            1 => text!["(", text, " + ", length - 1, " - ", self.index(length), ")"],
            2 if self.allows("unsigned-distance") => {
                text!["(", text, " + ", length - 1, " + (0UL - (", self.index(length), ")))"]
            }
            3 => text!["(&", text, "[", length - 1, "] + -(int)(", self.index(length), "))"],
            _ => text!["(&", text, "[", self.index(length), "])"],
        };
        whole.or(vec![simple])
    }

    /// A record whose pointers lead to objects of at most this depth.
    pub fn record(&mut self, number: usize, depth: usize) -> Piece {
        let own = Type::Record(number);
        let free = !self.types.has_pointers(&own);
        let literal = text!["(", self.types.name(&own), ")", self.initializer(&own, depth)];
        let source = self.place(&|place| place.of == own && (free || place.holds <= depth));
        let Some(source) = source else { return literal };
        if self.fuel == 0 {
            return source.text;
        }
        self.fuel -= 1;
        match self.chance.below(10) {
            0..2 => literal.or(vec![source.text]),
            2..5 => match self.pure_call(&own, depth) {
                Some(call) => call.or(vec![source.text]),
                None => source.text,
            },
            5 => match self.place(&|place| place.of == own && (free || place.holds <= depth)) {
                Some(other) => {
                    let condition = self.int();
                    let whole = text!["((", condition, ") ? ", source.text.clone(), " : ", other.text, ")"];
                    whole.or(vec![source.text])
                }
                None => source.text,
            },
            _ => source.text,
        }
    }

    /// A value of a type that is not an array.
    pub fn value(&mut self, of: &Type, depth: usize) -> Piece {
        match of {
            Type::Int(_) => self.int(),
            Type::Double | Type::Float => self.float(),
            Type::Record(number) => self.record(*number, depth),
            // Every type that is pointed to has a global array.
            Type::Pointer(to) => self.pointer(to, depth).unwrap_or_else(|| Piece::from("0")),
            Type::Array(..) => self.initializer(of, depth),
        }
    }

    /// What may be stored in a place: indices stay indices.
    pub fn value_for(&mut self, place: &Place) -> Piece {
        if place.is_index {
            return self.index_value();
        }
        let mut value = self.value(&place.of, place.accepts());
        for _ in 0..3 {
            // A place assigned to itself is seldom of interest.
            if value.render().0 != place.text.render().0 {
                break;
            }
            value = self.value(&place.of, place.accepts());
        }
        value
    }

    /// 0 or 1.
    fn index_value(&mut self) -> Piece {
        let constant = Piece::from(self.chance.below(2));
        match self.chance.below(3) {
            0 => text!["(", self.int(), ") & 1"].or(vec![constant]),
            1 => self.place(&|place| place.is_index).map_or(constant, |place| place.text),
            _ => constant,
        }
    }

    /// A part of an initialiser: braces around what has parts.
    fn initializer_part(&mut self, of: &Type, is_index: bool, depth: usize) -> Piece {
        match of {
            _ if is_index && self.is_static => Piece::from(self.chance.below(2)),
            _ if is_index => self.index_value(),
            Type::Int(_) if self.is_static => self.number(),
            Type::Double | Type::Float if self.is_static => Piece::from("1.5"),
            Type::Pointer(to) if self.is_static => self.static_address(to),
            Type::Record(number) if !self.is_static && self.chance.percent(40) => self.record(*number, depth),
            Type::Record(_) | Type::Array(..) => self.initializer(of, depth),
            _ => self.value(of, depth),
        }
    }

    /// A constant address of a global.
    fn static_address(&mut self, to: &Type) -> Piece {
        let is_pool = |of: &Type| matches!(of, Type::Array(of, _) if **of == *to);
        let pools: Vec<_> =
            self.variables.iter().filter(|pool| pool.depth == 0 && is_pool(&pool.of)).collect();
        let Some(pool) = pools.get(self.chance.below(pools.len().max(1))) else { return Piece::from("0") };
        let Type::Array(_, length) = &pool.of else { return Piece::from("0") };
        let (name, length) = (pool.name.clone(), *length);
        text!["&", name, "[", self.chance.below(length), "]"]
    }

    /// An initialiser in braces. Every pointer gets a value; other parts may be left out.
    pub fn initializer(&mut self, of: &Type, depth: usize) -> Piece {
        let parts: Vec<(String, Type, bool)> = match of {
            Type::Array(of, length) => {
                let count = if *length > 8 { 2 } else { *length };
                (0..count).map(|at| (format!("[{at}]"), (**of).clone(), false)).collect()
            }
            Type::Record(number) => {
                let record = self.types.records[*number].clone();
                let count = if record.is_union { 1 } else { record.members.len() };
                let members = record.members.into_iter().take(count);
                members.map(|member| (format!(".{}", member.name), member.of, member.is_index)).collect()
            }
            _ => return text!["{ ", self.initializer_part(of, false, depth), " }"],
        };
        let is_designated = self.chance.percent(35);
        let mut entries = Vec::new();
        for (designator, of, is_index) in &parts {
            if is_designated && !self.types.has_pointers(of) && self.chance.percent(25) {
                continue;
            }
            let value = self.initializer_part(of, *is_index, depth);
            let designator = if is_designated { format!("{designator} = ") } else { String::new() };
            entries.push(text![designator, value, ", "].optional());
        }
        // A later designator overrides an earlier value, or a part of it.
        if is_designated && self.allows("override") && self.chance.percent(50) {
            let (designator, of, is_index) = self.chance.pick(&parts).clone();
            let (path, of, is_index) = self.designated_part(designator, of, is_index);
            let value = self.initializer_part(&of, is_index, depth);
            entries.push(text![path, " = ", value, ", "].optional());
        }
        text!["{ ", entries, "}"]
    }

    /// The part itself or a part of it.
    fn designated_part(&mut self, path: String, of: Type, is_index: bool) -> (String, Type, bool) {
        match &of {
            Type::Array(inner, length) if self.chance.percent(60) => {
                let at = self.chance.below((*length).min(8));
                (format!("{path}[{at}]"), (**inner).clone(), false)
            }
            Type::Record(number) if self.chance.percent(60) => {
                let member = self.chance.pick(&self.types.records[*number].members.clone()).clone();
                (format!("{path}.{}", member.name), member.of, member.is_index)
            }
            _ => (path, of, is_index),
        }
    }

    /// A call of a function without effects, if there is one with this result.
    fn pure_call(&mut self, result: &Type, depth: usize) -> Option<Piece> {
        let fits = |function: &&Function| function.is_pure && function.result.as_ref() == Some(result);
        let all: Vec<Function> = self.functions.iter().filter(fits).cloned().collect();
        if all.is_empty() {
            return None;
        }
        let function = self.chance.pick(&all).clone();
        Some(self.call(&function, depth))
    }
}
