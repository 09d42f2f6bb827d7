"""What the chat panel knows and decides. No widgets: the view draws it and sends wishes."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.audio.playback import Player
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.conversations.models import Conversation, ExportFormat, Message, MessageRole
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.ui.panels.chat.attaching import MAX_PICTURE_PIXELS, Attaching
from characoid_desktop.ui.panels.chat.drafts import MAX_CHARS, MAX_FILES, Chip, ChipState, Draft, Drafts
from characoid_desktop.ui.panels.chat.extras import FormExtra
from characoid_desktop.ui.panels.chat.items import OPENING, size_words
from characoid_desktop.ui.panels.chat.listening import CardListening
from characoid_desktop.ui.panels.chat.ports import Brain, ChatServices, Work
from characoid_desktop.ui.panels.chat.shelf import Shelf
from characoid_desktop.ui.panels.chat.steps import Step
from characoid_desktop.ui.panels.chat.thread import Thread, start
from characoid_desktop.ui.panels.chat.turns import Turns
from characoid_desktop.ui.widgets.themed import Words

NOTICE_KEY = "chat"
_BUSY = {
    RunState.WAITING_APPROVAL: Text.of("First answer the confirmation, or stop that message."),
    RunState.WAITING_INPUT: Text.of("First fill in what is asked above, or stop it."),
}


class ChatModel(QObject):
    """State and wishes of the panel.

    Signals carry no data where the view reads a property anyway. ``draft_changed`` comes when the draft changed by
    other hands than the composer's, ``state_changed`` when sending, stopping or the title differ, ``ended(Message)``
    when an answer is complete, ``action_wanted(Action)`` and ``approvals_wanted(id or "")`` ask the shell.
    """

    current_changed = Signal()
    draft_changed = Signal()
    chips_changed = Signal()
    state_changed = Signal()
    approvals_changed = Signal()
    brain_changed = Signal()
    persona_changed = Signal()
    list_changed = Signal()
    ended = Signal(str)
    refused = Signal(object)  # Words: why what was done in the composer did not work
    action_wanted = Signal(object)
    approvals_wanted = Signal(str)

    def __init__(
        self, services: ChatServices, player: Player, notices: NoticeBoard, scope: TaskScope,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._notices = notices
        self._scope = scope
        self._closed = False
        self._drafts = Drafts()
        self._attaching = Attaching(services.attachments, self._drafts, services.pasted, self._chips_now)
        self._sending = False
        self._refused_for = ""  # the turn that kept a message from being sent
        self._persona = services.personas.current.id
        self._remembered: dict[str, str] = {}  # the conversation that was open, by character
        self.turns = Turns(services.loop, services.clock.monotonic, self)
        self.transcript = Thread(services, self.turns, scope, self)
        self.shelf = Shelf(services, self.turns, self._do, self)
        self.list = self.shelf.list
        self.listening = CardListening(services.work, player, self)
        self.transcript.failed.connect(self._failed)
        self.listening.failed.connect(self._failed)
        self.turns.active_changed.connect(self._active_changed)
        self.turns.ended.connect(self._turn_ended)
        self.shelf.changed.connect(self.list_changed)
        self.shelf.ready.connect(self._open_first)
        self._disconnect = (
            services.conversations.changed.connect(self._conversation_changed),
            services.conversations.removed.connect(self._conversation_removed),
            services.personas.current_changed.connect(self._persona_switched),
            services.personas.changed.connect(self._persona_changed),
            services.approvals.changed.connect(self._approval_changed),
            services.loop.trouble.connect(self._failed),
            services.loop.runs_changed.connect(self._run_changed))
        self.shelf.show_of(self._persona)

    def close(self) -> None:
        """Stop listening; wishes that come later are dropped."""
        self._closed = True
        for disconnect in self._disconnect:
            disconnect()
        self.shelf.close()
        self.transcript.close()
        self.turns.close()
        self.listening.close()

    # --- what the view reads ----------------------------------------------------------------------

    @property
    def persona(self) -> Persona:
        return self._services.personas.get(self._persona) or self._services.personas.current

    @property
    def current(self) -> Conversation | None:
        return self.transcript.conversation

    @property
    def key(self) -> str:
        """Names the draft: the conversation's id, "" for one that is not begun."""
        return self.transcript.key

    @property
    def draft(self) -> Draft:
        return self._drafts.get(self.key)

    @property
    def is_sending(self) -> bool:
        return self._sending

    @property
    def run(self) -> Run | None:
        """The turn of the shown conversation that is at work or waits for the user."""
        return self.turns.active(self.key) if self.key else None

    @property
    def is_replying(self) -> bool:
        return bool(self.key and self.turns.at_work(self.key))

    @property
    def waiting(self) -> int:
        """How many confirmations wait, of all conversations."""
        return len(self._services.approvals.pending)

    @property
    def brain(self) -> Brain:
        return self._services.brain()

    @property
    def shows_archived(self) -> bool:
        return self.shelf.shows_archived

    @property
    def search(self) -> str:
        return self.shelf.search

    def step(self, message_id: str, key: str) -> Step | None:
        """Return a step of an answer's timeline."""
        message = self.transcript.message(message_id)
        if message is None:
            return None
        live = self.turns.live(message.run_id)
        book = live.steps if live is not None else self.turns.book(message.run_id)
        return book.step(key) if book is not None else None

    def refresh(self) -> None:
        """Something outside changed that is shown (a setting, the model, the language)."""
        self.transcript.refresh()
        self.brain_changed.emit()

    @property
    def work(self) -> Work:
        return self._services.work

    # --- conversations ----------------------------------------------------------------------------

    def choose(self, conversation: Conversation | None) -> None:
        """Show a conversation; None begins a new one."""
        if conversation is not None and conversation.id == self.key:
            return
        self.listening.stop()
        self.transcript.open(conversation)
        if conversation is not None:
            self._remembered[self._persona] = conversation.id
        self.current_changed.emit()
        self.draft_changed.emit()
        self.chips_changed.emit()
        self.state_changed.emit()

    def new(self) -> None:
        """Begin a new conversation; it is written down with its first message."""
        self.choose(None)

    def choose_id(self, id: str) -> None:
        self._do(self._open(id))

    def set_search(self, text: str) -> None:
        self.shelf.set_search(text)

    def show_archived(self, on: bool) -> None:
        self.shelf.show_archived(on)

    def rename(self, id: str, title: str) -> None:
        self._do(self._services.conversations.rename(id, title))

    def archive(self, id: str, archived: bool = True) -> None:
        """Put a conversation away or back; a notice takes it back."""
        self._do(self._archive(id, archived))

    def delete(self, id: str) -> None:
        """Delete a conversation for good (the view has asked)."""
        self._do(self._services.conversations.delete(id))

    def export(self, id: str, format: ExportFormat, target: Path | None = None) -> None:
        """Write a conversation to a file and say where."""
        self._do(self._export(id, format, target))

    # --- writing ----------------------------------------------------------------------------------

    def set_text(self, text: str) -> None:
        """Take what stands in the composer."""
        draft = self.draft
        if text != draft.text:
            self._drafts.set(self.key, replace(draft, text=text))

    def suggest(self, text: str) -> None:
        """Put an example into the composer."""
        self._drafts.set(self.key, replace(self.draft, text=text))
        self.draft_changed.emit()

    def send(self) -> None:
        """Send the draft. It stays where it is until the record has it; a refusal leaves it there."""
        draft = self.draft
        if self._sending or draft.is_empty:
            return
        if draft.is_adding:
            self.refused.emit(Text.of("A file is still being added."))
            return
        if len(draft.text) > MAX_CHARS:
            self.refused.emit(Text.of("The message is too long. At most {n} characters can be sent.", n=MAX_CHARS))
            return
        run = self.run
        if run is not None:
            self._refused_for = run.id
            self.refused.emit(_BUSY.get(run.state, Text.of("The character is still replying.")))
            return
        self._sending = True
        self.state_changed.emit()
        self._do(self._send(draft))

    def stop(self) -> None:
        """Stop the turn of the shown conversation; what arrived stays."""
        run = self.run
        run_id = run.id if run is not None else self.turns.at_work(self.key)
        if run_id:
            self._do(self._stop(run_id))

    def regenerate(self, message_id: str) -> None:
        """Ask for another answer beside this one."""
        message = self.transcript.message(message_id)
        if message is not None and message.role is MessageRole.CHARACTER and self.run is None:
            self._do(self._ask(Query(self._persona_of(message), message.conversation_id, "",
                                     regenerate_of=message.id)))

    def edit(self, message_id: str) -> None:
        """Write one of the user's messages anew; the draft is put aside."""
        message = self.transcript.message(message_id)
        if message is None or message.role is not MessageRole.USER or self.run is not None:
            return
        chips = tuple(
            Chip(-number, one.name, ChipState.READY, size_words(one.size), one.attachment_id)
            for number, one in enumerate(message.attachments, 1))
        self._drafts.begin_edit(self.key, message.id, message.text, chips)
        self.draft_changed.emit()
        self.chips_changed.emit()

    def edit_last(self) -> None:
        """Write the newest of the user's messages anew."""
        message = self.transcript.last_own()
        if message is not None:
            self.edit(message.id)

    def end_edit(self) -> None:
        """Go back to what was being written before."""
        self._drafts.end_edit(self.key)
        self.draft_changed.emit()
        self.chips_changed.emit()

    def step_branch(self, message_id: str, step: int) -> None:
        """Show the version before or after a message, with what followed it."""
        if message_id == OPENING:
            if not self._sending:
                self.transcript.step_opening(step)
            return
        other = self.transcript.beside(message_id, step)
        if other is not None and self.run is None:
            self._do(self._services.conversations.choose(other))

    # --- files ------------------------------------------------------------------------------------

    def attach(self, paths: Sequence[Path]) -> None:
        """Add files to the message that is being written, or to the form that waits for a file."""
        form = self._file_form()
        if form:
            for path in paths[:MAX_FILES]:
                self.add_form_file(form, path)
            return
        room = self._attaching.room(self.key)
        if len(paths) > room:
            self.refused.emit(Text.of("At most {n} files go with one message.", n=MAX_FILES))
        paths = list(paths[:room])
        if paths:
            key = self.key
            chips = self._attaching.put(key, [path.name or str(path) for path in paths])
            self._do(self._attaching.take(key, chips, paths))

    def _file_form(self) -> str:
        """Return the message whose form waits for a file, "" for none."""
        run = self.run
        if run is None or run.state is not RunState.WAITING_INPUT or self.draft.editing:
            return ""
        return next((item.id for item in reversed(self.transcript.items) if any(
            field.can_browse for extra in item.extras if isinstance(extra, FormExtra) for field in extra.fields)), "")

    def attach_picture(self, picture: QImage) -> None:
        """Add a picture that was pasted."""
        if picture.isNull() or picture.width() * picture.height() > MAX_PICTURE_PIXELS:
            self.refused.emit(Text.of("This picture is too large to be pasted. Save it and add the file."))
        elif not self._attaching.room(self.key):
            self.refused.emit(Text.of("At most {n} files go with one message.", n=MAX_FILES))
        else:
            key = self.key
            (chip,) = self._attaching.put(key, [str(Text.of("Pasted picture"))])
            self._do(self._attaching.take_picture(key, chip, picture))

    def remove_chip(self, chip: int) -> None:
        self._attaching.remove(self.key, chip)

    # --- under a message --------------------------------------------------------------------------

    def restart(self, message_id: str) -> None:
        """Stop an answer that does not go on, and ask for another one."""
        message = self.transcript.message(message_id)
        if message is not None and message.run_id is not None:
            self._do(self._restart(message, message.run_id))

    def keep_waiting(self, message_id: str) -> None:
        message = self.transcript.message(message_id)
        if message is not None and message.run_id is not None:
            self.turns.keep_waiting(message.run_id)

    def submit(self, message_id: str, values: Mapping[str, Any]) -> None:
        """Answer a form; what is wrong with an answer is said in the form, which stays as it was filled in."""
        message = self.transcript.message(message_id)
        if message is not None and message.run_id is not None:
            self.transcript.set_form(message_id, busy=True)
            self._do(self._submit(message_id, message.run_id, values))

    def add_form_file(self, message_id: str, path: Path) -> None:
        """Take a file in that a form asked for, and offer it there."""
        self._do(self._add_form_file(message_id, path))

    def open_approvals(self, message_id: str = "") -> None:
        """Ask for the confirmations, the one of this answer in front."""
        message = self.transcript.message(message_id) if message_id else None
        own = (one.id for one in self._services.approvals.pending if message and one.run_id == message.run_id)
        self.approvals_wanted.emit(next(own, ""))

    def decide_proposal(self, message_id: str, id: str, *, remember: bool) -> None:
        """Remember what was proposed under an answer, or do not and do not ask again."""
        message, proposals = self.transcript.message(message_id), self._services.proposals
        if message is None or proposals is None:
            return
        persona_id = self._persona_of(message)
        self._do(proposals.accept(id, persona_id) if remember else proposals.dismiss(id, persona_id))

    def cancel_job(self, job_id: str) -> None:
        self._do(self._services.work.cancel(job_id))

    def retry_job(self, job_id: str) -> None:
        self._do(self._services.work.retry(job_id))

    def save_result(self, job_id: str, target: Path) -> None:
        self._do(self._save(job_id, target))

    def show_in_folder(self, job_id: str) -> None:
        facts = self._services.work.look(job_id)
        if facts is not None and facts.result is not None:
            self._open_folder(facts.result.path)

    def show_made(self, attachment_id: str) -> None:
        """Show a file that was made in its folder."""
        self._do(self._show_made(attachment_id))

    def run_action(self, action: Action) -> None:
        self.action_wanted.emit(action)

    def open_models(self) -> None:
        """Ask the shell for the settings of the language model."""
        self.action_wanted.emit(Action(ActionKind.OPEN_SETTINGS, Text.of("Connect a model…"), {"page": "models"}))

    # --- at work ----------------------------------------------------------------------------------

    async def _open(self, id: str) -> None:
        found = await self._services.conversations.get(id)
        if found is not None:
            self.choose(found)

    async def _send(self, draft: Draft) -> None:
        key = self.key
        opening, greeting = self.transcript.opening
        try:
            conversation = self.current
            if conversation is None:
                persona = self.persona
                conversation = await self._services.conversations.create(persona.id)
                self._drafts.move(key, conversation.id)
                key = conversation.id
                self.transcript.open(conversation, greeting=greeting)
                self._remembered[persona.id] = conversation.id
                self.current_changed.emit()
            await self._services.loop.start(Query(
                conversation.persona_id, conversation.id, draft.text.strip(), draft.attachment_ids,
                edit_of=draft.editing or None, opening=opening))
            self._drafts.sent(key, draft)
        except AppError as error:
            self.refused.emit(error.sentence)
            if error.action is not None:  # the composer has no room for a next step
                raise
        finally:
            self._sending = False
            if key == self.key:
                self.draft_changed.emit()
                self.chips_changed.emit()
            self.state_changed.emit()

    async def _ask(self, query: Query) -> None:
        await self._services.loop.start(query)

    async def _stop(self, run_id: str) -> None:
        await self._services.loop.cancel(run_id)

    async def _restart(self, message: Message, run_id: str) -> None:
        run = await self._services.loop.cancel(run_id)
        if run.state.is_over:
            await self._ask(Query(self._persona_of(message), message.conversation_id, "", regenerate_of=message.id))

    async def _submit(self, message_id: str, run_id: str, values: Mapping[str, Any]) -> None:
        problem: Words = ""
        try:
            await self._services.loop.give_input(run_id, values)
        except AppError as error:
            problem = error.sentence
        finally:
            self.transcript.set_form(message_id, busy=False, problem=problem)

    async def _add_form_file(self, message_id: str, path: Path) -> None:
        made = await self._services.attachments.reference(path)
        self.transcript.offer_file(message_id, made.id, made.name)

    async def _archive(self, id: str, archived: bool) -> None:
        conversation = await self._services.conversations.archive(id, archived)
        if archived and id == self.key:
            self.choose(None)

        def back(_: Mapping[str, Any]) -> None:
            self.archive(id, not archived)

        words = Text.of("“{title}” was put away.") if archived else Text.of("“{title}” is back in the list.")
        self._notices.post(
            NoticeLevel.SUCCESS, Text(words.source, {"title": conversation.title or Text.of("New conversation")}),
            actions=(Action(ActionKind.CALLBACK, Text.of("Undo"), {"call": back}),) if archived else (),
            key=f"{NOTICE_KEY} archive")

    async def _export(self, id: str, format: ExportFormat, target: Path | None) -> None:
        path = await self._services.conversations.export(id, format, target)
        self._notices.post(
            NoticeLevel.SUCCESS, Text.of("The conversation was written to “{name}”.", name=path.name),
            actions=(Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(path)}),),
            key=f"{NOTICE_KEY} export")

    async def _save(self, job_id: str, target: Path) -> None:
        path = await self._services.work.save_as(job_id, target)
        self._notices.post(NoticeLevel.SUCCESS, Text.of("Saved as “{name}”.", name=path.name),
                           key=f"{NOTICE_KEY} save")

    async def _show_made(self, attachment_id: str) -> None:
        made = await self._services.attachments.get(attachment_id)
        if made is not None:
            self._open_folder(made.path)

    def _open_folder(self, path: Path) -> None:
        self.action_wanted.emit(Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(path)}))

    def _persona_of(self, message: Message) -> str:
        current = self.current
        return current.persona_id if current is not None and current.id == message.conversation_id else self._persona

    def _do(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a wish in the scope; what fails is said in the notice bar."""
        if self._closed:
            work.close()
            return

        async def guarded() -> None:
            try:
                await work
            except AppError as error:
                self._failed(error)

        start(self._scope, work, guarded(), "chat")

    def _failed(self, error: AppError) -> None:
        self._notices.post_error(error, key=NOTICE_KEY)

    def _open_first(self) -> None:
        """After start or another character: go on where the user was, unless something was begun meanwhile."""
        untouched = self.current is None and not self._sending and self.draft == Draft()
        if untouched:
            wanted = self._remembered.get(self._persona)
            listed = self.list.conversations()
            self.choose(next((one for one in listed if one.id == wanted), listed[0] if listed else None))
        elif not self.transcript.is_loaded:
            self.transcript.open(self.current)

    # --- what happens -----------------------------------------------------------------------------

    def _conversation_changed(self, conversation: Conversation) -> None:
        if conversation.persona_id == self._persona:
            self.shelf.list_soon()
        if conversation.id == self.key:
            self.current_changed.emit()

    def _conversation_removed(self, id: str) -> None:
        self._drafts.forget(id)
        self.shelf.list_soon()
        if id == self.key:
            self.choose(None)

    def _persona_switched(self, persona: Persona) -> None:
        self._persona = persona.id
        self.choose(None)
        self.persona_changed.emit()
        self.shelf.show_of(persona.id)

    def _persona_changed(self, persona: Persona) -> None:
        if persona.id == self._persona:
            self.persona_changed.emit()

    def _approval_changed(self, _: Approval) -> None:
        self.approvals_changed.emit()

    def _active_changed(self, conversation_id: str) -> None:
        self.shelf.mark(conversation_id)
        if conversation_id == self.key:
            if self._refused_for and (self.run is None or self.run.id != self._refused_for):
                self._refused_for = ""
                self.refused.emit("")  # the way is free again
            self.state_changed.emit()

    def _run_changed(self, run: Run) -> None:
        if run.state is RunState.WAITING_APPROVAL:
            self.approvals_changed.emit()

    def _turn_ended(self, run_id: str) -> None:
        for item in self.transcript.items:
            message = self.transcript.message(item.id)
            if message is not None and message.run_id == run_id:
                self.ended.emit(message.id)

    def _chips_now(self, key: str) -> None:
        if key == self.key:
            self.chips_changed.emit()
