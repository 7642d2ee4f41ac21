"""The commented configuration file that `init` writes; `config/chat.example.toml` is the same text."""

from importlib.resources import files


def example() -> str:
    return files("narrowgate_chat").joinpath("example.toml").read_text("utf-8")
