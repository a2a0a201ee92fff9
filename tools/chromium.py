"""Finds a Chromium for the browser tests and pictures, and installs one if there is none.

It looks in this order: the variable PUNTO_CHROMIUM, the usual names on PATH, one that was
installed here before. Run by ``make browser``, it installs a missing one: Debian's package where
possible, else the one inside npm's @sparticuz/chromium, into .venv.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Chromium loads pages of its own into the address bar of each window, hidden as it is here; they
# cost more than a page of the floor, and so does a process that waits for the next page. Only the
# last list of features counts, so Playwright's own list is repeated.
_FEATURES_OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
FLAGS = [
    "--no-sandbox",  # Chromium has no sandbox when it runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",  # no requests to anything but the floor
    "--disable-component-update",
    "--disable-sync",
    # Pages of one floor trust each other, and fewer processes compute less.
    "--in-process-gpu",
    "--renderer-process-limit=1",
    "--enable-features=NetworkServiceInProcess2",
    f"--disable-features={','.join(_FEATURES_OFF)}",
]

# The first has no windows: the same engine computes a fifth less with it.
_PACKAGES = ("chromium-headless-shell", "chromium")
_NAMES = (*_PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable")
_PACKED = "@sparticuz/chromium@153.0.0"
_PACKED_AT = ROOT / ".venv" / "chromium"
_UNPACK = "import('@sparticuz/chromium').then(({default: packed}) => packed.executablePath())"


def find_chromium() -> str | None:
    """Return the path of a Chromium, if there is one."""
    named = os.environ.get("PUNTO_CHROMIUM")
    if named:
        return named
    on_path = (shutil.which(name) for name in _NAMES)
    unpacked = _PACKED_AT / "chromium"
    return next(filter(None, on_path), str(unpacked) if unpacked.exists() else None)


def install_debian_package() -> bool:
    """Install one of Debian's packages; return whether that worked."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return False
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = [apt, "--quiet", "--quiet"]
    installing = [*command, "install", "--yes", "--no-install-recommends"]
    _runs([*command, "update"], quietly)
    return any(_runs([*installing, package], quietly) for package in _PACKAGES)


def install_packed() -> None:
    """Unpack the Chromium in an npm package, which needs no root rights."""
    sys.path.insert(0, str(ROOT))
    from hatch_build import node_and_npm  # noqa: PLC0415 (beside us, and not needed otherwise)

    node, npm, environment = node_and_npm()
    _PACKED_AT.mkdir(parents=True, exist_ok=True)
    prefix = ["--prefix", str(_PACKED_AT), "--no-save", "--silent"]
    subprocess.run([*npm, "install", *prefix, _PACKED], env=environment, check=True)  # noqa: S603
    # It unpacks itself into the folder for temporary files.
    unpacking = {**environment, "TMPDIR": str(_PACKED_AT)}
    subprocess.run([node, "-e", _UNPACK], env=unpacking, cwd=_PACKED_AT, check=True)  # noqa: S603


def _runs(command: list[str], environment: dict[str, str]) -> bool:
    return subprocess.run(command, env=environment, check=False).returncode == 0  # noqa: S603


def main() -> None:
    """Print which Chromium is used, after installing one if necessary."""
    if find_chromium() is None and not install_debian_package():
        install_packed()
    found = find_chromium()
    if found is None:
        sys.exit("no Chromium was found, and none could be installed; PUNTO_CHROMIUM may name one")
    version = subprocess.run([found, "--version"], check=False, capture_output=True, text=True)  # noqa: S603
    if version.returncode != 0:
        sys.exit(f"{found} does not start: {version.stderr.strip()}")
    print(f"browser tests use {found}: {version.stdout.strip()}")


if __name__ == "__main__":
    main()
