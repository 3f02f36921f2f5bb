//! A finding with its line, the place underlined, and the board where the position matters.

use std::{
    io::{self, Write},
    sync::LazyLock,
};

use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};
use pgn960_core::diagram::Diagram;
use pgn960_pgn::lint::{Diagnostic, Severity, diagnose::printable};

use super::{GameRecord, ReportFormat, Statistic, Styles, concise::Concise};

static PLAIN: LazyLock<Renderer> = LazyLock::new(Renderer::plain);
static STYLED: LazyLock<Renderer> = LazyLock::new(Renderer::styled);

/// The format `full`, which tells all but findings as `concise` does.
pub struct Full {
    styles: Styles,
    concise: Concise,
}

impl Full {
    /// With these colours.
    pub fn new(styles: Styles) -> Full {
        Full { styles, concise: Concise::new(styles) }
    }
}

impl ReportFormat for Full {
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Diagnostic) -> io::Result<()> {
        out.write_all(text(&printable(file), finding, &self.styles).as_bytes())
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameRecord) -> io::Result<()> {
        self.concise.game(out, file, game)
    }

    fn hidden(&mut self, out: &mut dyn Write, file: &str, n_hidden: u64) -> io::Result<()> {
        self.concise.hidden(out, file, n_hidden)
    }

    fn statistics(&mut self, out: &mut dyn Write, statistics: &[Statistic]) -> io::Result<()> {
        self.concise.statistics(out, statistics)
    }
}

/// A finding.
fn text(file: &str, finding: &Diagnostic, styles: &Styles) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let line = usize::try_from(finding.start.line).unwrap_or(usize::MAX);
    let mut elements: Vec<Element<'_>> = Vec::new();
    if let Some(excerpt) = &finding.excerpt {
        let annotation = AnnotationKind::Primary.span(excerpt.start..excerpt.end);
        elements.push(Snippet::source(excerpt.text.as_str()).line_start(line).annotation(annotation).into());
    }
    if let Some(game) = finding.game {
        let ply = finding.at_move.as_ref().map(|at_move| format!(", half-move {}", at_move.ply)).unwrap_or_default();
        elements.push(Level::NOTE.message(format!("game {game}{ply}")).into());
    }
    if let Some(at_move) = &finding.at_move {
        for (obstacle, description) in &at_move.obstacles {
            let text = format!("{description} [{}, {}]", obstacle.condition(), obstacle.clause());
            elements.push(Level::NOTE.message(text).into());
        }
    }
    if let Some(hint) = &finding.hint {
        elements.push(Level::HELP.message(hint.as_str()).into());
    }
    let group = level.primary_title(finding.message.as_str()).id(finding.rule.code).elements(elements);
    let renderer = if styles.is_colored { &*STYLED } else { &*PLAIN };
    let report = renderer.render(&[group]);
    // The excerpt may be a part of its line, so that the renderer cannot know the column.
    let (title, body) = report.split_once('\n').unwrap_or((&report, ""));
    let place = styles.place;
    let mut text = format!("{title}\n --> {place}{file}:{}:{}{place:#}\n", finding.start.line, finding.start.column);
    if !body.is_empty() {
        text += &format!("{body}\n");
    }
    if let Some(at_move) = &finding.at_move {
        text += &Diagram::new(&at_move.board).marked(at_move.squares).text();
        text += &format!("{}\n", at_move.fen);
    }
    text + "\n"
}
