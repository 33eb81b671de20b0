#!/usr/bin/env python3
"""Make one virtual environment per release of environments.toml, with the torch stand-in.

    make_environments.py FOLDER [TRL_VERSION...]

An environment that exists is left alone; remove its folder to make it again. Needs pip 26 or newer
for --uploaded-prior-to, which it installs into FOLDER/pip.
"""

import datetime
import pathlib
import shutil
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).parent


def read_environments():
    return tomllib.loads((HERE / "environments.toml").read_text())["environment"]


def install_pip(folder):
    """The pip that fills every environment; they need none of their own."""
    tool = folder / "pip"
    if not tool.exists():
        subprocess.run([sys.executable, "-m", "venv", tool], check=True)
        subprocess.run([tool / "bin/pip", "install", "-q", "-U", "pip>=26"], check=True)
    return tool / "bin/pip"


def lay_torch_standin(site_packages):
    standin = HERE / "torch_standin"
    shutil.copytree(standin / "torch", site_packages / "torch")
    info = site_packages / "torch-2.9.0.dist-info"
    info.mkdir()
    shutil.copy(standin / "METADATA", info / "METADATA")
    (info / "INSTALLER").write_text("grpolint-oracle\n")


def make(pip, folder, environment):
    target = folder / f"trl-{environment['trl']}"
    if (target / "complete").exists():
        return
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", target], check=True)
    lay_torch_standin(next(target.glob("lib/python*/site-packages")))
    day_after = datetime.date.fromisoformat(str(environment["date"])) + datetime.timedelta(days=1)
    subprocess.run(
        [pip, "--python", target / "bin/python", "install", "-q", "--no-compile",
         "--uploaded-prior-to", f"{day_after}T00:00:00Z",
         f"trl=={environment['trl']}", f"transformers=={environment['transformers']}",
         # Imported by some releases without being required by them.
         "rich", "jinja2"],
        check=True)
    (target / "complete").touch()
    print(f"made {target}", flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    pip = install_pip(folder)
    wanted = set(sys.argv[2:])
    for environment in read_environments():
        if not wanted or environment["trl"] in wanted:
            make(pip, folder, environment)


if __name__ == "__main__":
    main()
