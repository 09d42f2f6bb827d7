"""The plan of a question: a closed schema. Nobody outside this package writes SQL."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Word = Annotated[str, StringConstraints(max_length=400)]
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e17, le=1e17)]
Whole = Annotated[int, Field(ge=-(10**17), le=10**17)]
Scalar = Whole | Number | Word

Operator = Literal["eq", "ne", "lt", "le", "gt", "ge", "contains", "starts_with", "in", "empty", "not_empty",
                   "highest", "lowest", "weekday"]
Function = Literal["count", "count_distinct", "sum", "avg", "min", "max"]

MAX_FILTERS = 16

NEEDS_VALUE = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "contains", "starts_with", "weekday"})


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class Filter(Closed):
    """A condition for rows; all of them hold. ``values`` is for "in"; "highest" and "lowest" keep the rows with the
    greatest or least value of the column among those that the other filters leave; "weekday" those of a column of days
    that are one (0: Sunday to 6: Saturday)."""

    column: Name
    op: Operator
    value: Scalar | None = None
    values: Annotated[list[Scalar], Field(max_length=50)] = []


class Aggregate(Closed):
    """A figure over rows, or over each group; without ``column`` only "count", which counts rows."""

    function: Function
    column: Name | None = None


class Order(Closed):
    """``by``: a column, or an aggregate as "sum of price"."""

    by: Name
    descending: bool = False


class TablePlan(Closed):
    """A question to one table: its name or id, and what to show of it."""

    table: Name
    columns: Annotated[list[Name], Field(max_length=100)] = []
    filters: Annotated[list[Filter], Field(max_length=MAX_FILTERS)] = []
    group_by: Annotated[list[Name], Field(max_length=4)] = []
    aggregates: Annotated[list[Aggregate], Field(max_length=8)] = []
    order_by: Annotated[list[Order], Field(max_length=4)] = []
    limit: Annotated[int, Field(ge=1, le=1000)] | None = None
