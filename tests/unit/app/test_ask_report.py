"""What ``ask`` says of the sources of an answer."""

from __future__ import annotations

import json

import pytest

from characoid_desktop.agents.runtime.events import Sources
from characoid_desktop.cli.ask_report import AskReport

EVENT = Sources(run_id="r", at_s=0.0, citations=(
    {"kind": "passage", "passage_id": "p1", "title": "House\x1b[2Jrules", "page": 3, "last_page": 4},
    {"kind": "web", "title": "Green tea", "url": "https://tea.example/green"},
    {"kind": "web", "title": "Not", "url": "javascript:alert(1)"}))


def test_sources_are_named_beside_the_answer_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    report = AskReport(as_json=False, live=False)
    report.event(EVENT)
    report.sources()
    report.sources()
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == ["· House[2Jrules, pages 3–4", "· Green tea https://tea.example/green"]


def test_sources_are_events_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    report = AskReport(as_json=True)
    report.event(EVENT)
    report.sources()
    [line] = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    assert (said["type"], said["citations"][1]["url"]) == ("sources", "https://tea.example/green")
