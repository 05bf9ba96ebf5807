"""Dataclasses whose `__init__` is compiled at its first call.

The standard decorator writes the source of up to eight methods of a class, and compiles it when the module is
loaded: 0.4 ms for a frozen value. A start loads 120 such classes, and calls few methods of few of them before the
first picture. Here comparing, hashing and printing a value, and refusing to change a frozen one, are functions of
the names of its fields; its `__init__` is that of a standard dataclass with the same fields, made for the first
value. That takes 0.1 ms a class, and 0.3 ms more for each of the 30 of which a start makes a value.

To a type checker, and to `fields`, `replace` and `asdict`, the classes are standard dataclasses. Before the first
value the signature of a class is `(*args, **kwargs)`. `order`, `InitVar` and bases that are standard frozen
dataclasses are left out: the standard decorator is for these. Only public parts of `dataclasses` are used.
"""

import dataclasses
from collections.abc import Callable, Sequence
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar

_T = TypeVar("_T")


def lazy_dataclass(
    cls: type[_T] | None = None,
    *,
    frozen: bool = False,
    eq: bool = True,
    slots: bool = False,
    kw_only: bool = False,
) -> type[_T] | Callable[[type[_T]], type[_T]]:
    """Make a dataclass, with the parameters of the standard decorator."""

    def decorated(cls: type[_T]) -> type[_T]:
        made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        methods: dict[str, Any] = {"__init__": _first_init(made, frozen=frozen), "__repr__": _printed}
        if eq:
            compared = [field.name for field in dataclasses.fields(made) if field.compare]  # type: ignore[arg-type]
            methods |= _comparison(compared, frozen=frozen)
        if frozen:
            methods |= {"__setattr__": _refuse, "__delattr__": _refuse, "__setstate__": _restore}
        for name in methods.keys() - vars(made).keys():
            setattr(made, name, methods[name])
        return made

    return decorated if cls is None else decorated(cls)


def _first_init(cls: type[Any], *, frozen: bool) -> Callable[..., None]:
    """Return an `__init__` that puts the compiled one in its place."""

    def init(self: object, *args: object, **kwargs: object) -> None:
        cls.__init__ = compiled = _compiled_init(cls, frozen=frozen)
        compiled(self, *args, **kwargs)

    return init


_OF_INIT = ("default", "default_factory", "init", "kw_only")
"""The attributes of a field that matter to `__init__`."""


def _compiled_init(cls: type[Any], *, frozen: bool) -> Callable[..., None]:
    """Return the `__init__` of a standard dataclass with the fields of this class."""
    fields = [
        (field.name, field.type, dataclasses.field(**{name: getattr(field, name) for name in _OF_INIT}))
        for field in dataclasses.fields(cls)
    ]
    after = {"__post_init__": None} if hasattr(cls, "__post_init__") else {}
    twin = dataclasses.make_dataclass(cls.__name__, fields, namespace=after, repr=False, eq=False, frozen=frozen)
    init: Callable[..., None] = vars(twin)["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _comparison(names: Sequence[str], *, frozen: bool) -> dict[str, Callable[..., object] | None]:
    """Return the methods that compare and hash values by these fields; only a frozen value has a hash."""
    values = attrgetter("__class__", *names)

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    return {"__eq__": equal, "__hash__": hashed if frozen else None}


@recursive_repr()
def _printed(self: object) -> str:
    fields = dataclasses.fields(self)  # type: ignore[arg-type]
    shown = [f"{field.name}={getattr(self, field.name)!r}" for field in fields if field.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(_self: object, name: str, *_value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _restore(self: object, state: object) -> None:
    """Set the attributes of a value that was pickled, by its dictionary, or by a pair of that and of its slots."""
    for attributes in state if isinstance(state, tuple) else (state,):
        for name, value in (attributes or {}).items():
            object.__setattr__(self, name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = lazy_dataclass
