"""The directories that file tools may use: which ones an administrator may name, and that they stay apart."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from narrowgate_common.errors import GatewayError, configuration_error

_PLACES = (
    "/Applications /Library /System /Users /Volumes /bin /boot /etc /home /lib /lib64 /media /mnt /opt /private"
    " /private/etc /private/tmp /private/var /root /run /sbin /srv /tmp /usr /var /var/lib /var/log /var/run"
    " /var/tmp"
)
_SYSTEM = frozenset(_PLACES.split())
_KERNEL = ("/dev", "/proc", "/sys")


@dataclass(frozen=True, slots=True)
class FoundRoot:
    """`path` is None where the directory does not exist: then the tool is absent and `warning` says why."""

    path: str | None
    warning: str | None = None


def is_supported() -> bool:
    """Whether this platform opens files relative to a descriptor without following links; Windows does not."""
    return os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW") and hasattr(os, "O_DIRECTORY")


def find_root(
    key: str,
    configured: str | os.PathLike[str],
    *,
    homes: Collection[str] | None = None,
    cwd: str | None = None,
) -> FoundRoot:
    """Look at a configured root without opening it. `key` names it in messages (`uploads.root`), its place never.

    Raises configuration_error when it is over-broad (`/`, a system directory, home, the working directory, or
    around one of these), relative, a symlink, no directory, or writable by everybody.
    """
    path = os.fspath(configured)
    taken = (_homes() if homes is None else set(homes)) | (_working_directory() if cwd is None else {cwd})
    why = refused_place(path) or refused_breadth(_resolved(path), set(map(os.path.realpath, taken)))
    if why:
        raise _refused(key, why)
    try:
        found = Path(path).lstat()  # a Path has no trailing slash, which would follow a link
    except FileNotFoundError:
        return FoundRoot(None, f"{key} does not exist; the tools that need it are absent")
    except OSError:
        raise _refused(key, "cannot be looked at by this account") from None
    why = refused_directory(found)
    if why:
        raise _refused(key, why)
    return FoundRoot(str(Path(path)))


def open_root(key: str, path: str) -> int:
    """A descriptor of the directory itself, which a later rename or symlink in its place does not move."""
    try:
        descriptor = os.open(Path(path), os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise _refused(key, _WHY.get(error.errno or 0, "cannot be opened by this account")) from None
    why = refused_directory(os.fstat(descriptor))
    if why:
        os.close(descriptor)
        raise _refused(key, why)
    return descriptor


def require_disjoint(
    roots: Mapping[str, str | os.PathLike[str]], private: Mapping[str, str | os.PathLike[str]]
) -> None:
    """Roots by their keys, and what must lie in none of them: the state directory, the configuration file.

    Raises configuration_error when two roots are the same or one inside the other (a download could be sent on by
    an upload), or when a root holds, or lies in, something private. Mounts and other spellings are seen through.
    """
    pairs = [
        *combinations(roots.items(), 2),
        *((root, other) for root in roots.items() for other in private.items()),
    ]
    for (key, path), (other_key, other_path) in pairs:
        if _is_inside(path, other_path) or _is_inside(other_path, path):
            raise _refused(key, f"and {other_key} overlap; give them directories apart from each other")


def refused_place(path: str) -> str | None:
    """Why no directory of this spelling may be a root, or None."""
    if not Path(path).is_absolute() or path.startswith("//"):
        return "must be an absolute path; ~ and variables are not expanded"
    if ".." in Path(path).parts:
        return "must not hold '..'"
    return None


def refused_breadth(path: str, taken: Collection[str]) -> str | None:
    """Why a resolved path is over-broad, or None; `taken` are resolved homes and working directories."""
    if path == str(Path(path).parent) or path in _SYSTEM:
        return "is over-broad: name a directory of its own"
    if any(path == place or path.startswith(f"{place}/") for place in _KERNEL):
        return "lies among the kernel's files"
    if any(place == path or place.startswith(f"{path}/") for place in taken):
        return "is over-broad: it is or contains the home or working directory"
    return None


def refused_directory(found: os.stat_result) -> str | None:
    """Why what stands there cannot be a root, or None."""
    if stat.S_ISLNK(found.st_mode):
        return "is a symlink; name the directory itself"
    if not stat.S_ISDIR(found.st_mode):
        return "is not a directory"
    if found.st_mode & stat.S_IWOTH:
        return "is writable by everybody; take that permission away"
    return None


_WHY = {
    errno.ENOENT: "does not exist",
    errno.ENOTDIR: "is not a directory, or is a symlink",
    errno.ELOOP: "is a symlink; name the directory itself",
}


def _refused(key: str, why: str) -> GatewayError:
    return configuration_error(f"{key} {why}", reason="root_refused")


def _homes() -> set[str]:
    with suppress(RuntimeError):  # an account without a home directory
        return {str(Path.home())}
    return set()


def _working_directory() -> set[str]:
    with suppress(OSError):  # it was removed
        return {str(Path.cwd())}
    return set()


def _resolved(path: str) -> str:
    """Links in parents are the administrator's; the last part stays as it is, to be refused when it is one."""
    plain = Path(path)
    return str(Path(os.path.realpath(plain.parent)) / plain.name)


def _is_inside(inner: str | os.PathLike[str], outer: str | os.PathLike[str]) -> bool:
    target = _identity(Path(outer))
    resolved = Path(os.path.realpath(inner))
    return any(_identity(place) == target for place in (resolved, *resolved.parents))


def _identity(path: Path) -> tuple[int, int] | str:
    try:
        found = path.stat()
    except OSError:
        return os.path.realpath(path)
    return (found.st_dev, found.st_ino)
