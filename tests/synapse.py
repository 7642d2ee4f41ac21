"""A real Matrix homeserver of one's own: on loopback, on SQLite, talking to no other."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

SECRET = "shared-with-the-tests"
_numbers = count()
_UNLIMITED = {"per_second": 10_000, "burst_count": 10_000}


@dataclass(frozen=True, slots=True)
class Synapse:
    command: tuple[str, ...]
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @classmethod
    def made(cls, program: Path, folder: Path, port: int) -> Synapse:
        """Configured, and not started. YAML holds JSON."""
        folder.mkdir(exist_ok=True)
        config = folder / "homeserver.yaml"
        config.write_text(json.dumps(_settings(folder, port)))
        (folder / "log.yaml").write_text(json.dumps({"version": 1, "root": {"level": "ERROR"}}))
        key = base64.b64encode(hashlib.sha256(SECRET.encode()).digest()).decode().rstrip("=")
        (folder / "signing.key").write_text(f"ed25519 a_test {key}\n")
        python = program.parent / "python"
        start = (str(python), "-m", "synapse.app.homeserver", "-c", str(config))
        return cls(start, port)

    def registered(self, name: str) -> Account:
        """https://element-hq.github.io/synapse/latest/admin_api/register_api.html"""
        address = f"{self.url}/_synapse/admin/v1/register"
        nonce = httpx.get(address, trust_env=False).raise_for_status().json()["nonce"]
        whole = f"{nonce}\x00{name}\x00word-to-pass\x00notadmin".encode()
        mac = hmac.new(SECRET.encode(), whole, hashlib.sha1).hexdigest()
        about = {"username": name, "displayname": name.title(), "password": "word-to-pass", "admin": False}
        answer = httpx.post(address, json={"nonce": nonce, "mac": mac, **about}, trust_env=False)
        made = answer.raise_for_status().json()
        return Account(self.url, made["user_id"], made["access_token"])


def _settings(folder: Path, port: int) -> dict[str, Any]:
    listener = {
        "port": port,
        "type": "http",
        "bind_addresses": ["127.0.0.1"],
        "resources": [{"names": ["client"], "compress": False}],
    }
    limits = ("rc_message", "rc_registration", "rc_room_creation", "rc_joins_per_room", "rc_reports")
    return {
        "server_name": "localhost",
        "pid_file": str(folder / "homeserver.pid"),
        "listeners": [listener],
        "database": {"name": "sqlite3", "args": {"database": str(folder / "homeserver.db")}},
        "log_config": str(folder / "log.yaml"),
        "media_store_path": str(folder / "media"),
        "signing_key_path": str(folder / "signing.key"),
        "registration_shared_secret": SECRET,
        "macaroon_secret_key": SECRET,
        "form_secret": SECRET,
        "report_stats": False,
        "trusted_key_servers": [],
        "user_directory": {"search_all_users": True},
        **dict.fromkeys(limits, _UNLIMITED),
        "rc_login": dict.fromkeys(("address", "account", "failed_attempts"), _UNLIMITED),
        "rc_joins": dict.fromkeys(("local", "remote"), _UNLIMITED),
        "rc_invites": dict.fromkeys(("per_room", "per_user", "per_issuer"), _UNLIMITED),
    }


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody at a homeserver, with nothing of ours between."""

    url: str
    id: str
    token: str

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        answer = httpx.request(
            method,
            f"{self.url}/_matrix/client/v3/{path}",
            json=body,
            params=query,
            headers={"Authorization": f"Bearer {self.token}"},
            trust_env=False,
        )
        return answer.raise_for_status().json()

    def room(self, alias: str, *others: Account, **more: Any) -> str:
        """Made by this account and joined by the others."""
        body = {"room_alias_name": alias, "preset": "public_chat", **more}
        room = str(self.ask("POST", "createRoom", body)["room_id"])
        for each in others:
            each.ask("POST", f"join/{quote(room)}", {})
        return room

    def say(self, room: str, text: str, **more: Any) -> str:
        path = f"rooms/{quote(room)}/send/m.room.message/other-{next(_numbers)}"
        return str(self.ask("PUT", path, {"msgtype": "m.text", "body": text, **more})["event_id"])

    def answer(self, room: str, root: str, text: str) -> str:
        return self.say(room, text, **{"m.relates_to": {"rel_type": "m.thread", "event_id": root}})

    def events(self, room: str, kind: str = "m.room.message") -> list[dict[str, Any]]:
        """Oldest first."""
        raw = self.ask("GET", f"rooms/{quote(room)}/messages", dir="b", limit=1000)
        return [each for each in reversed(raw["chunk"]) if each["type"] == kind]

    def stored(self, content: bytes) -> str:
        """The address of an uploaded file, as messages have it."""
        head = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/octet-stream"}
        address = f"{self.url}/_matrix/media/v3/upload"
        answer = httpx.post(address, content=content, headers=head, trust_env=False)
        return str(answer.raise_for_status().json()["content_uri"])

    def is_served_without_credential(self, stored: str) -> bool:
        """At the older address, which newer files do not have."""
        address = f"{self.url}/_matrix/media/v3/download/{stored.removeprefix('mxc://')}"
        return httpx.get(address, trust_env=False).status_code != 404
