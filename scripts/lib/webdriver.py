"""A client of WebDriver for Chromium, enough to play at the board.

Needs the programs `chromium` and `chromedriver`; on Debian: apt-get install chromium chromium-driver
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

PATIENCE = 30.0
POLL = 0.015               # seconds between two looks at a condition
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Failure(Exception):
    """The browser or the page did not do what it should."""


def missing_programs():
    """The programs that a browser needs and that are not installed."""
    return [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Driver:
    """The process that drives browsers."""

    def __init__(self):
        self.port = free_port()
        self.process = subprocess.Popen(
            ["chromedriver", f"--port={self.port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait("chromedriver starts", lambda: self.answers())

    def answers(self):
        try:
            return call(self.port, "GET", "/status")["ready"]
        except (OSError, Failure):
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait()


def call(port, method, path, body=None):
    """A command of WebDriver."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        told = json.load(error)["value"]
        raise Failure(f"{path}: {told.get('error')}: {told.get('message', '')[:300]}") from None


def wait(what, condition, seconds=PATIENCE):
    """Waits until `condition()` is true and returns what it returned."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure(f"not within {seconds:.0f} s: {what}")
        time.sleep(POLL)


class Browser:
    """A browser window with an empty profile."""

    def __init__(self, driver, size=(1280, 800), phone=False, dark=False, arguments=(), patience=PATIENCE):
        """`patience` is the time in seconds for which an element that is not there is awaited."""
        self.port, self.patience = driver.port, patience
        options = {
            "args": [
                "--headless=new",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                f"--window-size={size[0]},{size[1]}",
                *(["--no-sandbox"] if os.geteuid() == 0 else []),
                *arguments,
            ]
        }
        if phone:
            metrics = {"width": size[0], "height": size[1], "pixelRatio": 2, "touch": True}
            options["mobileEmulation"] = {"deviceMetrics": metrics}
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        started = call(self.port, "POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = started["sessionId"]
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        if not phone:
            # The window of a headless browser includes bars that it does not have.
            self.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1],
                         deviceScaleFactor=1, mobile=False)

    def send(self, method, path, body=None):
        return call(self.port, method, f"/session/{self.session}{path}", body)

    def command(self, name, **parameters):
        """A command of Chromium's own protocol."""
        self.send("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def open(self, address):
        self.send("POST", "/url", {"url": address})

    def reload(self):
        self.send("POST", "/refresh", {})

    def upload(self, selector, file):
        """Chooses a file of this computer in a field for files, which may be hidden."""
        element = self.find(selector)[ELEMENT]
        self.send("POST", f"/element/{element}/value", {"text": str(file)})

    def drop(self, name, content):
        """Drops a file with this content on the page."""
        self.run("""
            const [name, content] = arguments;
            const bytes = Uint8Array.from(atob(content), (c) => c.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], name));
            (document.querySelector('dialog[open]') ?? document.body).dispatchEvent(
                new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));""",
                 name, base64.b64encode(content).decode())

    def run(self, script, *arguments):
        """Runs JavaScript in the page and returns what it returns."""
        return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        """The first element that `selector` matches, once there is one: a page that has just been
        opened builds parts of itself later."""
        return wait(f"an element {selector}", lambda: self.found(selector), self.patience)

    def found(self, selector):
        elements = self.send("POST", "/elements", {"using": "css selector", "value": selector})
        return elements[0] if elements else None

    def click(self, selector):
        """Clicks an element as soon as it is shown."""
        until = time.monotonic() + PATIENCE
        while True:
            element = self.find(selector)[ELEMENT]
            try:
                self.send("POST", f"/element/{element}/click", {})
                return
            except Failure as failure:
                if "not interactable" not in str(failure) or time.monotonic() > until:
                    raise
            time.sleep(POLL)

    def type(self, selector, text):
        element = self.find(selector)[ELEMENT]
        self.send("POST", f"/element/{element}/clear", {})
        self.send("POST", f"/element/{element}/value", {"text": text})

    def choose(self, selector, value):
        """Chooses an option of a list by its value."""
        self.run(
            "const list = document.querySelector(arguments[0]); list.value = arguments[1];"
            "list.dispatchEvent(new Event('change', { bubbles: true }))",
            selector,
            value,
        )

    def keys(self, *keys):
        """Presses keys, by their characters or WebDriver's codes."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def pointer(self, x, y, touch=False, pause=30):
        """Clicks or taps on a place of the window, for `pause` milliseconds."""
        kind = "touch" if touch else "mouse"
        actions = [
            {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": pause},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self.send("POST", "/actions", {"actions": [source]})

    def hover(self, x, y):
        actions = [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}]
        source = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.send("POST", "/actions", {"actions": [source]})

    def screenshot(self, file):
        with open(file, "wb") as picture:
            picture.write(base64.b64decode(self.send("GET", "/screenshot")))

    def messages(self):
        """What has been written to the console since the last call."""
        return [entry["message"] for entry in self.send("POST", "/se/log", {"type": "browser"})]

    def close(self):
        self.send("DELETE", "")
