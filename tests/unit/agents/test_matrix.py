"""The permission matrix: 8 workers × 66 tools × 3 personas run exactly where the table says so, and the supervisor
runs only tools of MCP servers. Then every single check is taken away in turn: at least one cell must turn red."""

from __future__ import annotations

import inspect
import itertools
import textwrap
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from characoid_desktop.agents import assignment, policy
from characoid_desktop.agents.assignment import CapabilityPolicy, sync_mcp_wildcard_policy
from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.policy import Policy
from characoid_desktop.agents.registry import ToolRegistry
from characoid_desktop.agents.runtime import checking, execution
from characoid_desktop.agents.runtime.approval_models import ApprovalSummary
from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.agents.runtime.checking import PAIRS
from characoid_desktop.agents.runtime.turn import ToolCall, ToolOutcome, TurnIds
from characoid_desktop.agents.tools.catalog import described_specs
from characoid_desktop.agents.tools.frame import Arguments, Effect, NoArguments, Payload, Tool, ToolContext
from characoid_desktop.agents.vocabulary import SUPERVISOR, WORKERS
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.data.database import Database
from characoid_desktop.features.activity.service import AuditService
from tests.unit.agents.test_contract_table import ROWS
from tests.unit.agents.tools.test_every_tool import PLAIN

# --- the table: who may do what, written down apart from the code that decides it -----------------

PERSONAS = ("mika", "rin", "yu")
WITHOUT_WORKERS = {"mika": set[str](), "rin": {"rvc_worker", "config_worker"},
                   "yu": set(WORKERS) - {"memory_worker", "profile_worker", "voice_worker"}}
WITHOUT_TOOLS = {"mika": set[str](), "rin": {"web_search", "delete_persona_memory", "rename_persona"},
                 "yu": {"save_workspace_memory", "start_voice_training", "request_config_change"}}
SERVERS = {"weather": ("mika",), "mail": ("mika", "rin")}
# name → server, clearly only reads, flagged by us as changing something
MCP_TOOLS = {"weather_now": ("weather", True, False), "send_mail": ("mail", False, True),
             "says_nothing_of_itself": ("mail", False, False), "open_book": ("never given to anyone", True, False)}

ASKS = {name for name, _, asks, _ in ROWS if asks}
WRITES = {name for name, _, _, writes in ROWS if writes}
SENDS = {"web_search"}  # words of the turn, to a server
OWNER = {name: worker for name, worker, _, _ in ROWS}
MORE = {
    "add_persona_knowledge": {"attachment_id": "a"}, "delete_persona_document": {"document_id": "d"},
    "import_knowledge_from_url": {"url": "https://example.org/a"},
    "update_persona_memory": {"memory_id": "m", "text": "t"}, "delete_persona_memory": {"memory_id": "m"},
    "delete_workspace_memory": {"memory_id": "m"}, "attach_file_to_rvc_session": {"session_id": "s",
                                                                                  "attachment_id": "a"},
    "prepare_rvc_source": {"session_id": "s"}, "get_rvc_session": {"session_id": "s"},
    "convert_audio_with_rvc": {"session_id": "s", "model_id": "builtin:deep"}, "cancel_rvc_task": {"task_id": "t"},
    "separate_rvc_vocals": {"session_id": "s"}, "mix_rvc_instrumental": {"session_id": "s"},
    "register_rvc_result_attachment": {"task_id": "t"}, "get_rvc_task_status": {"task_id": "t"},
}
ARGUMENTS = {**PLAIN, **MORE, **{name: {} for name in MCP_TOOLS}}


def declared(caller: str, tool: str, persona: str) -> bool:
    """Whether this cell may run at all (with a person's word where one is needed)."""
    if tool in MCP_TOOLS:
        return caller == SUPERVISOR and persona in SERVERS.get(MCP_TOOLS[tool][0], ())
    return caller == OWNER[tool] and caller not in WITHOUT_WORKERS[persona] and tool not in WITHOUT_TOOLS[persona]


def needs_word(tool: str) -> bool:
    return tool in ASKS or tool in PAIRS or (tool in MCP_TOOLS and not MCP_TOOLS[tool][1])


@dataclass(frozen=True)
class Cell:
    """``word``: whether a person said yes. ``taint``: the turn has read text from outside."""

    caller: str
    tool: str
    persona: str
    word: bool = True
    taint: bool = False

    @property
    def runs(self) -> bool:
        if not declared(self.caller, self.tool, self.persona):
            return False
        return self.word or not (needs_word(self.tool) or (self.taint and self.tool in (*WRITES, *SENDS)))


BASE = [Cell(*one) for one in itertools.product(WORKERS, OWNER, PERSONAS)]
AROUND = [  # what the base does not show: the supervisor, servers, and calls without a word
    *(Cell(*one) for one in itertools.product((SUPERVISOR, "mcp", "", "memory"), OWNER, PERSONAS)),
    *(Cell(*one) for one in itertools.product((*WORKERS, SUPERVISOR, "mcp"), MCP_TOOLS, PERSONAS)),
    *(replace(cell, word=False) for cell in BASE if cell.runs),
    *(replace(cell, word=False, taint=True) for cell in BASE if cell.runs),
    *(Cell(SUPERVISOR, tool, persona, word=False) for tool in MCP_TOOLS for persona in PERSONAS),
]


# --- the bench: the real policy around tools that only note that they ran ---------------------------

@dataclass
class Matrix:
    policy: Policy
    ran: list[tuple[str, str]] = field(default_factory=list)
    ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    async def outcome(self, cell: Cell) -> ToolOutcome:
        n = next(self.ids)  # a conversation for each cell: the word of one must not serve another
        ids = TurnIds(f"run {n}", cell.persona, f"talk {n}", "m", "a", "en")
        runner = self.policy.runner(ids, lambda event: None, lambda: 0.0, {})
        args = dict(ARGUMENTS[cell.tool])
        taint = ("a page",) if cell.taint else ()
        if cell.tool in PAIRS and cell.word:
            args["approval_id"] = await self._first_step(cell, ids, args)
        call = ToolCall("call", cell.tool, args)
        if cell.word and runner.asks(cell.caller, call, taint):
            for id in await runner.request(cell.caller, [call], taint):
                await self.policy.ledger.decide(id, (await self.policy.ledger.show(id)).nonce or "", True)
        return await runner.run(cell.caller, call, taint)

    async def _first_step(self, cell: Cell, ids: TurnIds, args: dict[str, Any]) -> str:
        """A person's word on the first step with these arguments, as the id it is known by."""
        check = checking.CallCheck(self.policy.registry, self.policy.grants, ids)
        spec = self.policy.registry.tool_spec(PAIRS[cell.tool])
        assert spec is not None
        parsed = checking.parse(spec.tool, args)
        assert not isinstance(parsed, list)
        subject = check._subject(spec.specialist, "first", spec, parsed[1])
        asked = await self.policy.ledger.request(subject, ApprovalSummary(Text.of("?")))
        shown = await self.policy.ledger.show(asked.id)
        await self.policy.ledger.decide(asked.id, shown.nonce or "", True)
        return asked.id

    async def wrong(self, cells: Sequence[Cell], *, all_of_them: bool = True) -> list[Cell]:
        """The cells that did not do what the table says; only the first one unless ``all_of_them``."""
        found: list[Cell] = []
        for cell in cells:
            self.ran.clear()
            outcome = await self.outcome(cell)
            right = self.ran == ([(cell.persona, cell.tool)] if cell.runs else []) and outcome.ok == cell.runs
            if not right:
                found.append(cell)
                if not all_of_them:
                    break
        return found


@pytest.fixture
async def matrix(home: AppPaths) -> AsyncIterator[Matrix]:
    clock = SystemClock()
    database = await Database.open(home.database, home.backups, clock)
    ran: list[tuple[str, str]] = []
    registry = ToolRegistry([_noting(spec, ran) for spec in described_specs()])
    registry.register_tool_specs([_foreign(name, *MCP_TOOLS[name], ran) for name in MCP_TOOLS])
    grants = CapabilityPolicy(database)
    await grants.start()
    await _give(grants)
    ledger = ApprovalLedger(database, clock)
    made = Policy(database=database, registry=registry, grants=grants, ledger=ledger,
                  audit=AuditService(database, clock, Redactor()), clock=clock)
    yield Matrix(made, ran)
    await database.aclose()


async def _give(grants: CapabilityPolicy) -> None:
    for persona in PERSONAS:
        for worker in sorted(WITHOUT_WORKERS[persona]):
            await grants.set_allowed(f"worker/{worker}", persona, False, PERSONAS)
        for tool in sorted(WITHOUT_TOOLS[persona]):
            await grants.set_allowed(f"tool/{tool}", persona, False, PERSONAS)
    for server, personas in SERVERS.items():
        await sync_mcp_wildcard_policy(grants, server, personas)


def _noting(spec: ToolSpec, ran: list[tuple[str, str]]) -> ToolSpec:
    """The same tool with all it declares, but for what it does."""

    async def note(ctx: ToolContext, args: Arguments) -> Payload:
        ran.append((ctx.persona_id, spec.name))
        return {"status": "completed", "answer": "done"}

    assert isinstance(spec.tool, Tool)
    return replace(spec, tool=spec.tool.model_copy(update={"function": note, "ready": True, "describe": None}))


def _foreign(name: str, server: str, only_reads: bool, flagged: bool, ran: list[tuple[str, str]]) -> ToolSpec:
    async def note(ctx: ToolContext, args: Arguments) -> Payload:
        ran.append((ctx.persona_id, name))
        return {"status": "completed"}

    tool = Tool(name=name, description="Of a server.", args_schema=NoArguments, function=note, title=Text.of("It"),
                effect=Effect.NONE if only_reads else Effect.OUTSIDE,
                metadata={"read_only_hint": True} if only_reads else None)
    return ToolSpec(name, "mcp", tool, requires_confirmation=flagged, mutates_data=flagged, server=server)


# --- the matrix ---------------------------------------------------------------------------------

def test_the_matrix_is_whole_and_the_table_says_something() -> None:
    assert len(BASE) == len(set(BASE)) == 8 * 66 * 3 == 1584
    per_persona = {one: sum(cell.runs for cell in BASE if cell.persona == one) for one in PERSONAS}
    assert per_persona == {"mika": 66, "rin": 66 - 13 - 6 - 3, "yu": 7 + 3 + 26 - 2}
    assert {*ARGUMENTS} == {*OWNER, *MCP_TOOLS}


@pytest.mark.parametrize("worker", WORKERS)
async def test_exactly_the_declared_cells_run(matrix: Matrix, worker: str) -> None:
    cells = [cell for cell in BASE if cell.caller == worker]
    assert len(cells) == 66 * 3
    assert await matrix.wrong(cells) == []


async def test_the_supervisor_runs_tools_of_servers_only_and_nobody_runs_without_a_word(matrix: Matrix) -> None:
    assert await matrix.wrong(AROUND) == []


async def test_a_refused_cell_is_written_down_with_its_reason(matrix: Matrix) -> None:
    cells = [Cell("rvc_worker", "list_rvc_models", "rin"), Cell("memory_worker", "list_rvc_models", "mika"),
             Cell("memory_worker", "delete_persona_memory", "rin")]
    for cell in cells:
        assert (await matrix.outcome(cell)).outcome == "refused"
    rows = await matrix.policy.database.read_all(
        "SELECT persona_id, tool, permission, outcome FROM audit ORDER BY seq")
    assert [tuple(row) for row in rows] == [
        ("rin", "list_rvc_models", "not_granted", "refused"), ("mika", "list_rvc_models", "not_needed", "refused"),
        ("rin", "delete_persona_memory", "not_granted", "refused")]


@pytest.mark.parametrize("persona", PERSONAS)
async def test_what_may_not_be_used_is_not_seen(matrix: Matrix, persona: str) -> None:
    runner = matrix.policy.runner(TurnIds("r", persona, "talk", "m", "a", "en"), lambda event: None, lambda: 0.0, {})
    for worker in WORKERS:
        assert [spec.name for spec in runner.visible(worker)] == [
            name for name in OWNER if declared(worker, name, persona)]
    assert [spec.name for spec in runner.visible(SUPERVISOR)] == [
        name for name in MCP_TOOLS if declared(SUPERVISOR, name, persona)]
    assert runner.workers() == tuple(one for one in WORKERS if one not in WITHOUT_WORKERS[persona])


# --- without one check --------------------------------------------------------------------------

MUTATIONS: dict[str, tuple[Any, str, str, str]] = {
    "a worker may call tools of others": (
        checking.CallCheck, "check", "if (worker if worker != SUPERVISOR else MCP) != spec.specialist:", "if False:"),
    "the supervisor may call tools of workers": (
        checking.CallCheck, "check", "if (worker if worker != SUPERVISOR else MCP) != spec.specialist:",
        "if worker not in (SUPERVISOR, spec.specialist):"),
    "workers may call tools of servers": (
        checking.CallCheck, "check", "if (worker if worker != SUPERVISOR else MCP) != spec.specialist:",
        "if spec.specialist != MCP and worker != spec.specialist:"),
    "grants are not looked at": (
        checking.CallCheck, "check", "if not self._grants.allows_tool(self._ids.persona_id, spec):", "if False:"),
    "the grant of a tool does not count": (
        assignment.CapabilityPolicy, "allows_tool", "if not self.allows(persona_id, tool_capability(spec)):",
        "if False:"),
    "the grant of a worker does not count": (
        assignment.CapabilityPolicy, "allows_tool", "return self.allows_worker(persona_id, spec.specialist)",
        "return True"),
    "the grant of a server does not count": (
        assignment.CapabilityPolicy, "allows_tool",
        "return bool(spec.server) and self.allows(persona_id, server_capability(spec.server))", "return True"),
    "what was taken from a persona is not taken": (
        assignment._Rule, "allows", "return persona_id not in self.personas", "return True"),
    "what was given to one is given to all": (
        assignment._Rule, "allows", "return EVERYONE in self.personas or persona_id in self.personas", "return True"),
    "what is closed by default is open": (
        assignment.CapabilityPolicy, "_rule", "if self._open_by_default(capability) else _NOBODY", "if True else None"),
    "stored rules are not looked at": (
        assignment.CapabilityPolicy, "_rule", "if stored is not None:", "if False:"),
    "the flag of the contract does not ask": (
        policy.PolicyRunner, "_asks", "spec.requires_confirmation or ", ""),
    "tools of servers do not ask": (
        policy.PolicyRunner, "_asks", "if spec.specialist == MCP and not is_read_only(spec):", "if False:"),
    "text from outside does not ask": (
        policy.PolicyRunner, "_asks", "return bool(taint) and (spec.mutates_data or sends(spec)) and not covered",
        "return False"),
    "what was read from outside may be sent out": (policy.PolicyRunner, "_asks", " or sends(spec)", ""),
    "the word is not looked for": (execution.Execution, "_permit", "if job.asks:", "if False:"),
    "the second step goes without the first": (
        execution.Execution, "_permit", "if job.checked.first is not None:", "if False:"),
    "the second step is like any other": (
        checking.CallCheck, "_with_arguments", "if spec.name not in PAIRS or not is_ready(spec):", "if True:"),
}

def mutate(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Take one check away: the same function, compiled without it."""
    owner, method, old, new = MUTATIONS[name]
    function: Callable[..., Any] = getattr(owner, method)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, f"the check is not there as it is known here: {old}"
    module = inspect.getmodule(function)
    assert module is not None
    namespace: dict[str, Any] = {}
    code = "from __future__ import annotations\n" + source.replace(old, new)
    exec(compile(code, f"<without {method}>", "exec"), vars(module), namespace)
    monkeypatch.setattr(owner, method, namespace[method])


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTATIONS)
async def test_without_any_one_check_a_cell_turns_red(
    matrix: Matrix, monkeypatch: pytest.MonkeyPatch, name: str,
) -> None:
    mutate(monkeypatch, name)
    assert await matrix.wrong([*AROUND, *BASE], all_of_them=False)
