//! POS017: contradicting CurrentPosition.

use pgn960_core::fen::{self, FenField};
use shakmaty::Board;

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::fen_field,
    replay::Replay,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a CurrentPosition tag, as chess.com writes it, with other men on the board or another side to move than
    /// after the last move of the game. Games that cannot be replayed to their end are not judged.
    ///
    /// ## Why is this bad?
    /// Moves are missing or were altered, or the tag belongs to another game.
    ///
    /// ## Example
    /// A game that was cut at move 20 while its tag still tells the position of move 43.
    ///
    /// ## Source
    /// DIA-5.
    "POS017" "contradicting-current-position", Severity::Warning, Check::Game(check), Archive: Warning
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let (Some(tag), Some(replay)) = (game.tag(TagName::CurrentPosition), replay) else { return };
    let text = game.text(tag.value);
    let Ok(board) = Board::from_ascii_board_fen(&text[fen_field(text, FenField::Placement)]) else { return };
    let turn = &text[fen_field(text, FenField::SideToMove)];
    let last = &replay.last_position;
    let is_same = board == last.board() && (turn.is_empty() || turn == [last.turn().char() as u8]);
    if !replay.is_stopped && !is_same {
        let position = fen::to_xfen(&last.to_setup());
        report.at(tag.value, format!("CurrentPosition is not the position after the last move, which is `{position}`"));
    }
}
