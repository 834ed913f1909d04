# SPDX-License-Identifier: Apache-2.0
"""Whether a value is what an interface declares, and what a table expects."""

from varlink import scanner

from report import Failed


def conform(interface, kind, value, path):
    """Strictly: no field is missing, none is added, and every enumeration's value is declared."""

    def need(holds, what):
        if not holds:
            raise Failed(f"{path} is {value!r}, where {interface.name} declares {what}")

    match kind:
        case scanner._Alias():
            conform(interface, kind.type, value, path)
        case scanner._CustomType():
            conform(interface, interface.members[kind.name], value, path)
        case scanner._Maybe():
            if value is not None:
                conform(interface, kind.element_type, value, path)
        case scanner._Struct():
            need(isinstance(value, dict), "a struct")
            for name, field in kind.fields.items():
                if name in value:
                    conform(interface, field, value[name], f"{path}.{name}")
                else:
                    need(isinstance(field, scanner._Maybe), f"a field {name}")
            need(value.keys() <= kind.fields.keys(), f"no field {', '.join(value.keys() - kind.fields.keys())}")
        case scanner._Enum():
            need(value in kind.fields, f"one of {', '.join(kind.fields)}")
        case scanner._Array():
            need(isinstance(value, list), "an array")
            for index, element in enumerate(value):
                conform(interface, kind.element_type, element, f"{path}[{index}]")
        case scanner._Dict():
            need(isinstance(value, dict), "a map")
            for key, element in value.items():
                conform(interface, kind.element_type, element, f"{path}[{key}]")
        case scanner._Object():
            need(isinstance(value, dict), "an object")
        case bool():
            need(isinstance(value, bool), "a bool")
        case int():
            need(isinstance(value, int) and not isinstance(value, bool), "an int")
        case float():
            need(isinstance(value, (int, float)) and not isinstance(value, bool), "a float")
        case str():
            need(isinstance(value, str), "a string")
        case set():
            need(isinstance(value, dict) and not any(value.values()), "a set of strings")
        case _:
            raise Failed(f"{path}: {kind!r} is no type that is known here")


class Save:
    """Expects a pattern and keeps what matched under a name."""

    def __init__(self, name, pattern=object):
        self.name = name
        self.pattern = pattern


class Saved:
    """The value that was kept under a name."""

    def __init__(self, name):
        self.name = name


class Including:
    """Expects a list that has a match for each of the patterns, or a text with all the parts."""

    def __init__(self, *patterns):
        self.patterns = patterns


ABSENT = object()


def match(pattern, value, saved):
    """None, or the difference. A type stands for its values, a dictionary for one with at least its keys."""
    if isinstance(pattern, Saved):
        pattern = saved[pattern.name]
    if isinstance(pattern, Save):
        different = match(pattern.pattern, value, saved)
        if different is None:
            saved[pattern.name] = value
        return different
    if isinstance(pattern, type):
        holds = isinstance(value, pattern)
    elif isinstance(pattern, Including) and isinstance(value, str):
        holds = all(part in value for part in pattern.patterns)
    elif isinstance(pattern, Including):
        holds = all(any(match(one, element, saved) is None for element in value) for one in pattern.patterns)
    elif isinstance(pattern, dict):
        if not isinstance(value, dict):
            return f"{value!r} is no object"
        for key, expected in pattern.items():
            if expected is ABSENT:
                if value.get(key) is not None:
                    return f"{key} is there: {value[key]!r}"
            elif key not in value:
                return f"{key} is missing in {value!r}"
            elif (different := match(expected, value[key], saved)) is not None:
                return f"{key}: {different}"
        return None
    elif isinstance(pattern, list):
        if not isinstance(value, list) or len(value) != len(pattern):
            return f"{value!r} does not have {len(pattern)} elements"
        differences = (match(one, element, saved) for one, element in zip(pattern, value))
        return next((different for different in differences if different is not None), None)
    else:
        holds = pattern == value and type(pattern) is type(value)
    if holds:
        return None
    return f"{value!r}, not {getattr(pattern, 'patterns', pattern)!r}"


def fill(parameters, saved):
    """The parameters of a call, with the kept values in the places of Saved."""
    match parameters:
        case Saved():
            return saved[parameters.name]
        case dict():
            return {key: fill(value, saved) for key, value in parameters.items()}
        case list():
            return [fill(value, saved) for value in parameters]
        case _:
            return parameters
