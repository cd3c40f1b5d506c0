//! Strategies as files.

use crate::plan::Strategy;

/// Reads a strategy in TOML. What it does not mention has its default: one attempt over bit-vectors with one party. The
/// error is for people.
pub fn read(text: &str) -> Result<Strategy, String> {
    let strategy: Strategy = toml::from_str(text).map_err(|error| error.to_string())?;
    match strategy.complaint() {
        Some(complaint) => Err(complaint),
        None => Ok(strategy),
    }
}

impl Strategy {
    /// The strategy as a file that [`read`] reads.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_else(|error| format!("# {error}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    #[test]
    fn presets_are_read_as_they_are_printed() {
        for preset in presets::all() {
            assert_eq!(read(&preset.to_toml()).as_ref(), Ok(&preset), "{}", preset.to_toml());
        }
    }

    #[test]
    fn a_short_file_says_what_is_different() {
        let text = "name = \"mine\"\n[[attempt]]\narithmetic = \"integer\"\nguess-share = 0\n\
                    [[attempt.party]]\nrefine = \"newton:sp\"\nblocks = \"statement\"\n";
        let strategy = read(text).expect("a strategy");
        let [attempt] = strategy.attempts.as_slice() else { panic!("one attempt") };
        assert_eq!((attempt.guess_share, attempt.trial_share), (0.0, 0.2));
        assert_eq!(attempt.parties[0].name(), "trace newton:sp statement");
    }

    #[test]
    fn mistakes_are_told() {
        let of = |text: &str| read(text).expect_err("a mistake");
        assert!(of("nam = \"x\"").contains("unknown field `nam`"), "{}", of("nam = \"x\""));
        assert!(of("attempt = []").contains("no attempt"));
        assert!(of("[[attempt]]\nparty = []").contains("no party"));
        assert!(of("[[attempt]]\nshare = 1.5").contains("not between 0 and 1"));
        assert!(of("[[attempt]]\nshare = 0").contains("leaves no time"));
        assert!(of("[[attempt]]\nwhen = \"bit-tricks\"").contains("without bit tricks"));
        let party = |line: &str| of(&format!("[[attempt]]\n[[attempt.party]]\n{line}\n"));
        assert!(party("engine = \"steam\"").contains("there is no engine `steam`; there is trace"));
        assert!(party("refine = \"oracle\"").contains("`oracle` is no source"));
        assert!(party("blocks = \"huge\"").contains("`huge` is not one of statement, sequence, loop-free"));
    }
}
