// Small helpers for the elements of the page.

export const byId = (id) => document.getElementById(id);

/** An element with a class and a text. Texts are never read as HTML. */
export function made(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text != null) element.textContent = text;
  return element;
}

/** A word with a capital letter at its beginning. */
export const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** A button that calls `onClick`. */
export function button(text, onClick, className = "") {
  const element = made("button", className, text);
  element.addEventListener("click", onClick);
  return element;
}

/**
 * Rows of moves for a list: black's moves stand in one column, those of white in the next. Each
 * move has `name` and `color`; `goTo` gets its number, from 1.
 */
export function moveRows(moves, goTo) {
  const rows = [];
  moves.forEach(({ name, color }, index) => {
    const isWhite = color === "white";
    if (!isWhite || index === 0 || moves[index - 1].color === "white") {
      const row = made("li");
      row.append(made("small", "", index + 1));
      rows.push(row);
    }
    const go = button("", () => goTo(index + 1), isWhite ? "white" : "black");
    go.append(made("span", "", name));
    if (color) go.setAttribute("aria-label", `${index + 1}. ${color} ${name}`);
    rows.at(-1).append(go);
  });
  return rows;
}

/** Scrolls a box, and nothing else, so that an element in it can be seen, with `margin` pixels around it. */
export function keepInView(box, item, margin = 0) {
  const [a, b] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
  if (a.bottom + margin > b.bottom) box.scrollTop += a.bottom + margin - b.bottom;
  if (a.top - margin < b.top) box.scrollTop -= b.top - a.top + margin;
  if (a.right > b.right || a.left < b.left) box.scrollLeft += a.left + a.width / 2 - b.left - b.width / 2;
}

/** A small stone in a text. */
export function disc(color) {
  return made("i", `disc ${color}`);
}

/** Puts a text on the clipboard. Returns false if the browser does not allow it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure address there is no clipboard, but there is a selection.
    const field = made("textarea", "announce");
    field.value = text;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}

/** Lets the browser keep a file. */
export function download(name, content) {
  const link = made("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** An element of SVG with attributes, within `parent` if one is given. */
export function drawn(name, attributes, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}
