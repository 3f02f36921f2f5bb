//! Token to [`Written`]: export spelling in one pass from the back, and every other spelling that is met.

use shakmaty::{CastlingSide, File, Rank, Role, Square, san::Suffix};

use super::written::{Spelling, Written};

/// Reads a token as a move.
///
/// The token must not hold blanks or annotation signs such as `!`. None means that it names no move in any known
/// spelling; [`is_move_shaped`] tells then whether it was meant as one.
#[inline]
pub fn parse(token: &[u8]) -> Option<Written> {
    parse_export(token).or_else(|| parse_lenient(token))
}

/// Reads a token as a move in the spelling of export format, which nearly every one has.
#[inline]
pub fn parse_export(token: &[u8]) -> Option<Written> {
    // From the back, as the destination is what every move has: check sign, destination, `x`, origin.
    let &last = token.last()?;
    let is_check_sign = matches!(last, b'+' | b'#');
    let body = &token[..token.len() - usize::from(is_check_sign)];
    let suffix = is_check_sign.then_some(if last == b'+' { Suffix::Check } else { Suffix::Checkmate });
    let [origin @ .., file, rank] = body else { return None };
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if (file | rank) >= 8 {
        return parse_special(body).map(|special| special.with(suffix, Spelling::default()));
    }
    let to = Square::new(u32::from(rank) * 8 + u32::from(file));
    let capture = origin.last() == Some(&b'x');
    let origin = &origin[..origin.len() - usize::from(capture)];
    let (role, file, rank) = match *origin {
        [] if !capture => (Role::Pawn, None, None),
        [piece] => match piece_of(piece) {
            Some(role) => (role, None, None),
            None if capture => (Role::Pawn, Some(file_of(piece)?), None),
            None => return None,
        },
        [piece, from] => match file_of(from) {
            Some(file) => (piece_of(piece)?, Some(file), None),
            None => (piece_of(piece)?, None, Some(rank_of(from)?)),
        },
        [piece, file, rank] => (piece_of(piece)?, Some(file_of(file)?), Some(rank_of(rank)?)),
        _ => return None,
    };
    Some(Written::normal(role, file, rank, capture, to, None).with(suffix, Spelling::default()))
}

/// Reads a token of one to seven bytes, given with what follows it, as a move in the spelling of export format that
/// tells of its origin no more than a piece, or a pawn's file: nine of ten moves.
///
/// Of such a move it says the same as [`parse_export`], and of others nothing. It does so without a branch that depends
/// on the kind of move, which would be mispredicted for every third.
#[inline]
pub fn parse_short(text: [u8; 8], length: usize) -> Option<Written> {
    debug_assert!((1..8).contains(&length), "{length} bytes");
    // The last byte of what is left to read is the highest; below the first there are zeroes.
    let mut rest = u64::from_le_bytes(text) << (64 - 8 * length as u32);
    let last = (rest >> 56) as u8;
    let suffix = match last {
        b'+' => Some(Suffix::Check),
        b'#' => Some(Suffix::Checkmate),
        _ => None,
    };
    rest <<= 8 * u32::from(suffix.is_some());
    // A file in the lower byte, a rank in the higher one.
    let square = ((rest >> 48) as u32).wrapping_sub(u32::from(u16::from_le_bytes(*b"a1")));
    rest <<= 16;
    let capture = (rest >> 56) as u8 == b'x';
    rest <<= 8 * u32::from(capture);
    let origin = ORIGINS[usize::from(capture)][(rest >> 56) as usize];
    if (origin == Written::NULL) | (rest << 8 != 0) | (square & 0xf8f8 != 0) {
        return None;
    }
    let to = Square::new((square | square >> 5) & 63);
    Some(origin.moved_to(to).with(suffix, Spelling::default()))
}

/// Moves to a1 and captures there, by the only byte in front of the destination, 0 for none; null moves elsewhere.
static ORIGINS: [[Written; 256]; 2] = {
    let mut origins = [[Written::NULL; 256]; 2];
    let mut byte = 0;
    while byte < 256 {
        if let Some(role) = PIECES[byte] {
            origins[0][byte] = Written::normal(role, None, None, false, Square::A1, None);
            origins[1][byte] = Written::normal(role, None, None, true, Square::A1, None);
        }
        byte += 1;
    }
    origins[0][0] = Written::normal(Role::Pawn, None, None, false, Square::A1, None);
    let mut file = 0;
    while file < 8 {
        let origin = Written::normal(Role::Pawn, Some(File::new(file)), None, true, Square::A1, None);
        origins[1][b'a' as usize + file as usize] = origin;
        file += 1;
    }
    origins
};

/// A castling or a promotion in export spelling, without its check sign.
fn parse_special(body: &[u8]) -> Option<Written> {
    let promotion = |file: Option<File>, to_file: u8, to_rank: u8, piece: u8| {
        let to = Square::from_coords(file_of(to_file)?, rank_of(to_rank)?);
        let (capture, promotion) = (file.is_some(), Some(promotion_of(piece)?));
        Some(Written::normal(Role::Pawn, file, None, capture, to, promotion))
    };
    match *body {
        [b'O', b'-', b'O'] => Some(Written::CASTLE_H_SIDE),
        [b'O', b'-', b'O', b'-', b'O'] => Some(Written::CASTLE_A_SIDE),
        [file, rank, b'=', piece] => promotion(None, file, rank, piece),
        [from, b'x', file, rank, b'=', piece] => promotion(Some(file_of(from)?), file, rank, piece),
        _ => None,
    }
}

/// Every other spelling. Longer tokens than any move can need are refused at once.
#[cold]
fn parse_lenient(token: &[u8]) -> Option<Written> {
    const LONGEST: usize = 24;
    if token.len() > LONGEST {
        return None;
    }
    let text = std::str::from_utf8(token).ok()?;
    let mut spelling = Spelling::default();
    let body = text.trim_end_matches(['+', '#']);
    let suffix = match &text[body.len()..] {
        "" => None,
        "+" => Some(Suffix::Check),
        "++" => {
            spelling.add(Spelling::DOUBLE_PLUS);
            Some(Suffix::Check)
        }
        "#" => Some(Suffix::Checkmate),
        _ => return None,
    };
    let body = match body.strip_suffix("ep") {
        Some(rest) if rest.len() >= 4 => {
            spelling.add(Spelling::EN_PASSANT);
            rest
        }
        _ => body,
    };
    let written = match body {
        "--" | "Z0" | "<>" | "null" | "pass" | "@@@@" | "0000" => Written::NULL,
        _ => match parse_castling(body, &mut spelling) {
            Some(CastlingSide::QueenSide) => Written::CASTLE_A_SIDE,
            Some(CastlingSide::KingSide) => Written::CASTLE_H_SIDE,
            None => parse_squares(body, &mut spelling)?,
        },
    };
    Some(written.with(suffix, spelling))
}

fn parse_castling(body: &str, spelling: &mut Spelling) -> Option<CastlingSide> {
    let mut departures = Spelling::default();
    let (mut letters, mut dashes) = (0, 0);
    let mut after_letter = false;
    for symbol in body.chars() {
        match symbol {
            'O' => {}
            'o' => departures.add(Spelling::CASTLING_LETTERS),
            '0' => departures.add(Spelling::ZERO),
            '-' if after_letter => {}
            _ if after_letter && is_dash(symbol) => departures.add(Spelling::DASH),
            _ => return None,
        }
        after_letter = matches!(symbol, 'O' | 'o' | '0');
        if after_letter {
            letters += 1;
        } else {
            dashes += 1;
        }
    }
    // `00` and `000` are numbers before they are castlings.
    if dashes == 0 && departures.contains(Spelling::ZERO) {
        return None;
    }
    if dashes == 0 {
        departures.add(Spelling::CASTLING_LETTERS);
    } else if dashes + 1 != letters {
        return None;
    }
    let side = match letters {
        2 => CastlingSide::KingSide,
        3 => CastlingSide::QueenSide,
        _ => return None,
    };
    spelling.add(departures);
    Some(side)
}

fn parse_squares(body: &str, spelling: &mut Spelling) -> Option<Written> {
    let mut departures = *spelling;
    let mut rest = body;
    let first = rest.chars().next()?;
    let mut role = Role::Pawn;
    let mut has_letter = true;
    if let Some(found) = figurine(first) {
        departures.add(Spelling::FIGURINE);
        role = found;
    } else if first == 'P' {
        departures.add(Spelling::PAWN_LETTER);
    } else if let Some(found) = u8::try_from(first).ok().and_then(piece_of) {
        role = found;
    } else {
        has_letter = false;
    }
    if has_letter {
        rest = &rest[first.len_utf8()..];
    }
    if let Some(square) = rest.strip_prefix('@') {
        return square.parse().ok().map(|to| Written::drop(role, to));
    }
    let promotion = match rest.char_indices().next_back()? {
        (_, ')') => {
            let (head, piece) = rest[..rest.len() - 1].split_once('(')?;
            departures.add(Spelling::PROMOTION_SIGN);
            rest = head;
            Some(piece)
        }
        (_, '1'..='8') => None,
        (at, _) => {
            let (head, piece) = rest.split_at(at);
            rest = if let Some(head) = head.strip_suffix('=') {
                head
            } else if let Some(head) = head.strip_suffix('/') {
                departures.add(Spelling::PROMOTION_SIGN);
                head
            } else if role == Role::Pawn {
                departures.add(Spelling::NO_EQUALS);
                head
            } else {
                return None;
            };
            Some(piece)
        }
    };
    let bytes = rest.as_bytes();
    let (origin, to) = bytes.split_at_checked(bytes.len().checked_sub(2)?)?;
    let to = Square::from_coords(file_of(to[0])?, rank_of(to[1])?);
    let mut capture = false;
    let mut origin = std::str::from_utf8(origin).ok()?;
    if let Some(head) = origin.strip_suffix('x') {
        (origin, capture) = (head, true);
    } else if let Some(head) = origin.strip_suffix([':', '×']) {
        departures.add(Spelling::CAPTURE_SIGN);
        (origin, capture) = (head, true);
    } else if let Some(head) = origin.strip_suffix(|symbol| symbol == '-' || is_dash(symbol)) {
        departures.add(if origin.ends_with('-') { Spelling::LONG } else { Spelling::LONG | Spelling::DASH });
        origin = head;
    }
    let (file, rank) = match *origin.as_bytes() {
        [] => (None, None),
        [file, rank] => (Some(file_of(file)?), Some(rank_of(rank)?)),
        [symbol] => (file_of(symbol), rank_of(symbol)),
        _ => return None,
    };
    if file.is_none() && rank.is_none() && !origin.is_empty() {
        return None;
    }
    if !has_letter && file.is_some() && rank.is_some() {
        departures.add(Spelling::COORDINATES);
    }
    let promotion = match promotion {
        None => None,
        Some(piece) => {
            let [letter] = *piece.as_bytes() else { return None };
            if letter.is_ascii_lowercase() && !departures.contains(Spelling::COORDINATES) {
                departures.add(Spelling::LOWER_CASE_PROMOTION);
            }
            Some(promotion_of(letter.to_ascii_uppercase())?)
        }
    };
    if departures.contains(Spelling::COORDINATES) {
        // UCI writes promotions without a sign.
        departures.0 &= !Spelling::NO_EQUALS.0;
    }
    *spelling = departures;
    Some(Written::normal(role, file, rank, capture, to, promotion))
}

/// Whether a token that [`parse`] cannot read was nevertheless meant as a move.
///
/// It is when it is short, holds a file letter followed by a digit, and no more than one letter that no square has:
/// `Sf3`, `nf3`, `Nf9`, `e8=S`. So it is when it looks like castling or a piece move: `O-O-O-O`, `Nff`, `Rel`. Such a
/// token ends the line of play; other garbage does not.
pub fn is_move_shaped(token: &[u8]) -> bool {
    const LONGEST: usize = 24;
    if token.len() > LONGEST {
        return false;
    }
    let text = String::from_utf8_lossy(token);
    let body = text.trim_end_matches(['+', '#']);
    let has_square = body.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'i', b'0'..=b'9']));
    let others = body.chars().filter(|symbol| symbol.is_alphabetic() && !matches!(symbol, 'a'..='i' | 'x')).count();
    let only_move_signs = body
        .chars()
        .all(|symbol| symbol.is_alphanumeric() || matches!(symbol, '-' | ':' | '=' | '(' | ')' | '/' | '@'));
    let is_castling_sign = |symbol| matches!(symbol, 'O' | 'o' | '0' | '-') || is_dash(symbol);
    let looks_like_castling = body.chars().filter(|symbol| matches!(symbol, 'O' | 'o' | '0')).count() >= 2
        && body.contains(|symbol| symbol == '-' || is_dash(symbol))
        && body.chars().all(is_castling_sign);
    // A piece letter and the start or the wreck of a square: `Ng`, `Nff`, `Rel`.
    let mut symbols = body.chars();
    let looks_like_piece_move = symbols.next().is_some_and(|first| matches!(first, 'K' | 'Q' | 'R' | 'B' | 'N'))
        && (2..=6).contains(&body.len())
        && symbols.all(|symbol| matches!(symbol, 'a'..='h' | '1'..='8' | 'x' | 'l' | 'I'));
    if looks_like_castling || looks_like_piece_move {
        return true;
    }
    has_square && others <= 1 + usize::from(body.contains('=')) && only_move_signs
}

/// Dashes that people write for the ASCII hyphen.
pub fn is_dash(symbol: char) -> bool {
    matches!(symbol, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

fn figurine(symbol: char) -> Option<Role> {
    Some(match symbol {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}

#[inline]
fn file_of(byte: u8) -> Option<File> {
    matches!(byte, b'a'..=b'h').then(|| File::new(u32::from(byte - b'a')))
}

#[inline]
fn rank_of(byte: u8) -> Option<Rank> {
    matches!(byte, b'1'..=b'8').then(|| Rank::new(u32::from(byte - b'1')))
}

#[inline]
fn piece_of(byte: u8) -> Option<Role> {
    PIECES[byte as usize]
}

/// Roles by their letter, without the pawn, which has none.
const PIECES: [Option<Role>; 256] = {
    let mut pieces = [None; 256];
    pieces[b'N' as usize] = Some(Role::Knight);
    pieces[b'B' as usize] = Some(Role::Bishop);
    pieces[b'R' as usize] = Some(Role::Rook);
    pieces[b'Q' as usize] = Some(Role::Queen);
    pieces[b'K' as usize] = Some(Role::King);
    pieces
};

fn promotion_of(byte: u8) -> Option<Role> {
    piece_of(byte).filter(|&role| role != Role::King)
}
