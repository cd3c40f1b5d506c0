//! Memory accesses that are valid or not, side by side: AddressSanitizer says which.
//!
//! Only what AddressSanitizer is known to see is planted: accesses just beyond small objects, and dangling pointers
//! whose object is not alive again under the same name.

use super::generate::Generator;
use super::text::{Piece, text};

impl Generator {
    /// An access that may be invalid.
    pub fn plant(&mut self) -> Piece {
        let plant = match self.chance.below(9) {
            0 | 1 => self.beyond_the_end(),
            2 => self.after_the_block(),
            3 => self.after_the_call(),
            4 => self.freed(),
            5 => self.not_allocated(),
            6 => self.second_call(),
            7 => self.copied_too_far(),
            _ => self.freed_list(),
        };
        // A condition that only an execution decides.
        match self.chance.below(3) {
            0 => {
                self.refuel();
                let condition = self.int();
                text!["if (", condition, ") {\n", plant.clone(), "}\n"].or(vec![text!["{\n", plant, "}\n"]])
            }
            _ => text!["{\n", plant, "}\n"],
        }
    }

    /// One of two texts.
    fn one_of(&mut self, all: &[&str]) -> Piece {
        Piece::from(*self.chance.pick(all))
    }

    fn beyond_the_end(&mut self) -> Piece {
        let length = 2 + self.chance.below(3);
        let name = self.name("a");
        let kind = self.one_of(&["int", "short", "long long", "unsigned char"]);
        let declared = match self.chance.below(3) {
            0 => text![kind.clone(), " ", name.as_str(), "[", length, "] = { 0 };\n"],
            1 => text!["static ", kind.clone(), " ", name.as_str(), "[", length, "];\n"],
            _ => {
                let size = text!["malloc(", length, " * sizeof(", kind.clone(), "))"];
                let n = name.as_str();
                let cleared = text!["memset(", n, ", 0, ", length, " * sizeof *", n, ");\n"];
                text![kind.clone(), " *", n, " = ", size, ";\n", cleared]
            }
        };
        let index = length - 1 + self.chance.below(2);
        let access = match self.chance.below(5) {
            0 => text![name.as_str(), "[", index, "] = 1;\n"],
            1 => text!["h += (unsigned)", name.as_str(), "[", index, "];\n"],
            2 => text![
                kind,
                " *p = ",
                name.as_str(),
                " + ",
                length,
                "; h += (unsigned)p[-1 + ",
                self.chance.below(2),
                "];\n"
            ],
            3 => text!["for (int i = 0; i < ", index + 1, "; i++) ", name.as_str(), "[i] = 1;\n"],
            _ => {
                let k = self.chance.below(2);
                text![kind, " *p = ", name.as_str(), "; p += 1; *(p - 1 - ", k, ") = 2;\n"]
            }
        };
        text![declared, access]
    }

    fn after_the_block(&mut self) -> Piece {
        let use_inside = self.chance.percent(50);
        let keep = self.one_of(&["p = &x;", "q = &p; *q = &x;", "o.p = &x;"]);
        let access = self.one_of(&["*p = 3;", "h += (unsigned)*p;", "p = o.p ? o.p : p; h += (unsigned)*p;"]);
        let (inside, outside) =
            if use_inside { (access, Piece::from("")) } else { (Piece::from(""), access) };
        let head = "int z = 1, *p = &z, **q = &p; struct { int *p; } o = { 0 }; (void)q; (void)o;\n";
        text![head, "{ int x = 2; ", keep, " ", inside, " (void)x; }\n", outside, "\n"]
    }

    fn after_the_call(&mut self) -> Piece {
        let (name, record) = (self.name("f"), self.name("T"));
        let storage = self.one_of(&["", "static "]);
        let definition = text![
            "struct ",
            record.as_str(),
            " { int *p; int v; };\n",
            "static struct ",
            record.as_str(),
            " ",
            name.as_str(),
            "(int n) {\n",
            storage,
            "int x; x = n; struct ",
            record.as_str(),
            " r = { &x, n }; return r; }\n"
        ];
        self.definitions.push(definition);
        let access =
            self.one_of(&["h += (unsigned)*t.p;", "*t.p = 4;", "h += (unsigned)t.v;", "h += t.p != 0;"]);
        text!["struct ", record, " t = ", name, "(3); ", access, "\n"]
    }

    fn freed(&mut self) -> Piece {
        let first = self.one_of(&["free(p);", "q = p; free(q);", "if (*p) free(p);", ""]);
        let then =
            self.one_of(&["free(p);", "h += (unsigned)*p;", "*q = 2;", "", "p = 0; free(p);", "free(q);"]);
        text!["int *p = malloc(sizeof *p), *q = p; *p = 1; (void)q;\n", first, " ", then, "\n"]
    }

    fn not_allocated(&mut self) -> Piece {
        let pointer = self.one_of(&["&x", "a", "a + 1", "m", "m + 1", "(int *)0", "&g"]);
        let head = "static int g; int x = 1, a[2] = { 1, 2 }; int *m = malloc(8); m[0] = x + a[0] + g;\n";
        text![head, "int *p = ", pointer, "; free(p);\n"]
    }

    /// The frame of the first call is gone when the second one uses it.
    fn second_call(&mut self) -> Piece {
        let name = self.name("f");
        let keep = self.one_of(&["*to = &x;", "*to = old ? old : &x;", "static int s; *to = &s;"]);
        let access = self.one_of(&["if (old) *old = 5;", "if (old) x += *old;", ""]);
        self.definitions.push(text![
            "static int ",
            name.as_str(),
            "(int **to, int *old) {\n",
            "int x = 1; ",
            keep,
            " ",
            access,
            " return x; }\n"
        ]);
        let second = self.one_of(&["p", "&z", "0"]);
        let f = name.as_str();
        text![
            "int z = 0, *p = &z, *q = &z; h += (unsigned)",
            f,
            "(&p, 0); h += (unsigned)",
            f,
            "(&q, ",
            second,
            "); (void)q;\n"
        ]
    }

    fn copied_too_far(&mut self) -> Piece {
        let function = self.one_of(&["memcpy(a, b, ", "memmove(b, a, ", "memset(a, 0, ", "memset(b, 1, "]);
        let bytes = 11 + self.chance.below(3);
        text!["unsigned char a[12] = { 1 }, b[12] = { 2 };\n", function, bytes, "); h += a[3] + b[4];\n"]
    }

    fn freed_list(&mut self) -> Piece {
        let name = self.name("N");
        let walk = self.one_of(&[
            "while (l) { struct # *n = l->next; free(l); l = n; }",
            "for (struct # *p = l; p; p = p->next) free(p);",
            "free(l->next); h += (unsigned)l->next->v;",
            "free(l->next); l->next = 0; h += (unsigned)l->v; free(l);",
            "struct # *k = l->next; free(l); h += (unsigned)k->v; free(k);",
        ]);
        let Piece::Text(walk) = walk else { return walk };
        let body = format!(
            "struct # {{ int v; struct # *next; }} *l = 0;
             for (int i = 0; i < 2; i++) {{
             struct # *p = malloc(sizeof *p); p->v = i; p->next = l; l = p;
             }}
             {walk}\n"
        );
        Piece::from(body.replace('#', &name))
    }
}
