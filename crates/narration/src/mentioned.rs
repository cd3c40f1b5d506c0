//! What a line of C mentions: variables, fields of records, and fields behind pointers.

/// Something that a line mentions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mention {
    /// `x`, or `x.f`.
    Variable(String),
    /// `p->f`: the pointer and the field, perhaps with a part of it.
    Behind(String, String),
}

impl Mention {
    /// As it is written.
    pub fn text(&self) -> String {
        match self {
            Mention::Variable(name) => name.clone(),
            Mention::Behind(pointer, field) => format!("{pointer}->{field}"),
        }
    }
}

/// What a line mentions, each once, in its order. Calls and what stands in quotes are none.
pub fn mentions(line: &str) -> Vec<Mention> {
    let letters: Vec<char> = line.chars().collect();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = |mut at: usize| -> (String, usize) {
        let start = at;
        while letters.get(at).is_some_and(|c| is_part(*c)) {
            at += 1;
        }
        (letters[start..at].iter().collect(), at)
    };
    let mut found: Vec<Mention> = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        match letter {
            '"' | '\'' => {
                at += 1;
                while letters.get(at).is_some_and(|c| *c != letter) {
                    at += if letters[at] == '\\' { 2 } else { 1 };
                }
                at += 1;
            }
            '/' if letters.get(at + 1) == Some(&'/') => break,
            c if is_part(c) => {
                let (name, mut end) = word(at);
                let mut parts = vec![name];
                let mut pointer = None;
                loop {
                    let rest: String = letters[end..].iter().take(2).collect();
                    let skip = match rest.as_str() {
                        "->" if pointer.is_none() => {
                            pointer = Some(std::mem::take(&mut parts).join("."));
                            2
                        }
                        rest if rest.starts_with('.') => 1,
                        _ => break,
                    };
                    let (name, next) = word(end + skip);
                    if name.is_empty() {
                        break;
                    }
                    parts.push(name);
                    end = next;
                }
                let is_call = letters[end..].iter().find(|c| !c.is_whitespace()) == Some(&'(');
                let mention = match pointer {
                    Some(pointer) if parts.is_empty() => Mention::Variable(pointer),
                    Some(pointer) => Mention::Behind(pointer, parts.join(".")),
                    None => Mention::Variable(parts.join(".")),
                };
                if !is_call && !c.is_ascii_digit() && !found.contains(&mention) {
                    found.push(mention);
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &[&str]) {
        let texts: Vec<String> = mentions(line).iter().map(Mention::text).collect();
        assert_eq!(texts, expected, "{line}");
    }

    #[test]
    fn lines_mention_variables_and_fields() {
        check("s->items[s->top++] = x;", &["s->items", "s->top", "x"]);
        check("if (a.b.c > 10 && f(n) != '\\'' ) g(\"x y\"); // z", &["a.b.c", "n"]);
        check("p->q.r = 0x1F + y1;", &["p->q.r", "y1"]);
        check("", &[]);
        check("a. b->", &["a", "b"]);
    }
}
