"""Tools of the Live2D worker. Their schemas are final; the stage itself comes with its own part."""

from __future__ import annotations

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.tools.arguments import Id
from characoid_desktop.agents.tools.building import missing
from characoid_desktop.agents.tools.frame import Arguments, Effect, NoArguments
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.i18n import Text

_LIVE2D = Text.of("Live2D")


class OpenDirectory(Arguments):
    """The folder of one model, or of all of them."""

    model_id: Id | None = None


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The three tools in canonical order."""
    return (
        missing("list_live2d_models", "List the Live2D models of this app.", NoArguments,
                Text.of("Looking at the Live2D models"), _LIVE2D),
        missing("get_live2d_vts_config", "Say whether VTube Studio is connected, and how.", NoArguments,
                Text.of("Looking at VTube Studio"), Text.of("The connection to VTube Studio")),
        missing("open_live2d_model_directory", "Open the folder of the Live2D models on the user's screen.",
                OpenDirectory, Text.of("Opening the folder of the models"), _LIVE2D, effect=Effect.OUTSIDE),
    )
