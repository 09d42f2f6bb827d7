"""The graph: supervisor, dispatch, workers, finalize. Only ``agents.service`` invokes it."""
