"""The character's mind: contracts, registry, graph, runtime. Runs on any asyncio loop; knows no Qt."""

import os

# Read by langgraph when it is imported, so it is set before anything of it can be: only plain data and known
# message classes ever come out of a checkpoint. ``runtime.checkpoints`` proves it at every start.
os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
# Nothing of a conversation leaves the machine for a tracing service, whatever the user's environment says.
for _name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2", "LANGCHAIN_TRACING"):
    os.environ[_name] = "false"
