#!/usr/bin/env python3
"""A played user with a browser: signs in at an authorization URL with headless Chromium.

    BROWSER=Tests/Integration/shared/browser.py      (called with the URL as only argument)

Knows the sign-in pages of glewlwyd, oidc-provider-mock, authlib-server and pixy. Fills in INTEROP_USERNAME and
INTEROP_PASSWORD (default: alice / wonderland), submits, agrees if asked (INTEROP_DECISION=deny refuses instead, where the
page has a button for that), and is done, with exit code 0, when the client's page at http://127.0.0.1:*/callback has
loaded, or the server's last page for a device (RFC 8628). After 60 seconds without success, it prints where it is and
exits with 1. Every page it saw goes to standard error, without the URL's query, where codes and states are.
INTEROP_SCREENSHOTS names a folder for a picture of the page where it is stuck.

Selenium comes from the Python environment of foreign-servers/install (INTEROP_VENV), with which the script starts again.
"""

import contextlib
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent))
from harness import descendants, kill, until, use_python  # noqa: E402

use_python()
from selenium import webdriver  # noqa: E402
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402

TIMEOUT = 60
CALLBACK = re.compile(r"http://127\.0\.0\.1:\d+/callback(\?|#|$)")


class Stuck(Exception):
    pass


def log(text):
    print(f"browser: {text}", file=sys.stderr, flush=True)


def without_query(url):
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def is_gone(element):
    """Whether the document that an element was in has been replaced."""
    try:
        element.is_enabled()
        return False
    except StaleElementReferenceException:
        return True
    except WebDriverException as error:
        # chromedriver's error while the document is being replaced.
        if "does not belong to the document" in str(error):
            return True
        raise


class Person:
    def __init__(self, driver):
        self.driver = driver
        self.username = os.environ.get("INTEROP_USERNAME", "alice")
        self.password = os.environ.get("INTEROP_PASSWORD", "wonderland")
        self.deny = os.environ.get("INTEROP_DECISION") == "deny"
        self.seen = None
        self.done = []

    def find(self, selector):
        """The first visible element, or None: pages are built while we look."""
        try:
            element = self.driver.find_element(By.CSS_SELECTOR, selector)
            return element if element.is_displayed() else None
        except (NoSuchElementException, StaleElementReferenceException):
            return None

    def picture(self):
        if folder := os.environ.get("INTEROP_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(Path(folder, "stuck.png")))

    def look(self):
        """Notes a page not seen before; returns whether it has loaded."""
        # chrome-error: shows in the document only; current_url keeps the wanted URL.
        href, title, state = self.driver.execute_script(
            "return [document.location.href, document.title, document.readyState]")
        if href.startswith("chrome-error:"):
            raise Stuck("the browser could not load " + without_query(self.driver.current_url))
        if state != "complete":
            return False
        page = f'"{title}" {without_query(href)}'
        if page != self.seen:
            self.seen = page
            log(page)
        return True

    def fill(self, selector, text):
        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        element.clear()
        element.send_keys(text)

    def press(self, step, button):
        """Presses; returns the document, whose going away tells that it worked."""
        # The same form once more means that it was rejected; don't repeat it.
        if step in self.done:
            text = " / ".join(self.find("body").text.split("\n"))[:300]
            raise Stuck(f"the {step} page came back: {text}")
        log(step)
        document = self.driver.find_element(By.CSS_SELECTOR, "html")
        button.click()
        self.done.append(step)
        return document

    def act(self):
        """Fills in the page; returns the element that must disappear before the next look."""
        decision = "deny" if self.deny else "approve"
        if button := self.find(f"button[name=decision][value={decision}]"):
            # The server on Authlib has a form with the same names.
            site = "authlib" if self.find("form#authlib") else "pixy"
            if not self.find("input[name=password]"):
                return self.press(f"{site} consent", button)
            self.fill("input[name=username]", self.username)
            self.fill("input[name=password]", self.password)
            return self.press(f"{site} sign-in", button)
        if self.find("input[name=sub]"):
            self.fill("input[name=sub]", self.username)
            return self.press("oidc-provider-mock sign-in", self.find(
                "button[value=deny]" if self.deny else "form button:not([name])"))
        # glewlwyd has one page, which its script rebuilds again and again.
        if self.find("#userCard"):
            if self.find(".toast-header .text-danger"):
                raise Stuck("glewlwyd says: " + self.find(".toast-body").text)
            if button := self.find("#passwordForm #loginbut"):
                if "glewlwyd sign-in" in self.done:
                    return None  # Pressed, and the answer has not come yet.
                self.fill("#username", self.username)
                self.fill("#password", self.password)
                self.press("glewlwyd sign-in", button)
            elif button := self.find(".card-footer button.btn-success"):
                return self.press("glewlwyd continue", button)
        return None

    def step(self, gone):
        """Looks at the browser once and acts; returns the new `gone`."""
        if gone is not None and not is_gone(gone):
            return gone
        return self.act() if self.look() and not self.arrived() else None

    def arrived(self):
        url = self.driver.current_url
        if "/device" in url or "prompt=deviceComplete" in url:
            # The last pages of authlib-server and of glewlwyd.
            return self.done and ("prompt=deviceComplete" in url or "Done: go back to your device." in self.find("body").text)
        return CALLBACK.match(url)

    def go_on(self, done=None, seconds=TIMEOUT, check=lambda: None):
        """Does what the pages ask for until `done()` holds, by default until the user has arrived."""
        gone, ends = None, time.monotonic() + seconds
        while not (gone is None and (done or self.arrived)() and self.look()):
            check()
            if time.monotonic() > ends:
                raise Stuck(f"last page: {self.seen}: {self.text('body')[:300]}")
            # The page may have changed meanwhile: look again.
            with contextlib.suppress(NoSuchElementException, StaleElementReferenceException):
                gone = self.step(gone)
            time.sleep(0.05)

    def sign_in(self, url):
        self.driver.get(url)
        self.go_on()

    @staticmethod
    def wait(holds, seconds=20):
        until("the next page did not come", holds, seconds)

    def click(self, selector):
        """Presses something, and waits for the next page: a click may return before it."""
        document = self.find("html")
        self.find(selector).click()
        self.wait(lambda: is_gone(document) and self.look())

    def text(self, selector="main"):
        element = self.find(selector)
        return element.text if element else ""


def start(profile, *more):
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    # Hosted CI runners keep the driver off the path and name its folder here.
    chromedriver = shutil.which("chromedriver") or shutil.which("chromedriver", path=os.environ.get("CHROMEWEBDRIVER", ""))
    if not chromium or not chromedriver:
        sys.exit("browser: no Chromium or no chromedriver; run Tests/Integration/foreign-servers/install")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}/chromium",
        "--window-size=1000,800", "--lang=en", "--no-first-run", "--disable-background-networking", "--disable-component-update",
        # Nothing leaves this machine, whatever a page or Chromium itself links to.
        "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost", *more,
    ):
        options.add_argument(argument)
    # Both paths are given, so Selenium does not go looking for downloads. HOME: Chromium writes there even with a profile.
    service = webdriver.ChromeService(executable_path=chromedriver, env={**os.environ, "HOME": profile})
    driver = webdriver.Chrome(options=options, service=service)
    driver.set_page_load_timeout(TIMEOUT)
    return driver


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: browser.py URL")

    def time_out(*_):
        raise Stuck(f"not done after {TIMEOUT} s")

    signal.signal(signal.SIGALRM, time_out)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.alarm(TIMEOUT)
    os.environ["no_proxy"] = "127.0.0.1,localhost"  # Between Selenium and the driver.
    profile = tempfile.mkdtemp(prefix="pixy-browser-")
    driver = person = None
    try:
        driver = start(profile)
        person = Person(driver)
        person.sign_in(sys.argv[1])
    except (Stuck, WebDriverException) as error:
        signal.alarm(10)  # For the picture.
        try:
            if person:
                person.picture()
        except (Stuck, WebDriverException):
            pass
        signal.alarm(0)
        message = str(error).partition("\nStacktrace")[0].strip()
        sys.exit(f"browser: stuck: {message}; last page: {person.seen if person else 'none'}")
    finally:
        # quit() is the graceful way; processes that it leaves are killed.
        signal.alarm(10)
        rest = descendants(os.getpid())
        try:
            if driver:
                driver.quit()
        except (Stuck, WebDriverException, OSError):
            pass
        signal.alarm(0)
        for process in rest:
            kill(process)
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    main()
