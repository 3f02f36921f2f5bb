//! Findings to diagnostics: from spans in a game to lines and columns in a file.
//!
//! This happens once, while the bytes are at hand.

use pgn960_core::{castling::Obstacle, fen};
use shakmaty::{Bitboard, Board};

use crate::{
    game::Game,
    lint::{
        finding::{FileFinding, Finding, MoveContext, Safety},
        fingerprint::{Fingerprint, Fingerprints},
        rule::{Rule, Severity},
    },
    location::{Place, PlaceFinder, Span, decode},
};

/// A finding with its place in the file.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Number of the game, from 1; None for the file as a whole and for text outside games.
    pub game: Option<u64>,
    /// Where it starts.
    pub start: Place,
    /// Where it ends, exclusive.
    pub end: Place,
    /// Absolute offset of its first byte, after decompression.
    pub byte_offset: u64,
    /// Number of its bytes.
    pub byte_length: u64,
    /// What it is known by from one run to the next, when asked for.
    pub fingerprint: Option<Fingerprint>,
    /// The move that it is about.
    pub at_move: Option<Box<AtMove>>,
    /// What may have been meant.
    pub hint: Option<String>,
    /// A change that mends it.
    pub fix: Option<AbsoluteFix>,
    /// The line on which it starts, when asked for.
    pub excerpt: Option<Excerpt>,
}

/// The move that a diagnostic is about.
#[derive(Clone, Debug)]
pub struct AtMove {
    /// Half-move, from 1.
    pub ply: u32,
    /// The move as written.
    pub san: String,
    /// X-FEN of the position before it.
    pub fen: String,
    /// The men in that position.
    pub board: Board,
    /// Squares to mark.
    pub squares: Bitboard,
    /// Everything that forbids a castling, each with its description.
    pub obstacles: Vec<(Obstacle, String)>,
}

/// A fix with absolute offsets.
#[derive(Clone, Debug)]
pub struct AbsoluteFix {
    /// Whether it can be made without a look.
    pub safety: Safety,
    /// The replacements, which do not overlap.
    pub edits: Vec<AbsoluteEdit>,
}

/// A replacement at an absolute offset.
#[derive(Clone, Debug)]
pub struct AbsoluteEdit {
    /// Offset of what to replace.
    pub byte_offset: u64,
    /// Number of bytes to replace.
    pub byte_length: u64,
    /// Where that starts.
    pub start: Place,
    /// Where that ends, exclusive.
    pub end: Place,
    /// What to put there.
    pub text: String,
}

/// A line of the file, shortened around what it shows.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// The text, control characters shown as blanks.
    pub text: String,
    /// Bytes of the text to underline.
    pub start: usize,
    /// One past the last of them.
    pub end: usize,
}

/// Where a game lies.
#[derive(Clone, Copy, Debug)]
pub struct GamePlace {
    /// Its number from 1; None for text outside games.
    pub number: Option<u64>,
    /// Its offset in its chunk.
    pub offset: usize,
    /// The chunk's absolute offset.
    pub chunk_offset: u64,
}

/// Where a part of a game lies in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Number of the game, from 1.
    pub game: u64,
    /// Absolute offset of the first byte, after decompression.
    pub byte_offset: u64,
    /// Where it starts.
    pub start: Place,
    /// Where it ends, exclusive.
    pub end: Place,
}

impl Site {
    /// The site of a span. `finder` walks over the chunk in which the game lies.
    pub(super) fn new(span: Span, place: GamePlace, finder: &mut PlaceFinder<'_>) -> Site {
        let GamePlace { number, offset, chunk_offset } = place;
        // No further than the game, whose findings are still to be placed.
        finder.go_to(offset);
        let (start, end) = (offset + span.start as usize, offset + span.end as usize);
        Site {
            game: number.unwrap_or(0),
            byte_offset: chunk_offset + start as u64,
            start: finder.look_up(start),
            end: finder.look_up(end),
        }
    }
}

/// What a report needs beyond place and message. A file may have a million findings, so nothing else is kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    /// The move, its position and what forbids a castling.
    pub at_move: bool,
    /// The change that mends a fault.
    pub fix: bool,
    /// The change in words, as a hint where there is no other.
    pub suggestion: bool,
    /// The line.
    pub excerpt: bool,
    /// What the finding is known by.
    pub fingerprint: bool,
}

/// Makes diagnostics of a game's findings. `finder` walks over the chunk in which the game lies.
pub fn diagnose(
    findings: Vec<Finding>,
    game: &Game<'_>,
    place: GamePlace,
    finder: &mut PlaceFinder<'_>,
    detail: Detail,
) -> Vec<Diagnostic> {
    let GamePlace { number, offset, chunk_offset } = place;
    let absolute = |at: u32| chunk_offset + offset as u64 + u64::from(at);
    let fingerprints = detail.fingerprint.then(|| Fingerprints::of_game(game));
    let diagnose_one = |finding: Finding| {
        let text = message(&finding.message);
        let hint = finding.hint.clone().or_else(|| suggestion(&finding).filter(|_| detail.suggestion));
        let (start, end) = (offset + finding.span.start as usize, offset + finding.span.end as usize);
        let start_place = finder.go_to(start);
        // A fix may have thousands of edits, one behind the other.
        let mut ahead = finder.clone();
        let excerpt = detail.excerpt.then(|| Excerpt::new(finder.bytes(), finder.line_start(), start, end));
        Diagnostic {
            rule: finding.rule,
            severity: finding.severity,
            game: number,
            start: start_place,
            end: finder.look_up(end),
            byte_offset: absolute(finding.span.start),
            byte_length: finding.span.len() as u64,
            fingerprint: fingerprints.as_ref().map(|prints| prints.of_finding(finding.rule.code, &text)),
            at_move: finding
                .context
                .filter(|_| detail.at_move)
                .map(|context| Box::new(at_move(*context, game.decoded(finding.span).into_owned()))),
            hint: hint.as_deref().map(message),
            fix: finding.fix.filter(|_| detail.fix).map(|fix| AbsoluteFix {
                safety: fix.safety,
                edits: fix
                    .edits
                    .into_iter()
                    .map(|edit| AbsoluteEdit {
                        byte_offset: absolute(edit.span.start),
                        byte_length: edit.span.len() as u64,
                        start: ahead.go_to(offset + edit.span.start as usize),
                        end: ahead.go_to(offset + edit.span.end as usize),
                        text: edit.text,
                    })
                    .collect(),
            }),
            excerpt,
            message: text,
        }
    };
    findings.into_iter().map(diagnose_one).collect()
}

impl Diagnostic {
    /// What is wrong and, in brackets, what may have been meant.
    pub fn message_with_hint(&self) -> String {
        self.hint.as_ref().map_or_else(|| self.message.clone(), |hint| format!("{} ({hint})", self.message))
    }

    /// A finding about a file as a whole. One that no game shows is put at `default`: an absolute offset and its place.
    pub fn of_file(finding: FileFinding, default: (u64, Place)) -> Diagnostic {
        let (byte_offset, start, end) =
            finding.site.map_or((default.0, default.1, default.1), |site| (site.byte_offset, site.start, site.end));
        let message = message(&finding.message);
        Diagnostic {
            rule: finding.rule,
            severity: finding.severity,
            game: finding.site.map(|site| site.game),
            start,
            end,
            byte_offset,
            byte_length: 0,
            fingerprint: Some(Fingerprints::of_file().of_finding(finding.rule.code, &message)),
            at_move: None,
            hint: None,
            fix: None,
            excerpt: None,
            message,
        }
    }
}

/// What to write instead, when a short text surely does it.
fn suggestion(finding: &Finding) -> Option<String> {
    const LONGEST: usize = 24;
    let fix = finding.fix.as_ref().filter(|fix| fix.safety == Safety::Safe)?;
    match &fix.edits[..] {
        [edit] if !edit.span.is_empty() && (1..=LONGEST).contains(&edit.text.len()) => {
            Some(format!("write `{}`", edit.text))
        }
        _ => None,
    }
}

/// Text from a file must not move the cursor of a terminal, nor turn the direction of writing: such characters are
/// escaped.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for symbol in text.chars() {
        if is_printable(symbol) { shown.push(symbol) } else { shown.extend(symbol.escape_default()) }
    }
    shown
}

/// Neither a control character, nor a separator of lines, nor a mark of direction.
pub fn is_printable(symbol: char) -> bool {
    !symbol.is_control()
        && !matches!(symbol, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A message; a tag value of megabytes in it is cut.
fn message(text: &str) -> String {
    const HEAD: usize = 300;
    const TAIL: usize = 100;
    if text.len() <= 2 * (HEAD + TAIL) {
        return printable(text);
    }
    let (head, tail) = (text.floor_char_boundary(HEAD), text.ceil_char_boundary(text.len() - TAIL));
    printable(&format!("{}…{}", &text[..head], &text[tail..]))
}

fn at_move(context: MoveContext, san: String) -> AtMove {
    let setup = context.before.to_setup();
    let obstacles = context.obstacles.into_iter().map(|obstacle| {
        let description = obstacle.describe(&setup);
        (obstacle, description)
    });
    AtMove {
        ply: context.ply,
        san,
        fen: fen::to_xfen(&setup),
        squares: context.squares,
        obstacles: obstacles.collect(),
        board: setup.board,
    }
}

impl Excerpt {
    /// A line of so many bytes is shown whole.
    const WHOLE: usize = 100;
    /// Bytes shown before and after what is underlined in a longer one, which may have megabytes.
    const MARGIN: usize = 30;
    /// Bytes underlined at most.
    const LONGEST: usize = 60;

    fn new(bytes: &[u8], line_start: usize, start: usize, end: usize) -> Excerpt {
        let longest = bytes.len().min(end.min(start + Excerpt::LONGEST) + Excerpt::WHOLE);
        let line_end = memchr::memchr2(b'\n', b'\r', &bytes[start..longest]).map_or(longest, |found| start + found);
        let line = &bytes[line_start..line_end];
        let (start, end) = (start - line_start, (end - line_start).clamp(start - line_start, line.len()));
        let end = end.min(start + Excerpt::LONGEST);
        let (mut first, mut last) = (0, line.len());
        if line.len() > Excerpt::WHOLE {
            let is_inside_character = |at: usize| line.get(at).is_some_and(|byte| (0x80..0xc0).contains(byte));
            first = start.saturating_sub(Excerpt::MARGIN);
            first += (0..3).take_while(|offset| is_inside_character(first + offset)).count();
            first = first.min(start);
            last = line.len().min(end + Excerpt::MARGIN);
            last = (last - (0..3).take_while(|offset| is_inside_character(last - offset)).count().min(last)).max(end);
        }
        let shown = |bytes: &[u8]| {
            let text = decode(bytes);
            text.chars().map(|symbol| if is_printable(symbol) { symbol } else { ' ' }).collect::<String>()
        };
        let dots = |is_cut: bool| if is_cut { "…" } else { "" };
        let before = format!("{}{}", dots(first > 0), shown(&line[first..start]));
        let marked = shown(&line[start..end]);
        let after = format!("{}{}", shown(&line[end..last]), dots(last < line.len()));
        Excerpt { start: before.len(), end: before.len() + marked.len(), text: before + &marked + &after }
    }
}
