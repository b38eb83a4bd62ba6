// Parts of forms in dialogs.

import { button, disc, made } from "./dom.js";
import { icon } from "./icons.js";

/** A field with its name before it. */
export function field(form, text, input) {
  const label = made("label", "field");
  label.append(made("span", "", text), input);
  form.append(label);
  return label;
}

/** A choice of `[value, text]`. */
export function select(options, value) {
  const list = made("select");
  list.append(...options.map(([name, text]) => new Option(text, name)));
  if (value != null) list.value = value;
  return list;
}

/** A number from `min` to `max`. */
export function number(value, min, max) {
  const input = made("input");
  Object.assign(input, { type: "number", value, min, max, required: true });
  return input;
}

/** A line of text. */
export function text(value, placeholder) {
  const input = made("input");
  Object.assign(input, { type: "text", value, placeholder, maxLength: 40 });
  return input;
}

/** A number that is chosen on a line, with its meaning in words. */
export class Slider {
  constructor(form, title, words, value) {
    this.words = words;
    this.input = made("input");
    Object.assign(this.input, { type: "range", min: 1, max: words.length });
    this.title = made("span");
    this.output = made("output");
    this.place = made("label", "slider");
    const ends = made("span", "ends");
    ends.append(made("span", "", words[0]), made("span", "", words.at(-1)));
    this.place.append(this.title, this.output, this.input, ends);
    form.append(this.place);
    this.call(title);
    this.input.addEventListener("input", () => this.show());
    this.value = value;
  }

  /** Gives it a name. */
  call(title) {
    this.title.textContent = title;
    this.input.setAttribute("aria-label", title);
  }

  get value() {
    return this.input.value;
  }

  set value(value) {
    this.input.value = value;
    this.show();
  }

  show() {
    const words = this.words[this.input.value - 1];
    this.output.textContent = `${this.input.value} · ${words}`;
    this.input.setAttribute("aria-valuetext", `${this.input.value}, ${words}`);
    this.input.style.setProperty("--part", `${(100 * (this.input.value - 1)) / (this.words.length - 1)}%`);
  }
}

/** One of several values, each a tile: `[value, text, icon]`, where the icon may be a stone. */
export class Tiles {
  constructor(form, title, name, options, value, kind = "segs") {
    this.place = made("fieldset", "tiles");
    const row = made("div", kind);
    for (const [option, words, picture] of options) {
      const label = made("label");
      const input = made("input");
      Object.assign(input, { type: "radio", name, value: option });
      const isStone = ["black", "white", "random"].includes(picture);
      if (picture) label.append(isStone ? disc(picture) : icon(picture));
      label.append(input, made("span", "", words));
      row.append(label);
    }
    this.place.append(made("legend", "", title), row);
    form.append(this.place);
    this.value = value;
  }

  get value() {
    return this.place.querySelector(":checked").value;
  }

  /** Chooses a value. One that is not offered is ignored, unless nothing else is chosen. */
  set value(value) {
    const inputs = [...this.place.querySelectorAll("input")];
    const input = inputs.find((other) => other.value === String(value));
    if (input) input.checked = true;
    else if (!this.place.querySelector(":checked")) inputs.at(-1).checked = true;
  }
}

/** The buttons of a form: one that closes the dialog, and one that sends it. */
export function buttons(form, dialog, accept) {
  const row = made("div", "buttons");
  const cancel = button("Cancel", () => dialog.close());
  cancel.type = "button";
  const ok = made("button", "primary", accept);
  row.append(cancel, ok);
  form.append(row);
  return { cancel, ok };
}

/** The heading of a dialog. */
export function title(form, dialog, words) {
  const heading = made("h2", "", words);
  heading.id = `${dialog.id}-title`;
  form.append(heading);
}

/** A place for what is wrong with a form. */
export function errorPlace(form) {
  const error = made("p", "error");
  error.dataset.said = "";
  form.append(error);
  return error;
}
