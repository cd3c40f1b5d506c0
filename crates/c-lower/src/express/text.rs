//! C expressions as text that knows how tightly it binds.

/// How tightly an expression binds; higher binds tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Text {
    pub text: String,
    pub level: Level,
}

impl Text {
    pub fn primary(text: impl Into<String>) -> Text {
        Text { text: text.into(), level: Level::Primary }
    }

    /// The text, in parentheses if it binds less tightly.
    pub fn within(&self, level: Level) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }

    /// `(type)e`
    pub fn cast(&self, ty: &str) -> Text {
        if self.level == Level::Unary && self.text.starts_with(&format!("({ty})")) {
            return self.clone();
        }
        Text { text: format!("({ty}){}", self.within(Level::Unary)), level: Level::Unary }
    }

    /// `left op right`, where the operands bind more tightly, which also spares people from knowing precedences.
    pub fn binary(left: &Text, op: &str, right: &Text, level: Level) -> Text {
        let inner = match level {
            // `a + b + c` needs none on the left; mixed operators get some.
            Level::Sum => (Level::Sum, Level::Product),
            Level::Product => (Level::Unary, Level::Unary),
            Level::Equality | Level::Relation => (Level::Sum, Level::Sum),
            _ => (Level::Unary, Level::Unary),
        };
        Text { text: format!("{} {op} {}", left.within(inner.0), right.within(inner.1)), level }
    }

    /// `a && b && ...`, `a || b || ...`
    pub fn joined(parts: &[Text], op: &str, level: Level) -> Text {
        match parts {
            [only] => only.clone(),
            _ => {
                let parts: Vec<String> = parts.iter().map(|part| part.within(Level::BitOr)).collect();
                Text { text: parts.join(&format!(" {op} ")), level }
            }
        }
    }

    /// `condition ? then : otherwise`
    pub fn conditional(condition: &Text, then: &Text, otherwise: &Text) -> Text {
        let parts = [condition, then, otherwise].map(|part| part.within(Level::Or));
        Text { text: format!("{} ? {} : {}", parts[0], parts[1], parts[2]), level: Level::Conditional }
    }
}
