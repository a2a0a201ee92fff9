"""Compiles kernels to machine code once, and caches the code.

A kernel is plain Python that also compiles, so a test can run the same lines uncompiled. Numba
notices a change of a kernel's own file, but not of a file that the kernel uses, so the machine code
is kept in a folder named after the hash of all these files.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, cached_property, update_wrapper
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, Generic, ParamSpec, TypeVar, cast

import numba
from numba.extending import register_jitable

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])

HERE = Path(__file__).parent
OWNER_ONLY = 0o700


class Kernel(Generic[P, R]):
    """A function that is compiled on its first call, for one signature."""

    before_compiling: ClassVar[Callable[[], None]] = staticmethod(lambda: None)
    """Called just before a slow compile; not called when compiled code is cached."""

    def __init__(self, signature: str, function: Callable[P, R]) -> None:
        self.signature = signature
        self.py_func = function
        """The same as plain Python."""
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the machine code."""
        return self.compiled(*args, **kwargs)

    @cached_property
    def compiled(self) -> Callable[P, R]:
        """The machine code, cached for the next start if possible."""
        folder = code_folder()
        if folder is None or not self._is_kept(folder):
            Kernel.before_compiling()
        usual = numba.config.CACHE_DIR  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(folder or usual)  # type: ignore[attr-defined]
        try:
            build = numba.njit(self.signature, cache=folder is not None, nogil=True)
            return cast("Callable[P, R]", build(self.py_func))
        finally:
            numba.config.CACHE_DIR = usual  # type: ignore[attr-defined]

    def _is_kept(self, folder: Path) -> bool:
        """Return whether code is cached, by the name that numba gives to a function's index."""
        return any(folder.rglob(f"*.{self.py_func.__qualname__}-*.nbi"))


def kernel(signature: str) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Make a function a kernel."""
    return lambda function: Kernel(signature, function)


def part_of_kernels(function: F) -> F:
    """Mark a function that kernels call; called from Python, it is plain Python."""
    return register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def kernel_sources() -> list[Path]:
    """Return the source files of all kernels."""
    return [*sorted(HERE.rglob("*_kernel.py")), HERE / "draw_table.py"]


@cache
def code_folder() -> Path | None:
    """Return the first writable folder, or None; each state of the sources has its own."""
    sources = b"".join(path.read_bytes() for path in kernel_sources())
    name = f"punto-kernels-{sha256(sources).hexdigest()[:16]}"
    return next((base / name for base in _places() if _can_be_written(base / name)), None)


def _places() -> Iterator[Path]:
    """Yield cache folders: from numba's variable, beside the code, at home, and a temporary one."""
    if told := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(told)
    yield HERE / "__pycache__"
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "punto"
    own = Path(tempfile.gettempdir()) / f"punto-{os.getuid()}"
    if _is_private(own):
        yield own


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _is_private(folder: Path) -> bool:
    """Return whether only this user can write there; we will run the code cached in it."""
    try:
        folder.mkdir(mode=OWNER_ONLY, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    ours = found.st_uid == os.getuid() and found.st_mode & 0o7777 == OWNER_ONLY
    return ours and not folder.is_symlink()
