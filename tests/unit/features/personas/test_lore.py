"""Lore comes to mind as the card specifications say, within its budget, and every change is its own persona's."""

from __future__ import annotations

import time
from typing import Any

import pytest

from characoid_desktop.features.personas.errors import BadLore, LoreGone, PersonaGone
from characoid_desktop.features.personas.lore import MAX_ENTRIES, Book, BookSettings, LoreEntry, Place
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.features.personas.waking import Woken, wake


def woken(*entries: LoreEntry, said: str | list[str] = "", **settings: Any) -> Woken:
    return wake(Book(BookSettings(**settings), entries), [said] if isinstance(said, str) else said)


def one(text: str = "x", *keys: str, **more: Any) -> LoreEntry:
    return LoreEntry(text, keys, **more)


def texts(found: Woken) -> list[str]:
    return [entry.content for entry in found.entries]


@pytest.mark.parametrize(("entry", "said", "there"), [
    (one("a", "tower"), "the Tower fell", True),
    (one("a", "tower"), "the town", False),
    (one("a", "tower", "moon"), "a moon", True),
    (one("a"), "anything", False),
    (one("a", "Tower", case_sensitive=True), "the tower", False),
    (one("a", "Tower", case_sensitive=True), "the Tower", True),
    (one("a", "塔"), "去塔上看看", True),
    (one("a", "ミュート"), "ﾐｭｰﾄちゃん", True),
    (one("a", "ＮＰＣ"), "an npc", True),
    (one("a", "tower", enabled=False), "tower", False),
    (one("a", constant=True), "", True),
    (one("a", "tower", selective=True, secondary_keys=("moon",)), "the tower", False),
    (one("a", "tower", selective=True, secondary_keys=("moon",)), "moon, tower", True),
    (one("a", "tower", selective=False, secondary_keys=("moon",)), "the tower", True),
    (one("a", "tower", selective=True), "the tower", True),
    (one("a", "sta+rs", use_regex=True), "STAAARS", True),
    (one("a", "/sta+rs/", use_regex=True, case_sensitive=True), "STAAARS", False),
    (one("a", "/sta+rs/i", use_regex=True, case_sensitive=True), "STAAARS", True),
    (one("a", "(", use_regex=True), "( is no pattern", False),
    (one("@@dont_activate\na", "tower"), "tower", False),
    (one("@@activate\na"), "", True),
    (one("@@exclude_keys moon\na", "tower"), "tower by the moon", False),
    (one("@@additional_keys sun, moon\na", "tower"), "moon", False),
    (one("@@additional_keys sun, moon\na", "tower"), "the tower and the moon", True),
    (one("@@additional_keys mo+n\na", "tower", use_regex=True), "mooon", True),
    (one("@@exclude_keys moon\na", "tower", use_regex=True), "tower by the moon", True),
    (one("@@activate\n@@dont_activate\na"), "", True),
    (one("@@activate_only_after 1\na", "tower"), "tower", False),
    (one("@@activate_only_after 0\na", "tower"), "tower", True),
    (one("@@unknown\n@@@dont_activate\na", "tower"), "tower", False),
    (one("@@activate\n@@@dont_activate\na"), "", True),
    (one("@@unknown 4\n@@@other\n@@@scan_depth x\n@@@activate\n@@@dont_activate\na"), "", True),
    (one("@@scan_depth 5\n@@scan_depth 0\na", "tower"), "tower", True),
    (one("\n@@activate\n\n@@exclude_keys x\n\na"), "", True),
    (one("@@is_greeting 3\na", "tower"), "tower", True),
    (one("@@is_user_icon mika\na", "tower"), "tower", True),
    (one(" \n", "tower"), "tower", False),
], ids=str)
def test_an_entry_comes_to_mind_by_its_keys(entry: LoreEntry, said: str, there: bool) -> None:
    assert bool(woken(entry, said=said).entries) is there


def test_decorators_never_reach_the_model_and_say_where_an_entry_stands() -> None:
    found = woken(one("@@position after_desc\n@@@unknown 3\n@@depth 4\nthe text\n@@not a decorator", "k"), said="k")
    assert (found.before, found.after) == ((), ("the text\n@@not a decorator",))


def test_depth_stands_near_the_end_or_before_everything() -> None:
    for head, before in (("@@depth 1", False), ("@@depth 0", False), ("@@depth -3", False), ("@@depth 9", True),
                         ("@@depth 0\n@@position before_desc", True), ("@@position scenario\n@@@depth 0", False),
                         ("@@instruct_depth 0", True), ("@@reverse_depth 0", True), ("@@role user", True)):
        found = woken(one(f"{head}\nx", "k"), said="k")
        assert (found.before, found.after) == ((("x",), ()) if before else ((), ("x",))), head


TALK = ["k once", "answer", "nothing", "answer", "nothing", "answer", "nothing"]
OWN = (1, 3, 5)


def test_what_woke_before_stays_or_does_not_come_again_on_this_branch_only() -> None:
    keeps, once = one("@@keep_activate_after_match\nx", "k"), one("@@dont_activate_after_match\nx", "k")

    def there(entry: LoreEntry, said: list[str], own: tuple[int, ...] = OWN, **settings: Any) -> bool:
        book = Book(BookSettings(scan_depth=1, **settings), (entry,))
        return bool(wake(book, said, own=tuple(at for at in own if at < len(said))).entries)

    assert there(keeps, TALK)
    assert there(keeps, TALK[:1])
    assert not there(keeps, ["other", *TALK[1:]]), "another branch, where nobody said it"
    assert not there(keeps, ["other", "k by the character", "x", "y", "z"]), "what the user answered was looked at"
    assert there(once, TALK[:1])
    assert not there(once, [*TALK, "k again"])
    assert there(once, ["other", *TALK[1:], "k again"])
    assert there(one("x", "k"), [*TALK, "k again"])


def test_answers_of_the_character_are_counted() -> None:
    for head, counts in (("@@activate_only_after 2", {2, 3, 4, 5}), ("@@activate_only_every 2", {0, 2, 4})):
        book = Book(BookSettings(), (one(f"{head}\nx", constant=True),))
        woke = {n for n in range(6) if wake(book, ["a"] * (2 * n + 1), own=range(1, 2 * n, 2)).entries}
        assert woke == counts


def test_what_may_be_ignored_is_left_out_first() -> None:
    long = "word " * 100
    found = woken(one(f"@@ignore_on_max_context\n{long}", "k", priority=99), one(long, "k", priority=1), said="k",
                  token_budget=150)
    assert [entry.priority for entry in found.entries] == [1]


def test_parts_of_the_card_can_be_told_instead_of() -> None:
    entries = [one(f"@@disable_ui_prompt {name}\nx", "k") for name in ("system_prompt", "anything")]
    assert woken(*entries, said="k").disabled == {"system_prompt"}
    assert woken(*entries, said="other").disabled == frozenset()


def test_an_entry_says_what_of_it_is_not_understood() -> None:
    entry = one("@@role user\n@@depth 2\n@@instruct_depth 5\n@@@reverse_depth 5\n@@position scenario\n@@@depth 1\n"
                "@@activate_only_every 0\n@@" + "y" * 99 + "\x1b\nx\n@@later")
    assert entry.not_understood == ("role", "instruct_depth", "activate_only_every", "y" * 39 + "…")
    assert str(entry.note).startswith("Not understood, and kept for other apps: @@role, @@instruct_depth")
    assert one("@@activate\nx").note is None
    assert one("plain @@x").note is None


async def test_an_entry_belongs_to_one_of_the_first_messages(lore: LoreService, personas: PersonaService) -> None:
    await personas.update(DEFAULT_ID, profile={"first_message": "Hi {{user}}"},
                          facts={"alternate_greetings": ("", "Again, {{user}}?")})
    for number in (0, 2):
        await lore.add(DEFAULT_ID, one(f"@@is_greeting {number}\ng{number}", constant=True))
    for said, own, wanted in ((["Hi you", "x"], [0], ["g0"]), (["Again, 你?", "x"], [0], ["g2"]),
                              (["Hi you", "x"], [], ["g0", "g2"]), (["What?", "x"], [0], ["g0", "g2"])):
        found = await lore.wake(DEFAULT_ID, said, own=own)
        assert list(found.before) == wanted, said


def test_a_book_made_to_hang_on_the_past_is_given_up() -> None:
    book = [one(f"@@keep_activate_after_match\n{n}", *[f"(a+)+${k}" for k in range(5)], use_regex=True)
            for n in range(2)]
    book += [one(f"@@keep_activate_after_match\n{n}", *[f"key{k}" for k in range(100)]) for n in range(300)]
    began = time.monotonic()
    woken(*book, said=["a" * 4000 + "b"] * 100)
    assert time.monotonic() - began < 5


def test_only_the_last_messages_are_looked_at() -> None:
    said = ["tower", *["nothing"] * 4]
    assert not woken(one("a", "tower"), said=said).entries, "four messages unless the book says otherwise"
    assert woken(one("a", "tower"), said=said, scan_depth=5).entries
    assert not woken(one("a", "tower"), said=said, scan_depth=0).entries
    assert woken(one("@@scan_depth 5\na", "tower"), said=said).entries


def test_order_says_where_and_priority_says_what_is_left_out() -> None:
    long = "word " * 100  # about 100 tokens
    entries = (one(f"late {long}", "k", order=30, priority=1), one(f"first {long}", "k", order=1, priority=5),
               one(f"middle {long}", "k", order=20, priority=9, place=Place.AFTER))
    found = woken(*entries, said="k", token_budget=250)
    assert [text.split()[0] for text in (*found.before, *found.after)] == ["first", "middle"]
    assert [entry.content.split()[0] for entry in found.left_out] == ["late"]
    assert found.tokens <= 250
    assert woken(*entries, said="k", token_budget=0).entries == ()


def test_lore_brings_other_lore_to_mind_where_the_book_allows_it() -> None:
    chain = [one(f"see k{n + 1}", f"k{n}") for n in range(3)]
    assert texts(woken(*chain, said="k0")) == ["see k1"]
    assert texts(woken(*chain, said="k0", recursive=True)) == ["see k1", "see k2", "see k3"]
    mirror = (one("see b", "a"), one("see a", "b"))
    assert len(woken(*mirror, said="a", recursive=True).entries) == 2, "a circle ends"


def test_a_pattern_made_to_hang_is_given_up() -> None:
    began = time.monotonic()
    found = woken(*[one(f"{n}", "(a+)+$", use_regex=True) for n in range(5)], one("plain", "aaa"),
                  said="a" * 30_000 + "b")
    assert texts(found) == ["plain"]
    assert time.monotonic() - began < 5


def test_many_patterns_that_hang_share_one_limit_and_what_has_words_wakes_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    hanging = [one(f"{n}", *(rf"({letter}+)+{n}$" for letter in "abcd"), use_regex=True) for n in range(45)]
    began = time.monotonic()
    with caplog.at_level("INFO"):
        found = woken(one("first", "a{9}", use_regex=True), *hanging, one("late", "aa{8}", use_regex=True),
                      one("plain", "aaa"), one("again", "never", "@@keep_activate_after_match"),
                      said=f"{'a' * 9000} {'b' * 9000} {'c' * 9000} {'d' * 9000}!")
    assert time.monotonic() - began < 1.5
    assert texts(found) == ["first", "plain"], "what there is no time for is not found"
    assert "patterns of lore were not searched" in caplog.text


def test_a_large_book_is_searched_quickly() -> None:
    book = [one(f"entry {n}", f"key{n}", f"鍵{n}") for n in range(2000)]
    began = time.monotonic()
    found = woken(*book, said="we speak of 鍵1999. " * 500)
    assert "entry 1999" in texts(found)
    assert time.monotonic() - began < 2


async def test_entries_are_added_changed_ordered_and_removed(lore: LoreService) -> None:
    told: list[str] = []
    lore.changed.connect(told.append)
    a = await lore.add(DEFAULT_ID, LoreEntry("A\0", (" k ", ""), name=" n "))
    b = await lore.add(DEFAULT_ID, LoreEntry("B"))
    assert (a.content, a.keys, a.name) == ("A", ("k",), "n")
    changed = await lore.update(DEFAULT_ID, a.id, {"content": "AA", "keys": ["x", "y"], "place": "after_char"})
    assert (changed.content, changed.keys, changed.place) == ("AA", ("x", "y"), Place.AFTER)
    await lore.put_in_order(DEFAULT_ID, [b.id, "nobody"])
    assert [entry.id for entry in await lore.list(DEFAULT_ID)] == [b.id, a.id]
    assert await lore.remove(DEFAULT_ID, b.id)
    assert not await lore.remove(DEFAULT_ID, b.id)
    assert await lore.list(DEFAULT_ID) == [changed]
    assert told == [DEFAULT_ID] * 5


async def test_the_lore_of_another_persona_is_not_there(lore: LoreService, personas: PersonaService) -> None:
    other = await personas.create("Other")
    mine = await lore.add(DEFAULT_ID, LoreEntry("secret", ("k",)))
    assert await lore.list(other.id) == []
    assert not (await lore.wake(other.id, ["k"])).entries
    with pytest.raises(LoreGone):
        await lore.update(other.id, mine.id, {"content": "x"})
    assert not await lore.remove(other.id, mine.id)
    await lore.put_in_order(other.id, [mine.id])
    assert await lore.list(DEFAULT_ID) == [mine]


async def test_what_is_too_large_or_unknown_is_refused(lore: LoreService, personas: PersonaService) -> None:
    for entry in (LoreEntry("x" * 20_001), LoreEntry(keys=("k" * 501,)), LoreEntry(keys=("k",) * 201)):
        with pytest.raises(BadLore):
            await lore.add(DEFAULT_ID, entry)
    with pytest.raises(PersonaGone):
        await lore.add("nobody", LoreEntry("x"))
    with pytest.raises(PersonaGone):
        lore.settings("nobody")
    with pytest.raises(ValueError, match="id"):
        await lore.update(DEFAULT_ID, "x", {"id": "y"})
    assert (await lore.wake("nobody", ["k"])) == Woken()
    assert MAX_ENTRIES == 2000


async def test_settings_of_the_lore_last_and_macros_are_filled_in(lore: LoreService, personas: PersonaService) -> None:
    await lore.set_settings(DEFAULT_ID, {"scan_depth": 2, "token_budget": 50, "recursive": True, "name": "Book"})
    settings = lore.settings(DEFAULT_ID)
    assert (settings.depth, settings.budget, settings.recursive, settings.name) == (2, 50, True, "Book")
    await lore.add(DEFAULT_ID, LoreEntry("{{char}} met {{user}}.{{// a note}}", ("{{char}}",)))
    found = await lore.wake(DEFAULT_ID, ["hello Mika"])
    assert found.before == ("Mika met the user.",)
