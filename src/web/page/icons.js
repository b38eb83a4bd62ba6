// The icons: 24 by 24 units, lines of 1.8, round ends.

import { drawn } from "./dom.js";

/** Each icon as paths. A path with a leading dot is filled, without a line. */
const ICONS = {
  hawk: [".M3 15.5C6 8 12.5 5 21 5.5c-3.6 1.2-5.6 3-6.6 5.4 1.7.2 3 .8 3.9 1.7-2.6.1-4.6.9-5.8 2.5-.9 1.2-1.3 2.5-1.2 4-1.5-2.7-4.2-4-8.3-3.6z"],
  plus: ["M12 5v14M5 12h14"],
  play: ["M2.5 12h4.3M17.2 12h4.3M12 2.5v4.3M12 17.2v4.3", ".M12 6.8a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 0 0 0-10.4z"],
  analysis: ["M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5l5 5M7.5 12l2-3 2 2 2-3"],
  review: ["M4 4v16h16M7.5 15.5l3.5-6 3.5 3.5 5-7"],
  games: ["M4 5h6v6H4zM4 14h6v6H4zM13.5 6.5H20M13.5 9.5H18M13.5 15.5H20M13.5 18.5H18"],
  keys: ["M3 6.5h18v11H3zM6.5 10h.1M10 10h.1M14 10h.1M17.5 10h.1M8 14h8"],
  first: ["M6.5 5v14", ".M18 5.5v13L9 12z"],
  back: [".M15.5 5.5v13L7 12z"],
  forward: [".M8.5 5.5v13L17 12z"],
  last: ["M17.5 5v14", ".M6 5.5v13l9-6.5z"],
  hint: ["M9.5 18h5M10.5 21h3M9 15c-1.8-1.2-3-3-3-5.2a6 6 0 0 1 12 0c0 2.2-1.2 4-3 5.2z"],
  people: ["M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5zM3 19.5c0-3.4 2.6-5.6 6-5.6s6 2.2 6 5.6M15.5 5.3a3.2 3.2 0 0 1 0 5.8M17.5 14.3c2.2.7 3.5 2.6 3.5 5.2"],
  undo: ["M8.5 5L4 9.5 8.5 14M4 9.5h10a5 5 0 0 1 0 10h-3"],
  draw: ["M5 9.5h14M5 14.5h14"],
  resign: ["M6 21V4h12l-2.5 4L18 12H6"],
  stop: [".M7 7h10v10H7z"],
  pause: ["M8.5 5v14M15.5 5v14"],
  rematch: ["M5 11a7 7 0 0 1 12-4l2.5 2.5M19.5 5v4.5H15M19 13a7 7 0 0 1-12 4l-2.5-2.5M4.5 19v-4.5H9"],
  more: [".M5.5 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM12 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM18.5 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z"],
  eye: ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z"],
  numbers: ["M9.5 4l-2 16M16.5 4l-2 16M4.5 9h16M3.5 15h16"],
  save: ["M12 4v11M7.5 10.5L12 15l4.5-4.5M5 20h14"],
  open: ["M3.5 18V6h6l2 2.5h9V18z"],
  paste: ["M9 3.5h6V7H9zM9 5H6v15.5h12V5h-3M9 11.5h6M9 15.5h4"],
  copy: ["M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4"],
  link: ["M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.2 1.2M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2"],
  picture: ["M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 8.5h.1"],
  rotate: ["M19 12a7 7 0 1 1-2.5-5.4M17 2.5v4.5h-4.5"],
  mirror: ["M12 3v18M9 7L3.5 17H9zM15 7l5.5 10H15z"],
  why: ["M4 4.5h16v12h-8.5L7 20.5v-4H4zM10 9a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.3M12 14v.1"],
  win: ["M7 4h10v6.5a5 5 0 0 1-10 0zM7 6H3.8c0 3 1.2 4.8 3.6 5M17 6h3.2c0 3-1.2 4.8-3.6 5M12 15.5V20M8 20h8"],
  threats: ["M13.5 2.5L5 13.5h6l-1 8 8.5-11h-6z"],
  edit: ["M4 20l1-4.5L16 4.5 19.5 8l-11 11zM13.5 7L17 10.5"],
  trash: ["M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13.5h9l1-13.5M10.5 11v5.5M13.5 11v5.5"],
  up: ["M12 19.5v-14M6 11l6-6 6 6"],
  close: ["M6 6l12 12M18 6L6 18"],
  check: ["M4.5 12.5l5 5 10-11"],
  sound: ["M4 9.5h4l5-4.5v14l-5-4.5H4zM16.5 9a4.2 4.2 0 0 1 0 6M19 6.5a7.8 7.8 0 0 1 0 11"],
  gear: ["M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 5.3a6.7 6.7 0 1 0 0 13.4 6.7 6.7 0 0 0 0-13.4zM12 2.5v2.8M12 18.7v2.8M2.5 12h2.8M18.7 12h2.8M5.3 5.3l2 2M16.7 16.7l2 2M5.3 18.7l2-2M16.7 7.3l2-2"],
  stones: ["M8.5 4.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z", ".M15.5 9a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z"],
  zoom: ["M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5l5 5M7.5 10.5h6M10.5 7.5v6"],
};

/** An icon, which says nothing to screen readers. */
export function icon(name) {
  const svg = drawn("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
  for (const path of ICONS[name]) {
    const isFilled = path[0] === ".";
    drawn("path", { d: isFilled ? path.slice(1) : path, class: isFilled ? "filled" : "" }, svg);
  }
  return svg;
}

/** Puts the icon that `data-icon` names before the text of each element. */
export function addIcons(root = document) {
  for (const place of root.querySelectorAll("[data-icon]")) place.prepend(icon(place.dataset.icon));
}
