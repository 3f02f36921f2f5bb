//! The rules, one file each.
//!
//! To add one: `cargo xtask new-rule TAG003 missing-roster-tag`.

mod cas001_illegal_castling;
mod enc001_invalid_utf8;
mod enc002_byte_order_mark;
mod enc003_control_character;
mod enc004_tab;
mod enc005_mixed_line_ends;
mod enc006_carriage_return_line_ends;
mod fil001_truncated_input;
mod fil002_no_game;
mod fil003_mixed_variants;
mod fil004_out_of_order;
mod fil005_header_only_block;
mod fil006_duplicate_game;
mod fil007_repeated_pairing;
mod fil008_player_on_two_boards;
mod fil009_other_start_in_round;
mod fil010_unequal_colour_pair;
mod fil011_missing_round;
mod fil012_repeated_board;
mod fil013_kings_in_centre;
mod mvt001_unclosed_comment;
mod mvt002_stray_brace;
mod mvt003_unmatched_parenthesis;
mod mvt004_unknown_token;
mod mvt005_wrong_move_number;
mod mvt006_empty_line_in_movetext;
mod mvt007_text_after_marker;
mod mvt008_missing_marker;
mod mvt009_null_move_in_variation;
mod mvt010_oversize_game;
mod mvt011_deep_variation;
mod mvt012_variation_before_move;
mod mvt013_nested_brace;
mod mvt014_empty_variation;
mod mvt015_malformed_command;
mod mvt016_impossible_clock;
mod mvt017_rising_clock;
mod mvt018_glyph_out_of_range;
mod mvt019_null_glyph;
mod mvt020_text_before_tags;
mod mvt021_movetext_without_tags;
mod mvt022_missing_empty_line;
mod mvt023_long_line;
mod mvt024_repeated_marker;
mod mvt025_marker_in_variation;
mod mvt026_escape_line;
mod mvt027_trailing_blank;
mod mvt028_extra_empty_line;
mod pos001_missing_variant;
mod pos002_unknown_variant;
mod pos003_contradicting_variant;
mod pos004_other_game;
mod pos005_missing_fen;
mod pos006_unknown_start;
mod pos007_unusable_fen;
mod pos008_not_one_of_960;
mod pos009_dfrc_under_chess960;
mod pos010_rights_without_rook;
mod pos011_start_array_without_rights;
mod pos012_imprecise_fen;
mod pos013_minority_castling_dialect;
mod pos014_unusual_variant_spelling;
mod pos015_noncanonical_castling_field;
mod pos016_two_fens;
mod pos017_contradicting_current_position;
mod pos018_opening_in_chess960;
mod res001_result_mismatch;
mod res002_result_against_board;
mod res003_open_result_after_end;
mod res004_move_after_end;
mod res005_nonstandard_marker;
mod res006_open_result;
mod res007_move_after_fivefold;
mod res008_move_after_75_moves;
mod res009_move_after_dead_position;
mod res010_threefold_repetition;
mod res011_fifty_moves;
mod res012_result_against_termination;
mod res013_won_dead_position;
mod san001_illegal_move;
mod san002_ambiguous_move;
mod san003_unreadable_move;
mod san004_null_move;
mod san005_over_disambiguation;
mod san006_wrong_check_sign;
mod san007_missing_check_sign;
mod san008_missing_capture_sign;
mod san009_wrong_capture_sign;
mod san010_missing_promotion_sign;
mod san011_nonstandard_castling_text;
mod san012_coordinate_move;
mod san013_long_algebraic_move;
mod san014_figurine;
mod san015_en_passant_mark;
mod san016_double_plus;
mod san017_pawn_letter;
mod san018_lower_case_promotion;
mod san019_wrong_capture_letter;
mod san020_missing_pawn_file;
mod san021_castling_by_king_target;
mod san022_missing_mate_sign;
mod san023_double_glyph;
mod san024_suffix_glyph;
mod san025_localized_piece_letters;
mod tag001_malformed_tag_pair;
mod tag002_duplicate_tag;
mod tag003_missing_roster_tag;
mod tag004_wrong_case_tag_name;
mod tag005_missing_setup;
mod tag006_setup_zero;
mod tag007_unknown_result;
mod tag008_bad_date;
mod tag009_bad_round;
mod tag010_bad_rating;
mod tag011_bad_time_control;
mod tag012_free_termination;
mod tag013_bad_fide_id;
mod tag014_misspelled_tag_name;
mod tag015_tag_out_of_order;
mod tag016_long_tag_value;
mod tag017_wrong_ply_count;

use super::rule::Rule;

/// Lists the rules by code.
macro_rules! rules {
    ($($module:ident,)*) => {
        /// All rules, ordered by code.
        pub static RULES: &[&Rule] = &[$(&$module::RULE,)*];
    };
}

rules! {
    cas001_illegal_castling,
    enc001_invalid_utf8,
    enc002_byte_order_mark,
    enc003_control_character,
    enc004_tab,
    enc005_mixed_line_ends,
    enc006_carriage_return_line_ends,
    fil001_truncated_input,
    fil002_no_game,
    fil003_mixed_variants,
    fil004_out_of_order,
    fil005_header_only_block,
    fil006_duplicate_game,
    fil007_repeated_pairing,
    fil008_player_on_two_boards,
    fil009_other_start_in_round,
    fil010_unequal_colour_pair,
    fil011_missing_round,
    fil012_repeated_board,
    fil013_kings_in_centre,
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
    mvt013_nested_brace,
    mvt014_empty_variation,
    mvt015_malformed_command,
    mvt016_impossible_clock,
    mvt017_rising_clock,
    mvt018_glyph_out_of_range,
    mvt019_null_glyph,
    mvt020_text_before_tags,
    mvt021_movetext_without_tags,
    mvt022_missing_empty_line,
    mvt023_long_line,
    mvt024_repeated_marker,
    mvt025_marker_in_variation,
    mvt026_escape_line,
    mvt027_trailing_blank,
    mvt028_extra_empty_line,
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
    pos012_imprecise_fen,
    pos013_minority_castling_dialect,
    pos014_unusual_variant_spelling,
    pos015_noncanonical_castling_field,
    pos016_two_fens,
    pos017_contradicting_current_position,
    pos018_opening_in_chess960,
    res001_result_mismatch,
    res002_result_against_board,
    res003_open_result_after_end,
    res004_move_after_end,
    res005_nonstandard_marker,
    res006_open_result,
    res007_move_after_fivefold,
    res008_move_after_75_moves,
    res009_move_after_dead_position,
    res010_threefold_repetition,
    res011_fifty_moves,
    res012_result_against_termination,
    res013_won_dead_position,
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
    san023_double_glyph,
    san024_suffix_glyph,
    san025_localized_piece_letters,
    tag001_malformed_tag_pair,
    tag002_duplicate_tag,
    tag003_missing_roster_tag,
    tag004_wrong_case_tag_name,
    tag005_missing_setup,
    tag006_setup_zero,
    tag007_unknown_result,
    tag008_bad_date,
    tag009_bad_round,
    tag010_bad_rating,
    tag011_bad_time_control,
    tag012_free_termination,
    tag013_bad_fide_id,
    tag014_misspelled_tag_name,
    tag015_tag_out_of_order,
    tag016_long_tag_value,
    tag017_wrong_ply_count,
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
