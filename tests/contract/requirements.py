"""What the app promises, and the tests that show it: the first slice here, the second in ``agent_requirements``.

Rows: "A-1" to "A-10" are the promises of the issue "The app stands up" ("Must show"), FLT and CFG those of the
table of faults and of damaged settings and data.
"""

from __future__ import annotations

from tests.contract.agent_requirements import AGENT_REQUIREMENTS
from tests.contract.knowledge_requirements import KNOWLEDGE_REQUIREMENTS
from tests.contract.model_requirements import MODEL_REQUIREMENTS
from tests.contract.rows import Row, row
from tests.contract.session_requirements import SESSION_REQUIREMENTS

START = "e2e/test_start.py::test_"
CLOSE = "e2e/test_close.py::test_"
INSTANCE = "e2e/test_instance.py::test_"
SESSION = "e2e/test_session.py::test_"
FAULTS = "e2e/test_faults.py::test_"
UPDATE = "e2e/test_update.py::test_"
DOCTOR = "e2e/test_doctor.py::test_"
CONVERT = "e2e/test_cli_convert.py::test_"
SHOTS = "e2e/test_shots.py::test_"
LOOP = "unit/test_loop.py::test_"
DATABASE = "unit/data/test_database.py::test_"
RECOVERY = "unit/data/test_recovery.py::test_"
MIGRATIONS = "unit/data/test_migrations.py::test_"
FULL = "unit/data/test_disk_full.py::test_"
HOME = "unit/data/test_home.py::test_"
FILES = "unit/data/test_files.py::test_"
STORE = "unit/settings/test_store.py::test_"
SECRETS = "unit/settings/test_secrets.py::test_"
JOBS = "unit/jobs/test_queue.py::test_"
RESTART = "unit/jobs/test_restart.py::test_"
TROUBLE = "unit/jobs/test_trouble.py::test_"
ENGINES = "unit/engines/test_run.py::test_"
ENGINE_TROUBLE = "unit/engines/test_trouble.py::test_"
CONVERSION = "unit/features/rvc/test_conversion.py::test_"
SERVICE = "unit/features/rvc/test_service.py::test_"
PANEL = "ui/panels/test_rvc_panel.py::test_"

REQUIREMENTS: dict[str, Row] = {
    # Must show
    "A-1 screen": row(
        "With no display the first command says so and how to go on.",
        START + "without_a_screen_the_app_says_so_and_how_to_go_on",
        "unit/app/test_display.py::test_without_a_screen_the_sentence_says_how_to_go_on",
        "unit/app/test_display.py::test_a_missing_library_is_named_by_its_package",
        DOCTOR + "without_a_screen_the_doctor_says_so_as_a_note"),
    "A-1 set-up": row(
        "One command sets up and opens the window; .ci/run is the second one in a fresh clone.",
        UPDATE + "flt_42_without_a_running_app_the_packages_are_installed",
        UPDATE + "flt_42_the_app_itself_still_starts_and_wakes_the_open_window",
        START + "an_unknown_command_is_a_usage_error", START + "the_version_is_that_of_the_package",
        DOCTOR + "on_a_machine_that_can_work_the_doctor_says_so_and_leaves_nothing"),
    "A-2 kinds and names": row(
        "30 files over formats, rates, layouts and names give 30 results as long and as wide, read by another decoder.",
        CONVERT + "thirty_files_of_every_kind_and_name_come_out_as_long_and_as_wide",
        CONVERSION + "every_name_gives_a_result_beside_it",
        "engine/audio/test_source_matrix.py::test_every_rate_and_layout_keeps_duration_channels_and_sound"),
    "A-2 broken": row(
        "Broken inputs give one sentence each and exit code 2; the good ones beside them finish.",
        CONVERT + "broken_files_get_one_sentence_each_and_the_good_one_beside_them_is_done",
        CONVERT + "a_truncated_file_gives_what_can_be_read_and_says_so",
        "engine/audio/test_aud_corpus.py::test_refused_with_one_code",
        SERVICE + "one_broken_file_does_not_stop_the_others"),
    "A-3 memory": row(
        "Hours of sound convert in bounded memory (two hours of them in benchmarks/long_file.py).",
        "engine/audio/test_long.py::test_hours_need_hardly_more_memory_than_seconds",
        "engine/audio/test_measures.py::test_peaks_of_hours_need_little_memory"),
    "A-3 loop": row(
        "The event loop's gaps can be measured, and stay short under load (figures: benchmarks/).",
        "ui/shell/test_stall_probe.py::test_a_handler_that_takes_80_ms_shows_as_a_gap_of_at_least_80_ms",
        ENGINES + "two_hundred_thousand_frames_pass_and_the_loop_goes_on",
        DATABASE + "flt_33_a_lock_held_for_ever_ends_in_a_message_and_never_blocks_the_window"),
    "A-4": row(
        "50 cancels at random moments: cancelled within 500 ms, nothing left, the engine stays warm.",
        "e2e/test_cancel.py::test_fifty_cancels_at_random_moments_leave_nothing_and_a_warm_engine",
        ENGINES + "fifty_cancels_at_random_moments_leave_one_warm_child_and_no_file",
        CONVERSION + "cancelling_at_any_moment_leaves_nothing_or_everything",
        JOBS + "cancel_at_any_moment_of_the_start_ends_as_cancelled"),
    "A-5": row(
        "kill -9: no child after 1 s, the job is interrupted with Retry, the database is whole.",
        "e2e/test_kill.py::test_a_killed_app_leaves_no_child_and_no_file_and_lists_the_job_as_interrupted",
        SESSION + "flt_31_a_window_killed_and_started_again_at_once_gets_the_home",
        ENGINE_TROUBLE + "when_the_app_is_killed_its_child_and_grandchild_are_gone_within_a_second",
        RESTART + "after_kill_9_every_acknowledged_job_is_there_and_none_runs",
        "unit/data/test_kill.py::test_what_was_acknowledged_before_a_kill_is_there_and_whole"),
    "A-6": row(
        "500 files dropped at once: the window stays responsive, the list is virtualised.",
        PANEL + "five_hundred_files_make_no_five_hundred_widgets",
        SERVICE + "five_hundred_files_are_added_in_pieces",
        "ui/shell/test_drop.py::test_ten_thousand_files_are_taken_without_a_stall",
        "unit/features/rvc/test_scan.py::test_ten_thousand_files_come_in_pieces"),
    "A-7": row(
        "Nothing heavy is imported before it is needed (times: benchmarks/startup.py).",
        START + "nothing_heavy_is_imported_for_the_first_window_nor_for_the_panels",
        "unit/engines/test_parts.py::test_building_the_hosts_loads_no_audio_library",
        SECRETS + "keyring_is_not_imported_before_a_key_is_needed"),
    "A-8": row(
        "20,000 turns of the loop and 1,000,000 signals survive; no nested loops; cancels and generators are kept.",
        LOOP + "twenty_thousand_turns_of_the_loop_do_not_abort_the_process",
        LOOP + "a_million_signals_with_none_and_true_do_not_abort_the_process",
        LOOP + "an_abandoned_generator_is_finalised_in_a_task_of_the_loop",
        LOOP + "every_one_of_24_cancels_arrives_in_a_fast_stream",
        LOOP + "nothing_in_the_app_runs_a_nested_event_loop"),
    "A-9 before work": row(
        "Free space and a write test come before work starts.",
        CONVERSION + "too_little_room_is_told_before_work_starts",
        CONVERSION + "a_folder_that_cannot_be_written_is_told_before_work_starts",
        HOME + "little_room_is_said_and_too_little_stops_the_start",
        "e2e/test_settings_act.py::test_little_room_is_said_before_work_starts_and_only_once"),
    "A-10": row(
        "Every panel in light, dark, three languages, two sizes, longer texts; elided or missing signs fail.",
        SHOTS + "every_screen_can_be_read_in_both_themes_every_language_and_the_smallest_window",
        SHOTS + "a_seeded_clipped_label_and_a_missing_glyph_are_found",
        SHOTS + "the_command_writes_every_picture_at_its_size_and_dark_is_not_light",
        "ui/shell/test_layout.py::test_text_that_is_40_percent_longer_still_fits",
        "ui/theme/test_contrast.py::test_every_pair_of_the_design_has_its_contrast"),
    # Faults
    "FLT-26": row(
        "Disk full: one unit of work fails with words, everything else is intact.",
        FULL + "flt_26_a_full_disk_ends_one_unit_of_work_and_loses_nothing",
        FULL + "flt_26_a_file_size_limit_ends_one_unit_of_work_and_loses_nothing",
        HOME + "flt_26_a_small_disk_stops_the_start_with_a_sentence",
        TROUBLE + "a_full_disk_pauses_the_queue_with_its_sentence",
        "engine/builtin/test_handlers.py::test_a_full_disk_is_said_and_leaves_no_file"),
    "FLT-28": row(
        "Disk full while settings, files or results are written: the old file is intact.",
        FULL + "flt_28_a_full_disk_leaves_no_half_blob_and_the_old_files_intact",
        FULL + "flt_28_an_output_that_does_not_fit_leaves_the_old_one_and_the_scratch_file",
        STORE + "a_real_full_disk_leaves_the_old_file_intact",
        "engine/audio/test_sink.py::test_flt_26_28_a_full_disk_stops_with_its_code_and_leaves_nothing"),
    "FLT-29": row(
        "Read-only or missing data folder: asked for another one, remembered once it works; no crash loop.",
        START + "flt_29_a_home_that_cannot_be_used_is_said_and_another_one_is_chosen_and_remembered",
        START + "flt_29_giving_up_ends_with_code_1_and_leaves_nothing",
        START + "flt_29_a_home_put_right_meanwhile_is_used_on_trying_again",
        FULL + "flt_29_cfg_16_a_read_only_data_folder_asks_for_another_one",
        HOME + "flt_29_a_file_in_the_place_of_the_folder_is_named",
        HOME + "flt_29_a_file_system_that_takes_no_files_is_named",
        DOCTOR + "a_home_that_cannot_be_written_is_a_problem_with_exit_code_1"),
    "FLT-30": row(
        "Starts at once: one window; the others hand over their files and leave.",
        INSTANCE + "flt_30_of_four_starts_at_once_one_window_comes_and_gets_the_files_of_all",
        INSTANCE + "flt_30_a_start_beside_an_open_window_brings_it_up_and_leaves_as_soon_as_it_is_answered",
        INSTANCE + "flt_30_a_start_while_the_first_closes_waits_for_it_and_becomes_the_window",
        INSTANCE + "flt_30_strangers_at_the_socket_change_nothing",
        INSTANCE + "flt_30_what_is_none_of_our_messages_is_refused",
        INSTANCE + "flt_30_only_absolute_paths_are_taken_from_another_program",
        "unit/core/test_locks.py::test_of_eight_starters_exactly_one_gets_the_lock"),
    "FLT-31": row(
        "First window frozen: the second asks (wait, end it); never two writers.",
        INSTANCE + "flt_31_a_frozen_window_is_ended_on_request_and_there_are_never_two_writers",
        INSTANCE + "flt_31_a_window_that_thaws_is_woken_by_trying_again",
        SESSION + "flt_31_a_window_killed_and_started_again_at_once_gets_the_home"),
    "FLT-32": row(
        "Lock file empty, garbled, read-only, stale: starts.",
        INSTANCE + "flt_32_the_app_starts_whatever_is_in_the_lock_file",
        INSTANCE + "flt_32_a_folder_in_place_of_the_lock_file_is_said_and_another_home_can_be_chosen",
        "unit/core/test_locks.py::test_what_is_written_in_the_file_means_nothing_and_is_kept",
        "unit/core/test_locks.py::test_a_file_that_is_read_only_still_locks"),
    "FLT-33": row(
        "Database locked 5 s or for ever: words, retry works, the window is never blocked.",
        START + "flt_33_a_database_locked_for_ever_ends_in_a_message_and_trying_again_works",
        START + "flt_33_a_database_let_go_in_time_is_not_mentioned",
        DATABASE + "flt_33_the_wait_for_a_lock_is_five_seconds",
        DATABASE + "flt_33_a_lock_held_for_ever_ends_in_a_message_and_never_blocks_the_window",
        TROUBLE + "cancel_shows_at_once_while_another_program_locks_the_database"),
    "FLT-34": row(
        "Database damaged: found at start, a copy kept, restored or salvaged, and said.",
        START + "flt_34_what_was_repaired_is_a_notice_with_the_way_to_the_folder",
        RECOVERY + "f20_cfg_11_flt_34_at_least_95_percent_survive_one_zeroed_page_anywhere",
        RECOVERY + "flt_34_the_check_at_start_has_a_limit_and_goes_on_in_the_background",
        RECOVERY + "flt_34_damage_found_by_the_background_check_is_reported_and_repaired_at_the_next_start",
        DATABASE + "flt_34_damage_met_in_use_is_reported_and_repaired_at_the_next_start"),
    "FLT-37": row(
        "The wall clock may jump: order and time-outs do not depend on it.",
        DATABASE + "a_clock_that_jumps_changes_no_order",
        JOBS + "order_and_retry_do_not_depend_on_the_wall_clock",
        "unit/jobs/test_progress.py::test_the_wall_clock_does_not_matter",
        RECOVERY + "a_clock_that_was_wrong_does_not_stop_the_backups"),
    "FLT-39": row(
        "Faults in slots, tasks, threads and listeners are logged, reported and said; the app lives.",
        FAULTS + "flt_39_a_fault_is_logged_reported_and_said_and_the_app_lives_on",
        FAULTS + "flt_39_a_fault_that_repeats_without_end_writes_few_reports_and_one_notice",
        FAULTS + "flt_39_a_job_whose_code_is_faulty_fails_alone",
        START + "flt_39_a_fault_of_the_start_is_said_logged_and_can_be_tried_again",
        DOCTOR + "a_fault_of_a_command_is_a_sentence_and_a_report_in_a_log_of_its_own"),
    "FLT-40": row(
        "10,000 files: bounded memory, no widget for each.",
        SESSION + "flt_40_ten_thousand_files_in_the_list_need_little_memory_and_no_widget_each"),
    "FLT-41": row(
        "Log-out or a signal: a graceful end within 5 s, nothing half left.",
        SESSION + "flt_41_a_signal_in_the_middle_of_a_conversion_ends_all_within_five_seconds",
        SESSION + "flt_41_a_signal_in_the_middle_of_the_start_ends_in_order",
        CLOSE + "flt_41_the_end_of_the_session_stops_within_five_seconds_and_asks_nothing",
        START + "flt_41_the_end_of_the_session_ends_a_start_that_failed",
        "unit/app/test_shutdown.py::test_a_part_that_hangs_or_fails_does_not_keep_the_others_open"),
    "FLT-42": row(
        "An update while the app runs is refused, and noticed if it happened.",
        UPDATE + "flt_42_set_up_is_refused_while_the_app_runs_and_touches_nothing",
        UPDATE + "flt_42_the_window_holds_the_mark_as_long_as_it_is_open",
        UPDATE + "flt_42_the_script_and_the_app_agree_on_the_mark",
        ENGINE_TROUBLE + "flt_42_a_child_of_files_that_were_updated_meanwhile_is_refused_with_what_to_do"),
    "FLT-43": row(
        "No key store, or a locked one: keys for this run only, in plain words; nothing written.",
        DOCTOR + "flt_43_without_a_key_store_the_doctor_says_so_and_nothing_is_written",
        SECRETS + "without_a_usable_key_store_the_key_lives_until_the_app_closes_and_that_is_said",
        SECRETS + "a_store_that_hangs_is_left_alone_after_the_limit",
        SECRETS + "the_real_back_end_of_a_machine_without_key_store_is_understood"),
    # Damaged settings and data
    "CFG-01": row("Empty JSON.", STORE + "an_empty_or_odd_head_is_no_damage"),
    "CFG-02": row("Half JSON.", STORE + "a_damaged_file_is_replaced_by_its_backup_and_kept_aside",
                  STORE + "a_damaged_file_without_a_backup_gives_the_defaults"),
    "CFG-03": row("UTF-16.", STORE + "what_an_editor_saved_in_another_encoding_is_read"),
    "CFG-04": row("A byte order mark.", STORE + "what_an_editor_saved_in_another_encoding_is_read"),
    "CFG-05": row("A newer schema.", STORE + "a_newer_file_is_used_where_it_is_understood_and_never_cut_down"),
    "CFG-06": row("An older schema.", STORE + "an_older_file_is_migrated_step_by_step_and_kept",
                  MIGRATIONS + "cfg_06_a_database_of_each_older_schema_is_brought_up_to_date"),
    "CFG-07": row("Wrong types.", STORE + "wrong_types_become_defaults_and_stay_in_the_file_until_they_are_set"),
    "CFG-10": row("Database header damaged.", RECOVERY + "a_damaged_header_loses_no_row",
                  START + "flt_34_what_was_repaired_is_a_notice_with_the_way_to_the_folder"),
    "CFG-11": row("A middle page zeroed.",
                  RECOVERY + "f20_cfg_11_flt_34_at_least_95_percent_survive_one_zeroed_page_anywhere",
                  RECOVERY + "cfg_11_what_a_lost_page_held_comes_from_the_backup"),
    "CFG-12": row("WAL deleted.", RECOVERY + "cfg_12_a_deleted_wal_is_noticed_and_said"),
    "CFG-13": row("WAL of another database.", RECOVERY + "cfg_13_the_wal_of_another_database_is_set_aside",
                  RECOVERY + "cfg_13_an_old_wal_beside_a_newer_copy_is_set_aside",
                  RECOVERY + "cfg_13_garbage_instead_of_a_wal_does_no_harm"),
    "CFG-14": row("Database is a folder, a link, or empty.", RECOVERY + "cfg_14_a_link_to_the_database_is_followed",
                  START + "flt_34_what_was_repaired_is_a_notice_with_the_way_to_the_folder",
                  DOCTOR + "each_state_of_the_database_has_its_words"),
    "CFG-15": row("Database of a newer version.",
                  MIGRATIONS + "cfg_15_a_database_of_a_newer_version_is_refused_and_not_touched",
                  START + "cfg_15_data_of_a_newer_version_can_be_left_for_another_folder"),
    "CFG-16": row("Read-only data folder.", FULL + "flt_29_cfg_16_a_read_only_data_folder_asks_for_another_one",
                  FULL + "flt_29_cfg_16_a_read_only_database_file_says_so_at_start"),
    "CFG-17": row("Disk full at each step.",
                  FULL + "cfg_17_full_at_each_step_it_says_so_and_the_next_start_has_everything"),
    "CFG-18": row("Clock −1 day, +10 years.", DATABASE + "a_clock_that_jumps_changes_no_order",
                  RECOVERY + "a_clock_that_was_wrong_does_not_stop_the_backups"),
    "CFG-19": row("Data folder of any name.", HOME + "cfg_19_everything_works_below_a_folder_of_any_name",
                  HOME + "cfg_19_everything_works_below_a_name_that_is_no_unicode",
                  HOME + "cfg_19_a_path_too_long_for_the_system_is_named"),
    "CFG-20": row("Settings that name a missing drive or device.",
                  STORE + "settings_that_name_a_missing_drive_or_device_load_and_are_explained",
                  HOME + "flt_29_cfg_20_a_link_to_a_drive_that_is_gone_is_named",
                  "unit/audio/test_playback.py::test_a_wanted_output_that_is_gone_gives_the_systems_own"),
    **AGENT_REQUIREMENTS, **MODEL_REQUIREMENTS, **SESSION_REQUIREMENTS, **KNOWLEDGE_REQUIREMENTS,
}
