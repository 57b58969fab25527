"""The data file of an endpoint that a unit serves, where there is none yet: only what the unit and the data tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.family import Family
from vaulttool.model.procedure.images import image
from vaulttool.model.procedure.programs import http_port, model, program_of, served_name
from vaulttool.text.literal import plain, visible
from vaulttool.text.yaml_words import text


class NewEndpoint(NamedTuple):
    """What the file says beside what the unit tells. ``link`` is the linkpath of the page; ``since`` a day, or
    empty."""

    name: str
    host: str
    address: str
    link: str
    era: str
    since: str
    env: Sequence[str] = ()


def serves(facts: Facts, members: Sequence[Facts] = ()) -> bool:
    """Whether a unit, or a container of the pod that it is, serves something under a published port, or a model."""
    if facts.kind not in ("container", "pod", "kube", "service"):
        return False
    return bool(facts.ports) or any(model(one) for one in (facts, *members))


def endpoint_file(family: Family, new: NewEndpoint) -> str:
    """The text of the file."""
    return "\n".join(_lines(family, new)) + "\n"


def _lines(family: Family, new: NewEndpoint) -> Iterator[str]:
    facts = family.head
    link = f'"[[{new.link}]]"'
    yield f"# Written from {visible(facts.path)} by vaulttool runbook. To be confirmed by a person."
    yield f"endpoint: {new.name}"
    yield f"host: {new.host}"
    yield f"owner_page: {link}"
    port = http_port(facts)
    if port is not None and new.address and not port.is_local:
        shown = f"[{new.address}]" if ":" in new.address else new.address
        yield f"url: http://{shown}:{port.host}"
    if served_name(facts):
        yield f"served_name: {text(visible(served_name(facts)))}"
    yield "eras:"
    yield f"  - id: {new.era}"
    yield f"    title: {text(shape(family))}"
    why = text(f"not recorded when the runbook was written from {visible(facts.file)}")
    yield f"    start: {new.since or f'{{unknown: {why}}}'}"
    yield f"    page: {link}"
    known = program_of(facts)
    if known is not None:
        yield f"    engine: {text(known.title if not known.serves_models else known.key)}"
    if image(facts.image) is not None:
        yield f"    image: {text(visible(facts.image))}"
    if model(facts):
        yield f"    model: {text(visible(model(facts)))}"
    yield f"    units: [{', '.join(text(one.path) for one in (facts, *family.members))}]"
    if new.env:
        yield f"    env: [{', '.join(text(path) for path in new.env)}]"


def shape(family: Family) -> str:
    """The shape in one line: each program or image with its tag, and the model."""
    words = [_short(one) for one in (family.head, *family.members)]
    words += [model(one) for one in (family.head, *family.members)]
    return plain(", ".join(dict.fromkeys(filter(None, words)))) or "as the unit declares it"


def _short(facts: Facts) -> str:
    known, found = program_of(facts), image(facts.image)
    if found is None:
        return ""
    return f"{known.title} {found.tag or found.digest[:19]}".strip() if known else found.short
