//! Functions and calls: also through tables of function pointers, with records by value, and recursive ones.

use super::generate::Generator;
use super::places::Variable;
use super::text::{Piece, text};
use super::types::Type;

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub of: Type,
    /// How deep the recursion goes: a small number.
    pub is_count: bool,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Function {
    /// What stands before the arguments.
    pub name: String,
    /// The number of elements, if it is a table of functions.
    pub table: Option<usize>,
    pub parameters: Vec<Parameter>,
    pub result: Option<Type>,
    /// It writes to its own variables only.
    pub is_pure: bool,
}

impl Function {
    /// The types of the parameters; only recursive functions have a count.
    pub fn signature(&self) -> Vec<(Type, bool)> {
        self.parameters.iter().map(|parameter| (parameter.of.clone(), parameter.is_count)).collect()
    }
}

impl Generator {
    /// A call whose arguments point to objects of at most this depth.
    pub fn call(&mut self, function: &Function, depth: usize) -> Piece {
        let mut arguments = Vec::new();
        for (at, parameter) in function.parameters.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let argument = if parameter.is_count {
                Piece::from(self.chance.below(4))
            } else {
                self.value(&parameter.of, depth)
            };
            arguments.push(text![comma, argument]);
        }
        let callee = match function.table {
            Some(length) => text![function.name.as_str(), "[", self.index(length), "]"],
            None => Piece::from(function.name.as_str()),
        };
        text![callee, "(", arguments, ")"]
    }

    /// A type of a parameter or result.
    fn passed_type(&mut self) -> Type {
        let record = Type::Record(self.chance.below(self.types.records.len()));
        match self.chance.below(10) {
            0..4 => Type::INT,
            4..8 => record,
            // Only such types have global arrays to point to.
            _ => Type::pointer(self.pointee()),
        }
    }

    /// A type that has a global array.
    pub fn pointee(&mut self) -> Type {
        let is_array = |variable: &&Variable| variable.depth == 0 && matches!(variable.of, Type::Array(..));
        let arrays: Vec<Variable> = self.variables.iter().filter(is_array).cloned().collect();
        match &self.chance.pick(&arrays).of {
            Type::Array(of, _) => (**of).clone(),
            of => of.clone(),
        }
    }

    /// Adds a function, or two with one signature and a table of them.
    pub fn add_function(&mut self) {
        let is_pure = self.chance.percent(65);
        let result = if is_pure || self.chance.percent(60) { Some(self.passed_type()) } else { None };
        let is_recursive = self.chance.percent(25);
        let mut parameters = Vec::new();
        if is_recursive {
            parameters.push(Parameter { of: Type::INT, is_count: true });
        }
        for _ in 0..1 + self.chance.below(3) {
            parameters.push(Parameter { of: self.passed_type(), is_count: false });
        }
        let function = Function { name: self.name("f"), table: None, parameters, result, is_pure };
        self.define(&function);
        if self.chance.percent(25) {
            let other = Function { name: self.name("f"), ..function.clone() };
            self.define(&other);
            self.add_table(&[function, other]);
        } else {
            self.functions.push(function);
        }
    }

    /// A static table of functions with one signature.
    fn add_table(&mut self, all: &[Function]) {
        let function = Function { name: self.name("t"), table: Some(all.len()), ..all[0].clone() };
        let types = self.parameter_types(&function);
        let declarator = format!("(*const {}[{}])({types})", function.name, all.len());
        let names: Vec<&str> = all.iter().map(|function| function.name.as_str()).collect();
        let declaration = self.result_declared(&function, &declarator);
        let table = format!("static {declaration} = {{ {} }};\n", names.join(", "));
        self.definitions.push(Piece::from(table));
        self.functions.push(function);
    }

    fn parameter_types(&self, function: &Function) -> String {
        let types: Vec<String> =
            function.parameters.iter().map(|parameter| self.types.name(&parameter.of)).collect();
        types.join(", ")
    }

    /// The declaration of a pointer to functions of a signature.
    pub fn pointer_declared(&self, function: &Function) -> String {
        let types = self.parameter_types(function);
        self.result_declared(function, &format!("(*{})({types})", function.name))
    }

    fn result_declared(&self, function: &Function, declarator: &str) -> String {
        match &function.result {
            Some(result) => self.types.declare(result, declarator),
            None => format!("void {declarator}"),
        }
    }

    /// The definition of a function.
    fn define(&mut self, function: &Function) {
        let globals = self.variables.len();
        // What parameters point to lives longer than the function, they themselves do not.
        self.depth = 2;
        self.is_pure = function.is_pure;
        let mut declared = Vec::new();
        for parameter in &function.parameters {
            let name = self.name("p");
            declared.push(self.types.declare(&parameter.of, &name));
            let of = parameter.of.clone();
            let is_constant = parameter.is_count;
            self.variables.push(Variable { name, of, depth: 2, holds: 1, is_index: false, is_constant });
        }
        let header = self.result_declared(function, &format!("{}({})", function.name, declared.join(", ")));
        let mut body = Vec::new();
        for _ in 0..1 + self.chance.below(3) {
            body.push(self.statement());
        }
        if function.parameters[0].is_count {
            body.push(self.recursive_call(function, globals));
        }
        if let Some(result) = &function.result {
            self.refuel();
            body.push(text!["return ", self.value(result, 1), ";\n"]);
        }
        self.definitions.push(text!["static ", header, "\n{\n", body, "}\n"]);
        self.variables.truncate(globals);
        self.depth = 0;
    }

    /// `if (n > 0) v = f(n - 1, ...);`, with addresses of local variables among the arguments.
    fn recursive_call(&mut self, function: &Function, first: usize) -> Piece {
        let count = self.variables[first].name.clone();
        self.refuel();
        let mut arguments = vec![text![count.as_str(), " - 1"]];
        for parameter in &function.parameters[1..] {
            arguments.push(text![", ", self.value(&parameter.of, self.depth)]);
        }
        let name = function.name.as_str();
        let call = text![name, "(", arguments, ")"];
        let before = self.declaration();
        let received = match &function.result {
            Some(of) if !self.types.has_pointers(of) => {
                let of = of.clone();
                let is_free = |place: &super::places::Place| place.of == of && !place.is_through;
                match self.target(&|place| is_free(place) && place.depth > 0 && !place.is_index) {
                    Some(place) => text![place.text, " = ", call],
                    None => call,
                }
            }
            _ => call,
        };
        let after = self.statement();
        text![before, "if (", count.as_str(), " > 0) ", received, ";\n", after].optional()
    }
}
