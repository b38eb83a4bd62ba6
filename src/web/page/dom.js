// Small helpers for the elements of the page.

export const byId = (id) => document.getElementById(id);

/** An element with a class and a text. Texts are never read as HTML. */
export function made(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text != null) element.textContent = text;
  return element;
}

/** A button that calls `onClick`. */
export function button(text, onClick, className = "") {
  const element = made("button", className, text);
  element.addEventListener("click", onClick);
  return element;
}

/** A move in a list of moves, and its button. Black's moves stand in odd columns, White's in even ones. */
export function moveItem(number, name, color, onClick) {
  const item = made("li", number === 1 && color === "white" ? "begins-white" : "");
  const go = button("", onClick);
  go.append(made("small", "", `${number}.`), name);
  if (color) go.title = `${color} ${name}`;
  item.append(go);
  return { item, go };
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
