//! The types of generated programs.

use crate::random::chance::Chance;
use crate::verdicts::text::{Piece, text};

/// The types of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
}

impl Kind {
    /// All of them, the common ones more than once.
    pub const ALL: [Kind; 17] = [
        Kind::Bool,
        Kind::Char,
        Kind::SignedChar,
        Kind::UnsignedChar,
        Kind::UnsignedChar,
        Kind::Short,
        Kind::UnsignedShort,
        Kind::Int,
        Kind::Int,
        Kind::Int,
        Kind::Int,
        Kind::Unsigned,
        Kind::Unsigned,
        Kind::Long,
        Kind::UnsignedLong,
        Kind::LongLong,
        Kind::UnsignedLongLong,
    ];

    /// The name in C.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Bool => "_Bool",
            Kind::Char => "char",
            Kind::SignedChar => "signed char",
            Kind::UnsignedChar => "unsigned char",
            Kind::Short => "short",
            Kind::UnsignedShort => "unsigned short",
            Kind::Int => "int",
            Kind::Unsigned => "unsigned",
            Kind::Long => "long",
            Kind::UnsignedLong => "unsigned long",
            Kind::LongLong => "long long",
            Kind::UnsignedLongLong => "unsigned long long",
        }
    }

    /// How many bits a bit-field of the type can have in every data model.
    fn most_bits(self) -> usize {
        match self {
            Kind::Bool => 1,
            Kind::Char | Kind::SignedChar | Kind::UnsignedChar => 8,
            Kind::Short | Kind::UnsignedShort => 16,
            Kind::Int | Kind::Unsigned | Kind::Long | Kind::UnsignedLong => 32,
            Kind::LongLong | Kind::UnsignedLongLong => 64,
        }
    }
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    Int(Kind),
    Double,
    Float,
    Pointer(Box<Type>),
    /// By its number among the program's records.
    Record(usize),
    Array(Box<Type>, usize),
}

impl Type {
    pub const INT: Type = Type::Int(Kind::Int);

    pub fn pointer(to: Type) -> Type {
        Type::Pointer(Box::new(to))
    }

    pub fn array(of: Type, length: usize) -> Type {
        Type::Array(Box::new(of), length)
    }

    pub fn is_int(&self) -> bool {
        matches!(self, Type::Int(_))
    }
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    pub of: Type,
    /// The width of a bit-field.
    pub bits: Option<usize>,
    /// What stands behind the declarator: an unnamed bit-field, an alignment.
    pub behind: &'static str,
    /// Only 0 and 1 are stored here, so that it can be an index of any array.
    pub is_index: bool,
}

/// A struct or a union.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: String,
    pub is_union: bool,
    pub is_packed: bool,
    pub members: Vec<Member>,
}

impl Record {
    /// The type's name in C.
    pub fn full_name(&self) -> String {
        format!("{} {}", if self.is_union { "union" } else { "struct" }, self.name)
    }
}

/// The records of a program.
#[derive(Clone, Default, Debug)]
pub struct Types {
    pub records: Vec<Record>,
    /// Floating-point numbers are used.
    pub has_floats: bool,
    /// Some records have hundreds of scalars.
    pub has_large: bool,
}

impl Types {
    /// A declaration of a name with a type.
    pub fn declare(&self, of: &Type, name: &str) -> String {
        let spaced = |word: &str| if name.is_empty() { word.to_string() } else { format!("{word} {name}") };
        match of {
            Type::Int(kind) => spaced(kind.name()),
            Type::Double => spaced("double"),
            Type::Float => spaced("float"),
            Type::Record(number) => spaced(&self.records[*number].full_name()),
            Type::Pointer(to) => self.declare(to, &format!("*{name}")),
            Type::Array(of, length) => self.declare(of, &format!("{name}[{length}]")),
        }
    }

    /// The type as it is written in a cast.
    pub fn name(&self, of: &Type) -> String {
        self.declare(of, "")
    }

    /// Whether values of a type contain pointers.
    pub fn has_pointers(&self, of: &Type) -> bool {
        match of {
            Type::Int(_) | Type::Double | Type::Float => false,
            Type::Pointer(_) => true,
            Type::Array(of, _) => self.has_pointers(of),
            Type::Record(number) => {
                self.records[*number].members.iter().any(|member| self.has_pointers(&member.of))
            }
        }
    }

    /// Whether every byte of a type is a byte of an integer that can hold anything: no padding, no pointers.
    pub fn is_dense(&self, of: &Type) -> bool {
        match of {
            Type::Int(kind) => *kind != Kind::Bool,
            Type::Double | Type::Float | Type::Pointer(_) => false,
            Type::Array(of, _) => self.is_dense(of),
            Type::Record(number) => {
                let record = &self.records[*number];
                let same = record.members.windows(2).all(|pair| pair[0].of == pair[1].of);
                let is_whole = |member: &Member| {
                    member.bits.is_none() && member.behind.is_empty() && self.is_dense(&member.of)
                };
                let whole = record.members.iter().all(is_whole);
                whole && (same || record.is_packed) && !record.is_union
            }
        }
    }

    /// How many scalars a value of the type has, roughly.
    pub fn scalars(&self, of: &Type) -> usize {
        match of {
            Type::Array(of, length) => length * self.scalars(of),
            Type::Record(number) => {
                self.records[*number].members.iter().map(|member| self.scalars(&member.of)).sum()
            }
            _ => 1,
        }
    }

    /// Types that pointers in the program point to.
    pub fn pointees(&self) -> Vec<Type> {
        let mut all = Vec::new();
        for member in self.records.iter().flat_map(|record| &record.members) {
            let mut of = &member.of;
            while let Type::Array(inner, _) = of {
                of = inner;
            }
            while let Type::Pointer(to) = of {
                if !all.contains(&**to) {
                    all.push((**to).clone());
                }
                of = to;
            }
        }
        all
    }

    /// Adds a random record, which may contain the earlier ones.
    pub fn add_record(&mut self, chance: &mut Chance) {
        let number = self.records.len();
        let is_union = chance.percent(20);
        let is_packed = !is_union && chance.percent(20);
        let mut members = Vec::new();
        let count = 2 + chance.below(3);
        let has_bits = chance.percent(35);
        let is_uniform = chance.percent(15).then(|| Type::Int(*chance.pick(&Kind::ALL)));
        for at in 0..count {
            let name = format!("m{at}");
            let plain = |of| Member { name: name.clone(), of, bits: None, behind: "", is_index: false };
            members.push(match &is_uniform {
                Some(of) => plain(of.clone()),
                None if has_bits && chance.percent(75) => {
                    let kind = *chance.pick(&Kind::ALL);
                    let most = kind.most_bits();
                    let bits = if chance.percent(20) { most } else { 1 + chance.below(most) };
                    let bits = if most == 64 && chance.percent(40) { 33 + chance.below(15) } else { bits };
                    let behind = *chance.pick(&["", "", "", "", "", "; int : 0", "; unsigned : 3"]);
                    let behind = if is_union { "" } else { behind };
                    Member { bits: Some(bits), behind, ..plain(Type::Int(kind)) }
                }
                None if !is_union && chance.percent(25) => {
                    let kind = *chance.pick(&[Kind::Int, Kind::UnsignedChar, Kind::Unsigned, Kind::Long]);
                    Member { is_index: true, ..plain(Type::Int(kind)) }
                }
                None => {
                    let is_aligned = !is_packed && chance.percent(5);
                    let behind = if is_aligned { " __attribute__((aligned(8)))" } else { "" };
                    Member { behind, ..plain(self.member_type(number, is_union, is_packed, chance)) }
                }
            });
        }
        let name = format!("{}{number}", if is_union { "U" } else { "S" });
        self.records.push(Record { name, is_union, is_packed, members });
    }

    /// The type of a member of a record with this number. Records with pointers are never parts of unions.
    fn member_type(&self, number: usize, is_union: bool, is_packed: bool, chance: &mut Chance) -> Type {
        let scalar = Type::Int(*chance.pick(&Kind::ALL));
        let earlier = (number > 0).then(|| Type::Record(chance.below(number.max(1))));
        let inner = earlier.filter(|record| !is_union || !self.has_pointers(record));
        match chance.below(100) {
            0..25 => scalar,
            25..45 => Type::array(scalar, 2 + chance.below(3)),
            45..60 if inner.is_some() => inner.unwrap_or(scalar),
            60..68 if inner.is_some() => Type::array(inner.unwrap_or(scalar), 2),
            68..90 if !is_union && !is_packed => {
                let to = match chance.below(10) {
                    0..3 => Type::INT,
                    3..8 => Type::Record(chance.below(number + 1)),
                    _ => scalar,
                };
                let pointer = Type::pointer(to);
                if chance.percent(40) { Type::array(pointer, 2 + chance.below(2)) } else { pointer }
            }
            90..95 if self.has_floats => {
                if chance.percent(50) {
                    Type::Double
                } else {
                    Type::Float
                }
            }
            95..97 if !is_union && self.has_large => Type::array(Type::INT, 280),
            _ => Type::INT,
        }
    }

    /// The definition of a record.
    pub fn definition(&self, number: usize) -> Piece {
        let record = &self.records[number];
        let mut parts = vec![text![format!("{} {{ ", record.full_name())]];
        for member in &record.members {
            let bits = member.bits.map_or(String::new(), |bits| format!(" : {bits}"));
            let declared = format!("{}{bits}{}; ", self.declare(&member.of, &member.name), member.behind);
            parts.push(Piece::from(declared).optional());
        }
        parts.push(Piece::from(if record.is_packed { "} __attribute__((packed));\n" } else { "};\n" }));
        Piece::All(parts).optional()
    }
}
