//! Makes a program smaller as long as it keeps a property: statements are left out or replaced by their parts.

use super::statements::{Program, Stmt};

/// A smaller program with the property, or the program itself.
pub fn shrink(program: &Program, keeps: &dyn Fn(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let smaller = candidates(&best).into_iter().find(|candidate| keeps(candidate));
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// All programs that are one step smaller.
fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for (number, procedure) in program.procedures.iter().enumerate() {
        let Some(body) = &procedure.body else { continue };
        for body in smaller(body) {
            let mut candidate = program.clone();
            candidate.procedures[number].body = Some(body);
            all.push(candidate);
        }
    }
    all
}

/// All lists of statements that are one step smaller. Labels stay, since jumps may need them.
fn smaller(statements: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for (at, statement) in statements.iter().enumerate() {
        let mut put = |with: Vec<Stmt>| {
            let mut list = statements.to_vec();
            list.splice(at..=at, with);
            all.push(list);
        };
        match statement {
            Stmt::Label(_) => continue,
            _ => put(Vec::new()),
        }
        match statement {
            Stmt::If(condition, then, otherwise) => {
                put(then.clone());
                put(otherwise.clone());
                smaller(then).into_iter().for_each(|then| {
                    put(vec![Stmt::If(condition.clone(), then, otherwise.clone())]);
                });
                smaller(otherwise).into_iter().for_each(|otherwise| {
                    put(vec![Stmt::If(condition.clone(), then.clone(), otherwise)]);
                });
            }
            Stmt::While(condition, invariant, body) => {
                if invariant.is_some() {
                    put(vec![Stmt::While(condition.clone(), None, body.clone())]);
                }
                smaller(body).into_iter().for_each(|body| {
                    put(vec![Stmt::While(condition.clone(), invariant.clone(), body)]);
                });
            }
            Stmt::Assign(pairs) if pairs.len() > 1 => {
                pairs.iter().for_each(|pair| put(vec![Stmt::Assign(vec![pair.clone()])]));
            }
            _ => {}
        }
    }
    all
}
