//! What the README shows is what the command prints.

use std::fs;

use crate::harness::{root, run};

#[test]
fn sessions_are_real() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let sessions: Vec<&str> =
        readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(sessions.len() >= 4);
    for session in sessions {
        let (command, shown) = session.split_once('\n').expect("a command and its output");
        let words: Vec<&str> = command.strip_prefix("$ pgn960 ").expect("a command of ours").split(' ').collect();
        let output = run(&words);
        let printed = [output.stdout, output.stderr].concat();
        assert_eq!(String::from_utf8_lossy(&printed), shown, "{command}");
    }
}
