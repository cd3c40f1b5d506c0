//! Makes random programs.
//!
//! A program is made without its assertions first, and executed; then each assertion of the entry is chosen so
//! that it holds in all states that reach it and not in all states, or, if the program is to have a bug, so that
//! it fails in few of them.

use super::chance::Chance;
use super::execute::{Seen, State, Verdict, execute};
use super::expressions::{BV_OPERATIONS, Expr, INT_OPERATIONS, INTS, Slot, Type, Variable};
use super::statements::{Left, Procedure, Program, Stmt};

/// No program has more states than this; larger ones are thrown away.
pub const STATE_LIMIT: usize = 60_000;

/// The largest number of initial values of all globals together.
const INITIAL_LIMIT: i64 = 600;

/// A random program.
pub fn program(seed: u64) -> Program {
    let mut chance = Chance(seed);
    loop {
        let mut generator = Generator::new(chance.next());
        let mut program = generator.program();
        let mut seen = Seen::new();
        if let Verdict::TooLarge = execute(&program, STATE_LIMIT, Some(&mut seen)) {
            continue;
        }
        generator.fill(&mut program, &seen);
        // An assertion is an assumption for what follows, so there are no more states now than before.
        if matches!(execute(&program, STATE_LIMIT, None), Verdict::TooLarge) {
            continue;
        }
        return program;
    }
}

struct Generator {
    chance: Chance,
    variables: Vec<Variable>,
    /// The types of this program's variables.
    types: Vec<Type>,
    /// What may be read and what may be written here.
    readable: Vec<Slot>,
    writable: Vec<Slot>,
    /// The labels of the body.
    labels: usize,
    /// What the entry may read, for its assertions.
    entry: Vec<Slot>,
    quantifiers: bool,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut chance = Chance(seed);
        let bv = |width| Type::Bv(width);
        let pool = match chance.below(6) {
            0 => vec![Type::Bool, bv(2)],
            1 => vec![Type::Bool, Type::Int],
            2 => vec![bv(2), bv(3), Type::Bool],
            3 => vec![Type::map(bv(1), Type::Bool), Type::map(bv(2), Type::Bool), bv(1), bv(2), Type::Bool],
            4 => {
                vec![Type::map(Type::Int, Type::Bool), Type::map(Type::Bool, Type::Int), Type::Int, Type::Int]
            }
            _ => vec![
                Type::map(Type::Bool, bv(2)),
                Type::map(bv(1), bv(2)),
                Type::map(Type::Bool, Type::map(bv(1), Type::Bool)),
                bv(2),
                Type::Int,
                Type::Bool,
            ],
        };
        let quantifiers = chance.percent(25);
        Generator {
            chance,
            variables: Vec::new(),
            types: pool,
            readable: Vec::new(),
            writable: Vec::new(),
            labels: 0,
            entry: Vec::new(),
            quantifiers,
        }
    }

    fn variable(&mut self, prefix: &str, ty: Type) -> Slot {
        let slot = self.variables.len();
        self.variables.push(Variable { name: format!("{prefix}{slot}"), ty });
        slot
    }

    /// Some variables with few values altogether.
    fn some_variables(&mut self, prefix: &str, most: usize, limit: i64) -> Vec<Slot> {
        let mut size = 1;
        let mut slots = Vec::new();
        for _ in 0..most {
            let ty = self.chance.pick(&self.types.clone()).clone();
            if size * ty.size() <= limit {
                size *= ty.size();
                slots.push(self.variable(prefix, ty));
            }
        }
        slots
    }

    fn program(&mut self) -> Program {
        let most = 2 + self.chance.below(3);
        let globals = self.some_variables("g", most, INITIAL_LIMIT);
        let constants = if self.chance.percent(25) { self.some_variables("c", 1, 16) } else { Vec::new() };
        self.readable = constants.clone();
        let axioms = if constants.is_empty() { Vec::new() } else { vec![self.expr(&Type::Bool, 1)] };
        let shared = [&globals[..], &constants].concat();
        let mut procedures = Vec::new();
        let count = 1 + [0, 0, 1, 1, 2][self.chance.below(5)];
        // Calls go to later procedures, so these come first.
        for number in (0..count).rev() {
            let procedure = self.procedure(number, &globals, &shared, &procedures);
            procedures.insert(0, procedure);
        }
        Program { variables: self.variables.clone(), globals, constants, axioms, procedures }
    }

    /// A procedure; `behind` are those with larger numbers.
    fn procedure(
        &mut self,
        number: usize,
        globals: &[Slot],
        shared: &[Slot],
        behind: &[Procedure],
    ) -> Procedure {
        let is_entry = number == 0;
        let limit = if is_entry { 16 } else { 8 };
        let parameters = if is_entry { Vec::new() } else { self.some_variables("p", 1, 16) };
        let results = if is_entry { Vec::new() } else { self.some_variables("r", 1, limit) };
        let locals = if self.chance.percent(50) { self.some_variables("l", 2, limit) } else { Vec::new() };
        let mut procedure = Procedure {
            name: if is_entry { "main".into() } else { format!("proc{number}") },
            parameters,
            results,
            locals,
            requires: None,
            ensures: None,
            body: None,
            modifies: globals.to_vec(),
        };
        self.readable = [shared, &procedure.parameters].concat();
        if !is_entry && self.chance.percent(10) {
            procedure.requires = Some(self.expr(&Type::Bool, 2));
        }
        self.readable.extend(&procedure.results);
        let has_body = is_entry || self.chance.percent(85);
        if !is_entry && self.chance.percent(if has_body { 8 } else { 80 }) {
            procedure.ensures = Some(self.expr(&Type::Bool, 2));
        }
        if has_body {
            self.readable.extend(&procedure.locals);
            self.writable = [globals, &procedure.results, &procedure.locals].concat();
            self.labels = if self.chance.percent(25) { 1 + self.chance.below(2) } else { 0 };
            procedure.body = Some(self.body(number, behind));
        } else {
            procedure.locals.clear();
            procedure.modifies.truncate(2);
        }
        if is_entry {
            self.entry = self.readable.clone();
        }
        procedure
    }

    fn body(&mut self, number: usize, behind: &[Procedure]) -> Vec<Stmt> {
        let length = if number == 0 { 4 + self.chance.below(5) } else { 1 + self.chance.below(3) };
        let mut context = Context { number, behind, depth: 0, in_loop: false };
        let mut body = self.block(length, &mut context);
        for label in 0..self.labels {
            let at = self.chance.below(body.len() + 1);
            body.insert(at, Stmt::Label(label));
        }
        if number == 0 {
            body.push(Stmt::Assert(Expr::Value(Type::Bool, 1)));
        }
        body
    }

    fn block(&mut self, length: usize, context: &mut Context<'_>) -> Vec<Stmt> {
        let mut block = Vec::new();
        for position in 0..length {
            let statement = self.statement(context, position + 1 == length);
            block.push(statement);
        }
        block
    }

    fn statement(&mut self, context: &mut Context<'_>, is_last: bool) -> Stmt {
        let length = 1 + self.chance.below(3);
        let is_shallow = context.depth < 3;
        match self.chance.below(100) {
            0..14 if is_shallow => {
                let condition = self.condition();
                context.depth += 1;
                let then = self.block(length, context);
                let other = self.chance.below(3);
                let otherwise = self.block(other, context);
                context.depth -= 1;
                Stmt::If(condition, then, otherwise)
            }
            14..30 if is_shallow => {
                let condition = self.condition();
                let has_invariant = context.number == 0 && self.chance.percent(20);
                let invariant = has_invariant.then_some(Expr::Value(Type::Bool, 1));
                let outer = std::mem::replace(&mut context.in_loop, true);
                context.depth += 1;
                let body = self.block(length, context);
                context.depth -= 1;
                context.in_loop = outer;
                Stmt::While(condition, invariant, body)
            }
            30..40 if !context.behind.is_empty() => self.call(context),
            40..48 => {
                let count = 1 + self.chance.below(2);
                Stmt::Havoc(self.distinct(count))
            }
            48..54 => Stmt::Assume(self.expr(&Type::Bool, 2)),
            54..60 if context.number == 0 => Stmt::Assert(Expr::Value(Type::Bool, 1)),
            54..56 => Stmt::Assert(self.expr(&Type::Bool, 2)),
            60..64 if is_last && context.in_loop => Stmt::Break,
            64..66 if is_last && context.depth > 0 => Stmt::Return,
            66..72 if is_last && self.labels > 0 => {
                let count = 1 + self.chance.below(2);
                Stmt::Goto((0..count).map(|_| self.chance.below(self.labels)).collect())
            }
            _ => self.assignment(),
        }
    }

    fn condition(&mut self) -> Option<Expr> {
        self.chance.percent(70).then(|| self.expr(&Type::Bool, 2))
    }

    /// Different variables that may be written.
    fn distinct(&mut self, count: usize) -> Vec<Slot> {
        let mut slots: Vec<Slot> = (0..count).map(|_| *self.chance.pick(&self.writable.clone())).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    fn assignment(&mut self) -> Stmt {
        let count = if self.chance.percent(20) { 2 } else { 1 };
        let mut pairs = Vec::new();
        for slot in self.distinct(count) {
            let ty = self.variables[slot].ty.clone();
            let left = match &ty {
                Type::Map(index, element) if self.chance.percent(80) => {
                    let index = self.stored(index, 2);
                    (Left { slot, index: Some(index) }, self.stored(element, 2))
                }
                _ => (Left { slot, index: None }, self.stored(&ty, 3)),
            };
            pairs.push(left);
        }
        Stmt::Assign(pairs)
    }

    fn call(&mut self, context: &Context<'_>) -> Stmt {
        let number = self.chance.below(context.behind.len());
        let callee = &context.behind[number];
        let is_missing = |slot: &Slot| {
            let ty = &self.variables[*slot].ty;
            matches!(ty, Type::Map(..)) && !self.has_variable(ty)
        };
        if callee.parameters.iter().any(is_missing) {
            return self.assignment();
        }
        let arguments =
            callee.parameters.iter().map(|p| self.stored(&self.variables[*p].ty.clone(), 2)).collect();
        let mut results: Vec<Slot> = Vec::new();
        for &result in &callee.results {
            let fits = |slot: &&Slot| self.variables[**slot].ty == self.variables[result].ty;
            let receivers: Vec<Slot> = self.writable.iter().filter(fits).copied().collect();
            let receivers: Vec<Slot> = receivers.into_iter().filter(|slot| !results.contains(slot)).collect();
            if receivers.is_empty() {
                return self.assignment();
            }
            results.push(*self.chance.pick(&receivers));
        }
        Stmt::Call(context.number + 1 + number, arguments, results)
    }

    /// An expression whose value may be stored.
    fn stored(&mut self, ty: &Type, depth: usize) -> Expr {
        let expr = self.expr(ty, depth);
        let is_in_range = match &expr {
            Expr::Value(_, value) => (0..INTS).contains(value),
            Expr::Variable(_) | Expr::Select(..) => true,
            _ => false,
        };
        if *ty == Type::Int && !is_in_range {
            return Expr::Int("mod", Box::new(expr), Box::new(Expr::Value(Type::Int, INTS)));
        }
        expr
    }

    fn boxed(&mut self, ty: &Type, depth: usize) -> Box<Expr> {
        Box::new(self.expr(ty, depth))
    }

    fn leaf(&mut self, ty: &Type) -> Expr {
        let fits = |slot: &&Slot| self.variables[**slot].ty == *ty;
        let known: Vec<Slot> = self.readable.iter().filter(fits).copied().collect();
        if !known.is_empty() && (matches!(ty, Type::Map(..)) || self.chance.percent(75)) {
            return Expr::Variable(*self.chance.pick(&known));
        }
        // A literal as a condition makes most of the code around it dead.
        if *ty == Type::Bool && self.chance.percent(85) {
            return self.atom();
        }
        match ty {
            Type::Int => Expr::Value(Type::Int, self.chance.below(6) as i64 - 1),
            Type::Map(..) => unreachable!("maps are only asked for where there is a variable"),
            _ => Expr::Value(ty.clone(), self.chance.below(ty.size() as usize) as i64),
        }
    }

    /// A comparison without structure.
    fn atom(&mut self) -> Expr {
        let kinds = self.readable.iter().map(|slot| self.variables[*slot].ty.clone());
        let kinds: Vec<Type> = kinds.filter(|ty| matches!(ty, Type::Int | Type::Bv(_))).collect();
        if kinds.is_empty() {
            return Expr::Value(Type::Bool, self.chance.below(2) as i64);
        }
        let ty = self.chance.pick(&kinds).clone();
        let (a, b) = (Box::new(self.leaf(&ty)), Box::new(self.leaf(&ty)));
        match &ty {
            _ if self.chance.percent(40) => Expr::Equal(self.chance.percent(50), a, b),
            Type::Bv(width) => Expr::Compare(self.chance.below(8), Some(*width), a, b),
            _ => Expr::Compare(self.chance.below(8), None, a, b),
        }
    }

    /// A variable that is a map to the type.
    fn map_to(&mut self, ty: &Type) -> Option<Type> {
        let maps: Vec<Type> = self.readable.iter().map(|slot| self.variables[*slot].ty.clone()).collect();
        let is_to = |map: &Type| matches!(map, Type::Map(_, element) if **element == *ty);
        let maps: Vec<Type> = maps.into_iter().filter(is_to).collect();
        if maps.is_empty() { None } else { Some(self.chance.pick(&maps).clone()) }
    }

    fn has_variable(&self, ty: &Type) -> bool {
        self.readable.iter().any(|slot| self.variables[*slot].ty == *ty)
    }

    /// A random expression.
    fn expr(&mut self, ty: &Type, depth: usize) -> Expr {
        if depth == 0 || self.chance.percent(25) {
            if let Type::Map(..) = ty
                && !self.has_variable(ty)
            {
                let map = self.map_to(ty).expect("a map of this type is somewhere");
                return self.select(map, 0);
            }
            return self.leaf(ty);
        }
        let depth = depth - 1;
        if self.chance.percent(20)
            && let Some(map) = self.map_to(ty)
        {
            return self.select(map, depth);
        }
        if self.chance.percent(10) {
            let condition = self.boxed(&Type::Bool, depth);
            return Expr::Ite(condition, self.boxed(ty, depth), self.boxed(ty, depth));
        }
        match ty {
            Type::Bool => self.formula(depth),
            Type::Bv(width) if self.chance.percent(20) => self.slice(*width, depth),
            Type::Bv(width) => {
                let name = *self.chance.pick(&BV_OPERATIONS);
                Expr::Bv(name, *width, self.boxed(ty, depth), self.boxed(ty, depth))
            }
            Type::Int => {
                let name = *self.chance.pick(&INT_OPERATIONS);
                let second = match name {
                    "div" | "mod" => Box::new(Expr::Value(Type::Int, *self.chance.pick(&[2, 3, 4, -2, -3]))),
                    _ => self.boxed(ty, depth),
                };
                Expr::Int(name, self.boxed(ty, depth), second)
            }
            Type::Map(index, element) => {
                let map = self.boxed(ty, depth);
                let index = Box::new(self.stored(index, depth));
                Expr::Store(ty.clone(), map, index, Box::new(self.stored(element, depth)))
            }
        }
    }

    fn select(&mut self, map: Type, depth: usize) -> Expr {
        let Type::Map(index, _) = &map else { unreachable!("the type is a map") };
        let index = Box::new(self.stored(index, depth));
        Expr::Select(map.clone(), self.boxed(&map, depth), index)
    }

    fn slice(&mut self, width: u32, depth: usize) -> Expr {
        let first = 1 + self.chance.below(3) as u32;
        let second = width.saturating_sub(first).max(1) + self.chance.below(2) as u32;
        let second = second.min(3);
        let low = self.chance.below((first + second - width + 1) as usize) as u32;
        let operand = |generator: &mut Generator, width| (generator.boxed(&Type::Bv(width), depth), width);
        Expr::Slice([operand(self, first), operand(self, second)], low + width, low)
    }

    fn formula(&mut self, depth: usize) -> Expr {
        let kinds = self.readable.iter().map(|slot| self.variables[*slot].ty.clone());
        let kinds: Vec<Type> = kinds.filter(|ty| !ty.is_partial()).collect();
        match self.chance.below(100) {
            0..12 => Expr::Not(self.boxed(&Type::Bool, depth)),
            12..40 => {
                let name = *self.chance.pick(&["&&", "||", "==>", "<==>"]);
                Expr::Connective(name, self.boxed(&Type::Bool, depth), self.boxed(&Type::Bool, depth))
            }
            40..50 if self.quantifiers => self.quantified(depth),
            50..75 if kinds.contains(&Type::Int) || kinds.iter().any(|ty| matches!(ty, Type::Bv(_))) => {
                let is_ordered = |ty: &&Type| matches!(ty, Type::Int | Type::Bv(_));
                let ordered: Vec<Type> = kinds.iter().filter(is_ordered).cloned().collect();
                let ty = self.chance.pick(&ordered).clone();
                let width = if let Type::Bv(width) = ty { Some(width) } else { None };
                Expr::Compare(self.chance.below(8), width, self.boxed(&ty, depth), self.boxed(&ty, depth))
            }
            _ if kinds.is_empty() => self.leaf(&Type::Bool),
            _ => {
                let ty = self.chance.pick(&kinds).clone();
                Expr::Equal(self.chance.percent(60), self.boxed(&ty, depth), self.boxed(&ty, depth))
            }
        }
    }

    fn quantified(&mut self, depth: usize) -> Expr {
        let ty = self.chance.pick(&[Type::Bool, Type::Bv(1), Type::Bv(2), Type::Int]).clone();
        let slot = self.variable("q", ty);
        self.readable.push(slot);
        let body = self.boxed(&Type::Bool, depth.max(1));
        self.readable.pop();
        Expr::Quantified(self.chance.percent(50), slot, body)
    }

    /// Chooses the assertions.
    fn fill(&mut self, program: &mut Program, seen: &Seen) {
        self.readable = self.entry.clone();
        // At most one assertion has a bug; the others hold.
        let reached: Vec<usize> = (0..seen.len()).filter(|number| !seen[*number].is_empty()).collect();
        let is_safe = reached.is_empty() || self.chance.percent(50);
        let bug = if is_safe { None } else { Some(*self.chance.pick(&reached)) };
        let mut conditions = Vec::new();
        for (number, states) in seen.iter().enumerate() {
            let mut states: Vec<&State> = states.iter().collect();
            states.sort_unstable();
            conditions.push(self.assertion(program, &states, bug == Some(number)));
        }
        program.variables = self.variables.clone();
        let mut conditions = conditions.into_iter();
        let body = program.procedures[0].body.as_mut().expect("the entry has a body");
        replace(body, &mut conditions);
    }

    fn assertion(&mut self, program: &Program, states: &[&State], has_bug: bool) -> Expr {
        let mut best: Option<(usize, Expr)> = None;
        for _ in 0..30 {
            let candidate =
                if self.chance.percent(40) { self.excluded(program) } else { self.expr(&Type::Bool, 3) };
            let variables = self.variables.clone();
            let fails = |state: &State| {
                let mut state = state.clone();
                state.resize(variables.len().max(state.len()), 0);
                // Copies of locals lie behind the program's variables, where new bound variables go.
                candidate.value(&variables, &mut state) == 0
            };
            let failures = states.iter().filter(|state| fails(state)).count();
            let could_fail = (0..20).any(|_| {
                let size = |slot: &Slot| self.variables[*slot].ty.size() as usize;
                let mut state = vec![0; self.variables.len()];
                for slot in self.entry.clone() {
                    state[slot] = self.chance.below(size(&slot)) as i64;
                }
                fails(&state)
            });
            if has_bug && failures > 0 && best.as_ref().is_none_or(|(fewest, _)| failures < *fewest) {
                best = Some((failures, candidate));
            } else if !has_bug && failures == 0 && could_fail {
                return candidate;
            }
        }
        best.map_or(Expr::Value(Type::Bool, 1), |(_, candidate)| candidate)
    }

    /// Two variables do not have these two values together.
    fn excluded(&mut self, program: &Program) -> Expr {
        let differs = |generator: &mut Generator| {
            let is_plain = |slot: &&Slot| !matches!(program.variables[**slot].ty, Type::Map(..));
            let plain: Vec<Slot> = generator.entry.iter().filter(is_plain).copied().collect();
            if plain.is_empty() {
                return generator.expr(&Type::Bool, 2);
            }
            let slot = *generator.chance.pick(&plain);
            let ty = program.variables[slot].ty.clone();
            let value = generator.chance.below(ty.size() as usize) as i64;
            Expr::Equal(false, Box::new(Expr::Variable(slot)), Box::new(Expr::Value(ty, value)))
        };
        Expr::Connective("||", Box::new(differs(self)), Box::new(differs(self)))
    }
}

/// Where a statement is.
struct Context<'c> {
    number: usize,
    behind: &'c [Procedure],
    depth: usize,
    in_loop: bool,
}

/// Replaces the assertions and invariants, in the order of the text.
fn replace(statements: &mut [Stmt], conditions: &mut dyn Iterator<Item = Expr>) {
    for statement in statements {
        match statement {
            Stmt::Assert(condition) => *condition = conditions.next().expect("one for each assertion"),
            Stmt::If(_, then, otherwise) => {
                replace(then, conditions);
                replace(otherwise, conditions);
            }
            Stmt::While(_, invariant, body) => {
                if let Some(invariant) = invariant {
                    *invariant = conditions.next().expect("one for each invariant");
                }
                replace(body, conditions);
            }
            _ => {}
        }
    }
}
