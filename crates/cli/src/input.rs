//! Opening what the user named: files, directories, standard input, and the compressed forms of each.
//!
//! This is the only file of the program that reads. It knows paths and bytes on disk, and just enough about foreign
//! formats to refuse them with a useful word; what the bytes mean is left to `pgn960_pgn`.

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufRead, BufReader, IsTerminal, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::{Context, Result, bail};

/// How much of a file is looked at to tell what it is, before and after decompression, in bytes.
const HEAD_SIZE: usize = 4096;

/// How much compressed data is read from disk at once, in bytes; what zstd recommends.
const CODEC_BUFFER_SIZE: usize = 128 * 1024;

/// How much a codec is asked for at once, in bytes.
///
/// A codec that meets corrupt data drops whatever it had decoded in the same call, so that calls are kept small.
const CODEC_CALL_SIZE: usize = 64 * 1024;

/// The largest window a zstd frame may ask for, as a power of two, which is what `zstd --long=31` writes.
///
/// Such a frame takes as much memory; ordinary ones take 8 MiB at most.
const ZSTD_WINDOW_LOG_MAX: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };

/// What an opened input is read from: decompressed bytes, made for reads of 256 KiB and more.
///
/// A `read` fails with [`io::ErrorKind::UnexpectedEof`] when a compressed stream is cut off, after all bytes that could
/// be decompressed were delivered, and with [`io::ErrorKind::InvalidData`] when it is corrupt. Any other kind comes
/// from the disk or the pipe.
pub struct Opened {
    /// The first bytes, up to 4096, which will be read again.
    pub head: Vec<u8>,
    /// The compression that the data came in.
    pub codec: Option<Codec>,
    reader: Box<dyn Read + Send>,
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

/// Something to be read, not opened yet.
#[derive(Debug)]
pub struct Input {
    /// The name for display: the path as given (lossily where it is not Unicode), `-` for standard input.
    pub name: String,
    source: Source,
}

/// Where an input comes from.
#[derive(Debug)]
enum Source {
    Stdin,
    File(PathBuf),
    /// Text from the command line.
    Text(Vec<u8>),
    /// Something that could not even be listed, with the reason.
    Unreadable(io::Error),
}

impl Input {
    /// The input for standard input.
    pub fn stdin() -> Self {
        Self { name: "-".to_owned(), source: Source::Stdin }
    }

    /// The input for standard input, unless that is a terminal at which somebody sits.
    pub fn piped() -> Option<Self> {
        (!io::stdin().is_terminal()).then(Self::stdin)
    }

    /// An input that is at hand.
    pub fn text(name: &str, text: Vec<u8>) -> Self {
        Self { name: name.to_owned(), source: Source::Text(text) }
    }

    /// The path of a file; `None` for what is none.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path) => Some(path),
            Source::Stdin | Source::Text(_) | Source::Unreadable(_) => None,
        }
    }

    /// Whether this is a file, or may be one: it is no pipe, device or directory.
    pub fn may_be_file(&self) -> bool {
        // What cannot be looked at is told when it is opened.
        self.path().is_some_and(|path| fs::metadata(path).map_or(true, |metadata| metadata.is_file()))
    }

    /// Whether this is text from the command line.
    pub fn is_text(&self) -> bool {
        matches!(self.source, Source::Text(_))
    }

    /// The input for a file.
    pub fn file(path: PathBuf) -> Self {
        Self { name: path.display().to_string(), source: Source::File(path) }
    }

    fn unreadable(path: &Path, error: io::Error) -> Self {
        Self { name: path.display().to_string(), source: Source::Unreadable(error) }
    }

    /// Its absolute path, with links above it resolved; for standard input a name in the current directory.
    pub fn place(&self) -> Option<PathBuf> {
        match &self.source {
            Source::File(path) => place_of(path),
            Source::Stdin => place_of(Path::new("-")),
            Source::Text(_) | Source::Unreadable(_) => None,
        }
    }

    /// The size on disk in bytes, before decompression; `None` where it is not known, as for pipes.
    pub fn size(&self) -> Option<u64> {
        match &self.source {
            Source::File(path) => fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len()),
            Source::Text(_) => Some(0),
            Source::Stdin | Source::Unreadable(_) => None,
        }
    }

    /// Opens the input, decompressing `.zst`, `.gz` and `.bz2` data, which is told by its first bytes, never by name.
    ///
    /// Streams may be concatenated (several zstd frames, skippable ones included, gzip members or bzip2 streams), and
    /// an empty input is valid. `bytes_read` grows by the bytes taken from disk, before decompression; one counter may
    /// serve many inputs.
    ///
    /// # Errors
    ///
    /// When the input cannot be opened, or when its first bytes show that it is no PGN: archives and compressions other
    /// than the three, UTF-16, HTML, PDF, databases and other binary data. Damage inside compressed data is left to
    /// `read`, see [`Opened`].
    pub fn open(&self, bytes_read: &Arc<AtomicU64>) -> Result<Opened> {
        let open = || match &self.source {
            Source::Stdin => decode(io::stdin(), bytes_read),
            Source::File(path) => decode(File::open(path)?, bytes_read),
            Source::Text(text) => Ok(plain(Sniffed::new(io::Cursor::new(text.clone())))),
            // An `io::Error` cannot be cloned, and an input may be opened twice.
            Source::Unreadable(error) => bail!("{error}"),
        };
        open().with_context(|| format!("cannot read `{}`", self.name))
    }
}

/// The absolute path of a file, with links above it resolved; the file need not exist.
pub fn place_of(path: &Path) -> Option<PathBuf> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(fs::canonicalize(parent).ok()?.join(path.file_name()?))
}

/// The whole text of a small file.
///
/// # Errors
///
/// When it cannot be read or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// The lines of a text file, one after another.
///
/// # Errors
///
/// When it cannot be opened.
pub fn lines(path: &Path) -> Result<impl Iterator<Item = io::Result<String>>> {
    let file = File::open(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(BufReader::new(file).lines())
}

/// How the names of games end, to [`expand`].
pub const GAME_ENDINGS: &[&str] = &[".pgn", ".bpgn"];

/// The inputs that `paths` name, in order; none when there are no paths.
///
/// `-` is standard input. A directory stands for the files below it whose names end in one of `endings`, or in one of
/// these followed by `.zst`, `.gz` or `.bz2`, in any case of letters: in byte order of their path components, without
/// hidden files and without following symbolic links. Everything else is taken whatever its name is. What cannot be
/// read becomes an input that fails to open, in its place.
pub fn expand(paths: &[PathBuf], endings: &[&str]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input::stdin());
        } else if path.is_dir() {
            walk(path, endings, &mut inputs);
        } else {
            inputs.push(Input::file(path.clone()));
        }
    }
    inputs
}

/// Adds the files below `directory`, see [`expand`].
fn walk(directory: &Path, endings: &[&str], inputs: &mut Vec<Input>) {
    let entries = fs::read_dir(directory).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return inputs.push(Input::unreadable(directory, error)),
    };
    entries.sort_by(|a, b| a.file_name().as_encoded_bytes().cmp(b.file_name().as_encoded_bytes()));
    for entry in entries {
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), endings, inputs),
            Ok(kind) if kind.is_file() && has_ending(name.as_encoded_bytes(), endings) => {
                inputs.push(Input::file(entry.path()));
            }
            Ok(_) => {}
            Err(error) => inputs.push(Input::unreadable(&entry.path(), error)),
        }
    }
}

/// Whether a name ends in one of these, packed or not, in any case of letters.
pub fn has_ending(name: &[u8], endings: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    let strip = |suffix: &str| name.strip_suffix(suffix.as_bytes());
    let plain = [".zst", ".gz", ".bz2"].into_iter().find_map(strip).unwrap_or(&name);
    endings.iter().any(|ending| plain.ends_with(ending.as_bytes()))
}

/// Tells what `source` holds and wraps it into what decompresses it.
fn decode(source: impl Read + Send + 'static, bytes_read: &Arc<AtomicU64>) -> Result<Opened> {
    let mut source = Sniffed::new(Disk { source, bytes_read: Arc::clone(bytes_read) });
    if let Some(error) = source.error.take() {
        // Nothing was delivered yet, so that the opening itself can fail.
        return Err(error.into());
    }
    let Some(codec) = Codec::detect(&source.head) else {
        refuse_foreign(&source.head)?;
        return Ok(plain(source));
    };
    let source = BufReader::with_capacity(CODEC_BUFFER_SIZE, source);
    match codec {
        Codec::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(source)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG_MAX)?;
            decoded(decoder, codec)
        }
        Codec::Gzip => decoded(flate2::bufread::MultiGzDecoder::new(source), codec),
        Codec::Bzip2 => decoded(bzip2::bufread::MultiBzDecoder::new(source), codec),
    }
}

/// What is read as it lies there.
fn plain<R: Read + Send + 'static>(source: Sniffed<R>) -> Opened {
    Opened { head: source.head.clone(), codec: None, reader: Box::new(source) }
}

/// Looks at the first bytes that `decoder` yields.
fn decoded(decoder: impl Read + Send + 'static, codec: Codec) -> Result<Opened> {
    let sniffed = Sniffed::new(Decoded { decoder, codec });
    if let Some(inner) = Codec::detect(&sniffed.head) {
        bail!("{inner} data inside {codec} data is not supported; decompress it once");
    }
    refuse_foreign(&sniffed.head).with_context(|| format!("inside {codec} data"))?;
    Ok(Opened { head: sniffed.head.clone(), codec: Some(codec), reader: Box::new(sniffed) })
}

/// A compression we read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// Zstandard.
    Zstd,
    /// gzip.
    Gzip,
    /// bzip2.
    Bzip2,
}

impl Codec {
    /// The compression of a file that starts with `head`, `None` for a plain one.
    ///
    /// A head shorter than the magic bytes is told as far as it goes: a file cut off there is not to be taken for PGN.
    fn detect(head: &[u8]) -> Option<Self> {
        let starts = |magic: &[u8], shortest: usize| {
            head.starts_with(magic) || head.len() >= shortest && magic.starts_with(head)
        };
        // A skippable frame's magic number is any of 0x184D2A50 to 0x184D2A5F, little-endian.
        let skippable = matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
        if skippable || starts(b"\x28\xb5\x2f\xfd", 2) {
            Some(Self::Zstd)
        } else if starts(b"\x1f\x8b", 2) {
            Some(Self::Gzip)
        } else if (b'1'..=b'9').any(|level| {
            // The number of 100 kB per block, then the magic of a block or, in an empty stream, of the stream's end.
            let block = [b'B', b'Z', b'h', level, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
            let end = [b'B', b'Z', b'h', level, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90];
            starts(&block, 3) || starts(&end, 3)
        }) {
            Some(Self::Bzip2)
        } else {
            None
        }
    }
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
        })
    }
}

/// First bytes of files that people take for PGN files, what they are, and what to do with them.
const FOREIGN: &[(&[u8], &str, &str)] = &[
    (b"PK\x03\x04", "a zip archive", "unpack it first"),
    (b"PK\x05\x06", "an empty zip archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"),
    (b"Rar!\x1a\x07", "a rar archive", "unpack it first"),
    (b"\xfd7zXZ\0", "xz data", "recompress it as zst, gz or bz2"),
    (b"LZIP", "lzip data", "recompress it as zst, gz or bz2"),
    (b"\x04\x22\x4d\x18", "lz4 data", "recompress it as zst, gz or bz2"),
    (b"\xff\xfe", "UTF-16 text", "convert it to UTF-8"),
    (b"\xfe\xff", "UTF-16 text", "convert it to UTF-8"),
    (b"%PDF-", "a PDF document", "look for the game file it was made from"),
    (b"SQLite format 3\0", "an SQLite database", "export its games as PGN"),
    (b"Scid.si", "a scid database", "export its games as PGN"),
];

/// Fails when `head` starts something that is surely no PGN file.
fn refuse_foreign(head: &[u8]) -> Result<()> {
    let foreign = FOREIGN.iter().find(|(magic, ..)| head.starts_with(magic)).map(|&(_, what, cure)| (what, cure));
    let foreign = foreign.or_else(|| {
        if head.get(257..262) == Some(b"ustar") {
            Some(("a tar archive", "unpack it first"))
        } else if is_bare_utf16(head) {
            Some(("UTF-16 text", "convert it to UTF-8"))
        } else if is_html(head) {
            Some(("an HTML page", "download the file that it links to"))
        } else if is_binary(head) {
            Some(("binary data", "export the games as PGN when this is a chess database"))
        } else {
            None
        }
    });
    match foreign {
        Some((what, cure)) => bail!("{what} is not supported; {cure}"),
        None => Ok(()),
    }
}

/// Whether `head` looks like UTF-16 without a byte order mark: ASCII characters that alternate with NUL bytes.
///
/// A quarter of the characters may be from elsewhere.
fn is_bare_utf16(head: &[u8]) -> bool {
    let pairs = head[..head.len().min(64)].chunks_exact(2);
    let n_pairs = pairs.len();
    let is_text = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    let little = pairs.clone().filter(|pair| is_text(pair[0]) && pair[1] == 0).count();
    let big = pairs.filter(|pair| pair[0] == 0 && is_text(pair[1])).count();
    n_pairs > 0 && little.max(big) * 4 >= n_pairs * 3
}

/// Whether `head` starts an HTML page, after white space and a byte order mark.
fn is_html(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let starts = |tag: &[u8]| text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    starts(b"<!doctype html") || starts(b"<html")
}

/// Whether `head` holds a NUL byte, or control characters for the most part.
fn is_binary(head: &[u8]) -> bool {
    // DOS ended its text files with a control-Z.
    let is_control = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace() && **byte != 0x1a;
    head.contains(&0) || head.iter().filter(is_control).count() * 2 > head.len()
}

/// A reader whose first bytes were looked at and will be read again.
struct Sniffed<R> {
    /// The first bytes, [`HEAD_SIZE`] of them unless the input is shorter.
    head: Vec<u8>,
    n_delivered: usize,
    /// What ended the head early; its turn comes after the head's bytes.
    error: Option<io::Error>,
    rest: R,
}

impl<R: Read> Sniffed<R> {
    fn new(mut rest: R) -> Self {
        let mut head = Vec::with_capacity(HEAD_SIZE);
        let error = rest.by_ref().take(HEAD_SIZE as u64).read_to_end(&mut head).err();
        Self { head, n_delivered: 0, error, rest }
    }
}

impl<R: Read> Read for Sniffed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.n_delivered < self.head.len() {
            let n_read = (&self.head[self.n_delivered..]).read(buffer)?;
            self.n_delivered += n_read;
            return Ok(n_read);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.rest.read(buffer),
        }
    }
}

/// What lies on disk or comes through a pipe, with its bytes counted.
struct Disk<R> {
    source: R,
    bytes_read: Arc<AtomicU64>,
}

impl<R: Read> Read for Disk<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.source.read(buffer)?;
        self.bytes_read.fetch_add(n_read as u64, Ordering::Relaxed);
        Ok(n_read)
    }
}

/// A decompressor, with the kinds of error that [`Opened`] promises.
struct Decoded<R> {
    decoder: R,
    codec: Codec,
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_wanted = buffer.len().min(CODEC_CALL_SIZE);
        self.decoder.read(&mut buffer[..n_wanted]).map_err(|error| {
            let codec = self.codec;
            if error.raw_os_error().is_some() {
                // The codecs never make up an error of the operating system, so that this is one of the disk.
                error
            } else if error.kind() == io::ErrorKind::UnexpectedEof {
                io::Error::new(io::ErrorKind::UnexpectedEof, format!("{codec} data is cut off"))
            } else {
                // The codecs disagree about the kind of these (`InvalidInput` or `Other`).
                io::Error::new(io::ErrorKind::InvalidData, format!("{codec} data is corrupt: {error}"))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, io::Write};

    use super::*;

    const GAME: &str = "[Event \"Rapid\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";

    const CODECS: [Codec; 3] = [Codec::Zstd, Codec::Gzip, Codec::Bzip2];

    /// Text that is long and varied enough to fill several blocks of each codec.
    fn archive() -> Vec<u8> {
        let mut random = 1_u32;
        let mut text = Vec::new();
        for game in 0..12_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            writeln!(text, "[Round \"{game}\"]\n[Site \"{random:x}\"]\n\n1. e4 {{{:x}}} *\n", random.rotate_left(9))
                .expect("a vector takes everything");
        }
        text
    }

    fn compress(codec: Codec, data: &[u8]) -> Vec<u8> {
        let mut compressed = Vec::new();
        match codec {
            Codec::Zstd => {
                let mut encoder = zstd::Encoder::new(&mut compressed, 3).unwrap();
                encoder.include_checksum(true).unwrap();
                encoder.write_all(data).unwrap();
                encoder.finish().unwrap();
            }
            Codec::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(&mut compressed, flate2::Compression::default());
                encoder.write_all(data).unwrap();
                encoder.finish().unwrap();
            }
            Codec::Bzip2 => {
                let mut encoder = bzip2::write::BzEncoder::new(&mut compressed, bzip2::Compression::new(1));
                encoder.write_all(data).unwrap();
                encoder.finish().unwrap();
            }
        }
        compressed
    }

    fn open(data: &[u8]) -> Result<Opened> {
        decode(io::Cursor::new(data.to_vec()), &Arc::default())
    }

    /// Everything that `opened` yields, and what ended it.
    fn drain(mut opened: Opened) -> (Vec<u8>, Option<io::Error>) {
        let mut data = Vec::new();
        let mut buffer = vec![0; 1 << 20];
        loop {
            match opened.read(&mut buffer) {
                Ok(0) => return (data, None),
                Ok(n_read) => data.extend_from_slice(&buffer[..n_read]),
                Err(error) => return (data, Some(error)),
            }
        }
    }

    #[track_caller]
    fn check(data: &[u8], expected: &[u8]) {
        let (read, error) = drain(open(data).unwrap());
        assert!(error.is_none(), "{error:?}");
        assert!(read == expected, "{} bytes read, {} expected", read.len(), expected.len());
    }

    #[track_caller]
    fn check_refused(data: &[u8], expected: &str) {
        let error = open(data).map(|_| ()).unwrap_err();
        assert_eq!(format!("{error:#}"), expected);
        for codec in CODECS {
            let error = open(&compress(codec, data)).map(|_| ()).unwrap_err();
            assert_eq!(format!("{error:#}"), format!("inside {codec} data: {expected}"));
        }
    }

    #[test]
    fn plain_text_is_read_as_it_is() {
        for text in [
            "",
            "\n",
            "*",
            GAME,
            "\u{feff}[Event \"?\"]\n",
            "%PDF is an escape line\n",
            "\u{1a}",
            "P",
            "B",
            "BZ",
            "(",
            "{<html>}",
        ] {
            check(text.as_bytes(), text.as_bytes());
        }
        check(b"[White \"M\xfcller\"]\n1. e4 \x01 *", b"[White \"M\xfcller\"]\n1. e4 \x01 *");
        check(&archive(), &archive());
    }

    #[test]
    fn compressed_data_is_told_by_its_bytes() {
        for codec in CODECS {
            for text in [b"".as_slice(), GAME.as_bytes(), &archive()] {
                check(&compress(codec, text), text);
            }
        }
    }

    #[test]
    fn concatenated_streams_are_one() {
        for codec in CODECS {
            let mut data = compress(codec, GAME.as_bytes());
            data.extend(compress(codec, b""));
            data.extend(compress(codec, &archive()));
            let mut text = GAME.as_bytes().to_vec();
            text.extend(archive());
            check(&data, &text);
        }
    }

    #[test]
    fn skippable_zstd_frames_are_skipped() {
        let skippable = b"\x53\x2a\x4d\x18\x03\0\0\0abc";
        check(skippable, b"");
        let data = [skippable, compress(Codec::Zstd, GAME.as_bytes()).as_slice(), skippable].concat();
        check(&data, GAME.as_bytes());
    }

    #[test]
    fn long_zstd_windows_are_allowed() {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.long_distance_matching(true).unwrap();
        encoder.window_log(28).unwrap();
        encoder.write_all(&archive()).unwrap();
        check(&encoder.finish().unwrap(), &archive());
    }

    #[test]
    fn cut_off_data_ends_in_an_error_after_all_that_can_be_read() {
        let text = archive();
        for codec in CODECS {
            let data = compress(codec, &text);
            let length = data.len();
            let mut n_previous = 0;
            for n_kept in
                [2, 3, 5, 9, 12, 20, length / 4, length / 2, length - 2000, length - 9, length - 3, length - 1]
            {
                if codec == Codec::Bzip2 && n_kept < 3 {
                    continue;
                }
                let (read, error) = drain(open(&data[..n_kept]).unwrap());
                assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::UnexpectedEof), "{codec} at {n_kept}");
                assert!(text.starts_with(&read), "{codec} at {n_kept}");
                assert!(read.len() >= n_previous, "{codec} at {n_kept}");
                n_previous = read.len();
            }
            assert_eq!(n_previous, text.len(), "all is there when only the checksum is cut off: {codec}");
            // What a block at a time can be decompressed of a half.
            let (read, _) = drain(open(&data[..length / 2]).unwrap());
            assert!(read.len() > text.len() / 3, "{codec}: {} of {}", read.len(), text.len());
        }
    }

    #[test]
    fn a_cut_off_second_stream_is_noticed() {
        for codec in CODECS {
            let first = compress(codec, GAME.as_bytes());
            let second = compress(codec, b"1. d4 *");
            for n_kept in 1..second.len() {
                let data = [first.as_slice(), &second[..n_kept]].concat();
                let (read, error) = drain(open(&data).unwrap());
                assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::UnexpectedEof), "{codec} at {n_kept}");
                assert!(read.starts_with(GAME.as_bytes()), "{codec} at {n_kept}");
            }
        }
    }

    #[test]
    fn corrupt_data_ends_in_an_error() {
        let text = archive();
        for codec in CODECS {
            let data = compress(codec, &text);
            for at in [data.len() / 3, data.len() - 2] {
                let mut data = data.clone();
                data[at..].iter_mut().take(64).for_each(|byte| *byte ^= 0x55);
                let (_, error) = drain(open(&data).unwrap());
                assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::InvalidData), "{codec} at {at}");
            }
            let data = [data.as_slice(), b"\nand some text"].concat();
            let (read, error) = drain(open(&data).unwrap());
            assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::InvalidData), "{codec} with a tail");
            assert!(read == text, "{codec} with a tail: {} of {}", read.len(), text.len());
        }
    }

    #[test]
    fn a_failing_disk_is_no_corrupt_data() {
        struct Failing(io::Cursor<Vec<u8>>);
        impl Read for Failing {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                match self.0.read(buffer)? {
                    0 => Err(io::Error::from_raw_os_error(5)),
                    n_read => Ok(n_read),
                }
            }
        }
        for codec in CODECS {
            let data = compress(codec, &archive());
            let source = Failing(io::Cursor::new(data[..data.len() / 2].to_vec()));
            let (_, error) = drain(decode(source, &Arc::default()).unwrap());
            assert_eq!(error.unwrap().raw_os_error(), Some(5), "{codec}");
        }
        let source = Failing(io::Cursor::new(Vec::new()));
        assert!(decode(source, &Arc::default()).is_err());
    }

    #[test]
    fn foreign_files_are_refused() {
        check_refused(b"PK\x03\x04rest", "a zip archive is not supported; unpack it first");
        check_refused(b"PK\x05\x06", "an empty zip archive is not supported; unpack it first");
        check_refused(b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive is not supported; unpack it first");
        check_refused(b"Rar!\x1a\x07\x01\0", "a rar archive is not supported; unpack it first");
        check_refused(b"\xfd7zXZ\0\0", "xz data is not supported; recompress it as zst, gz or bz2");
        check_refused(b"LZIP\x01", "lzip data is not supported; recompress it as zst, gz or bz2");
        check_refused(b"\x04\x22\x4d\x18", "lz4 data is not supported; recompress it as zst, gz or bz2");
        check_refused(b"%PDF-1.7\n", "a PDF document is not supported; look for the game file it was made from");
        check_refused(b"SQLite format 3\0", "an SQLite database is not supported; export its games as PGN");
        check_refused(b"Scid.si\0\x01", "a scid database is not supported; export its games as PGN");
        let tar = [b"games.pgn".as_slice(), &[0; 248], b"ustar\0"].concat();
        check_refused(&tar, "a tar archive is not supported; unpack it first");
    }

    #[test]
    fn utf16_is_refused() {
        let expected = "UTF-16 text is not supported; convert it to UTF-8";
        let little: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_be_bytes).collect();
        check_refused(&little, expected);
        check_refused(&big, expected);
        check_refused(&[b"\xff\xfe", little.as_slice()].concat(), expected);
        check_refused(&[b"\xfe\xff", big.as_slice()].concat(), expected);
        check_refused(b"\xff\xfe", expected);
        check_refused(b"1\0", expected);
    }

    #[test]
    fn html_is_refused() {
        let expected = "an HTML page is not supported; download the file that it links to";
        check_refused(b"<!DOCTYPE html>", expected);
        check_refused(b" \r\n\t<HTML lang=\"en\">", expected);
        check_refused(b"\xef\xbb\xbf\n<!doctype HTML PUBLIC", expected);
    }

    #[test]
    fn binary_data_is_refused() {
        let expected = "binary data is not supported; export the games as PGN when this is a chess database";
        check_refused(b"\0", expected);
        check_refused(&[GAME.as_bytes(), b"\0"].concat(), expected);
        check_refused(b"\x01\x02\x03a", expected);
        let late = [vec![b'\n'; HEAD_SIZE], vec![0]].concat();
        check(&late, &late);
    }

    #[test]
    fn data_compressed_twice_is_refused() {
        let data = compress(Codec::Gzip, &compress(Codec::Zstd, GAME.as_bytes()));
        let error = open(&data).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "zstd data inside gzip data is not supported; decompress it once");
    }

    #[test]
    fn a_pipe_may_yield_a_byte_at_a_time() {
        struct Trickle(io::Cursor<Vec<u8>>);
        impl Read for Trickle {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let n_wanted = buffer.len().min(1);
                self.0.read(&mut buffer[..n_wanted])
            }
        }
        for codec in CODECS {
            let source = Trickle(io::Cursor::new(compress(codec, GAME.as_bytes())));
            assert_eq!(drain(decode(source, &Arc::default()).unwrap()).0, GAME.as_bytes());
        }
    }

    #[test]
    fn bytes_on_disk_are_counted() {
        let directory = tempfile::tempdir().unwrap();
        for codec in CODECS {
            let path = directory.path().join(codec.to_string());
            let data = compress(codec, &archive());
            fs::write(&path, &data).unwrap();
            let inputs = expand(&[path], GAME_ENDINGS);
            assert_eq!(inputs[0].size(), Some(data.len() as u64));
            let counter = Arc::new(AtomicU64::new(0));
            let (read, error) = drain(inputs[0].open(&counter).unwrap());
            assert!(error.is_none() && read == archive(), "{codec}");
            assert_eq!(counter.load(Ordering::Relaxed), data.len() as u64, "{codec}");
        }
    }

    #[test]
    fn directories_are_walked_in_byte_order() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        for path in [
            "b.pgn",
            "B.PGN",
            "a/z.pgn",
            "a/y.bpgn.zst",
            "a.pgn",
            "a-.pgn",
            "c.Pgn.GZ",
            "d.pgn.bz2",
            "é.pgn",
            ".hidden.pgn",
            ".git/x.pgn",
            "notes.txt",
            "pgn",
            "x.zst",
            "e.pgn.xz",
            "a/b/c.pgn",
        ] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, GAME).unwrap();
        }
        let names: Vec<_> = expand(&[root.to_owned()], GAME_ENDINGS)
            .into_iter()
            .map(|input| input.name.strip_prefix(&format!("{}/", root.display())).unwrap().to_owned())
            .collect();
        assert_eq!(
            names,
            [
                "B.PGN",
                "a/b/c.pgn",
                "a/y.bpgn.zst",
                "a/z.pgn",
                "a-.pgn",
                "a.pgn",
                "b.pgn",
                "c.Pgn.GZ",
                "d.pgn.bz2",
                "é.pgn"
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_are_followed_only_when_named() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        fs::create_dir(root.join("real")).unwrap();
        fs::write(root.join("real/a.pgn"), GAME).unwrap();
        symlink(root.join("real"), root.join("link")).unwrap();
        symlink(root.join("real/a.pgn"), root.join("b.pgn")).unwrap();
        symlink(root, root.join("real/loop")).unwrap();
        let names = |paths: &[PathBuf]| {
            expand(paths, GAME_ENDINGS).into_iter().map(|input| input.name).collect::<BTreeSet<_>>()
        };
        let shown = |path: &str| root.join(path).display().to_string();
        assert_eq!(names(&[root.to_owned()]), BTreeSet::from([shown("real/a.pgn")]));
        assert_eq!(
            names(&[root.join("link"), root.join("b.pgn")]),
            BTreeSet::from([shown("link/a.pgn"), shown("b.pgn")])
        );
    }

    #[test]
    fn explicit_paths_keep_their_order_and_may_fail() {
        let directory = tempfile::tempdir().unwrap();
        let odd = directory.path().join("z.txt");
        fs::write(&odd, GAME).unwrap();
        let missing = directory.path().join("missing.pgn");
        let inputs = expand(&[odd, missing.clone(), PathBuf::from("-")], GAME_ENDINGS);
        assert_eq!(inputs.len(), 3);
        assert_eq!(drain(inputs[0].open(&Arc::default()).unwrap()).0, GAME.as_bytes());
        let error = inputs[1].open(&Arc::default()).map(|_| ()).unwrap_err();
        assert!(format!("{error:#}").starts_with(&format!("cannot read `{}`: ", missing.display())), "{error:#}");
        assert_eq!(inputs[1].size(), None);
        assert_eq!((inputs[2].name.as_str(), inputs[2].size()), ("-", None));
        assert!(expand(&[], GAME_ENDINGS).is_empty());
    }

    #[test]
    fn an_unreadable_directory_is_an_input_that_fails() {
        let mut inputs = Vec::new();
        walk(Path::new("no/such/directory"), GAME_ENDINGS, &mut inputs);
        assert_eq!(inputs.len(), 1);
        assert!(inputs[0].open(&Arc::default()).is_err());
    }
}
