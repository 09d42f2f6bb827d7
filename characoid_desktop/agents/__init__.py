"""The character's mind: contracts, registry, graph, runtime. Runs on any asyncio loop; knows no Qt."""
