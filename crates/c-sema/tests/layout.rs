//! Where gcc puts the members of structs and unions: sizes, alignments and offsets of generated records in both
//! data models.
//!
//! The records have scalars, arrays, earlier records, anonymous members, bit-fields of every type and width, `packed`
//! and `aligned` on members and records, typedefs with an alignment, and `#pragma pack`. A program that gcc
//! compiles prints the facts; the place of a bit-field is where the ones appear when it is set. Without gcc (or
//! without its 32-bit libraries) nothing is compared, and the test says so. `PRINCIPIA_LAYOUT_SEED` chooses
//! other records.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use base::{Diagnostics, SourceMap};
use c_sema::types::{DataModel, Record, Type, Types};
use c_sema::{Unit, check};
use c_syntax::{Interner, parse};
use test_tools::{Tool, number_from};

/// How many records are compared in one program.
const RECORDS: usize = 400;

const SCALARS: [&str; 16] = [
    "char",
    "signed char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "float",
    "double",
    "long double",
    "char *",
    "_Bool",
    "enum e",
    "aligned_int",
];

/// The types of bit-fields with their largest width; a `long` has at least 32 bits.
const BIT_FIELDS: [(&str, u64); 12] = [
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum e", 32),
];

const DECLARATIONS: &str = "enum e { A, B };\ntypedef int aligned_int __attribute__((aligned(8)));\n";

/// A generator of numbers (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    /// Whether something happens that happens in one of `rounds` cases.
    fn once_in(&mut self, rounds: u64) -> bool {
        self.below(rounds) == 0
    }

    fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len() as u64) as usize]
    }
}

/// The members of a record that is being written.
#[derive(Default)]
struct Members {
    text: String,
    /// The names, and whether each is a bit-field.
    names: Vec<(String, bool)>,
}

impl Members {
    fn fresh(&mut self, is_bit_field: bool) -> String {
        let name = format!("m{}", self.names.len());
        self.names.push((name.clone(), is_bit_field));
        name
    }
}

fn member_attributes(random: &mut Random) -> String {
    match random.below(16) {
        0 => format!(" __attribute__((aligned({})))", random.pick(&[1, 2, 4, 8, 16])),
        1 => " __attribute__((packed))".to_string(),
        2 => " __attribute__((packed, aligned(2)))".to_string(),
        _ => String::new(),
    }
}

fn bit_field(random: &mut Random, members: &mut Members) {
    let (ty, most) = random.pick(&BIT_FIELDS);
    if random.once_in(8) {
        let _ = write!(members.text, "{ty} : {}; ", random.below(most + 1));
        return;
    }
    let name = members.fresh(true);
    let width = 1 + random.below(most);
    // A bit-field as wide as its type becomes a plain member in gcc, with an alignment of its own if one is asked for.
    let attributes = if width == most { String::new() } else { member_attributes(random) };
    let _ = write!(members.text, "{ty} {name} : {width}{attributes}; ");
}

fn member(random: &mut Random, members: &mut Members, earlier: usize, depth: u32) {
    match random.below(20) {
        0..9 => bit_field(random, members),
        9 if depth == 0 => {
            members.text += random.pick(&["struct { ", "union { "]);
            for _ in 0..1 + random.below(3) {
                member(random, members, earlier, 1);
            }
            let _ = write!(members.text, "}}{}; ", random.pick(&["", " __attribute__((packed))"]));
        }
        10 if earlier > 0 => {
            let (name, record) = (members.fresh(false), random.below(earlier as u64));
            let _ = write!(members.text, "r{record} {name}{}; ", member_attributes(random));
        }
        choice => {
            let (ty, name) = (random.pick(&SCALARS), members.fresh(false));
            // An element may not be less aligned than its type says.
            let is_array = choice > 16 && ty != "aligned_int";
            let length = if is_array { format!("[{}]", random.below(5)) } else { String::new() };
            let _ = write!(members.text, "{ty} {name}{length}{}; ", member_attributes(random));
        }
    }
}

/// A record `rN` with the names of its members, and whether they are bit-fields.
fn record(random: &mut Random, number: usize) -> (String, Vec<(String, bool)>) {
    let mut members = Members::default();
    for _ in 0..1 + random.below(6) {
        member(random, &mut members, number, 0);
    }
    let kind = random.pick(&["struct", "struct", "struct", "union"]);
    let attributes = match random.below(8) {
        0 => " __attribute__((packed))".to_string(),
        1 => format!(" __attribute__((aligned({})))", random.pick(&[1, 2, 4, 8, 16, 32])),
        2 => format!(" __attribute__((packed, aligned({})))", random.pick(&[2, 4, 8])),
        _ => String::new(),
    };
    let definition = format!("{kind} s{number} {{ {}}}{attributes};\n", members.text);
    let packed =
        format!("#pragma pack(push, {})\n{definition}#pragma pack(pop)\n", random.pick(&[1, 2, 4, 8]));
    let definition = if random.once_in(6) { packed } else { definition };
    (format!("{definition}typedef {kind} s{number} r{number};\n"), members.names)
}

/// The program that prints, for each record, `sN size alignment` and `sN.mM bit-offset [width]`.
fn printer(declarations: &str, records: &[Vec<(String, bool)>]) -> String {
    let mut text = format!("{declarations}int printf(const char *, ...);\n");
    text += "void bits(const char *name, unsigned char *bytes, int count) {
    int first = -1, width = 0;
    for (int i = 0; i < count * 8; i++)
        if (bytes[i / 8] >> i % 8 & 1) {
            if (first < 0) first = i;
            width++;
        }
    printf(\"%s %d %d\\n\", name, first, width);
}\n";
    for (number, names) in records.iter().enumerate() {
        let _ =
            write!(text, "void p{number}(void) {{ printf(\"s{number} %d %d\\n\", (int)sizeof(r{number}), ");
        let _ = writeln!(text, "(int)_Alignof(r{number}));");
        for (name, is_bit_field) in names {
            let _ = if *is_bit_field {
                writeln!(
                    text,
                    "{{ union {{ r{number} r; unsigned char b[sizeof(r{number})]; }} u; \
                     __builtin_memset(&u, 0, sizeof u); u.r.{name} = -1; bits(\"s{number}.{name}\", u.b, sizeof u.r); }}"
                )
            } else {
                writeln!(
                    text,
                    "printf(\"s{number}.{name} %d\\n\", 8 * (int)__builtin_offsetof(r{number}, {name}));"
                )
            };
        }
        text += "}\n";
    }
    text += "int main(void) {\n";
    for number in 0..records.len() {
        let _ = writeln!(text, "p{number}();");
    }
    text + "return 0; }\n"
}

/// What gcc says.
fn facts_of_gcc(program: &str, option: &str, folder: &Path) -> String {
    let (source, binary) = (folder.join(format!("layout{option}.c")), folder.join(format!("layout{option}")));
    std::fs::write(&source, program).expect("written");
    let compiled = Command::new("gcc").args(["-w", option, "-o"]).arg(&binary).arg(&source).output();
    let compiled = compiled.expect("gcc exists");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&binary).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("text")
}

/// The place of a member, also of one inside of anonymous members: bits, and the width of a bit-field.
fn find(types: &Types, record: &Record, name: &str) -> Option<(u64, Option<u32>)> {
    for field in &record.fields {
        if &*field.name == name {
            return Some((field.bit_offset, field.bit_width));
        }
        if let (true, Type::Record(inner)) = (field.name.is_empty(), &types[field.ty])
            && let Some((offset, width)) = find(types, &types.records[*inner], name)
        {
            return Some((field.bit_offset + offset, width));
        }
    }
    None
}

/// What we say, in the same form.
fn our_facts(declarations: &str, records: &[Vec<(String, bool)>], model: DataModel) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("layout.c", declarations);
    let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let ast = parse(&sources, file, &mut names, &mut diagnostics);
    let program = check(&[Unit { ast: &ast, is_library: false }], &names, model, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    let mut facts = String::new();
    for (number, members) in records.iter().enumerate() {
        let name = format!("s{number}");
        let found =
            program.types.records.iter().find(|record| record.name.trim_start_matches("struct ") == name);
        let record = found.unwrap_or_else(|| panic!("there is a record {name}"));
        let _ = writeln!(facts, "{name} {} {}", record.size.expect("complete"), record.align);
        for (member, _) in members {
            let (offset, width) = find(&program.types, record, member).expect("a member");
            let width = width.map_or(String::new(), |width| format!(" {width}"));
            let _ = writeln!(facts, "{name}.{member} {offset}{width}");
        }
    }
    facts
}

#[test]
fn records_are_laid_out_as_by_gcc() {
    let seed = number_from("PRINCIPIA_LAYOUT_SEED").unwrap_or(1);
    let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2 * seed + 1));
    let mut declarations = DECLARATIONS.to_string();
    let (mut definitions, mut records) = (Vec::new(), Vec::new());
    for number in 0..RECORDS {
        let (text, names) = record(&mut random, number);
        declarations += &text;
        definitions.push(text);
        records.push(names);
    }
    let folder = std::env::temp_dir().join(format!("principia-layout-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = printer(&declarations, &records);
    let mut complaints = Vec::new();
    for (model, option, gcc) in
        [(DataModel::Ilp32, "-m32", Tool::Gcc32), (DataModel::Lp64, "-m64", Tool::Gcc)]
    {
        if gcc.or_skip().is_none() {
            continue;
        }
        let expected = facts_of_gcc(&program, option, &folder);
        let ours = our_facts(&declarations, &records, model);
        assert_eq!(ours.lines().count(), expected.lines().count());
        let differences = ours.lines().zip(expected.lines()).filter(|(ours, expected)| ours != expected);
        for (ours, expected) in differences {
            let number: String = ours[1..].chars().take_while(char::is_ascii_digit).collect();
            let definition = &definitions[number.parse::<usize>().expect("a number")];
            complaints.push(format!("{model:?}: {ours}, but gcc has {expected}:\n{definition}"));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    let shown = complaints.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
    assert!(complaints.is_empty(), "seed {seed}: {} differences, such as\n{shown}", complaints.len());
}
