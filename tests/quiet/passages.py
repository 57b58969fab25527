"""Paragraphs, lists, tables, code and the rest of the body of a generated note."""

from collections.abc import Callable
from random import Random

from .linking import Linker
from .phrases import SENTENCES, WORDS


class Writer:
    """Writes passages of one kind of note; every link in them comes from the linker."""

    def __init__(self, rng: Random, kind: str, linker: Linker) -> None:
        self.rng = rng
        self.kind = kind
        self.linker = linker

    def passage(self) -> str:
        """One passage of any sort, without a block id."""
        makers: tuple[Callable[[], str], ...] = (
            self.paragraph,
            self.paragraph,
            self.paragraph,
            self.bullets,
            self.tasks,
            self.steps,
            self.table,
            self.callout,
            self.quote,
            self.code,
            self.odds,
            self.odds,
            self.odds,
        )
        return self.rng.choice(makers)()

    def marked(self, block: str) -> str:
        """A passage that carries a block id, within its last line or below it."""
        if self.rng.random() < 0.4:
            return f"{self.paragraph()} ^{block}"
        if self.rng.random() < 0.3:
            return f"- {self.sentence()}\n- {self.sentence()} ^{block}\n- last"
        maker = self.rng.choice((self.bullets, self.table, self.callout, self.quote, self.fence))
        return f"{maker()}\n\n^{block}"

    def sentence(self) -> str:
        template = self.rng.choice(SENTENCES[self.kind])
        return template.format(*(self.linker.link() for _ in range(template.count("{}"))))

    def word(self) -> str:
        return self.rng.choice(WORDS)

    def paragraph(self) -> str:
        sentences = [self.sentence() for _ in range(self.rng.randint(1, 3))]
        return self.rng.choice((" ", "\n", "  \n")).join(sentences)

    def bullets(self) -> str:
        mark = self.rng.choice("-*+")
        lines = [f"{mark} {self.sentence()}"]
        if self.rng.random() < 0.5:
            lines += [
                f"  {mark} {self.word()}: {self.sentence()}",
                f"    {mark} {self.word()}",
                f"  {mark} {self.word()}",
            ]
        return "\n".join([*lines, f"{mark} {self.word()}, {self.word()}"])

    def tasks(self) -> str:
        boxes = self.rng.sample((" ", "x", "X", "-", ">", "?", "/"), 3)
        return "\n".join(
            [f"- [{box}] {self.sentence()}" for box in boxes]
            + [f"\t- [ ] {self.word()} 📅 2026-10-0{self.rng.randint(1, 9)} #todo"]
        )

    def steps(self) -> str:
        end = self.rng.choice((".", ")"))
        return "\n".join(f"{number}{end} {self.sentence()}" for number in range(1, 4))

    def table(self) -> str:
        rows = [f"| {self.word()} | {self.linker.cell()} | {self.rng.randint(1, 99)} |" for _ in range(3)]
        rule = self.rng.choice(("| --- | --- | --- |", "|:-|:-:|-:|", "| -- | ---- | -: |"))
        return "\n".join([f"| what | where | {self.word()} |", rule, *rows])

    def callout(self) -> str:
        kind = self.rng.choice(("note", "warning", "tip", "todo", "bug", "custom-thing"))
        fold = self.rng.choice(("", "", "-", "+"))
        title = self.rng.choice(("", f" {self.word().title()}", f" See {self.linker.link()}"))
        return f"> [!{kind}]{fold}{title}\n> {self.sentence()}\n>\n> - {self.word()}\n> - {self.sentence()}"

    def quote(self) -> str:
        return f"> {self.sentence()}\n> {self.word().title()} and {self.word()}."

    def fence(self) -> str:
        language, code = self.rng.choice(CODE)
        fence = self.rng.choice(("```", "~~~", "````"))
        return f"{fence}{language}\n{code}\n{fence}"

    def code(self) -> str:
        draw = self.rng.random()
        if draw < 0.6:
            return self.fence()
        if draw < 0.8:
            return f"The test is `{self.rng.choice(INLINE_CODE)}` and nothing else. {self.sentence()}"
        test = f"    if [[ -f {self.word()} ]]; then\n        echo [[n]]\n    fi"
        return f"Typed by hand:\n\n{test}\n\n{self.sentence()}"

    def odds(self) -> str:
        return self.rng.choice(ODDS).format(link=self.linker.link(), word=self.word())


CODE: tuple[tuple[str, str], ...] = (
    ("sh", '[[ -n "$x" ]] && run "${y[@]}"'),
    ("bash", "for f in [[:alpha:]]*; do\n  [[ $f == *.md ]] || continue\n  # not a heading\ndone"),
    ("python", "grid = [[0, 1], [1, 0]]\ntotal = grid[[0][0]][1]"),
    ("toml", '[[servers]]\nname = "a"\n\n[[servers.disks]]\nsize = 1'),
    ("yaml", '---\nup: "[[n]]"\n---'),
    ("mermaid", "graph LR\n  A[[n]] --> B{{choice}}\n  B -->|yes| C"),
    ("dataview", "TABLE status FROM [[n]] AND #ops\nWHERE file.link != [[n]]"),
    ("tasks", "not done\npath includes [[n]]"),
    ("", "plain [text](n.md) and ![[n.png]] ^n"),
    ("lua", "local s = [[\nlong string ]] .. x[t[1]]"),
    ("r", 'x[["n"]] <- y[[2]]'),
    ("markdown", "# Not a heading\n\n[[n|text]] and [ref]: n.md"),
    ("ad-note", "title: Old style\n[[n]]"),
    ("sql", "SELECT a[1], '[[n]]' FROM t; -- ^n"),
)
INLINE_CODE = (
    "[[ -z $1 ]]",
    "[[n]]",
    "![[n.png]]",
    "[t](n.md)",
    "a[[i]]",
    "a | b",
    "#n",
    "^n",
    "%% n %%",
    "{{title}}",
    "[[n#h|x]]",
    "$HOME/[[n]]",
    "<!-- [[n]] -->",
)
ODDS: tuple[str, ...] = (
    "---",
    "***",
    "reviewed:: {link}",
    "It was [due:: 2026-10-01] and then (owner:: {link}) took it.",
    "Tickets cost $5 and $6, {link} paid $11.",
    "That costs $5.",
    "The area is $a \\times b$ and no more.",
    "$$\n\\sum_{{i=1}}^{{n}} x_i = [[n]]\n$$",
    "An aside.^[Not sure; {link} knows.]",
    "A claim.[^{word}] Another sentence.\n\n[^{word}]: Taken from {link}.",
    "Seen. %%ask {link} again%%",
    "%%\nPrivate: {link} is for later.\n%%",
    '<div class="{word}">\n[[not a link]]\n</div>',
    "Text <!-- [[n]] --> around a comment.",
    "<!-- {word}: [[n]] -->",
    "<details>\n<summary>More of [[n]]</summary>\n\n{link}\n\n</details>",
    'See [the manual][{word}] or <https://example.org/{word}>.\n\n[{word}]: n.md "not counted"',
    (
        "Mail [us](mailto:ops@example.org), ring [now](tel:+442079460000), read "
        "[this](https://example.org/a_(b)?c=[[n]])."
    ),
    "{word}\n: a thing of use, see {link}",
    "==Mark== **bold {link}** _italic {link}_ ~~gone~~ H~2~O x^2^ {link}",
    "Escaped \\[[n]] and \\[\\[n\\]\\] stay text; [text] (n.md) and [ ] and [x] too.",
    "<kbd>Ctrl</kbd>+<kbd>K</kbd> then {link}<br>done",
    "![remote](https://example.org/{word}.png) ![data](data:image/gif;base64,R0lGODlhAQABAAAAACw=)",
    "#tag #nested/{word} {link}",
    "[note in the app](obsidian://open?vault=main&file=n) and [old drive](file:///srv/n.md)",
    "Term – {link}: as “they” say… 😀 – {link}",
    "| one column |\n| - |\n| `a || b` |",
    "- {word}\n\n  ```sh\n  [[ -d n ]]\n  ```\n\n- {link}",
)
