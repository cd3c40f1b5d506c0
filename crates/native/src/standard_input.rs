//! What a program reads on its standard input in an execution, as a text.
//!
//! The models of functions that read (`getchar`, `fgets`, `scanf`, ...) have values as their inputs, in the order in which
//! they are read. A text from which the functions of the library read the same values is made of them, where there is one:
//! after the end of the input nothing can be read, and two numbers need something between them. Whether the program reads
//! the same is seen when it is executed.

use base::Span;
use c_lower::formats::{NUMBER_OF_VALUES, Scan, Scanned, scanned};
use c_sema::hir::FunctionId;
use c_sema::types::FloatKind;
use executions::Input;
use frontend::CProgram;
use num_traits::ToPrimitive;
use term::{Term, build as mk};

use crate::harness;

/// The text, and the inputs that are not on it.
#[derive(Default)]
pub struct StandardInput {
    /// What is read.
    pub text: Vec<u8>,
    /// The other inputs in their order.
    pub others: Vec<Input>,
    /// Whether anything is read, be it the end.
    pub is_read: bool,
    /// Nothing is read after this.
    is_at_end: bool,
    /// The characters that would belong to the last number or word.
    continues: Vec<u8>,
}

/// The text for inputs in their order. The error says what cannot be expressed.
pub fn of(program: &CProgram, inputs: &[Input]) -> Result<StandardInput, String> {
    let mut result = StandardInput::default();
    let mut rest = inputs;
    while let Some((input, later)) = rest.split_first() {
        rest = later;
        let model = input.span.filter(|_| !harness::is_outcome(input)).and_then(|span| around(program, span));
        let Some(model) = model.filter(|_| !harness::is_drawn_alone(program, input)) else {
            result.others.push(input.clone());
            continue;
        };
        result.is_read = true;
        let name = &*program.program.functions[model].name;
        let format = program.scanned.iter().find(|(function, _)| *function == model);
        match name {
            "getchar" => result.character(input)?,
            // How much memory there is for the rest of a line.
            "getdelim" | "__getdelim" => {}
            // How many bytes there are follows from the text.
            "read" | "fread" => match &*input.function {
                "__VERIFIER_nondet_char" => result.push(&[number(input)? as u8])?,
                _ if name == "read" && number(input)? == -1 => return Err("`read` fails".to_string()),
                _ => {}
            },
            _ => match format.and_then(|(_, format)| scanned(format)) {
                Some(parts) if &*input.function == NUMBER_OF_VALUES => {
                    rest = result.scan(&parts, input, later)?;
                }
                _ => return Err(format!("`{name}` reads input")),
            },
        }
    }
    Ok(result)
}

/// The model in whose body a span is.
fn around(program: &CProgram, span: Span) -> Option<FunctionId> {
    if span.file != program.library {
        return None;
    }
    let functions = program.program.functions.iter_enumerated();
    let mut found = functions.filter(|(_, function)| {
        let body = function.body.map(|body| program.program.stmts[body].span);
        body.is_some_and(|body| body.file == span.file && body.start <= span.start && span.end <= body.end)
    });
    found.next().map(|(id, _)| id)
}

fn number(input: &Input) -> Result<i64, String> {
    let value = mk::as_signed_bv(input.value).and_then(|value| value.to_i64());
    value.ok_or_else(|| "an input is no number".to_string())
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || (9..=13).contains(&byte)
}

impl StandardInput {
    fn push(&mut self, text: &[u8]) -> Result<(), String> {
        if self.is_at_end && !text.is_empty() {
            return Err("something is read behind the end of the input".to_string());
        }
        let Some(first) = text.first() else { return Ok(()) };
        if self.continues.contains(first) {
            return Err("two values are read that nothing separates".to_string());
        }
        self.continues.clear();
        self.text.extend(text);
        Ok(())
    }

    /// What ends a number or a word where blanks are skipped.
    fn separate(&mut self) {
        if !std::mem::take(&mut self.continues).is_empty() {
            self.text.push(b' ');
        }
    }

    fn character(&mut self, input: &Input) -> Result<(), String> {
        match number(input)? {
            -1 => {
                self.is_at_end = true;
                Ok(())
            }
            byte => self.push(&[byte as u8]),
        }
    }

    /// A call that scans: how many values it stores, and these.
    fn scan<'i>(
        &mut self,
        parts: &[Scanned],
        count: &Input,
        values: &'i [Input],
    ) -> Result<&'i [Input], String> {
        let mut left = number(count)?;
        let mut rest = values;
        for part in parts {
            match part {
                Scanned::Blanks => self.separate(),
                Scanned::Character(byte) => self.push(&[*byte])?,
                Scanned::Conversion(scan) if scan.is_suppressed => {
                    return Err("a value is scanned that is not stored".to_string());
                }
                Scanned::Conversion(_) if left <= 0 => {
                    return self.stop(left, number(count)?, rest);
                }
                Scanned::Conversion(scan) => {
                    left -= 1;
                    rest = self.value(scan, rest)?;
                }
            }
        }
        Ok(rest)
    }

    /// Nothing more is stored: the input ends, or what comes does not fit.
    fn stop<'i>(&mut self, left: i64, count: i64, rest: &'i [Input]) -> Result<&'i [Input], String> {
        if left < 0 || count > 0 {
            self.is_at_end = true;
            return Ok(rest);
        }
        if !rest.is_empty() {
            return Err("a value that does not fit is followed by other inputs".to_string());
        }
        self.push(b"?")?;
        Ok(rest)
    }

    fn value<'i>(&mut self, scan: &Scan, rest: &'i [Input]) -> Result<&'i [Input], String> {
        if matches!(scan.letter, b's' | b'[') {
            return self.word(scan, rest);
        }
        let (input, rest) = rest.split_first().ok_or("a value is missing")?;
        if scan.letter == b'c' {
            self.push(&[number(input)? as u8])?;
            return Ok(rest);
        }
        self.separate();
        self.push(digits(scan, input.value)?.as_bytes())?;
        self.continues = match scan.letter {
            b'd' | b'u' | b'o' => (b'0'..=b'9').collect(),
            _ => (0..=255u8).filter(|byte| byte.is_ascii_alphanumeric() || b".+-".contains(byte)).collect(),
        };
        Ok(rest)
    }

    /// Characters, and the one behind them, which is left for whoever reads next.
    fn word<'i>(&mut self, scan: &Scan, rest: &'i [Input]) -> Result<&'i [Input], String> {
        let most = scan.width.map_or(usize::MAX, |width| width as usize);
        let mut characters = scan.set.clone();
        if scan.letter == b's' {
            self.separate();
            characters = (0..=255u8).filter(|byte| !is_blank(*byte)).collect();
        }
        let mut rest = rest;
        let mut word = Vec::new();
        while word.len() < most {
            let (input, later) = rest.split_first().ok_or("a character is missing")?;
            rest = later;
            let byte = u8::try_from(number(input)?).ok();
            match byte.filter(|byte| characters.contains(byte)) {
                Some(byte) => word.push(byte),
                None => break,
            }
        }
        self.push(&word)?;
        if word.len() < most {
            self.continues = characters;
        }
        Ok(rest)
    }
}

/// A number as `scanf` reads it.
fn digits(scan: &Scan, value: Term) -> Result<String, String> {
    let signed = || mk::as_signed_bv(value).ok_or("an input is no number");
    let bits = || mk::as_bv(value).ok_or("an input is no number");
    Ok(match scan.letter {
        b'd' | b'i' => signed()?.to_string(),
        b'u' => bits()?.to_string(),
        b'x' | b'X' => format!("{:x}", bits()?),
        b'o' => format!("{:o}", bits()?),
        _ => {
            let kind = if scan.length == "l" { FloatKind::Double } else { FloatKind::Float };
            let literal = harness::float(kind, value)?;
            match literal.trim_start_matches('-') {
                text if text.starts_with("__builtin_nan") => "nan".to_string(),
                text if text.starts_with("__builtin_inf") => {
                    literal.replace("__builtin_inff()", "inf").replace("__builtin_inf()", "inf")
                }
                _ => literal.trim_end_matches('f').to_string(),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(values: &[i64]) -> Vec<Input> {
        let input = |value: &i64| Input {
            span: None,
            function: "__VERIFIER_nondet_int".into(),
            value: mk::bv_signed(i128::from(*value), 32),
        };
        values.iter().map(input).collect()
    }

    /// The text from which a format reads these values, the first of which is their number.
    fn text(format: &str, values: &[i64]) -> Result<String, String> {
        let parts = scanned(format.as_bytes()).expect("a format");
        let inputs = inputs(values);
        let mut result = StandardInput::default();
        let rest = result.scan(&parts, &inputs[0], &inputs[1..])?;
        assert!(rest.is_empty(), "all values belong to the call");
        Ok(String::from_utf8(result.text).expect("text"))
    }

    #[test]
    fn numbers_are_separated() {
        assert_eq!(text("%d%d", &[2, 1, -2]), Ok("1 -2".to_string()));
        assert_eq!(text("%d,%x", &[2, 10, 255]), Ok("10,ff".to_string()));
    }

    #[test]
    fn characters_follow_numbers_unless_they_continue_them() {
        assert_eq!(text("%d%c", &[2, 7, 'x' as i64]), Ok("7x".to_string()));
        assert!(text("%d%c", &[2, 7, '1' as i64]).is_err());
    }

    #[test]
    fn words_leave_what_ends_them() {
        assert_eq!(text("%s%d", &[2, 'a' as i64, 'b' as i64, ' ' as i64, 5]), Ok("ab 5".to_string()));
        assert_eq!(text("%2s%s", &[2, 'a' as i64, 'b' as i64, 'c' as i64, -1]), Ok("abc".to_string()));
    }

    #[test]
    fn what_is_not_stored_ends_the_input_or_does_not_fit() {
        assert_eq!(text("%d", &[-1]), Ok(String::new()));
        assert_eq!(text("%d", &[0]), Ok("?".to_string()));
        assert_eq!(text("%d%d", &[1, 4]), Ok("4".to_string()));
    }

    #[test]
    fn nothing_follows_the_end() {
        let mut result = StandardInput::default();
        let read = inputs(&[-1, -1, 'a' as i64]);
        assert_eq!(result.character(&read[0]), Ok(()));
        assert_eq!(result.character(&read[1]), Ok(()));
        assert!(result.character(&read[2]).is_err());
    }
}
