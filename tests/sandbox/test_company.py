"""The company as it stands on its first morning: believable, and the same every time."""

import re

import httpx
import pytest
from tests.sandbox.company_client import client_for, document, opened
from tests.vendor_contract import check_document, documents, needs_specs

from narrowgate_sandbox import Sandbox, create_app, fernwood
from narrowgate_sandbox.jira import adf


def all_documents() -> list[object]:
    company = fernwood()
    values = [value for issue in company.issues.values() for value in issue.values.values()]
    bodies = [comment.body for issue in company.issues.values() for comment in issue.comments]
    return [one for value in [*values, *bodies] for one in documents(value)]


def test_the_company_has_what_a_client_can_stumble_over() -> None:
    company = fernwood()
    assert [(one.key, one.kind) for one in company.projects] == [
        ("SHOP", "software"),
        ("OPS", "software"),
        ("DESK", "service_desk"),
    ]
    assert len(company.issues) == 25
    first_names = [one.name.split()[0] for one in company.users]
    assert first_names.count("Alex") == 2
    forms = [r"[0-9a-f]{24}", r"5b10[0-9a-z]{20}", r"712020:[0-9a-f-]{36}", r"557058:[0-9a-f-]{36}"]
    for form in forms:
        assert any(re.fullmatch(form, one.account_id) for one in company.users), form
    kinds = {node["type"] for one in all_documents() for node in adf.nodes(one)}
    assert kinds >= {
        "mention",
        "panel",
        "table",
        "codeBlock",
        "media",
        "taskList",
        "expand",
        "status",
        "date",
        "inlineCard",
    }
    assert any(one.properties.get("sd.public.comment") for one in company.issue("DESK-1").comments)


def test_every_seed_document_is_valid_for_the_company_itself() -> None:
    assert all(adf.is_valid(one) for one in all_documents())


@needs_specs
def test_every_seed_document_is_valid_by_the_vendors_schema() -> None:
    for one in all_documents():
        check_document(one)


def test_two_companies_share_nothing_that_changes() -> None:
    one, other = fernwood(), fernwood()
    one.issue("SHOP-1").values["summary"] = "changed"
    one.add_comment(one.issue("SHOP-1"), one.users[0], one.moment(), document("x"))
    assert other.issue("SHOP-1").summary == "Christmas release"
    assert other.issue("SHOP-1").comments == []
    assert other.clock.now < one.clock.now


def test_an_absent_issue_is_a_key_error_for_tests_that_look_inside() -> None:
    with pytest.raises(KeyError):
        fernwood().issue("SHOP-99")


def a_days_work(box: Sandbox) -> list[str]:
    with client_for(box, "priya.raman") as client:
        answers = [
            client.post(
                "/issue",
                json={"fields": {"project": {"key": "OPS"}, "issuetype": {"name": "Task"}, "summary": "x"}},
            ),
            client.post("/issue/OPS-9/comment", json={"body": document("first")}),
            client.post("/issue/OPS-9/transitions", json={"transition": {"id": "11"}}),
            client.get("/issue/OPS-9?expand=changelog"),
            client.get("/search/jql?jql=project=OPS order by updated desc&fields=*all"),
        ]
    return [one.text.replace(box.url, "") for one in answers]


def test_the_same_requests_get_the_same_answers_in_every_company() -> None:
    with Sandbox.start() as one, Sandbox.start() as other:
        assert a_days_work(one) == a_days_work(other)


@pytest.mark.anyio
async def test_the_application_answers_in_process_too() -> None:
    app = create_app()
    account = app.state.company.account("alex.lindqvist")
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://company.example", auth=(account.user.email, account.token)
    ) as client:
        answer = await client.get("/rest/api/3/issue/SHOP-1?fields=summary")
        assert answer.json()["self"] == "http://company.example/rest/api/3/issue/10001"
        assert [one.status for one in app.state.requests] == [200]


def test_the_log_keeps_every_request_with_its_status() -> None:
    with opened() as (box, client):
        client.get("/issue/SHOP-1?fields=summary")
        client.get("/issue/SHOP-99")
        client.post("/search", json={})
        seen = [(one.method, one.path, one.query, one.status) for one in box.requests]
        assert seen == [
            ("GET", "/rest/api/3/issue/SHOP-1", "fields=summary", 200),
            ("GET", "/rest/api/3/issue/SHOP-99", "", 404),
            ("POST", "/rest/api/3/search", "", 410),
        ]
