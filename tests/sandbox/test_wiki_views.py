"""How the wiki shows its pages: every macro rendered, replaced or named."""

import pytest
from tests.sandbox.wiki_client import Visit, client, visiting


def view(visit: Visit, title: str, space: str = "ENG", kind: str = "view") -> str:
    path = f"/api/v2/pages/{visit.page(title, space)}"
    said = visit.cloud.get(path, params={"body-format": kind}).json()
    return str(said["body"][kind]["value"])


SHOWN = [
    ("Checkout architecture", "<td>Christmas release</td><td>To Do</td>"),
    ("Checkout architecture", 'class="columnLayout two-equal"'),
    ("Checkout architecture", "confluence-information-macro-information"),
    ("Checkout architecture", ">@Alex Moreau</a>"),
    ("Checkout architecture", ">STABLE</span>"),
    ("Checkout FAQ", '<a href="#CheckoutFAQ-Whodecides?">Who decides?</a>'),
    ("Checkout FAQ", "A voucher is worth its whole amount once"),
    ("Checkout FAQ", '<span class="expand-control-text">The short answer</span>'),
    ("Checkout FAQ", ">Payment providers</a> lists the providers"),
    ("Checkout FAQ", ">the runbooks</a>"),
    ("Checkout FAQ", "🙂"),
    ("2026-11-24 Planning", "Stock is reserved for ten minutes."),
    ("Coding guide", "if prices[lines[0]]&gt;0:"),
    ("Coding guide", "brush: python"),
    ("Release process", '<li data-inline-task-id="1" class="checked">Freeze the branch</li>'),
    ("Release process", ">08 Dec 2026</time>"),
    ("System diagram", 'data-macro-name="drawio"'),
    ("System diagram", 'alt="The shop overview"'),
    ("System diagram", "<p>As of <em>October</em></p>"),
    ("Decisions", ">One checkout for web &amp; app</a>"),
    ("Open operations work", ">OPS-1</a>"),
    ("Payment providers", 'rowspan="2"'),
]


@pytest.mark.parametrize(("title", "wanted"), SHOWN)
def test_a_page_shows(title: str, wanted: str) -> None:
    with visiting() as visit:
        shown = view(visit, title)
        assert wanted in shown
        assert "ac:" not in shown
        assert "ri:" not in shown


def test_an_export_carries_whole_addresses() -> None:
    with visiting() as visit:
        assert 'src="/wiki/download/attachments/' in view(visit, "System diagram")
        exported = view(visit, "System diagram", kind="export_view")
        assert f'src="{visit.box.wiki_url}/download/attachments/' in exported


def test_what_a_reader_may_not_see_is_not_rendered_either() -> None:
    with visiting() as visit, client(visit.box, "jun.okada") as reader:
        page = visit.company.plant_page(
            "ENG",
            "Looking around",
            '<ac:structured-macro ac:name="jira"><ac:parameter ac:name="jqlQuery">created &gt; 2020-01-01</ac:parameter>'
            '</ac:structured-macro><ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link>'
            '<ri:page ri:content-title="Security findings" /></ac:link></ac:parameter></ac:structured-macro>',
        )
        path = f"/api/v2/pages/{page.id}"
        mine, theirs = (
            one.get(path, params={"body-format": "view"}).json()["body"]["view"]["value"]
            for one in (visit.cloud, reader)
        )
        assert "OPS-1" in mine
        assert "Two, both fixed." in mine
        assert "SHOP-1" in theirs
        assert "OPS-1" not in theirs
        assert "Two, both fixed." not in theirs


def test_pages_that_include_each_other_come_to_an_end() -> None:
    with visiting() as visit:

        def including(title: str) -> str:
            return (
                '<p>again</p><ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link>'
                f'<ri:page ri:content-title="{title}" /></ac:link></ac:parameter></ac:structured-macro>'
            )

        visit.company.plant_page("ENG", "One", including("Two"))
        visit.company.plant_page("ENG", "Two", including("One"))
        assert 2 < view(visit, "One").count("again") < 10


def test_a_body_that_cannot_be_read_is_shown_as_text() -> None:
    with visiting() as visit:
        visit.company.plant_page("ENG", "Broken", "<p>a<br></p>")
        assert view(visit, "Broken") == "<p>&lt;p&gt;a&lt;br&gt;&lt;/p&gt;</p>"
