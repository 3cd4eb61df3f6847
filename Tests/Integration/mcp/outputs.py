"""Commands whose outputs are checked, each in a file of a folder."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from harness import ROOT, create_environment  # noqa: E402


def create_python():
    """The Python with the modules that the programs here need."""
    return create_environment("mcp-venv", "mcp,jwt,fastmcp", "mcp==2.3.0", "pyjwt[crypto]", "fastmcp==4.1.2") / "bin/python"


class Outputs:
    """The commands of one suite, which ends at the first one that is wrong."""

    def __init__(self, name):
        self.folder, self.count, self.environment = ROOT / ".build" / name, 0, None
        subprocess.run(["rm", "-rf", self.folder], check=True)
        self.folder.mkdir(parents=True)

    def fail(self, name, text):
        sys.exit(f"NOT OK: {name} {text}\n{self.text(name)[-3_000:]}")

    def text(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def __call__(self, name, *command, status=0, stdin=subprocess.DEVNULL, says=(), **environment):
        """Runs a command that has to end with the status, and to say the texts."""
        with open(self.folder / f"{name}.log", "w") as output:
            process = subprocess.run(list(map(str, command)), stdin=stdin, stdout=output, stderr=output, cwd=ROOT,
                                     env={**self.environment, **environment})
        if status is not None and process.returncode != status:
            self.fail(name, f"ended with {process.returncode}")
        self.passed(name)
        if says:
            self.says(name, *says)

    def says(self, name, *texts):
        for text in texts:
            if text not in self.text(name):
                self.fail(name, f"lacks {text}")
        self.count += 1

    def passed(self, name):
        self.count += 1
        print(f"ok: {name}", flush=True)
