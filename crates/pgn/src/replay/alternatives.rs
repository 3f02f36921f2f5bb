//! What may have been meant by a game that fails: one change that makes the rest of it legal.
//!
//! A change is a castling read as the other one or as a king step, a king step read as castling, two half-moves read as
//! one castling, another rook for a right of the start, or the position of another FEN tag. It is only ever a hint
//! (policy P10): nothing here changes what the replay says.

use pgn960_core::{
    CastlingSide, Position,
    castling::LossReason,
    fen::{self, CastlingLetters, Dialect, FenField},
    san::{self, Written},
};
use shakmaty::{Color, Role, Setup, Square, san::San};

use super::{Stop, StopReason};
use crate::{
    castles::castling_attempt, event::EventKind, game::Game, location::Span, opening::fen_field, tags::TagName,
};

/// A change that makes the rest of the main line legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// What would have to be changed.
    pub span: Span,
    /// What would have to stand there.
    pub text: String,
    /// What kind of change it is.
    pub kind: Kind,
    /// Whether there are moves behind the change that bear it out.
    pub is_borne_out: bool,
}

/// Kinds of [`Alternative`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The token that failed is read otherwise.
    Here,
    /// An earlier move is read otherwise: its number and who made it.
    Earlier(u32, Color),
    /// The castling field of the FEN grants a right that it lacks.
    MissingRight,
    /// The castling field of the FEN gives a right to another rook.
    OtherRook,
    /// The position of another FEN tag is the start. The text is empty.
    OtherFen,
}

/// A move token of the main line.
type Token = (Span, Option<Written>);

/// Tries one change at a time, the likeliest first.
///
/// Only the main line is looked at. Each try ends at the first illegal move, and all tries together play no more than
/// a fixed multiple of the moves of the game, so that a file of failing games costs no more than that many times a good
/// one.
pub fn find(stop: &Stop<'_>) -> Option<Alternative> {
    if stop.depth > 0 || stop.reason != StopReason::Illegal {
        return None;
    }
    let tokens = main_line(stop.game);
    let failed = tokens.iter().position(|&(span, _)| span == stop.span)?;
    // A token that is no move fails whatever stands before it.
    if tokens.iter().any(|(_, written)| written.is_none()) {
        return None;
    }
    let budget = Search::BUDGET * tokens.len();
    let mut search = Search { stop, tokens, failed, budget };
    let lacks_right = stop
        .written
        .and_then(|written| castling_attempt(stop.before, written))
        .is_some_and(|(side, _)| stop.before.castling_rook(side.into()).is_none() && stop.loss(side.into()).is_none());
    if lacks_right && let Some(found) = search.other_right() {
        return Some(found);
    }
    search.here().or_else(|| search.other_right()).or_else(|| search.other_fen()).or_else(|| search.earlier())
}

fn main_line(game: &Game<'_>) -> Vec<Token> {
    let mut depth = 0_u32;
    let mut tokens = Vec::new();
    for event in &game.events[..game.n_played] {
        match event.kind {
            EventKind::BeginVariation => depth += 1,
            EventKind::EndVariation => depth -= 1,
            EventKind::San(written) if depth == 0 => tokens.push((event.span, Some(written))),
            EventKind::UnreadableMove if depth == 0 => tokens.push((event.span, None)),
            _ => {}
        }
    }
    tokens
}

struct Search<'s> {
    stop: &'s Stop<'s>,
    tokens: Vec<Token>,
    /// The token that failed.
    failed: usize,
    /// Moves that may still be played.
    budget: usize,
}

impl Search<'_> {
    /// Moves played at most, as a multiple of those of the main line.
    const BUDGET: usize = 8;

    /// Whether all tokens from one on are legal.
    fn is_legal(&mut self, position: &Position, first: usize) -> bool {
        let mut current = position.clone();
        for &(_, written) in &self.tokens[first..] {
            let Some(budget) = self.budget.checked_sub(1) else { return false };
            self.budget = budget;
            match written.and_then(|written| current.resolve(written).ok()) {
                Some(resolved) => current.play(resolved.played),
                None => return false,
            }
        }
        true
    }

    /// Whether a move in place of a token, and all behind it, are legal.
    fn is_legal_with(&mut self, before: &Position, index: usize, text: &str) -> bool {
        let Some(written) = san::parse(text.as_bytes()) else { return false };
        let Ok(resolved) = before.resolve(written) else { return false };
        let mut after = before.clone();
        after.play(resolved.played);
        self.is_legal(&after, index + 1)
    }

    /// Reads a token otherwise.
    fn reread(&mut self, before: &Position, index: usize) -> Option<(Span, String)> {
        let (span, written) = self.tokens[index];
        let written = written?;
        let color = before.turn();
        if let Some((side, _)) = castling_attempt(before, written) {
            let other = if side == CastlingSide::ASide { CastlingSide::HSide } else { CastlingSide::ASide };
            let step = format!("K{}", side.king_to(color));
            let texts = [other.san().to_owned(), step];
            return texts.into_iter().find(|text| self.is_legal_with(before, index, text)).map(|text| (span, text));
        }
        let to = king_target(before, written)?;
        let is_target =
            |side: &CastlingSide| side.king_to(color) == to || before.castling_rook((*side).into()) == Some(to);
        // The castling that ends or begins where the king was sent comes before the other one.
        let mut sides = CastlingSide::ALL;
        sides.sort_by_key(|side| !is_target(side));
        sides.into_iter().find_map(|side| {
            if self.is_legal_with(before, index, side.san()) {
                return Some((span, side.san().to_owned()));
            }
            let (rook_span, rook_move) = *self.tokens.get(index + 1)?;
            let is_second_half = is_rook_move_to(rook_move?, side.rook_to(color));
            (is_second_half && self.is_legal_without_next(before, index, side))
                .then(|| (span.to(rook_span), side.san().to_owned()))
        })
    }

    /// Whether castling in place of two tokens, and all behind them, are legal.
    fn is_legal_without_next(&mut self, before: &Position, index: usize, side: CastlingSide) -> bool {
        let Some(written) = san::parse(side.san().as_bytes()) else { return false };
        let Ok(resolved) = before.resolve(written) else { return false };
        let mut after = before.clone();
        after.play(resolved.played);
        self.is_legal(&after, index + 2)
    }

    fn here(&mut self) -> Option<Alternative> {
        let (span, text) = self.reread(self.stop.before, self.failed)?;
        Some(Alternative { span, text, kind: Kind::Here, is_borne_out: self.failed + 1 < self.tokens.len() })
    }

    /// Castlings and first king moves before the token that failed, the last one first.
    fn earlier(&mut self) -> Option<Alternative> {
        let mut current = self.stop.start.clone();
        let mut candidates = Vec::new();
        for (index, &(_, written)) in self.tokens[..self.failed].iter().enumerate() {
            let played = current.resolve(written?).ok()?.played;
            let has_right = CastlingSide::ALL.into_iter().any(|side| current.castling_rook(side.into()).is_some());
            if played.role() == Role::King && has_right {
                candidates.push((index, current.clone()));
            }
            current.play(played);
        }
        candidates.into_iter().rev().find_map(|(index, before)| {
            let (span, text) = self.reread(&before, index)?;
            let kind = Kind::Earlier(before.fullmoves(), before.turn());
            Some(Alternative { span, text, kind, is_borne_out: true })
        })
    }

    /// Another rook for the right that an illegal castling asks for.
    fn other_right(&mut self) -> Option<Alternative> {
        let (side, _) = castling_attempt(self.stop.before, self.stop.written?)?;
        let loss = self.stop.loss(side.into()).map(|loss| loss.reason);
        if matches!(loss, Some(LossReason::KingMoved | LossReason::AlreadyCastled)) {
            return None;
        }
        let tag = self.stop.game.tag(TagName::Fen)?;
        let value = self.stop.game.text(tag.value);
        let dialect = match fen::read_lenient(value, None).map(|(fen, _)| fen.letters) {
            Ok(CastlingLetters::Files) => Dialect::Shredder,
            Ok(_) => Dialect::XFen,
            Err(_) => return None,
        };
        let color = self.stop.before.turn();
        let setup = self.stop.start.to_setup();
        let king = setup.board.king_of(color).filter(|king| king.rank() == color.backrank())?;
        let on_side = |&rook: &Square| (rook < king) == (side == CastlingSide::ASide);
        let rooks: Vec<_> =
            (setup.board.by_piece(color.rook()) & color.backrank()).into_iter().filter(on_side).collect();
        let given = rooks.iter().copied().find(|&rook| setup.castling_rights.contains(rook));
        // The outermost rook first.
        let mut others: Vec<_> = rooks.into_iter().filter(|&rook| Some(rook) != given).collect();
        others.sort_by_key(|rook| std::cmp::Reverse(rook.file().distance(king.file())));
        others.into_iter().find_map(|rook| {
            let rights = given.map_or(setup.castling_rights, |given| setup.castling_rights.without(given)).with(rook);
            let setup = Setup { castling_rights: rights, ..setup.clone() };
            let text = fen::castling_field(&setup, dialect)?;
            let position = Position::from_setup(setup).ok()?;
            let kind = if given.is_some() { Kind::OtherRook } else { Kind::MissingRight };
            let span = tag.value_part(&fen_field(value, FenField::Castling));
            self.is_legal(&position, 0).then_some(Alternative { span, text, kind, is_borne_out: true })
        })
    }

    fn other_fen(&mut self) -> Option<Alternative> {
        const MOST: usize = 4;
        let counted = self.stop.game.tag(TagName::Fen)?.span;
        let is_other = |tag: &&crate::tags::Tag| tag.known == Some(TagName::Fen) && tag.span != counted;
        self.stop.game.tags.iter().filter(is_other).take(MOST).find_map(|tag| {
            let (fen, _) = fen::read_lenient(self.stop.game.text(tag.value), None).ok()?;
            let position = Position::from_setup(fen.setup).ok()?;
            let (span, text) = (tag.value, String::new());
            let found = Alternative { span, text, kind: Kind::OtherFen, is_borne_out: true };
            self.is_legal(&position, 0).then_some(found)
        })
    }
}

/// Where a text sends the king.
fn king_target(position: &Position, written: Written) -> Option<Square> {
    let San::Normal { role, file, rank, to, .. } = written.san() else { return None };
    let is_kings = if written.spelling().contains(san::Spelling::COORDINATES) {
        file.zip(rank).is_some_and(|(file, rank)| Square::from_coords(file, rank) == position.king(position.turn()))
    } else {
        role == Role::King
    };
    is_kings.then_some(to)
}

fn is_rook_move_to(written: Written, square: Square) -> bool {
    matches!(written.san(), San::Normal { role: Role::Rook, to, .. } if to == square)
}

impl Alternative {
    /// The change in words, for a game with these bytes.
    pub fn describe(&self, game: &Game<'_>) -> String {
        let (written, text) = (game.decoded(self.span), &self.text);
        match self.kind {
            Kind::Here if self.is_borne_out => format!("`{text}` is legal here, and so is the rest of the game"),
            Kind::Here => format!("`{text}` is legal here"),
            Kind::Earlier(number, color) => {
                let dots = if color.is_white() { "." } else { "..." };
                format!("the rest of the game would be legal if `{number}{dots} {written}` were `{text}`")
            }
            Kind::MissingRight => {
                format!("the whole game would be legal if the FEN granted the right: `{text}` in place of `{written}`")
            }
            Kind::OtherRook => {
                format!("the whole game would be legal with another castling rook: `{text}` in place of `{written}`")
            }
            Kind::OtherFen => "the whole game is legal from the position of the other FEN tag".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        opening::Opening,
        parse::Parser,
        replay::{Step, replay},
    };

    /// Compares what is found for a game from a FEN with its description.
    fn check(tags: &str, moves: &str, expected: Option<&str>) {
        let text = format!("[Variant \"Chess960\"]\n{tags}\n\n{moves} *\n");
        let mut found = None;
        Parser::default().parse_slice(text.as_bytes(), |_, game| {
            let opening = Opening::of(game);
            replay(
                game,
                opening.start.position().expect("a start"),
                |_| false,
                |step| {
                    if let Step::Stop(stop) = &step {
                        found = find(stop).map(|alternative| alternative.describe(game));
                    }
                },
            );
        });
        assert_eq!(found.as_deref(), expected, "{tags} {moves}");
    }

    fn fen(text: &str) -> String {
        format!("[FEN \"{text}\"]")
    }

    #[test]
    fn castling_and_king_steps_are_told_apart() {
        let start = fen("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1");
        check(&start, "1. Kg1 Kd8 2. Rfe1", Some("the rest of the game would be legal if `1. Kg1` were `O-O`"));
        check(&start, "1. O-O Kd8 2. Rh3", Some("the rest of the game would be legal if `1. O-O` were `Kg1`"));
        check(&start, "1. O-O-O Kd8 2. Rfe1", Some("the rest of the game would be legal if `1. O-O-O` were `O-O`"));
        check(&start, "1. Kh1 Kd8 2. Rae1 Kd7", Some("`O-O` is legal here, and so is the rest of the game"));
        check(&start, "1. Kc1", Some("`O-O-O` is legal here"));
        check(&start, "1. Kg1 Rf1 Kd8 2. Rfe1", Some("the rest of the game would be legal if `1. Kg1 Rf1` were `O-O`"));
        check(&start, "1. Kg1 Kd8 2. Qd1", None);
    }

    #[test]
    fn rights_of_the_start_are_tried() {
        let right = "the whole game would be legal if the FEN granted the right: `KQ` in place of `K`";
        check(&fen("4k3/8/8/8/8/8/8/R4K1R w K - 0 1"), "1. O-O-O Ke7 2. Rh7+", Some(right));
        let rook = "the whole game would be legal with another castling rook: `F` in place of `G`";
        check(&fen("4k3/8/8/8/8/8/8/R3KRR1 w G - 0 1"), "1. Rg8+ Kd7 2. Kd2", None);
        check(&fen("4k3/8/8/8/8/8/8/R3KRR1 w G - 0 1"), "1. Rg3 Kd7 2. O-O", Some(rook));
    }

    #[test]
    fn the_other_fen_is_tried() {
        let fens = ["1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1k6/8/8/8/8/8/8/R3KN1R w KQ - 0 1"].map(fen).join("\n");
        let other = "the whole game is legal from the position of the other FEN tag";
        check(&fens, "1. Ne3 Kb7 2. O-O", Some(other));
    }

    #[test]
    fn variations_and_unreadable_moves_are_left_alone() {
        let start = fen("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1");
        check(&start, "1. Kg1 Kd8 2. Re1 Sf3", None);
        check(&start, "1. O-O Kd8 (1... O-O)", None);
    }
}
