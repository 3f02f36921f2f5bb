//! An explanation as one line of JSON, castlings in the words of the castling oracle.

use pgn960_core::{
    CastlingSide, Start,
    castling::right_rook,
    fen::{self, CastlingLetters, Noncanonical},
    start::{Family, dfrc_index, why_not_chess960},
    verdict::Verdict,
};
use serde_json::{Value, json};
use shakmaty::{Bitboard, Color, Setup, Square};

use super::{Explanation, Last, Refusal};
use crate::{commands::castling_table::side_letter, report::obstacle_json};

/// Why nothing can be explained.
pub fn refusal(refusal: &Refusal) -> String {
    let error = refusal.error.as_ref();
    let column = |at: usize| String::from_utf8_lossy(&refusal.input.as_bytes()[..at]).chars().count() + 1;
    let value = json!({
        "type": "error",
        "input": refusal.input,
        "kind": error.map(|error| error.kind.code()),
        "field": error.map(|error| error.kind.field().to_string()),
        "column": error.map(|error| column(error.span.start)),
        "end_column": error.map(|error| column(error.span.end)),
        "message": refusal.message,
        "suggestion": refusal.suggestion,
    });
    format!("{value}\n")
}

/// The whole explanation.
pub fn explanation(explanation: &Explanation) -> String {
    let (fen, setup, position) = (&explanation.fen, &explanation.setup, &explanation.position);
    let letters = match fen.letters {
        CastlingLetters::None => "none",
        CastlingLetters::Sides => "sides",
        CastlingLetters::Files => "files",
        CastlingLetters::Mixed => "mixed",
    };
    let losses = explanation.losses.iter().map(|(color, side, loss)| {
        json!({
            "color": color.char().to_string(),
            "side": side_letter(*side).to_string(),
            "reason": loss.reason.name(),
            "ply": loss.ply,
            "move_number": loss.move_number,
            "san": loss.san,
        })
    });
    let (castling_given, illegal_move, n_unreached) = match &explanation.last {
        Last::Played => (None, None, 0),
        Last::Castling { text, n_unreached } => (Some(text), None, *n_unreached),
        Last::Illegal { text, message, n_unreached, .. } => {
            (None, Some(json!({ "move": text, "message": message })), *n_unreached)
        }
    };
    let value = json!({
        "type": "position",
        "input": explanation.input,
        "castling_letters": letters,
        "canonical": fen.canonical.is_ok(),
        "noncanonical_reason": fen.canonical.err().map(Noncanonical::name),
        "notes": explanation.notes.iter().map(|note| &note.message).collect::<Vec<_>>(),
        "moves": explanation.moves,
        "losses": losses.collect::<Vec<_>>(),
        "xfen": fen::to_xfen(setup),
        "shredder": fen::to_shredder(setup),
        "standard": fen::to_standard(setup),
        "rights": { "w": rights(setup, Color::White), "b": rights(setup, Color::Black) },
        "start": start(setup),
        "check": position.is_check(),
        "legal_moves": position.n_legal_moves(),
        "doubts": position.doubts(),
        "castling_given": castling_given,
        "illegal_move": illegal_move,
        "moves_not_reached": n_unreached,
        "castlings": explanation.verdicts.iter().map(|verdict| castling(verdict, setup)).collect::<Vec<_>>(),
    });
    format!("{value}\n")
}

fn rights(setup: &Setup, color: Color) -> Value {
    let rook = |side| right_rook(setup, color, side).map(|rook| rook.to_string());
    json!({ "a": rook(CastlingSide::ASide), "h": rook(CastlingSide::HSide) })
}

fn start(setup: &Setup) -> Value {
    let start = Start::classify(setup);
    let (kind, pair) = match start {
        Start::Standard => ("standard", None),
        Start::Chess960(_) => ("chess960", None),
        Start::Dfrc { white, black } => ("dfrc", Some((white, black))),
        Start::Shuffle => ("shuffle", None),
        Start::Other => ("other", None),
    };
    let pair = pair.or(start.spn().map(|spn| (spn, spn)));
    let family = Family::of(setup);
    json!({
        "kind": kind,
        "spn": start.spn().map(|spn| spn.get()),
        "dfrc_white": pair.map(|(white, _)| white.get()),
        "dfrc_black": pair.map(|(_, black)| black.get()),
        "dfrc_index": pair.map(|(white, black)| dfrc_index(white, black)),
        "family": family.map(Family::describe),
        "family_size": family.map(Family::size),
        "why_not": why_not_chess960(setup).map(|reason| reason.to_string()),
    })
}

/// A castling in the words of the oracle, and some of its own.
fn castling(verdict: &Verdict, setup: &Setup) -> Value {
    let (color, side, geometry) = (verdict.color, verdict.side, verdict.geometry);
    let obstacles = verdict.obstacles.iter().map(|obstacle| obstacle_json(obstacle, &obstacle.describe(setup)));
    let lifted = verdict.attacked_behind_king.iter();
    let lifted = lifted.map(|(square, from)| json!({ "square": square.to_string(), "from": squares(*from) }));
    let after = verdict.result.as_ref().map(|result| result.position.to_setup());
    json!({
        "color": color.char().to_string(),
        "side": side_letter(side).to_string(),
        "king_from": verdict.king.to_string(),
        "rook_from": verdict.rook.map(|rook| rook.to_string()),
        "king_to": side.king_to(color).to_string(),
        "rook_to": side.rook_to(color).to_string(),
        "method": geometry.map(|geometry| geometry.method().name()),
        "uci_960": verdict.rook.map(|rook| format!("{}{rook}", verdict.king)),
        "legal": verdict.is_legal(),
        "violations": obstacles.collect::<Vec<_>>(),
        "squares_that_must_be_empty": geometry.map(|geometry| squares(geometry.must_be_empty())),
        "squares_that_must_not_be_attacked": geometry.map(|geometry| squares(geometry.must_be_safe())),
        "order_of_moving": geometry.map(|geometry| geometry.hand_order().name()),
        "who_jumps": geometry.map(|geometry| geometry.jumper().name()),
        "clear_squares_w1": verdict.has_clear_way_of_house_rule(setup),
        "clear_squares_fide": verdict.has_clear_way(setup),
        "legal_under_clear_way_house_rule": verdict.is_legal() || verdict.would_be_legal_by_clear_way_house_rule(setup),
        "rook_attacked": geometry.map(|_| squares(verdict.rook_attackers)),
        "king_jumps_rook_square": geometry.map(|geometry| geometry.jumps_rook_square()),
        "king_lifted_extra": lifted.collect::<Vec<_>>(),
        "plain_king_move_to_same_square_legal": verdict.is_king_move_legal,
        "san": verdict.result.as_ref().map(|result| &result.san),
        "result_fen_x": after.as_ref().map(fen::to_xfen),
        "result_fen_shredder": after.as_ref().map(fen::to_shredder),
        "only_legal_move": verdict.result.as_ref().map(|result| result.is_only_move),
        "rook_gives_check": verdict.result.as_ref().map(|_| verdict.gives_check()),
        "legal_under_house_rule": verdict.is_legal() && !verdict.gives_check(),
    })
}

fn squares(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square: Square| square.to_string()).collect()
}
