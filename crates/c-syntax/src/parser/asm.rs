//! Inline assembly.

use super::{Parsed, Parser};
use crate::ast::{Asm, AsmId, AsmOperand, StrId};
use crate::token::Tok;

impl Parser<'_> {
    /// `asm volatile goto ("template" : outputs : inputs : clobbers : labels);`
    pub(super) fn asm(&mut self) -> Parsed<AsmId> {
        let start = self.bump().start;
        let (mut volatile, mut inline, mut goto) = (false, false, false);
        loop {
            match self.kind() {
                Tok::Volatile => volatile = true,
                Tok::Inline => inline = true,
                Tok::Goto => goto = true,
                Tok::Const => {}
                _ => break,
            }
            self.bump();
        }
        let open = self.expect(Tok::LParen, "after `asm`")?;
        self.enter()?;
        let template = self.string("as the template of `asm`")?;
        let extended = self.at(Tok::Colon);
        let (mut outputs, mut inputs, mut clobbers, mut labels) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        if self.eat(Tok::Colon) {
            outputs = self.asm_operands()?;
        }
        if self.eat(Tok::Colon) {
            inputs = self.asm_operands()?;
        }
        if self.eat(Tok::Colon) && self.at(Tok::Str) {
            clobbers = self.asm_clobbers()?;
        }
        if self.eat(Tok::Colon) {
            while self.at(Tok::Ident) {
                labels.push(self.any_word());
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.leave();
        self.close(Tok::RParen, open)?;
        self.semicolon("`asm(...)`")?;
        let range = self.since(start);
        Ok(self.ast.asms.push(Asm {
            volatile,
            inline,
            goto,
            extended,
            template,
            outputs: outputs.into(),
            inputs: inputs.into(),
            clobbers: clobbers.into(),
            labels: labels.into(),
            range,
        }))
    }

    fn asm_operands(&mut self) -> Parsed<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while matches!(self.kind(), Tok::Str | Tok::LBracket) {
            let mut name = None;
            if self.at(Tok::LBracket) {
                let open = self.bump();
                name = Some(self.ident("the name of an operand")?);
                self.close(Tok::RBracket, open)?;
            }
            let constraint = self.string("as the constraint of an operand")?;
            let open = self.expect(Tok::LParen, "before the operand of `asm`")?;
            let expr = self.expr()?;
            self.close(Tok::RParen, open)?;
            operands.push(AsmOperand { name, constraint, expr });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(operands)
    }

    fn asm_clobbers(&mut self) -> Parsed<Vec<StrId>> {
        let mut clobbers = vec![self.string("as a clobber")?];
        while self.eat(Tok::Comma) {
            clobbers.push(self.string("as a clobber")?);
        }
        Ok(clobbers)
    }

    /// `asm("name")` behind a declarator.
    pub(super) fn asm_label(&mut self) -> Parsed<StrId> {
        self.bump();
        let open = self.expect(Tok::LParen, "after `asm`")?;
        let name = self.string("as the name for the linker")?;
        self.close(Tok::RParen, open)?;
        Ok(name)
    }
}
