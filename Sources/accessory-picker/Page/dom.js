// SPDX-License-Identifier: Apache-2.0
// Elements are changed where they differ and never made anew, so focus, scroll position and typed text stay.

let texts = {};

export function setTexts(all) { texts = all; }

/** For whom the page is served: terminal, desktop or hub. */
const { picker } = document.documentElement.dataset;

/** A text by its key; {name} stands for a value, and `.one` is the form for 1. A kind of picker may have a form of its own. */
export function t(key, values = {}) {
  const forms = [values.count === 1 && `${key}.one`, `${key}.${picker}`, key];
  return (texts[forms.find((form) => form && form in texts)] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Whether there is a text of this key. */
export function has(key) { return key in texts; }

/** An accessory's name. The label distinguishes it from others of that name. */
export function named(name, label) { return label ? t("labelled", { name, label: nameText(label) }) : name; }

/** Makes an element. Attributes that are false, null or undefined are left out; functions become listeners. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else set(node, name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function set(node, name, value) {
  if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
}

export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
  return node;
}

export function show(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
  return node;
}

/** Gives a parent one child for each item of a list, in its order: `make` for new ones, `update` for all. */
export function reconcile(parent, list, key, make, update) {
  const old = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  let place = parent.firstElementChild;
  for (const [index, value] of list.entries()) {
    const id = String(key(value));
    let node = old.get(id);
    old.delete(id);
    if (!node) {
      node = make(value);
      node.dataset.key = id;
    }
    // A node in the right place is not moved: moving it would take the focus from it.
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
    update(node, value, index);
  }
  for (const node of old.values()) node.remove();
}

/** A device's own name over Bluetooth. Characters that are unseen or change their neighbours are shown as numbers. */
export function nameText(text) {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]|(?!\uFE0F)\p{M}/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** Bars of 4 for a signal of 0 to 100, as accessoryctl draws them. */
export function barsOf(signal) { return [5, 30, 55, 80].filter((limit) => signal > limit).length; }

/** The bars, with the words beside them. */
export function signalNode() {
  return el("span", { class: "signal" }, el("span", { class: "bars", "aria-hidden": "true" }, el("i"), el("i"), el("i"), el("i")), el("span", { class: "signal-text" }));
}

export function updateSignal(node, signal, isGone) {
  const bars = isGone ? 0 : barsOf(signal);
  set(node.querySelector(".bars"), "data-bars", bars);
  say(node.querySelector(".signal-text"), isGone ? t("signal.none") : t("signal", { word: t(`signal.${bars}`), percent: signal }));
}

/** An accessory's signal and security. */
export function factsNode() {
  return el("p", { class: "facts" }, signalNode(),
    el("span", { class: "security" }, el("span", { class: "locked" }, icon("lock")), el("span", { class: "unlocked" }, icon("open")), el("span", { class: "security-text" })));
}

export function updateFacts(node, item) {
  updateSignal(node.querySelector(".signal"), item.signal, item.isGone);
  const isOpen = item.security === "open" || item.security === "owe";
  show(node.querySelector(".security"), Boolean(item.security));
  show(node.querySelector(".locked"), !isOpen);
  show(node.querySelector(".unlocked"), isOpen);
  say(node.querySelector(".security-text"), item.security ? t(`security.${item.security}`) : "");
}

/** What is printed on the accessory or its label: its names over the air. */
export function printedNode() {
  return el("span", { class: "printed" }, el("span", { class: "wifi-side" }, icon("wifi"), el("bdi", { class: "value" })),
    el("span", { class: "bluetooth-side" }, icon("bluetooth"), el("bdi", { class: "value" })));
}

export function updatePrinted(node, item) {
  const bluetooth = item?.bluetoothName ?? item?.bluetoothAddress;
  show(node, Boolean(item?.ssid || bluetooth));
  show(node.querySelector(".wifi-side"), Boolean(item?.ssid));
  say(node.querySelector(".wifi-side .value"), item?.ssid ?? "");
  show(node.querySelector(".bluetooth-side"), Boolean(bluetooth));
  say(node.querySelector(".bluetooth-side .value"), nameText(bluetooth ?? ""));
}

/** The button that shows what a field for a secret has. */
export function reveal(field) {
  const button = el("button", {
    type: "button", class: "reveal", "aria-label": t("passphrase.show"), "aria-pressed": "false",
    click: () => {
      const isShown = field.type === "password";
      field.type = isShown ? "text" : "password";
      set(button, "aria-pressed", isShown ? "true" : "false");
    },
  }, icon("eye"));
  return button;
}

export function icon(name) { return drawing(icons[name], "icon"); }

/** Lines on a grid of 24 by 24. */
export function drawing(lines, kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", kind);
  for (const line of lines) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", line);
    svg.append(path);
  }
  return svg;
}

const icons = {
  left: ["M15 5l-7 7 7 7"],
  right: ["M9 5l7 7-7 7"],
  down: ["M5 9l7 7 7-7"],
  cards: ["M8 5h8v14H8z", "M4 8v8", "M20 8v8"],
  list: ["M9 6h11", "M9 12h11", "M9 18h11", "M4.500 6v.1", "M4.500 12v.1", "M4.500 18v.1"],
  search: ["M10.500 4a6.500 6.500 0 1 0 .1 0", "M15.500 15.500L20 20"],
  camera: ["M4 8h4l1.500-2.500h5L16 8h4v11H4z", "M12 10a3.200 3.200 0 1 0 .1 0"],
  check: ["M5 12.500l5 5 9-11"],
  cross: ["M6 6l12 12", "M18 6L6 18"],
  warning: ["M12 4L2.500 20h19z", "M12 10v4", "M12 17v.2"],
  lock: ["M6 11h12v9H6z", "M8.500 11V8a3.500 3.500 0 0 1 7 0v3"],
  open: ["M6 11h12v9H6z", "M8.500 11V8a3.500 3.500 0 0 1 6.700-1.400"],
  share: ["M8 12a3 3 0 1 0-.1.100", "M8 11l8-5", "M8 13l8 5", "M19 5.500a2 2 0 1 0 0 .1", "M19 18.500a2 2 0 1 0 0 .1"],
  wifi: ["M3 10a13 13 0 0 1 18 0", "M6.500 13.500a8 8 0 0 1 11 0", "M10 17a3 3 0 0 1 4 0", "M12 20v.1"],
  bluetooth: ["M7 8l10 8-5 4V4l5 4-10 8"],
  plus: ["M12 5v14", "M5 12h14"],
  pencil: ["M4 20l1-4L16 5l3 3L8 19z"],
  bin: ["M5 7h14", "M9 7V4h6v3", "M7 7l1 13h8l1-13"],
  eye: ["M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z", "M12 9.500a2.500 2.500 0 1 0 .1 0"],
};

/** A product's picture in its box, or the first letter of its name. */
export function picture() { return pictureBox(el("span", { class: "letter", "aria-hidden": "true" })); }

/** A box for a picture. `stand`: what is shown without one. */
export function pictureBox(stand) {
  const image = el("img", { alt: "", hidden: true, draggable: "false" });
  image.addEventListener("load", () => { show(image, true); show(stand, false); });
  image.addEventListener("error", () => { show(image, false); show(stand, true); });
  return el("div", { class: "picture" }, stand, image);
}

export function updatePicture(box, name, reference) {
  const [letter] = box.children;
  say(letter, [...name.trim()][0]?.toLocaleUpperCase() ?? "?");
  const hue = [...name].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) % 6, 0);
  set(letter, "data-hue", hue);
  updateImage(box, reference);
}

/** `reference`: of the picture, if there is one. */
export function updateImage(box, reference) {
  const [stand, image] = box.children;
  const source = !reference ? null : reference.startsWith("data:") ? reference : `/image?of=${encodeURIComponent(reference)}`;
  if (image.getAttribute("src") === source) return;
  show(image, false);
  show(stand, true);
  set(image, "src", source);
}

/** Characters of a label, which the fields for a passphrase take, too: a scanner types all that a QR code says. */
export const longestLabel = 2048;

/** Whether a text can be the answer to the question for a passphrase. The picker takes the passphrase out of a label. */
export function isPassphrase(text) {
  const length = new TextEncoder().encode(text).length;
  return length >= 8 && length <= 63 || /^[0-9a-fA-F]{64}$/.test(text) || /^\s*(WIFI:|W01:|\{)/i.test(text);
}
