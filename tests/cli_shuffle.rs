//! `pgn960 shuffle`: the independent tables and draws, real draws followed, and what cannot be done.

use std::fs;

use serde_json::Value;

use crate::harness::{fixture, run, run_with, shared};

fn shuffle(args: &[&str]) -> (String, String, Option<i32>) {
    let output = run(&[&["shuffle"], args].concat());
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// The lines of an oracle table without its heading.
fn oracle(name: &str) -> Vec<String> {
    let path = shared(&format!("oracle/{name}")).unwrap_or_else(|| fixture(&format!("oracle/{name}")));
    let text = fs::read_to_string(path).expect("a readable file");
    text.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn distributions_are_the_oracles() {
    let (stdout, stderr, code) = shuffle(&["--distribution", "--format", "csv"]);
    assert_eq!(code, Some(0));
    let printed: Vec<&str> = stdout.lines().skip(1).collect();
    assert_eq!(printed.len(), 960);
    assert_eq!(printed, oracle("procedures.csv"));
    let far = "is not uniform: chances run from 1/1296 to 1/648, total variation from uniform 47/360";
    let near = "is uniform: every position has the chance 1/960";
    let verdicts = [("uniform", near), ("bodlaender-dice", near), ("king-first", far), ("cards", far)];
    for (procedure, verdict) in verdicts.into_iter().chain([("deal-and-reject", near)]) {
        assert!(stderr.contains(&format!("pgn960: note: {procedure} {verdict}\n")), "{stderr}");
        let (text, stderr, _) = shuffle(&["--distribution", "--procedure", procedure]);
        assert_eq!(stderr, "");
        assert!(text.starts_with(&format!("{procedure} {verdict}\n\nspn  back_rank  probability\n")), "{text}");
        assert_eq!(text.lines().count(), 963);
    }
}

#[test]
fn real_draws_are_followed() {
    let examples = oracle("procedure_examples.csv");
    assert_eq!(examples.len(), 120);
    for example in examples {
        let [procedure, draws, back_rank, spn] = example.split(',').collect::<Vec<_>>()[..] else {
            panic!("{example}")
        };
        let option = match procedure {
            "bodlaender_dice" => "--dice",
            "king_first" => "--choices",
            "card_draw" => "--cards",
            other => panic!("no option for {other}"),
        };
        let (stdout, stderr, code) = shuffle(&[option, draws, "--format", "csv", "--show-draws"]);
        assert_eq!((stderr.as_str(), code), ("", Some(0)), "{example}");
        let row: Vec<&str> = stdout.lines().nth(1).expect("a row").split(',').collect();
        assert_eq!((row[1], row[5], row[6], row[9]), (spn, back_rank, back_rank, draws), "{example}");
    }
}

/// The draws were computed by another program from the words about the generator alone, ChaCha20 included.
#[test]
fn one_seed_draws_the_same_everywhere() {
    let text = fs::read_to_string(fixture("shuffle/draws.csv")).expect("a readable file");
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(lines.len(), 20);
    for line in lines {
        let [procedure, seed, positions] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (stdout, stderr, code) = shuffle(&["-n", "20", "--procedure", procedure, "--seed", seed]);
        assert_eq!((stderr.as_str(), code), ("", Some(0)), "{line}");
        let drawn: Vec<&str> = stdout.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(drawn.join(" "), positions, "{procedure} {seed}");
    }
}

/// What is shown of random draws leads to the same positions again when it is followed.
#[test]
fn shown_draws_can_be_replayed() {
    for (procedure, option) in [("bodlaender-dice", "--dice"), ("king-first", "--choices"), ("cards", "--cards")] {
        for dfrc in [&[][..], &["--dfrc"]] {
            let json = ["--format", "json", "--show-draws"];
            let random = ["-n", "10", "--seed", "9", "--procedure", procedure];
            let (stdout, ..) = shuffle(&[&random[..], &json, dfrc].concat());
            assert_eq!(stdout.lines().count(), 10);
            for line in stdout.lines() {
                let start: Value = serde_json::from_str(line).expect("a JSON object a line");
                let draws = start["draws"].as_str().expect("a text");
                let (replayed, ..) = shuffle(&[&[option, draws][..], &json, dfrc].concat());
                let mut replayed: Value = serde_json::from_str(&replayed).expect("a JSON object");
                replayed["draw"] = start["draw"].clone();
                assert_eq!(replayed, start);
            }
        }
    }
}

#[test]
fn every_draw_is_shown() {
    let (stdout, stderr, code) = shuffle(&["--dice", "5 2 3, 3 6 2 4", "--show-draws"]);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    insta::assert_snapshot!(stdout, @r"
    # 1. dark bishop: 5, wasted
    # 2. dark bishop: 2, c1
    # 3. light bishop: 3, f1
    # 4. queen: 3, d1
    # 5. first knight: 6, wasted
    # 6. first knight: 2, b1
    # 7. second knight: 4, h1
    614 RNBQKBRN rnbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN w KQkq - 0 1
    ");
    let (stdout, ..) = shuffle(&["--choices", "4/6 1/4 3 3/3 1/2 1/3", "--show-draws"]);
    insta::assert_snapshot!(stdout, @r"
    # 1. king: 4/6, e1
    # 2. a-side rook: 1/4, a1
    # 3. h-side rook: 3/3, h1
    # 4. light bishop: 3/3, f1
    # 5. dark bishop: 1/2, c1
    # 6. queen: 1/3, b1
    502 RQBNKBNR rqbnkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBNKBNR w KQkq - 0 1
    ");
    let (stdout, ..) = shuffle(&["--procedure", "uniform", "--seed", "2", "--dfrc", "--show-draws"]);
    insta::assert_snapshot!(stdout, @r"
    # 1. white's number: 810
    # 2. black's number: 624
    810,624 RKQNBBRN,BBRNKQRN bbrnkqrn/pppppppp/8/8/8/8/PPPPPPPP/RKQNBBRN w KQkq - 0 1
    ");
    // A rejected deal is wasted as a whole.
    let (stdout, ..) = shuffle(&["--procedure", "deal-and-reject", "--seed", "1", "--show-draws"]);
    let wasted: Vec<bool> =
        stdout.lines().filter(|line| line.starts_with('#')).map(|line| line.ends_with(", wasted")).collect();
    assert_eq!(wasted.len() % 7, 0);
    assert!(wasted.chunks(7).rev().skip(1).flatten().all(|&wasted| wasted));
    assert!(wasted.len() > 7 && !wasted.iter().rev().take(7).any(|&wasted| wasted));
}

#[test]
fn dfrc_draws_each_side_by_itself() {
    let (stdout, ..) = shuffle(&["-n", "500", "--seed", "3", "--dfrc", "--format", "csv"]);
    let mut lines = stdout.lines();
    let heading = "draw,spn,dfrc_white,dfrc_black,dfrc_index,white_back_rank,black_back_rank,xfen,shredder_fen";
    assert_eq!(lines.next(), Some(heading));
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |cell: &str| cell.parse::<u32>().expect("a number");
        assert_eq!(number(cells[4]), 960 * number(cells[2]) + number(cells[3]));
        assert_eq!(cells[1], if cells[2] == cells[3] { cells[2] } else { "" });
        assert!(cells[7].starts_with(&format!(
            "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w ",
            cells[6].to_lowercase(),
            cells[5]
        )));
        white.push(number(cells[2]));
        black.push(number(cells[3]));
    }
    assert_eq!(white.len(), 500);
    assert_ne!(white, black);
}

/// With all positions used but two, only these are drawn, and a file that the command printed is taken as it is.
#[test]
fn excluded_positions_are_drawn_again() {
    let used: String =
        (0..960).filter(|number| ![7, 518].contains(number)).map(|number| format!("{number}\r\n")).collect();
    let args = ["shuffle", "-n", "50", "--seed", "4", "--exclude", "-"];
    let output = run_with(&args, format!("\u{feff}# used\r\n\r\n{used}").as_bytes());
    let drawn: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.split(' ').next().unwrap_or_default().to_owned())
        .collect();
    assert!(drawn.len() == 50 && drawn.iter().all(|number| number == "7" || number == "518"), "{drawn:?}");
    assert!(drawn.contains(&"7".to_owned()) && drawn.contains(&"518".to_owned()));

    let (first, ..) = shuffle(&["--seed", "5", "--show-draws"]);
    let output = run_with(&["shuffle", "--seed", "5", "--show-draws", "--exclude", "-"], first.as_bytes());
    let second = String::from_utf8(output.stdout).expect("UTF-8");
    let (first_draw, rest) = second.split_once('\n').expect("lines");
    assert_eq!(Some(first_draw), first.lines().next());
    assert!(rest.contains(" is excluded and drawn again\n# 2. number: "), "{second}");
}

/// Whatever this command prints it takes, with line ends of all kinds.
#[test]
fn printed_positions_are_excluded() {
    for options in [&[][..], &["--dfrc"]] {
        let first = shuffle(&[&["--seed", "5", "-n", "3"], options].concat()).0;
        let again = |input: &str| {
            let args = [&["shuffle", "--seed", "5", "-n", "3", "--exclude", "-"], options].concat();
            let output = run_with(&args, input.as_bytes());
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
            String::from_utf8(output.stdout).expect("UTF-8")
        };
        let expected = again(&first);
        assert!(first.lines().all(|line| !expected.contains(line)), "{expected}");
        for format in ["text", "csv", "json"] {
            let printed = [&["--seed", "5", "-n", "3", "--format", format, "--show-draws"], options].concat();
            for end in ["\n", "\r\n", "\r"] {
                assert_eq!(again(&shuffle(&printed).0.replace('\n', end)), expected, "{format} {end:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_done() {
    let check = |args: &[&str], message: &str| {
        let (stdout, stderr, code) = shuffle(args);
        assert_eq!((stdout.as_str(), stderr.as_str(), code), ("", &*format!("pgn960: error: {message}\n"), Some(2)));
    };
    check(&["--dice", "1 2 7"], "throw 3, `7`: expected a throw of a die, 1 to 6");
    check(&["--dice", "1 2 3 4"], "throw 5 is missing: the second knight has no square yet");
    check(&["--dice", "1 1 1 1 1 6"], "the position is complete after 5, but 1 more is given");
    check(&["--choices", "1/6 1/2"], "choice 2, `1/2`: expected for the a-side rook a choice from 1/1 to 1/1 (a1)");
    check(&["--cards", "a1"], "card 1, `a1`: expected for the king one of b1 c1 d1 e1 f1 g1");
    check(&["--cards", "b1 \u{1b}[31m"], r"card 2, `\u{1b}[31m`: expected for the a-side rook one of a1");
    check(&["--exclude", "no-such-file"], "cannot read `no-such-file`: No such file or directory (os error 2)");

    check(&["--exclude", "fixtures"], "cannot read `fixtures`: Is a directory (os error 21)");

    let exclude = |input: &str, args: &[&str]| {
        let output = run_with(&[&["shuffle", "--seed", "1", "--exclude", "-"], args].concat(), input.as_bytes());
        assert_eq!((output.stdout.as_slice(), output.status.code()), (&b""[..], Some(2)), "{input}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let all: String = (0..960).map(|number| format!("{number}\n")).collect();
    assert_eq!(exclude(&all, &[]), "pgn960: error: all positions are excluded\n");
    let unreadable = exclude("518\n960\n", &[]);
    assert!(unreadable.starts_with("pgn960: error: `-`, line 2: there is no start position 960"), "{unreadable}");
    let header = "draw,white_back_rank,black_back_rank\n";
    let cut = exclude(&format!("{header}1,BBQNNRKR,BBQNNRKR\n2,BBQNNRKR"), &[]);
    assert!(cut.starts_with("pgn960: error: `-`, line 3: "), "{cut}");
    let nothing = exclude("{\"spn\":518}", &[]);
    assert_eq!(nothing, "pgn960: error: `-`, line 1: it has no text `white_back_rank`\n");
    let shuffled = exclude("KRBBQNNR\n", &[]);
    assert!(shuffled.contains("`-`, line 1: `KRBBQNNR` is not one of the 960: white's king"), "{shuffled}");
    assert_eq!(shuffle(&["--seed", "-1"]).2, Some(2));
    assert_eq!(shuffle(&["--dice", "1", "--cards", "b1"]).2, Some(2));
    assert_eq!(shuffle(&["--dice", "1", "--seed", "1"]).2, Some(2));
    assert_eq!(shuffle(&["--distribution", "--dfrc"]).2, Some(2));
}

#[test]
fn a_seed_of_the_system_is_told() {
    let (stdout, stderr, code) = shuffle(&[]);
    assert_eq!(code, Some(0));
    let seed = stderr.strip_prefix("pgn960: note: `--seed ").and_then(|rest| rest.split('`').next()).expect("a seed");
    assert_eq!(shuffle(&["--seed", seed]), (stdout, String::new(), Some(0)));
    assert_ne!(shuffle(&["-n", "5"]).0, shuffle(&["-n", "5"]).0);
}

#[test]
fn help_shows_what_can_be_run() {
    let (help, ..) = shuffle(&["--help"]);
    let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  pgn960 shuffle")).collect();
    assert_eq!(examples.len(), 7);
    for example in examples {
        // Every second piece stood between quotes.
        let words: Vec<&str> = example
            .split('\'')
            .enumerate()
            .flat_map(|(idx, piece)| if idx % 2 == 1 { vec![piece] } else { piece.split_whitespace().collect() })
            .collect();
        let (stdout, _, code) = shuffle(&words);
        assert!(!stdout.is_empty() && code == Some(0), "{example}");
    }
}
