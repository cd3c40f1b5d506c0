//! `principia properties`: the places at which a property may be violated.

use ::verify::list_obligations;
use report::{MODELS, Obligation};
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
    let is_model = |one: &&Obligation| one.place.as_ref().is_some_and(|place| place.file.starts_with(MODELS));
    let (models, own): (Vec<&Obligation>, Vec<&Obligation>) = obligations.iter().partition(is_model);
    // Several calls share the lines of models, which nobody knows.
    let mut of_models: Vec<(String, usize)> = Vec::new();
    for one in models {
        let line = format!("in functions of the library: {} [{}]", one.message, one.property);
        match of_models.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += 1,
            None => of_models.push((line, 1)),
        }
    }
    let own = own.into_iter().map(line);
    let of_models = of_models.into_iter().map(|(line, count)| match count {
        1 => line + "\n",
        count => format!("{line} ({count} checks)\n"),
    });
    print_text(&own.chain(of_models).collect::<String>())
}

fn line(one: &Obligation) -> String {
    let at = one.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
    format!("{at}{} [{}]\n", one.message, one.property)
}
