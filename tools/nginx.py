"""Finds an nginx for the test of its documented configuration, and installs one if there is none.

It looks in this order: the variable PUNTO_NGINX, PATH and the folder of Debian's package, one
that was unpacked here before. Run by ``make proxy``, it installs a missing one: Debian's package,
as root for the whole machine, else unpacked into .venv.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_UNPACKED_AT = ROOT / ".venv" / "nginx"


def find_nginx() -> str | None:
    """Return the path of an nginx, if there is one."""
    named = os.environ.get("PUNTO_NGINX")
    if named:
        return named
    unpacked = _UNPACKED_AT / "usr" / "sbin" / "nginx"
    places = (shutil.which("nginx"), shutil.which("nginx", path="/usr/sbin"))
    return next(filter(None, places), str(unpacked) if unpacked.exists() else None)


def install() -> None:
    """Install Debian's package as root; unpack it into .venv as any other user."""
    apt = shutil.which("apt-get")
    if apt is None:
        return
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if os.geteuid() == 0:
        for step in (["update"], ["install", "--yes", "--no-install-recommends", "nginx"]):
            subprocess.run([apt, "--quiet", "--quiet", *step], env=quietly, check=False)  # noqa: S603
        return
    _UNPACKED_AT.mkdir(parents=True, exist_ok=True)
    subprocess.run([apt, "download", "nginx"], cwd=_UNPACKED_AT, check=False)  # noqa: S603
    for package in _UNPACKED_AT.glob("nginx_*.deb"):
        subprocess.run(["dpkg", "-x", str(package), str(_UNPACKED_AT)], check=False)  # noqa: S603, S607


def main() -> None:
    """Print which nginx is used, after installing one if necessary."""
    if find_nginx() is None:
        install()
    found = find_nginx()
    if found is None:
        sys.exit("no nginx was found, and none could be installed; PUNTO_NGINX may name one")
    version = subprocess.run([found, "-v"], check=False, capture_output=True, text=True)  # noqa: S603
    if version.returncode != 0:
        sys.exit(f"{found} does not start: {version.stderr.strip()}")
    print(f"proxy tests use {found}: {version.stderr.strip()}")


if __name__ == "__main__":
    main()
