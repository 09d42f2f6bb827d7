"""What the character knows: documents, retrieval, tables, the web, personas and memory, and the tests that show it.

One block for each area. "D-1" to "D-6" are the promises of the issue "The character knows" ("Must show"), SQL and NET
the hostile corpora of tables and of the fetcher.
"""

from __future__ import annotations

from tests.contract.rows import Row, row

# --- Documents -------------------------------------------------------------------------------------------------------

_DOCUMENTS = "unit/features/knowledge/test_service.py::test_"
_EXTRACT = "engine/documents/test_extract.py::test_"
_ENCODINGS = "engine/documents/test_encodings.py::test_"
_DOCUMENT_TOOLS = "unit/agents/tools/test_documents.py::test_"

DOCUMENTS: dict[str, Row] = {
    "D-3 documents": row(
        "A document of one persona does not exist for another, whatever is asked of it.",
        _DOCUMENTS + "what_a_space_does_not_have_is_as_if_it_did_not_exist",
        _DOCUMENT_TOOLS + "another_characters_documents_are_as_if_they_did_not_exist"),
    "D-4": row(
        "The same text in eight encodings; scanned, empty, locked, huge and disguised files give one clear sentence.",
        _EXTRACT + "d_4_the_same_file_in_eight_encodings_gives_the_same_text",
        _ENCODINGS + "eight_encodings_of_one_text_give_one_text",
        _ENCODINGS + "a_text_is_the_same_in_every_encoding",
        _DOCUMENTS + "d_4_eight_encodings_give_the_same_search_result",
        _DOCUMENTS + "d_4_what_cannot_be_read_says_why_in_its_row_and_in_its_job",
        _DOCUMENTS + "d_4_500_mb_of_text_give_one_sentence_with_the_limit",
        _EXTRACT + "a_pdf_of_pictures_says_that_it_needs_text_recognition",
        _EXTRACT + "a_text_layer_without_unicode_values_is_not_taken_for_text"),
    "D-6": row(
        "kill -9 during ingestion, update and deletion: complete or absent, and search and table agree.",
        "unit/features/knowledge/test_kill.py::"
        "test_d_6_a_killed_ingestion_update_or_deletion_leaves_complete_documents_only",
        _DOCUMENTS + "what_quitting_interrupted_can_be_started_again",
        _DOCUMENTS + "a_cancel_while_it_is_read_leaves_nothing"),
    "Kinds of documents": row(
        "PDF, DOCX, PPTX, XLSX, EPUB, HTML, Markdown, TXT, SRT and CSV, with pages and headings.",
        _EXTRACT + "a_pdf_gives_its_pages_its_title_and_both_scripts",
        _EXTRACT + "a_word_document_gives_headings_tables_and_notes_in_order",
        _EXTRACT + "slides_are_pages_with_their_titles_and_notes",
        _EXTRACT + "a_row_of_a_workbook_names_its_columns_and_hidden_sheets_stay_hidden",
        _EXTRACT + "a_book_gives_its_chapters_in_the_order_of_the_spine",
        _EXTRACT + "a_page_gives_what_its_reader_sees",
        _EXTRACT + "headings_of_markdown_are_sections_and_comments_are_left_out",
        _EXTRACT + "subtitles_give_what_is_said_and_when",
        _EXTRACT + "a_table_of_text_is_cut_at_the_separator_it_uses"),
    "Hostile documents": row(
        "Zip bombs, entities and false sizes are refused before any library opens the file.",
        _EXTRACT + "a_hostile_package_is_not_opened",
        _EXTRACT + "the_entities_of_a_book_are_never_followed",
        _EXTRACT + "a_sheet_that_claims_a_million_rows_is_read_for_what_it_holds",
        "engine/documents/test_child.py::test_the_child_reads_refuses_and_goes_on"),
    "One document for several": row(
        "One document shared by several personas has no copies; updated once it is new for all; removed for one only.",
        _DOCUMENTS + "a_shared_document_is_one_and_the_same_bytes_of_another_space_are_another",
        _DOCUMENTS + "what_one_makes_of_its_file_does_not_reach_another_who_had_the_same_bytes",
        _DOCUMENTS + "a_changed_file_is_read_again_for_all_who_have_it",
        _DOCUMENTS + "removed_by_one_it_stays_with_the_other_and_goes_with_the_last"),
    "Evidence": row(
        "A passage comes with its source, page and offsets, with how it was found, and as text from outside.",
        _DOCUMENT_TOOLS + "a_passage_comes_with_its_source_and_place_and_with_how_it_was_found",
        _DOCUMENT_TOOLS + "what_is_found_taints_the_turn_with_the_names_of_its_sources"),
}

# --- Retrieval -------------------------------------------------------------------------------------------------------

_KNOWLEDGE = "unit/features/knowledge/"
_RECALL = _KNOWLEDGE + "test_recall.py::test_"
_STORE = _KNOWLEDGE + "test_store.py::test_"
_ISOLATION = _KNOWLEDGE + "test_isolation.py::test_"
_EVERY_SEARCH = _ISOLATION + "every_search_of_every_space_finds_documents_of_that_space_only"

RETRIEVAL: dict[str, Row] = {
    "D-1": row(
        "The recall set: hit@5 ≥ 0.95 by words alone, every query of two characters, fused no worse than either way.",
        _RECALL + "questions_that_share_words_with_their_passage_find_it_among_the_first_five",
        _RECALL + "every_query_of_two_characters_finds_all_the_passages_that_have_them_before_any_other",
        _RECALL + "both_ways_together_are_no_worse_than_either_alone[words as numbers]",
        _RECALL + "both_ways_together_are_no_worse_than_either_alone[meanings]"),
    "D-2": row(
        "Speed beside sqlite-vec and numpy, no stall (benchmarks/knowledge_search.py); memory is bounded.",
        _STORE + "a_space_larger_than_the_memory_is_searched_from_the_disk_and_the_memory_stays_bounded"),
    "D-3 passages": row(
        "No search and no citation of one persona meets a passage of another's.",
        _EVERY_SEARCH + "[with vectors-vectors in memory]",
        _EVERY_SEARCH + "[with vectors-vectors from the disk]",
        _EVERY_SEARCH + "[words alone-vectors in memory]",
        _ISOLATION + "what_vectors_are_compared_are_those_of_the_space_and_no_others[in memory]",
        _ISOLATION + "what_another_space_has_does_not_take_places_in_the_result[words alone]",
        _ISOLATION + "a_passage_is_opened_by_those_who_have_its_document_only",
        _ISOLATION + "a_document_that_is_taken_away_is_gone_for_that_space_at_once_and_stays_for_the_others"),
    "D-6 passages": row(
        "kill -9 while passages are written, replaced and deleted: whole or absent, search and table agree.",
        _KNOWLEDGE + "test_kill_store.py::test_kills_at_any_moment_leave_whole_documents_and_an_index_that_agrees",
        _STORE + "a_unit_of_work_that_fails_leaves_search_and_table_as_they_were",
        _STORE + "an_index_that_lost_its_entries_is_mended"),
    "Words only, said": row(
        "Without a model for embeddings, or with one that fails, words are searched and the result says so.",
        _STORE + "a_search_without_a_model_says_that_only_words_were_searched",
        _STORE + "a_model_that_fails_is_said_is_left_alone_for_a_while_and_words_go_on"),
    "Citation": row(
        "A citation opens its passage, with page, offsets and the text around it.",
        _STORE + "a_citation_opens_its_passage_with_the_text_around_it"),
}

# --- Tables (SQL-01 to SQL-50) ---------------------------------------------------------------------------------------

_SQL = "engine/tables/test_sql.py::test_"
_LOAD = "engine/tables/test_load.py::test_"
_TABLES = "unit/features/tables/test_tables.py::test_"
_TABLE_TOOLS = "unit/agents/tools/test_tables.py::test_"
_TABLE_KILL = "unit/features/tables/test_kill.py::test_"
_CORPUS = _SQL + "sql_corpus_a_hostile_question_is_refused_or_contained_and_its_twin_is_answered"
_SQL_CASES = (
    "Two statements", "A second statement that drops", "ATTACH of a file", "ATTACH of memory", "ATTACH by URI",
    "DETACH",
    "PRAGMA writable_schema", "PRAGMA query_only", "pragma_table_info()", "pragma_database_list", "load_extension",
    "fts3_tokenizer", "INSERT", "UPDATE", "DELETE", "REPLACE", "Upsert", "RETURNING", "A CTE and INSERT",
    "A CTE and DELETE", "CREATE of anything", "DROP", "VACUUM INTO", "REINDEX", "ANALYZE", "BEGIN and SAVEPOINT",
    "sqlite_master", "Another table", "UNION with another table", "count(*) of another table",
    "A CTE that hides another table", "A CTE named like another table", "A probe with EXISTS",
    "Keywords cut by comments",
    "Mixed case, quoted and bracketed names", "Cyrillic letters", "Full-width keywords", "Zero-width characters",
    "NUL, then a second statement", "A byte order mark", "EXPLAIN", "An endless recursive CTE", "A doubling string",
    "Endless rows", "A cartesian product", "The sort of one", "DISTINCT over one", "Functions that make much of little",
    "Brackets, unions, columns and text without measure", "A hostile name, an injection in a cell")

TABLES: dict[str, Row] = {
    **{f"SQL-{number:02d}": row(f"{what}: refused or contained, and its twin is answered.", _CORPUS)
       for number, what in enumerate(_SQL_CASES[:-1], 1)},
    "SQL-50": row(f"{_SQL_CASES[-1]}: quoted, and text from outside.", _CORPUS,
                  _LOAD + "sql_50_hostile_names_are_quoted_and_unique_and_mean_nothing_to_sqlite",
                  _TABLE_TOOLS + "sql_50_cells_and_names_are_text_from_outside_and_stay_inside_one_line"),
    "D-3 tables": row(
        "Tables are asked read-only in a limited child; no persona sees another's; nothing a model says is SQL.",
        _CORPUS,
        "engine/tables/test_fuzz.py::test_ten_thousand_random_statements_read_nothing_foreign_and_change_nothing",
        "engine/tables/test_library.py::test_an_old_sqlite_is_refused_at_run_time",
        _TABLES + "a_persona_never_sees_the_tables_of_another_and_is_not_told_that_they_exist",
        _TABLES + "the_plan_is_closed_and_bounded",
        _TABLES + "two_hundred_plans_that_fit_are_all_answered",
        _TABLE_TOOLS + "tables_are_listed_with_their_columns_and_only_the_persona_s_own",
        "unit/features/tables/test_with_engines.py::test_flt_11_a_question_whose_child_does_not_get_on_is_over_in_its_"
        "time_and_the_child_replaced"),
    "D-3 table caps": row(
        "1,000 rows, 2 MB and a time for each question; what is cut is said.",
        _SQL + "more_rows_than_a_thousand_or_two_megabytes_are_cut_and_said_to_be",
        _TABLES + "a_long_answer_is_cut_and_says_so", _TABLE_TOOLS + "long_answers_are_cut_for_the_model_and_marked"),
    "D-6 tables": row(
        "kill -9 while a table is loaded or forgotten: the old one or the new one, no file without a row.",
        _TABLE_KILL + "d_6_killed_at_any_moment_a_table_is_the_old_one_or_the_new_one",
        _TABLES + "what_a_crash_left_is_swept_at_the_next_start_and_nothing_else"),
}

# --- Web (NET-01 to NET-19, NET-25 to NET-30) ------------------------------------------------------------------------

_NET = "unit/integrations/web/test_net.py::test_"
_SEARCH = "unit/integrations/web/test_search.py::test_"
_TALK = "e2e/test_web.py::test_"
_WEB_TOOLS = "unit/agents/tools/test_web.py::test_"
_CONTROL = _NET + "net_01_to_18_without_the_check_the_server_would_have_been_reached"


def _address(promise: str, case: str, *more: str) -> Row:
    """An address in a text, and the redirect to it."""
    return row(promise, f"{_NET}an_address_of_this_computer_or_network_is_never_asked[{case}]",
               f"{_NET}net_18_nor_by_a_redirect[NET-18 to {case}]", *more)


WEB: dict[str, Row] = {
    "D-3 web": row(
        "NET 01-19 and 25-30 give their verdicts, the good twins pass, and without the check the servers are reached.",
        _NET + "every_id_of_the_group_has_a_row", _CONTROL,
        _NET + "twin_a_page_is_fetched_with_its_name_and_no_more_than_it_needs",
        _NET + "twin_five_redirects_are_followed_and_cookies_are_not_kept",
        _NET + "twin_the_right_certificate_is_taken_and_the_name_is_sent_for_it",
        _NET + "twin_documents_are_taken_as_what_they_are"),
    "WEB search": row(
        "The web is searched only while allowed, by the server that the user set; else it says what is missing.",
        _SEARCH + "the_words_go_to_the_server_that_was_named_and_nowhere_else",
        _SEARCH + "every_other_answer_is_one_clear_sentence", _SEARCH + "off_or_without_a_server_nothing_is_sent",
        _WEB_TOOLS + "turned_off_or_not_set_up_nothing_is_sent_and_it_says_what_to_do",
        _TALK + "turned_off_it_refuses_and_says_so", _TALK + "without_a_server_it_says_what_is_missing"),
    "WEB fallback": row(
        "What the notes do not hold is refused, asked about, or searched, as the policy says.",
        "unit/agents/graph/test_knowledge.py::test_the_web_is_searched_only_by_the_rule",
        _TALK + "what_the_notes_do_not_hold_is_searched_and_comes_back_with_its_address",
        _TALK + "where_the_policy_asks_nothing_is_sent_before_a_yes",
        _TALK + "a_persona_that_may_not_search_the_web_does_not"),
    "WEB taint": row(
        "After a text from outside a search asks first, shows its words, and who gets them.",
        _TALK + "what_was_read_on_the_web_makes_the_next_search_and_the_next_change_ask",
        _WEB_TOOLS + "after_text_from_outside_a_search_asks_and_shows_the_words_and_who_gets_them",
        "unit/agents/test_matrix.py::test_without_any_one_check_a_cell_turns_red[what was read from outside may be "
        "sent out]"),
    "WEB page": row(
        "A page comes into the character's space after a yes to the address that is asked, shown in ASCII too.",
        _WEB_TOOLS + "a_page_is_fetched_once_a_person_said_yes_and_goes_to_this_characters_space",
        _WEB_TOOLS + "without_a_yes_nothing_is_fetched",
        _WEB_TOOLS + "a_name_in_another_script_is_shown_in_both",
        _WEB_TOOLS + "nobody_is_asked_about_an_address_that_is_never_fetched",
        _WEB_TOOLS + "a_page_that_sends_on_into_this_computer_is_refused_after_the_yes_too"),
    "NET-01": _address("Loopback.", "NET-01 loopback", _CONTROL),
    "NET-02": _address("127.1.", "NET-02 short form", _CONTROL),
    "NET-03": _address("Decimal.", "NET-03 decimal", _CONTROL),
    "NET-04": _address("Hex.", "NET-04 hex", _CONTROL),
    "NET-05": _address("Octal.", "NET-05 octal", _CONTROL),
    "NET-06": _address("0.", "NET-06 zero", _CONTROL),
    "NET-07": _address("IPv6 loopback.", "NET-07 IPv6 loopback"),
    "NET-08": _address("Mapped IPv6.", "NET-08 mapped"),
    "NET-09": _address("The form of NAT64.", "NET-09 NAT64", "unit/integrations/web/test_ranges.py::test_not_public"),
    "NET-10": _address("The form of 6to4.", "NET-10 6to4"),
    "NET-11": _address("Link-local with a zone.", "NET-11 link-local with a zone"),
    "NET-12": _address("Metadata of clouds.", "NET-12 metadata"),
    "NET-13": _address("Carrier-grade NAT, benchmark, multicast, broadcast.", "NET-13 carrier-grade NAT"),
    "NET-14": _address("Full-width dots and digits.", "NET-14 full-width digits"),
    "NET-15": _address("User-info.", "NET-15 user-info"),
    "NET-16": _address("A name with one public and one private address.",
                       "NET-16 one public and one private address"),
    "NET-17": row("A second look-up that differs.", _NET + "net_17_a_second_look_up_is_not_made",
                  _NET + "net_17_nor_does_a_redirect_to_itself_help"),
    "NET-18": row("A redirect to each of 01-13.", _NET + "net_18_nor_by_a_redirect", _CONTROL),
    "NET-19": row("A redirect to something else than the web.",
                  _NET + "net_19_a_redirect_to_something_else_than_the_web"),
    "NET-25": row("A body of 20 MB.", _NET + "net_25_a_body_of_20_megabytes"),
    "NET-26": row("A lying length.", _NET + "net_26_a_lying_length",
                  _NET + "net_26_a_length_that_is_none_or_too_long_for_what_comes"),
    "NET-27": row("gzip 1:1000.", _NET + "net_27_gzip_one_to_a_thousand"),
    "NET-28": row("gzip twice.", _NET + "net_28_packed_twice_or_in_another_way"),
    "NET-29": row("One byte at a time.", _NET + "net_29_a_body_that_drips",
                  _NET + "net_29_a_head_that_drips_and_one_that_never_comes",
                  _NET + "net_29_redirects_do_not_wind_the_clock_up"),
    "NET-30": row(
        "5,000 headers, 20 redirects, https to http, a wrong certificate, a wrong content type.",
        _NET + "net_30_five_thousand_headers", _NET + "net_30_twenty_redirects", _NET + "net_30_from_https_to_http",
        _NET + "net_30_a_certificate_of_another_name_or_of_nobody",
        _NET + "net_30_a_content_type_that_is_no_page_named_html"),
}

# --- Personas --------------------------------------------------------------------------------------------------------

_CARDS = "unit/features/personas/test_cards.py::test_"
_CFG = "unit/features/personas/test_cfg.py::test_"
_LORE = "unit/features/personas/test_lore.py::test_"
_WHOLE = "unit/features/personas/test_whole_personas.py::test_"
_CHARACTERS = "e2e/test_characters.py::test_"

PERSONAS: dict[str, Row] = {
    "D-5 cards": row(
        "Cards exported by us import again unchanged; cards of the public V2 and V3 specifications keep every field.",
        _CARDS + "a_card_of_the_specifications_keeps_every_field_through_the_app",
        _CARDS + "a_persona_of_ours_comes_back_unchanged_from_every_format",
        _CARDS + "what_is_edited_goes_out_and_the_rest_stays_as_it_came",
        _CARDS + "a_card_goes_out_as_another_kind_with_what_that_needs",
        _CARDS + "texts_of_every_kind_of_chunk_are_read"),
    "D-5 hostile cards": row(
        "A hostile card or bundle is refused with one sentence, and nothing is made.",
        _CARDS + "a_hostile_card_is_refused_with_one_sentence_and_nothing_is_made",
        _WHOLE + "a_hostile_bundle_is_refused_with_one_sentence_and_nothing_is_made"),
    "PERSONA bundle": row(
        "A whole persona goes into one file without secrets, and comes back.",
        _WHOLE + "a_bundle_brings_everything_but_secrets_and_addresses"),
    "PERSONA lore": row(
        "Lore comes to mind by its keys, second keys, order, depth and budget, and stands in the prompt.",
        _LORE + "an_entry_comes_to_mind_by_its_keys", _LORE + "order_says_where_and_priority_says_what_is_left_out",
        _LORE + "only_the_last_messages_are_looked_at", _LORE + "a_pattern_made_to_hang_is_given_up",
        _LORE + "the_lore_of_another_persona_is_not_there",
        _CHARACTERS + "lore_stands_around_the_description_and_cannot_leave_the_card"),
    "PERSONA preview": row(
        "The preview of the prompt is exactly what the model gets, with an estimate of its tokens.",
        _CHARACTERS + "the_preview_is_exactly_what_the_model_gets"),
    "PERSONA switch": row(
        "A switch switches history, memory, lore, knowledge space, voice, avatar, model settings and grants together.",
        _CHARACTERS + "a_switch_switches_everything_that_is_bound_to_a_persona_together"),
    "PERSONA whole": row(
        "A persona is copied, put away and deleted as a whole, never half.",
        _WHOLE + "a_deleted_persona_is_gone_with_all_that_is_its_own_and_nothing_else",
        _WHOLE + "a_change_that_fails_on_the_way_leaves_everything_as_it_was",
        _WHOLE + "a_persona_that_is_put_away_keeps_everything_and_comes_back",
        _WHOLE + "a_copy_has_profile_lore_picture_and_bindings_but_no_past",
        _CHARACTERS + "deleting_a_persona_while_it_answers_ends_its_turn"),
    "PERSONA languages": row(
        "A whole character ships for each language of the window.",
        _CARDS + "the_character_of_each_language_is_a_whole_card",
        _CARDS + "shipped_characters_can_be_added_from_a_list"),
    "PERSONA command line": row(
        "Characters are listed, taken in and written by the command line; an unknown name lists the known ones.",
        _CHARACTERS + "characters_come_and_go_by_the_command_line"),
    "CFG-01 personas": row("Empty JSON.", _CFG + "cfg_01_empty_json"),
    "CFG-02 personas": row("Half JSON.", _CFG + "cfg_02_half_json"),
    "CFG-03 personas": row("UTF-16.", _CFG + "cfg_03_utf_16"),
    "CFG-04 personas": row("A byte order mark.", _CFG + "cfg_04_a_byte_order_mark"),
    "CFG-05 personas": row("A newer schema.", _CFG + "cfg_05_a_newer_schema"),
    "CFG-06 personas": row("An older schema.", _CFG + "cfg_06_an_older_schema"),
    "CFG-07 personas": row("Wrong types.", _CFG + "cfg_07_wrong_types"),
    "CFG-08": row("An avatar of 30,000 × 30,000 pixels.", _CFG + "cfg_08_a_picture_of_30000_by_30000",
                  _WHOLE + "a_huge_picture_is_refused_before_anything_decodes_it"),
    "CFG-09": row("SVG with script and external links.", _CFG + "cfg_09_svg_with_script_and_links",
                  _WHOLE + "a_bad_picture_is_refused_and_the_old_one_stays"),
    "CFG-18 personas": row("Clock −1 day, +10 years.", _CFG + "cfg_18_a_clock_that_jumps_changes_no_order"),
    "CFG-19 personas": row("Data folder of any name.", _CFG + "cfg_19_a_data_folder_of_any_name"),
}

# --- Memory ----------------------------------------------------------------------------------------------------------

_WHEN = "unit/features/memory/test_when.py::test_"
_RECALL = "unit/features/memory/test_recall.py::test_"
_PROPOSALS = "unit/features/memory/test_proposals.py::test_"
_AFTER = "unit/agents/test_afterwards.py::test_"
_FINDING = "unit/features/conversations/test_finding.py::test_"
_RECALL_TOOLS = "unit/agents/tools/test_recall_by_time.py::test_"

MEMORY: dict[str, Row] = {
    "D-3 memory": row(
        "Persona B never reads, changes, finds or is told persona A's memories, proposals and earlier words.",
        _RECALL + "no_method_reaches_another_personas_memory",
        _PROPOSALS + "no_method_reaches_another_personas_proposals",
        _FINDING + "another_characters_words_and_unfinished_answers_are_never_found",
        _RECALL_TOOLS + "earlier_words_are_found_by_their_subject_too_and_never_another_characters"),
    "D-6 memory": row(
        "kill -9 while a conversation is put in short: the summary is whole or absent, the messages are untouched.",
        "unit/agents/test_compaction_kill.py::test_a_kill_at_any_point_leaves_a_whole_summary_or_none",
        _AFTER + "an_app_that_closes_meanwhile_leaves_nothing_half"),
    "Dated and linked": row(
        "Memories are dated, name where they come from, are searched, filtered, edited, and come back when deleted.",
        "unit/agents/tools/test_memory_and_profile.py::test_what_was_saved_is_read_again_with_its_origin",
        _RECALL + "a_list_is_read_a_page_at_a_time_and_by_filters",
        _RECALL + "a_deleted_memory_comes_back_as_it_was_within_its_time"),
    "Proposals": row(
        "After a turn proposals are shown, not silently kept; known ones are not proposed; a setting switches it off.",
        _AFTER + "the_model_proposes_after_the_answer_and_nothing_is_remembered_yet",
        _AFTER + "without_a_model_the_form_of_a_sentence_tells",
        _AFTER + "what_is_no_such_answer_proposes_nothing_and_the_reply_stands",
        _PROPOSALS + "a_proposal_is_no_memory_before_it_is_accepted",
        _PROPOSALS + "what_is_known_or_was_proposed_before_is_not_proposed_again",
        "e2e/test_settings_act.py::test_what_to_remember_is_proposed_only_when_that_is_set"),
    "Proposals from outside": row(
        "What comes of a turn that read text from outside says its source, as a proposal and as a memory.",
        _AFTER + "a_turn_that_read_text_from_outside_says_so_in_its_proposals",
        _PROPOSALS + "what_came_with_text_from_outside_says_so_also_as_a_memory",
        _RECALL_TOOLS + "what_came_of_text_from_outside_taints_the_turn_that_reads_it",
        _RECALL_TOOLS + "what_is_remembered_in_such_a_turn_names_the_text"),
    "Recall by time": row(
        "\u201clast Tuesday\u201d, in Chinese, Japanese and English, over memories and what both said before.",
        _WHEN + "an_expression_means_whole_days", _WHEN + "what_is_no_time_that_is_past_means_none",
        _RECALL + "a_time_in_the_query_keeps_what_is_of_that_time",
        _RECALL_TOOLS + "what_both_said_on_a_day_is_read_with_its_date",
        _FINDING + "a_time_and_messages_to_leave_out_bound_it"),
    "Recall by meaning": row(
        "With an embedding model memories are found by meaning and by words; without it by words, and that is said.",
        _RECALL + "what_means_the_like_is_found_and_what_has_the_words_as_well",
        _RECALL + "vectors_follow_the_words_of_their_memory"),
    "Memories in the prompt": row(
        "Pinned ones, then what fits, within a budget of tokens, as data, marked as used.",
        _RECALL + "the_prompt_gets_the_pinned_ones_then_what_fits_within_its_budget",
        _AFTER + "the_model_is_told_what_is_remembered_as_data_and_it_is_marked"),
    "Memory faults": row(
        "A store of memories that fails or hangs in the middle of a turn never blocks or fails a reply.",
        _AFTER + "a_store_of_memories_that_fails_never_blocks_a_reply",
        _AFTER + "a_store_that_hangs_is_not_waited_for",
        _AFTER + "the_next_turn_comes_before_proposals_of_the_last"),
    "Compaction": row(
        "A long conversation is read in short; the record stays; a branch before the covered point does not use it.",
        _AFTER + "a_long_conversation_is_put_in_short_and_the_messages_stay",
        _AFTER + "without_a_model_the_beginnings_of_what_the_user_said_are_kept",
        _AFTER + "an_edit_before_the_covered_point_does_not_read_the_summary",
        _FINDING + "a_summary_holds_for_the_branches_through_its_message_and_only_for_those"),
}

# --- the panel of the characters -------------------------------------------------------------------------------------

_PEOPLE_VIEW = "ui/panels/persona/test_people.py::test_"
_PROFILE_VIEW = "ui/panels/persona/test_profile.py::test_"
_MEMORY_VIEW = "ui/panels/persona/test_memory.py::test_"
_KNOWLEDGE_VIEW = "ui/panels/persona/test_knowledge.py::test_"
_DOCUMENTS_VIEW = "ui/panels/persona/test_documents.py::test_"
_PANEL_APP = "e2e/test_persona_panel.py::test_"

PANEL: dict[str, Row] = {
    "Panel: characters": row(
        "Characters are made, taken in from cards, copied, deleted after a question, written to files, talked to.",
        _PEOPLE_VIEW + "the_one_in_use_is_marked_and_another_is_shown_and_talked_to_by_keyboard",
        _PEOPLE_VIEW + "cards_that_are_dropped_become_characters_and_what_is_none_is_told",
        _PEOPLE_VIEW + "one_that_comes_with_the_app_is_added_from_the_menu",
        _PEOPLE_VIEW + "a_copy_is_made_and_shown",
        _PEOPLE_VIEW + "deleting_asks_first_and_the_last_one_cannot_go",
        _PEOPLE_VIEW + "a_character_is_written_as_a_card_that_reads_again"),
    "Panel: profile": row(
        "Everything is saved by itself, a refusal stands at its field, nothing that is being typed is overwritten.",
        _PROFILE_VIEW + "what_is_typed_is_saved_by_itself_and_said_so",
        _PROFILE_VIEW + "a_name_is_needed_and_the_refusal_stands_at_its_field",
        _PROFILE_VIEW + "a_change_from_elsewhere_is_shown_but_not_over_what_is_being_typed",
        _PROFILE_VIEW + "a_lore_entry_is_made_edited_switched_off_moved_and_deleted",
        _PANEL_APP + "what_was_typed_last_is_there_after_a_restart_and_the_model_would_get_it"),
    "Panel: preview": row(
        "What the model gets is shown with an estimate of its tokens.",
        _PROFILE_VIEW + "what_the_model_gets_stands_beside_the_form_and_follows_it",
        _PROFILE_VIEW + "with_little_room_the_preview_opens_in_a_window_of_its_own"),
    "Panel: memory": row(
        "Proposals are accepted, changed or left; memories are searched, changed, pinned, forgotten, brought back.",
        _MEMORY_VIEW + "a_proposal_is_remembered_with_a_yes_and_names_its_conversation",
        _MEMORY_VIEW + "a_proposal_can_be_put_right_before_it_is_remembered",
        _MEMORY_VIEW + "what_is_forgotten_can_be_brought_back",
        _MEMORY_VIEW + "memories_of_all_characters_are_apart_from_those_of_one",
        _MEMORY_VIEW + "what_has_text_from_outside_in_it_says_so"),
    "Panel: citations": row(
        "A search says how it was searched; a citation, also one under an answer, opens its passage in its document.",
        _KNOWLEDGE_VIEW + "what_was_found_and_how_is_said_and_the_first_passage_is_read_in_its_document",
        _KNOWLEDGE_VIEW + "that_only_words_were_searched_is_told",
        _KNOWLEDGE_VIEW + "a_citation_opens_its_passage_and_one_that_is_gone_says_so",
        "ui/panels/chat/test_sources.py::test_a_passage_under_an_answer_leads_to_its_place",
        _PANEL_APP + "a_folder_is_read_searched_shared_and_its_passage_opened_by_an_action"),
    "Panel: documents": row(
        "Per-file progress, cancel, honest failures; renamed, shared without copies, updated and removed.",
        _DOCUMENTS_VIEW + "reading_shows_its_progress_and_can_be_cancelled",
        _DOCUMENTS_VIEW + "a_failure_says_what_is_wrong_and_what_next",
        _DOCUMENTS_VIEW + "a_document_is_shared_with_others_and_taken_back_without_a_copy",
        _DOCUMENTS_VIEW + "removing_asks_first_and_says_what_stays",
        _DOCUMENTS_VIEW + "another_file_takes_the_place_of_a_document",
        _DOCUMENTS_VIEW + "another_characters_documents_are_never_shown"),
}

# ---------------------------------------------------------------------------------------------------------------------

KNOWLEDGE_REQUIREMENTS: dict[str, Row] = {**DOCUMENTS, **RETRIEVAL, **TABLES, **WEB, **PERSONAS, **MEMORY,
                                           **PANEL}
KNOWLEDGE_BLOCKS = (DOCUMENTS, RETRIEVAL, TABLES, WEB, PERSONAS, MEMORY, PANEL)

__all__ = ["KNOWLEDGE_BLOCKS", "KNOWLEDGE_REQUIREMENTS", "row"]
