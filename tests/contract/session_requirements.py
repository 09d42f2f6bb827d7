"""Faults of engines and of conversions in stages (FLT-07, FLT-10 to FLT-16), and the tests that show them."""

from __future__ import annotations

from tests.contract.rows import Row, row

COVER = "e2e/test_cover.py::test_"
KILL = "e2e/test_kill.py::test_"
PRODUCTION = "unit/features/rvc/test_production.py::test_"
SERVICE = "unit/features/rvc/test_service.py::test_"
TROUBLE = "unit/engines/test_trouble.py::test_"
RUN = "unit/engines/test_run.py::test_"

SESSION_REQUIREMENTS: dict[str, Row] = {
    "C-6 stages": row(
        "A session survives kill -9 at each stage and continues from the last finished one.",
        COVER + "flt_07_killed_in_any_stage_it_goes_on_from_the_last_finished_one",
        PRODUCTION + "what_quitting_interrupted_goes_on_from_there_in_the_next_life",
        PRODUCTION + "a_result_that_was_put_in_place_when_the_app_died_is_not_made_twice"),
    "C-4 cancel": row(
        "Cancel in every stage: shown within 500 ms, over soon, nothing half, what was finished is kept.",
        COVER + "a_cancel_in_each_stage_is_quick_and_leaves_nothing",
        PRODUCTION + "a_cancel_in_any_stage_leaves_no_half_file_and_keeps_what_was_finished"),
    "FLT-07": row(
        "kill -9 while converting: the source is untouched, nothing half is left, the job can be started again.",
        COVER + "flt_07_killed_in_any_stage_it_goes_on_from_the_last_finished_one",
        KILL + "a_killed_app_leaves_no_child_and_no_file_and_lists_the_job_as_interrupted",
        SERVICE + "a_left_over_of_a_power_cut_is_removed_at_the_next_start"),
    "FLT-10": row(
        "An engine that exits or crashes: a sentence, restarts with growing pauses, after three an end and its log.",
        TROUBLE + "a_child_that_dies_in_a_request_fails_it_and_a_new_one_is_started",
        TROUBLE + "the_pause_before_a_restart_doubles",
        TROUBLE + "three_crashes_in_five_minutes_end_in_failed_and_restart_forgives",
        PRODUCTION + "flt_10_an_engine_that_dies_fails_the_file_with_its_sentence_and_another_one_goes_on"),
    "FLT-11": row(
        "An engine that hangs is found by its heartbeat, a stage that does not get on by its time; both are ended.",
        TROUBLE + "a_child_that_falls_silent_and_ignores_sigterm_is_killed_and_replaced",
        TROUBLE + "a_child_that_beats_but_does_not_read_is_found_out_by_a_ping",
        PRODUCTION + "flt_11_a_stage_that_does_not_get_on_is_ended_after_its_time",
        RUN + "a_child_that_ignores_a_cancel_is_killed_and_a_warm_one_takes_its_place"),
    "FLT-12": row(
        "Out of memory is named, a plan that needs less is offered, and nothing restarts in a loop.",
        TROUBLE + "a_child_that_ran_out_of_memory_says_so_and_is_not_restarted_in_a_loop",
        TROUBLE + "memory_that_runs_out_under_a_limit_is_an_error_of_the_request_only",
        PRODUCTION + "flt_12_out_of_memory_is_named_and_smaller_pieces_are_offered_until_there_are_none",
        PRODUCTION + "flt_12_a_model_too_large_for_the_memory_leads_to_the_basic_way",
        PRODUCTION + "memory_that_cuda_says_is_out_is_told_from_a_lost_card"),
    "FLT-13": row(
        "A garbage answer or half a WAV file is refused; the job fails and the engine is kept.",
        TROUBLE + "a_garbage_answer_fails_that_request_and_the_child_is_kept",
        PRODUCTION + "flt_13_half_a_wav_of_an_engine_is_refused_and_the_engine_kept",
        PRODUCTION + "an_answer_without_a_file_is_refused_and_nothing_counts_as_done"),
    "FLT-14": row(
        "The window dies with engines up: they end at once.",
        TROUBLE + "when_the_app_is_killed_its_child_and_grandchild_are_gone_within_a_second",
        KILL + "a_killed_app_leaves_no_child_and_no_file_and_lists_the_job_as_interrupted",
        COVER + "flt_07_killed_in_any_stage_it_goes_on_from_the_last_finished_one"),
    "FLT-15": row(
        "No old or foreign engine is taken for ours: there is no port, and another version is refused.",
        TROUBLE + "flt_15_an_engine_has_no_port_that_a_stranger_could_hold",
        TROUBLE + "a_child_of_another_version_is_refused_without_another_try"),
    "FLT-16": row(
        "A lost graphics card ends that engine, and going on with the CPU is offered.",
        PRODUCTION + "flt_16_a_lost_graphics_card_ends_that_engine_and_going_on_without_it_is_offered"),
    "C chat": row(
        "A cover said in words is made end to end, with its cost told before; mixing again is quick.",
        COVER + "from_a_dropped_file_and_a_sentence_to_the_cover_in_the_answer",
        "unit/agents/tools/test_rvc_voices.py::test_a_cover_said_in_words_is_on_its_way_when_the_turn_ends",
        "unit/agents/tools/test_rvc_voices.py::test_before_it_is_confirmed_length_time_voice_and_key_are_said",
        "unit/agents/tools/test_rvc_voices.py::test_other_gains_are_only_another_mix_and_the_result_is_there_at_once",
        "unit/agents/offline/test_corpus.py::test_a_cover_with_a_voice_of_the_library_is_understood"),
    "C command line": row(
        "Covers, taking apart and the library without a window, beside an open one.",
        COVER + "the_command_line_makes_the_same_cover_beside_an_open_window",
        COVER + "without_a_model_a_song_goes_from_drop_to_mix_and_into_its_parts"),
}
