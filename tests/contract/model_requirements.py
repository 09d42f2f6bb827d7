"""What the third slice promises of foreign model files: the group MDL of the hostile corpus, kills of the library."""

from __future__ import annotations

from tests.contract.rows import Row, row

MDL = "engine/models/test_mdl.py::test_"
CHILD = "engine/models/test_child.py::test_"
GATE = "engine/models/test_gate.py::test_"
KINDS = "engine/models/test_kinds.py::test_"
LIBRARY = "unit/features/voices/test_library.py::test_"
LAYOUTS = "unit/features/voices/test_layouts.py::test_"
REAL = "unit/features/voices/test_with_engine.py::test_"
REFUSED = MDL + "a_hostile_voice_is_refused_with_one_code_and_nothing_of_it_runs"
CONTROL = MDL + "the_payloads_would_have_run_in_a_careless_reader"

MODEL_REQUIREMENTS: dict[str, Row] = {
    "MDL-01": row("A payload in the zip format.", f"{REFUSED}[MDL-01 payload in the zip format]", CONTROL,
                  GATE + "calls_are_read_off_the_opcodes",
                  CHILD + "good_and_hostile_files_one_after_the_other_through_one_real_child"),
    "MDL-02": row("A payload in the legacy format.", f"{REFUSED}[MDL-02 payload in the legacy format]", CONTROL),
    "MDL-03": row("A bare pickle.", f"{REFUSED}[MDL-03 bare pickle, protocol 2]", CONTROL),
    "MDL-04": row("A pickle of protocol 0.", f"{REFUSED}[MDL-04 pickle as text]", CONTROL),
    "MDL-05": row("A payload in an allowed field.", f"{REFUSED}[MDL-05 payload in info]", CONTROL),
    "MDL-06": row("A global reached through an allow-listed module.",
                  f"{REFUSED}[MDL-06 torch._utils imports by name]", CONTROL),
    "MDL-07": row("Zero bytes.", f"{REFUSED}[MDL-07 zero bytes]"),
    "MDL-08": row("A file that was cut.", f"{REFUSED}[MDL-08 cut at 50%]",
                  GATE + "cut_at_any_place_it_is_damaged_and_nothing_else"),
    "MDL-09": row("Random bytes.", f"{REFUSED}[MDL-09 random]"),
    "MDL-10": row("Another type at the top.", f"{REFUSED}[MDL-10 a list]"),
    "MDL-11": row("No weight, or no config.", f"{REFUSED}[MDL-11 no weight]", f"{REFUSED}[MDL-11 no config]"),
    "MDL-12": row("A short config, or one that asks for petabytes.", f"{REFUSED}[MDL-12 17 values]",
                  f"{REFUSED}[MDL-12 a network of petabytes]"),
    "MDL-13": row("A whole module.", f"{REFUSED}[MDL-13 a whole module]"),
    "MDL-14": row("An object of numpy.", f"{REFUSED}[MDL-14 numpy array]"),
    "MDL-15": row("v1 that says it is v2.", f"{REFUSED}[MDL-15 v1 that says v2]"),
    "MDL-16": row("A sample rate that voices do not have.", f"{REFUSED}[MDL-16 sr '44k']"),
    "MDL-17": row("A tensor of forty billion elements over one.",
                  f"{REFUSED}[MDL-17 forty billion elements over one]",
                  f"{REFUSED}[MDL-17 all tensors over one buffer]"),
    "MDL-18": row("A sparse tensor of 2^30 x 2^30.", f"{REFUSED}[MDL-18 sparse 2^30 x 2^30]"),
    "MDL-19": row("A compressed entry that grows a thousandfold.", f"{REFUSED}[MDL-19 64 MB in 64 kB]",
                  GATE + "a_packed_entry_is_refused_whatever_the_method"),
    "MDL-20": row("Values that are no numbers.", f"{REFUSED}[MDL-20 nan]"),
    "MDL-21": row("An index of another dimension, or of another library version.",
                  MDL + "mdl_21_a_bad_index_is_refused_and_the_voice_is_not",
                  MDL + "mdl_21_a_header_with_any_flipped_bit_is_read_or_refused"),
    "MDL-22": row("A safetensors file with a 100 MB header, overlapping ranges, or metadata of NaN.",
                  MDL + "mdl_22_a_bad_safetensors_file_is_refused",
                  MDL + "mdl_22_numbers_that_are_none_are_refused_in_weights_too"),
    "MDL good twins": row(
        "Good voices, indexes and weights of every kind are taken in.", MDL + "twin_a_good_voice_is_taken_in",
        MDL + "twin_a_good_index_is_taken_in_with_all_its_vectors", MDL + "twin_contentvec_is_taken_in",
        GATE + "twin_what_torch_writes_passes", REAL + "a_whole_webui_folder_is_taken_in_by_the_real_engine"),
    "MDL limits": row(
        "The child that reads foreign files is bounded, and what hits a bound ends with it alone.",
        CHILD + "more_memory_than_the_limit_is_an_error_and_the_child_goes_on",
        CHILD + "endless_computing_ends_the_child", CHILD + "it_opens_no_socket_and_starts_no_program",
        CHILD + "a_file_larger_than_the_limit_cannot_be_written"),
    "C library": row(
        "Voices and weights are taken in by drop (file, pair, zip, folders of RVC WebUI, Applio and rvc-next), paired "
        "by content, and a bad file stops neither a drop nor a start.",
        LIBRARY + "voice_and_index_dropped_together_belong_together",
        LAYOUTS + "a_folder_of_another_program_is_adopted_in_place",
        LAYOUTS + "a_zip_is_unpacked_looked_at_and_cleared_away",
        LIBRARY + "a_bad_file_says_why_and_the_good_ones_beside_it_are_taken",
        LIBRARY + "a_row_of_another_kind_or_with_nonsense_does_not_stop_the_start",
        LIBRARY + "what_is_missing_is_said_with_the_next_step"),
    "C library words": row(
        "Training files, foreign voices, wrong versions and damage are refused in plain words.",
        KINDS + "what_people_drop_by_mistake_is_named", KINDS + "the_words_for_a_training_file_say_what_to_do"),
    "FLT-08": row(
        "kill -9 while a model is taken in or deleted: a whole one or none, and staging is swept.",
        LAYOUTS + "flt_08_killed_in_an_import_there_is_a_whole_voice_or_none",
        LAYOUTS + "flt_08_killed_in_a_deletion_the_voice_is_gone_after_the_next_start",
        CHILD + "killed_while_it_writes_nothing_is_left"),
}
