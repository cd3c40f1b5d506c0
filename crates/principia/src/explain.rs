//! `principia explain`: the refinement of each infeasible trace.

use ::verify::{Finished, Settings, Wishes};
use report::refinement::Refinement;

use crate::options::ExplainArguments;
use crate::output::{bad_input, conclude, print_line};
use crate::watcher::Watching;
use crate::{json, terminal};

/// Explains refinements; gives the exit status.
pub fn explain(arguments: &ExplainArguments) -> u8 {
    let width = arguments.width.map_or_else(terminal::width, usize::from);
    let settings = match arguments.analysis.settings(arguments.program.arithmetic.fixed()) {
        Ok(settings) => Settings { strategy: settings.strategy.for_explanation(), workers: 1, ..settings },
        Err(text) => return bad_input(&text, arguments.color),
    };
    let mut refinements = Vec::new();
    let on_refinement = |refinement: Refinement| {
        if arguments.json {
            refinements.push(refinement);
        } else {
            print_line(&refinement.render(width));
        }
    };
    let wishes = Wishes { explains: true, ..Wishes::default() };
    let mut watcher = Watching::new(arguments.color, on_refinement);
    let finished = match ::verify::verify(&arguments.program.options(), &settings, wishes, &mut watcher) {
        Ok(finished) => finished,
        Err(text) => return bad_input(&text, arguments.color),
    };
    let Finished { report, peak_memory, exploration, .. } = &finished;
    if arguments.json {
        let mut document =
            json::document(&arguments.program, &arguments.analysis, &settings.strategy, report, *peak_memory);
        document["refinements"] = serde_json::json!(refinements);
        if let Some(tree) = exploration {
            document["exploration"] = serde_json::json!(tree);
        }
        print_line(&document.to_string());
        return conclude(&report.verdict);
    }
    if let Some(tree) = exploration {
        print_line(&format!("Explored tree\n{}", tree.outline()));
    }
    if let Some(execution) = &report.counterexample {
        print_line(&terminal::execution(
            execution,
            &arguments.program.run_command(&execution.property),
            false,
        ));
    }
    conclude(&report.verdict)
}
