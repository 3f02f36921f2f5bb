//! An explanation for reading.

use pgn960_core::{
    CastlingSide, Start,
    castling::{Method, Obstacle, men_text},
    diagram::Diagram,
    fen::{self, CastlingLetters, Dialect, Noncanonical},
    start::{Family, why_not_chess960},
    verdict::Verdict,
};
use pgn960_pgn::lint::diagnose::printable;
use shakmaty::{Bitboard, Board, Color};

use super::{Explanation, Last, Refusal};
use crate::{args::BoardStyle, report::counted};

/// Why nothing can be explained, with the place in the FEN.
pub fn refusal(refusal: &Refusal) -> String {
    let mut text = String::new();
    if let Some(error) = &refusal.error {
        let before = String::from_utf8_lossy(&refusal.input.as_bytes()[..error.span.start]);
        let at = String::from_utf8_lossy(&refusal.input.as_bytes()[error.span.clone()]);
        text += &format!("{}\n", printable(&refusal.input));
        let (n_before, n_at) = (printable(&before).chars().count(), printable(&at).chars().count().max(1));
        text += &format!("{}{}\n", " ".repeat(n_before), "^".repeat(n_at));
        text += &format!("not readable: {} [{}]\n", printable(&refusal.message), error.kind.code());
    } else {
        text += &format!("not readable: {}\n", printable(&refusal.message));
    }
    if let Some(suggestion) = &refusal.suggestion {
        text += &format!("hint: `{suggestion}` may be meant\n");
    }
    text
}

/// The whole explanation.
pub fn explanation(explanation: &Explanation, board: BoardStyle) -> String {
    let mut page = Page { text: String::new(), indent: "", board };
    fields(explanation, &mut page);
    page.gap();
    position(explanation, &mut page);
    page.gap();
    let marked = match &explanation.last {
        Last::Illegal { squares, .. } => *squares,
        _ => Bitboard::EMPTY,
    };
    page.draw(&explanation.setup.board, marked);
    if let Last::Illegal { text, message, .. } = &explanation.last {
        page.gap();
        page.text += &format!("`{}` is illegal: {}\n", printable(text), printable(message));
    }
    for verdict in &explanation.verdicts {
        page.gap();
        castling(verdict, explanation, &mut page);
    }
    if let Last::Illegal { n_unreached, .. } | Last::Castling { n_unreached, .. } = explanation.last
        && n_unreached > 0
    {
        page.gap();
        let verb = if n_unreached == 1 { "was" } else { "were" };
        page.text += &format!("{} {verb} given and not looked at\n", counted(n_unreached as u64, "more move"));
    }
    page.text
}

/// Text that grows.
struct Page {
    text: String,
    indent: &'static str,
    board: BoardStyle,
}

impl Page {
    fn line(&mut self, name: &str, value: impl std::fmt::Display) {
        let value = value.to_string();
        self.text += &format!("{}{name:<18}{}\n", self.indent, printable(&value));
    }

    fn gap(&mut self) {
        self.text.push('\n');
    }

    fn draw(&mut self, board: &Board, marked: Bitboard) {
        let diagram = Diagram::new(board).marked(marked);
        let drawing = match self.board {
            BoardStyle::Ascii => diagram.text(),
            BoardStyle::Unicode => diagram.unicode(),
        };
        self.text += &drawing.lines().map(|line| format!("{}{line}\n", self.indent)).collect::<String>();
    }
}

/// The six fields of the FEN as given.
fn fields(explanation: &Explanation, page: &mut Page) {
    let words: Vec<&str> = explanation.input.split(' ').filter(|word| !word.is_empty()).collect();
    let field = |index: usize| words.get(index).copied().unwrap_or("(missing)");
    let setup = &explanation.fen.setup;
    page.line("placement", field(0));
    page.line("side to move", format!("{}: {}", field(1), setup.turn));
    page.line("castling rights", format!("{}: {}", field(2), rights(setup)));
    let en_passant = match setup.ep_square {
        Some(square) => format!("a pawn has just passed {square}"),
        None => "no pawn has just made a double step, or none is told".to_owned(),
    };
    page.line("en passant square", format!("{}: {en_passant}", field(3)));
    page.line("halfmove clock", format!("{}: half-moves since the last capture or pawn move", setup.halfmoves));
    page.line("fullmove number", setup.fullmoves);
    page.line("dialect", dialect(explanation, field(2)));
    for note in &explanation.notes {
        page.line("note", &note.message);
    }
}

/// `white O-O with the rook on h1, O-O-O with the rook on a1; black none`.
fn rights(setup: &shakmaty::Setup) -> String {
    let of = |color: Color| {
        let rights: Vec<String> = CastlingSide::ALL
            .into_iter()
            .rev()
            .filter_map(|side| {
                let rook = pgn960_core::castling::right_rook(setup, color, side)?;
                Some(format!("{} with the rook on {rook}", side.san()))
            })
            .collect();
        format!("{color} {}", if rights.is_empty() { "none".to_owned() } else { rights.join(", ") })
    };
    format!("{}; {}", of(Color::White), of(Color::Black))
}

/// Which dialects write the castling field as it is written.
fn dialect(explanation: &Explanation, field: &str) -> String {
    let setup = &explanation.fen.setup;
    let writers: Vec<&str> =
        [(Dialect::Standard, "standard FEN"), (Dialect::XFen, "X-FEN"), (Dialect::Shredder, "Shredder-FEN")]
            .into_iter()
            .filter(|(dialect, _)| fen::castling_field(setup, *dialect).as_deref() == Some(field))
            .map(|(_, name)| name)
            .collect();
    let letters = match explanation.fen.letters {
        CastlingLetters::None => "no letters",
        CastlingLetters::Sides => "letters of sides",
        CastlingLetters::Files => "letters of files",
        CastlingLetters::Mixed => "letters of sides and of files",
    };
    match explanation.fen.canonical {
        Err(Noncanonical::Order) => format!("{letters}; readable, but in an order that no writer uses"),
        Err(Noncanonical::MixedDialect) => format!("{letters}; readable, but mixed as no writer mixes them"),
        Ok(()) if writers.is_empty() => format!("{letters}; readable, but not as any writer spells it"),
        Ok(()) => format!("{letters}, as in {}", writers.join(" and ")),
    }
}

/// The position that is judged: its moves, its FENs, its start, its legality.
fn position(explanation: &Explanation, page: &mut Page) {
    let setup = &explanation.setup;
    if !explanation.moves.is_empty() {
        page.line("moves played", explanation.moves.join(" "));
        for (color, side, loss) in &explanation.losses {
            let lost = Obstacle::NoRight(loss.clone()).describe(&shakmaty::Setup { turn: *color, ..setup.clone() });
            page.line("right lost", format!("{color} {}: {lost}", side.san()));
        }
    }
    page.line("X-FEN", fen::to_xfen(setup));
    page.line("Shredder-FEN", fen::to_shredder(setup));
    page.line(
        "standard FEN",
        fen::to_standard(setup)
            .unwrap_or_else(|| "cannot be written: standard FEN knows only kings on e and rooks on a and h".to_owned()),
    );
    page.line("start", start(explanation));
    page.line("legality", legality(explanation));
}

fn start(explanation: &Explanation) -> String {
    let setup = &explanation.setup;
    let why_not = || why_not_chess960(setup).map_or(String::new(), |reason| reason.to_string());
    match (Start::classify(setup), Family::of(setup)) {
        (Start::Standard, _) => "number 518, the array of ordinary chess".to_owned(),
        (Start::Chess960(spn), _) => format!("number {spn} of the 960"),
        (Start::Dfrc { white, black }, _) => format!(
            "DFRC, white {white} and black {black}: number {} of 921600",
            pgn960_core::start::dfrc_index(white, black)
        ),
        (_, Some(family)) => {
            format!("shuffle ({}), one of {}, not of the 960: {}", family.describe(), family.size(), why_not())
        }
        _ => format!("none: {}", why_not()),
    }
}

fn legality(explanation: &Explanation) -> String {
    let position = &explanation.position;
    let (turn, board) = (position.turn(), &explanation.setup.board);
    let checkers = board.attacks_to(position.king(turn), turn.other(), board.occupied());
    let moves = |n_moves: usize| counted(n_moves as u64, "legal move");
    let state = match (position.is_check(), position.n_legal_moves()) {
        (true, 0) => format!("{turn} is checkmated by {}", men_text(board, checkers)),
        (false, 0) => format!("{turn} is stalemated"),
        (true, n) => format!("{turn} is to move, in check from {}; {}", men_text(board, checkers), moves(n)),
        (false, n) => format!("{turn} is to move; {}", moves(n)),
    };
    let doubts = position.doubts();
    let word = if doubts.is_empty() { "legal" } else { "can be played on" };
    let doubts: String = doubts.iter().map(|doubt| format!("; no game leads here: {doubt}")).collect();
    format!("{word}: {state}{doubts}")
}

/// A castling with its verdict.
fn castling(verdict: &Verdict, explanation: &Explanation, page: &mut Page) {
    let (setup, color, side) = (&explanation.setup, verdict.color, verdict.side);
    let word = if verdict.is_legal() { "legal" } else { "illegal" };
    page.text += &format!("{color} {} ({side}): {word}\n", side.san());
    page.indent = "  ";
    for obstacle in &verdict.obstacles {
        let words = obstacle.describe(setup);
        page.line("obstacle", format!("{words} [{}, {}]", obstacle.condition(), obstacle.clause()));
    }
    if let Some(geometry) = verdict.geometry {
        let way = |from, to| if from == to { format!("stays on {from}") } else { format!("{from} to {to}") };
        page.line("king", way(geometry.king(), geometry.king_to()));
        page.line("rook", way(geometry.rook(), geometry.rook_to()));
        page.line("UCI", format!("{}{}", geometry.king(), geometry.rook()));
        page.line("method", format!("{}, {}", geometry.method().name(), method_words(geometry.method())));
        page.line("hands", geometry.hand_order().describe());
        page.line("must be empty", squares(geometry.must_be_empty()));
        page.line("must be safe", format!("{} (not attacked)", squares(geometry.must_be_safe())));
    }
    for note in notes(verdict, explanation) {
        page.line("note", note);
    }
    match &verdict.result {
        Some(result) => {
            let after = result.position.to_setup();
            page.line("move", &result.san);
            page.line("X-FEN after", fen::to_xfen(&after));
            page.line("Shredder after", fen::to_shredder(&after));
            page.draw(&after.board, verdict.squares());
        }
        None if verdict.squares().any() => page.draw(&setup.board, verdict.squares()),
        None => {}
    }
    page.indent = "";
}

fn method_words(method: Method) -> &'static str {
    match method {
        Method::DoubleMove => "king and rook both move",
        Method::Transposition => "king and rook swap places",
        Method::KingOnly => "the rook stands on its square already",
        Method::RookOnly => "the king stands on its square already",
    }
}

/// What an arbiter may be asked about this castling.
fn notes(verdict: &Verdict, explanation: &Explanation) -> Vec<String> {
    let setup = &explanation.setup;
    let mut notes = Vec::new();
    if verdict.would_be_legal_by_clear_way_house_rule(setup)
        && let Some(geometry) = verdict.geometry
    {
        let overlooked = geometry.must_be_empty() & !geometry.looked_at_by_house_rule() & setup.board.occupied();
        notes.push(format!(
            "a house rule would allow it, which wants only the squares between king and rook and their two \
             destinations empty; it overlooks {}, and FIDE-II.3.2.7 wants both ways empty",
            squares(overlooked)
        ));
    }
    if verdict.gives_check() {
        notes.push("a house rule would forbid it because the castling rook gives check; the Laws do not".to_owned());
    }
    if verdict.rook_attackers.any()
        && let Some(rook) = verdict.rook
    {
        let by = men_text(&setup.board, verdict.rook_attackers);
        notes.push(format!("the rook on {rook} is attacked by {by}, which by itself forbids nothing"));
    }
    if verdict.is_king_move_legal {
        let king_to = verdict.side.king_to(verdict.color);
        notes.push(format!("`K{king_to}` is legal too; it is a king move, not castling"));
    }
    if verdict.result.as_ref().is_some_and(|result| result.is_only_move) {
        notes.push("it is the only legal move".to_owned());
    }
    notes
}

fn squares(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}
