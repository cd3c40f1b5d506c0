//! `principia properties`: the places at which a property may be violated.

use std::time::Duration;

use ::verify::{Settings, Solvers, list_obligations};
use report::Obligation;
use serde_json::json;
use smt::SolverKind;

use crate::options::PropertiesArguments;
use crate::output::{bad_input, print_line, print_text};

/// Reading a program does not take longer.
const TIME: Duration = Duration::from_secs(600);

/// Lists the obligations of a program; gives the exit status.
pub fn list(arguments: &PropertiesArguments) -> u8 {
    let strategy = strategy::presets::named("default").unwrap_or_default();
    let settings = Settings {
        strategy,
        solvers: Solvers { trace: SolverKind::Z3, auxiliary: None, second: None, dump: None },
        is_checked: true,
        time: Some(TIME),
        memory: None,
        workers: 1,
        tells_invariants: false,
        witness: None,
    };
    let obligations = match list_obligations(&arguments.program.people_options(), &settings) {
        Ok(obligations) => obligations,
        Err(text) => return bad_input(&text, arguments.color),
    };
    if arguments.json {
        print_line(&json!(obligations).to_string());
        return 0;
    }
    print_text(&obligations.iter().map(line).collect::<String>())
}

fn line(one: &Obligation) -> String {
    let at = one.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
    format!("{at}{} [{}]\n", one.message, one.property)
}
