// The one live region of the page: what screen readers say.

import { byId } from "./dom.js";

/** Says something to screen readers. */
export function announce(text) {
  byId("announce").textContent = text;
}

/** Says the texts of all elements with `data-said` when they change. */
export function bindVoice() {
  const said = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest("[data-said]");
  const observer = new MutationObserver((changes) => {
    const places = new Set(changes.map((change) => said(change.target)).filter((place) => place?.checkVisibility()));
    const texts = [...places].map((place) => place.textContent.trim()).filter(Boolean);
    if (texts.length) announce(texts.join(" "));
  });
  // Dialogs make their parts when they open.
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
