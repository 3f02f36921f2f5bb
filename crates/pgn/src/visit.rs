//! Plays a game's events into any [`pgn_reader::Visitor`], so that visitors written for pgn-reader run on our scan.
//!
//! Unlike pgn-reader's own reader it does not end a game at an empty line, and a game always ends with its marker: what
//! stands behind that is not visited.

use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, Skip, Visitor};
use pgn960_core::san::Written;

use crate::{event::EventKind, game::Game};

/// Visits a game and returns what the visitor makes of it.
pub fn visit<V: Visitor>(game: &Game<'_>, visitor: &mut V) -> V::Output {
    visit_written(game, visitor, |visitor, movetext, written| visitor.san(movetext, written.san_plus()))
}

/// The same, with moves handed to a function as we read them instead of [`Visitor::san`]: a visitor that packs them
/// again is saved a tenth of its time.
pub fn visit_written<V: Visitor>(
    game: &Game<'_>,
    visitor: &mut V,
    san: impl FnMut(&mut V, &mut V::Movetext, Written) -> ControlFlow<V::Output>,
) -> V::Output {
    match try_visit(game, visitor, san) {
        ControlFlow::Continue(output) | ControlFlow::Break(output) => output,
    }
}

fn try_visit<V: Visitor>(
    game: &Game<'_>,
    visitor: &mut V,
    mut san: impl FnMut(&mut V, &mut V::Movetext, Written) -> ControlFlow<V::Output>,
) -> ControlFlow<V::Output, V::Output> {
    let mut tags = visitor.begin_tags()?;
    for tag in &game.tags {
        visitor.tag(&mut tags, game.text(tag.name), RawTag(game.text(tag.value)))?;
    }
    let mut movetext = visitor.begin_movetext(tags)?;
    // Depth of the variation being skipped, if any.
    let mut skipped = 0_u32;
    for event in &game.events[..game.n_played] {
        match event.kind {
            EventKind::BeginVariation if skipped > 0 => skipped += 1,
            EventKind::BeginVariation => skipped = u32::from(visitor.begin_variation(&mut movetext)? == Skip(true)),
            EventKind::EndVariation => {
                skipped = skipped.saturating_sub(1);
                if skipped == 0 {
                    visitor.end_variation(&mut movetext)?;
                }
            }
            _ if skipped > 0 => {}
            EventKind::San(written) => san(visitor, &mut movetext, written)?,
            EventKind::Nag(nag) => visitor.nag(&mut movetext, nag)?,
            EventKind::Comment => {
                let text = game.text(event.span);
                let text = text.strip_prefix(b"{").unwrap_or(text);
                visitor.comment(&mut movetext, RawComment(text.strip_suffix(b"}").unwrap_or(text)))?;
            }
            _ => {}
        }
    }
    if let Some(outcome) = game.marker.and_then(|(_, marker)| marker.outcome) {
        visitor.outcome(&mut movetext, outcome)?;
    }
    ControlFlow::Continue(visitor.end_game(movetext))
}
