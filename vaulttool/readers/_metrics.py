"""Reads the user's ``metrics.yaml``: which metrics there are, under which titles and in which units."""

from __future__ import annotations

import msgspec

from vaulttool.errors import ConfigurationError
from vaulttool.model.records import Metric, Metrics
from vaulttool.parsing import data
from vaulttool.text.span import Lines

SEE = "name a metrics.yaml, see metrics.schema.json"


def metrics(text: str, file: str) -> dict[str, Metric]:
    """The metrics by name; ``ConfigurationError`` where the file is none of metrics."""
    content = data.read(text)
    if content.flaws:
        flaw = content.flaws[0]
        line = Lines(text).position(flaw.span.start).line
        raise ConfigurationError(f"{file}:{line}: {flaw.message}", "mend the file")
    if not isinstance(content.value, dict) or not content.value.get("metrics"):
        raise ConfigurationError(f'"{file}" has no "metrics"', SEE)
    try:
        return msgspec.convert(content.value, Metrics).metrics
    except msgspec.ValidationError as error:
        raise ConfigurationError(f"{file}: {error}", SEE) from error
