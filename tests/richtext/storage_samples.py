"""Documents of Confluence's storage format that hold every construct at least once, written for these tests."""

from __future__ import annotations

SAMPLES: dict[str, str] = {
    "words": (
        '<h1 local-id="h-1">Release <em>notes</em></h1>\n'
        '<p local-id="p-1">A <strong>bold</strong>, <i>slanted</i>, <s>gone</s> and <code>coded&nbsp;&lt;x&gt;</code> '
        'word, <u>under</u>, H<sub>2</sub>O, m<sup>2</sup>, <span style="color: rgb(255,0,0);">red</span>.</p>\n'
        "<p>caf&eacute; &mdash; &#x1F680; &#233; A&amp;B &lt;T&gt; \u200f\u2028 x</p><p />\n<p><br/></p>\n<hr />\n"
        "<h3>Deep<br/>heading</h3>"
    ),
    "links": (
        '<p>See <a href="https://example.org/a?b=1&amp;c=2" title="there">the site</a>, '
        '<ac:link ac:anchor="part two"><ac:link-body>below</ac:link-body></ac:link>, '
        '<ac:link ac:card-appearance="inline" ac:local-id="l-1"><ri:page ri:space-key="ENG" '
        'ri:content-title="A/B &amp; C (x)" ri:version-at-save="3" /><ac:link-body>a <em>page</em></ac:link-body></ac:link>, '
        '<ac:link><ri:page ri:content-title="Without words"/></ac:link>, '
        '<ac:link><ri:attachment ri:filename="plan 1.pdf"/>'
        "<ac:plain-text-link-body><![CDATA[the <plan>]]></ac:plain-text-link-body></ac:link>, "
        '<ac:link><ri:attachment ri:filename="o.pdf"><ri:page ri:content-title="Other"/></ri:attachment></ac:link>, '
        '<ac:link><ri:space ri:space-key="OPS"/></ac:link>, '
        '<ac:link><ri:blog-post ri:content-title="News" ri:posting-day="2026/01/02"/></ac:link>, '
        '<a href="https://example.org/x" data-card-appearance="inline">https://example.org/x</a> and '
        '<a href="https://example.org/">one</a><a href="https://example.org/">two</a>.</p>'
    ),
    "atoms": (
        '<p>Ask <ac:link><ri:user ri:account-id="5570:aa-1" ri:local-id="u-1"/></ac:link> or '
        '<ac:link><ri:user ri:userkey="8a7f0f"/><ac:link-body>Ann</ac:link-body></ac:link> by '
        '<time datetime="2026-05-01"/>: <ac:structured-macro ac:name="status" ac:schema-version="1" '
        'ac:macro-id="m-status"><ac:parameter ac:name="colour">Green</ac:parameter><ac:parameter ac:name="title">Done'
        '</ac:parameter><ac:parameter ac:name="subtle">true</ac:parameter></ac:structured-macro> '
        '<ac:emoticon ac:name="tick" ac:emoji-shortname=":check_mark:" ac:emoji-id="atlassian-check_mark"/> '
        '<ac:structured-macro ac:name="jira"><ac:parameter ac:name="key">ENG-1</ac:parameter></ac:structured-macro>'
        '<ac:structured-macro ac:name="anchor"><ac:parameter ac:name="">spot</ac:parameter></ac:structured-macro> '
        "<ac:placeholder>type here</ac:placeholder></p>"
        '<p>before <ac:inline-comment-marker ac:ref="c-1">commented <strong>words</strong></ac:inline-comment-marker>'
        " after<!-- unseen --></p>"
    ),
    "images": (
        '<ac:image ac:align="center" ac:layout="center" ac:alt="a plan" ac:width="760" ac:custom-width="true" '
        'ac:local-id="i-1"><ri:attachment ri:filename="plan &amp; more.png" ri:version-at-save="1" />'
        '<ac:caption><p local-id="i-2">The <em>plan</em></p></ac:caption>'
        '<ac:adf-mark key="border" size="1" color="#091e4224" /></ac:image>'
        '<ac:image ac:layout="center"><ri:url ri:value="https://example.org/i.png"/></ac:image>'
        '<p>Click <ac:image ac:inline="true" ac:alt="x"><ri:attachment ri:filename="x.png"/></ac:image> here.</p>'
        'bare <ac:image ac:height="20"><ri:attachment ri:filename="y.png"/></ac:image> text'
    ),
    "lists": (
        '<ul>\n  <li>bare <b>words</b>\n    <ol start="3"><li><p>three</p></li></ol>\n  </li>\n  <li><p>two</p><p>more</p>'
        '</li><li/>\n</ul>\n<p/>\n<ul local-id="second"><li local-id="li-9"><p>joined</p></li></ul>'
        "<ol><li>a</li></ol><ol><li>b</li></ol><p>between</p>"
        '<ac:task-list ac:task-list-id="t"><ac:task><ac:task-id>7</ac:task-id><ac:task-uuid>uu-7</ac:task-uuid>'
        '<ac:task-status>complete</ac:task-status><ac:task-body><span class="placeholder-inline-tasks">done</span>'
        "</ac:task-body></ac:task>\n<ac:task><ac:task-id>8</ac:task-id><ac:task-status>incomplete</ac:task-status>"
        "<ac:task-body>open</ac:task-body></ac:task></ac:task-list><ul><li>no task</li></ul>"
        "<ul><li>odd</li><ul><li>right within</li></ul></ul>"
    ),
    "tables": (
        '<table data-layout="default" ac:local-id="t-1"><colgroup><col style="width: 100.0px;" /><col /></colgroup>\n<thead>'
        '<tr><th>Name</th><th>Age | <br/>note</th></tr></thead><tbody>\n<tr><td data-highlight-colour="#ffffff">'
        "<p>Alice</p></td><td><p /></td></tr>\n<tr><td>Bob</td><td/></tr></tbody></table>"
        '<table><tbody><tr><th>h</th><td colspan="2" rowspan="2"><p>one</p><p>two</p></td></tr><tr><td><ac:structured-macro '
        'ac:name="code"><ac:plain-text-body><![CDATA[a\n```\nb|c]]></ac:plain-text-body></ac:structured-macro></td></tr>'
        "</tbody></table><table></table>"
    ),
    "macros": (
        '<ac:structured-macro ac:name="code" ac:schema-version="1" ac:macro-id="m-1"><ac:parameter ac:name="language">py'
        '</ac:parameter><ac:parameter ac:name="title">a &amp; b.py</ac:parameter><ac:parameter ac:name="breakoutWidth">760'
        "</ac:parameter><ac:plain-text-body><![CDATA[x[0] ] > 1\ny = x[[0]]]]><![CDATA[> z]]]></ac:plain-text-body>"
        "</ac:structured-macro>\n<pre>a &lt; b\n  c</pre>"
        '<ac:structured-macro ac:name="noformat"><ac:plain-text-body><![CDATA[plain]]></ac:plain-text-body>'
        "</ac:structured-macro>"
        '<ac:structured-macro ac:name="info" ac:macro-id="m-2"><ac:parameter ac:name="icon">false</ac:parameter>'
        '<ac:parameter ac:name="title">Careful</ac:parameter>\n<ac:rich-text-body>\n<p>Inside</p>\n<ul><li>x</li></ul>'
        "</ac:rich-text-body></ac:structured-macro>"
        '<ac:structured-macro ac:name="warning"/><ac:structured-macro ac:name="tip"><ac:rich-text-body/></ac:structured-macro>'
        '<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">More</ac:parameter><ac:rich-text-body>'
        '<ac:structured-macro ac:name="note"><ac:rich-text-body><p>deep</p></ac:rich-text-body></ac:structured-macro>'
        "</ac:rich-text-body></ac:structured-macro>"
        '<ac:structured-macro ac:name="panel" ac:macro-id="m-3"><ac:parameter ac:name="bgColor">#fff</ac:parameter>'
        "<ac:rich-text-body><p>boxed</p></ac:rich-text-body></ac:structured-macro>"
        '<ac:structured-macro ac:name="section"><ac:rich-text-body><p>old</p></ac:rich-text-body></ac:structured-macro>'
        '<ac:structured-macro ac:name="drawio" ac:macro-id="m-4"><ac:parameter ac:name="diagramName">d</ac:parameter>'
        '<ac:parameter ac:name="page"> <ac:link><ri:page ri:content-title="T"/></ac:link> </ac:parameter></ac:structured-macro>'
        '<ac:macro ac:name="toc"><ac:default-parameter>3</ac:default-parameter></ac:macro>'
        "<blockquote><p>said</p><blockquote>deeper</blockquote></blockquote>"
    ),
    "layout": (
        '<ac:layout><ac:layout-section ac:type="two_equal" ac:breakout-mode="wide" ac:local-id="s-1">\n<ac:layout-cell '
        'ac:local-id="c-1">\n<p>left</p>\n</ac:layout-cell><ac:layout-cell><p/></ac:layout-cell></ac:layout-section>'
        '<ac:layout-section ac:type="single"><ac:layout-cell><h2>down</h2></ac:layout-cell></ac:layout-section></ac:layout>'
    ),
    "extension": (
        '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">note</ac:adf-attribute>'
        '<ac:adf-attribute key="local-id">e-1</ac:adf-attribute><ac:adf-content><p>kept twice</p></ac:adf-content>'
        '</ac:adf-node><ac:adf-fallback><div class="panel"><div class="panelContent"><p>kept twice</p></div></div>'
        "</ac:adf-fallback></ac:adf-extension>"
        '<ac:adf-extension><ac:adf-node type="decision-list"><ac:adf-content><p>d</p></ac:adf-content></ac:adf-node>'
        "</ac:adf-extension>"
    ),
    "odd": (
        'text at the top <strong>and bold</strong><p>then a paragraph</p><div class="x"><span style="color: red;"><p>'
        "wrapped</p></span></div><p><span></span><strong></strong></p><?pi x?><!-- note --><E>unknown</E> "
        "<p><math><mi>x</mi></math> and <![CDATA[a < b & c]]></p><dl><dt>t</dt><dd>d</dd></dl>"
        '<p><ac:structured-macro ac:name="drawio"/></p><ac:structured-macro ac:name="status"><ac:parameter '
        'ac:name="title">alone</ac:parameter></ac:structured-macro>'
    ),
}  # fmt: skip
