//! Plots: well-formed files with the lines, points and names that they should have.

mod sample;

use bench::plot::{Measure, quantile_plot, scatter_plot};

/// Whether every element is closed, in the right order, and attributes are quoted.
fn is_well_formed(xml: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else { return false };
        let tag = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        if tag.matches('"').count() % 2 == 1 || tag.contains('<') {
            return false;
        }
        let name = |text: &str| text.split_whitespace().next().unwrap_or_default().to_string();
        if let Some(closed) = tag.strip_prefix('/') {
            if open.pop() != Some(name(closed)) {
                return false;
            }
        } else if !tag.ends_with('/') && !tag.starts_with(['?', '!']) {
            open.push(name(tag));
        }
    }
    open.is_empty()
}

#[test]
fn quantile_plots_have_a_line_for_each_configuration() {
    let results = sample::results();
    for measure in Measure::ALL {
        let plot = quantile_plot(&results, measure, measure.title()).expect("a plot");
        assert!(is_well_formed(&plot), "{plot}");
        assert_eq!(plot.matches("<polyline").count(), 4, "{}", measure.name());
        for entry in ["IT-SP (10)", "Z3 (7)", "SP (3)", "&lt;WP&gt; (3)"] {
            assert!(plot.contains(&format!(">{entry}</text>")), "{entry}");
        }
    }
    let order: Vec<usize> = ["IT-SP (10)", "Z3 (7)", ">SP (3)"]
        .iter()
        .map(|name| quantile_plot(&results, Measure::Time, "").expect("a plot").find(name).expect("an entry"))
        .collect();
    assert!(order.is_sorted(), "who solves most stands first");
}

#[test]
fn lines_rise() {
    let plot = quantile_plot(&sample::results(), Measure::Time, "").expect("a plot");
    for line in plot.lines().filter_map(|line| line.strip_prefix("<polyline points=\"")) {
        let points = line.split('"').next().expect("points").split(' ');
        let points: Vec<(f64, f64)> = points
            .map(|point| point.split_once(',').expect("a pair"))
            .map(|(x, y)| (x.parse().expect("a number"), y.parse().expect("a number")))
            .collect();
        assert!(points.is_sorted_by(|a, b| a.0 < b.0 && a.1 >= b.1), "{points:?}");
    }
}

#[test]
fn nothing_solved_is_nothing_drawn() {
    let mut results = sample::results();
    results.records.retain(|record| !record.class.is_correct());
    assert_eq!(quantile_plot(&results, Measure::Time, ""), None);
    assert_eq!(scatter_plot(&results, "Z3", "SP", ""), None);
}

#[test]
fn scatter_plots_have_a_point_for_each_task() {
    let results = sample::results();
    let plot = scatter_plot(&results, "Z3", "IT-SP", "Z3 & IT-SP").expect("a plot");
    assert!(is_well_formed(&plot), "{plot}");
    assert_eq!(plot.matches("<title>loops/task_").count(), 10);
    assert!(plot.contains(">both 7, only Z3 0, only IT-SP 3</text>"), "{plot}");
    assert!(plot.contains("<title>loops/task_1.yml: unknown, 0.27 s</title>"), "{plot}");
    // A task that only one solves lies beyond the axis of the other.
    let unsolved = plot.lines().find(|line| line.contains("task_1.yml: unknown")).expect("a point");
    assert!(unsolved.starts_with("<g><circle cx=\"437.0\""), "{unsolved}");
}

#[test]
fn well_formedness_is_noticed() {
    assert!(is_well_formed("<a x=\"1\"><b/></a>"));
    for wrong in ["<a>", "<a></b>", "<a x=\"1></a>", "</a>"] {
        assert!(!is_well_formed(wrong), "{wrong}");
    }
}
