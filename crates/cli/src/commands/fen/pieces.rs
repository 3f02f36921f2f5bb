//! What FENs stand in, and how it is cut into pieces: lists between lines, CSV between records, PGN between games.

use std::{
    io::{self, Read},
    path::Path,
    sync::Arc,
};

use anyhow::{Context, Result, bail};
use pgn960_pgn::{
    location::{BYTE_ORDER_MARK, Place, PlaceFinder, decode},
    split::{Chunk, Limits, Splitter},
};

use crate::{
    args::FenInput,
    input::{GAME_ENDINGS, Input, Opened, has_ending},
    scan::Cut,
};

/// How the names of files with FENs end.
pub const ENDINGS: &[&str] = &[".epd", ".fen", ".pgn", ".bpgn"];

/// What is worked on at a time.
pub enum Piece {
    /// Whole lines of a list; each line of the command line is a FEN, blank or not.
    Lines {
        /// The lines.
        part: Part,
        /// Whether blank lines and comments are passed over.
        has_comments: bool,
    },
    /// Whole records of a CSV file.
    Records(Part, Arc<Table>),
    /// Whole games.
    Games(Chunk),
}

/// A part of a file.
pub struct Part {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Line of the first of them, from 1.
    pub line: u64,
    /// Whether the file starts with it.
    pub is_first: bool,
}

/// Where a CSV file has its FENs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What stands between fields.
    pub delimiter: u8,
    /// Columns with FENs, counted from 0, ascending.
    pub columns: Vec<usize>,
    /// Whether the first record names the columns.
    pub has_header: bool,
}

/// What the user said about the kind of the files.
pub struct Kinds<'a> {
    /// The kind, if told.
    pub input: Option<FenInput>,
    /// Names or numbers of CSV columns.
    pub columns: &'a [String],
    /// What stands between CSV fields, if told.
    pub delimiter: Option<u8>,
    /// Sizes of pieces.
    pub limits: Limits,
}

impl Kinds<'_> {
    /// Cuts an input according to what it is.
    ///
    /// # Errors
    ///
    /// When it is CSV and the column is not told.
    pub fn cut(&self, input: &Input, opened: Opened) -> Result<Cutter> {
        let kind = if input.is_text() { FenInput::Lines } else { self.kind(input.path(), &opened.head) };
        Ok(match kind {
            FenInput::Lines => Cutter::Lines(Parts::new(opened, self.limits, None), !input.is_text()),
            FenInput::Pgn => Cutter::Games(Splitter::new(opened, self.limits)),
            FenInput::Csv => {
                let delimiter = self.delimiter.unwrap_or_else(|| guess_delimiter(&opened.head));
                let table = Table::new(delimiter, self.columns, &opened.head)
                    .with_context(|| format!("cannot read `{}` as CSV", input.name))?;
                let reader = table.reader();
                Cutter::Records(Parts::new(opened, self.limits, Some(reader)), Arc::new(table))
            }
        })
    }

    fn kind(&self, path: Option<&Path>, head: &[u8]) -> FenInput {
        if let Some(kind) = self.input {
            return kind;
        }
        if !self.columns.is_empty() {
            return FenInput::Csv;
        }
        let name = path.and_then(Path::file_name).unwrap_or_default().as_encoded_bytes();
        if has_ending(name, &[".csv", ".tsv"]) {
            FenInput::Csv
        } else if has_ending(name, GAME_ENDINGS) || starts_as_pgn(head) {
            FenInput::Pgn
        } else {
            FenInput::Lines
        }
    }
}

/// Whether the first line that is neither blank nor a comment opens a tag pair or a comment in braces.
fn starts_as_pgn(head: &[u8]) -> bool {
    let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head);
    let mut lines = text.split(|&byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii_start);
    let first = lines.find(|line| !matches!(line.first(), None | Some(b';' | b'%')));
    first.is_some_and(|line| matches!(line.first(), Some(b'[' | b'{')))
}

/// The one of tab, semicolon and comma that is most frequent in the first line; a comma when there is none.
fn guess_delimiter(head: &[u8]) -> u8 {
    let line = head.split(|&byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let count = |delimiter: &u8| line.iter().filter(|&byte| byte == delimiter).count();
    *[b'\t', b';', b','].iter().max_by_key(|delimiter| count(delimiter)).expect("there are three")
}

impl Table {
    /// Finds columns by their names in the first record, or by their numbers.
    fn new(delimiter: u8, columns: &[String], head: &[u8]) -> Result<Table> {
        let mut builder = csv::ReaderBuilder::new();
        let mut reader = builder.delimiter(delimiter).has_headers(false).from_reader(head);
        let first = reader.byte_records().next().transpose()?.unwrap_or_default();
        let names: Vec<String> = first.iter().map(|name| decode(name).into_owned()).collect();
        if columns.is_empty() {
            bail!("name the column of FENs with `--column`; the first record is `{}`", names.join("`, `"));
        }
        let mut has_header = false;
        let mut indices = Vec::new();
        for column in columns {
            let number = column.parse::<usize>().ok().filter(|&number| number > 0);
            let index = match (names.iter().position(|name| name == column), number) {
                (Some(index), _) => {
                    has_header = true;
                    index
                }
                (None, Some(number)) if number <= names.len() => number - 1,
                (None, Some(number)) => bail!("there is no column {number}; the first record has {}", names.len()),
                (None, None) => bail!("no column is named `{column}`; there are `{}`", names.join("`, `")),
            };
            indices.push(index);
        }
        indices.sort_unstable();
        indices.dedup();
        // A first record without anything like a FEN where the FENs should be names the columns.
        has_header |= indices.iter().all(|&index| first.get(index).is_none_or(|field| !field.contains(&b'/')));
        Ok(Table { delimiter, columns: indices, has_header })
    }

    /// A reader of its records, which takes no byte order mark: that is there at the start of the file only, and a
    /// reader begins anew with each part.
    pub fn reader(&self) -> csv_core::Reader {
        let mut reader = csv_core::ReaderBuilder::new().delimiter(self.delimiter).build();
        // It looks for a mark before the first bytes that it reads; an empty line is no record.
        _ = reader.read_field(b"\n", &mut []);
        reader
    }
}

/// Cuts a file into [`Piece`]s.
pub enum Cutter {
    /// Between lines; whether blank lines and comments are passed over.
    Lines(Parts, bool),
    /// Between CSV records.
    Records(Parts, Arc<Table>),
    /// Between games.
    Games(Splitter<Opened>),
}

impl Cut for Cutter {
    type Piece = Piece;

    fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        Ok(match self {
            &mut Cutter::Lines(ref mut parts, has_comments) => {
                parts.next_part()?.map(|part| Piece::Lines { part, has_comments })
            }
            Cutter::Records(parts, table) => parts.next_part()?.map(|part| Piece::Records(part, Arc::clone(table))),
            Cutter::Games(splitter) => splitter.next_chunk()?.map(Piece::Games),
        })
    }

    fn place(&self) -> (u64, Place) {
        match self {
            Cutter::Lines(parts, _) | Cutter::Records(parts, _) => (parts.offset, parts.place),
            Cutter::Games(splitter) => splitter.place(),
        }
    }
}

/// Reads a file part by part.
pub struct Parts {
    opened: Opened,
    limits: Limits,
    /// Finds the ends of CSV records; lines end by themselves.
    records: Option<csv_core::Reader>,
    /// Bytes read and not handed out.
    bytes: Vec<u8>,
    /// Absolute offset and place of the first of them.
    offset: u64,
    place: Place,
    /// How many of them have been, or need not be, looked at for ends, and the last end found.
    n_searched: usize,
    last_end: usize,
    at_end: bool,
}

impl Parts {
    fn new(opened: Opened, limits: Limits, records: Option<csv_core::Reader>) -> Parts {
        let has_mark = records.is_some() && opened.head.starts_with(BYTE_ORDER_MARK);
        Parts {
            n_searched: if has_mark { BYTE_ORDER_MARK.len() } else { 0 },
            opened,
            limits,
            records,
            bytes: Vec::new(),
            offset: 0,
            place: Place::FIRST,
            last_end: 0,
            at_end: false,
        }
    }

    fn next_part(&mut self) -> io::Result<Option<Part>> {
        while !self.at_end && self.last_end == 0 {
            if self.bytes.len() > self.limits.max_game_size {
                (self.at_end, self.bytes) = (true, Vec::new());
                let (size, line) = (self.limits.max_game_size, self.place.line);
                let message = if self.records.is_some() {
                    format!("a record has more than {size} bytes, from line {line} on; perhaps a quote is not closed")
                } else {
                    format!("a line has more than {size} bytes")
                };
                return Err(io::Error::other(message));
            }
            // What was read before an error is handed out after it.
            let n_read = self.fill().inspect_err(|_| self.at_end = true)?;
            self.at_end = n_read == 0;
            self.search();
        }
        let end = if self.at_end { self.bytes.len() } else { self.last_end };
        if end == 0 {
            return Ok(None);
        }
        let rest = self.bytes.split_off(end);
        let part =
            Part { bytes: std::mem::replace(&mut self.bytes, rest), line: self.place.line, is_first: self.offset == 0 };
        self.offset += end as u64;
        self.place = PlaceFinder::new(&part.bytes, part.line).go_to(end);
        (self.n_searched, self.last_end) = (self.n_searched - end.min(self.n_searched), 0);
        Ok(Some(part))
    }

    fn fill(&mut self) -> io::Result<usize> {
        const STEP: usize = 256 << 10;
        let n_bytes = self.bytes.len();
        self.bytes.resize(n_bytes + self.limits.chunk_size.clamp(1, STEP), 0);
        let result = loop {
            match self.opened.read(&mut self.bytes[n_bytes..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.bytes.truncate(n_bytes + *result.as_ref().unwrap_or(&0));
        result
    }

    /// Looks at what was read last for the last end of a line or record. A CR may be half of a line end.
    fn search(&mut self) {
        match &mut self.records {
            None => {
                let is_end =
                    |end: usize| self.bytes[end - 1] != b'\r' || !matches!(self.bytes.get(end), None | Some(b'\n'));
                let from = self.n_searched.saturating_sub(1);
                let mut ends = memchr::memrchr2_iter(b'\n', b'\r', &self.bytes[from..]).map(|at| from + at + 1);
                self.last_end = ends.find(|&end| is_end(end)).unwrap_or(0);
                self.n_searched = self.bytes.len();
            }
            Some(reader) => {
                let (mut fields, mut ends) = ([0; 4096], [0; 64]);
                let n_known = self.bytes.len() - usize::from(self.bytes.ends_with(b"\r"));
                while self.n_searched < n_known {
                    let rest = &self.bytes[self.n_searched..n_known];
                    let (result, n_read, ..) = reader.read_record(rest, &mut fields, &mut ends);
                    self.n_searched += n_read;
                    if result == csv_core::ReadRecordResult::Record {
                        // The reader ends a record between the two bytes of CRLF.
                        let (before, behind) = self.bytes.split_at(self.n_searched);
                        let has_feed = before.ends_with(b"\r") && behind.starts_with(b"\n");
                        self.last_end = self.n_searched + usize::from(has_feed);
                    }
                }
            }
        }
    }
}
