//! `principia properties`: the places at which a property may be violated.

use ::verify::list_obligations;
use report::Obligation;
use serde_json::json;
use worker::Limits;

use crate::options::PropertiesArguments;
use crate::output::{bad_input, print_line, print_text};

/// Lists the obligations of a program; gives the exit status.
pub fn list(arguments: &PropertiesArguments) -> u8 {
    let strategy = strategy::presets::named("default").unwrap_or_default();
    let options = arguments.program.people_options();
    let obligations = match list_obligations(&options, &strategy, Limits::default()) {
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
