//! Whether a kind of interpolant is worth its questions.
//!
//! Safety and error interpolants save exploring, but each question about them is a query about a path, which costs as much
//! as exploring hundreds of states. On programs where they do not help, the engine soon goes on without them.

/// So many questions in vain are free.
const FREE: u32 = 32;

/// So many more for each one that helped.
const FOR_EACH_USE: u32 = 16;

/// What questions of one kind came to.
#[derive(Default)]
pub struct Worth {
    useful: u32,
    vain: u32,
}

impl Worth {
    /// A question was answered.
    pub fn note(&mut self, is_useful: bool) {
        match is_useful {
            true => self.useful += 1,
            false => self.vain += 1,
        }
    }

    /// Whether another question is worth asking.
    pub fn is_given(&self) -> bool {
        self.vain < FREE.saturating_add(self.useful.saturating_mul(FOR_EACH_USE))
    }
}

#[cfg(test)]
mod tests {
    use super::Worth;

    #[test]
    fn questions_in_vain_end_unless_some_help() {
        let mut worth = Worth::default();
        (0..32).for_each(|_| worth.note(false));
        assert!(!worth.is_given());
        worth.note(true);
        assert!(worth.is_given());
        (0..16).for_each(|_| worth.note(false));
        assert!(!worth.is_given());
    }
}
