"""Tools of the voice worker. Their schemas are final; Voice Studio and the speech engines come with their own part."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.runtime.approval_models import ApprovalSummary
from characoid_desktop.agents.tools.arguments import (
    AssetArguments,
    AttachmentArguments,
    Id,
    Language,
    Name,
    SearchArguments,
    SessionArguments,
    TaskArguments,
    Words,
)
from characoid_desktop.agents.tools.building import missing
from characoid_desktop.agents.tools.frame import Arguments, Effect, NoArguments, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.i18n import Text

_STUDIO = Text.of("Voice Studio")
_SPEECH = Text.of("Speech synthesis")
_VOICES = Text.of("The voice library")


class StartClone(Arguments):
    name: Name | None = None
    language: Language | None = None


class AnalyzeMaterial(AttachmentArguments):
    session_id: Id | None = None


class Training(SessionArguments):
    """What to train: both steps of a training take the same arguments, to which the user's word is bound."""

    name: Name | None = None
    language: Language | None = None
    epochs: Annotated[int, Field(ge=1, le=1000)] | None = None
    quality: Literal["quick", "normal", "best"] | None = None


class ApprovedTraining(Training):
    """``approval_id`` is the user's word on exactly this training; the policy takes it out, checks and uses it up."""

    approval_id: Id | None = None


class ControlEngine(Arguments):
    control: Literal["start", "stop", "restart"]


class Synthesize(Arguments):
    """Words to speak, in the voice of an asset or in the character's own."""

    text: Words
    asset_id: Id | None = None
    language: Language | None = None
    emotion: Name | None = None


class CreateAsset(Arguments):
    name: Name
    description: Words | None = None
    language: Language | None = None
    session_id: Id | None = None
    attachment_id: Id | None = None


class UpdateAsset(AssetArguments):
    name: Name | None = None
    description: Words | None = None
    language: Language | None = None

    @model_validator(mode="after")
    def _not_nothing(self) -> UpdateAsset:
        if self.name is None and self.description is None and self.language is None:
            raise ValueError("name, description or language is needed")
        return self


class Transcribe(AttachmentArguments):
    language: Language | None = None


class SetReference(AssetArguments, AttachmentArguments):
    """The audio a voice is modelled on, with its words where they are known."""

    text: Words | None = None
    language: Language | None = None


class UploadSegments(SessionArguments):
    attachment_ids: Annotated[list[Id], Field(max_length=200)] | None = None
    text: Words | None = None


async def describe_training(ctx: ToolContext, args: Training) -> ApprovalSummary:
    return ApprovalSummary(
        Text.of("Train this voice?"), target=Text.literal(args.name or args.session_id),
        effect=Text.of("A voice is made from the recordings of this session. The recordings stay."))


async def describe_delete(ctx: ToolContext, args: AssetArguments) -> ApprovalSummary:
    return ApprovalSummary(Text.of("Delete this voice?"), target=Text.literal(args.asset_id),
                           effect=Text.of("The voice and its files are removed. Audio made with it stays."))


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The 26 tools in canonical order."""
    return (*_studio(), *_assets(), *_sessions())


def _studio() -> tuple[ToolSpec, ...]:
    return (
        missing("start_voice_clone_session", "Begin a Voice Studio session for a new voice.", StartClone,
                Text.of("Starting a voice session"), _STUDIO, effect=Effect.DATABASE),
        missing("request_file_upload", "Ask the user for an audio file; use it when none was attached.", NoArguments,
                Text.of("Asking for a file"), _STUDIO),
        missing("analyze_voice_material", "Analyze an attached recording: length, noise, speakers, usable parts.",
                AnalyzeMaterial, Text.of("Listening to the recording"), _STUDIO),
        missing("request_training_confirmation",
                "Ask the user whether to train a voice. First of two steps; changes nothing.",
                Training, Text.of("Asking about the training"), _STUDIO, describe=describe_training),
        missing("start_voice_training",
                "Start the training that the user approved, with exactly the arguments of the request.",
                ApprovedTraining, Text.of("Starting the training"), _STUDIO, effect=Effect.OUTSIDE),
        missing("train_voice_from_studio",
                "Start the approved training from the segments of a Voice Studio session, with exactly the arguments"
                " of the request.",
                ApprovedTraining, Text.of("Starting the training"), _STUDIO, effect=Effect.OUTSIDE),
        missing("check_training_progress", "Say how far a training is.", TaskArguments,
                Text.of("Looking at the training"), _STUDIO),
        missing("bind_trained_voice", "Give the voice of a finished training to this character.", TaskArguments,
                Text.of("Giving the character its voice"), _STUDIO, effect=Effect.DATABASE),
    )


def _assets() -> tuple[ToolSpec, ...]:
    return (
        missing("list_voice_assets", "List the voices of this app.", SearchArguments,
                Text.of("Looking at the voices"), _VOICES),
        missing("get_voice_system_status", "Say which speech engines are installed and ready.", NoArguments,
                Text.of("Looking at the speech engines"), _SPEECH),
        missing("get_gpt_sovits_engine_status", "Say whether GPT-SoVITS is installed and running.", NoArguments,
                Text.of("Looking at GPT-SoVITS"), Text.of("GPT-SoVITS")),
        missing("control_gpt_sovits_service", "Start, stop or restart GPT-SoVITS.", ControlEngine,
                Text.of("Controlling GPT-SoVITS"), Text.of("GPT-SoVITS"), effect=Effect.OUTSIDE),
        missing("synthesize_voice_asset", "Speak a text in a voice, as an audio file.", Synthesize,
                Text.of("Speaking"), _SPEECH, effect=Effect.OUTSIDE),
        missing("create_voice_asset", "Keep a voice in the library, from a session or a reference recording.",
                CreateAsset, Text.of("Saving a voice"), _VOICES, effect=Effect.DATABASE),
        missing("update_voice_asset", "Change the name, description or language of a voice.", UpdateAsset,
                Text.of("Changing a voice"), _VOICES, effect=Effect.DATABASE),
        missing("delete_voice_asset", "Delete a voice. The user is asked first.", AssetArguments,
                Text.of("Deleting a voice"), _VOICES, effect=Effect.OUTSIDE, describe=describe_delete),
        missing("transcribe_voice_attachment", "Write down what is said in an attached recording.", Transcribe,
                Text.of("Writing down a recording"), Text.of("Speech recognition"), effect=Effect.OUTSIDE,
                outside=True),
        missing("get_voice_asset", "Say what is known of one voice.", AssetArguments, Text.of("Looking at a voice"),
                _VOICES),
        missing("set_voice_asset_reference_audio", "Set the recording that a voice is modelled on.", SetReference,
                Text.of("Setting a reference recording"), _VOICES, effect=Effect.DATABASE),
        missing("bind_voice_asset_to_persona", "Give a voice to this character.", AssetArguments,
                Text.of("Giving the character its voice"), _VOICES, effect=Effect.DATABASE),
    )


def _sessions() -> tuple[ToolSpec, ...]:
    return (
        missing("upload_voice_studio_segments", "Take the checked segments of a session over for its training.",
                UploadSegments, Text.of("Taking over the segments"), _STUDIO, effect=Effect.DATABASE),
        missing("cancel_voice_studio_session", "Cancel a Voice Studio session and what runs for it.",
                SessionArguments, Text.of("Cancelling a voice session"), _STUDIO, effect=Effect.OUTSIDE),
        missing("list_voice_studio_sessions", "List the Voice Studio sessions.", NoArguments,
                Text.of("Looking at the voice sessions"), _STUDIO),
        missing("get_voice_studio_session", "Say how far one Voice Studio session is.", SessionArguments,
                Text.of("Looking at a voice session"), _STUDIO),
        missing("get_voice_training_status", "Say the state of a training task.", TaskArguments,
                Text.of("Looking at the training"), _STUDIO),
        missing("get_persona_voice_binding", "Say which voice this character has.", NoArguments,
                Text.of("Looking at the character's voice"), _VOICES),
    )
