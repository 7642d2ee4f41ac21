"""Texts of wiki markup: every construct, and what people have reported to be mangled by others."""

STORY = """h2. Steps to _reproduce_

Log in as [~jdoe] on [staging|https://staging.example.org/a_b?x=1|the tip] and open *Settings* -> {{config.yml}}.
The +second+ line has H~2~O, m^2^, ??a citation?? and {color:red}red *bold* words{color}.

# Click *Save*
# Wait
#* until the spinner ends {code:bash|title=watch.sh}
tail -f *.log | grep {quote}
{code}
#* or ten minutes pass
# See !error.png|thumbnail,alt=the error!

||Browser||Version||
|Firefox|128 \\| ESR|
|Chrome {color:#ff0000}beta{color}|[notes|https://e.io/x]|

{panel:title=Note|bgColor=#ffffce}
It worked in [^old build.zip].
----
bq. Said nobody
{panel}

{quote}
* one
* two (/)
{quote}
"""

SAMPLES: dict[str, str] = {
    "nothing": "",
    "blank": " \n\n ",
    "a word": "word",
    "story": STORY,
    "story with carriage returns": STORY.replace("\n", "\r\n"),
    "lines": "first line\nsecond line\nthird line",
    "paragraphs": "one two\n\nthree four\n\n\n\nfive six",
    "forced breaks": "a \\\\ b\\\\c\n\\\\\nd",
    "marks": "a *strong* b _em_ c -strike- d {{mono}} e",
    "hidden marks": "a +under+ b ^sup^ c ~sub~ d ??cite?? e",
    "nested marks": "a *b _c -d- e_ f* g",
    "overlapping marks": "a *b _c* d_ e",
    "forced marks": "un{*}believ{*}able {_}x{_}y",
    "Korean": "*가나* 다라 {*}마{*}바 사",
    "not marks": "foo_bar_baz and 5 * 3 * 2 and ~/a and ~/b and 2020-01-02",
    "a star beside Korean": "*가*나 is no mark",
    "dashes": "a -- b --- c - d",
    "colour over marks": "x {color:red}a *b* c{color} y",
    "colour across a mark": "*a {color:red}b* c{color} d",
    "colour around blocks": "{color:red}\n\n* a item\n* b item\n\n{color}\n\nafter it",
    "colour left open": "{color:blue}first words\n\nsecond words{color}",
    "anchor": "before {anchor:here} after",
    "escapes": "\\*not strong\\* \\{code} \\[x] \\!i.png! a\\_b",
    "entities": "&copy; &#124; &lt;b&gt; & AT&T &nbsp;x",
    "HTML": "<b>x</b> and <script>alert(1)</script>",
    "links": "[docs|https://e.io/a_b] [https://e.io] [top|#top] [#top] [mailto:a@b.c]",
    "links with bars and tips": "[a|b|https://e.io] and [a|https://e.io|the tip]",
    "marks in links": "[a *b* c|https://e.io] *[d|https://e.io]*",
    "two links to one place": "[a|https://e.io][b|https://e.io]",
    "links that lead nowhere good": "[a|javascript:alert(1)] [b|file:///etc/passwd] here",
    "no links": "[WIP] a[0] [yes|no] [",
    "bare addresses": "see https://e.io/_a_b_c *https://e.io/b* and (https://e.io/c).",
    "people and files": "[~jdoe] [Ann|~accountid:1:a] [^a b.txt] [the file|^a.txt]",
    "images": "!i.png! and !i.png|width=3,height=4,alt=x,align=right! and !https://e.io/i.png|alt=cat!",
    "linked image": "[!i.png!|https://e.io]",
    "no images": "wow! really! !important!",
    "smileys": "done (/) not (x) :) :D ;) (!) f(x) (on)",
    "macros in words": "see {jira:ABC-1} and {drawio:name=x|w=3} and {toc}",
    "names in braces": '{name} ${HOME} {0} {a:1} {userId:12} {"a": 1}',
    "headings": "h1. One\nh2. Two\nparagraph here\nh6. Six",
    "heading with marks": "h3. A *b* [c|https://e.io] (x)",
    "heading without words": "h2.\n\nwords",
    "rules": "before\n\n----\n\nafter\n----\nend",
    "short quotes": "bq. one *two*\nbq. three\nfour five",
    "quote": "{quote}\none two\n\n* three\n{quote}",
    "quote on a line": "before {quote}inside of it{quote} after",
    "panels": "{info}\na b\n{info}\n{note:title=T}\nc d\n{note}\n{tip}e{tip}\n{warning:title=W|icon=false}f{warning}",
    "panel": "{panel:title=The title|borderStyle=dashed|bgColor=#fff}\nwords here\n{panel}",
    "expand": "{expand:More of it}\nwords here\n{expand}\n{expand:title=Other}\nx\n{expand}\n{expand}y{expand}",
    "nested macros": "{panel}\n{quote}\na b\n{code}\nx\n{code}\n{quote}\n{panel}",
    "code": "{code}\nplain\n{code}\n{code:java}\nint *a*;\n{code}\n{code:title=A.py|borderStyle=solid}\nx\n{code}",
    "code with settings": "{code:java|title=A.java|linenumbers=true|collapse=true}\nint a;\n\n{code}",
    "code on a line": "before {code}x = 1{code} after",
    "macros in code": "{code}\n{quote}{color:red}{panel}\n# not a list\n{code}",
    "fenced shell": "{noformat}\n#!/bin/sh\n# comment\nh1. no heading\n{noformat}",
    "noformat with code": "{noformat}\n{code}x{code}\n{noformat}",
    "macros never closed": "{quote}a b\n\n{code}c d",
    "crossing macros": "{quote}a {panel}b {quote} c {panel} d",
    "lists": "* a b\n* c d\n\ntext\n\n# e f\n# g h",
    "dash lists": "- a b\n- c d\n-- e f",
    "indented lists": " * a b\n  * c d\n # e",
    "mixed lists": "# a\n#* b\n#** c\n# d\n*# e\n*- f",
    "kinds in a row": "* a\n# b\n* c",
    "lists with blank lines": "# a\n\n# b\n\n\n# c\n## d\n\n## e",
    "items of several lines": "* a\nb c\n* d \\\\ e\nf",
    "jumped levels": "** a b\n*** c\n* d",
    "deep list": "********** a b\n********** c d",
    "macros in items": "* a {code}x{code} b\n* c {noformat}y *z*{noformat}\n* d {quote}e f{quote}\n* {code}only{code}",
    "code after an item": "* a\n{code}\nx\n{code}\n* b",
    "tasks": "* [ ] to do\n* [x] done it\n** [ ] below\n* plain",
    "no tasks": "# [ ] numbered\n* [] a\n* [y] b",
    "stars and spaces": "* * * a",
    "table": "||a||b||\n|1|x\\|y|\n|2| |",
    "mixed header": "||h|c|\n||h2|c2|",
    "lines in cells": "|a\nb|c|\n|d|e|",
    "things in cells": "|[x|y|https://e.io]|!i.png|width=3!|{code}a|b{code}|{{a|b}}|",
    "lists in cells": "|* a\n* b|# c|",
    "open rows": "|a|b\n|c|d",
    "macros in cells": "|{quote}a b{quote}|{panel:title=x}c{panel}|",
    "tables in a row": "|a|\n\n|b|",
    "spaces in cells": "| a b | c |\n|| d ||",
    "a bar alone": "|\n\n||\n\n| |",
    "table in a quote": "{quote}\n|a|b|\n{quote}",
    "spaces around": "  a  b  \n\n   c   d \n\n* e   f  \n",
    "odd spaces": "a\u00a0b\u2028c\u3000d e\u200bf",
    "tabs": "a\tb\n*\tc\td",
    "trailing markup": "a b {color}\n\n{anchor:z}\n",
    "horizontal mess": "*a*_b_-c-+d+{{e}}[f|https://e.io]!g.png!(x)",
    "signs alone": "* \n#\n-\n_ _\n** **\n{{}} {{ }} [] {} !! ????",
    "backslashes": "C:\\temp\\new \\\\server\\share a\\b \\",
}
