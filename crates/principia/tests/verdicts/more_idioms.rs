//! More of what C programs do: computed jumps, flexible members, lists of arguments that are passed on, objects that live
//! again, side effects in a defined order, functions of the library.

use super::generate::Generator;
use super::idioms::lines;
use super::text::{Piece, text};
use super::types::Kind;

impl Generator {
    /// `goto *`, with labels in a table, also of differences.
    pub(super) fn computed_jump(&mut self) -> Piece {
        let labels: Vec<Piece> =
            ["t", "la", "lb", "lc", "k"].iter().map(|prefix| self.name(prefix).into()).collect();
        let mut arguments = labels;
        arguments.extend([self.index(3), self.small_int(), Piece::from(1 + self.chance.below(3))]);
        let next = *self.chance.pick(&["(#5 + 1) % 3", "#5 & 1", "2 - #5 % 3", "#6"]);
        let name = self.name("f");
        self.definitions.push(lines(
            &format!(
                "static int {name}(int #5, int v) {{
                 static void *const #1[] = {{ &&#2, &&#3, &&#4 }};
                 int s = 0, n = 0;
                 goto *#1[#5];
                 #2: s += v + 1;
                 if (n++ > #8) goto #4;
                 #3: s = s * 2 + 3;
                 #5 = {next};
                 if (n++ < #8) goto *#1[#5];
                 #4: return s * 2 + n;
                 }}"
            )
            .replace("#6", "0"),
            &arguments,
        ));
        lines(&format!("h = h * 3 + (unsigned){name}(#6, #7);"), &arguments)
    }

    /// A record with an array of open length at its end.
    pub(super) fn flexible_member(&mut self) -> Piece {
        let kind = Piece::from(self.chance.pick(&Kind::ALL[1..]).name());
        let mut arguments =
            vec![Piece::from(self.name("F")), kind, self.small_int(), self.index(3), self.index(3)];
        let head = *self.chance.pick(&["int n;", "char c; int n;", "long long l; int n;", "int n; char c;"]);
        let change = *self.chance.pick(&[
            "*q = *p;",
            "memcpy(q, p, sizeof *p + 3 * sizeof p->d[0]);",
            "q->d[#4] = p->d[#5]; q->n = (int)q->d[#4];",
            "memmove(p->d, p->d + 1, 2 * sizeof p->d[0]);",
            "q = p;",
        ]);
        arguments.push(Piece::from(3 + self.chance.below(2)));
        lines(
            &format!(
                "{{ struct #1 {{ {head} #2 d[]; }};
                 struct #1 *p = malloc(sizeof *p + #6 * sizeof p->d[0]), *q = malloc(sizeof *p + 4 * sizeof p->d[0]);
                 p->n = #3; q->n = 1;
                 for (int i = 0; i < 3; i++) {{ p->d[i] = i + p->n; q->d[i] = 2 * i; }}
                 {change}
                 p->d[#4] += 1;
                 for (int i = 0; i < 3; i++) h = h * 3 + (unsigned)(p->d[i] + q->d[i] * 2);
                 h += (unsigned)(q->n + p->n) + (unsigned)sizeof *p;
                 }}"
            ),
            &arguments,
        )
    }

    /// A `va_list` that another function reads, copies and passes on.
    pub(super) fn passed_list(&mut self) -> Piece {
        let (reader, caller) = (Piece::from(self.name("f")), Piece::from(self.name("f")));
        let read = *self.chance.pick(&[
            "int s = __builtin_va_arg(*a, int);",
            "__builtin_va_list b; __builtin_va_copy(b, *a); int s = __builtin_va_arg(b, int); __builtin_va_end(b);",
            "int s = n > 0 ? #1(n - 1, a) : 0; s = s * 2 + __builtin_va_arg(*a, int);",
            "int s = 0; while (n-- > 0) s = s * 3 + __builtin_va_arg(*a, int);",
        ]);
        self.definitions.push(lines(
            &format!(
                "static int #1(int n, __builtin_va_list *a) {{ {read} return s; }}
                 static int #2(int n, ...) {{
                 __builtin_va_list a; int s;
                 __builtin_va_start(a, n);
                 s = #1(n, &a);
                 s = s * 5 + __builtin_va_arg(a, int);
                 __builtin_va_end(a);
                 return s;
                 }}"
            ),
            &[reader, caller.clone()],
        ));
        let arguments: Vec<Piece> = (0..5).map(|_| text![", ", self.small_int()]).collect();
        text!["h += (unsigned)", caller, "(", self.chance.below(3), arguments, ");\n"]
    }

    /// Blocks that are entered again: what they declare is another object each time, or static and the same.
    pub(super) fn lives_again(&mut self) -> Piece {
        let name = Piece::from(self.name("f"));
        let storage = *self.chance.pick(&["", "static "]);
        let inside = *self.chance.pick(&[
            "int x = i; p[i] = &y; y += x;",
            "int x = i * 2; *p[0] += x; if (i == 0) p[0] = &y;",
            "int a[2] = { i, n }; int *q = a; q[i & 1] += 5; y += a[0] * 2 + a[1];",
            "struct { int *q; int v; } o = { p[i], i }; *o.q += o.v; p[i] = &y;",
        ]);
        self.definitions.push(lines(
            &format!(
                "static int #1(int n) {{
                 {storage}int y = 1; int z = 2; int *p[3] = {{ &z, &z, &y }};
                 for (int i = 0; i < 2; i++) {{ {inside} }}
                 if (n > 0) z += #1(n - 1);
                 y += n;
                 return *p[0] + *p[1] * 3 + y;
                 }}"
            ),
            std::slice::from_ref(&name),
        ));
        text!["h = h * 3 + (unsigned)", name.clone(), "(", self.chance.below(3), ");\n"]
    }

    /// Side effects whose order C defines, or that do not touch each other.
    pub(super) fn effects(&mut self) -> Piece {
        let names: Vec<Piece> = ["g", "g", "f", "f"].iter().map(|prefix| self.name(prefix).into()).collect();
        self.definitions.push(lines(
            "static int #1 = 2, #2[4] = { 1, 2, 3, 0 };
             static int #3(int v) { #1 += v; return #1; }
             static int #4(int *p) { return ++*p; }",
            &names,
        ));
        let change = *self.chance.pick(&[
            "i = #3(1) && #3(2) > 4 || #3(3);",
            "i = (#3(1), #1 * 2);",
            "i = #3(2) > 3 ? #1-- : #1++;",
            "i = #4(&#2[0]) + #4(&#2[1]) * 3;",
            "#2[#2[3] & 3] = #3(4);",
            "i = #1++ + #2[1]; #2[i & 3] -= i;",
            "for (i = 0; i < 3 && #3(i) < 9; i++) #2[i]++;",
            "i = -#1 + #4(&#2[2]);",
            "int *p = #2; *p++ = 7; *p++ += *#2; i = (int)(p - #2); *--p = 1;",
            "i = ({ int t = #3(1); t + #1; });",
            "do i = #3(-1); while (#1 > 0 && i-- > 1);",
            "int a[2] = { 5, 6 }; i = a[#4(&#2[3]) & 1]; a[#1 & 1] = i;",
            "switch (#3(1)) { case 3: i = #1; break; default: i = #3(7); }",
        ]);
        let sum = "for (int j = 0; j < 4; j++) h = h * 3 + (unsigned)#2[j];";
        let body = format!("{{ int i = 0;\n{change}\nh += (unsigned)i + (unsigned)#1;\n{sum}\n}}");
        lines(&body, &names)
    }

    /// Functions of the library that have exact models.
    pub(super) fn library(&mut self) -> Piece {
        let declared = "extern int abs(int);
            extern long strtol(const char *, char **, int);
            extern int atoi(const char *);
            extern char *strrchr(const char *, int);
            extern char *strstr(const char *, const char *);
            extern int strncmp(const char *, const char *, Size);
            extern char *strncat(char *, const char *, Size);
            extern Size strspn(const char *, const char *);
            extern Size strcspn(const char *, const char *);
            extern char *strpbrk(const char *, const char *);
            extern void *memchr(const void *, int, Size);
            extern int toupper(int);
            extern int isdigit(int);
            extern char *strtok(char *, const char *);";
        self.definitions.push(lines(declared, &[]));
        let change = *self.chance.pick(&[
            "char *p = strrchr(b, 'a'); if (p) { *p = 'q'; i = (int)(p - b); }",
            "char *p = strstr(b, \"a1\"); i = p ? (int)(p - b) : -1;",
            "char *e = b; i = (int)strtol(b, &e, 10); i = i * 4 + (int)(e - b);",
            "i = atoi(b) + abs(#1 - 9);",
            "strncat(b, \"xyz\", 2); i = (int)strlen(b);",
            "i = (int)(strspn(b, \"1234\") + 4 * strcspn(b, \"a-\"));",
            "char *p = memchr(b, 'a', 6); if (p) *p = (char)toupper(*p); i = p ? *p : 1;",
            "for (char *p = b; *p; p++) if (isdigit((unsigned char)*p)) i = i * 2 + 1; else *p = '.';",
            "char *p = strtok(b, \"a\"); while (p) { i = i * 3 + (int)strlen(p); p = strtok(0, \"a\"); }",
            "char *p = strpbrk(b, \"ba\"); if (p) memmove(b, p, strlen(p) + 1); i = b[0];",
            "i = (strncmp(b, \"12\", 2) == 0) + 2 * (strcmp(b, \"2\") < 0);",
        ]);
        let content = *self.chance.pick(&["12a1", "a1a", "-7b", "", "99", "ba", "1a2a3"]);
        lines(
            &format!(
                "{{ char b[16] = \"{content}\"; int i = 0;
                 b[#2] = b[0] ? b[0] : 'a';
                 {change}
                 h += (unsigned)i;
                 for (int j = 0; j < 8; j++) h = h * 3 + (unsigned char)b[j];
                 }}"
            ),
            &[self.small_int(), self.index(3)],
        )
    }
}
