//! `pgn960 castling-table`: what each of the 84 castlings asks of the board.

use std::io::{self, Write};

use anyhow::{Result, bail};
use pgn960_core::{CastlingSide, Geometry};
use shakmaty::Square;

use crate::{
    Outcome,
    args::{CastlingTable as Args, ListFormat},
    table::{Cell, Format, Printer, aligned},
};

/// Prints the castlings asked for.
pub fn run(args: &Args) -> Result<Outcome> {
    let is_asked = |wanted: Option<Square>, square| wanted.is_none_or(|wanted| wanted == square);
    let found: Vec<Geometry> = Geometry::all()
        .filter(|geometry| is_asked(args.king, geometry.king()) && is_asked(args.rook, geometry.rook()))
        .collect();
    if found.is_empty() {
        bail!("{}", why_none(args));
    }
    let mut out = io::stdout().lock();
    match (args.format, &found[..]) {
        (ListFormat::Text, [geometry]) => out.write_all(description(*geometry).as_bytes())?,
        (ListFormat::Text, _) => out.write_all(overview(&found).as_bytes())?,
        (ListFormat::Json, _) => print_all(&found, Format::Json, &mut out)?,
        (ListFormat::Csv, _) => print_all(&found, Format::Csv, &mut out)?,
    }
    out.flush()?;
    Ok(Outcome::Clean)
}

/// Why no castling has the king and the rook on the squares asked for.
fn why_none(args: &Args) -> String {
    let exists = |has: &dyn Fn(Geometry) -> bool| Geometry::all().any(has);
    match (args.king, args.rook) {
        (Some(king), _) if !exists(&|geometry| geometry.king() == king) => {
            format!("no castling has its king on {king}: kings start on b1 to g1 or b8 to g8")
        }
        (_, Some(rook)) if !exists(&|geometry| geometry.rook() == rook) => {
            format!("no castling has its rook on {rook}: rooks start on the first or the eighth rank")
        }
        (Some(king), Some(rook)) => format!("no castling has its king on {king} and its rook on {rook}"),
        _ => "no castling is such".to_owned(),
    }
}

/// The columns of the table of castlings: their names, and how they are called for reading.
const COLUMNS: [(&str, &str); 23] = [
    ("id", "id"),
    ("color", "color"),
    ("side", "side"),
    ("san", "SAN"),
    ("king_from", "king from"),
    ("rook_from", "rook from"),
    ("king_to", "king to"),
    ("rook_to", "rook to"),
    ("method", "method"),
    ("squares_that_must_be_empty", "must be empty"),
    ("squares_that_must_not_be_attacked", "must not be attacked"),
    ("squares_king_crosses", "crossed by the king"),
    ("squares_only_rook_uses_may_be_attacked", "may be attacked, used by the rook only"),
    ("order_of_moving", "order in which the hands may move"),
    ("who_jumps", "piece that jumps over the other"),
    ("king_jumps_castling_rook_square", "king passes the square of the rook"),
    ("king_lands_on_castling_rook_square", "king lands on the square of the rook"),
    ("first_half_may_be_plain_king_move", "may begin like a plain king move"),
    ("first_half_may_be_plain_rook_move", "may begin like a plain rook move"),
    ("rule_r_squares_that_may_stay_occupied", "may be occupied, unlike in classical castling"),
    ("enemy_rook_or_queen_unmasked_from", "an enemy rook or queen there would give check"),
    ("start_positions", "start positions with king and rook so"),
    ("uci_960", "UCI_Chess960"),
];

fn row(geometry: Geometry) -> [Cell; COLUMNS.len()] {
    let (color, king, rook) = (geometry.color().char(), geometry.king(), geometry.rook());
    let side = side_letter(geometry.side());
    [
        Cell::text(format!("{color}{side}{}{}", king.file(), rook.file())),
        Cell::text(color),
        Cell::text(side),
        Cell::text(geometry.side().san()),
        Cell::text(king.to_string()),
        Cell::text(rook.to_string()),
        Cell::text(geometry.king_to().to_string()),
        Cell::text(geometry.rook_to().to_string()),
        Cell::text(geometry.method().name()),
        Cell::Squares(geometry.must_be_empty()),
        Cell::Squares(geometry.must_be_safe()),
        Cell::Squares(geometry.crossed_by_king()),
        Cell::Squares(geometry.of_rook_only()),
        Cell::text(geometry.hand_order().name()),
        Cell::text(geometry.jumper().name()),
        Cell::Flag(geometry.jumps_rook_square()),
        Cell::Flag(geometry.lands_on_rook()),
        Cell::Flag(geometry.may_begin_as_king_move()),
        Cell::Flag(geometry.may_begin_as_rook_move()),
        Cell::Squares(geometry.may_stay_occupied()),
        Cell::Squares(geometry.unmasked_from()),
        Cell::Number(geometry.n_start_positions() as u64),
        Cell::text(format!("{king}{rook}")),
    ]
}

/// `a` or `h`.
pub fn side_letter(side: CastlingSide) -> char {
    match side {
        CastlingSide::ASide => 'a',
        CastlingSide::HSide => 'h',
    }
}

fn print_all(geometries: &[Geometry], format: Format, out: impl Write) -> Result<()> {
    let mut printer = Printer::new(format, &COLUMNS.map(|(name, _)| name), out)?;
    for &geometry in geometries {
        printer.row(&row(geometry))?;
    }
    printer.finish()?;
    Ok(())
}

fn overview(geometries: &[Geometry]) -> String {
    let heading = ["castling", "king", "rook", "method", "must be empty", "must not be attacked", "hands", "starts"];
    let squares = |squares| match Cell::Squares(squares).to_string() {
        text if text.is_empty() => "-".to_owned(),
        text => text,
    };
    let rows = geometries.iter().map(|geometry| {
        vec![
            format!("{} {}", geometry.color(), geometry.side().san()),
            format!("{}-{}", geometry.king(), geometry.king_to()),
            format!("{}-{}", geometry.rook(), geometry.rook_to()),
            geometry.method().name().to_owned(),
            squares(geometry.must_be_empty()),
            squares(geometry.must_be_safe()),
            geometry.hand_order().name().to_owned(),
            geometry.n_start_positions().to_string(),
        ]
    });
    let rows: Vec<_> = std::iter::once(heading.map(str::to_owned).to_vec()).chain(rows).collect();
    aligned(&rows)
}

fn description(geometry: Geometry) -> String {
    let labels = COLUMNS.iter().map(|(_, label)| (*label).to_owned());
    let rows: Vec<_> = labels.zip(row(geometry)).map(|(label, cell)| vec![label, cell_words(&cell)]).collect();
    aligned(&rows)
}

/// A cell for reading.
fn cell_words(cell: &Cell) -> String {
    match cell {
        Cell::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        cell => match cell.to_string() {
            text if text.is_empty() => "none".to_owned(),
            text => text,
        },
    }
}
