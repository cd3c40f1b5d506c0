//! Declarations.

use super::{Parsed, Parser, Reported};
use crate::ast::{
    Attribute, Clause, ClauseKind, ConstantDeclaration, Declaration, DeclarationKind, FunctionDeclaration,
    Ident, ImplementationDeclaration, ProcedureDeclaration, TypeDeclaration, TypeExpr, Variable,
};
use crate::lexer::TokenKind;

impl TokenKind {
    /// Whether only a declaration starts like this. `var` also starts the declaration of a local variable.
    pub(super) fn starts_declaration(self) -> bool {
        matches!(
            self,
            TokenKind::Type
                | TokenKind::Const
                | TokenKind::Function
                | TokenKind::Axiom
                | TokenKind::Procedure
                | TokenKind::Implementation
        )
    }
}

impl Parser<'_> {
    /// All declarations up to the end of the file.
    pub(super) fn program(&mut self) {
        while !self.at(TokenKind::End) && !self.diagnostics.is_full() {
            let start = self.position;
            let result = self.declaration();
            if result.is_err() {
                self.depth = 0;
                self.bound_in_scope.clear();
                self.skip_declaration(start);
            }
        }
    }

    /// Skips to where the next declaration seems to start.
    fn skip_declaration(&mut self, start: usize) {
        if self.position == start {
            self.advance();
        }
        let mut depth = 0usize;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::Var if depth == 0 => return,
                kind if kind.starts_declaration() => return,
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.advance();
        }
    }

    fn declaration(&mut self) -> Parsed<()> {
        let start = self.span();
        let keyword = self.kind();
        if !keyword.starts_declaration() && keyword != TokenKind::Var {
            let hint = match keyword {
                TokenKind::LeftBrace => "a procedure whose signature ends with `;` has no body",
                TokenKind::RightBrace => "this brace was not opened, or one was closed too early",
                _ => "declarations start with type, const, function, axiom, var, procedure or implementation",
            };
            return Err(self.unexpected("a declaration", hint));
        }
        self.advance();
        let attributes = self.attributes()?;
        let kind = match keyword {
            TokenKind::Type => return self.type_declarations(attributes),
            TokenKind::Const => self.constants()?,
            TokenKind::Function => self.function()?,
            TokenKind::Axiom => {
                let axiom = self.expression()?;
                self.expect(TokenKind::Semicolon, "an axiom ends with `;`")?;
                DeclarationKind::Axiom(axiom)
            }
            TokenKind::Var => DeclarationKind::Variables(self.variable_declaration(Vec::new())?),
            TokenKind::Procedure => self.procedure()?,
            _ => self.implementation()?,
        };
        let span = self.span_from(start);
        self.program.declarations.push(Declaration { kind, attributes, span });
        Ok(())
    }

    /// `type A, B a b, C = int;`
    fn type_declarations(&mut self, attributes: Vec<Attribute>) -> Parsed<()> {
        loop {
            let start = self.span();
            let finite = self.at_word("finite") && self.kind_after(1) == TokenKind::Identifier;
            if finite {
                self.advance();
            }
            let name =
                self.identifier("a type declaration is written `type Name;` or `type Name = type;`")?;
            let mut parameters = Vec::new();
            while self.at(TokenKind::Identifier) {
                parameters.push(self.identifier("a type parameter")?);
            }
            let synonym = if self.eat(TokenKind::Define) { Some(self.type_expression()?) } else { None };
            let kind = DeclarationKind::Type(TypeDeclaration { name, finite, parameters, synonym });
            let span = self.span_from(start);
            self.program.declarations.push(Declaration { kind, attributes: attributes.clone(), span });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon, "a type declaration ends with `;`")
    }

    fn constants(&mut self) -> Parsed<DeclarationKind> {
        let hint = "constants are declared by `const name: type;`";
        let unique = self.eat(TokenKind::Unique);
        let names = self.identifiers(hint)?;
        self.expect(TokenKind::Colon, hint)?;
        let ty = self.type_expression()?;
        if self.at(TokenKind::Subtype) || self.at_word("extends") || self.at_word("complete") {
            let span = self.span();
            return Err(self.unsupported(
                span,
                "orders of constants",
                "say the same with axioms about a function",
            ));
        }
        self.expect(TokenKind::Semicolon, hint)?;
        Ok(DeclarationKind::Constants(ConstantDeclaration { unique, names, ty }))
    }

    fn function(&mut self) -> Parsed<DeclarationKind> {
        let hint = "functions are declared by `function f(x: int) returns (int);`";
        let name = self.identifier(hint)?;
        if self.at(TokenKind::Less) {
            return Err(self.polymorphic());
        }
        self.expect(TokenKind::LeftParen, hint)?;
        let parameters = self.function_parameters()?;
        let result = if self.eat(TokenKind::Returns) {
            self.expect(TokenKind::LeftParen, hint)?;
            let result = self.function_parameters_until_close(hint)?;
            match <[_; 1]>::try_from(result) {
                Ok([(_, ty)]) => ty,
                Err(_) => return Err(self.error(name.span, "a function has exactly one result", hint)),
            }
        } else {
            self.expect(TokenKind::Colon, hint)?;
            self.type_expression()?
        };
        let body = if self.eat(TokenKind::LeftBrace) {
            let body = self.expression()?;
            self.expect(TokenKind::RightBrace, "the body of a function is one expression")?;
            self.eat(TokenKind::Semicolon);
            Some(body)
        } else {
            self.expect(TokenKind::Semicolon, "a function without a body ends with `;`")?;
            None
        };
        Ok(DeclarationKind::Function(FunctionDeclaration { name, parameters, result, body }))
    }

    fn function_parameters(&mut self) -> Parsed<Vec<(Option<Ident>, TypeExpr)>> {
        self.function_parameters_until_close("the parameters of the function end here")
    }

    fn function_parameters_until_close(&mut self, hint: &str) -> Parsed<Vec<(Option<Ident>, TypeExpr)>> {
        let mut parameters = Vec::new();
        if !self.at(TokenKind::RightParen) {
            loop {
                self.function_parameter(&mut parameters)?;
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect(TokenKind::RightParen, hint)?;
        Ok(parameters)
    }

    /// `x: int`, `x, y: int` or `int`. Only the colon tells names from types.
    fn function_parameter(&mut self, parameters: &mut Vec<(Option<Ident>, TypeExpr)>) -> Parsed<()> {
        drop(self.attributes()?);
        let mut ahead = 0;
        while self.kind_after(ahead) == TokenKind::Identifier
            && self.kind_after(ahead + 1) == TokenKind::Comma
        {
            ahead += 2;
        }
        let named =
            self.kind_after(ahead) == TokenKind::Identifier && self.kind_after(ahead + 1) == TokenKind::Colon;
        if !named {
            // The names that were looked at are types, one parameter each.
            for _ in 0..ahead / 2 {
                parameters.push((None, self.type_expression()?));
                self.advance();
            }
            parameters.push((None, self.type_expression()?));
            return Ok(());
        }
        let names = self.identifiers("a parameter is written `x: type`")?;
        self.expect(TokenKind::Colon, "a parameter is written `x: type`")?;
        let ty = self.type_expression()?;
        parameters.extend(names.into_iter().map(|name| (Some(name), ty.clone())));
        Ok(())
    }

    /// The variables of a `var` declaration, with the final `;`.
    pub(super) fn variable_declaration(&mut self, attributes: Vec<Attribute>) -> Parsed<Vec<Variable>> {
        let mut variables = Vec::new();
        loop {
            self.variable_group(&mut variables, attributes.clone())?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon, "variables are declared by `var x: type;`")?;
        Ok(variables)
    }

    /// `x, y: type where e`.
    fn variable_group(&mut self, variables: &mut Vec<Variable>, attributes: Vec<Attribute>) -> Parsed<()> {
        let hint = "a variable is written `x: type`";
        let names = self.identifiers(hint)?;
        self.expect(TokenKind::Colon, hint)?;
        let ty = self.type_expression()?;
        let where_clause = if self.eat(TokenKind::Where) { Some(self.expression()?) } else { None };
        for name in names {
            variables.push(Variable { name, ty: ty.clone(), where_clause, attributes: attributes.clone() });
        }
        Ok(())
    }

    /// The parameters or results of a procedure, in parentheses.
    fn procedure_variables(&mut self) -> Parsed<Vec<Variable>> {
        self.expect(TokenKind::LeftParen, "parameters and results stand in parentheses")?;
        let mut variables = Vec::new();
        if !self.at(TokenKind::RightParen) {
            loop {
                let attributes = self.attributes()?;
                self.variable_group(&mut variables, attributes)?;
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect(TokenKind::RightParen, "the parameters end here")?;
        Ok(variables)
    }

    /// Name, parameters and results.
    fn signature(&mut self) -> Parsed<(Ident, Vec<Variable>, Vec<Variable>)> {
        let name = self.identifier("procedures are declared by `procedure p(x: int) returns (y: int)`")?;
        if self.at(TokenKind::Less) {
            return Err(self.polymorphic());
        }
        let parameters = self.procedure_variables()?;
        let results = if self.eat(TokenKind::Returns) { self.procedure_variables()? } else { Vec::new() };
        Ok((name, parameters, results))
    }

    fn procedure(&mut self) -> Parsed<DeclarationKind> {
        let (name, parameters, results) = self.signature()?;
        let without_body = self.eat(TokenKind::Semicolon);
        let mut contract = Vec::new();
        while matches!(
            self.kind(),
            TokenKind::Free | TokenKind::Requires | TokenKind::Ensures | TokenKind::Modifies
        ) {
            let start = self.position;
            match self.clause() {
                Ok(clause) => contract.push(clause),
                Err(Reported) => self.skip_clause(start),
            }
        }
        let body = if without_body { None } else { Some(self.body()?) };
        let procedure = ProcedureDeclaration { name, parameters, results, contract, body };
        Ok(DeclarationKind::Procedure(procedure))
    }

    fn clause(&mut self) -> Parsed<Clause> {
        let start = self.span();
        let free = self.eat(TokenKind::Free);
        let keyword = self.kind();
        let hint = "a clause of a contract is requires, ensures or modifies, and ends with `;`";
        if !matches!(keyword, TokenKind::Requires | TokenKind::Ensures | TokenKind::Modifies) {
            return Err(self.unexpected("requires, ensures or modifies", hint));
        }
        self.advance();
        let attributes = self.attributes()?;
        let kind = match keyword {
            TokenKind::Requires => ClauseKind::Requires(self.expression()?),
            TokenKind::Ensures => ClauseKind::Ensures(self.expression()?),
            _ if self.at(TokenKind::Semicolon) => ClauseKind::Modifies(Vec::new()),
            _ => ClauseKind::Modifies(self.identifiers("modifies names global variables")?),
        };
        self.expect(TokenKind::Semicolon, hint)?;
        Ok(Clause { free, kind, attributes, span: self.span_from(start) })
    }

    /// Skips a broken clause, up to its `;` or what can only come after it.
    fn skip_clause(&mut self, start: usize) {
        if self.position == start {
            self.advance();
        }
        while !matches!(
            self.kind(),
            TokenKind::End
                | TokenKind::Requires
                | TokenKind::Ensures
                | TokenKind::Modifies
                | TokenKind::LeftBrace
        ) && !self.kind().starts_declaration()
        {
            if self.eat(TokenKind::Semicolon) {
                return;
            }
            self.advance();
        }
    }

    fn implementation(&mut self) -> Parsed<DeclarationKind> {
        let (name, parameters, results) = self.signature()?;
        let body = self.body()?;
        Ok(DeclarationKind::Implementation(ImplementationDeclaration { name, parameters, results, body }))
    }
}
