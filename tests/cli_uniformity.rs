//! `pgn960 stats --uniformity` on archives that `pgn960 shuffle` drew.

use serde_json::Value;

use crate::harness::{run, run_with};

/// An archive of games without moves, whose starts were drawn by a procedure.
fn archive(procedure: &str, seed: u64, n: usize) -> Vec<u8> {
    let (n, seed) = (n.to_string(), seed.to_string());
    let drawn = run(&["shuffle", "-n", &n, "--procedure", procedure, "--seed", &seed, "--format", "csv"]);
    let lines = String::from_utf8(drawn.stdout).expect("UTF-8");
    let fens = lines.lines().skip(1).map(|line| line.split(',').nth(7).expect("a FEN"));
    let game = |fen| format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"1-0\"]\n\n1-0\n\n");
    fens.map(game).collect::<String>().into_bytes()
}

fn uniformity(options: &[&str], pgn: &[u8]) -> String {
    let output = run_with(&[&["stats", "--uniformity", "--quiet", "-"], options].concat(), pgn);
    assert_eq!((String::from_utf8_lossy(&output.stderr).as_ref(), output.status.code()), ("", Some(0)));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn judge(pgn: &[u8]) -> Value {
    let json = uniformity(&["--format", "json"], pgn);
    serde_json::from_str(json.lines().next().expect("a line")).expect("a JSON object")
}

#[test]
fn the_right_procedures_are_named() {
    let (fair, unfair) = (["uniform", "bodlaender-dice", "deal-and-reject"], ["king-first", "cards"]);
    for (seed, procedure) in [(1, fair[0]), (2, fair[1]), (3, fair[2]), (4, unfair[0]), (5, unfair[1])] {
        let judged = judge(&archive(procedure, seed, 3000));
        let named: &[&str] = if fair.contains(&procedure) { &fair } else { &unfair };
        assert_eq!(judged["best"], Value::from(named.to_vec()), "{procedure}: {judged}");
        assert_eq!(judged["verdict"], "sure", "{procedure}: {judged}");
        assert_eq!(judged["games"], 3000);
        assert_eq!(judged["is_rejected"], unfair.contains(&procedure), "{procedure}: {judged}");
    }
}

/// With 1000 games the test finds out king-first in about two archives of three, and says so.
#[test]
fn rejects_about_as_often_as_stated() {
    let (mut n_rejected, mut power) = (0, 0.0);
    for seed in 0..60 {
        let json = uniformity(&["--format", "json"], &archive("king-first", seed, 1000));
        let lines: Vec<Value> =
            json.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
        n_rejected += u32::from(lines[0]["is_rejected"] == true);
        let unfair = lines.iter().find(|line| line["procedures"][0] == "king-first").expect("a line");
        power = unfair["power"].as_f64().expect("a number");
    }
    let share = f64::from(n_rejected) / 60.0;
    assert!(power > 0.6 && power < 0.8, "{power}");
    assert!((share - power).abs() < 0.2, "{share} against {power}");
}

#[test]
fn what_is_printed() {
    let pgn = archive("king-first", 7, 1000);
    let said =
        ["text", "csv", "md"].map(|format| format!("--format {format}\n\n{}", uniformity(&["--format", format], &pgn)));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(crate::harness::fixture("stats"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("uniformity", said.join("\n")));
    for format in ["text", "md"] {
        let said = uniformity(&["--format", format], b"");
        assert_eq!(said, "There are no Chess960 games, and nothing to test.\n");
    }
    assert_eq!(uniformity(&["--format", "csv"], b"").lines().count(), 1);
}

/// Ordinary games were not drawn, and 50 games from one start were not drawn by any procedure.
#[test]
fn what_is_not_drawn() {
    let ordinary = "[Event \"x\"]\n\n1. e4 e5 1-0\n\n".repeat(50);
    let judged = judge(ordinary.as_bytes());
    assert_eq!((&judged["verdict"], &judged["p"]), (&Value::from("no-draws"), &Value::Null));
    assert_eq!(uniformity(&["--format", "json"], ordinary.as_bytes()).lines().count(), 1);
    let one = String::from_utf8(archive("uniform", 8, 1)).expect("UTF-8").repeat(50);
    let judged = judge(one.as_bytes());
    assert_eq!((&judged["verdict"], &judged["is_rough"]), (&Value::from("none"), &Value::from(true)));
    let said = uniformity(&[], one.as_bytes());
    for expected in [
        "959 degrees of freedom, p < 0.0001: rejected.\n",
        "or stand twice. `posterior` only weighs the procedures against each other.\n",
        "  < 0.0001  ",
    ] {
        assert!(said.contains(expected), "{said}");
    }
}

/// Saved tables tell the same when they are merged, if they were made by start.
#[test]
fn merged_tables_tell_the_same() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("a readable path").to_owned();
    let pgn = archive("king-first", 9, 500);
    let whole = uniformity(&["--format", "json", "--save", &path("starts")], &pgn);
    let merge = |name: &str| run(&["stats", "--uniformity", "--format", "json", "--quiet", "--merge", &path(name)]);
    assert_eq!(String::from_utf8(merge("starts").stdout).expect("UTF-8"), whole);
    run_with(&["stats", "--by", "kind", "--save", &path("kinds"), "-"], &pgn);
    let refused = merge("kinds");
    assert_eq!(refused.status.code(), Some(2));
    let said = "pgn960: error: `--uniformity` needs tables made with `--by start`\n";
    assert_eq!(String::from_utf8_lossy(&refused.stderr), said);
}
