//! Small inputs after public bug reports about other software, each with its right answer: `fixtures/cases`.
//!
//! What the cases call a fault and what we call it is told by [`RULES`]. Where we answer otherwise on purpose, a table
//! says so with the reason, and an entry that is not needed fails the test.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use pgn960_core::{
    Position, Spn, Start,
    fen::{self, Dialect, FenErrorKind, FenNoteKind, Noncanonical, read_lenient, read_strict},
    san::{self, SanFault},
    spn::parse_back_rank,
};
use pgn960_pgn::lexer::read_marker;
use serde_json::{Value, json};
use shakmaty::{CastlingMode, san::SanPlus};

use crate::harness::{fixture, run_with, shared};

/// Codes of the cases and the rules that report such a fault.
const RULES: &[(&str, &[&str])] = &[
    ("ambiguous", &["SAN002"]),
    ("bad_escape", &["TAG001"]),
    ("bad_fen", &["POS007"]),
    ("bad_tag", &["TAG001"]),
    ("bad_token", &["MVT004"]),
    ("duplicate_tag", &["TAG002", "POS016"]),
    ("ep_suffix", &["SAN015"]),
    ("extra_blank_lines", &["MVT028"]),
    ("figurine", &["SAN014"]),
    ("illegal_castle", &["CAS001"]),
    ("illegal_move", &["SAN001"]),
    ("lowercase_piece", &["SAN003"]),
    ("missing_blank_line", &["MVT022"]),
    ("missing_check_sign", &["SAN007"]),
    ("missing_promotion", &["SAN001"]),
    ("missing_result_token", &["MVT008"]),
    ("missing_setup", &["TAG005"]),
    ("missing_variant", &["POS001"]),
    ("move_after_mate", &["RES004"]),
    ("move_number", &["MVT005"]),
    ("nonstandard_result", &["RES005"]),
    ("not_utf8", &["ENC001"]),
    ("null_move_in_mainline", &["SAN004"]),
    ("null_move_in_variation", &["MVT009"]),
    ("orthodox_castle_form", &["SAN021"]),
    ("over_disambiguated", &["SAN005"]),
    ("own_piece_on_target", &["SAN001"]),
    ("promotion_without_equals", &["SAN010"]),
    ("result_contradicts_board", &["RES003"]),
    ("result_mismatch", &["RES001"]),
    ("start_array_without_rights", &["POS011"]),
    ("stray_brace", &["MVT002"]),
    ("text_after_result", &["MVT007"]),
    ("uci_in_pgn", &["SAN012"]),
    ("unescaped_quote", &["TAG001"]),
    ("unicode_dash", &["SAN011", "RES005"]),
    ("unquoted_tag", &["TAG001"]),
    ("unsupported_variant", &["POS004"]),
    ("unterminated_comment", &["MVT001"]),
    ("variant_from_position", &["POS003"]),
    ("variant_unknown", &["POS002", "POS003"]),
    ("zero_castle", &["SAN011"]),
];

/// Where we answer otherwise on purpose: case, code of the expectation that is not met, reason.
const DELIBERATE: &[(&str, &str, &str)] = &[(
    "T11",
    "unsupported_variant",
    "games of other kinds are skipped with a warning: an archive that holds some is not wrong",
)];

/// What the cases call a fault of a FEN, and our words.
pub const FEN_ERRORS: &[(&str, &[FenErrorKind])] = &[
    ("castling_king_not_home", &[FenErrorKind::CastlingKingNotOnBackRank]),
    ("castling_no_rook", &[FenErrorKind::CastlingRightWithoutRook]),
    ("castling_syntax", &[FenErrorKind::CastlingBadLetter]),
    ("ep_no_pawn", &[FenErrorKind::EpNoPawn]),
    ("ep_rank", &[FenErrorKind::EpWrongRank]),
    ("king_count", &[FenErrorKind::KingCount]),
    ("opponent_in_check", &[FenErrorKind::OpponentInCheck]),
    ("pawn_on_back_rank", &[FenErrorKind::PawnOnBackRank]),
    ("rank_length", &[FenErrorKind::PlacementRankWidth]),
];

/// A case, and what has been used of the table of exceptions.
struct Case<'a> {
    id: &'a str,
    input: &'a Value,
    expect: &'a Value,
    used: &'a RefCell<BTreeSet<(String, String)>>,
}

/// What the command says of a text.
struct Verdict {
    text: Vec<u8>,
    games: Vec<Value>,
    findings: Vec<Value>,
}

pub fn cases() -> Vec<Value> {
    let path = shared("cases/cases.jsonl").unwrap_or_else(|| fixture("cases/cases.jsonl"));
    let text = fs::read_to_string(path).expect("a readable file");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn all() {
    let cases = cases();
    assert_eq!(cases.len(), 136);
    let used = RefCell::new(BTreeSet::new());
    let (mut n_checked, mut failed) = (BTreeMap::new(), Vec::new());
    for case in &cases {
        let kind = text(&case["input_kind"]);
        let case = Case { id: text(&case["id"]), input: &case["input"], expect: &case["expect"], used: &used };
        // The other cases are looked at even if one fails; what is wrong has been printed by then.
        let check = || match kind {
            "pgn" => case.check_pgn(case.text().as_bytes().to_vec()),
            "fen+move" => case.check_move(),
            "fen" => case.check_fen(),
            "spn" => case.check_spn(),
            "other" => case.check_other(),
            kind => panic!("unknown kind of input `{kind}`"),
        };
        if catch_unwind(AssertUnwindSafe(check)).is_err() {
            failed.push(case.id);
        }
        *n_checked.entry(kind).or_insert(0) += 1;
    }
    assert_eq!(n_checked, BTreeMap::from([("fen", 21), ("fen+move", 52), ("other", 8), ("pgn", 48), ("spn", 7)]));
    assert!(failed.is_empty(), "these cases fail: {failed:?}");
    let listed: BTreeSet<_> = DELIBERATE.iter().map(|&(id, code, _)| (id.to_owned(), code.to_owned())).collect();
    assert_eq!(used.into_inner(), listed, "the table of exceptions holds what is needed and nothing else");
}

#[test]
fn the_copy_is_complete() {
    let copy = fs::read(fixture("cases/cases.jsonl")).expect("a readable file");
    if let Some(path) = shared("cases/cases.jsonl") {
        assert!(copy == fs::read(path).expect("a readable file"), "fixtures/cases/cases.jsonl is out of date");
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("`{value}` is a text"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn rules_of(code: &str) -> Option<&'static [&'static str]> {
    RULES.iter().find(|(name, _)| *name == code).map(|&(_, rules)| rules)
}

fn validate(text: Vec<u8>) -> Verdict {
    let output = run_with(&["validate", "--games", "--format", "json", "--select", "ALL", "--quiet", "-"], &text);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let mut verdict = Verdict { text, games: Vec::new(), findings: Vec::new() };
    for line in output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let value: Value = serde_json::from_slice(line).expect("a JSON object a line");
        match value["type"].as_str() {
            Some("game") => verdict.games.push(value),
            Some("finding") => verdict.findings.push(value),
            _ => {}
        }
    }
    let has_error = verdict.findings.iter().any(|finding| finding["severity"] == "error");
    assert_eq!(output.status.code(), Some(i32::from(has_error)), "the exit code tells whether there is an error");
    verdict
}

/// A game from a position, of one move or none.
fn game_text(fen: &str, movetext: &str) -> Vec<u8> {
    let head = "[Event \"T\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]";
    format!("{head}\n[FEN \"{fen}\"]\n\n{movetext} *\n").into_bytes()
}

impl Verdict {
    /// The bytes of a line, from 1, and where it starts. For texts whose lines end in LF or CR.
    fn line(&self, number: u64) -> (usize, &[u8]) {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let line = self.text.split(is_end).nth(number as usize - 1).expect("the line exists");
        (line.as_ptr() as usize - self.text.as_ptr() as usize, line)
    }

    /// Whether a finding lies where a fault is expected: at its line and column, or inside the FEN tag it is about.
    fn is_at_place(&self, finding: &Value, expected: &Value) -> bool {
        let Some(line_number) = expected["line"].as_u64() else { return true };
        let (line_start, line) = self.line(line_number);
        let is_on_line = finding["line"] == expected["line"];
        if let Some(byte_column) = expected["byte_col"].as_u64() {
            return is_on_line && finding["byte_offset"] == line_start as u64 + byte_column - 1;
        }
        let is_fen = line.starts_with(b"[FEN ") && expected["col"] == 1;
        is_on_line && (is_fen || finding["column"] == expected["col"])
    }

    fn meets(&self, finding: &Value, expected: &Value, is_error: bool) -> bool {
        let Some(rules) = rules_of(text(&expected["code"])) else { return false };
        let is_severe = if is_error { finding["severity"] == "error" } else { finding["severity"] != "error" };
        // A move that a finding is about is told as it is written.
        let is_about = finding["san"].is_null() || expected["token"].is_null() || finding["san"] == expected["token"];
        let is_at_ply = expected["ply"].is_null() || finding["ply"] == expected["ply"];
        let reasons = || reasons(finding);
        let has_reason = expected["reason"].as_str().is_none_or(|reason| reasons().contains(reason));
        rules.contains(&text(&finding["code"]))
            && finding["game"] == expected["game"]
            && is_severe
            && is_about
            && is_at_ply
            && has_reason
            && self.is_at_place(finding, expected)
    }
}

/// The obstacles of a finding in the words of the cases.
fn reasons(finding: &Value) -> BTreeSet<String> {
    let words = list(&finding["obstacles"]).iter().map(|obstacle| {
        let name = match text(&obstacle["cond"]) {
            "no-right" => "no_right",
            "in-check" => "in_check",
            "king-path-blocked" => "king_path_blocked",
            "rook-path-blocked" => "rook_path_blocked",
            "passes-attacked" | "lands-attacked" => "king_path_attacked",
            "castling-rook-unmasks-check" => "king_attacked_after",
            other => other,
        };
        obstacle["square"].as_str().map_or_else(|| name.to_owned(), |square| format!("{name}:{square}"))
    });
    words.collect()
}

impl Case<'_> {
    fn text(&self) -> &str {
        text(self.input)
    }

    /// Whether the table of exceptions lists an expectation that is not met.
    fn is_excepted(&self, code: &str) -> bool {
        let is_listed = DELIBERATE.iter().any(|&(id, listed, _)| id == self.id && listed == code);
        if is_listed {
            self.used.borrow_mut().insert((self.id.to_owned(), code.to_owned()));
        }
        is_listed
    }

    /// Every expected fault has a finding, and every error is expected.
    fn check_findings(&self, verdict: &Verdict) {
        let found = || verdict.findings.iter().map(|finding| format!("\n{finding}")).collect::<String>();
        let mut explained = vec![false; verdict.findings.len()];
        for (list_name, is_error) in [("errors", true), ("warnings", false)] {
            for expected in list(&self.expect[list_name]) {
                let finding = verdict.findings.iter().position(|finding| verdict.meets(finding, expected, is_error));
                match finding {
                    Some(index) => explained[index] = true,
                    None if self.is_excepted(text(&expected["code"])) => {}
                    None => panic!("{}: nothing meets {expected}; found:{}", self.id, found()),
                }
            }
        }
        for (finding, is_explained) in verdict.findings.iter().zip(explained) {
            assert!(is_explained || finding["severity"] != "error", "{}: unexpected error {finding}", self.id);
        }
    }

    fn check_pgn(&self, bytes: Vec<u8>) {
        let verdict = validate(bytes);
        assert_eq!(json!(verdict.games.len()), self.expect["games"], "{}", self.id);
        self.check_findings(&verdict);
        for (game, expected) in verdict.games.iter().zip(list(&self.expect["per_game"])) {
            let id = self.id;
            assert_eq!(game["status"], expected["status"], "{id}");
            assert_eq!(game["legal_plies"], expected["plies"], "{id}");
            assert_eq!(game["final_fen"], expected["final_xfen"], "{id}");
            assert_eq!(result(game), text(&expected["result"]), "{id}");
            for (name, value) in expected["tags"].as_object().into_iter().flatten() {
                assert_eq!(&game["tags"][name], value, "{id}");
            }
            for (field, found) in [
                ("tag_result", &game["result"]),
                ("start_spn", &game["start"]["number"]),
                ("variant", &game["start"]["kind"]),
            ] {
                assert!(expected[field].is_null() || expected[field] == *found, "{id}: {field} is {found}");
            }
        }
    }

    fn check_move(&self) {
        let (fen, token) = (text(&self.input["fen"]), text(&self.input["move"]));
        let setup = read_strict(fen.as_bytes(), None).expect("a readable FEN").setup;
        let periods = setup.turn.fold_wb(".", "...");
        let verdict = validate(game_text(fen, &format!("{}{periods} {token}", setup.fullmoves)));
        let [game] = &verdict.games[..] else { panic!("{}: one game", self.id) };
        if self.expect["legal"] == true {
            self.check_legal_move(&verdict, game);
        } else {
            self.check_illegal_move(&verdict, game);
        }
    }

    fn check_legal_move(&self, verdict: &Verdict, game: &Value) {
        let (id, expect) = (self.id, self.expect);
        assert_eq!((&game["status"], &game["legal_plies"]), (&json!("ok"), &json!(1)), "{id}");
        assert_eq!(game["final_fen"], expect["xfen_after"], "{id}");
        let codes: Vec<_> = verdict.findings.iter().map(|finding| text(&finding["code"])).collect();
        for word in list(&expect["warnings"]).iter().chain(list(&expect["info"])) {
            let rules = rules_of(text(word)).unwrap_or_else(|| panic!("{id}: no rule for {word}"));
            assert!(rules.iter().any(|rule| codes.contains(rule)), "{id}: no {word} in {codes:?}");
        }
        for finding in &verdict.findings {
            assert_ne!(finding["severity"], "error", "{id}: {finding}");
        }
        let mut position = position(text(&self.input["fen"]));
        let written = san::parse(text(&self.input["move"]).as_bytes()).expect("a move text");
        let played = position.resolve(written).expect("a legal move").played.unpack();
        let canonical = SanPlus::from_move(position.to_chess(), played).to_string();
        position.play(played.into());
        for (field, found) in [
            ("uci_chess960", json!(played.to_uci(CastlingMode::Chess960).to_string())),
            ("normalised_uci_chess960", json!(played.to_uci(CastlingMode::Chess960).to_string())),
            ("canonical_san", json!(canonical)),
            ("san", json!(canonical.trim_end_matches(['+', '#']))),
            ("is_castle", json!(played.is_castle())),
            ("shredder_after", json!(fen::to_shredder(&position.to_setup()))),
            ("xfen_after", json!(fen::to_xfen(&position.to_setup()))),
        ] {
            assert!(expect[field].is_null() || expect[field] == found, "{id}: {field} is {found}");
        }
    }

    fn check_illegal_move(&self, verdict: &Verdict, game: &Value) {
        let (id, expect) = (self.id, self.expect);
        assert_eq!((&game["status"], &game["legal_plies"]), (&json!("error"), &json!(0)), "{id}");
        let errors: Vec<_> = verdict.findings.iter().filter(|finding| finding["severity"] == "error").collect();
        let [finding] = errors[..] else { panic!("{id}: one error, not {errors:?}") };
        let code = text(&finding["code"]);
        assert_eq!((&finding["line"], &finding["ply"]), (&json!(9), &json!(1)), "{id}");
        if let Some(all) = expect["all_reasons"].as_array() {
            // A castling out of mate is a move after the game's end, and tells its obstacles as well.
            assert!(["CAS001", "RES004"].contains(&code), "{id}: {finding}");
            let all: BTreeSet<_> = all.iter().map(|reason| text(reason).to_owned()).collect();
            assert_eq!(reasons(finding), all, "{id}");
            assert!(all.contains(text(&expect["reason"])), "{id}");
        } else if let Some(error) = expect["error"].as_str() {
            assert!(rules_of(error).is_some_and(|rules| rules.contains(&code)), "{id}: {code} is not {error}");
        } else {
            // The one move that is no castling and is refused for the sake of the king.
            assert_eq!((&expect["reason"], code), (&json!("king_attacked_after"), "SAN001"), "{id}");
            let setup = position(text(&self.input["fen"])).to_setup();
            assert_eq!(json!(fen::to_xfen(&setup)), expect["xfen"], "{id}");
        }
        if let Some(hint) = expect["hint"].as_str() {
            assert!(finding["hint"].as_str().is_some_and(|found| found.contains(hint)), "{id}: {finding}");
        }
        if let Some(candidates) = expect["candidates"].as_array() {
            let written = san::parse(text(&self.input["move"]).as_bytes()).expect("a move text");
            let position = position(text(&self.input["fen"]));
            assert_eq!(position.resolve(written), Err(SanFault::Ambiguous), "{id}");
            let found = position.candidates(written);
            let found: BTreeSet<_> = found.iter().map(|m| m.to_uci(CastlingMode::Chess960).to_string()).collect();
            assert_eq!(found, candidates.iter().map(|m| text(m).to_owned()).collect(), "{id}");
        }
    }

    fn check_fen(&self) {
        let (id, expect, input) = (self.id, self.expect, self.text());
        let strict = read_strict(input.as_bytes(), None);
        let lenient = read_lenient(input.as_bytes(), None);
        let verdict = validate(game_text(input, ""));
        let errors: Vec<_> = verdict.findings.iter().filter(|finding| finding["severity"] == "error").collect();
        let [game] = &verdict.games[..] else { panic!("{id}: one game") };
        if expect["valid"] == true || expect["valid"] == "lenient" {
            let (fen, notes) = lenient.unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(json!(fen::to_xfen(&fen.setup)), expect["xfen"], "{id}");
            assert_eq!(json!(fen::to_shredder(&fen.setup)), expect["shredder"], "{id}");
            let words: Vec<_> = notes.iter().map(|note| note_word(note.kind)).collect();
            assert_eq!(json!(words), expect.get("warnings").cloned().unwrap_or(json!([])), "{id}");
            let is_mixed = fen.canonical == Err(Noncanonical::MixedDialect);
            assert_eq!(is_mixed, list(&expect["info"]).contains(&json!("mixed_castling_notation")), "{id}");
            if expect["valid"] == true {
                assert_eq!(strict.as_ref(), Ok(&fen), "{id}");
            }
            assert_eq!((&game["status"], &game["final_fen"]), (&json!("ok"), &expect["xfen"]), "{id}");
            assert!(errors.is_empty(), "{id}: {errors:?}");
            return;
        }
        let error = strict.expect_err(id);
        assert_eq!(lenient.expect_err(id).kind, error.kind, "{id}");
        let [finding] = errors[..] else { panic!("{id}: one error, not {errors:?}") };
        assert_eq!(finding["line"], 7, "{id}");
        let expected = if expect["error"].is_null() { &expect["errors"][0] } else { expect };
        let word = expected["error"].as_str().or(expected["code"].as_str()).expect("an error");
        let kinds = FEN_ERRORS.iter().find(|(name, _)| *name == word).map(|&(_, kinds)| kinds);
        assert!(kinds.is_some_and(|kinds| kinds.contains(&error.kind)), "{id}: {:?} is not {word}", error.kind);
        if let Some(field) = expect["field"].as_str() {
            let known = match field {
                "castling" => "castling rights",
                "en_passant" => "en passant square",
                field => field,
            };
            assert_eq!(error.kind.field().to_string(), known, "{id}");
        }
        if let Some(letters) = expected["letters"].as_array() {
            assert_eq!(error.letters, letters.iter().map(text).collect::<String>(), "{id}");
        }
        for field in ["rank", "square"] {
            let named = expect[field].as_str().map(str::to_owned).or(expect[field].as_u64().map(|n| n.to_string()));
            assert!(named.is_none_or(|named| error.message.contains(&named)), "{id}: {error}");
        }
        let suggestion = fen::suggest(input.as_bytes(), &error);
        if let Some(expected) = expect["suggest_xfen"].as_str() {
            assert_eq!(suggestion.as_deref(), Some(expected), "{id}");
        }
        // A start array whose letters name no rook is replayed with all its rights (policy P6).
        let repaired = suggestion.filter(|_| error.kind == FenErrorKind::CastlingRightWithoutRook);
        let (code, status) = if repaired.is_some() { ("POS010", "ok") } else { ("POS007", "no_start") };
        assert_eq!((text(&finding["code"]), text(&game["status"])), (code, status), "{id}");
        assert_eq!(game["final_fen"], json!(repaired), "{id}");
        for (field, dialect) in [("as_chess960", Dialect::XFen), ("as_standard", Dialect::Standard)] {
            if let Some(readings) = expect[field].as_object() {
                let setup = read_without_faulty_letters(input, dialect);
                for (name, reading) in readings {
                    let found = if name == "xfen" { fen::to_xfen(&setup) } else { fen::to_shredder(&setup) };
                    assert_eq!(json!(found), *reading, "{id}");
                }
            }
        }
    }

    fn check_spn(&self) {
        let (id, expect) = (self.id, self.expect);
        if let Some(fen) = self.input["fen"].as_str() {
            let verdict = validate(game_text(fen, ""));
            let start = &verdict.games[0]["start"];
            assert_eq!(start["number"], expect["spn"], "{id}");
            let kind = Start::classify(&read_strict(fen.as_bytes(), None).expect("a readable FEN").setup);
            assert_eq!(json!(kind.spn().map(Spn::get)), expect["spn"], "{id}");
            if let Some(label) = expect["label"].as_str() {
                assert_eq!(start["kind"], "dfrc", "{id}");
                assert_eq!((&start["white"], &start["black"]), (&expect["dfrc_white"], &expect["dfrc_black"]), "{id}");
                assert_eq!(format!("{}:{}", start["white"], start["black"]), label, "{id}");
            }
        } else if let Some(rank) = self.input["rank"].as_str() {
            let spn = parse_back_rank(rank).and_then(|rank| Spn::from_back_rank(&rank));
            assert_eq!(json!(spn.map(Spn::get)), expect["spn"], "{id}");
        } else if let Some(number) = self.input["spn"].as_u64() {
            assert_eq!(Spn::new(u16::try_from(number).expect("a small number")), None, "{id}");
            let bounds = list(&expect["range"]).iter().map(|bound| bound.as_u64().expect("a number") as u16);
            assert!(bounds.into_iter().all(|bound| Spn::new(bound).is_some()), "{id}");
        } else if let Some(numbers) = self.input["games_spn"].as_array() {
            let game = |number: &Value| {
                let spn = Spn::new(number.as_u64().expect("a number") as u16).expect("a number below 960");
                let rank = pgn960_core::spn::back_rank_text(&spn.back_rank());
                let lower = rank.to_lowercase();
                game_text(&format!("{lower}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"), "")
            };
            let games: Vec<_> = numbers.iter().map(game).collect();
            let mut counts = BTreeMap::new();
            for game in validate(games.join(&b'\n')).games {
                *counts.entry(game["start"]["number"].as_u64()).or_insert(0) += 1;
            }
            let most_common = counts.iter().max_by_key(|(_, count)| **count).expect("a game");
            assert_eq!(json!(counts.len()), expect["distinct"], "{id}");
            assert_eq!(json!([most_common.0, most_common.1]), expect["most_common"], "{id}");
        } else {
            assert_eq!(self.input["all"], true, "{id}");
            let ranks: BTreeSet<_> = Spn::all().map(|spn| pgn960_core::spn::back_rank_text(&spn.back_rank())).collect();
            assert_eq!(
                (json!(Spn::all().len()), json!(ranks.len())),
                (expect["count"].clone(), expect["distinct"].clone())
            );
            assert!(Spn::all().all(|spn| Spn::from_back_rank(&spn.back_rank()) == Some(spn)), "{id}");
        }
    }

    fn check_other(&self) {
        if let Some(encoded) = self.input["base64"].as_str() {
            return self.check_pgn(decode_base64(encoded));
        }
        match self.id {
            "L02" => {
                const DEPTH: usize = 20_000;
                let movetext = format!("1. e4 {}{} e5 *\n", "(1. d4 ".repeat(DEPTH), ")".repeat(DEPTH));
                assert_eq!(self.expect["max_depth"], DEPTH, "{}", self.id);
                let verdict = self.check_generated(movetext);
                assert_eq!(verdict.games[0]["legal_plies"], self.expect["plies"]);
            }
            "L04" => {
                let faulty: BTreeSet<u64> =
                    list(&self.expect["errors"]).iter().filter_map(|error| error["game"].as_u64()).collect();
                let game = |number: u64| {
                    let reply = if faulty.contains(&number) { "Ke5" } else { "e5" };
                    format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. e4 {reply} *\n\n")
                };
                let n_games = self.expect["games"].as_u64().expect("a number");
                let verdict = self.check_generated((1..=n_games).map(game).collect());
                let n_ok = verdict.games.iter().filter(|game| game["status"] == "ok").count();
                assert_eq!(json!(n_ok), self.expect["ok"]);
            }
            "L05" => {
                let comment = "[%clk 0:00:01] (".repeat(5_000_000 / 16);
                self.check_generated(format!("[Event \"T\"]\n[Result \"1-0\"]\n\n{{{comment}}} 1-0\n"));
            }
            id => panic!("{id}: no generator"),
        }
    }

    /// A text made for a case of scale. Work that grows with the square of its size would take hours.
    fn check_generated(&self, text: String) -> Verdict {
        let start = Instant::now();
        let verdict = validate(text.into_bytes());
        assert!(start.elapsed() < Duration::from_secs(20), "{}: {:?}", self.id, start.elapsed());
        assert_eq!(json!(verdict.games.len()), self.expect["games"], "{}", self.id);
        self.check_findings(&verdict);
        verdict
    }
}

/// The result that counts: the marker, else the tag.
fn result(game: &Value) -> String {
    let marker = game["marker"].as_str().and_then(|marker| read_marker(marker.as_bytes()));
    let outcome = marker.and_then(|marker| marker.outcome).map(|outcome| outcome.to_string());
    outcome.or(game["result"].as_str().map(str::to_owned)).unwrap_or_else(|| "*".to_owned())
}

fn position(fen: &str) -> Position {
    let setup = read_strict(fen.as_bytes(), None).expect("a readable FEN").setup;
    Position::from_setup(setup).expect("a legal position")
}

fn note_word(kind: FenNoteKind) -> &'static str {
    match kind {
        FenNoteKind::CastlingDuplicate => "castling_duplicate",
        FenNoteKind::FullmoveZero => "fullmove_zero",
        FenNoteKind::HalfmoveTooLarge => "halfmove_too_large",
        FenNoteKind::MissingFields { first: fen::FenField::Castling } => "missing_castling_field",
        _ => "other",
    }
}

/// Reads a FEN once the castling letters that its error names are taken out.
fn read_without_faulty_letters(input: &str, dialect: Dialect) -> shakmaty::Setup {
    let mut fields: Vec<_> = input.split(' ').map(str::to_owned).collect();
    loop {
        match read_strict(fields.join(" ").as_bytes(), Some(dialect)) {
            Ok(fen) => return fen.setup,
            Err(error) => {
                assert!(!error.letters.is_empty(), "{error}");
                fields[2].retain(|letter| !error.letters.contains(letter));
            }
        }
    }
}

fn decode_base64(text: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.chars().filter_map(|symbol| DIGITS.find(symbol));
    let bits: Vec<bool> = digits.flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1 == 1)).collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit))).collect()
}

/// Every attempt of the castling table as a game of one move. The text names the rook, so that every condition can
/// show.
#[test]
fn castlings_of_the_oracle() {
    let path = shared("oracle/castle_cases.jsonl").unwrap_or_else(|| fixture("oracle/castle_cases.jsonl"));
    let table = fs::read_to_string(path).expect("there is a table");
    let records: Vec<Value> = table.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")).collect();
    // A text tells the side by where the rook stands; a few records try the other one.
    let says_side = |record: &&Value| {
        let is_a_side = record["rook_from"].as_str().map(|rook| rook[..1] < text(&record["king_from"])[..1]);
        !record["uci_960"].is_null() && is_a_side == Some(record["side"] == "a")
    };
    let attempts: Vec<&Value> = records.iter().filter(says_side).collect();
    assert!(attempts.len() > 990, "only {} attempts", attempts.len());
    let mut archive = Vec::new();
    for record in &attempts {
        archive.extend(game_text(text(&record["fen_x"]), text(&record["uci_960"])));
        archive.push(b'\n');
    }
    let listed = String::from_utf8(run_with(&["castles", "--format", "json", "-q"], &archive).stdout).expect("UTF-8");
    let castles: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let verdict = validate(archive);
    assert_eq!(verdict.games.len(), attempts.len());
    for (index, record) in attempts.iter().enumerate() {
        let game = &verdict.games[index];
        let castle = castles.iter().find(|castle| castle["type"] == "castling" && castle["game"] == game["game"]);
        let castle = castle.unwrap_or_else(|| panic!("{}: not listed", record["id"]));
        assert_eq!(castle["verdict"], if record["legal"] == true { "legal" } else { "illegal" }, "{}", record["id"]);
        // The copy in the fixtures lacks this.
        if let Some(is_legal) = record.get("plain_king_move_to_same_square_legal") {
            assert_eq!(&castle["plain_king_move_legal"], is_legal, "{}", record["id"]);
        }
        assert_eq!([&castle["fen"], &castle["king_from"]], [&record["fen_x"], &record["king_from"]]);
        let finding = verdict.findings.iter().find(|finding| {
            finding["game"] == game["game"] && matches!(text(&finding["code"]), "CAS001" | "RES004" | "SAN001")
        });
        if record["legal"] == true {
            assert!(finding.is_none(), "{}", record["id"]);
            assert_eq!(game["final_fen"], record["result_fen_x"], "{}", record["id"]);
            assert_eq!(castle["rook_from"], record["rook_from"], "{}", record["id"]);
            continue;
        }
        let told = |obstacle: &Value| {
            let reason = match &obstacle["reason"] {
                // What took a right away is not known without the game.
                Value::String(_) => json!("right-absent"),
                other => other.clone(),
            };
            json!([obstacle["cond"], obstacle["square"], obstacle["right_rook"], obstacle["from"], reason]).to_string()
        };
        let set = |list: &Value| list.as_array().map_or_else(Vec::new, |list| sorted(list.iter().map(told)));
        let found = finding.unwrap_or_else(|| panic!("{}: no finding", record["id"]));
        assert_eq!(set(&found["obstacles"]), set(&record["violations"]), "{}", record["id"]);
        assert_eq!(set(&castle["obstacles"]), set(&record["violations"]), "{}", record["id"]);
    }
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts
}
