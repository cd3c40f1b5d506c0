//! Results that no tool ever gave, but that show everything that tables and plots must show.
#![allow(dead_code)] // every test file uses its own part

use bench::machine::Machine;
use bench::matrix::{Plan, PlannedCategory, PlannedConfiguration, Portfolio};
use bench::record::{Class, Limits, Record, SCHEMA, Statistics, Verdict};
use bench::store::Results;

pub const LIMITS: Limits = Limits { cpu_seconds: 60.0, wall_seconds: 121.0, memory_bytes: Some(4 << 30) };

/// The right answers of the tasks: `t` or `f`. The second category has the same tasks under other options.
const EXPECTED: &str = "ttfftt";

/// The answers of each configuration in both categories: true, false, unknown, timeout, memory, error, none.
const ANSWERS: [(&str, &str, &str, &str); 4] = [
    ("Craig", "Z3", "t?ff-t", "ttf?TM"),
    ("Newton", "IT-SP", "ttff-t", "ttfftE"),
    ("Newton", "SP", "tTfT-T", "TTfTTT"),
    ("Newton", "<WP>", "tff?-t", "......"),
];

pub fn results() -> Results {
    let category = |name: &str, options: &str| PlannedCategory {
        name: name.to_string(),
        group: None,
        options: options.to_string(),
        tasks: EXPECTED.len(),
    };
    let configuration = |(group, name, ..): &(&str, &str, &str, &str)| PlannedConfiguration {
        name: name.to_string(),
        group: Some(group.to_string()),
        tool: "principia".to_string(),
        options: format!("--refine {}", name.to_lowercase()),
    };
    let portfolio = |name: &str, of: &str| Portfolio { name: name.to_string(), of: vec![of.to_string()] };
    let plan = Plan {
        title: Some("A sample & more".to_string()),
        limits: LIMITS,
        categories: vec![category("Bitvector", "--arithmetic bitvector"), category("Integer", "")],
        configurations: ANSWERS.iter().map(configuration).collect(),
        portfolios: vec![portfolio("P Newton", "*P*"), portfolio("P All", "*")],
    };
    let mut records = Vec::new();
    for (row, (_, name, first, second)) in ANSWERS.iter().enumerate() {
        for (category, answers) in [("Bitvector", first), ("Integer", second)] {
            for (number, answer) in answers.chars().enumerate() {
                records.extend(record(name, category, number, answer, row));
            }
        }
    }
    Results { plan, records }
}

/// A run; `-` has no expected verdict, `.` is no run.
fn record(configuration: &str, category: &str, number: usize, answer: char, row: usize) -> Option<Record> {
    let is_expected = EXPECTED.as_bytes()[number] == b't';
    let (verdict, class, reason) = match answer {
        't' => (Verdict::True, if is_expected { Class::CorrectTrue } else { Class::WrongTrue }, None),
        'f' => {
            (Verdict::False(None), if is_expected { Class::WrongFalse } else { Class::CorrectFalse }, None)
        }
        '-' => (Verdict::True, Class::Unchecked, None),
        '?' => (Verdict::Unknown, Class::Unknown, Some("solver unknown")),
        'T' => (Verdict::Unknown, Class::Timeout, Some("timeout")),
        'M' => (Verdict::Unknown, Class::OutOfMemory, Some("out of memory")),
        'E' => (Verdict::Unknown, Class::Error, Some("status 7: a \"crash\" <here>")),
        _ => return None,
    };
    let cpu_seconds = if class == Class::Timeout { 60.2 } else { 0.03 * 3f64.powi((number + row) as i32) };
    let sequences = 2 + number as u64;
    Some(Record {
        schema: SCHEMA,
        task: format!("loops/task_{number}.yml"),
        file: format!("/tasks/loops/task_{number}.yml"),
        property: "unreach-call".to_string(),
        category: category.to_string(),
        configuration: configuration.to_string(),
        verdict,
        expected: (answer != '-').then_some(if is_expected { Verdict::True } else { Verdict::False(None) }),
        class,
        reason: reason.map(String::from),
        cpu_seconds,
        wall_seconds: cpu_seconds * 1.1,
        memory_bytes: (50 + 10 * number as u64) << 20,
        statistics: Statistics {
            iterations: Some(sequences),
            sequences: Some(sequences),
            perfect_sequences: Some(sequences - row as u64 % 2),
            sources: [
                ("newton:sp/asked".to_string(), sequences),
                ("newton:sp/answered".to_string(), sequences - row as u64 % 2),
                ("newton:sp/perfect".to_string(), 1),
                ("newton:sp/failed: not inductive".to_string(), row as u64 % 2),
            ]
            .into(),
            queries: [("hoare".to_string(), 10)].into(),
            phases_ms: [
                ("time/total".to_string(), 1000.0 * cpu_seconds),
                ("queries/hoare".to_string(), 10.0),
            ]
            .into(),
        },
        tool: "principia".to_string(),
        version: "0.1.0".to_string(),
        options: String::new(),
        exit: "status 0".to_string(),
        left_running: 0,
        limits: LIMITS,
        machine: Machine {
            host: "host".to_string(),
            cpu: "A Processor".to_string(),
            cores: 8,
            memory_bytes: 16 << 30,
            os: "Linux 6".to_string(),
        },
        started: format!("2026-01-01T00:00:{number:02}Z"),
    })
}
