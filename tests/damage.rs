//! Legal games, each damaged in one way: the finding names the damage at its place, and the games between are left
//! alone.
//!
//! The archive holds a damaged game and an undamaged one in turn. A change that leaves a game legal is no damage;
//! shakmaty judges that. What counts as naming is told by [`names`], kind by kind. `-- damage --nocapture` prints the
//! table of kinds.

use std::{collections::BTreeSet, ops::Range};

use pgn960_core::fen::{Dialect, FenField, castling_field, read_strict};
use pgn960_pgn::{
    Game, event::EventKind, location::Span, opening::fen_field, parse::Parser, split::Limits, tags::TagName,
};
use serde_json::Value;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, Move, Position as _, Role, Square, attacks,
    fen::Fen,
    san::{San, SanPlus},
};

use crate::harness::{Random, each_game, fixture, read_file, run_with, shared};

/// Ways to damage a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `O-O` for `O-O-O` or the other way round.
    WrongSide,
    /// The king move to the square where castling takes the king, for castling.
    KingStep,
    /// The FEN lacks the right to a castling that is played.
    RightRemoved,
    /// The FEN has `HAha`, Shredder-FEN for the classical array, where the rooks stand elsewhere.
    DialectSwapped,
    /// A file letter of the FEN is another file, on which no rook stands.
    RookLetterMoved,
    /// The last move before a castling is another one, so that a square on its ways is not empty.
    SquareBlocked,
    /// A comment lacks its `}`.
    CommentLeftOpen,
    /// The termination marker is gone.
    MarkerRemoved,
    /// A tag name is in another case.
    TagRecased,
}

impl Kind {
    const ALL: [Kind; 9] = [
        Kind::WrongSide,
        Kind::KingStep,
        Kind::RightRemoved,
        Kind::DialectSwapped,
        Kind::RookLetterMoved,
        Kind::SquareBlocked,
        Kind::CommentLeftOpen,
        Kind::MarkerRemoved,
        Kind::TagRecased,
    ];
}

/// A damaged game.
#[derive(Debug)]
struct Damage {
    kind: Kind,
    text: String,
    /// What stands in place of the original.
    at: Range<usize>,
    original: String,
    /// The castling that the damage makes illegal, where that is another token.
    castling: Range<usize>,
    /// The squares that keep it from being played.
    blocked: BTreeSet<String>,
}

/// Whether a finding in a game, whose text starts at `base`, names the damage at its place.
fn names(damage: &Damage, finding: &Value, base: usize) -> bool {
    let code = finding["code"].as_str().expect("findings have codes");
    let start = finding["byte_offset"].as_u64().expect("findings have places") as usize - base;
    // The one change that is suggested puts the original where the damage is.
    let is_undone = || {
        let edits = finding["fix"]["edits"].as_array().map_or(&[][..], Vec::as_slice);
        matches!(edits, [edit] if edit["byte_offset"] == base + damage.at.start
            && edit["length"] == damage.at.len() && edit["text"] == damage.original)
    };
    let obstacles = || finding["obstacles"].as_array().map_or(&[][..], Vec::as_slice);
    match damage.kind {
        // An illegal token is found itself. A legal one lets a later move fail, whose finding suggests the original.
        Kind::WrongSide | Kind::KingStep => matches!(code, "CAS001" | "SAN001") && is_undone(),
        // The castling fails for want of the right, and the finding suggests the original field.
        Kind::RightRemoved => {
            let is_absent = |obstacle: &Value| obstacle["reason"] == "right-absent";
            code == "CAS001" && start == damage.castling.start && obstacles().iter().any(is_absent) && is_undone()
        }
        // The letters that name no rook are found.
        Kind::DialectSwapped | Kind::RookLetterMoved => {
            matches!(code, "POS007" | "POS010") && damage.at.contains(&start)
        }
        // The castling fails, and the finding tells every square that is not empty.
        Kind::SquareBlocked => {
            let is_path = |obstacle: &&Value| obstacle["cond"].as_str().is_some_and(|cond| cond.ends_with("-blocked"));
            let squares = obstacles().iter().filter(is_path).filter_map(|obstacle| obstacle["square"].as_str());
            let squares: BTreeSet<_> = squares.map(str::to_owned).collect();
            code == "CAS001" && start == damage.castling.start && squares == damage.blocked
        }
        // The opening brace is found.
        Kind::CommentLeftOpen => matches!(code, "MVT001" | "MVT013") && start == damage.at.start,
        // The end of the movetext is found.
        Kind::MarkerRemoved => code == "MVT008" && start == damage.at.start,
        // The tag pair is found.
        Kind::TagRecased => code == "TAG004" && damage.at.contains(&start),
    }
}

/// The moves of a legal game with the positions before them.
struct Moves {
    tokens: Vec<(Range<usize>, SanPlus)>,
    before: Vec<Chess>,
    played: Vec<Move>,
}

impl Moves {
    /// Reads the main line; None unless it is legal to its end.
    fn read(game: &Game<'_>) -> Option<Moves> {
        let fen = std::str::from_utf8(game.raw_value(TagName::Fen)?).ok()?;
        let mut chess: Chess = fen.parse::<Fen>().ok()?.into_position(CastlingMode::Chess960).ok()?;
        let mut moves = Moves { tokens: Vec::new(), before: Vec::new(), played: Vec::new() };
        for event in &game.events {
            let EventKind::San(written) = event.kind else { continue };
            let played = written.san().to_move(&chess).ok()?;
            moves.tokens.push((event.span.range(), written.san_plus()));
            moves.before.push(chess.clone());
            moves.played.push(played);
            chess.play_unchecked(played);
        }
        Some(moves)
    }

    /// The castlings with their colours and sides, in random order.
    fn castlings(&self, random: &mut Random) -> Vec<(usize, Color, CastlingSide)> {
        let castling =
            |(index, played): (usize, &Move)| Some((index, self.before[index].turn(), played.castling_side()?));
        let mut castlings: Vec<_> = self.played.iter().enumerate().filter_map(castling).collect();
        if random.once_in(2) {
            castlings.reverse();
        }
        castlings
    }

    /// The first token from `index` on that is not legal after a position.
    fn first_illegal(&self, mut chess: Chess, index: usize) -> Option<usize> {
        (index..self.tokens.len()).find(|&index| match self.tokens[index].1.san.to_move(&chess) {
            Ok(played) => {
                chess.play_unchecked(played);
                false
            }
            Err(_) => true,
        })
    }

    /// Whether the game fails with a move text in place of one of its own.
    fn fails_with(&self, index: usize, text: &str) -> bool {
        let san: San = text.parse().expect("a move text");
        match san.to_move(&self.before[index]) {
            Err(_) => true,
            Ok(played) => {
                let mut after = self.before[index].clone();
                after.play_unchecked(played);
                self.first_illegal(after, index + 1).is_some()
            }
        }
    }
}

/// Damages a game in a way, if it can be.
fn damage(kind: Kind, game: &Game<'_>, random: &mut Random) -> Option<Damage> {
    let text = std::str::from_utf8(game.bytes).ok()?;
    let moves = Moves::read(game)?;
    let replaced = |range: Range<usize>, new: &str| Damage {
        kind,
        text: format!("{}{new}{}", &text[..range.start], &text[range.end..]),
        at: range.start..range.start + new.len(),
        original: text[range].to_owned(),
        castling: 0..0,
        blocked: BTreeSet::new(),
    };
    let moved = |range: &Range<usize>, damage: &Damage| {
        let shift = |at: usize| at + damage.text.len() - text.len();
        // Move tokens stand behind the tags.
        if range.start < damage.at.start { range.clone() } else { shift(range.start)..shift(range.end) }
    };
    let value = game.tag(TagName::Fen)?.value;
    let field = fen_field(game.text(value), FenField::Castling);
    let field = value.start as usize + field.start..value.start as usize + field.end;
    let setup = read_strict(game.text(value), None).ok()?.setup;
    match kind {
        Kind::WrongSide | Kind::KingStep => moves.castlings(random).into_iter().find_map(|(index, color, side)| {
            let token = &moves.tokens[index];
            let text = match kind {
                Kind::WrongSide => San::Castle(CastlingSide::from_queen_side(!side.is_queen_side())).to_string(),
                _ => format!("K{}", side.king_to(color)),
            };
            // The check sign stays where it is.
            let range = token.0.start..token.0.start + token.1.san.to_string().len();
            moves.fails_with(index, &text).then(|| replaced(range, &text))
        }),
        Kind::RightRemoved => moves.castlings(random).into_iter().find_map(|(index, color, side)| {
            let letter = color.fold_wb(['Q', 'K'], ['q', 'k'])[usize::from(!side.is_queen_side())];
            let rest = text[field.clone()].replacen(letter, "", 1);
            let rest = if rest.is_empty() { "-".to_owned() } else { rest };
            // Only plain letters, of which each stands for one right.
            let is_removed =
                text[field.clone()].bytes().all(|byte| b"KQkq".contains(&byte)) && text[field.clone()].contains(letter);
            is_removed.then(|| {
                let mut damage = replaced(field.clone(), &rest);
                damage.castling = moved(&moves.tokens[index].0, &damage);
                damage
            })
        }),
        Kind::DialectSwapped => {
            let classical = setup.castling_rights & shakmaty::Bitboard::CORNERS;
            let is_other = |color: Color| (classical & color.backrank()).count() < 2;
            let has_all = text[field.clone()] == *"KQkq";
            // Both colours, or the letters of one would be right.
            (has_all && Color::ALL.into_iter().all(is_other)).then(|| replaced(field, "HAha"))
        }
        Kind::RookLetterMoved => {
            let letters = castling_field(&setup, Dialect::Shredder).filter(|letters| letters != "-")?;
            let index = random.below(letters.len());
            let letter = letters.as_bytes()[index];
            let rank = if letter.is_ascii_uppercase() { 0 } else { 7 };
            let is_free = |file: &u8| {
                let square = Square::new(u32::from(*file) + 8 * rank);
                setup.board.role_at(square) != Some(Role::Rook)
            };
            let files: Vec<_> = (0..8).filter(is_free).collect();
            let base = if rank == 0 { b'A' } else { b'a' };
            let mut new = letters.into_bytes();
            new[index] = base + *random.pick(&files);
            Some(replaced(field, std::str::from_utf8(&new).ok()?))
        }
        Kind::SquareBlocked => moves.castlings(random).into_iter().find_map(|(index, color, side)| {
            let last = index.checked_sub(2)?;
            let before = &moves.before[last];
            let mut others: Vec<_> =
                before.legal_moves().into_iter().filter(|&other| other != moves.played[last]).collect();
            others.sort_by_key(|other| other.to_uci(CastlingMode::Chess960).to_string());
            let first = random.below(others.len().max(1));
            others.rotate_left(first);
            others.into_iter().find_map(|other| {
                let mut after = before.clone();
                after.play_unchecked(other);
                let reply = moves.tokens[last + 1].1.san.to_move(&after).ok()?;
                after.play_unchecked(reply);
                let blocked = blocked(&after, color, side)?;
                if blocked.is_empty() {
                    return None;
                }
                let written = SanPlus::from_move(before.clone(), other).to_string();
                let mut damage = replaced(moves.tokens[last].0.clone(), &written);
                damage.castling = moved(&moves.tokens[index].0, &damage);
                damage.blocked = blocked;
                Some(damage)
            })
        }),
        Kind::CommentLeftOpen => {
            let is_comment = |event: &&pgn960_pgn::event::Event| event.kind == EventKind::Comment;
            let comments: Vec<Span> = game.events.iter().filter(is_comment).map(|event| event.span).collect();
            if comments.is_empty() {
                return None;
            }
            let comment = random.pick(&comments).range();
            let mut damage = replaced(comment.end - 1..comment.end, "");
            damage.at = comment.start..comment.end - 1;
            Some(damage)
        }
        Kind::MarkerRemoved => {
            let (span, _) = game.marker?;
            let end = text[..span.start as usize].trim_end().len();
            let mut damage = replaced(end..span.end as usize, "");
            damage.at = end..end;
            Some(damage)
        }
        Kind::TagRecased => {
            let known: Vec<_> = game.tags.iter().filter(|tag| tag.known.is_some()).collect();
            let tag = random.pick(&known);
            let name = &text[tag.name.range()];
            let recased = if random.once_in(2) { name.to_lowercase() } else { name.to_uppercase() };
            let recased = if recased == name { name.to_lowercase() } else { recased };
            let mut damage = replaced(tag.name.range(), &recased);
            damage.at = tag.span.range();
            Some(damage)
        }
    }
}

/// The squares on the ways of a castling that are not empty; None without the right to it.
fn blocked(chess: &Chess, color: Color, side: CastlingSide) -> Option<BTreeSet<String>> {
    let rook = chess.castles().rook(color, side)?;
    let king = chess.our(Role::King).first()?;
    let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
    let ways = attacks::between(king, king_to).with(king_to) | attacks::between(rook, rook_to).with(rook_to);
    let in_the_way = chess.board().occupied() & ways.without(king).without(rook);
    Some(in_the_way.into_iter().map(|square| square.to_string()).collect())
}

/// Legal Chess960 games with all of their text, by turns without and with comments.
fn undamaged() -> Vec<String> {
    let archives = match (shared("corpus/bench/frc-dense.pgn.zst"), shared("corpus/bench/frc-clock.pgn.zst")) {
        (Some(plain), Some(clocks)) => vec![plain, clocks],
        _ => vec![fixture("pgn/tcec-frc-sample.pgn")],
    };
    let mut games: Vec<Vec<String>> = Vec::new();
    for path in archives {
        let mut of_file = Vec::new();
        each_game(&read_file(&path), Limits::default(), |_, game| {
            let is_chess960 = game.raw_value(TagName::Variant).is_some_and(|value| value == b"fischerandom");
            if is_chess960 && game.marker.is_some() && Moves::read(game).is_some() {
                of_file.push(String::from_utf8(game.bytes.to_vec()).expect("these archives are UTF-8"));
            }
        });
        games.push(of_file);
    }
    let n_games = games.iter().map(Vec::len).min().unwrap_or(0);
    (0..n_games).flat_map(|index| games.iter().map(move |of_file| of_file[index].clone())).collect()
}

/// The first game from an index on that can be damaged in a way, damaged.
fn damaged(games: &[String], first: usize, kind: Kind, random: &mut Random) -> Damage {
    let tried = (0..games.len()).find_map(|offset| {
        let mut found = None;
        let text = &games[(first + offset) % games.len()];
        Parser::default().parse_slice(text.as_bytes(), |_, game| found = damage(kind, game, random));
        found
    });
    tried.unwrap_or_else(|| panic!("no game can be damaged by {kind:?}"))
}

#[test]
fn damages_are_named_and_neighbours_are_not() {
    let mut games = undamaged();
    // The sample has no comments.
    if !games.iter().any(|game| game.contains('{')) {
        let commented =
            |game: &String| game.replacen("\n\n1. ", "\n\n{first} 1. ", 1).replacen(" 2. ", " {second} 2. ", 1);
        let with_comments: Vec<_> = games.iter().map(commented).collect();
        games.extend(with_comments);
    }
    let n_damages = if games.len() > 1000 { 1000 } else { 10 * Kind::ALL.len() };
    let mut random = Random(960);
    let mut archive = String::new();
    let mut places = Vec::new();
    for index in 0..n_damages {
        let damage = damaged(&games, index, Kind::ALL[index % Kind::ALL.len()], &mut random);
        let base = archive.len();
        archive += &damage.text;
        places.push((base, damage));
        // The end of the game before may have gone with its marker.
        archive.truncate(archive.trim_end().len());
        archive += "\n\n";
        archive += games[(index + games.len() / 2) % games.len()].trim_end();
        archive += "\n\n";
    }
    let output = run_with(&["validate", "--games", "--format", "json", "--quiet", "-"], archive.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let lines = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let lines: Vec<Value> = lines.map(|line| serde_json::from_slice(line).expect("a JSON object a line")).collect();
    let of_type = |name: &'static str| lines.iter().filter(move |line| line["type"] == name);
    assert_eq!(of_type("game").count(), 2 * n_damages, "no game is lost");
    let mut table = [(0, 0); Kind::ALL.len()];
    let mut unnamed = Vec::new();
    for (index, (base, damage)) in places.iter().enumerate() {
        let number = 2 * index as u64 + 1;
        let findings: Vec<_> = of_type("finding").filter(|finding| finding["game"] == number).collect();
        let is_named = findings.iter().any(|finding| names(damage, finding, *base));
        let (n_named, n_all) = &mut table[damage.kind as usize];
        *n_all += 1;
        *n_named += usize::from(is_named);
        if !is_named {
            unnamed.push((damage.kind, damage.text.clone(), findings));
        }
    }
    println!("{:<18} {:>8} {:>6}", "damage", "damaged", "named");
    for (kind, (n_named, n_all)) in Kind::ALL.iter().zip(table) {
        println!("{:<18} {n_all:>8} {n_named:>6}", format!("{kind:?}"));
    }
    for (kind, text, findings) in &unnamed {
        println!("\n{kind:?}\n{text}\n{findings:#?}");
    }
    let is_neighbour = |finding: &&Value| finding["game"].as_u64().is_none_or(|number| number % 2 == 0);
    let reported: Vec<_> = of_type("finding").filter(is_neighbour).collect();
    assert!(reported.is_empty(), "undamaged games are reported: {reported:#?}");
    assert!(unnamed.len() * 50 <= n_damages, "{} of {n_damages} damages are not named", unnamed.len());
}
