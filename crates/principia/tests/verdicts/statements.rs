//! Statements.

use super::calls::Function;
use super::generate::Generator;
use super::places::{Place, Variable};
use super::text::{Piece, text};
use super::types::{Kind, Type};

/// Blocks in blocks.
const MAX_DEPTH: usize = 5;

impl Generator {
    /// A statement, which can be left out.
    pub fn statement(&mut self) -> Piece {
        self.refuel();
        let is_flat = self.depth >= MAX_DEPTH;
        let whole = match self.chance.below(100) {
            0..16 => self.declaration(),
            16..36 => self.scalar_assignment(),
            36..54 => self.record_assignment(),
            54..66 => self.pointer_assignment(),
            66..74 => self.copy(),
            74..80 => self.effect(),
            80..84 if !self.is_pure => self.mix(),
            84..88 if !is_flat => self.conditional(),
            88..92 if !is_flat => self.counted_loop(),
            92..94 if !is_flat => self.switch(),
            94..96 if !is_flat => self.jump(),
            96..98 if !is_flat => text!["{\n", self.block(), "}\n"],
            _ => self.scalar_assignment(),
        };
        whole.optional()
    }

    /// The statements of a block, without braces.
    pub fn block(&mut self) -> Piece {
        let outside = self.variables.len();
        self.depth += 1;
        let body: Vec<Piece> = (0..1 + self.chance.below(3)).map(|_| self.statement()).collect();
        self.depth -= 1;
        self.variables.truncate(outside);
        Piece::All(body)
    }

    /// A local variable with an initialiser, or a pointer to new memory.
    pub fn declaration(&mut self) -> Piece {
        let record = Type::Record(self.chance.below(self.types.records.len()));
        let of = match self.chance.below(12) {
            0 => Type::Int(*self.chance.pick(&Kind::ALL)),
            1 => Type::INT,
            2 => Type::array(Type::Int(*self.chance.pick(&Kind::ALL)), 2 + self.chance.below(3)),
            3..6 => record,
            6 if self.types.scalars(&record) < 30 => Type::array(record, 2),
            7 => Type::array(Type::pointer(self.pointee()), 2),
            8 => Type::pointer(Type::pointer(self.pointee())),
            9 if !self.is_pure => return self.allocation(),
            _ => Type::pointer(self.pointee()),
        };
        let name = self.name("v");
        let value = match &of {
            Type::Pointer(to) => match self.pointer(to, self.depth) {
                Some(value) => value,
                None => return Piece::from(""),
            },
            _ if self.chance.percent(50) => self.value(&of, self.depth),
            _ => self.initializer(&of, self.depth),
        };
        let declaration = text![self.types.declare(&of, &name), " = ", value, ";\n"];
        self.add_variable(&name, of);
        declaration
    }

    /// `T *v = malloc(sizeof *v); *v = ...;`
    fn allocation(&mut self) -> Piece {
        let to = self.pointee();
        let name = self.name("v");
        let declared = self.types.declare(&Type::pointer(to.clone()), &name);
        // What is kept there may be read by anyone who gets the pointer.
        let value = self.value(&to, 0);
        self.add_variable(&name, Type::pointer(to));
        text![declared, " = malloc(sizeof *", name.as_str(), ");\n*", name.as_str(), " = ", value, ";\n"]
    }

    fn scalar_assignment(&mut self) -> Piece {
        let is_scalar = |place: &Place| matches!(place.of, Type::Int(_) | Type::Double | Type::Float);
        let Some(place) = self.target(&is_scalar) else { return Piece::from("") };
        let value = self.value_for(&place);
        let target = place.text.clone();
        if place.is_index || !place.of.is_int() {
            return text![target, " = ", value, ";\n"];
        }
        if self.chance.percent(15) {
            return self.assigned_value(target, value);
        }
        match self.chance.below(12) {
            0 => text![target, "++;\n"],
            1 => text!["--", target, ";\n"],
            2..5 => text![target, *self.chance.pick(&[" += ", " -= ", " ^= ", " |= ", " &= "]), value, ";\n"],
            5 => {
                text![target, *self.chance.pick(&[" /= ", " %= ", " >>= "]), 1 + self.chance.below(6), ";\n"]
            }
            _ => text![target, " = ", value, ";\n"],
        }
    }

    /// A variable gets the value of an assignment.
    fn assigned_value(&mut self, target: Piece, value: Piece) -> Piece {
        let name = self.name("v");
        let kind = *self.chance.pick(&[Kind::Int, Kind::LongLong, Kind::Unsigned]);
        let assignment = match self.chance.below(5) {
            0 => text![target, "++"],
            1 => text!["--", target],
            2 => text![target, " += ", value],
            _ => text![target, " = ", value],
        };
        self.add_variable(&name, Type::Int(kind));
        text![kind.name(), " ", name, " = (", assignment, ");\n"]
    }

    fn record_assignment(&mut self) -> Piece {
        let Some(place) = self.target(&|place| matches!(place.of, Type::Record(_))) else {
            return self.scalar_assignment();
        };
        text![place.text.clone(), " = ", self.value_for(&place), ";\n"]
    }

    fn pointer_assignment(&mut self) -> Piece {
        let Some(place) = self.target(&|place| matches!(place.of, Type::Pointer(_))) else {
            return self.scalar_assignment();
        };
        text![place.text.clone(), " = ", self.value_for(&place), ";\n"]
    }

    /// `memcpy` and its like.
    fn copy(&mut self) -> Piece {
        let types = self.types.clone();
        let whole = |place: &Place| place.has_address && place.bits.is_none() && !place.is_index;
        if self.chance.percent(35) {
            let Some(place) = self.target(&|place| whole(place) && types.is_dense(&place.of)) else {
                return self.scalar_assignment();
            };
            let size = text!["sizeof(", place.text.clone(), ")"];
            let bytes = text!["(unsigned)(", self.int(), ") % (", size.clone(), " + 1)"].or(vec![size]);
            let byte = self.chance.below(4);
            return text!["memset(", place.address(), ", ", byte, ", ", bytes, ");\n"];
        }
        let is_large = |of: &Type| matches!(of, Type::Record(_) | Type::Array(..));
        let Some(place) = self.target(&|place| whole(place) && is_large(&place.of)) else {
            return self.record_assignment();
        };
        let (of, accepts) = (place.of.clone(), place.accepts());
        let free = !types.has_pointers(&of);
        let fits = |other: &Place| whole(other) && other.of == of && (free || other.holds <= accepts);
        let Some(source) = self.place(&fits) else { return self.record_assignment() };
        let size = text!["sizeof(", place.text.clone(), ")"];
        let size = match &of {
            Type::Array(_, length) if self.chance.percent(60) => {
                let elements = text!["((", self.index(*length), ") + 1)"];
                text![elements, " * sizeof(", place.text.clone(), "[0])"].or(vec![size])
            }
            of if types.is_dense(of) && self.chance.percent(60) => {
                text!["(unsigned)(", self.int(), ") % (", size.clone(), " + 1)"].or(vec![size])
            }
            _ => size,
        };
        let function = *self.chance.pick(&["memcpy(", "memmove(", "memmove("]);
        text![function, place.address(), ", ", source.address(), ", ", size, ");\n"]
    }

    /// A call of a function with effects.
    pub fn effect(&mut self) -> Piece {
        let is_pure = self.is_pure;
        let fits = |function: &&Function| function.is_pure || !is_pure;
        let all: Vec<Function> = self.functions.iter().filter(fits).cloned().collect();
        if all.is_empty() {
            return self.record_assignment();
        }
        let mut function = self.chance.pick(&all).clone();
        let mut before = Piece::from("");
        if self.chance.percent(30) {
            (before, function) = self.function_pointer(&function);
        }
        let call = self.call(&function, self.depth);
        let whole = match function.result.clone() {
            Some(of) if !matches!(of, Type::Pointer(_)) => {
                let name = self.name("v");
                let declared = self.types.declare(&of, &name);
                self.add_variable(&name, of);
                text![declared, " = ", call, ";\n"]
            }
            _ => text![call, ";\n"],
        };
        text![before, whole]
    }

    /// A variable that points to a function or to one of two.
    fn function_pointer(&mut self, function: &Function) -> (Piece, Function) {
        let is_pure = self.is_pure;
        let own = |other: &&Function| {
            let fits = other.result == function.result && other.signature() == function.signature();
            fits && (other.is_pure || !is_pure)
        };
        let all: Vec<Function> = self.functions.iter().filter(own).cloned().collect();
        let pointer = Function { name: self.name("fp"), table: None, ..function.clone() };
        let declared = self.pointer_declared(&pointer);
        let [first, second] = [(); 2].map(|()| {
            let other = self.chance.pick(&all).clone();
            let index = other.table.map(|length| self.index(length));
            index.map_or(Piece::from(other.name.as_str()), |index| text![other.name, "[", index, "]"])
        });
        let value = text!["(", self.int(), ") ? ", first.clone(), " : ", second].or(vec![first]);
        let is_pure = all.iter().all(|other| other.is_pure);
        (text![declared, " = ", value, ";\n"], Function { is_pure, ..pointer })
    }

    /// Something goes into the hash.
    pub fn mix(&mut self) -> Piece {
        self.refuel();
        let Some(place) = self.place(&|place| place.of.is_int()) else { return Piece::from("") };
        let value = if self.chance.percent(85) { place.text } else { self.int() };
        let value = text!["(unsigned)(", value, ")"];
        let whole = match self.chance.below(6) {
            0 => text!["h = h * 3 + ", value, ";\n"],
            1 => text!["h ^= ", value, ";\n"],
            2 => text!["h += 16 * ", value, ";\n"],
            _ => text!["h += ", value, ";\n"],
        };
        whole.optional()
    }

    fn conditional(&mut self) -> Piece {
        let condition = self.int();
        let then = self.block();
        if self.chance.percent(50) {
            return text!["if (", condition, ") {\n", then.clone(), "}\n"]
                .or(vec![text!["{\n", then, "}\n"]]);
        }
        let otherwise = self.block();
        let either = vec![text!["{\n", then.clone(), "}\n"], text!["{\n", otherwise.clone(), "}\n"]];
        text!["if (", condition, ") {\n", then, "} else {\n", otherwise, "}\n"].or(either)
    }

    /// A loop with a few rounds, sometimes left early.
    fn counted_loop(&mut self) -> Piece {
        let counter = self.name("i");
        let rounds = 2 + self.chance.below(3);
        let outside = self.variables.len();
        self.depth += 1;
        self.variables.push(Variable {
            name: counter.clone(),
            of: Type::INT,
            depth: self.depth,
            holds: self.depth,
            is_index: rounds == 2,
            is_constant: true,
        });
        let mut body = self.block();
        if self.chance.percent(20) {
            self.refuel();
            let leave = *self.chance.pick(&["break", "continue"]);
            body = text![text!["if (", self.int(), ") ", leave, ";\n"].optional(), body];
        }
        self.depth -= 1;
        self.variables.truncate(outside);
        let i = counter.as_str();
        let once = text!["{ int ", i, " = 0;\n", body.clone(), "}\n"];
        let head = text!["for (int ", i, " = 0; ", i, " < ", rounds, "; ", i, "++) {\n"];
        text![head, body, "}\n"].or(vec![once])
    }

    fn switch(&mut self) -> Piece {
        let mut cases = Vec::new();
        let value = self.int();
        for label in ["case 0:", "case 1:", "default:", "case 2:"] {
            let leave = if self.chance.percent(60) { "break;\n" } else { "" };
            cases.push(text![label, " {\n", self.block(), "}\n", leave].optional());
        }
        text!["switch ((", value, ") & 3) {\n", cases, "}\n"]
    }

    /// A jump forward over statements and declarations, or back, as often as a counter says.
    fn jump(&mut self) -> Piece {
        let (label, outside) = (self.name("l"), self.variables.len());
        let goto = text!["goto ", label.as_str(), ";\n"];
        let condition = self.int();
        let body = self.block();
        self.variables.truncate(outside);
        if self.chance.percent(50) {
            let body = text!["if (", condition, ") ", goto, body];
            return text!["{\n", body, label.as_str(), ":;\n}\n"];
        }
        let counter = self.name("k");
        let again = text!["if (", counter.as_str(), "++ < ", 1 + self.chance.below(2), ") ", goto];
        text!["{\nint ", counter.as_str(), " = 0;\n", label.as_str(), ":;\n", body, again.optional(), "}\n"]
    }
}
