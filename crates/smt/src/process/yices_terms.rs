//! Terms in the language of Yices, said in SMT-LIB.
//!
//! Yices writes model interpolants in its own language. What differs from SMT-LIB is translated word by word, by the
//! reference manual; what is not known here is left as it is, and the reader of SMT-LIB refuses it.

use term::parse::ParseError;
use term::sexpr::{Kind, NodeId, Sexprs};

/// The text of one term in SMT-LIB.
pub(super) fn to_smtlib(text: &str) -> Result<String, ParseError> {
    let text = &with_numbers(text);
    let sexprs = Sexprs::parse(text)?;
    match sexprs.roots() {
        &[root] => Ok(translate(&sexprs, root)),
        _ => Err(ParseError::new("one term expected", text, 0)),
    }
}

/// Functions that only have another name.
const NAMES: &[(&str, &str)] = &[
    ("/=", "distinct"),
    ("<=>", "="),
    ("bv-add", "bvadd"),
    ("bv-sub", "bvsub"),
    ("bv-mul", "bvmul"),
    ("bv-neg", "bvneg"),
    ("bv-not", "bvnot"),
    ("bv-and", "bvand"),
    ("bv-or", "bvor"),
    ("bv-xor", "bvxor"),
    ("bv-nand", "bvnand"),
    ("bv-nor", "bvnor"),
    ("bv-xnor", "bvxnor"),
    ("bv-concat", "concat"),
    ("bv-shl", "bvshl"),
    ("bv-lshr", "bvlshr"),
    ("bv-ashr", "bvashr"),
    ("bv-div", "bvudiv"),
    ("bv-rem", "bvurem"),
    ("bv-sdiv", "bvsdiv"),
    ("bv-srem", "bvsrem"),
    ("bv-smod", "bvsmod"),
    ("bv-comp", "bvcomp"),
    ("bv-lt", "bvult"),
    ("bv-le", "bvule"),
    ("bv-gt", "bvugt"),
    ("bv-ge", "bvuge"),
    ("bv-slt", "bvslt"),
    ("bv-sle", "bvsle"),
    ("bv-sgt", "bvsgt"),
    ("bv-sge", "bvsge"),
];

/// Sums and so on of many arguments are left-associative in Yices and binary in SMT-LIB.
const CHAINS: &[&str] = &["bv-add", "bv-mul", "bv-sub", "bv-and", "bv-or", "bv-xor", "bv-concat"];

// The depth of what a solver writes is bounded by the depth of what it was given and its own stack.
fn translate(sexprs: &Sexprs<'_>, node: NodeId) -> String {
    let Some(children) = sexprs.list(node) else { return atom(sexprs, node) };
    let head = children.first().map_or("", |&head| sexprs.text(head));
    let text = |&child: &NodeId| translate(sexprs, child);
    let arguments: Vec<String> = children.iter().skip(1).map(text).collect();
    match (head, &arguments[..]) {
        ("bit", [word, index]) => format!("(= ((_ extract {index} {index}) {word}) #b1)"),
        ("bv-extract", [high, low, word]) => format!("((_ extract {high} {low}) {word})"),
        ("bv-zero-extend", [word, count]) => format!("((_ zero_extend {count}) {word})"),
        ("bv-sign-extend", [word, count]) => format!("((_ sign_extend {count}) {word})"),
        ("bv-repeat", [word, count]) => format!("((_ repeat {count}) {word})"),
        ("bool-to-bv", bits @ [_, ..]) => {
            // The first argument is the highest bit.
            let bits = bits.iter().map(|bit| format!("(ite {bit} #b1 #b0)"));
            bits.reduce(|high, low| format!("(concat {high} {low})")).unwrap_or_default()
        }
        ("bv-pow", [base, exponent]) => match exponent.parse() {
            Ok(count @ 1..=64) => vec![base.as_str(); count]
                .into_iter()
                .map(str::to_owned)
                .reduce(|product, factor| format!("(bvmul {product} {factor})"))
                .unwrap_or_default(),
            _ => format!("(bv-pow {base} {exponent})"),
        },
        ("^", [base, exponent]) => match exponent.parse() {
            Ok(count @ 1..=64) => format!("(* 1 {})", vec![base.as_str(); count].join(" ")),
            _ => format!("(^ {base} {exponent})"),
        },
        (name, [first, rest @ ..]) if CHAINS.contains(&name) => {
            let name = renamed(name);
            rest.iter().fold(first.clone(), |left, right| format!("({name} {left} {right})"))
        }
        _ => {
            let head = children.first().map(|head| match sexprs.list(*head) {
                Some(_) => translate(sexprs, *head),
                None => renamed(sexprs.text(*head)).to_owned(),
            });
            let parts: Vec<String> = head.into_iter().chain(arguments).collect();
            format!("({})", parts.join(" "))
        }
    }
}

fn renamed(name: &str) -> &str {
    NAMES.iter().find(|(yices, _)| *yices == name).map_or(name, |(_, smtlib)| smtlib)
}

/// The text with numbers as SMT-LIB writes them. The names in it are ours, and simple.
fn with_numbers(text: &str) -> String {
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| c.is_whitespace() || c == '(' || c == ')') {
        let end = part.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(part.len());
        out.push_str(&number(&part[..end]));
        out.push_str(&part[end..]);
    }
    out
}

/// `0b101`, `0x1f`, `-3`, `1/3`; other words stay.
fn number(text: &str) -> String {
    if let Some(digits) = text.strip_prefix("0b") {
        return format!("#b{digits}");
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return format!("#x{digits}");
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", text),
    };
    let positive = match magnitude.split_once('/') {
        Some((above, below)) if is_number(above) && is_number(below) => format!("(/ {above}.0 {below}.0)"),
        None if is_number(magnitude) => magnitude.to_owned(),
        _ => return text.to_owned(),
    };
    if sign.is_empty() { positive } else { format!("(- {positive})") }
}

fn atom(sexprs: &Sexprs<'_>, node: NodeId) -> String {
    let text = sexprs.text(node);
    match sexprs.kind(node) {
        Kind::QuotedSymbol => format!("|{text}|"),
        Kind::Hexadecimal => format!("#x{text}"),
        Kind::Binary => format!("#b{text}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use term::parse::{Context, parse_term};
    use term::{Sort, build as mk};

    use super::to_smtlib;

    #[test]
    fn words_are_translated() {
        let y = mk::var("y", Sort::BitVec(8));
        let context = Context::of(&[mk::eq(y, y), mk::bvult(y, mk::bv(3u32, 8))]);
        let read = |text: &str| parse_term(&to_smtlib(text).expect("a term"), &context);
        assert_eq!(read("(/= y 0b00000011)"), Ok(mk::ne(y, mk::bv(3u32, 8))));
        assert_eq!(read("(bit y 2)"), Ok(mk::eq(mk::extract(2, 2, y), mk::bv(1u32, 1))));
        let sum = mk::bvadd(mk::bvadd(y, mk::bv(1u32, 8)), y);
        assert_eq!(read("(bv-ge (bv-add y 0b00000001 y) 0b00000111)"), Ok(mk::bvuge(sum, mk::bv(7u32, 8))));
        let low = mk::extract(0, 0, y);
        assert_eq!(read("(= (bool-to-bv (bit y 0)) 0b1)"), Ok(mk::eq(low, mk::bv(1u32, 1))));
        assert!(read("(bv-strange y)").is_err());
        let numbers = parse_term(&to_smtlib("(< (* 1/3 2.0) -2)").expect("a term"), &Context::new());
        assert_eq!(numbers, Ok(mk::ff()));
    }
}
