"""Search by the wiki's query language."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sandbox.wiki_client import Visit, refusal, storage, visiting

from narrowgate_sandbox import fernwood
from narrowgate_sandbox.confluence.cql.grammar import Clause, parse
from narrowgate_sandbox.confluence.cql.words import CqlError


def titles(visit: Visit, cql: str) -> list[str]:
    said = visit.cloud.get("/rest/api/search", params={"cql": cql, "limit": 100, "excerpt": "none"}).json()
    assert "results" in said, said
    return [
        one.get("content", one.get("space", {})).get("title") or one["space"]["name"]
        for one in said["results"]
    ]


FOUND = [
    ('title = "Glossary" and space = ENG', ["Glossary"]),
    ('title = "C#: \\"naming\\" rules"', ['C#: "naming" rules']),
    ('title ~ "plan*" order by title', ["2026-11-17 Planning", "2026-11-24 Planning"]),
    ('title ~ "planning" order by title desc', ["2026-11-24 Planning", "2026-11-17 Planning"]),
    ('type = page and text ~ "買い物"', ["Glossary"]),
    ('type = page and text ~ "ten minutes" and ancestor = CHECKOUT', ["Checkout architecture"]),
    (
        "type = page and text ~ '\"ten minutes\"' order by title",
        ["2026-11-17 Planning", "Checkout architecture"],
    ),
    ("type = page and text ~ 'minutes eight' ", ["Checkout architecture"]),
    ("parent = CHECKOUT and label = checkout and title !~ Voucher order by created", None),
    ("type = blogpost", ["We moved to the new cluster"]),
    ("type in (space)", ["Engineering", "Operations", "Priya Raman"]),
    ("siteSearch ~ operations and type = space", ["Operations"]),
    ('label in ("report", "news") order by title', ["Open operations work", "We moved to the new cluster"]),
    ("type = page and creator = currentUser() and created > 2026-11-01", ["Security findings"]),
    ("type = page and contributor = currentUser() and title = 'Release process'", ["Release process"]),
    ('type = page and created >= "2026-11-24" order by created', ["2026-11-24 Planning"]),
    ('type = page and lastmodified > now("-7d")', ["2026-11-24 Planning"]),
    ('type = page and created = "2026/11/22"', ["Outage of 22 November"]),
    ("type = page and (title = Runbooks or title = Decisions) and not space = OPS", ["Decisions"]),
    (
        "type = page and space != ENG and space not in (OPS) order by title",
        ["Glossary", "Priya's notes", "Reading list"],
    ),
    ("id = CHECKOUT", ["Checkout"]),
    ("title = 'Pay bands'", []),
    ("title = Scratch or title = 'Checkout until 2025'", []),
    ("type = attachment and title ~ overview", ["shop overview.png"]),
    ("TYPE = Page AND Title = Glossary AND Space.Type = personal", ["Glossary"]),
]


@pytest.mark.parametrize(("cql", "wanted"), FOUND)
def test_a_query_finds_what_it_says(cql: str, wanted: list[str] | None) -> None:
    with visiting() as visit:
        found = titles(visit, cql.replace("CHECKOUT", visit.page("Checkout")))
        assert found == (
            wanted if wanted is not None else ["Checkout architecture", "Payment providers", "Checkout FAQ"]
        )


REFUSED = [
    "",
    "space = ~priya",
    "title = a:b",
    "title = #1",
    'title = "open',
    "title = a b",
    "title =",
    "title",
    "= x",
    "(title = a",
    "title = a and",
    "title in ()",
    "title not",
    "title = a order title",
    "title = a order by",
    "title = a order by nonsense",
    "nonsense = a",
    "text = a",
    "type > page",
    "type = nonsense",
    "created = yesterday",
    'created > now("soon")',
    "creator = nobody()",
    "ancestor = Checkout",
    'text ~ "*x"',
    'text ~ ""',
    "space in () and () ",
    "(" * 60 + "title = a" + ")" * 60,
]


@pytest.mark.parametrize("cql", REFUSED)
def test_a_query_that_the_vendor_would_refuse_is_refused(cql: str) -> None:
    with visiting() as visit:
        for client in (visit.cloud, visit.dc):
            assert refusal(client.get("/rest/api/search", params={"cql": cql}))[0] == 400
            assert client.get("/rest/api/content/search", params={"cql": cql}).status_code == 400


def test_a_personal_space_is_found_when_it_is_quoted() -> None:
    with visiting() as visit:
        key = next(one for one in visit.company.wiki.spaces if one.startswith("~"))
        assert "Reading list" in titles(visit, f'space = "{key}"')


def test_a_result_shows_the_words_and_where_they_stand() -> None:
    with visiting() as visit:
        query = {"cql": 'type = page and text ~ "stock" and ancestor = ' + visit.page("Checkout")}
        (result,) = visit.cloud.get("/rest/api/search", params=query).json()["results"]
        assert "@@@hl@@@Stock@@@endhl@@@ is reserved" in result["excerpt"]
        assert result["content"]["id"] == visit.page("Checkout architecture")
        assert result["resultGlobalContainer"]["title"] == "Engineering"
        assert result["url"].startswith("/spaces/ENG/pages/")
        assert "space" not in result["content"]
        expanded = visit.cloud.get(
            "/rest/api/search", params=query | {"expand": "content.space,content.version"}
        )
        assert expanded.json()["results"][0]["content"]["space"]["key"] == "ENG"


@pytest.mark.parametrize(
    ("excerpt", "shown"),
    [
        ("highlight", "5 &lt; 7 &amp; so @@@hl@@@on@@@endhl@@@"),
        ("highlight_unescaped", "5 < 7 & so @@@hl@@@on@@@endhl@@@"),
        ("indexed", "5 &lt; 7 &amp; so on"),
        ("none", ""),
    ],
)
def test_an_excerpt_comes_as_it_is_asked_for(excerpt: str, shown: str) -> None:
    company = fernwood()
    company.plant_page("ENG", "Sums", "<p>5&nbsp;&lt; 7 &amp; so on</p>")
    with visiting(company=company) as visit:
        query = {"cql": "title = Sums and text ~ on", "excerpt": excerpt}
        assert visit.cloud.get("/rest/api/search", params=query).json()["results"][0]["excerpt"] == shown


def test_a_space_result_holds_no_content() -> None:
    with visiting() as visit:
        results = visit.cloud.get("/rest/api/search", params={"cql": "siteSearch ~ engineering"}).json()[
            "results"
        ]
        space = next(one for one in results if one["entityType"] == "space")
        assert "content" not in space
        assert space["space"]["key"] == "ENG"


def test_a_search_may_lag_behind_a_new_page() -> None:
    company = fernwood()
    company.search_lag = 2
    with visiting(company=company) as visit:
        for title in ("First", "Second", "Third"):
            said = {"spaceId": visit.space(), "title": title, "body": storage("<p>fresh</p>")}
            assert visit.cloud.post("/api/v2/pages", json=said).status_code == 200
        assert titles(visit, "type = page and text ~ fresh") == ["First"]


def test_the_reader_finds_only_what_is_in_sight() -> None:
    with visiting("jun.okada") as visit:
        assert titles(visit, "space = OPS") == []
        assert "Security findings" not in titles(visit, "space = ENG")
        assert titles(visit, "type = space") == ["Engineering"]


PIECES = [
    "title",
    "text",
    "=",
    "~",
    "!=",
    "in",
    "not",
    "(",
    ")",
    '"a b"',
    "a",
    ",",
    "and",
    "or",
    "order",
    "by",
    "~x",
    '"',
    "\\",
    ":",
    "now",
    "é",
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))
def test_any_text_is_a_query_or_is_refused_as_none(text: str) -> None:
    with suppress(CqlError):
        assert parse(text).where is not None


@given(st.text(max_size=30))
def test_a_quoted_value_comes_back_as_it_was(value: str) -> None:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    where = parse(f'title = "{escaped}"').where
    assert isinstance(where, Clause)
    assert where.operands[0].text == value
