//! `pgn960 spn`: start positions by number, back rank and FEN, and the table of all 960.

use std::io::{self, BufWriter, Write};

use anyhow::{Context, Result};
use pgn960_core::{
    CastlingSide, Position, Start,
    fen::{self, FenError},
    spn::{Spn, back_rank_text, parse_back_rank},
    start,
};
use pgn960_pgn::lint::diagnose::printable;
use shakmaty::{Color, File, Rank, Role, Setup, Square};

use crate::{
    Outcome,
    args::{ListFormat, Numbering, Spn as Args, TABLE},
    complain,
    input::Input,
    lines::{self, each_line},
    table::{self, Cell, Format, Printer},
};

/// Answers every question, or prints the table.
pub fn run(args: &Args) -> Result<Outcome> {
    let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if let Some(format) = args.table {
        print_table(args, format, out)?;
        return Ok(Outcome::Clean);
    }
    let mut run = Run { numbering: args.numbering, printer: Answers::new(args.format, out)?, outcome: Outcome::Clean };
    if args.positions.is_empty() && args.dfrc.is_empty() {
        let piped =
            Input::piped().context("no position: give a number, a back rank, a FEN, or `-` for standard input")?;
        run.answer_lines(&piped)?;
    }
    for (index, word) in args.positions.iter().enumerate() {
        if word == "-" {
            run.answer_lines(&Input::stdin())?;
        } else {
            let found = read_question(word, args.numbering);
            run.answer(word, found, &|| format!("argument {}", index + 1))?;
        }
    }
    for word in &args.dfrc {
        run.answer(word, read_dfrc(word, args.numbering), &|| "--dfrc".to_owned())?;
    }
    run.printer.finish()?;
    Ok(run.outcome)
}

/// A position that was asked for, and what had to be overlooked to read it.
struct Question {
    setup: Setup,
    notes: Vec<String>,
}

/// Why a question cannot be read: a message, and the column of its place if it is about one.
struct Unreadable {
    column: Option<usize>,
    message: String,
}

impl From<String> for Unreadable {
    fn from(message: String) -> Unreadable {
        Unreadable { column: None, message }
    }
}

/// Reads a number, a back rank, a pair of them, or a FEN.
fn read_question(text: &str, numbering: Numbering) -> Result<Question, Unreadable> {
    let text = text.trim();
    let question = |setup| Ok(Question { setup, notes: Vec::new() });
    if let Some(number) = read_number(text) {
        let spn = numbering.read(number?)?;
        return question(start::setup(spn, spn));
    }
    if text.contains(',') && !text.contains('/') {
        return read_dfrc(text, numbering);
    }
    if let Some(back_rank) = parse_back_rank(text) {
        return question(array(&back_rank));
    }
    let is_fen = text.contains('/');
    match fen::read_lenient(text.as_bytes(), None) {
        Ok((fen, notes)) => {
            Ok(Question { setup: fen.setup, notes: notes.into_iter().map(|note| note.message).collect() })
        }
        Err(_) if !is_fen => Err(format!(
            "`{}` is neither a number, nor a back rank of eight letters such as RNBQKBNR, nor a FEN",
            printable(&cut(text))
        )
        .into()),
        Err(error) => Err(unreadable_fen(text, error)),
    }
}

/// Reads the arrays of White and Black, each by its number or back rank, or both by a FEN.
///
/// # Errors
///
/// A message when the text cannot be read, or when an array is not one of the 960.
pub fn read_start(text: &str) -> Result<(Spn, Spn), String> {
    let question = read_question(text, Numbering::From0).map_err(|unreadable| unreadable.message)?;
    match Start::classify(&question.setup) {
        Start::Dfrc { white, black } => Ok((white, black)),
        start => start.spn().map(|spn| (spn, spn)).ok_or_else(|| {
            let reason = start::why_not_chess960(&question.setup).map_or(String::new(), |why| format!(": {why}"));
            format!("`{}` is not one of the 960{reason}", printable(&cut(text)))
        }),
    }
}

fn unreadable_fen(text: &str, error: FenError) -> Unreadable {
    // Lenient reading has one fault that a shell makes: a FEN without quotes falls into its words.
    let hint = if text.contains(' ') { "" } else { " (a FEN has blanks; on a command line it needs quotes)" };
    let before = text.get(..error.span.start).unwrap_or(text);
    Unreadable { column: Some(before.chars().count() + 1), message: format!("{}{hint}", printable(&error.message)) }
}

/// A number, if the text is one; it may still be too large.
fn read_number(text: &str) -> Option<Result<u64, String>> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().map_err(|_| format!("`{}` is no start position number", cut(text))))
}

/// Reads two numbers or back ranks joined by a comma, or the index of the pair.
fn read_dfrc(text: &str, numbering: Numbering) -> Result<Question, Unreadable> {
    let question = |(white, black)| Question { setup: start::setup(white, black), notes: Vec::new() };
    if let Some(index) = read_number(text) {
        let pair = u32::try_from(index?).ok().and_then(start::from_dfrc_index);
        return pair
            .map(question)
            .ok_or_else(|| format!("there is no DFRC start {text}: they run from 0 to 921599").into());
    }
    let array = |text: &str| -> Result<Spn, String> {
        let text = text.trim();
        if let Some(number) = read_number(text) {
            return numbering.read(number?);
        }
        let back_rank = parse_back_rank(text)
            .ok_or_else(|| format!("`{}` is neither a number nor a back rank", printable(&cut(text))))?;
        Spn::from_back_rank(&back_rank).ok_or_else(|| {
            let reason = start::why_not_chess960(&array(&back_rank)).map_or(String::new(), |why| format!(": {why}"));
            format!("`{text}` is not one of the 960{reason}")
        })
    };
    match text.split_once(',') {
        Some((white, black)) => Ok(question((array(white)?, array(black)?))),
        None => Err("expected White's and Black's start position joined by a comma, such as 0,953".to_owned().into()),
    }
}

/// The position with this back rank for both sides, whether or not it is one of the 960; without castling rights.
fn array(back_rank: &[Role; 8]) -> Setup {
    let mut setup = start::setup(Spn::STANDARD, Spn::STANDARD);
    for (&role, file) in back_rank.iter().zip(File::ALL) {
        for (color, rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
            setup.board.set_piece_at(Square::from_coords(file, rank), role.of(color));
        }
    }
    setup.castling_rights = start::full_rights(&setup).unwrap_or_default();
    setup
}

/// The beginning of a text, for a message.
fn cut(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Questions on their way to answers.
struct Run<W: Write> {
    numbering: Numbering,
    printer: Answers<W>,
    outcome: Outcome,
}

impl<W: Write> Run<W> {
    /// Answers a question a line.
    fn answer_lines(&mut self, input: &Input) -> Result<()> {
        each_line(input, |line| {
            let place = || format!("line {}", line.number);
            if line.is_cut {
                let message = format!("the line is longer than {} bytes", lines::LONGEST);
                return self.answer("", Err(message.into()), &place);
            }
            let text = String::from_utf8_lossy(line.bytes);
            self.answer(&text, read_question(&text, self.numbering), &place)
        })
    }

    fn answer(&mut self, text: &str, question: Result<Question, Unreadable>, place: &dyn Fn() -> String) -> Result<()> {
        match question {
            Ok(question) => {
                let answer = Answer::new(text.trim(), question);
                if answer.arrays.is_none() {
                    self.outcome = Outcome::Findings;
                }
                self.printer.print(&answer, self.numbering)
            }
            Err(Unreadable { column, message }) => {
                self.outcome = Outcome::Findings;
                let column = column.map_or(String::new(), |column| format!(", column {column}"));
                complain(&format!("{}{column}: {message}", place()));
                Ok(())
            }
        }
    }
}

/// What there is to say of a position.
struct Answer {
    input: String,
    start: Start,
    family: Option<start::Family>,
    /// White's and Black's array, if both are of the 960.
    arrays: Option<(Spn, Spn)>,
    /// The position; of a start with all castling rights.
    setup: Setup,
    /// Why it is not one of the 960.
    why_not: Option<String>,
    notes: Vec<String>,
}

impl Answer {
    fn new(input: &str, question: Question) -> Answer {
        let Question { setup, mut notes } = question;
        let start = Start::classify(&setup);
        let arrays = match start {
            Start::Dfrc { white, black } => Some((white, black)),
            start => start.spn().map(|spn| (spn, spn)),
        };
        let full = arrays.map(|(white, black)| start::setup(white, black));
        if full.as_ref().is_some_and(|full| full.castling_rights != setup.castling_rights) {
            notes.push("the FEN given lacks castling rights that this start has".to_owned());
        }
        Answer {
            input: input.to_owned(),
            start,
            family: start::Family::of(&setup),
            arrays,
            why_not: start::why_not_chess960(&setup).map(|reason| reason.to_string()),
            setup: full.unwrap_or(setup),
            notes,
        }
    }

    fn kind(&self) -> &'static str {
        match self.start {
            Start::Standard => "standard",
            Start::Chess960(_) => "chess960",
            Start::Dfrc { .. } => "dfrc",
            Start::Shuffle => "shuffle",
            Start::Other => "other",
        }
    }

    fn back_rank(&self, color: Color) -> Option<String> {
        start::back_rank(&self.setup.board, color).map(|back_rank| back_rank_text(&back_rank))
    }

    fn cells(&self, numbering: Numbering) -> [Cell; START_COLUMNS.len() + 4] {
        let number = |spn: Option<Spn>| Cell::number(spn.map(|spn| numbering.number(spn)));
        let text = |text: Option<String>| Cell::Text(text.unwrap_or_default());
        [
            Cell::text(&self.input),
            Cell::text(self.kind()),
            number(self.start.spn()),
            number(self.arrays.map(|(white, _)| white)),
            number(self.arrays.map(|(_, black)| black)),
            Cell::number(self.arrays.map(|(white, black)| start::dfrc_index(white, black))),
            text(self.back_rank(Color::White)),
            text(self.back_rank(Color::Black)),
            Cell::text(fen::to_xfen(&self.setup)),
            Cell::text(fen::to_shredder(&self.setup)),
            text(self.why_not.clone()),
            Cell::text(self.notes.join("; ")),
        ]
    }

    fn text(&self, numbering: Numbering) -> String {
        let number = |spn| numbering.number(spn);
        let start = match (self.start, self.family) {
            (Start::Standard, _) => format!("{}, the array of ordinary chess", number(Spn::STANDARD)),
            (Start::Chess960(spn), _) => number(spn).to_string(),
            (Start::Dfrc { white, black }, _) => format!("none (DFRC {}:{})", number(white), number(black)),
            (Start::Shuffle | Start::Other, Some(family)) => {
                format!("none (shuffle: {}, one of {})", family.describe(), family.size())
            }
            (Start::Shuffle | Start::Other, None) => "none".to_owned(),
        };
        let back_rank = match [Color::White, Color::Black].map(|color| self.back_rank(color)) {
            [Some(white), Some(black)] if white == black => Some(white),
            [Some(white), Some(black)] => Some(format!("{white} (white), {black} (black)")),
            _ => None,
        };
        let index = self.arrays.map(|(white, black)| start::dfrc_index(white, black).to_string());
        let lines = [
            ("SPN", Some(start)),
            ("because", self.why_not.clone().filter(|_| self.arrays.is_none())),
            ("back rank", back_rank),
            ("DFRC index", index),
            ("X-FEN", Some(fen::to_xfen(&self.setup))),
            ("Shredder-FEN", Some(fen::to_shredder(&self.setup))),
        ];
        let lines = lines.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let notes = self.notes.iter().map(|note| ("note", note.clone()));
        lines.chain(notes).map(|(name, value)| format!("{name:<13} {}\n", printable(&value))).collect()
    }
}

/// Names of the cells that tell a start position.
pub const START_COLUMNS: [&str; 8] =
    ["spn", "dfrc_white", "dfrc_black", "dfrc_index", "white_back_rank", "black_back_rank", "xfen", "shredder_fen"];

/// Names of the cells of an answer.
fn columns() -> Vec<&'static str> {
    [&["input", "kind"], &START_COLUMNS[..], &["why_not", "notes"]].concat()
}

/// Answers in one of the formats.
enum Answers<W: Write> {
    Text { out: W, is_first: bool },
    Table(Printer<W>),
}

impl<W: Write> Answers<W> {
    fn new(format: ListFormat, out: W) -> Result<Answers<W>> {
        Ok(match format {
            ListFormat::Text => Answers::Text { out, is_first: true },
            ListFormat::Json => Answers::Table(Printer::new(Format::Json, &columns(), out)?),
            ListFormat::Csv => Answers::Table(Printer::new(Format::Csv, &columns(), out)?),
        })
    }

    fn print(&mut self, answer: &Answer, numbering: Numbering) -> Result<()> {
        match self {
            Answers::Text { out, is_first } => {
                let gap = if std::mem::take(is_first) { "" } else { "\n" };
                write!(out, "{gap}{}", answer.text(numbering))?;
            }
            Answers::Table(printer) => printer.row(&answer.cells(numbering))?,
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Answers::Text { mut out, .. } => out.flush(),
            Answers::Table(printer) => printer.finish().map(drop),
        }
    }
}

/// What the table says of a start position.
fn table_row(spn: Spn, numbering: Numbering) -> [Cell; TABLE.len()] {
    let setup = start::setup(spn, spn);
    let number = |numbering: Numbering, spn| Cell::Number(numbering.number(spn).into());
    let [a_rook, king, h_rook] = spn.rooks_and_king().map(|file| Cell::text(file.char()));
    let [a_method, h_method] =
        CastlingSide::ALL.map(|side| Cell::text(spn.castling(Color::White, side).method().name()));
    let [can_castle_a, can_castle_h] = CastlingSide::ALL.map(|side| Cell::Flag(spn.can_castle_at_once(side)));
    let [is_obstructed_a, is_obstructed_h] =
        CastlingSide::ALL.map(|side| Cell::Flag(spn.is_obstructed_by_other_rook(side)));
    [
        number(numbering, spn),
        number(Numbering::From1, spn),
        Cell::text(back_rank_text(&spn.back_rank())),
        Cell::text(fen::to_xfen(&setup)),
        Cell::text(fen::to_shredder(&setup)),
        a_rook,
        king,
        h_rook,
        a_method,
        h_method,
        can_castle_a,
        can_castle_h,
        is_obstructed_a,
        is_obstructed_h,
        number(numbering, spn.mirrored()),
        Cell::number(Position::from_setup(setup).ok().map(|position| position.n_legal_moves() as u64)),
    ]
}

fn print_table(args: &Args, format: Format, out: impl Write) -> Result<()> {
    let columns = TABLE.map(|(name, _)| name);
    let find = |name: &str| table::find_column(&columns, name);
    let conditions = args.conditions.iter().map(|condition| Ok((find(&condition.column)?, &condition.value)));
    let conditions: Vec<(usize, &String)> = conditions.collect::<Result<_>>()?;
    let mut printer = Printer::new(format, &columns, out)?;
    for spn in Spn::all() {
        let row = table_row(spn, args.numbering);
        // No column has values that differ in nothing but the case of their letters.
        if conditions.iter().all(|(column, value)| row[*column].to_string().eq_ignore_ascii_case(value)) {
            printer.row(&row)?;
        }
    }
    printer.finish()?;
    Ok(())
}
