"""Finds what a language model wrote to its harness and an agent left in a note: tokens of calls and of turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttool.parsing.document import Trouble
from vaulttool.parsing.visible import Visible
from vaulttool.text.span import Span

RULE = "tool-call-residue"
NAMES = r"""
    tool_calls? | tool_uses? | tool_results? | tool_responses? | tool_outputs? | tool_code | tool_calls?_(?:begin|end)
  | function_calls? | function_results? | function_responses? | arg_key | arg_value | longcat_tool_call
  | (?:minimax|xai|seed|antml):[a-z_]++ | ant(?:Artifact|Thinking) | bolt(?:Artifact|Action)
  | system-reminder | local-command-std(?:out|err) | command-(?:name|message|args) | environment_details
  | user_query | attached_files | additional_data
"""
TOOLS = r"""
    use_mcp_tool | access_mcp_resource | attempt_completion | ask_followup_question | plan_mode_respond | write_to_file
  | replace_in_file | apply_diff | apply_patch | execute_command | insert_content | search_and_replace | search_files
  | list_files | list_code_definition_names | read_file | new_task | switch_mode | update_todo_list
  | str_replace_(?:editor|based_edit_tool)
"""
# One class of characters to begin with: the search then runs through text at full speed.
TOKEN = re.compile(
    rf"""
    [<\[◁]
    (?: (?P<special>
            \|/?[A-Za-z][\w▁.:-]{{1,48}}\|>                        # <|im_start|>, <|tool▁call▁begin|>
          | [|｜]/?[A-Za-z][\w▁.:-]{{1,48}}[|｜]>                   # <｜tool▁calls▁begin｜>
          | /?[|｜]DSML[|｜][\w ="-]{{1,80}}>
          | \|(?:turn|tool|tool_call|tool_response|channel|think)> | (?:turn|tool_call|tool_response|channel)\|>
          | (?:start|end)_of_turn> | /?think▷
        )
      | (?P<tag>
            /?(?:{NAMES})(?:[ \t][^<>\n]{{0,200}})?>
          | (?:invoke[ \t]name="[\w.:-]{{1,80}}"|/invoke|function=[\w.:-]{{1,80}})>
        )
      | (?P<tool>/?(?:{TOOLS})>)
      | (?P<weak>                                                   # these are tags of other kinds of XML, too
            (?:parameter|argument)(?:[ \t]name="[\w.:-]{{1,80}}"|=[\w.:-]{{1,80}})>
          | /(?:parameter|argument|content|function)>
        )
      | (?P<bracket>
            /?(?:TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|TOOL_CONTENT|TOOL_REQUEST|INST|SYSTEM_PROMPT)\]
          | END_TOOL_REQUEST\] | </?SYS>>
        )
      | (?P<thought>/?think(?:ing)?>)
    )
    """,
    re.VERBOSE,
)
NAME = re.compile(r"[A-Za-z][\w▁:-]*")
BLOB = re.compile(
    r"""
    ^[ \t]*+\{[ \t\n]*+
    (?:
        "(?:tool|tool_name|function|function_name)"[ \t]*+:[ \t]*+"[\w.:/-]{1,80}"[ \t\n]*+,[ \t\n]*+
        "(?:arguments|args|parameters|params|input|tool_input)"[ \t]*+:[ \t\n]*+[{"]
      | "name"[ \t]*+:[ \t]*+"[\w.:/-]{1,80}"[ \t\n]*+,[ \t\n]*+"arguments"[ \t]*+:[ \t\n]*+[{"]
      | "name"[ \t]*+:[ \t]*+"[\w.:/-]{1,80}"[ \t]*+,[ \t]*+"parameters"[ \t]*+:[ \t]*+\{[^{}\n]*+\}[ \t]*+\}[ \t]*+$
      | "action"[ \t]*+:[ \t]*+"[\w.:/ -]{1,80}"[ \t\n]*+,[ \t\n]*+"action_input"[ \t]*+:
      | "recipient_name"[ \t]*+:[ \t]*+"[\w.:/-]{1,80}"[ \t\n]*+,[ \t\n]*+"parameters"[ \t]*+:
      | "type"[ \t]*+:[ \t]*+"(?:tool_use|tool_call|tool_result|function_call|function_call_output)"
      | "(?:tool_calls|tool_uses)"[ \t]*+:[ \t\n]*+\[
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
# Who writes about these shows what models are told and write.
PROMPTS = re.compile(
    r"""
    \b(?: prompt | prompts | prompting | chat | chats | chatml | chatgpt | conversations? | dialogs? | dialogues?
      | transcripts? | tokens? | tokenizer | tool[ -]?calls? | tool[ -]?calling | tool[ -]?use
      | function[ -]?calls? | function[ -]?calling | templates? | harmony | system[ -]messages?
      | tools?[ -](?:usage|reference|guidelines?|formats?|schemas?|errors?|definitions?) | available[ -]tools
    )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
ENDING = re.compile(r"end|eot|eom|return|sep", re.IGNORECASE)
AFTER_TEXT = re.compile(r"[A-Za-z0-9.!?;)*_`\"'}\]>。！？]\Z")
AFTER_SENTENCE = re.compile(r"[.!?。！？][)\"'*_]*+[ \t]?\Z")
IN_A_SENTENCE = re.compile(r"(?:e?s)?(?![A-Za-z0-9\"#*])")
LIST_MARK = re.compile(r"[-*+]|\w{1,3}[.)]")
FENCE = re.compile(r"(?:\A|\n)[ \t]*(?:`{3,}|~{3,})[^\n`]*\n\Z")
FEWEST_SHOWN = 2  # tools whose calls a note shows whole, one after the other: it is a list of tools


def calls(note: Visible) -> Iterator[Trouble]:
    """The tokens and the calls in JSON that were left; those of one paragraph are one trouble."""
    found = _Tokens(note)
    left = [*found.left, *_blobs(note)]
    for span in _joined(note.text, sorted(left)):
        yield Trouble(span, RULE, "token " + _first(note.text, span))
    if not left and found.last is not None:
        yield Trouble(found.last, RULE, "last " + _first(note.text, found.last))


class _Token(NamedTuple):
    """One token: ``family`` is the group of the pattern that found it."""

    start: int
    end: int
    family: str
    name: str
    closes: bool


class _Tokens:
    """The tokens of one note. ``left`` are those that an agent left, ``last`` is one that ends the note, whatever
    the note is about."""

    def __init__(self, note: Visible) -> None:
        self.note = note
        self.text = note.text
        self.spoken_of: set[str] = set()  # families of which the note speaks: it quotes them, or shows them in code
        self.opened: set[str] = set()
        self.closed: set[str] = set()
        self.strong: list[tuple[Span, str]] = []
        self.weak: list[Span] = []
        self.last: Span | None = None
        self.top = len(note.text) - len(note.text[note.start :].lstrip())
        self.bottom = len(note.text.rstrip())
        for line, matches in note.by_line(TOKEN):
            self._line(line, [_token(match) for match in matches])

    @property
    def left(self) -> list[Span]:
        """What was left, outside chapters about such tokens."""
        if len(self.opened & self.closed) >= FEWEST_SHOWN:
            self.spoken_of.add("tool")
        strong = [span for span, family in self.strong if family not in self.spoken_of]
        kept = [*strong, *(self.weak if strong else ())]
        return [span for span in kept if not self.note.is_about(PROMPTS, span.start)]

    def _line(self, line: Span, tokens: Sequence[_Token]) -> None:
        """One line with tokens: what of it was left, or that the note speaks of them."""
        code = {one.start for one in tokens if self.note.is_code(one.start)}
        self.spoken_of |= {one.family for one in tokens if one.start in code}
        shown = [one for one in tokens if one.start not in code and not self.note.in_comment(one.start)]
        if not shown:
            return
        left = None if self.note.is_foreign(line) or _below_fence(self.note, line) else self._left(line, shown)
        if left is None:
            self.spoken_of |= {one.family for one in shown if one.family != "thought"}
        elif shown[0].family == "thought":
            self._thought(left, shown[0])
        elif any(one.family != "weak" for one in shown):
            self.strong.append((left, next(one.family for one in shown if one.family != "weak")))
            self._note_last(left, shown)
        else:
            self.weak.append(left)
        self.opened |= {one.name for one in shown if not one.closes}
        self.closed |= {one.name for one in shown if one.closes and one.family == "tool"}

    def _left(self, line: Span, tokens: Sequence[_Token]) -> Span | None:
        """The stretch of a line that is no prose: it begins with a token, or ends with one glued to the text."""
        first, last = tokens[0], tokens[-1]
        end = line.start + len(line.of(self.text).rstrip())
        above = self.text[line.start : first.start].strip()
        if above in ("", "<s>"):
            begins = self._begins(tokens, end) or self._instructs(first, last, end)
            return Span(first.start, end) if begins else None
        if last.end < end or LIST_MARK.fullmatch(above) or any(one.name == last.name for one in tokens[:-1]):
            return None
        before = self.text[max(line.start, last.start - 8) : last.start]
        glued = AFTER_TEXT if last.closes else AFTER_SENTENCE
        return Span(last.start, last.end) if glued.search(before) else None

    def _begins(self, tokens: Sequence[_Token], end: int) -> bool:
        """Whether the token at the start of a line begins a call or turn, and no sentence about it."""
        after = self.text[tokens[0].end : end]
        rest = after.lstrip(" \t")
        if not rest or rest.startswith(("{", "[{")) or (len(tokens) > 1 and tokens[1].start == end - len(rest)):
            return True
        sentence = IN_A_SENTENCE.match(rest) or (len(tokens) > 1 and self.text[tokens[-1].end : end][:1] in (" ", ","))
        return rest == after and not sentence

    def _instructs(self, first: _Token, last: _Token, end: int) -> bool:
        """Whether a line is an instruction of several words between its two tokens."""
        between = self.text[first.end : last.start].split()
        return first.name == last.name == "INST" and last.closes and last.end == end and len(between) > 1

    def _thought(self, left: Span, token: _Token) -> None:
        """A model's thoughts at the top of a note, or their end without a beginning."""
        alone = token.closes and token.name not in self.opened
        if alone or left.start <= self.top:
            self.strong.append((left, "thought"))

    def _note_last(self, left: Span, tokens: Sequence[_Token]) -> None:
        """What closes nothing and stands at the very end is left, even where the note speaks of such tokens."""
        closing = all(one.closes and one.name not in self.opened for one in tokens)
        if closing and left.end >= self.bottom:
            self.last = left


def _token(match: re.Match[str]) -> _Token:
    name = NAME.search(match[0])
    family = match.lastgroup or ""
    closes = "/" in match[0] or (family == "special" and ENDING.search(match[0]) is not None)
    return _Token(match.start(), match.end(), family, name[0] if name else "", closes)


def _blobs(note: Visible) -> list[Span]:
    """Calls in JSON that stand as text; none in a note that shows such calls in code."""
    found = []
    for line, (match, *_) in note.by_line(BLOB):
        if note.is_code(match.end()):
            return []
        meant = _below_fence(note, line) or note.is_about(PROMPTS, line.start)
        if not (meant or note.is_foreign(line) or note.in_comment(line.start)):
            start = note.text.index("{", line.start)
            found.append(Span(start, max(match.end(), start + len(note.text[start : line.end].rstrip()))))
    return found


def _below_fence(note: Visible, line: Span) -> bool:
    """Whether a fence stands on the line above: of a fence in a fence, the inner one closes the outer one and leaves
    as text what was meant as code."""
    return FENCE.search(note.text, max(0, line.start - 80), line.start) is not None


def _joined(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans, those with no blank line between them as one."""
    open_span: Span | None = None
    for span in spans:
        if open_span is not None and "\n\n" not in text[open_span.end : span.start].replace(" ", ""):
            open_span = Span(open_span.start, max(open_span.end, span.end))
            continue
        if open_span is not None:
            yield open_span
        open_span = span
    if open_span is not None:
        yield open_span


def _first(text: str, span: Span) -> str:
    """The first token of a stretch, or the beginning of its JSON."""
    token = TOKEN.search(text, span.start, span.end)
    return token[0] if token else " ".join(text[span.start : span.end].split())[:40]
