"""Notes as they stand in real vaults, each full of things that a naive checker cries about."""

NOTES: dict[str, str] = {
    "Home.md": """\
---
cssclasses: dashboard
---
# Home

> [!multi-column]
>
> > [!info]+ Today
> > ![[Inbox#Soon]]
>
> > [!abstract]- Lists
> > - [[Shopping board]]
> > - [[Reading queue|To read]]

| area | page |
| :--- | ---: |
| money | [[Ledger\\|Books]] |
| **ops** | [[Ops handbook#Quick answers\\|answers]] |
| home \\| kitchen | [[Sourdough log]] |

![[Plan of the house.canvas]] ![[Projects.base#Open]] ![[Projects.base]]
""",
    "Inbox.md": """\
- [ ] call the plumber 📞 [tel](tel:+4315550100) 📅 2026-10-02 🔁 every week ⏫ #errand
- [x] ~~send [[Ledger]]~~ ✅ 2026-09-30
- [/] half done
    - [ ] nested with a tab of spaces [[Sourdough log#Day 2]]
\t- [ ] nested with a tab
* [ ] star
+ [ ] plus
1. [ ] numbered task [[Ops handbook]]

## Soon

Ticket [#123](https://example.org/i/123), chat #general, issue #42, colour #ffcc00, C#, F#.
Mail ops@example.org, www.example.org, example.org/[x], 192.0.2.1:8080, file:///etc/hosts, ~/notes/[a].

Q::A and Question:::Answer. Wrote {{c1::cloze}} cards. [@smith2024, p. 3] and [[@Walt]] agree.
""",
    "Work/Ops handbook.md": """\
# Ops handbook

## Quick answers

Exit codes
: 0 is fine, see [[Sourdough log|the other log]]

Restart
: `systemctl restart "x[[1]]"`

### Who pays?

We pay $5 and $6 a month, that is $11 [[Ledger|in total]].

The load is $\\rho = \\lambda / \\mu$ and must stay below $1$.

It costs 5$ or 10 $ or US$20.

$$
\\begin{aligned}
a_{[[n]]} &= b % not a comment
\\end{aligned}
$$

^load-formula

See ![[#^load-formula]] and [[#Quick answers#Who pays?]].

## Merge conflicts

They look like this in the editor:

    <<<<<<< HEAD
    [[n]]
    =======
    [[m]]
    >>>>>>> branch

Never push `<<<<<<<`.

## Markers of the checker

```markdown
<!-- vaulttool:begin index folder="LLM" -->
<!-- vaulttool:end index sum=0123456789 -->
```

Write `<!-- vaulttool:begin index -->` on a line of its own.

## Shell

```bash
if [[ -n "$x" && ! -e "${dir}/[[n]]" ]]; then
  cat <<'EOF' > "$f"
---
title: [[n]]
---
EOF
fi
```

~~~~
```
[[n]]
~~~
[[n]]
~~~~

<pre>
[[n]]
</pre>

<table><tr><td>[[n]]</td></tr></table>

<iframe src="https://example.org/[[n]]"></iframe>

Use <kbd>[</kbd><kbd>[</kbd> to start a link, [[Inbox]].
""",
    "Work/Shopping board.md": """\
---
kanban-plugin: board
---

## To buy

- [ ] flour for [[Sourdough log]]
- [ ] salt<br>coarse [[Salt]]

## Bought

**Complete**
- [x] yeast


***

## Archive

- [x] 2026-09-01 sugar


%% kanban:settings
```
{"kanban-plugin":"board","list-collapse":[false,false]}
```
%%
""",
    "Home/Kitchen/Sourdough log.md": """\
Sourdough log
=======

Day 1
-------

Flour 100 g, water 100 g. 25 °C – ok. ^day-1

## Day 2 ##

Nothing. See [[#^day-1]] and [[#Day 1]].

### Day 2 — evening 🌙

1. Stir
   - gently [[Shopping board#To buy]]
     > as [[Mr. Smith]] says

   ```text
   [[n]] in a fence of a list
   ```
2. Wait
10. Bake

* loose

* list with [[Ledger]]

  second paragraph [[Inbox#Soon|later]]

      [[n]] is code here

## Notes[^1]

Rise.[^1] Fall.[^big note] Inline.^[With a [link](Inbox.md) inside.]

[^1]: Warm room, [[Plan of the house.canvas|plan]].
[^big note]:
    A note with [[Shopping board]].

*[HTML]: not a footnote

Term with trailing spaces  
and a break\\
and another [[Inbox]].
""",
    "Reading/Reading queue.md": """\
## 1984 & others

- _Fog_ → [[Fog]] ([[Fog#Summary|s.]])
- **Salt**: [[Salt]], [[Knots]]; [[Candles]]! [[Just so]]? ("[[On sleep]]")
- [Great bridges](Great%20bridges.md), [Boats](<Boats, a history.md>), 
  [Maps](/Reading/Maps%20that%20lie.md "title")

[[Fog]][[Salt]] [[Fog]]-[[Salt]] a[[Fog]]b **a[[Fog]]** [[Fog]]'s [[Fog]]—[[Salt]]…[[Fog]]

See [1], [2] and [sic]. Arrays a[0][1], a[i][j]. Range [0, 1), (0, 1].

[1]: https://example.org/one
[2]: <https://example.org/two words> "Two"
[^unused]: Nobody cites this, [[Fog]].

![Cover|120](pier.png) ![](pier.png) ![[pier.png|Cover|120]] [![Cover](pier.png)](Fog.md)

```dataview
TABLE rating FROM "Reading" WHERE contains(related, [[Fog]]) or [[n]]
```

`= this.rating`, `$= dv.current().file.name`, `=[[n]].rating`

%% [[Fog]] is missing a rating %%

<!-- markdownlint-disable MD033 -->
""",
    "Journal/2026/Week 39.md": """\
---
week: 2026-W39
days: ["[[2026-09-21]]", "[[2026-09-22]]"]
---
# Week 39 (2026-09-21 – 2026-09-25)

<< [[2026-09-20]] | [[2026-09-25|→]] >>

## Notes

![[2026-09-21#Morning]]

## Notes

Twice the same heading, [[#Notes]] is the first.

- 08:00 [[2026-09-22]] started:: 08:00
- mood:: good
- [project:: [[Ops handbook]]] (with:: [[Rosa]])

```mermaid
gantt
  section [[n]]
  A :a1, 2026-09-21, 3d
```

```ad-tip
title: [[n]]
```

```query
path:"Journal" [[n]]
```

---
""",
    "Home/Poem.md": (
        "# Poem\n\nline one  \nline two\\\nline three [[Inbox]]\n\n\n\n&nbsp;\n\n"
        "&copy; &amp; &#91;&#91;n&#93;&#93; – entities make no link\n"
    ),
    "Home/Symbols only.md": ("# 🙂\n\n## ???\n\n## …\n\n##\n\n#\n\n#nospace\n\n####### seven\n\n[[#🙂]] [[#…]]\n"),
    "Home/Long line.md": "word " * 4000 + "[[Inbox]]\n",
    "Home/Deep quote.md": "\n".join(f"{'>' * depth} level {depth} [[Inbox]]\n" for depth in range(1, 9)),
}
ATTACHMENT_NOTES: dict[str, str] = {
    "Assets/About the files.md": (
        "![[rack.png|300x200]] ![[rack.png]] ![[rack.png|Rack|300]] ![rack|100](rack.png) "
        "![r](Assets/rack.png) ![r](./rack.png)\n"
        "![[manual.pdf#page=4]] [[manual.pdf#page=2&selection=1,2,3,4]] ![[manual.pdf#height=400]] "
        "[m](manual.pdf#page=3)\n"
        "![[doorbell.mp3#t=1:05]] ![[Load curve.svg]] [run](data/run.csv) [run](run.csv) "
        "[[data/run.csv]] [[run.csv|numbers]]\n"
        "![[Screenshot 2026-09-01 at 9.41.07 PM.png]] "
        "![s](Screenshot%202026-09-01%20at%209.41.07%20PM.png) [[invoice 2026-07.pdf]]\n"
        "![[RACK.PNG]] ![[Assets/rack.png]] ![[/Assets/rack.png]] [[clip.webm]] [[Plan of the "
        "house.canvas]] [p](Projects.base#Open)\n"
    ),
}


def files() -> dict[str, bytes]:
    """The notes by path."""
    return {path: text.encode() for path, text in (NOTES | ATTACHMENT_NOTES).items()}
