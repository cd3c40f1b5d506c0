//! What C programs do that random statements rarely come to: lists, variadic functions, strings, callbacks, walks
//! over bytes, addresses as numbers, stacks of frames that point to each other.
//!
//! Each idiom has functions of its own, and statements that mix something into the hash.

use super::generate::Generator;
use super::places::Place;
use super::text::{Piece, text};
use super::types::{Kind, Type};

/// Makes lines that can be left out one by one. `#1` and so on are what the arguments say.
pub(super) fn lines(template: &str, arguments: &[Piece]) -> Piece {
    let mut parts = Vec::new();
    for line in template.lines().filter(|line| !line.trim().is_empty()) {
        let is_block = line.contains(['{', '}']) && line.matches('{').count() != line.matches('}').count();
        let whole = filled(&format!("{}\n", line.trim()), arguments);
        parts.push(if is_block { whole } else { whole.optional() });
    }
    Piece::All(parts)
}

/// A template with its arguments.
fn filled(template: &str, arguments: &[Piece]) -> Piece {
    let mut pieces = template.split('#');
    let mut parts = vec![Piece::from(pieces.next().unwrap_or_default())];
    for piece in pieces {
        let digits = piece.chars().take_while(char::is_ascii_digit).count();
        let number: usize = piece[..digits].parse().expect("templates have numbers");
        parts.push(arguments[number - 1].clone());
        parts.push(Piece::from(&piece[digits..]));
    }
    Piece::All(parts)
}

/// Makes the text of an idiom.
type Idiom = fn(&mut Generator) -> Piece;

/// The idioms by their names.
const IDIOMS: [(&str, Idiom); 22] = [
    ("variadic", Generator::variadic),
    ("linked-list", Generator::linked_list),
    ("index-list", Generator::index_list),
    ("strings", Generator::strings),
    ("byte-walk", Generator::byte_walk),
    ("numeric-address", Generator::numeric_address),
    ("frames", Generator::frames),
    ("jump-back", Generator::jump_back),
    ("methods", Generator::methods),
    ("matrix", Generator::matrix),
    ("variable-length", Generator::variable_length),
    ("wide-bits", Generator::wide_bits),
    ("callback", Generator::callback),
    ("carrier", Generator::carrier),
    ("heap", Generator::heap),
    ("by-value", Generator::by_value),
    ("computed-jump", Generator::computed_jump),
    ("flexible-member", Generator::flexible_member),
    ("passed-list", Generator::passed_list),
    ("lives-again", Generator::lives_again),
    ("effects", Generator::effects),
    ("library", Generator::library),
];

impl Generator {
    /// One of the idioms.
    pub fn idiom(&mut self) -> Piece {
        self.refuel();
        let (construct, make) = *self.chance.pick(&IDIOMS);
        if !self.allows(construct) {
            return Piece::from("");
        }
        make(self).optional()
    }

    /// A function with arguments of several types behind the first.
    fn variadic(&mut self) -> Piece {
        let name = self.name("f");
        let (mut reads, mut arguments) = (Vec::new(), Vec::new());
        for _ in 0..2 + self.chance.below(3) {
            let record = Type::Record(self.chance.below(self.types.records.len()));
            let (read, argument) = match self.chance.below(5) {
                0 | 1 => ("s += __builtin_va_arg(a, int);\n".to_string(), self.small_int()),
                2 => {
                    let argument = text!["(long long)(", self.int(), ")"];
                    ("s += (int)__builtin_va_arg(a, long long);\n".to_string(), argument)
                }
                3 if self.types.scalars(&record) < 8 => {
                    let of = self.types.name(&record);
                    let own = self.name("r");
                    let Some(member) = self.int_member(&record) else { continue };
                    let read = format!("{of} {own} = __builtin_va_arg(a, {of}); s += (int){own}.{member};\n");
                    (read, self.value(&record, self.depth))
                }
                _ => match self.pointer(&Type::INT, self.depth) {
                    Some(pointer) => ("s += *__builtin_va_arg(a, int *);\n".to_string(), pointer),
                    None => continue,
                },
            };
            reads.push(Piece::from(read));
            arguments.push(text![", ", argument]);
        }
        let head = format!("static int {name}(int n, ...)\n{{\n__builtin_va_list a; int s = n;\n");
        let body = text!["__builtin_va_start(a, n);\n", reads, "__builtin_va_end(a);\nreturn s;\n}\n"];
        self.definitions.push(text![head, body]);
        text!["h += (unsigned)", name.as_str(), "(", self.chance.below(5), arguments, ");\n"]
    }

    /// A small number from an expression.
    pub(super) fn small_int(&mut self) -> Piece {
        text!["(int)((", self.int(), ") & 15)"].or(vec![Piece::from("3")])
    }

    /// A member of a record that is an integer.
    fn int_member(&mut self, record: &Type) -> Option<String> {
        let Type::Record(number) = record else { return None };
        let members = self.types.records[*number].members.clone();
        let ints: Vec<_> = members.into_iter().filter(|member| member.of.is_int()).collect();
        if ints.is_empty() { None } else { Some(self.chance.pick(&ints).name.clone()) }
    }

    /// A list of nodes from an array or from new memory, which is reversed, cut or walked.
    fn linked_list(&mut self) -> Piece {
        let (node, pool) = (Piece::from(self.name("N")), Piece::from(self.name("g")));
        let rounds = Piece::from(2 + self.chance.below(2));
        let value = self.small_int();
        self.definitions.push(lines(
            "struct #1 { int v; struct #1 *next; };
             static struct #1 #2[4];",
            &[node.clone(), pool.clone()],
        ));
        let new = if self.chance.percent(50) {
            filled("#1 + i", &[pool])
        } else {
            filled("malloc(sizeof(struct #1))", std::slice::from_ref(&node))
        };
        let change = match self.chance.below(4) {
            0 => "struct #1 *r = 0; while (l) { struct #1 *n = l->next; l->next = r; r = l; l = n; } l = r;",
            1 => "struct #1 **q = &l; while (*q && (*q)->v != 4) q = &(*q)->next; if (*q) *q = (*q)->next;",
            2 => "*l = *l->next;",
            _ => "l->next->v = l->v + 1;",
        };
        lines(
            &format!(
                "{{ struct #1 *l = 0;
                 for (int i = 0; i < #2; i++) {{
                 struct #1 *p = #3;
                 p->v = i + #4; p->next = l; l = p;
                 }}
                 {change}
                 for (struct #1 *p = l; p; p = p->next) h = h * 3 + (unsigned)p->v;
                 }}"
            ),
            &[node, rounds, new, value],
        )
    }

    /// A list by indices, with records that are assigned through what they contain.
    fn index_list(&mut self) -> Piece {
        let (node, pool, make) = (self.name("L"), self.name("g"), self.name("f"));
        let names: Vec<Piece> = [node, pool, make].map(Piece::from).to_vec();
        let kind = Piece::from(self.chance.pick(&Kind::ALL[1..]).name());
        let mut arguments = names.clone();
        arguments.extend([kind, self.small_int(), self.small_int()]);
        arguments.extend((0..3).map(|_| Piece::from(self.chance.below(4))));
        self.definitions.push(lines(
            "struct #1 { #4 i; int v; int w[2]; };
             static struct #1 #2[4] = { { 1, 5 }, { 2, 6 }, { 3, 7 }, { 0, 8 } };
             static struct #1 #3(int i, int v) { struct #1 r = { i, v, { v + 1, i } }; return r; }",
            &arguments,
        ));
        let change = match self.chance.below(7) {
            0 => "#2[#2[#7].i] = #3(#8, #5);",
            1 => "#2[#2[#7].i] = #2[#2[#8].i];",
            2 => "struct #1 t = { #8, #5 }; #2[#2[#7].i] = t;",
            3 => "memcpy(&#2[#2[#7].i], &#2[#2[#2[#7].i].i], sizeof #2[0]);",
            4 => "*(#2 + #2[#7].i) = (struct #1){ .v = #5, .i = #8, .w[1] = 2 };",
            5 => "memset(&#2[#2[#7].i], 0, sizeof #2[0]);",
            _ => "struct #1 *p = &#2[#7], **q = &p; **q = #3(#8, #6); p = &#2[p->i]; **q = #2[p->i];",
        };
        let change = format!("{{\n{change}\n#2[#2[#9].i].v += #6;\n}}");
        let sum = "for (int i = 0; i < 4; i++) h = h * 3 + (unsigned)(#2[i].i + #2[i].v + #2[i].w[0]);";
        text![lines(&change, &arguments), lines(sum, &arguments)]
    }

    /// Functions of the library on strings.
    fn strings(&mut self) -> Piece {
        let buffer = Piece::from(self.name("b"));
        let index = self.index(3);
        let text = Piece::from(*self.chance.pick(&["\"abc\"", "\"\"", "\"hello\"", "\"xy\\0z\""]));
        let change = match self.chance.below(5) {
            0 => "strcat(#1, #3); #1[#2] = 'q';",
            1 => "#1[#2] = 0; strcat(#1, \"uv\");",
            2 => "char *p = strchr(#1, 'b'); if (p) *p = 'k'; else #1[0] = 'n';",
            3 => "memmove(#1 + 1, #1, strlen(#1) + 1); #1[0] = 'm';",
            _ => "strncpy(#1 + 1, #3, 4);",
        };
        lines(
            &format!(
                "{{ char #1[16] = {{ 0 }};
                 strcpy(#1, #3);
                 {change}
                 h += (unsigned)strlen(#1) + (strcmp(#1, \"abc\") == 0) + (memcmp(#1, #3, 1) != 0);
                 for (int i = 0; i < 6; i++) h = h * 3 + (unsigned char)#1[i];
                 }}"
            ),
            &[buffer, index, text],
        )
    }

    /// The bytes of an object, written or read one by one.
    fn byte_walk(&mut self) -> Piece {
        let types = self.types.clone();
        let whole = |place: &Place| place.has_address && place.bits.is_none() && !place.is_index;
        let is_fine =
            |place: &Place| whole(place) && types.is_dense(&place.of) && types.scalars(&place.of) < 20;
        let Some(place) = self.target(&is_fine) else { return Piece::from("") };
        let body = match self.chance.below(4) {
            0 => "c[i] = (unsigned char)(#2 + i);",
            1 => "h = h * 3 + c[i];",
            2 => "c[i] ^= c[0];",
            _ => "if (i & 1) c[i] = c[i - 1];",
        };
        let template = format!(
            "{{ unsigned char *c = (unsigned char *)&#1;
             for (unsigned i = 0; i < sizeof(#1); i++) {body}
             h += c[#3 % sizeof(#1)];
             }}"
        );
        let index = text!["(unsigned)(", self.int(), ")"];
        lines(&template, &[place.text, self.number(), index])
    }

    /// Addresses as numbers.
    fn numeric_address(&mut self) -> Piece {
        let to = self.pointee();
        let is_array =
            |place: &Place| place.has_address && matches!(&place.of, Type::Array(of, _) if **of == to);
        let Some(array) = self.place(&is_array) else { return Piece::from("") };
        let Type::Array(_, length) = array.of else { return Piece::from("") };
        let (name, pointer) = (self.types.name(&to), self.name("v"));
        let computed = match self.chance.below(5) {
            0 => "(#1 *)((unsigned long)#2 + #3 * sizeof(#1))",
            // Only where the address is even.
            1 if to == Type::INT => "(#1 *)(((unsigned long)#2 | 1) - 1) + #3",
            2 => "(#1 *)((char *)(#2 + #4) - ((#4) - (#3)) * (long)sizeof(#1))",
            3 => "(#1 *)((char *)#2 + #3 * sizeof(#1))",
            _ => "(#1 *)(void *)&((char *)#2)[#3 * sizeof(#1)]",
        };
        let arguments = [Piece::from(name.as_str()), array.text, self.index(length), Piece::from(length - 1)];
        let value = filled(computed, &arguments);
        self.add_variable(&pointer, Type::pointer(to));
        // The array may be behind a pointer.
        if let Some(variable) = self.variables.last_mut() {
            variable.holds = self.depth;
        }
        text![name, " *", pointer.as_str(), " = ", value, ";\n"]
    }

    /// Recursion in which each frame points to the one before.
    fn frames(&mut self) -> Piece {
        let (node, name) = (Piece::from(self.name("N")), Piece::from(self.name("f")));
        let inside = match self.chance.below(4) {
            0 => "m.up->v += m.v;",
            1 => "m = *m.up; m.v++;",
            2 => "*m.up = (struct #1){ n, m.up->up, { n } };",
            _ => "for (struct #1 *p = &m; p; p = p->up) s += p->v;",
        };
        let after = *self.chance.pick(&["s += m.v;", "s = s * 2 + m.a[n & 1];", "s += by.v;"]);
        self.definitions.push(lines(
            &format!(
                "struct #1 {{ int v; struct #1 *up; int a[2]; }};
                 static int #2(int n, struct #1 *up, struct #1 by) {{
                 struct #1 m = {{ n + 1, up, {{ n, 2 }} }}; int s = 0;
                 if (up) {{
                 {inside}
                 }}
                 if (n > 0) s = #2(n - 1, &m, m);
                 {after}
                 return s;
                 }}"
            ),
            &[node.clone(), name.clone()],
        ));
        let depth = Piece::from(1 + self.chance.below(3));
        let template = "h += (unsigned)#2(#3, 0, (struct #1){ #4, 0, { 0, 1 } });";
        lines(template, &[node, name, depth, self.small_int()])
    }

    /// A jump back over a declaration: the object is the same as before, unless its block was left.
    fn jump_back(&mut self) -> Piece {
        let (name, label) = (Piece::from(self.name("f")), Piece::from(self.name("l")));
        let recursive = if self.chance.percent(50) { "if (n > 0) r = #1(n - 1);" } else { "" };
        self.definitions.push(lines(
            &format!(
                "static int #1(int n) {{
                 int k = 0, r = 0, z = 0; int *p = &z;
                 {recursive}
                 #2:;
                 int x; if (k == 0) x = n;
                 if (k < 2) {{
                 if (k == 1) {{
                 x = 3; *p += 2; r += x;
                 }}
                 p = &x; k++;
                 goto #2;
                 }}
                 return r + k + z;
                 }}"
            ),
            &[name.clone(), label],
        ));
        text!["h += (unsigned)", name, "(", self.chance.below(3), ");\n"]
    }

    /// Records with function pointers.
    fn methods(&mut self) -> Piece {
        let arguments: Vec<Piece> =
            ["O", "f", "f", "g"].iter().map(|prefix| self.name(prefix).into()).collect();
        self.definitions.push(lines(
            "struct #1 { int (*f)(struct #1 *, int); int v; int *w[2]; };
             static int #2(struct #1 *o, int x) { o->v += x; return *o->w[x & 1]; }
             static int #3(struct #1 *o, int x) { *o->w[1] = x; o->f = #2; return o->v; }
             static struct #1 #4[2] = { { #3, 4 }, { .f = #2, .v = 1 } };",
            &arguments,
        ));
        let Some(first) = self.pointer(&Type::INT, 0) else { return Piece::from("") };
        let Some(second) = self.pointer(&Type::INT, 0) else { return Piece::from("") };
        let mut all = arguments;
        all.extend([first, second, self.small_int(), Piece::from(self.chance.below(2))]);
        lines(
            "#4[0].w[0] = #5; #4[0].w[1] = #6;
             #4[1].w[0] = #6; #4[1].w[1] = #5;
             { struct #1 o = #4[#8];
             h += (unsigned)o.f(&o, #7); h = h * 3 + (unsigned)o.f(&#4[#8], 1);
             #4[o.v & 1] = o;
             }
             h += (unsigned)(#4[#8].v + *#4[0].w[#8]);",
            &all,
        )
    }

    /// A matrix, also as a row of numbers.
    fn matrix(&mut self) -> Piece {
        let name = Piece::from(self.name("a"));
        let kind = Piece::from(self.chance.pick(&Kind::ALL[1..]).name());
        let access = *self.chance.pick(&["(*p)[#4]", "p[-1][#4]", "p[0][#4 - 3 + 3]", "*(*p + #4)"]);
        lines(
            &format!(
                "{{ #2 #1[3][3] = {{ {{ 1, 2 }}, [2] = {{ 3, [1] = 4 }} }};
                 #2 (*p)[3] = &#1[#3];
                 #2 *q = &#1[0][0];
                 p = &#1[1] + (0 - (#3 & 1));
                 p = #1 + 1;
                 {access} = 7;
                 memcpy(#1[2], #1[#3], sizeof #1[0]);
                 for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) h = h * 3 + (unsigned)#1[i][j];
                 h += (unsigned)q[#4];
                 }}"
            ),
            &[name, kind, self.index(2), self.index(3)],
        )
    }

    /// An array of variable length, and one for each round of a loop.
    fn variable_length(&mut self) -> Piece {
        let length = text!["2 + (int)((unsigned)(", self.int(), ") % 3)"].or(vec![Piece::from("3")]);
        lines(
            "{ int n = #1; int a[n], *p = a + n - 1;
             for (int i = 0; i < n; i++) a[i] = i * 2;
             *p = 5; p -= (unsigned)n - 2;
             h += (unsigned)*p + (unsigned)(sizeof a / sizeof a[0]);
             for (int i = 0; i < 2; i++) { int b[i + 1]; b[i] = a[i] + i; a[0] += b[i]; }
             h += (unsigned)a[0];
             }",
            &[length],
        )
    }

    /// Bit-fields that are wider than `int`, and arithmetic in their own width.
    fn wide_bits(&mut self) -> Piece {
        let name = Piece::from(self.name("W"));
        let (wide, narrow) = (33 + self.chance.below(12), 1 + self.chance.below(31));
        let sign = *self.chance.pick(&["unsigned long long", "long long"]);
        let change = *self.chance.pick(&[
            "w.a = w.a - 4;",
            "w.a += #5;",
            "w.b = ~w.b;",
            "w.a = w.c ? w.a : #5;",
            "w.d = w.b - 1 < 3;",
            "h += (unsigned)((w.a << 3) >> 5);",
            "h += (unsigned)((unsigned long long)(w.a + w.a) >> 30);",
            "w.a *= 5;",
            "w.b--;",
            "w.a = -w.b;",
        ]);
        let second = *self.chance.pick(&["unsigned", "int"]);
        let packed = if self.chance.percent(40) { "__attribute__((packed))" } else { "" };
        let read = *self.chance.pick(&["*p", "w"]);
        lines(
            &format!(
                "{{ struct #1 {{ {sign} a : #2; {second} b : #3; _Bool c : 1; signed char d : 3; }} {packed};
                 struct #1 w = {{ #4, #5, 1, 2 }}, *p = &w;
                 {change}
                 h += (unsigned)({read}.a >> 4) + (unsigned){read}.b;
                 h = h * 3 + w.c + (unsigned)p->d + (w.a > -1) + (w.b > -1);
                 }}"
            )
            .replace("*p.", "(*p)."),
            &[name, wide.into(), narrow.into(), self.number(), self.number()],
        )
    }

    /// A function that is called for each element through `void *`.
    fn callback(&mut self) -> Piece {
        let (each, visit) = (Piece::from(self.name("f")), Piece::from(self.name("f")));
        let to = self.pointee();
        let types = self.types.clone();
        let is_array =
            |place: &Place| place.has_address && matches!(&place.of, Type::Array(of, _) if **of == to);
        let Some(array) = self.target(&is_array) else { return Piece::from("") };
        let Type::Array(_, length) = array.of else { return Piece::from("") };
        let path = match &to {
            Type::Int(_) => String::new(),
            record => match self.int_member(record) {
                Some(member) => format!(".{member}"),
                None => return Piece::from(""),
            },
        };
        self.definitions.push(filled(
            &format!(
                "static void #1(void *p, unsigned n, unsigned size, void (*f)(void *, int *), int *sum)
                 {{\nfor (unsigned i = 0; i < n; i++) f((char *)p + i * size, sum);\n}}
                 static void #2(void *p, int *sum) {{ #3 *q = p; *sum += (int)((*q){path} & 63); (*q){path} ^= 1; }}\n"
            ),
            &[each.clone(), visit.clone(), types.name(&to).into()],
        ));
        let length = length.min(4);
        lines(
            "{ int s = 0; #1(#3, #4, sizeof #3[0], #2, &s); h = h * 3 + (unsigned)s; }",
            &[each, visit, array.text, length.into()],
        )
    }

    /// Pointers beside numbers that are pointers: in records, unions and bytes.
    fn carrier(&mut self) -> Piece {
        let name = Piece::from(self.name("C"));
        let change = *self.chance.pick(&[
            "c.p = (int *)c.u;",
            "c.u = (unsigned long)c.p;",
            "memcpy(&c.u, &c.p, sizeof c.p);",
            "memcpy(&c.p, &d.u, sizeof c.p);",
            "c.u = d.u; c.p = (int *)c.u + 1 - 1;",
            "d = c; c.p = (int *)d.u;",
            "for (unsigned i = 0; i < sizeof c.p; i++) ((char *)&c.p)[i] = ((char *)&d.p)[i];",
            "union { int *p; unsigned long u; } w; w.p = c.p; d.u = w.u; c.p = (int *)d.u;",
        ]);
        let order = *self.chance.pick(&[
            "unsigned long u; int *p;",
            "int *p; unsigned long u;",
            "int *p; int n; unsigned long u;",
        ]);
        let arguments = [name, self.index(4), self.index(4)];
        lines(
            &format!(
                "{{ int a[4] = {{ 3, 5, 7, 9 }};
                 struct #1 {{ {order} }};
                 struct #1 c = {{ .u = (unsigned long)(a + #2), .p = a + #3 }}, d = c;
                 {change}
                 *c.p += 2;
                 h = h * 3 + (unsigned)*c.p + (unsigned)*(int *)d.u;
                 d.p = (int *)d.u; *d.p += 1;
                 for (int i = 0; i < 4; i++) h = h * 3 + (unsigned)a[i];
                 }}"
            ),
            &arguments,
        )
    }

    /// `calloc`, `realloc` and `alloca`.
    fn heap(&mut self) -> Piece {
        let declared = "extern void *calloc(Size, Size);
             extern void *realloc(void *, Size);
             extern void *__builtin_alloca(Size);";
        self.definitions.push(lines(declared, &[]));
        let new =
            *self.chance.pick(&["calloc(2, sizeof *p)", "calloc(3, sizeof *p)", "realloc(0, 4 * sizeof *p)"]);
        let kind = Piece::from(self.chance.pick(&Kind::ALL[1..]).name());
        let again = *self.chance.pick(&["realloc(p, 5 * sizeof *p)", "realloc(p, 3 * sizeof *p)", "p"]);
        lines(
            &format!(
                "{{ #1 *p = {new}, *q = __builtin_alloca(2 * sizeof *q);
                 p[0] = #2; p[1] = p[0] + 1; q[#3] = 4;
                 p = {again};
                 p[2] = q[#3]; p[#3] += 1;
                 for (int i = 0; i < 3; i++) h = h * 3 + (unsigned)p[i];
                 free(p);
                 }}"
            ),
            &[kind, self.small_int(), self.index(2)],
        )
    }

    /// Records with arrays of pointers that go by value through calls and copies.
    fn by_value(&mut self) -> Piece {
        let arguments: Vec<Piece> =
            ["V", "g", "f", "f"].iter().map(|prefix| self.name(prefix).into()).collect();
        let inside =
            *self.chance.pick(&["int *v[3];", "int n; int *v[2]; int *w;", "struct { int *v[2]; int *w; };"]);
        let get = *self.chance.pick(&[
            "return *s.v[i];",
            "s.v[0]++; return *s.v[i];",
            "*s.v[i] += 1; return **s.v;",
        ]);
        self.definitions.push(lines(
            &format!(
                "struct #1 {{ {inside} }};
                 static int #2[4] = {{ 1, 2, 3, 4 }};
                 static int #3(struct #1 s, int i) {{ {get} }}
                 static struct #1 #4(int i) {{ struct #1 s = {{ .v = {{ #2 + i, #2 }} }}; s.v[1] += i; return s; }}"
            ),
            &arguments,
        ));
        let change = *self.chance.pick(&[
            "s = t; s.v[#5] = #2 + 3;",
            "t.v[0] = s.v[1]; s = t;",
            "struct #1 *p = &s; *p = t; p->v[#5] = t.v[0];",
            "struct #1 a[2] = { s, t }; s = a[#5]; t = a[0];",
            "memcpy(&s, &t, sizeof s);",
        ]);
        let mut all = arguments;
        all.extend([self.index(2), self.index(2), self.index(2)]);
        lines(
            &format!(
                "{{ struct #1 s = #4(#6 + 1), t = #4(1);
                 {change}
                 h = h * 3 + (unsigned)#3(s, #5); h = h * 3 + (unsigned)#3(t, #7);
                 h += (unsigned)(*s.v[#7] * 16 + *t.v[1]);
                 }}"
            ),
            &all,
        )
    }
}
