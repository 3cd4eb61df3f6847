"""The example's web site as its user meets it: a browser, its programs, and single requests."""
import contextlib
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Tests/Integration" / folder) for folder in ("foreign-servers", "shared")]
import browser  # noqa: E402
from harness import Checks, Programs, request  # noqa: E402


def fetch(url, form=None, cookie=None, body=None, **fields):
    """One request, without redirects or cookies. Field names have _ for -."""
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    return request(url, form=form, body=body, fields={**headers, **({"Cookie": cookie} if cookie else {})})


class Person(browser.Person):
    """A user who is back when the program's own page has loaded."""

    def __init__(self, driver, home):
        super().__init__(driver)
        self.home = home

    def arrived(self):
        return self.driver.current_url.startswith(self.home)


class Run:
    """The programs and the browsers; each check is printed and counted."""

    def __init__(self, folder):
        self.folder, self.check, self.programs, self.drivers = Path(folder), Checks(), Programs(folder), []

    def browser(self, *options):
        self.drivers.append(browser.start(tempfile.mkdtemp(dir=self.folder), *options))
        return self.drivers[-1]

    def logged(self, program, words):
        """How often a program's log says something."""
        log = self.folder / f"{program}.log"
        return log.read_text(errors="replace").count(f"] {words}") if log.exists() else 0

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind and kind is not SystemExit:
            self.programs.print_logs(40)
        for driver in self.drivers:
            with contextlib.suppress(Exception):
                driver.quit()
        self.programs.end()
