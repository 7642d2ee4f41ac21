"""Issues are edited field by field and entry by entry, or not at all."""

import httpx
import pytest
from tests.sandbox.company_client import Json, document, opened


def fields_of(client: httpx.Client, key: str) -> Json:
    fields: Json = client.get(f"/issue/{key}").json()["fields"]
    return fields


def test_an_edit_sets_clears_and_is_written_in_the_history() -> None:
    with opened() as (_, client):
        before = fields_of(client, "SHOP-3")["updated"]
        answer = client.put(
            "/issue/SHOP-3",
            json={
                "fields": {"summary": "Vouchers", "duedate": None, "assignee": None, "customfield_10016": 13}
            },
        )
        assert (answer.status_code, answer.content) == (204, b"")
        fields = fields_of(client, "SHOP-3")
        assert (fields["summary"], fields["duedate"], fields["assignee"]) == ("Vouchers", None, None)
        assert fields["updated"] > before
        last = client.get("/issue/SHOP-3/changelog").json()["values"][-1]
        assert last["author"]["displayName"] == "Alex Lindqvist"
        assert {one["fieldId"]: (one["fromString"], one["toString"]) for one in last["items"]} == {
            "summary": ("Gift vouchers can be paid with and bought", "Vouchers"),
            "duedate": ("2026-12-09", None),
            "assignee": ("Priya Raman", None),
            "customfield_10016": ("8.0", "13.0"),
        }


def test_lists_are_edited_entry_by_entry_and_the_others_stay() -> None:
    with opened() as (_, client):
        update = {
            "labels": [{"add": "new"}, {"remove": "payments"}, {"add": "regression"}, {"remove": "absent"}],
            "fixVersions": [{"remove": {"name": "2026.11"}}],
            "components": [{"set": [{"name": "Accounts"}]}, {"add": {"name": "Catalogue"}}],
        }
        assert client.put("/issue/SHOP-2", json={"update": update}).status_code == 204
        fields = fields_of(client, "SHOP-2")
        assert fields["labels"] == ["regression", "new"]
        assert [one["name"] for one in fields["fixVersions"]] == ["2026.12"]
        assert [one["name"] for one in fields["components"]] == ["Accounts", "Catalogue"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"fields": {"labels": []}, "update": {"labels": [{"add": "x"}]}}, "labels"),
        ({"update": {"labels": {"add": "x"}}}, "labels"),
        ({"update": {"summary": [{"add": "x"}]}}, "summary"),
        ({"update": {"nonsense": [{"set": "x"}]}}, "nonsense"),
        ({"fields": {"status": {"name": "Done"}}}, "status"),
        ({"fields": {"resolution": {"name": "Done"}}}, "resolution"),
        ({"update": {"comment": [{"add": {"body": "plain"}}]}}, "comment"),
    ],
)
def test_a_wrong_edit_changes_nothing(body: Json, field: str) -> None:
    with opened() as (box, client):
        answer = client.put("/issue/SHOP-2", json=body)
        assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
        assert box.company.writes == 0


def test_an_edit_may_answer_the_issue_and_add_a_comment() -> None:
    with opened() as (_, client):
        body = {"fields": {"summary": "S"}, "update": {"comment": [{"add": {"body": document("Why")}}]}}
        answer = client.put("/issue/SHOP-9?returnIssue=true&notifyUsers=false", json=body)
        assert answer.status_code == 200
        assert answer.json()["fields"]["summary"] == "S"
        assert answer.json()["fields"]["comment"]["total"] == 2


def test_a_picture_in_a_description_has_to_be_an_attachment() -> None:
    with opened() as (box, client):
        picture = box.company.issue("SHOP-2").attachments[0]

        def shown(media: str) -> Json:
            node = {"type": "media", "attrs": {"type": "file", "id": media, "collection": ""}}
            return {
                "type": "doc",
                "version": 1,
                "content": [{"type": "mediaSingle", "attrs": {"layout": "center"}, "content": [node]}],
            }

        assert (
            client.put("/issue/SHOP-2", json={"fields": {"description": shown(picture.media_id)}}).status_code
            == 204
        )
        refused = client.put("/issue/SHOP-2", json={"fields": {"description": shown("0" * 36)}})
        assert refused.json()["errors"] == {"description": "ATTACHMENT_VALIDATION_ERROR"}
