// Sharing: the moves, a link that opens the position, a picture.

import { byId, copyText, download } from "./dom.js";

/** Where moves wait for a page that can open them. */
const STORE = "goshawk-shared";
/** The side of a picture in pixels. */
const PICTURE = 1200;

/** The moves that the address of the page names after `#moves=`, as a text for Analysis, or null. */
export function movesOfAddress() {
  const match = /[#&]moves=([a-z0-9,]+)(?:&rule=([a-z-]+))?/.exec(location.hash);
  if (!match) return null;
  const rule = match[2] ? `# rule: ${match[2]}\n` : "";
  return rule + match[1].replaceAll(",", " ");
}

/** Leaves moves to a page of this browser that has a token. */
export function passOn(moves) {
  localStorage.setItem(STORE, moves);
}

/** Calls `open` with moves that another page has left, now and later. */
export function takePassed(open) {
  const take = () => {
    const moves = localStorage.getItem(STORE);
    localStorage.removeItem(STORE);
    if (moves) open(moves);
  };
  addEventListener("storage", (event) => { if (event.key === STORE && event.newValue) take(); });
  take();
}

/** A link that opens these moves under this rule. */
export function linkOf(moves, rule) {
  return `${location.origin}${location.pathname}#moves=${moves.join(",")}&rule=${rule}`;
}

/** The board as a picture, as it is on the screen. */
async function picture(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  // A picture knows nothing of the style sheets of the page.
  const names = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-size",
    "font-weight", "font-family", "text-anchor", "dominant-baseline", "stop-color", "stop-opacity", "display"];
  from.forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of names) to[at].setAttribute(name, style.getPropertyValue(name).replace(/url\("[^"#]*#/, 'url("#'));
    for (const name of ["class", "style"]) to[at].removeAttribute(name);
  });
  const { width, height } = svg.viewBox.baseVal;
  const scale = PICTURE / Math.max(width, height);
  copy.setAttribute("width", width * scale);
  copy.setAttribute("height", height * scale);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * Lets the buttons of the menu share what is on the board: `shown` returns its moves and its rule,
 * `svg` is the board, `say` tells the user what was done.
 */
export function bindShare({ shown, svg, say }) {
  const copied = (isDone, what) => say(isDone ? `${what} on the clipboard.` : "The browser does not allow access to the clipboard.");
  byId("share-moves").addEventListener("click", async () => copied(await copyText(shown().moves.join(" ")), "The moves are"));
  byId("share-link").addEventListener("click", async () => {
    const { moves, rule } = shown();
    copied(await copyText(linkOf(moves, rule)), "A link to this position is");
  });
  byId("share-picture").addEventListener("click", async () => {
    try {
      const content = picture(svg);
      await navigator.clipboard.write([new ClipboardItem({ "image/png": content })]);
      say("The picture is on the clipboard.");
    } catch {
      say("The browser does not allow access to the clipboard.");
    }
  });
  byId("save-picture").addEventListener("click", async () => download("goshawk.png", await picture(svg)));
}
