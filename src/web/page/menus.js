// What opens at a button: it closes when something else is clicked or has the focus, at a choice, and with Escape.

const open = () => document.querySelectorAll("details.pop[open]");

/** Closes everything that is open, but not what contains `inside`. */
export function closeMenus(inside = null) {
  for (const menu of open()) if (!menu.contains(inside)) menu.open = false;
}

/** Lets all menus of the page close by themselves. */
export function bindMenus() {
  addEventListener("pointerdown", (event) => closeMenus(event.target));
  addEventListener("focusin", (event) => closeMenus(event.target));
  addEventListener("click", (event) => {
    // A choice closes its menu; a setting does not.
    if (event.target.closest(".menu button")) closeMenus();
  });
  addEventListener("keydown", (event) => {
    const menu = event.target.closest?.("details.pop[open]") ?? open()[0];
    if (event.key !== "Escape" || !menu || document.querySelector("dialog[open]")) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  for (const menu of document.querySelectorAll("details.pop")) {
    menu.addEventListener("toggle", () => { if (menu.open) closeMenus(menu); });
  }
}
