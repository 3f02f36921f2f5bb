//! JSON lines, each with a `type`: `finding`, `game`, `hidden`, `statistic` and a closing `summary`.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use pgn960_core::{Start, castling::Obstacle};
use pgn960_pgn::lint::{Diagnostic, Severity, diagnose::is_printable};
use pgn960_stats::Summary;
use serde_json::{Map, Value, json};
use shakmaty::Bitboard;

use super::{GameRecord, ReportFormat, Statistic};

/// The format `json`.
pub struct Json;

impl ReportFormat for Json {
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Diagnostic) -> io::Result<()> {
        writeln!(out, "{}", encode(&finding_json(file, finding)))
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameRecord) -> io::Result<()> {
        writeln!(out, "{}", encode(&game_json(file, game)))
    }

    fn hidden(&mut self, out: &mut dyn Write, file: &str, n_hidden: u64) -> io::Result<()> {
        writeln!(out, "{}", encode(&json!({ "type": "hidden", "file": file, "findings": n_hidden })))
    }

    fn statistics(&mut self, out: &mut dyn Write, statistics: &[Statistic]) -> io::Result<()> {
        for Statistic { rule, severity, count } in statistics {
            let value = json!({
                "type": "statistic",
                "code": rule.code,
                "name": rule.name,
                "severity": severity.name(),
                "findings": count,
            });
            writeln!(out, "{}", encode(&value))?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, n_files: u64, summary: &Summary) -> io::Result<()> {
        writeln!(out, "{}", encode(&summary_json(n_files, summary)))
    }
}

/// JSON on one line, without what would disturb a terminal, or programs that read lines.
pub fn encode(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().all(is_printable) {
        return text;
    }
    // Such characters stand within strings only, where they may be escaped.
    text.chars()
        .map(|symbol| if is_printable(symbol) { symbol.to_string() } else { format!("\\u{:04x}", symbol as u32) })
        .collect()
}

/// A finding.
fn finding_json(file: &str, finding: &Diagnostic) -> Value {
    let mut value = json!({
        "type": "finding",
        "file": file,
        "game": finding.game,
        "line": finding.start.line,
        "column": finding.start.column,
        "end_line": finding.end.line,
        "end_column": finding.end.column,
        "byte_offset": finding.byte_offset,
        "code": finding.rule.code,
        "name": finding.rule.name,
        "severity": finding.severity.name(),
        "message": finding.message,
    });
    if let Some(at_move) = &finding.at_move {
        value["ply"] = at_move.ply.into();
        value["san"] = at_move.san.as_str().into();
        value["fen"] = at_move.fen.as_str().into();
        if !at_move.obstacles.is_empty() {
            value["obstacles"] =
                at_move.obstacles.iter().map(|(obstacle, text)| obstacle_json(obstacle, text)).collect();
        }
    }
    if let Some(hint) = &finding.hint {
        value["hint"] = hint.as_str().into();
    }
    if let Some(fix) = &finding.fix {
        let edits = fix
            .edits
            .iter()
            .map(|edit| json!({ "byte_offset": edit.byte_offset, "length": edit.byte_length, "text": edit.text }));
        value["fix"] = json!({ "safety": fix.safety.name(), "edits": edits.collect::<Vec<_>>() });
    }
    value
}

/// An obstacle in the words of the castling oracle, with the clause it rests on and a description.
pub fn obstacle_json(obstacle: &Obstacle, text: &str) -> Value {
    let squares = |from: &Bitboard| from.into_iter().map(|square| square.to_string()).collect::<Vec<_>>();
    let mut value = json!({ "cond": obstacle.condition() });
    match obstacle {
        Obstacle::NoRight(loss) => {
            value["reason"] = loss.reason.name().into();
            if let Some(ply) = loss.ply {
                value["ply"] = ply.into();
            }
            if let Some(san) = &loss.san {
                value["san"] = san.as_str().into();
            }
        }
        Obstacle::NoRook { square }
        | Obstacle::KingPathBlocked { square, .. }
        | Obstacle::RookPathBlocked { square, .. } => value["square"] = square.to_string().into(),
        Obstacle::WrongRook { square, right_rook } => {
            value["square"] = square.to_string().into();
            value["right_rook"] = right_rook.to_string().into();
        }
        Obstacle::InCheck { from } => value["from"] = squares(from).into(),
        Obstacle::PassesAttacked { square, from }
        | Obstacle::LandsAttacked { square, from }
        | Obstacle::RookUnmasksCheck { square, from } => {
            value["square"] = square.to_string().into();
            value["from"] = squares(from).into();
        }
    }
    value["clause"] = obstacle.clause().into();
    value["message"] = text.into();
    value
}

/// A game.
fn game_json(file: &str, game: &GameRecord) -> Value {
    let mut tags = Map::new();
    for (name, value) in &game.tags {
        // Of a name that stands twice the first pair counts.
        tags.entry(name.as_str()).or_insert_with(|| value.as_str().into());
    }
    let start = game.start.map(|start| match start {
        Start::Standard => json!({ "kind": "standard" }),
        Start::Chess960(spn) => json!({ "kind": "chess960", "number": spn.get() }),
        Start::Dfrc { white, black } => json!({ "kind": "dfrc", "white": white.get(), "black": black.get() }),
        Start::Shuffle => json!({ "kind": "shuffle" }),
        Start::Other => json!({ "kind": "other" }),
    });
    json!({
        "type": "game",
        "file": file,
        "game": game.number,
        "line": game.line,
        "byte_offset": game.byte_offset,
        "tags": tags,
        "start": start,
        "status": game.status.name(),
        "plies": game.n_plies,
        "legal_plies": game.n_legal_plies,
        "final_fen": game.last_fen,
        "result": game.result,
        "marker": game.marker,
        "errors": game.n_errors,
        "warnings": game.n_warnings,
    })
}

/// What the run has seen.
fn summary_json(n_files: u64, summary: &Summary) -> Value {
    let starts: Map<String, Value> =
        summary.starts.iter().map(|(kind, count)| (kind.name().to_owned(), (*count).into())).collect();
    let castlings: Vec<_> = summary
        .castlings
        .iter()
        .map(|((side, method), count)| json!({ "side": side.san(), "method": method.name(), "castlings": count }))
        .collect();
    let mut findings: BTreeMap<_, u64> = BTreeMap::new();
    for (&(code, _), count) in &summary.findings {
        *findings.entry(code).or_default() += count;
    }
    json!({
        "type": "summary",
        "files": n_files,
        "games": summary.n_games,
        "plies": summary.n_plies,
        "starts": starts,
        "castlings": castlings,
        "errors": summary.n_findings(Severity::Error),
        "warnings": summary.n_findings(Severity::Warning),
        "infos": summary.n_findings(Severity::Info),
        "findings": findings,
    })
}
