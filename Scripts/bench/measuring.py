"""What the benchmarks share: building, running in turn, and naming the machine."""
import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "Benchmarks"
BUILD = BENCHMARKS / ".build"
sys.path[:0] = [str(ROOT / "Tests/Integration" / folder) for folder in ("foreign-clients", "shared")]


def say(text):
    print(text, file=sys.stderr, flush=True)


def options(description, **named):
    """The options of the command line: each a default, or a default and what it means."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in named.items():
        default, text = value if isinstance(value, tuple) else (value, None)
        flag = {"action": "store_true"} if default is False else {"default": default, "type": str if default is None else type(default)}
        parser.add_argument("--" + name, help=text, **flag)
    return parser.parse_args()


def install(*packages):
    """Installs Debian's packages, each as PACKAGE:PROBE. A peer that can't be built or run is left out."""
    subprocess.run([ROOT / "Scripts/require", *packages], stdout=sys.stderr)


def build(*words):
    """The folder of Pixy's programs, built for release."""
    swift = ["swift", "build", "-c", "release", *(["--static-swift-stdlib"] if platform.system() == "Linux" else [])]
    say("Building Pixy")
    if subprocess.run([*swift, *words], cwd=BENCHMARKS, stdout=sys.stderr).returncode != 0:
        sys.exit("Pixy's benchmarks don't build; see above.")
    return Path(output(*swift, "--show-bin-path", cwd=BENCHMARKS))


def build_peer(name, command, folder, **environment):
    """Whether the build of another program succeeded."""
    say("Building " + name)
    try:
        return subprocess.run(command, cwd=BENCHMARKS / folder, stdout=sys.stderr, env={**os.environ, **environment}).returncode == 0
    except FileNotFoundError as error:
        say(f"{name}: {error.filename} isn't installed; going on without it")
        return False


def output(*command, **more):
    """A command's output; nothing if it isn't there."""
    try:
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, **more).stdout.strip()
    except FileNotFoundError:
        return ""


def rounds(*command, **more):
    """The nanoseconds of each round of a program."""
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True, **more)
    return json.loads(result.stdout)["rounds"]


def cycles(count):
    for cycle in range(1, max(1, count) + 1):
        if cycle % 10 == 0:
            say(f"Cycle {cycle} of {count}")
        yield cycle


def machine(text):
    """The line above the tables."""
    processor = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        names = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
        processor = names[0] if names else processor
    print(f"{processor}, {os.cpu_count()} cores, {platform.system()} {platform.release()}; {text}.\n")


def table(*rows, left=1):
    """Prints a Markdown table, whose first columns are text and the others numbers."""
    for number, row in enumerate(rows):
        print("| " + " | ".join(row) + " |")
        if number == 0:
            print("|" + "---|" * left + "---:|" * (len(row) - left))
