//! The rules, one file each.
//!
//! To add one: `cargo xtask new-rule TAG003 missing-roster-tag`.

use super::rule::Rule;

/// Declares the modules of all rules and lists them by code.
macro_rules! rules {
    ($($module:ident,)*) => {
        $(mod $module;)*

        /// All rules, ordered by code.
        pub static RULES: &[&Rule] = &[$(&$module::RULE,)*];
    };
}

rules! {
    cas001_illegal_castling,
    enc001_invalid_utf8,
    fil001_truncated_input,
    fil002_no_game,
    mvt001_unclosed_comment,
    mvt002_stray_brace,
    mvt003_unmatched_parenthesis,
    mvt004_unknown_token,
    mvt005_wrong_move_number,
    mvt006_empty_line_in_movetext,
    mvt007_text_after_marker,
    mvt008_missing_marker,
    mvt009_null_move_in_variation,
    mvt010_oversize_game,
    mvt011_deep_variation,
    mvt012_variation_before_move,
    pos001_missing_variant,
    pos002_unknown_variant,
    pos003_contradicting_variant,
    pos004_other_game,
    pos005_missing_fen,
    pos006_unknown_start,
    pos007_unusable_fen,
    pos008_not_one_of_960,
    pos009_dfrc_under_chess960,
    pos010_rights_without_rook,
    pos011_start_array_without_rights,
    res001_result_mismatch,
    res002_result_against_board,
    res003_open_result_after_end,
    res004_move_after_end,
    res005_nonstandard_marker,
    res006_open_result,
    san001_illegal_move,
    san002_ambiguous_move,
    san003_unreadable_move,
    san004_null_move,
    san005_over_disambiguation,
    san006_wrong_check_sign,
    san007_missing_check_sign,
    san008_missing_capture_sign,
    san009_wrong_capture_sign,
    san010_missing_promotion_sign,
    san011_nonstandard_castling_text,
    san012_coordinate_move,
    san013_long_algebraic_move,
    san014_figurine,
    san015_en_passant_mark,
    san016_double_plus,
    san017_pawn_letter,
    san018_lower_case_promotion,
    san019_wrong_capture_letter,
    san020_missing_pawn_file,
    san021_castling_by_king_target,
    san022_missing_mate_sign,
    tag001_malformed_tag_pair,
    tag002_duplicate_tag,
    tag004_wrong_case_tag_name,
    tag005_missing_setup,
    tag006_setup_zero,
}

#[cfg(test)]
mod tests {
    use super::RULES;

    #[test]
    fn codes_and_names_are_unique_and_in_order() {
        assert!(RULES.windows(2).all(|pair| pair[0].code < pair[1].code));
        let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn rules_are_documented() {
        for rule in RULES {
            let text = rule.text();
            for heading in ["## What it does", "## Why is this bad?", "## Example", "## Source"] {
                assert!(text.contains(heading), "{} lacks `{heading}`", rule.code);
            }
        }
    }
}
