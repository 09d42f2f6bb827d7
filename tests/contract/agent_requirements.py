"""What the second slice promises (the character answers), and the tests that show it.

Rows: "B-1" to "B-6" are the promises of the issue ("Must show"); HND, LLM, UI, KEY, CKP, INJ are the ids of the
hostile corpus, FLT those of the table of faults; "TOOL name" is one for each of the 66 tools; "CHAT", "ASK" and
"PAST" say what the chat, the confirmations and the Activity panel do.
"""

from __future__ import annotations

from characoid_desktop.agents.manifest_data import BUILT_IN_TOOLS
from tests.contract.rows import Row, row

TALK = "e2e/test_conversation.py::test_"
INJECTION = "e2e/test_injection.py::test_"
KILLS = "e2e/test_turn_kill.py::test_"
ASK = "e2e/test_cli_ask.py::test_"
WINDOW = "e2e/test_agent_window.py::test_"
SETTINGS = "e2e/test_settings_act.py::test_"
POLICY = "unit/agents/test_policy.py::test_"
TURNS = "unit/agents/test_turns.py::test_"
CANCEL = "unit/agents/test_cancel.py::test_"
LIFE = "unit/agents/test_kills.py::test_"
RECOVERY = "unit/agents/test_recovery.py::test_"
LEDGER = "unit/agents/test_approvals.py::test_"
LOOP = "unit/agents/test_loop_turns.py::test_"
MATRIX = "unit/agents/test_matrix.py::test_"
STORE = "unit/agents/test_checkpoints.py::test_"
ODD = "unit/agents/test_odd_moments.py::test_"
TABLE = "unit/agents/test_contract_table.py::test_"
HANDOFF = "unit/agents/graph/test_handoff.py::test_"
FAULTS = "unit/agents/graph/test_model_faults.py::test_"
STOPS = "unit/agents/graph/test_stops.py::test_"
WORKERS = "unit/agents/graph/test_workers.py::test_"
SHAPE = "unit/agents/graph/test_shape.py::test_"
PROMPTS = "unit/agents/graph/test_prompts.py::test_"
KNOWLEDGE = "unit/agents/graph/test_knowledge.py::test_"
PLANS = "unit/agents/graph/test_plans.py::test_"
CORPUS = "unit/agents/offline/test_corpus.py::test_"
BRAIN = "unit/agents/offline/test_brain.py::test_"
OFFLINE = "unit/agents/offline/test_turns.py::test_"
EVERY = "unit/agents/tools/test_every_tool.py::test_"
REPLIES = "unit/integrations/llm/test_hostile_replies.py::test_"
WIRE = "unit/integrations/llm/test_faults.py::test_"
CUTS = "unit/integrations/llm/test_cut_streams.py::test_"
KEYS = "unit/integrations/llm/test_keys.py::test_"
TEXT = "ui/widgets/test_hostile_text.py::test_"
SAFE = "ui/widgets/test_safe_text.py::test_"
COMPOSER = "ui/widgets/test_composer.py::test_"
MESSAGES = "ui/widgets/test_messages.py::test_"
LIST = "ui/panels/chat/test_list_and_files.py::test_"
CHAT = "ui/panels/chat/test_talking.py::test_"
CARDS = "ui/panels/chat/test_cards_and_waiting.py::test_"
LONG = "ui/panels/chat/test_long_and_streaming.py::test_"
LISTEN = "ui/panels/chat/test_listening.py::test_"
MADE = "ui/panels/chat/test_made_files.py::test_"
DIALOG = "ui/shell/test_approvals.py::test_"
PAST = "ui/panels/test_activity_panel.py::test_"

MUST_SHOW: dict[str, Row] = {
    "B-1 small talk": row(
        "With the scripted server and offline: small talk.",
        TALK + "small_talk_is_streamed_stored_and_needs_no_worker", TURNS + "small_talk_is_streamed_and_stored"),
    "B-1 delegation": row(
        "A task goes to its worker and comes back in words.",
        TALK + "a_task_goes_to_its_worker_and_its_result_comes_back_in_words",
        TALK + "the_model_reads_the_workers_result_and_the_history_of_record",
        TALK + "what_a_tool_made_is_a_file_of_the_answer",
        OFFLINE + "what_is_to_be_remembered_is_remembered_and_told_again"),
    "B-1 missing input": row(
        "What is missing is asked for with a form, and the turn goes on with it.",
        TALK + "missing_input_is_asked_for_and_the_turn_goes_on_with_a_file_that_is_added_then",
        "e2e/test_forms.py::test_of_several_attached_files_the_form_offers_each_by_its_name",
        STOPS + "a_missing_file_is_asked_for_before_the_worker_and_the_voice_by_the_worker",
        TURNS + "a_form_stops_the_turn_and_wrong_values_leave_it_waiting"),
    "B-1 cancel": row(
        "A turn is cancelled in each phase: streaming, in a tool, waiting for a word, for input, for another try.",
        TALK + "a_turn_is_cancelled_while_the_model_streams_and_keeps_its_words",
        TALK + "a_turn_of_the_offline_brain_is_cancelled_while_it_speaks",
        TALK + "a_turn_is_cancelled_while_a_tool_runs_and_its_effect_is_undone",
        TALK + "a_turn_is_cancelled_while_it_waits_for_a_word", TALK + "a_turn_is_cancelled_while_it_waits_for_input",
        TALK + "a_turn_is_cancelled_while_it_waits_to_try_again",
        TALK + "cancelling_a_turn_stops_the_conversion_that_it_started",
        CANCEL + "cancel_before_the_first_step",
        CANCEL + "cancel_in_the_middle_of_an_outside_tool_is_an_unknown_outcome",
        CANCEL + "cancel_right_after_the_click_runs_the_tool_or_not_but_never_half"),
    "B-1 restart": row(
        "A new life of the app in each phase: nothing lost, no effect twice.",
        TALK + "a_turn_that_was_streaming_is_interrupted_keeps_its_words_and_is_not_asked_again",
        TALK + "a_turn_that_waited_to_try_again_is_interrupted",
        TALK + "a_tool_that_was_at_work_is_undone_or_unknown_but_never_done_twice",
        TALK + "a_setting_that_was_being_changed_when_the_app_closed_is_said_to_be_unknown",
        TALK + "a_question_is_asked_again_after_a_restart_and_its_answer_counts_once",
        TALK + "of_two_questions_one_is_answered_before_the_restart_and_one_after_it",
        TALK + "an_answer_that_was_given_before_the_restart_is_acted_on_once_after_it",
        TALK + "a_form_is_open_again_after_a_restart",
        WINDOW + "what_was_not_answered_waits_again_after_a_restart_and_opens_nothing_by_itself"),
    "B-2 matrix": row(
        "8 workers × 66 tools × 3 personas: exactly the declared cells run; without any one check a cell turns red.",
        MATRIX + "the_matrix_is_whole_and_the_table_says_something", MATRIX + "exactly_the_declared_cells_run",
        MATRIX + "the_supervisor_runs_tools_of_servers_only_and_nobody_runs_without_a_word",
        MATRIX + "without_any_one_check_a_cell_turns_red", MATRIX + "what_may_not_be_used_is_not_seen"),
    "B-2 injection": row(
        "No confirmable tool has an effect without its approval, whatever a model, a document or a result says.",
        INJECTION + "an_order_from_outside_has_no_effect_without_a_persons_word",
        INJECTION + "no_order_for_any_tool_from_any_place_has_an_effect",
        INJECTION + "the_quick_table_holds_every_tool_and_every_carrier",
        INJECTION + "twin_every_tool_does_its_work_once_a_person_says_yes",
        LEDGER + "no_edit_of_anything_is_ever_executed"),
    "B-3 corpus": row(
        "HND, LLM, UI, KEY and CKP have a row for each id, and four tests stand for each tool.",
        "contract/test_requirements.py::test_every_id_of_the_second_slice_has_a_row",
        EVERY + "every_tool_has_arguments_here", EVERY + "what_is_not_there_yet_is_exactly_this_list"),
    "B-4": row(
        "Random kill -9 in turns and confirmations (20 here, 300 in benchmarks/soak.py): nothing acknowledged is lost, "
        "no effect twice, every question has an end.",
        KILLS + "twenty_kills_at_random_moments_break_no_promise",
        KILLS + "flt_01_killed_before_any_write_of_a_turn_no_promise_is_broken",
        "unit/features/conversations/test_conversation_kill.py::"
        "test_what_was_acknowledged_before_a_kill_is_in_the_conversation"),
    "B-5": row(
        "State and latency grow in a line; a stream into a long chat redraws only its tail (figures: benchmarks/).",
        STOPS + "the_state_grows_in_a_line_with_the_turns",
        TURNS + "the_checkpoint_file_does_not_grow_with_the_conversation",
        LONG + "only_the_last_piece_of_a_stream_is_drawn_anew", LONG + "tokens_are_drawn_together_not_one_by_one",
        LONG + "a_conversation_of_10_000_messages_opens_at_its_end_with_few_widgets",
        "ui/widgets/test_markdown_text.py::"
        "test_a_text_that_comes_in_bits_is_cut_like_a_whole_one_and_closed_pieces_never_change"),
    "B-6": row(
        "characoid ask without a model: the three first sentences in three languages reach the right worker.",
        CORPUS + "the_three_sentences_everyone_tries_first_work_whatever_language_the_window_has",
        ASK + "the_character_answers_without_a_model_and_says_what_works",
        ASK + "what_one_process_remembers_another_one_knows", ASK + "a_conversion_is_waited_for_and_its_file_named",
        ASK + "a_needed_confirmation_is_left_for_the_window_and_nothing_is_changed",
        ASK + "every_event_is_one_json_line", ASK + "the_manifests_are_printed_in_canonical_order"),
}

_HOSTILE = HANDOFF + "a_hostile_hand_off_starts_nothing"
HND: dict[str, Row] = {
    "HND-01": row("approved: true.", f"{_HOSTILE}[HND-01-approved]"),
    "HND-02": row("The same three levels down.", f"{_HOSTILE}[HND-02-three-levels-down]"),
    "HND-03": row("The same inside a list.", f"{_HOSTILE}[HND-03-in-a-list]"),
    "HND-04": row("Other case.", f"{_HOSTILE}[HND-04-Approved]", f"{_HOSTILE}[HND-04-APPROVED]"),
    "HND-05": row("Full-width letters.", f"{_HOSTILE}[HND-05-full-width]"),
    "HND-06": row("Letters of other alphabets.", f"{_HOSTILE}[HND-06-Cyrillic-a]", f"{_HOSTILE}[HND-06-Greek-o]"),
    "HND-07": row("A joiner of no width inside the key.", f"{_HOSTILE}[HND-07-zero-width-joiner]"),
    "HND-08": row("A space or tab behind it.", f"{_HOSTILE}[HND-08-trailing-space]",
                  f"{_HOSTILE}[HND-08-trailing-tab]"),
    "HND-09": row("Camel, snake and kebab spellings.", f"{_HOSTILE}[HND-09-camel]", f"{_HOSTILE}[HND-09-kebab]",
                  HANDOFF + "what_a_reader_sees_is_what_is_compared"),
    "HND-10": row("JSON inside a text stays text.",
                  HANDOFF + "forbidden_words_inside_a_text_stay_text[HND-10-json-in-a-string]"),
    "HND-11": row("Base64 of it stays text.", HANDOFF + "forbidden_words_inside_a_text_stay_text[HND-11-base64]"),
    "HND-12": row("A key that stands twice.", f"{_HOSTILE}[HND-12-duplicate]", f"{_HOSTILE}[HND-12-duplicate-top]"),
    "HND-13": row("Names of Python's and JavaScript's insides.", f"{_HOSTILE}[HND-13-class]",
                  f"{_HOSTILE}[HND-13-proto]"),
    "HND-14": row("The object marker of LangChain.", f"{_HOSTILE}[HND-14-lc-marker]"),
    "HND-15": row("Keys that steer: tools, system, persona_id, resume, thread_id.", f"{_HOSTILE}[HND-15-tool_calls]",
                  f"{_HOSTILE}[HND-15-resume]", f"{_HOSTILE}[HND-15-thread_id]"),
    "HND-16": row("A worker that is nobody, or itself, or thirty hops.",
                  HANDOFF + "a_hand_off_to_nobody_is_refused_and_the_turn_goes_on",
                  HANDOFF + "HND_16_thirty_hops_end_after_six"),
    "HND good twins": row("Good hand-offs are carried out.", HANDOFF + "twin_a_good_hand_off_is_done",
                          HANDOFF + "our_own_words_are_not_forbidden"),
}

_BROKEN = (FAULTS + "broken_arguments_are_refused_and_the_model_may_correct_itself",
           FAULTS + "a_workers_own_model_is_read_as_strictly",
           REPLIES + "arguments_that_are_not_clean_are_refused_and_never_repaired",
           POLICY + "llm_01_to_08_arguments_that_do_not_fit_are_refused_and_nothing_runs")
LLM: dict[str, Row] = {
    "LLM-01": row("Broken JSON arguments.", *_BROKEN),
    "LLM-02": row("Arguments as a list.", *_BROKEN),
    "LLM-03": row("Two objects joined.", *_BROKEN),
    "LLM-04": row("Half of a character.", *_BROKEN,
                  REPLIES + "llm_04_half_a_character_in_words_becomes_a_sign_that_can_be_stored",
                  REPLIES + "llm_04_half_a_character_of_ours_does_not_reach_the_server",
                  ODD + "halves_of_characters_anywhere_are_stored_as_replacements"),
    "LLM-05": row("NaN and infinities.", *_BROKEN),
    "LLM-06": row("A number of 5,000 digits.", *_BROKEN,
                  REPLIES + "llm_06_07_08_an_event_that_is_nonsense_ends_the_reply"),
    "LLM-07": row("100,000 brackets.", *_BROKEN,
                  POLICY + "llm_07_deep_nesting_is_refused_without_being_walked_to_its_end"),
    "LLM-08": row("Arguments of 1 MB.", *_BROKEN),
    "LLM-09": row("A tool that there is not.", FAULTS + "a_name_that_was_not_offered_is_no_tool",
                  POLICY + "llm_09_to_11_unknown_and_look_alike_names_are_refused"),
    "LLM-10": row("A tool of another worker.", FAULTS + "a_worker_reaches_only_its_own_tools",
                  POLICY + "only_the_tools_own_worker_may_call_it"),
    "LLM-11": row("The right name in look-alike letters.", FAULTS + "a_name_that_was_not_offered_is_no_tool",
                  FAULTS + "a_worker_reaches_only_its_own_tools"),
    "LLM-12": row("Two calls with one id.", FAULTS + "LLM_12_two_calls_with_one_id_are_both_refused",
                  REPLIES + "llm_12_two_calls_with_one_id_get_different_ones"),
    "LLM-13": row("A call without id.", FAULTS + "LLM_13_a_call_without_an_id_is_refused",
                  REPLIES + "llm_13_a_missing_id_is_made", REPLIES + "llm_13_a_call_without_a_name_is_refused"),
    "LLM-14": row("The answer to a call never made.",
                  FAULTS + "LLM_14_an_answer_to_a_call_never_made_reaches_no_provider"),
    "LLM-15": row("200 calls at once.", FAULTS + "LLM_15_of_two_hundred_parallel_calls_eight_run",
                  REPLIES + "llm_15_two_hundred_calls_are_cut_to_a_number"),
    "LLM-16": row("A call inside thoughts or a code fence stays text.",
                  FAULTS + "a_call_written_as_text_or_thought_stays_text",
                  REPLIES + "llm_16_a_call_in_words_stays_words_for_a_model_with_tools_of_its_own",
                  "unit/integrations/llm/test_prompted.py::test_thoughts_are_never_acted_on"),
    "LLM-17": row("An empty answer.", FAULTS + "an_empty_answer_is_asked_for_once_more_and_then_ends_the_turn",
                  REPLIES + "llm_17_an_empty_answer_is_a_reply_without_words",
                  TURNS + "an_empty_answer_is_a_failure_and_not_silence"),
    "LLM-18": row("Only blanks for a minute.", FAULTS + "LLM_18_a_minute_of_blanks_is_left",
                  REPLIES + "llm_18_blanks_for_ever_are_a_stall"),
    "LLM-19": row("A stream cut in the middle of a call.",
                  FAULTS + "LLM_19_a_stream_cut_in_the_middle_of_a_call_makes_no_call",
                  REPLIES + "llm_19_a_stream_that_just_ends_in_a_call_gives_no_call"),
    "LLM-20": row("The same call for ever.", FAULTS + "LLM_20_the_same_call_for_ever_ends_after_three",
                  FAULTS + "LLM_20_the_same_broken_call_for_ever_ends_too",
                  FAULTS + "LLM_20_a_workers_own_model_is_stopped_too"),
    "LLM-21": row("Two tools that call each other.",
                  FAULTS + "LLM_21_two_tools_that_call_each_other_end_within_the_budget",
                  FAULTS + "LLM_21_no_more_than_forty_tool_calls"),
    "LLM-22": row("Ping-pong of supervisor and worker.",
                  FAULTS + "LLM_22_supervisor_and_worker_ping_pong_ends_after_six"),
    "LLM-23": row("An answer of 100,000 tokens.",
                  FAULTS + "LLM_23_an_endless_answer_is_stopped_and_what_was_said_stays",
                  FAULTS + "LLM_23_endless_thinking_is_stopped",
                  REPLIES + "llm_23_a_very_long_answer_ends_at_a_limit_and_is_kept"),
    "LLM-24": row("The length limit inside of arguments.",
                  FAULTS + "LLM_24_a_call_cut_by_the_length_limit_is_refused_even_where_it_reads_well",
                  REPLIES + "llm_24_a_call_of_a_reply_that_was_too_long_is_refused"),
    "LLM-25": row("A model that claims a confirmation.", FAULTS + "a_model_that_claims_a_confirmation_has_none",
                  INJECTION + "llm_25_a_model_that_says_the_user_agreed_has_said_words"),
    "LLM-26": row("Role tokens of other templates.", FAULTS + "LLM_26_tokens_of_chat_templates_stay_text",
                  REPLIES + "llm_26_role_tokens_of_other_templates_are_only_text"),
    "LLM-27": row("A secret in the answer.",
                  KEYS + "llm_27_a_key_that_the_server_says_back_is_masked_however_it_is_cut",
                  KEYS + "llm_27_no_call_and_no_model_name_carries_the_key",
                  TALK + "llm_27_a_key_that_the_server_says_back_is_shown_and_kept_nowhere"),
    "LLM-28": row("A picture that carries data in its address is not fetched.",
                  TEXT + "ui_01_02_03_a_picture_in_a_text_is_never_loaded_but_named_as_a_link"),
    "LLM-29": row("A link whose words are not its target.",
                  LIST + "ui_05_a_link_asks_with_its_real_decoded_target_and_only_the_web_is_opened",
                  SAFE + "a_link_says_its_real_host_whatever_its_address_pretends",
                  SAFE + "a_host_in_look_alike_letters_is_shown_in_its_ascii_form"),
    "LLM-30": row("A forged resume value.", FAULTS + "LLM_30_a_forged_resume_value_decides_nothing",
                  LOOP + "llm_30_a_forged_resume_value_decides_nothing",
                  INJECTION + "llm_30_a_resume_value_is_no_answer"),
    "LLM-31": row("A forged approval in a result.",
                  FAULTS + "LLM_31_a_forged_approval_in_a_tools_answer_opens_nothing",
                  LOOP + "llm_31_a_tool_that_says_the_user_approved_changes_nothing",
                  INJECTION + "llm_31_a_real_approval_id_in_a_text_opens_nothing"),
    "LLM-32": row("Approved for A, used for B.", POLICY + "llm_32_an_approval_for_one_thing_is_not_used_for_another"),
    "LLM-33": row("Arguments changed after the approval.",
                  POLICY + "llm_33_arguments_changed_after_the_approval_do_not_run"),
    "LLM-34": row("An approval used again.", POLICY + "llm_34_an_approval_is_used_once"),
    "LLM-35": row("An approval after a switch of the persona.",
                  POLICY + "llm_35_an_approval_of_one_persona_never_serves_another",
                  TALK + "another_character_in_between_changes_nothing_of_what_waits"),
    "LLM-36": row("An approval past its time, or for another version of the tool.",
                  POLICY + "llm_36_an_approval_past_its_time_is_worth_nothing",
                  POLICY + "llm_36_an_approval_for_another_version_of_the_tool_is_worth_nothing"),
}

_CARRIER = INJECTION + "an_order_from_outside_has_no_effect_without_a_persons_word"
_VIEWERS = "It is plain text of a message here; the viewers' chat itself comes with live streams (later)."
_SERVERS = "A registered tool of a server stands for it; real servers come with the MCP manager (part G)."
INJ: dict[str, Row] = {
    "INJ-01": row("Text of a PDF.", f"{_CARRIER}[INJ-01 text of a PDF]"),
    "INJ-02": row("Hidden layer of a PDF.", f"{_CARRIER}[INJ-02 hidden layer of a PDF]"),
    "INJ-03": row("Comment and alt text of a page.", f"{_CARRIER}[INJ-03 comment and alt text of a page]"),
    "INJ-04": row("Cell of a CSV.", f"{_CARRIER}[INJ-04 cell of a CSV]"),
    "INJ-05": row("Name of a table and a column.", f"{_CARRIER}[INJ-05 name of a table and a column]"),
    "INJ-06": row("Name of a file.", f"{_CARRIER}[INJ-06 name of a file]", PROMPTS + "file_names_are_outside_text"),
    "INJ-07": row("Result of a server's tool.", f"{_CARRIER}[INJ-07 result of a server's tool]",
                  STOPS + "an_mcp_tool_asks_and_its_answer_comes_back_fenced_as_outside_text"),
    "INJ-08": row("Error of a server's tool.", f"{_CARRIER}[INJ-08 error of a server's tool]"),
    "INJ-09": row("Viewers' chat.", f"{_CARRIER}[INJ-09 viewers' chat]"),
    "INJ-10": row("Nickname of a viewer.", f"{_CARRIER}[INJ-10 nickname of a viewer]"),
    "INJ-11": row("Description of a persona or a skill.", f"{_CARRIER}[INJ-11 description of the character]",
                  f"{_CARRIER}[INJ-11 description of a skill]",
                  "unit/agents/test_skills.py::test_skl_05_text_that_claims_to_be_the_system_stays_fenced_advice"),
    "INJ-12": row("A memory of before.", f"{_CARRIER}[INJ-12 memory of before]"),
    "INJ-03 in its page": row("The same out of a fetched page, of which only what a reader sees is kept.",
                              f"{_CARRIER}[INJ-03 in a fetched page]",
                              INJECTION + "of_a_fetched_page_only_what_a_reader_sees_is_kept"),
    "INJ-07 from a server": row("The same out of a real MCP server.", later=_SERVERS),
    "INJ-08 from a server": row("The same out of a real MCP server's error.", later=_SERVERS),
    "INJ-09 from a stream": row("The same out of a stream's chat, which taints.", later=_VIEWERS),
    "INJ-10 from a stream": row("The same out of a nickname in a stream, which taints.", later=_VIEWERS),
}

_PICTURE = TEXT + "ui_01_02_03_a_picture_in_a_text_is_never_loaded_but_named_as_a_link"
_HEAVY = TEXT + "ui_06_to_09_no_text_holds_the_window_for_long"
UI: dict[str, Row] = {
    "UI-01": row("A local picture.", _PICTURE, TEXT + "only_a_picture_that_the_app_made_is_drawn"),
    "UI-02": row("A picture on a share.", _PICTURE),
    "UI-03": row("A picture of the web.", _PICTURE),
    "UI-04": row("A style sheet.", TEXT + "ui_04_no_style_sheet_is_read"),
    "UI-05": row("Links to files, scripts and programs.", TEXT + "ui_05_a_click_opens_nothing_by_itself",
                 LIST + "ui_05_a_link_asks_with_its_real_decoded_target_and_only_the_web_is_opened",
                 LIST + "ui_05_any_other_link_is_refused_with_a_sentence", SAFE + "only_web_addresses_can_be_opened"),
    "UI-06": row("1,000,000 characters without a break.", _HEAVY,
                 LIST + "a_very_long_message_is_cut_and_opens_whole_as_plain_text"),
    "UI-07": row("Nested tables.", _HEAVY),
    "UI-08": row("20,000 nested blocks.", _HEAVY,
                 TEXT + "a_hostile_text_that_streams_in_holds_nothing_up_either"),
    "UI-09": row("Piles of marks, controls and joined emoji.", _HEAVY,
                 SAFE + "a_pile_of_accents_is_cut_and_counted", SAFE + "chains_of_joined_emoji_are_parted",
                 SAFE + "a_character_that_hides_or_rearranges_is_written_out"),
    "UI-10": row("Tags in an argument.", TEXT + "ui_10_12_tags_are_shown_as_what_they_are",
                 DIALOG + "ui_10_tags_in_an_argument_are_shown_letter_for_letter"),
    "UI-11": row("A leading tag makes nothing rich.", DIALOG + "ui_11_a_leading_tag_makes_no_label_of_the_dialog_rich"),
    "UI-12": row("White on white.", TEXT + "ui_10_12_tags_are_shown_as_what_they_are",
                 DIALOG + "ui_12_no_colour_comes_from_outside"),
    "UI-13": row("10,000 lines keep the buttons on the screen.",
                 DIALOG + "ui_13_ten_thousand_lines_scroll_and_the_buttons_stay"),
    "UI-14": row("A tool called like a built-in one.",
                 DIALOG + "ui_14_a_tool_that_is_called_like_a_built_in_one_still_says_where_it_is_from",
                 STOPS + "a_servers_tool_that_looks_like_a_hand_off_is_not_offered"),
    "UI-15": row("Enter held down when the dialog opens.",
                 DIALOG + "ui_15_a_key_that_is_held_down_when_it_opens_answers_nothing",
                 DIALOG + "ui_15_a_click_that_was_on_its_way_answers_nothing"),
    "UI-16": row("Two dialogs at once.", DIALOG + "ui_16_a_second_request_joins_the_list_of_the_open_dialog",
                 DIALOG + "ui_16_behind_another_dialog_it_waits_and_opens_after_it"),
    "UI-17": row("A paste of 100 MB.", COMPOSER + "ui_17_a_paste_of_100_mb_is_refused_in_a_blink_and_loses_nothing"),
    "UI-18": row("A drag of 10,000 files.", LIST + "ui_18_a_drag_of_10_000_files_is_refused_before_the_release",
                 "ui/shell/test_drop.py::test_ten_thousand_files_are_taken_without_a_stall"),
    "UI-19": row("A folder that contains itself.",
                 LIST + "ui_19_a_folder_that_contains_itself_is_refused_and_never_walked"),
    "UI-20": row("Control characters in titles and notifications.",
                 DIALOG + "ui_20_control_characters_reach_neither_title_nor_notification",
                 "ui/shell/test_tray.py::test_words_from_outside_lose_control_direction_and_invisible_characters"),
}

KEY: dict[str, Row] = {
    "KEY-01": row("A key in the text of an exception.", KEYS + "key_01_no_error_text_holds_the_key",
                  KEYS + "key_01_a_cut_sentence_holds_no_half_key"),
    "KEY-02": row("A key among arguments or in the environment of children.", KEYS + "key_02_no_child_gets_the_key",
                  KEYS + "key_02_keys_in_the_environment_are_not_sent_to_servers"),
    "KEY-03": row("A key in a crash report.", KEYS + "key_03_no_crash_report_holds_the_key"),
    "KEY-04": row("A key sent to another host.", KEYS + "key_04_another_host_gets_no_key",
                  KEYS + "key_04_a_redirect_is_not_followed", KEYS + "key_04_a_changed_address_forgets_the_key"),
    "KEY-05": row("A store that is locked or missing.",
                  KEYS + "key_05_without_a_good_key_store_the_key_lives_until_the_app_closes",
                  KEYS + "key_05_a_key_store_that_hangs_does_not_hold_up_the_turn"),
}

CKP: dict[str, Row] = {
    "CKP-01": row("A constructor with one argument.", STORE + "ckp_01_a_single_argument_constructor_does_not_run"),
    "CKP-02": row("A constructor with arguments.", STORE + "ckp_02_a_positional_constructor_does_not_run"),
    "CKP-03": row("A constructor with names.", STORE + "ckp_03_a_keyword_constructor_does_not_run"),
    "CKP-04": row("A call of a method.", STORE + "ckp_04_method_call_is_refused"),
    "CKP-05": row("JSON constructors and pickles.", STORE + "ckp_05_json_constructors_are_not_read_at_all",
                  STORE + "ckp_05_pickles_are_not_read_at_all"),
    "CKP-06": row("A hostile key in a filter.", STORE + "ckp_06_a_hostile_metadata_filter_key_is_refused"),
    "CKP-07": row("A class that is not listed is loud.", STORE + "ckp_07_a_class_that_is_not_listed_is_loud"),
    "CKP-08": row("A row of an older version.", STORE + "ckp_08_a_row_of_an_older_version_costs_only_its_turn",
                  STORE + "ckp_08_damaged_blobs_cost_only_their_turn"),
}

FLT: dict[str, Row] = {
    "FLT-01": row("kill -9 while the model streams: words kept, interrupted, asked again only by the user.",
                  LIFE + "flt_01_a_kill_while_the_model_streams_keeps_what_was_said",
                  KILLS + "flt_01_killed_at_any_piece_of_a_reply_the_words_so_far_stay_and_nothing_is_asked_again",
                  KILLS + "flt_01_trying_again_asks_once_more_and_keeps_the_first_words_beside",
                  KILLS + "flt_01_killed_before_any_write_of_a_turn_no_promise_is_broken"),
    "FLT-02": row("kill -9 with a question on the screen: it comes back with a new nonce, nothing ran.",
                  LIFE + "flt_02_a_kill_with_the_question_on_screen_asks_again_with_a_new_nonce",
                  LIFE + "flt_02_a_kill_before_it_waits_interrupts_the_turn_and_voids_the_question",
                  KILLS + "flt_02_before_the_stop_is_on_the_disk_nothing_was_shown_and_the_turn_is_interrupted",
                  KILLS + "flt_02_from_then_on_the_same_question_comes_back_with_a_new_nonce_and_nothing_ran"),
    "FLT-03": row("kill -9 between click and effect: once or not at all, and the outcome is told.",
                  LIFE + "flt_03_a_kill_between_the_click_and_the_effect_does_it_once_at_the_next_start",
                  LIFE + "flt_03_a_kill_at_any_moment_after_the_click_never_does_it_twice",
                  KILLS + "flt_03_killed_after_a_click_it_is_done_once_or_asked_again_and_the_outcome_is_there"),
    "FLT-04": row("kill -9 between effect and checkpoint: the ledger answers.",
                  LIFE + "flt_04_a_kill_between_the_effect_and_the_checkpoint_does_not_repeat_it",
                  KILLS + "flt_04_an_effect_whose_checkpoint_is_missing_is_answered_by_the_ledger"),
    "FLT-05": row("An effect outside of our transaction: unknown, asked about, never tried again by itself.",
                  LIFE + "flt_05_a_kill_around_an_outside_effect_is_an_unknown_outcome_and_is_not_retried",
                  KILLS + "flt_05_what_was_sent_when_the_app_died_is_unknown_and_never_sent_again",
                  KILLS + "flt_05_a_file_is_there_whole_or_not_at_all"),
    "FLT-17": row("401, 403: no retry, the key is named, Settings are offered.",
                  WIRE + "flt_17_a_refused_key_is_said_once_and_leads_to_the_settings",
                  TALK + "a_turn_that_failed_says_why_and_the_next_one_works",
                  CHAT + "a_failed_reply_says_what_is_safe_and_asks_again_beside_it"),
    "FLT-18": row("402, 429: Retry-After is kept to, three times, visibly, and can be cancelled.",
                  WIRE + "flt_18_too_many_requests_waits_as_long_as_the_server_says_and_shows_it",
                  WIRE + "flt_18_after_three_waits_it_gives_up", WIRE + "flt_18_no_credit_is_never_tried_again",
                  WIRE + "flt_18_a_wait_can_be_cancelled", TALK + "a_turn_is_cancelled_while_it_waits_to_try_again",
                  CHAT + "a_model_that_cannot_be_reached_counts_down"),
    "FLT-19": row("500, 502, 503: three more tries, none once a tool ran.",
                  WIRE + "flt_19_a_failing_server_gets_three_more_tries",
                  WIRE + "flt_19_no_retry_once_a_tool_ran_since_the_request"),
    "FLT-20": row("Silence, drips and endless replies end by our own clock.",
                  WIRE + "flt_20_a_server_that_says_nothing_is_given_up",
                  WIRE + "flt_20_silence_in_the_middle_ends_the_reply_and_keeps_the_words",
                  WIRE + "flt_20_single_bytes_are_no_sign_of_life",
                  WIRE + "flt_20_a_reply_has_an_end_in_any_case"),
    "FLT-21": row("A stream that is cut: words kept, half calls dropped, one retry.",
                  CUTS + "flt_21_a_stream_cut_at_every_byte", CUTS + "flt_21_what_was_shown_is_what_came",
                  WIRE + "flt_21_half_a_call_is_dropped_and_that_step_asked_once_more",
                  WIRE + "flt_21_only_one_retry_for_a_stream_that_is_cut"),
    "FLT-22": row("A wrong certificate or a log-in page: plain words, no retry, no key sent.",
                  WIRE + "flt_22_a_certificate_nobody_signed_is_refused_before_anything_is_sent",
                  WIRE + "flt_22_the_log_in_page_of_a_network_is_recognised_and_asked_once"),
    "FLT-35": row("A damaged checkpoint costs only its turn.",
                  STORE + "flt_35_an_unreadable_file_is_moved_aside_and_costs_only_pending_turns",
                  STORE + "ckp_08_damaged_blobs_cost_only_their_turn",
                  RECOVERY + "a_turn_without_its_checkpoint_is_interrupted_and_its_question_void"),
}

CONTRACT: dict[str, Row] = {
    "CONTRACT shape": row("Hub and spoke: nodes, edges, checks that cannot be skipped.",
                          SHAPE + "every_node_of_the_contract_is_there",
                          SHAPE + "no_edge_runs_from_a_worker_to_the_end_and_none_past_the_dispatch",
                          SHAPE + "the_knowledge_worker_is_planner_retrieve_fallback",
                          SHAPE + "old_worker_names_are_read"),
    "CONTRACT tables": row("66 tools, flags, workers, times and tries as in the contract.",
                           TABLE + "there_are_66_tools_in_the_contract_s_order_with_its_flags",
                           TABLE + "descriptions_times_and_tries_are_those_of_the_contract",
                           TABLE + "no_tool_takes_a_persona_or_a_path",
                           "unit/agents/test_registry.py::test_the_names_of_the_contract_are_there"),
    "CONTRACT plans": row("Known task types run as plans, without a model.",
                          PLANS + "a_task_runs_exactly_its_tools", PLANS + "the_table_has_every_way_of_every_plan"),
    "CONTRACT results": row("Results are checked at the boundary; nothing of an exception gets out.",
                            WORKERS + "what_is_outside_the_contract_becomes_a_public_error_without_details",
                            WORKERS + "no_exception_text_gets_into_a_result",
                            WORKERS + "a_public_result_has_all_fields_of_the_contract",
                            KNOWLEDGE + "without_evidence_only_uncertainties_get_out"),
    "CONTRACT waiting": row("RVC and voice work that goes on ends at the wait boundary with a card.",
                            WORKERS + "rvc_and_voice_come_back_to_the_character_only_when_completed",
                            TALK + "a_conversion_ends_the_turn_with_a_card_that_follows_its_job_to_a_file"),
    "CONTRACT times": row("The manifest's time bounds a worker's turn; waiting for a person does not count.",
                          WORKERS + "a_worker_turn_ends_when_its_time_is_up_and_the_tool_is_cancelled",
                          WORKERS + "waiting_for_a_person_counts_for_nothing",
                          POLICY + "a_call_that_takes_too_long_is_stopped",
                          POLICY + "a_reading_tool_is_tried_again_on_a_passing_error_and_a_writing_one_never"),
    "CONTRACT grants": row("What a persona may not use it neither sees nor runs.",
                           POLICY + "what_is_not_granted_is_neither_seen_nor_run_nor_asked_about",
                           "unit/agents/test_assignment.py::test_what_a_persona_may_not_use_it_does_not_see"),
    "CONTRACT offline": row("Without a model the same hand-offs come from templates.",
                            BRAIN + "a_wish_becomes_one_hand_off_with_managed_ids_only",
                            CORPUS + "what_people_say_becomes_what_they_want",
                            BRAIN + "hints_for_a_model_are_hand_offs_of_the_contract"),
    "CONTRACT rebuild": row("The graph is built anew when tools or models changed.",
                            TURNS + "the_graph_is_built_again_for_new_tools_and_models_only",
                            TURNS + "an_injected_graph_takes_the_first_settings_as_its_baseline"),
}

BEHAVIOUR: dict[str, Row] = {
    "CHAT branches": row("Edit, another answer and going back keep what stands beside them.",
                         TALK + "an_edit_and_another_answer_keep_the_branch_beside_them",
                         TALK + "the_model_is_told_of_the_branch_that_is_talked_in_only",
                         CHAT + "an_edited_message_stands_beside_the_old_one",
                         CHAT + "another_answer_is_a_version_beside_the_first"),
    "CHAT at once": row("Two conversations at once, and a character changed in between.",
                        TALK + "two_conversations_go_on_at_once_and_nothing_gets_mixed_up",
                        TALK + "another_character_in_between_changes_nothing_of_what_waits",
                        CHAT + "a_reply_goes_on_while_another_conversation_is_shown",
                        LIST + "another_character_has_its_own_conversations_and_drafts"),
    "CHAT stop": row("Stop keeps what arrived; what is typed is never lost.",
                     CHAT + "escape_stops_the_reply_and_keeps_what_arrived",
                     CHAT + "a_refused_message_stays_in_the_composer",
                     CARDS + "typing_while_something_waits_never_loses_the_request"),
    "CHAT thinking": row("Thinking is folded, never spoken, never sent again.",
                         CHAT + "thinking_is_folded_and_says_that_it_is_neither_spoken_nor_sent",
                         TURNS + "history_goes_to_the_model_without_thinking",
                         SETTINGS + "thinking_is_shown_only_when_that_is_set"),
    "CHAT timeline": row("The steps of a turn, live and from the record.",
                         CARDS + "the_steps_of_a_turn_stand_on_the_line_while_it_works_and_fold_into_one",
                         CARDS + "the_timeline_of_an_earlier_turn_comes_from_the_record"),
    "CHAT cost": row("What an answer cost, where prices are set.", SETTINGS + "an_answer_has_the_price_that_was_set"),
    "CHAT files": row("Files go with a message, and what was made is a file of the answer.",
                      LIST + "dropped_files_become_chips_and_go_with_the_message",
                      TALK + "what_a_tool_made_is_a_file_of_the_answer",
                      MADE + "a_file_that_is_made_later_appears_under_its_answer_with_the_way_to_it",
                      MADE + "a_form_that_offers_files_takes_one_from_the_disk_too"),
    "CHAT cards": row("A card follows its job; its result becomes a file of the answer, whenever it comes.",
                      CARDS + "a_card_follows_its_job_from_progress_to_the_player",
                      TALK + "a_conversion_ends_the_turn_with_a_card_that_follows_its_job_to_a_file",
                      TALK + "a_conversion_that_is_tried_again_still_ends_at_its_answer",
                      TALK + "a_result_that_came_while_nobody_followed_is_attached_at_the_next_start",
                      MADE + "a_result_that_the_card_plays_is_not_listed_beside_it_but_stays_when_the_work_is_gone",
                      LISTEN + "the_other_version_goes_on_from_the_same_place_equally_loud"),
    "CHAT Enter": row("Enter belongs to the input method while it composes.",
                      COMPOSER + "enter_belongs_to_the_input_method_while_it_composes",
                      COMPOSER + "the_enter_that_commits_is_not_the_one_that_sends"),
    "CHAT export": row("A conversation is exported as Markdown and JSON.",
                       TALK + "what_a_tool_made_is_a_file_of_the_answer",
                       LIST + "a_conversation_is_saved_as_a_file_and_the_folder_offered",
                       "unit/features/conversations/test_export.py::test_json_holds_all_branches_and_reads_back"),
    "CHAT long": row("10,000 messages and messages of 1 MB are held without a stall.",
                     LONG + "a_conversation_of_10_000_messages_opens_at_its_end_with_few_widgets",
                     LONG + "scrolling_up_loads_older_messages_lets_newer_ones_go_and_comes_back",
                     ODD + "messages_of_any_size_are_answered_or_refused_with_nothing_written"),
    "ASK once": row("Nothing before a yes; after it once; a no changes nothing and its reason reaches the model.",
                    TALK + "nothing_is_changed_before_a_yes_and_everything_once_after_it",
                    TALK + "a_no_changes_nothing", TALK + "the_reason_of_a_no_reaches_the_model",
                    STOPS + "the_reason_of_a_denied_dispatch_reaches_the_model",
                    WINDOW + "a_turn_asks_waits_for_the_word_of_the_user_and_does_it_once"),
    "ASK several": row("Several questions of one step are answered each by itself.",
                       TALK + "of_several_questions_of_one_step_each_has_its_own_answer",
                       DIALOG + "several_are_answered_one_by_one_and_a_double_click_answers_one"),
    "ASK in vain": row("Nobody is asked about what cannot work.",
                       TALK + "what_cannot_work_is_said_without_asking_anybody",
                       POLICY + "what_its_tool_says_will_not_work_is_refused_before_anybody_is_asked",
                       POLICY + "a_tool_without_its_feature_is_not_asked_about"),
    "ASK words": row("The question shows what will change, and where outside words came from.",
                     POLICY + "the_question_names_what_was_read_and_says_it_in_the_tools_words",
                     DIALOG + "a_secret_is_in_no_text_no_tooltip_and_no_accessible_name"),
    "ASK later": row("Esc decides nothing; late, forged, replayed and changed answers run nothing.",
                     DIALOG + "esc_closing_and_decide_later_keep_it_pending",
                     DIALOG + "an_answer_that_comes_too_late_changes_nothing_and_says_so",
                     LEDGER + "each_showing_has_its_own_nonce_and_only_the_last_one_counts",
                     LEDGER + "it_runs_out_of_time_visibly", LEDGER + "a_clock_that_is_set_back_revives_nothing"),
    "ASK safe": row("Deny has the focus; keys are not heard at first.",
                    DIALOG + "deny_has_the_focus_and_approve_is_never_primary",
                    DIALOG + "enter_denies_once_it_is_heard"),
    "PAST history": row("Every call stands in the history, with who allowed it.",
                        PAST + "calls_and_jobs_stand_together_newest_first",
                        MATRIX + "a_refused_cell_is_written_down_with_its_reason",
                        "unit/features/activity/test_audit.py::"
                        "test_the_row_is_part_of_the_unit_of_work_of_its_effect"),
    "PAST search": row("10,000 lines are searched and paged without a stall.",
                       PAST + "ten_thousand_lines_are_fetched_page_by_page_and_never_block_the_window",
                       PAST + "the_search_finds_arguments_and_results_and_says_when_nothing_fits"),
    "PAST again": row("What failed is tried again from there, once.",
                      PAST + "a_failed_turn_is_tried_again_by_regenerating_its_answer_once",
                      PAST + "a_failed_job_is_started_again_and_a_finished_one_offers_no_retry"),
    "PAST file": row("The diagnostic file holds nothing private.",
                     PAST + "the_diagnostic_file_is_made_where_the_user_says",
                     "unit/features/activity/test_diagnostics.py::"
                     "test_it_holds_counts_versions_settings_and_logs_and_nothing_private"),
    "MODEL choice": row("Any OpenAI-compatible server, a model for each character, found by itself.",
                        SETTINGS + "the_model_is_asked_where_and_how_the_settings_say",
                        "unit/integrations/llm/test_directory.py::test_a_persona_can_have_its_own_model_and_server",
                        "unit/integrations/llm/test_endpoints.py::"
                        "test_servers_on_this_computer_are_found_at_the_same_time"),
    "CHAT early": row("Who writes while the agent side is still starting is answered.",
                      "unit/agents/test_late_loop.py::test_a_message_sent_while_the_agent_side_starts_is_answered",
                      "unit/agents/test_late_loop.py::"
                      "test_when_the_agent_side_cannot_start_everyone_is_told_why"),
    "MODEL prompted": row("A model without tools is asked in text.",
                          "unit/integrations/llm/test_dialects.py::"
                          "test_a_model_without_tools_is_asked_in_text_from_then_on",
                          "unit/integrations/llm/test_prompted.py::test_a_reply_that_is_one_call_is_a_call"),
}

_FOUR = ("it_works_or_says_that_it_is_not_there_yet", "a_missing_argument_is_refused_with_its_name_and_nothing_happens",
         "a_persona_that_may_not_use_it_changes_nothing_with_it", "called_twice_it_takes_effect_once")
TOOLS: dict[str, Row] = {
    f"TOOL {one.name}": row(
        "Works or says that it is not there; refuses what does not fit; does nothing ungranted; takes effect once.",
        *(f"{EVERY}{name}[{one.name}]" for name in _FOUR))
    for one in BUILT_IN_TOOLS}

AGENT_REQUIREMENTS: dict[str, Row] = {
    **MUST_SHOW, **HND, **LLM, **INJ, **UI, **KEY, **CKP, **FLT, **CONTRACT, **BEHAVIOUR, **TOOLS}
