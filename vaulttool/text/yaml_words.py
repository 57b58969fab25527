"""A text as a scalar of YAML 1.2."""

from __future__ import annotations

import json
import re

INDICATORS = tuple("-?:,[]{}#&*!|>'\"%@` ")  # what a plain text may not begin with
READ_OTHERWISE = re.compile(  # than as text, by the core schema of YAML 1.2, or by a parser that knows no plain "="
    r"~|null|Null|NULL|true|True|TRUE|false|False|FALSE|<<|=|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|\.\.\..*"
)
UNPRINTABLE = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
NOT_PLAIN = re.compile(rf":(?:\s|$)|\s\#|[,\[\]{{}}{UNPRINTABLE}]|\s$")
ESCAPED = re.compile(f"[{UNPRINTABLE}]")


def text(value: str) -> str:
    """The text, in quotes only where it would be read otherwise without."""
    if value and value[0] not in INDICATORS and not READ_OTHERWISE.fullmatch(value) and not NOT_PLAIN.search(value):
        return value
    if '"' in value and not ESCAPED.search(value):
        return "'" + value.replace("'", "''") + "'"
    return ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
