//! The programs with known verdicts: whatever the variant, the answer is right or unknown; the default variant
//! solves all but those that are pinned; and runs are deterministic.

mod tool;

use std::time::Duration;

use tool::{in_parallel, programs, run};

/// The eight variants of the paper (Sect. 6).
const VARIANTS: [&str; 8] = ["it-sp-lv", "it-wp-lv", "it-sp", "it-wp", "sp-lv", "wp-lv", "sp", "wp"];

/// The default gets so much time that a slow machine solves all programs; the others only have to be right.
const DEFAULT_LIMIT: &str = "100s";
const OTHER_LIMIT: &str = "1500ms";

/// The programs that the default does not solve. It would take much longer than their limit.
const UNSOLVED: [&str; 2] =
    ["tests/programs/hard/nonlinear_invariant.bpl", "tests/programs/quantifiers/exists_alternation_bug.bpl"];
const UNSOLVED_LIMIT: &str = "3s";

/// The reasons that an answer may have to be unknown; all others are bugs.
const REASONS: [&str; 6] =
    ["timeout", "solver unknown", "no assertions", "no progress", "recursion", "values cannot exclude"];

struct Run {
    variant: &'static str,
    program: String,
    expected: String,
    verdict: String,
    elapsed: Duration,
}

impl Run {
    fn is_unknown(&self) -> bool {
        let reason = self.verdict.strip_prefix("UNKNOWN(");
        reason.is_some_and(|reason| REASONS.iter().any(|kind| reason.starts_with(kind)))
    }

    /// The verdict of the file: `FALSE` stands for any property.
    fn is_right(&self) -> bool {
        match self.expected.as_str() {
            "FALSE" => self.verdict.starts_with("FALSE("),
            expected => self.verdict == expected,
        }
    }

    /// A complaint, unless the program is solved, or pinned and out of time.
    fn surprise(&self) -> Option<String> {
        let is_pinned = UNSOLVED.contains(&self.program.as_str());
        let (program, verdict, expected) = (&self.program, &self.verdict, &self.expected);
        match (is_pinned, self.is_right()) {
            (false, true) => None,
            (false, false) => Some(format!("{program}: {verdict} instead of {expected}")),
            (true, true) => Some(format!("{program} is solved now: remove it from UNSOLVED")),
            (true, false) if verdict == "UNKNOWN(timeout)" => None,
            (true, false) => Some(format!("{program}: {verdict} instead of UNKNOWN(timeout)")),
        }
    }
}

/// The limit of a run that is to solve a program, if it can.
fn limit(program: &str) -> &'static str {
    if UNSOLVED.contains(&program) { UNSOLVED_LIMIT } else { DEFAULT_LIMIT }
}

fn verify(variant: &'static str, program: &str, expected: &str) -> Run {
    let limit = if variant == VARIANTS[0] { limit(program) } else { OTHER_LIMIT };
    let refine = format!("newton:{variant}");
    let mut options = vec!["verify", program, "--refine", &refine, "--timeout", limit];
    if variant != VARIANTS[0] {
        options.extend(["--engine", "trace"]); // value analysis would answer instead
    }
    let answer = run(&options);
    let verdict = answer.verdict().to_string();
    let status = match verdict.split('(').next() {
        Some("TRUE") => 0,
        Some("FALSE") => 1,
        _ => 3,
    };
    assert_eq!(answer.status, Some(status), "{program}, {variant}: {answer:?}");
    let (program, expected) = (program.to_string(), expected.to_string());
    Run { variant, program, expected, verdict, elapsed: answer.elapsed }
}

#[test]
fn every_variant_is_right_or_unknown() {
    let mut tasks = Vec::new();
    for (program, expected) in programs("tests/programs").into_iter().chain(programs("examples")) {
        tasks.extend(VARIANTS.map(|variant| (variant, program.clone(), expected.clone())));
    }
    let runs = in_parallel(&tasks, |(variant, program, expected)| verify(variant, program, expected));
    let count = |variant: &str, is_counted: &dyn Fn(&Run) -> bool| {
        runs.iter().filter(|run| run.variant == variant && is_counted(run)).count()
    };
    println!("{:<10} {:>7} {:>7} {:>8} {:>9}", "variant", "right", "wrong", "unknown", "seconds");
    for variant in VARIANTS {
        assert!(
            2 * count(variant, &|run| run.is_right()) > tasks.len() / VARIANTS.len(),
            "{variant} solves few"
        );
        let right = count(variant, &|run| run.is_right());
        let unknown = count(variant, &|run| run.is_unknown() && !run.is_right());
        let wrong = count(variant, &|run| !run.is_unknown() && !run.is_right());
        let time: Duration = runs.iter().filter(|run| run.variant == variant).map(|run| run.elapsed).sum();
        println!("{variant:<10} {right:>7} {wrong:>7} {unknown:>8} {:>9.1}", time.as_secs_f64());
    }
    let wrong: Vec<String> = runs
        .iter()
        .filter(|run| !run.is_right() && !run.is_unknown())
        .map(|run| format!("{} {}: {}", run.program, run.variant, run.verdict))
        .collect();
    assert!(wrong.is_empty(), "wrong answers:\n{}", wrong.join("\n"));
    let default = runs.iter().filter(|run| run.variant == VARIANTS[0]);
    let surprises: Vec<String> = default.filter_map(Run::surprise).collect();
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
}

/// k-induction alone, with each size of blocks in turn, is right or unknown.
#[test]
fn k_induction_is_right_or_unknown() {
    let tasks: Vec<(usize, (String, String))> = programs("tests/programs").into_iter().enumerate().collect();
    let runs = in_parallel(&tasks, |(number, (program, expected))| {
        let blocks = ["loop-free", "sequence", "statement"][number % 3];
        let fixed = ["verify", program.as_str(), "--strategy", "paper", "--engine", "k-induction"];
        let answer = run(&[&fixed[..], &["--timeout", "700ms", "--blocks", blocks]].concat());
        let (program, expected, verdict) = (program.clone(), expected.clone(), answer.verdict().to_string());
        Run { variant: "k-induction", program, expected, verdict, elapsed: answer.elapsed }
    });
    let is_wrong = |run: &&Run| !run.is_right() && !run.is_unknown();
    let wrong: Vec<String> =
        runs.iter().filter(is_wrong).map(|run| format!("{}: {}", run.program, run.verdict)).collect();
    assert!(wrong.is_empty(), "wrong answers:\n{}", wrong.join("\n"));
    let right = runs.iter().filter(|run| run.is_right()).count();
    assert!(2 * right > runs.len(), "{right} of {} are solved", runs.len());
}

/// Range analysis alone is right or unknown, and solves a part of what is about integers.
#[test]
fn range_analysis_is_right_or_unknown() {
    let runs = in_parallel(&programs("tests/programs"), |(program, expected)| {
        let fixed = ["verify", program.as_str(), "--strategy", "paper", "--engine", "ranges"];
        let answer = run(&[&fixed[..], &["--timeout", OTHER_LIMIT]].concat());
        let (program, expected, verdict) = (program.clone(), expected.clone(), answer.verdict().to_string());
        Run { variant: "ranges", program, expected, verdict, elapsed: answer.elapsed }
    });
    let is_wrong = |run: &&Run| !run.is_right() && !run.is_unknown();
    let wrong: Vec<String> =
        runs.iter().filter(is_wrong).map(|run| format!("{}: {}", run.program, run.verdict)).collect();
    assert!(wrong.is_empty(), "wrong answers:\n{}", wrong.join("\n"));
    let right = runs.iter().filter(|run| run.is_right()).count();
    assert!(3 * right > runs.len(), "{right} of {} are solved", runs.len());
}

/// Value analysis alone, and with predicates in the three ways to refine, is right or unknown, and solves what has few
/// values.
#[test]
fn value_analysis_is_right_or_unknown() {
    let tasks = programs("tests/programs");
    let selected = ["--select", "domain-min,width-min"];
    let both = ["--engine", "value+predicate"];
    let variants: [Vec<&str>; 4] = [
        vec!["--engine", "value"],
        both.to_vec(),
        [both, selected].concat(),
        [&both[..], &selected, &["--select-analysis"]].concat(),
    ];
    for variant in &variants {
        let value = |program: &str, expected: &str| {
            let mut options = vec!["verify", program, "--timeout", OTHER_LIMIT];
            options.extend(variant);
            let answer = run(&options);
            let (program, expected) = (program.to_string(), expected.to_string());
            let verdict = answer.verdict().to_string();
            Run { variant: "value", program, expected, verdict, elapsed: answer.elapsed }
        };
        let runs = in_parallel(&tasks, |(program, expected)| value(program, expected));
        let wrong: Vec<String> = runs
            .iter()
            .filter(|run| !run.is_right() && !run.is_unknown())
            .map(|run| format!("{}: {}", run.program, run.verdict))
            .collect();
        assert!(wrong.is_empty(), "wrong answers with {variant:?}:\n{}", wrong.join("\n"));
        let right = runs.iter().filter(|run| run.is_right()).count();
        println!("{variant:?} solves {right} of {}", runs.len());
        assert!(4 * right > runs.len(), "{variant:?} solves {right} of {}", runs.len());
    }
}

/// Both directions fail: a program that is not solved any more, and one that is solved now.
#[test]
fn changes_are_told() {
    let told = |program: &str, verdict: &str| {
        let (program, verdict) = (program.to_string(), verdict.to_string());
        let run = Run { variant: "", program, expected: "TRUE".into(), verdict, elapsed: Duration::ZERO };
        run.surprise().unwrap_or_default()
    };
    assert_eq!(told("a.bpl", "TRUE"), "");
    assert_eq!(told("a.bpl", "UNKNOWN(timeout)"), "a.bpl: UNKNOWN(timeout) instead of TRUE");
    assert_eq!(told(UNSOLVED[0], "UNKNOWN(timeout)"), "");
    assert!(told(UNSOLVED[0], "TRUE").ends_with("is solved now: remove it from UNSOLVED"));
    assert!(told(UNSOLVED[0], "UNKNOWN(worker died)").ends_with("instead of UNKNOWN(timeout)"));
}

/// The engines beside the default one, with two sources and every size of blocks.
const ENGINES: [&str; 15] = [
    "--engine predicate --blocks loop-free --refine newton",
    "--engine predicate --blocks statement --refine craig",
    "--engine predicate --blocks loops-and-calls --abstraction cartesian --refine newton",
    "--engine predicate --blocks loop-free --block-size 3 --abstraction boolean --refine craig",
    "--engine predicate --blocks loop-free --abstraction none --refine craig",
    "--engine predicate --blocks sequence --abstraction none --refine newton",
    "--engine kojak --blocks statement --refine newton",
    "--engine kojak --blocks sequence --refine craig",
    "--engine kojak --blocks loop-free --refine newton",
    "--engine interp --interpolants r --blocks statement --refine newton",
    "--engine interp --interpolants re --blocks loop-free --refine craig",
    "--engine interp --interpolants rs --blocks sequence --refine newton",
    "--engine interp --interpolants rse --blocks loop-free --refine newton",
    "--engine interp --interpolants rs --weights --blocks loop-free --refine craig",
    "--engine interp --interpolants rse --weights --blocks statement --refine newton",
];

#[test]
fn every_engine_is_right_or_unknown() {
    let mut tasks = Vec::new();
    // Every program with some of them, so that the test takes a minute; with all of them if somebody asks.
    let is_complete = std::env::var_os("PRINCIPIA_ALL_ENGINES").is_some();
    for (number, (program, expected)) in programs("tests/programs").into_iter().enumerate() {
        let chosen = ENGINES.iter().enumerate().filter(|(at, _)| is_complete || (number + at) % 6 == 0);
        tasks.extend(chosen.map(|(_, options)| (*options, program.clone(), expected.clone())));
    }
    let runs = in_parallel(&tasks, |(options, program, expected)| {
        let options: Vec<&str> = options.split(' ').collect();
        let fixed = ["verify", program.as_str(), "--strategy", "paper", "--timeout", OTHER_LIMIT];
        let answer = run(&[&fixed, options.as_slice()].concat());
        let (program, expected, verdict) = (program.clone(), expected.clone(), answer.verdict().to_string());
        Run { variant: "engines", program, expected, verdict, elapsed: answer.elapsed }
    });
    let mut wrong = Vec::new();
    for ((options, ..), run) in tasks.iter().zip(&runs) {
        // A proof with quantifiers may be too hard to check.
        let is_undecided = run.verdict.starts_with("UNKNOWN(evidence rejected: undecided");
        if !run.is_right() && !run.is_unknown() && !is_undecided {
            wrong.push(format!("{} {options}: {}", run.program, run.verdict));
        }
    }
    assert!(wrong.is_empty(), "wrong answers:\n{}", wrong.join("\n"));
    for options in ENGINES {
        let own = || tasks.iter().zip(&runs).filter(|((other, ..), _)| *other == options);
        let (right, all) = (own().filter(|(_, run)| run.is_right()).count(), own().count());
        println!("{right:>4} of {all} {options}");
        assert!(5 * right > 3 * all, "{options} solves few: {right} of {all}");
    }
}

/// Bodies that calls share change the graph, but not what is true.
#[test]
fn shared_procedures_change_no_verdict() {
    let has_calls = |(program, _): &(String, String)| {
        let text = std::fs::read_to_string(tool::root().join(program)).expect("readable");
        text.contains("call ")
    };
    let tasks: Vec<_> = programs("tests/programs").into_iter().filter(has_calls).collect();
    let shared = |program: &str, expected: &str| {
        let answer = run(&["verify", program, "--inline-budget", "0", "--timeout", limit(program)]);
        let (program, expected) = (program.to_string(), expected.to_string());
        let verdict = answer.verdict().to_string();
        Run { variant: "shared", program, expected, verdict, elapsed: answer.elapsed }
    };
    let runs = in_parallel(&tasks, |(program, expected)| shared(program, expected));
    let complaints: Vec<String> = runs.iter().filter_map(Run::surprise).collect();
    assert!(runs.len() > 20 && complaints.is_empty(), "{} runs\n{}", runs.len(), complaints.join("\n"));
}

/// Parts of the analysis may take that long before the clock interrupts them.
const UNINTERRUPTED: Duration = Duration::from_secs(2);

/// What a run says, times aside, and how long it took.
fn signature(program: &str, options: &[&str]) -> ([String; 5], Duration) {
    let answer = run(&[&["verify", program, "--timeout", "5s", "--json", "-"], options].concat());
    let document = answer.json();
    let part = |name: &str| document[name].to_string();
    let counters = document["statistics"]["counters"].to_string();
    ([part("verdict"), part("reason"), part("proof"), part("counterexample"), counters], answer.elapsed)
}

/// With one engine and size of blocks and without guesses, nothing but the end depends on the clock.
#[test]
fn runs_are_deterministic() {
    let tasks = programs("tests/programs");
    let fixed = ["--engine", "trace", "--blocks", "loop-free", "--no-guess"];
    let pairs = in_parallel(&tasks, |(program, _)| (signature(program, &fixed), signature(program, &fixed)));
    let mut compared = 0;
    for ((program, _), ((first, _), (second, _))) in tasks.iter().zip(pairs) {
        // A run that was stopped by the clock may have got further.
        if !first[1].contains("timeout") && !second[1].contains("timeout") {
            assert_eq!(first, second, "{program}");
            compared += 1;
        }
    }
    assert!(compared * 10 > tasks.len() * 9, "only {compared} of {} runs came to an end", tasks.len());
}

#[test]
fn short_runs_are_deterministic_by_default() {
    let tasks = programs("tests/programs");
    let pairs = in_parallel(&tasks, |(program, _)| (signature(program, &[]), signature(program, &[])));
    let mut compared = 0;
    for ((program, _), ((first, first_time), (second, second_time))) in tasks.iter().zip(pairs) {
        // What was interrupted by the clock may have got further.
        if first_time.max(second_time) < UNINTERRUPTED {
            assert_eq!(first, second, "{program}");
            compared += 1;
        }
    }
    assert!(compared * 2 > tasks.len(), "only {compared} of {} runs were short", tasks.len());
}
