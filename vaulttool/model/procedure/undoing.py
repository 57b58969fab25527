"""How one goes back to the unit as it was, and what does not go back with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vaulttool.model.images import is_floating
from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.family import Family
from vaulttool.model.procedure.images import POSTGRES, image
from vaulttool.model.procedure.programs import program_of
from vaulttool.model.procedure.starting import ONCE, files, started
from vaulttool.model.procedure.step import Commands, Step, instance, listed, step, word

IMAGES = ("container", "service")


def undo(family: Family) -> Iterator[Step]:
    """The steps back to an earlier commit of the unit, and the one that stops it for good."""
    head, commands = family.head, Commands(family.head)
    paths = " ".join(map(word, [*(one.path for one in files(family)), *family.files]))
    lines = [f"git log --oneline -10 -- {paths}", f"git checkout COMMIT -- {paths}"]
    kept = " ".join(stays([head, *family.members, *([family.target] if family.target else [])]))
    yield step("In the repository, go back to the last commit with which it worked: COMMIT.", lines, kept)
    yield from _images(commands, [each for each in (head, *family.members) if each.kind in IMAGES])
    again = " ".join(word(instance(one.service)) for one in started(family))
    lines = [f"{commands.systemctl} daemon-reload", f"{commands.systemctl} restart {again}"]
    yield step("Put the files in place as above, and start anew.", lines, "Expect all of the checks to hold again.")
    if head.kind not in ONCE:
        yield _off(family, commands)


def _images(commands: Commands, units: Sequence[Facts]) -> Iterator[Step]:
    """A look at the images: a commit does not bring one back whose tag has moved."""
    found = dict.fromkeys(one.repository for each in units if (one := image(each.image)))
    if found:
        lines = [f"{commands.podman} images --digests {word(name)}" for name in found]
        moves = [each.image for each in units if is_floating(each.image) or each.value("AutoUpdate") == "registry"]
        known = f"A commit does not bring back what {listed(moves)} was: the tag moves." if moves else ""
        yield step("See that the image that it names now is on the host; pull it if not.", lines, known)


def _off(family: Family, commands: Commands) -> Step:
    names = " ".join(word(instance(one.service)) for one in started(family))
    if family.head.is_quadlet and not family.activators:
        lines = [f"{commands.systemctl} stop {names}", f"{commands.systemctl} daemon-reload"]
        return step("To have it off for good: stop it, remove its file from the host, reload.", lines)
    verb = "disable --now" if all(one.starts_at_boot for one in started(family)) else "stop"
    return step("To have it off for good:", f"{commands.systemctl} {verb} {names}")


def stays(units: Sequence[Facts]) -> Iterator[str]:
    """What a rollback leaves as it is, as sentences without marks."""
    kept = list(dict.fromkeys(one for each in units for one in written_to(each)))
    if kept:
        yield f"The data in {listed(kept)} stay as they are."
    if any(program_of(each) is POSTGRES and written_to(each) for each in units):
        yield "PostgreSQL does not start on the data of a newer major version: there the way back is a dump."
    if units[0].kind == "volume":
        yield "What is in the volume stays; podman volume rm would delete it."


def written_to(facts: Facts) -> list[str]:
    """What it mounts and may write to: volumes, and folders of the host."""
    parts = [value.split(":") for value in facts.volumes if ":" in value]
    return list(dict.fromkeys(one[0] for one in parts if "ro" not in ",".join(one[2:]).split(",")))
