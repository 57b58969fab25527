"""Front matter by hand and templates, each block in a style found in the wild and valid YAML 1.2."""

BLOCKS: dict[str, str] = {
    "quoted links": (
        "up: \"[[Anchorage]]\"\nsingle: '[[Anchorage]]'\n"
        'flow: ["[[Anchorage|A]]", "[[Anchorage#Depth]]"]\naliases: "[[Anchorage]]"'
    ),
    "lists of links": "related:\n  - \"[[Anchorage]]\"\n  - '[[Ledger]]'\n  - plain",
    "nested links": ('rel:\n  up: "[[Anchorage]]"\n  many:\n    - "[[Anchorage#Depth|d]]"\n    - {a: "[[Anchorage]]"}'),
    "no links": (
        'bare: [[n]]\nmore: [[n, m]]\npart: "see [[n]]"\nembed: "![[n.png]]"\nspace: " [[n]]"\n'
        'markdown: "[t](n.md)"\n"[[n]]": key'
    ),
    "comments": "# [[n]]\nkey: value # [[n]]\n# last",
    "times and dates": (
        "time: 12:30\nlong: 12:30:45\ndate: 2026-09-19\nbad date: 2026-13-45\n"
        "stamp: 2026-09-19T01:02:03.5+02:00\nversion: 1.10"
    ),
    "words like truth": "a: yes\nb: no\nc: on\nd: off\ne: y\nf: True\ng: ~\nh: null\ni:",
    "numbers": ("hex: 0x1F\noctal: 0o17\nold octal: 017\nbig: 1_000\nexp: 1e3\nnan: .nan\nsexagesimal: 190:20:30"),
    "texts": (
        "folded: >-\n  one\n  two\n\n  three\nliteral: |+\n  a: b\n  - [[n]] c\n\nplain: over\n"
        '  two lines\nquoted: "over\n  two"'
    ),
    "keys": ('Title Case Key: 1\nkey-with-dash: 2\nключ: 3\n📌: 4\n"with: colon": 5\n2026: 6\ntrue: 7\nemail@host: 8'),
    "tags as text": "tags: ops, home\nTags2: '#a #b'\ntag: old\nalias: old\ncssclass: old",
    "tags as list": "tags:\n- flush\n- nested/tag\n- '#hash'\n- 2026\n-",
    "JSON": '{"title": "in braces", "tags": ["a", "b"], "up": "[[Anchorage]]", "n": null}',
    "JSON over lines": '{\n  "a": {"b": [1, 2]},\n  "url": "https://example.org"\n}',
    "a list": "- one\n- two",
    "a scalar": "just text",
    "only a comment": "# nothing here",
    "addresses": (
        "url: https://example.org/#part\nmail: a@b.example\nwin: C:\\dir\nssh: git@host:repo.git\nphone: +1 (555) 0100"
    ),
    "anchors": "base: &base\n  a: 1\ncopy: *base\ntyped: !thing x\nstr: !!str 12",
    "publish": (
        "type: project\nstatus: active\npublish: true\npermalink: a/b\ncssclasses: [wide, no-toc]\nimage: pier.png"
    ),
    "person": 'type: person\nname: Ana\nstatus: retired\nphone: 0049 30 1234\nworks at: "[[Ledger]]"',
    "long": "\n".join(f"field {number}: value {number}" for number in range(60)),
    "symbols": (
        'a: 100%\nb: a & b\nc: a * b\nd: x > y\ne: 5 | 6\nf: what?\ng: it\'s\nh: say "hi"\ni: {}\n'
        "j: []\nk: $x\nl: ~/n\nm: a#b\nn: -5 °C"
    ),
}
TEMPLATES: dict[str, str] = {
    "core": (
        "---\ndate: {{date}}\ntime: {{time:HH:mm}}\ntitle: {{title}} notes\n---\n\n# {{title}}\n\n"
        "Back to [[{{title}}]], [[{{date:YYYY-MM-DD}}|today]].\n"
    ),
    "core property": (
        '---\nup: "[[{{title}}]]"\nraw: [[{{title}}]]\n---\n\n'
        "![[{{title}}#Log]] [x]({{title}}.md) [y](<{{title}} log.md>)\n"
    ),
    "templater": (
        '---\ncreated: <% tp.date.now("YYYY-MM-DD HH:mm") %>\naliases: [<% tp.file.title %>]\n---\n\n'
        '<%* const name = await tp.system.prompt("Name") -%>\n'
        '<< [[<% tp.date.now("YYYY-MM-DD", -1) %>]] | [[<% tp.date.now("YYYY-MM-DD", 1) %>|next]] >>\n\n'
        '- [ ] [[<% name %>#Tasks]] and "[[Ledger]]" <% "[[Ledger]]" %>\n'
    ),
    "templater code": (
        '<%*\nif (a[0] < 2) { tR += "- item"; }\n%>\n\n'
        "[[Journal/<% tp.file.title %>/index]] ![[<% tp.file.title %>.png]]\n"
    ),
    "doubled key": "---\ntag: {{a}}\ntag: {{b}}\n---\n",
    "quickadd": "{{VALUE:name}} met [[{{VALUE:person}}]] on {{DATE}} at {{FIELD:place}}\n",
}
WHOLE: dict[str, str] = {
    "empty": "---\n---\n",
    "empty with a blank line": "---\n\n---\nText.\n",
    "closed at the end of the file": "---\na: 1\n---",
    "long closing line": "---\na: 1\n-----\nText.\n",
    "rule on the first line": "---\n\nMoved here from the old wiki, see [[Anchorage]].\n",
    "rules in the body": "Text.\n\n---\n\nMore text\n\n***\n\n- - -\n\n___\n\n---\n",
    "toml": '+++\ntitle = "no properties here"\n+++\n\n[[Anchorage]]\n',
    "pair in the body": (
        "---\nreal: 1\n---\n\n# A page\n\nFirst paragraph, [[Anchorage]].\n\nSecond paragraph.\n\n"
        "## How a block looks\n\nLike this:\n\n"
        "---\nx: y\nup: [[Anchorage]]\n---\n\nand so on.\n"
    ),
    "yaml in a fence": (
        '# Example\n\n```yaml\n---\nup: "[[n]]"\nup: twice\n---\n```\n\n    ---\n    a: b: c\n    ---\n'
    ),
    "heading by dashes": (
        "# Page\n\nOne paragraph.\n\nAnother.\n\nWords\n---\n\nA third.\n\nkey: value\n---\n\n"
        "[[#Words]] [[#key value]]\n"
    ),
}


def files() -> dict[str, bytes]:
    """All of them below `Properties/`, the templates in a folder of their own."""
    blocks = {f"Properties/{name}.md": f"---\n{block}\n---\n\nText.\n" for name, block in BLOCKS.items()}
    templates = {f"Properties/Templates/{name}.md": text for name, text in TEMPLATES.items()}
    whole = {f"Properties/Whole/{name}.md": text for name, text in WHOLE.items()}
    targets = {"Properties/Anchorage.md": "# Anchorage\n\n## Depth\n"}
    return {path: text.encode() for path, text in (blocks | templates | whole | targets).items()}
