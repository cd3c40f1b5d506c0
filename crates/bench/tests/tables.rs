//! The tables and comparisons, as text.

mod sample;

use bench::compare::{Threshold, compare};
use bench::record::{Class, Verdict};
use bench::summary::Summary;
use bench::table::TableKind;
use expect_test::{Expect, expect};

fn check(kind: TableKind, expected: Expect) {
    let results = sample::results();
    expected.assert_eq(&kind.build(&Summary::new(&results)).text());
}

#[test]
fn solved_and_exclusively_solved_tasks() {
    check(
        TableKind::Solved,
        expect![[r#"
            Solved tasks, in parentheses those that no other configuration solves
            --------------------------------------------------------------
                                   Bitvector  Integer                    Σ
            --------------------------------------------------------------
            No. of tasks                   6        6                   12
            --------------------------------------------------------------
            Z3            4 (0), 1 unchecked    3 (0)   7 (0), 1 unchecked
            --------------------------------------------------------------
            IT-SP         5 (1), 1 unchecked    5 (2)  10 (3), 1 unchecked
            SP            2 (0), 1 unchecked    1 (0)   3 (0), 1 unchecked
            <WP>          3 (0), 1 unchecked        –   3 (0), 1 unchecked
            --------------------------------------------------------------
            P Newton                       5        5                   10
            P All                          5        5                   10
            --------------------------------------------------------------
        "#]],
    );
}

#[test]
fn classes_scores_and_times() {
    check(
        TableKind::Classes,
        expect![[r#"
            Answers by configuration
            -----------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------
                   runs  correct true  correct false  wrong true  wrong false  unchecked  unknown  timeout  out of memory  error  unchecked true  unchecked false  score  CPU s  CPU s solved  max MB
            -----------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------
            Z3       12             4              3           0            0          1        2        1              1      0               1                0     11  79.61          8.79     100
            -----------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------
            IT-SP    12             6              4           0            0          1        0        0              0      1               1                0     16  65.52         36.36     100
            SP       12             1              2           0            0          1        0        8              0      0               1                0      4    509          5.13     100
            <WP>      6             2              1           0            1          1        1        0              0      0               1                0    -11    295           205     100
            -----------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------
        "#]],
    );
}

#[test]
fn categories_as_rows() {
    check(
        TableKind::Success,
        expect![[r#"
        Solved and unsolved tasks by category
        ---------------------------------------------------------------------------------------------
                   tasks  Z3 solved    not  IT-SP solved    not  SP solved    not  <WP> solved    not
        ---------------------------------------------------------------------------------------------
        Bitvector      6          4      2             5      1          2      4            3      3
        Integer        6          3      3             5      1          1      5            0      0
        ---------------------------------------------------------------------------------------------
        Total         12          7      5            10      2          3      9            3      3
        Share                 58.3%  41.7%         83.3%  16.7%      25.0%  75.0%        50.0%  50.0%
        ---------------------------------------------------------------------------------------------
    "#]],
    );
    check(
        TableKind::Time,
        expect![[r#"
        Processor time of all runs, in seconds
        ------------------------------------
                     Z3  IT-SP     SP   <WP>
        ------------------------------------
        Bitvector  10.9   32.8  205.2  294.8
        Integer    68.7   32.8  303.4      –
        ------------------------------------
        Total      79.6   65.5  508.6  294.8
        ------------------------------------
    "#]],
    );
}

#[test]
fn what_becomes_of_the_tasks_of_the_first() {
    check(
        TableKind::Kept,
        expect![[r#"
        What becomes of the tasks that Z3 solves or does not
        ---------------------------------------------------------
               of 7 solved by Z3: solved  of 5 others: not solved
        ---------------------------------------------------------
        Z3                    7 (100.0%)               5 (100.0%)
        IT-SP                 7 (100.0%)                2 (40.0%)
        SP                     3 (42.9%)               5 (100.0%)
        <WP>                   3 (42.9%)               5 (100.0%)
        ---------------------------------------------------------
    "#]],
    );
}

#[test]
fn sources_and_what_they_answered() {
    check(
        TableKind::Perfect,
        expect![[r#"
        What sources of assertions answered
        -----------------------------------------------------------------------------------
                  source  asked  answered  perfect  quantified assertions            failed
        -----------------------------------------------------------------------------------
        Z3     newton:sp     54        54       12                      0   not inductive 0
        IT-SP  newton:sp     54        42       12                      0  not inductive 12
        SP     newton:sp     54        54       12                      0   not inductive 0
        <WP>   newton:sp     27        21        6                      0   not inductive 6
        -----------------------------------------------------------------------------------
    "#]],
    );
}

#[test]
fn reasons_and_phases() {
    check(
        TableKind::Reasons,
        expect![[r#"
        Why there was no answer
        -----------------------------------------------
                                    Z3  IT-SP  SP  <WP>
        -----------------------------------------------
        timeout                      1      0   8     0
        solver unknown               2      0   0     1
        out of memory                1      0   0     0
        status 7: a "crash" <here>   0      1   0     0
        -----------------------------------------------
    "#]],
    );
    check(
        TableKind::Profile,
        expect![[r#"
        Where the time went: seconds, and the share of the total
        -----------------------------------------------------------------
                                 Z3         IT-SP          SP        <WP>
        -----------------------------------------------------------------
        time/total     79.61 (100%)  65.52 (100%)  509 (100%)  295 (100%)
        -----------------------------------------------------------------
        queries/hoare     0.12 (0%)     0.12 (0%)   0.12 (0%)   0.06 (0%)
        -----------------------------------------------------------------
    "#]],
    );
}

#[test]
fn every_task() {
    let mut results = sample::results();
    results
        .select(&["IT-*".to_string(), "Z3".to_string()], &["Integer".to_string()])
        .expect("something is left");
    expect![[r#"
        task,category,property,expected,Z3,Z3: CPU s,IT-SP,IT-SP: CPU s
        loops/task_0.yml,Integer,unreach-call,true,correct true,0.030,correct true,0.090
        loops/task_1.yml,Integer,unreach-call,true,correct true,0.090,correct true,0.270
        loops/task_2.yml,Integer,unreach-call,false,correct false,0.270,correct false,0.810
        loops/task_3.yml,Integer,unreach-call,false,unknown,0.810,correct false,2.430
        loops/task_4.yml,Integer,unreach-call,true,timeout,60.200,correct true,7.290
        loops/task_5.yml,Integer,unreach-call,true,out of memory,7.290,error,21.870
    "#]]
    .assert_eq(&TableKind::Tasks.build(&Summary::new(&results)).csv().replace("\r\n", "\n"));
    assert!(results.select(&["nobody".to_string()], &[]).is_err());
}

#[test]
fn groups_of_columns_have_sums() {
    let mut results = sample::results();
    let mut third = results.plan.categories[1].clone();
    third.name = "Float".to_string();
    results.plan.categories.push(third);
    for (category, group) in results.plan.categories.iter_mut().zip(["A", "A", "B"]) {
        category.group = Some(group.to_string());
    }
    let names: Vec<String> = Summary::new(&results).columns().into_iter().map(|column| column.name).collect();
    assert_eq!(names, ["Bitvector", "Integer", "A Σ", "Float"]);
}

#[test]
fn changes_between_two_runs() {
    let old = sample::results();
    let mut new = old.clone();
    for record in new.records.iter_mut().filter(|record| record.category == "Integer") {
        match (record.configuration.as_str(), record.task.as_str()) {
            ("Z3", "loops/task_0.yml") => {
                (record.class, record.verdict) = (Class::WrongFalse, Verdict::False(None));
            }
            ("Z3", "loops/task_3.yml") => {
                (record.class, record.verdict) = (Class::CorrectFalse, Verdict::False(None));
            }
            ("IT-SP", "loops/task_2.yml") => {
                (record.class, record.verdict) = (Class::Timeout, Verdict::Unknown);
                record.reason = Some("timeout".to_string());
            }
            ("IT-SP", "loops/task_4.yml") => record.cpu_seconds *= 4.0,
            ("SP", "loops/task_2.yml") => record.cpu_seconds /= 10.0,
            _ => {}
        }
    }
    new.records.pop();
    let comparison = compare(&old, &new, Threshold::default());
    let text: Vec<String> = comparison.grids.iter().map(|grid| grid.text()).collect();
    expect![[r#"
        Before and now
        ----------------------------------------------------------------------------------------------------
               runs  solved before  solved now  wrong before  wrong now  CPU s before  CPU s now  time ratio
        ----------------------------------------------------------------------------------------------------
        Z3       12              7           7             0          1          79.6       79.6        1.00
        IT-SP    12             10           9             0          0          65.5       87.4        1.17
        SP       12              3           3             0          0         508.6      506.4        0.46
        <WP>      5              2           2             1          1          98.0       98.0        1.00
        ----------------------------------------------------------------------------------------------------

        Flipped verdicts (1)
        ---------------------------------------------------------------------------------
        task              configuration  expected  before    now  CPU s before  CPU s now
        ---------------------------------------------------------------------------------
        loops/task_0.yml             Z3      true    true  false          0.03       0.03
        ---------------------------------------------------------------------------------

        Worse: not solved any more (1)
        -----------------------------------------------------------------------------------
        task              configuration  expected  before      now  CPU s before  CPU s now
        -----------------------------------------------------------------------------------
        loops/task_2.yml          IT-SP     false   false  timeout          0.81       0.81
        -----------------------------------------------------------------------------------

        Better: newly solved (1)
        -----------------------------------------------------------------------------------------
        task              configuration  expected          before    now  CPU s before  CPU s now
        -----------------------------------------------------------------------------------------
        loops/task_3.yml             Z3     false  solver unknown  false          0.81       0.81
        -----------------------------------------------------------------------------------------

        Slower (1)
        --------------------------------------------------------------------------------
        task              configuration  expected  before   now  CPU s before  CPU s now
        --------------------------------------------------------------------------------
        loops/task_4.yml          IT-SP      true    true  true          7.29      29.16
        --------------------------------------------------------------------------------

        Faster (1)
        ---------------------------------------------------------------------------------
        task              configuration  expected  before    now  CPU s before  CPU s now
        ---------------------------------------------------------------------------------
        loops/task_2.yml             SP     false   false  false          2.43       0.24
        ---------------------------------------------------------------------------------
    "#]]
    .assert_eq(&text.join("\n"));
    assert!(comparison.is_worse);
    assert_eq!(comparison.unmatched, (1, 0));
    let same = compare(&old, &old, Threshold::default());
    assert!(!same.is_worse && same.grids.len() == 1);
}

#[test]
fn a_single_configuration_may_change_its_name() {
    let mut old = sample::results();
    old.select(&["Z3".to_string()], &[]).expect("something is left");
    let mut new = old.clone();
    new.plan.configurations[0].name = "Z3 now".to_string();
    new.records.iter_mut().for_each(|record| record.configuration = "Z3 now".to_string());
    assert_eq!(compare(&old, &new, Threshold::default()).unmatched, (0, 0));
}
