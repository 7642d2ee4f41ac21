"""The file roots of a server: what of the configuration exists, and what to say about the rest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from narrowgate_common.roots import find_root, require_disjoint
from narrowgate_common.settings import Downloads, ServerSettings, Uploads

if TYPE_CHECKING:
    from narrowgate_common.downloads import DownloadRoot
    from narrowgate_common.uploads import UploadRoot

_UNSUPPORTED = "cannot be opened safely on this system; the tools that need it are absent"


@dataclass(frozen=True, slots=True)
class OpenedRoots:
    """The file roots that exist, and what to say about those that do not."""

    uploads: UploadRoot | None = None
    downloads: DownloadRoot | None = None
    warnings: tuple[str, ...] = ()


def opened_roots(settings: ServerSettings, state_dir: Path, file: Path | None) -> OpenedRoots:
    """Raises configuration_error for a root that is too broad or overlaps another; one that is absent is a warning."""
    named = {"uploads.root": settings.uploads, "downloads.root": settings.downloads}
    found = {key: find_root(key, section.root) for key, section in named.items() if section is not None}
    paths = {key: root.path for key, root in found.items() if root.path is not None}
    require_disjoint(paths, {"state.dir": state_dir, **({"the configuration file": file} if file else {})})
    uploads = _upload_root(paths.get("uploads.root"), settings.uploads)
    downloads = _download_root(paths.get("downloads.root"), settings.downloads)
    opened = {"uploads.root": uploads, "downloads.root": downloads}
    absent = [root.warning for root in found.values() if root.warning]
    unsafe = [f"{key} {_UNSUPPORTED}" for key in paths if opened[key] is None]
    return OpenedRoots(uploads, downloads, (*absent, *unsafe))


def _upload_root(path: str | None, section: Uploads | None) -> UploadRoot | None:
    if path is None or section is None:
        return None
    from narrowgate_common.uploads import UploadRoot

    if not UploadRoot.supported():
        return None
    return UploadRoot.open(path, max_bytes=section.max_bytes, label=Path(path).name)


def _download_root(path: str | None, section: Downloads | None) -> DownloadRoot | None:
    if path is None or section is None:
        return None
    from narrowgate_common.downloads import DownloadRoot

    return (
        DownloadRoot.open(path, max_bytes=section.max_bytes, label=Path(path).name)
        if DownloadRoot.supported()
        else None
    )
