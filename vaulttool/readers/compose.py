"""The settings that a compose file declares, service by service, without figures.

    services:
      vllm:
        image: vllm/vllm-openai:v0.13.0
        environment: {SPEC: "7"}
        command: --max-model-len 262144

gives the settings `image`, `SPEC` and `max_model_len`; several services are arms. What is given several times is a
JSON list, and what holds a key or a password is left out. The run that is printed is a `census`, as with the reader
`quadlet`.
"""

from __future__ import annotations

from vaulttool.model.settings import declared
from vaulttool.readers import _settings
from vaulttool.readers._reading import Reading

VERSION = 1
REMEDY = "this reader looks for a compose.yaml with services"


def read(text: str) -> Reading:
    """The settings of all services."""
    return _settings.reading(declared("compose.yaml", text), text, REMEDY)
