"""What the character knows: documents, retrieval, tables, the web, personas and memory, and the tests that show it.

One block for each area. "D-1" to "D-6" are the promises of the issue "The character knows" ("Must show"), SQL and NET
the hostile corpora of tables and of the fetcher.
"""

from __future__ import annotations

from tests.contract.rows import Row, row

# --- Documents -------------------------------------------------------------------------------------------------------

DOCUMENTS: dict[str, Row] = {}

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
        _ISOLATION + "what_another_space_has_does_not_take_places_in_the_result",
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

TABLES: dict[str, Row] = {}

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

PERSONAS: dict[str, Row] = {}

# --- Memory ----------------------------------------------------------------------------------------------------------

MEMORY: dict[str, Row] = {}

# ---------------------------------------------------------------------------------------------------------------------

KNOWLEDGE_REQUIREMENTS: dict[str, Row] = {**DOCUMENTS, **RETRIEVAL, **TABLES, **WEB, **PERSONAS, **MEMORY}
KNOWLEDGE_BLOCKS = (DOCUMENTS, RETRIEVAL, TABLES, WEB, PERSONAS, MEMORY)

__all__ = ["KNOWLEDGE_BLOCKS", "KNOWLEDGE_REQUIREMENTS", "row"]
