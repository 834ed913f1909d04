// SPDX-License-Identifier: Apache-2.0
// Many accessories: a line for each, and a search for what is printed on the accessory.

import { barsOf, el, factsNode, icon, named, picture, printedNode, reconcile, say, set, show, t, updateFacts, updatePicture, updatePrinted } from "./dom.js";
import { JoinForm } from "./join.js";

export class List {
  constructor(view) {
    this.view = view;
    this.forms = new Map();
    this.search = el("input", { type: "search", id: "search", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "64", placeholder: t("search.example"), input: () => this.searched() });
    this.found = el("p", { class: "hint", id: "matching", role: "status" });
    this.rows = el("ul", { class: "rows", id: "rows", "aria-label": t("cards") });
    this.node = el("div", { class: "list", id: "list", keydown: (event) => this.pressed(event) },
      el("div", { class: "search" }, el("label", { for: "search" }, t("search")), el("div", { class: "field" }, icon("search"), this.search), this.found),
      this.rows);
  }

  update(state, isAway) {
    this.state = state;
    this.isAway = isAway;
    reconcile(this.rows, state.items, (item) => item.id, (item) => this.make(item), (row, item) => this.fill(row, item));
    this.filter();
  }

  make(item) {
    const form = new JoinForm(this.view, item);
    const body = el("div", { class: "row-body", id: `row-${item.id}`, hidden: true }, factsNode(), form.node);
    const row = el("li", { class: "row", "data-item": item.id },
      el("button", { type: "button", class: "row-head", "aria-controls": body.id, click: () => this.toggle(item.id), focus: () => this.mark(item.id) },
        picture(),
        el("span", { class: "which" }, el("span", { class: "name" }),
          printedNode(), el("span", { class: "state" })),
        el("span", { class: "bars", "aria-hidden": "true" }, el("i"), el("i"), el("i"), el("i")),
        el("span", { class: "locked" }, icon("lock")), icon("down")),
      body);
    this.forms.set(row, form);
    return row;
  }

  fill(row, item) {
    const find = (selector) => row.querySelector(selector);
    const { labels } = this.state;
    set(row, "data-ssid", item.ssid);
    set(row, "data-bluetooth", item.bluetoothAddress);
    set(row, "data-gone", item.isGone ? "true" : null);
    updatePicture(find(".picture"), item.name, item.image);
    say(find(".name"), named(item.name, labels[item.id]));
    updatePrinted(find(".printed"), item);
    const state = item.isGone ? t("gone") : item.isOwn ? t("own") : item.isShared ? t("shared") : "";
    show(find(".state"), Boolean(state));
    say(find(".state"), state);
    set(find(".bars"), "data-bars", item.isGone ? 0 : barsOf(item.signal));
    set(find(".locked"), "data-locked", item.needsPassphrase ? "true" : null);
    updateFacts(find(".facts"), item);
    this.forms.get(row).fill(item, this.state, this.isAway);
  }

  // MARK: The search

  searched() {
    this.filter();
    const words = this.search.value.trim();
    // The only match is open at once: the person who typed its number needs no second step to see its button.
    const only = this.visible.length === 1 && words ? this.visible[0].dataset.item : null;
    if (only) this.opened = only;
    this.open();
    if (only) this.visible[0].scrollIntoView({ block: "nearest" });
  }

  filter() {
    const query = this.search.value.trim();
    const items = new Map(this.state.items.map((item) => [item.id, item]));
    for (const row of this.rows.children) show(row, fits(items.get(row.dataset.item), this.state.labels, query));
    const count = this.visible.length;
    show(this.found, Boolean(query));
    say(this.found, !query ? "" : count ? t("search.found", { count, all: items.size }) : t("search.nothing", { text: query }));
    this.open();
    this.mark(this.current);
  }

  get visible() { return [...this.rows.children].filter((row) => !row.hidden); }

  // MARK: The lines

  toggle(id) {
    this.opened = this.opened === id ? null : id;
    this.open();
    // All of an opened line is in sight, with its button.
    this.visible.find((row) => row.dataset.item === this.opened)?.scrollIntoView({ block: "nearest" });
  }

  open() {
    for (const row of this.rows.children) {
      const isOpen = row.dataset.item === this.opened;
      set(row.querySelector(".row-head"), "aria-expanded", isOpen ? "true" : "false");
      show(row.querySelector(".row-body"), isOpen);
    }
  }

  /** Tab reaches one line; the arrows reach the others. */
  mark(id) {
    const rows = this.visible;
    this.current = (rows.find((row) => row.dataset.item === id) ?? rows[0])?.dataset.item ?? null;
    for (const row of this.rows.children) row.querySelector(".row-head").tabIndex = row.dataset.item === this.current ? 0 : -1;
  }

  pressed(event) {
    const rows = this.visible;
    const heads = rows.map((row) => row.querySelector(".row-head"));
    if (event.target === this.search) {
      if (event.key === "Escape" && this.search.value) {
        // A typed text is not lost with the presentation: the first Escape only empties the field.
        this.search.value = "";
        this.searched();
      } else if (event.key === "ArrowDown") {
        heads[0]?.focus();
      } else if (event.key === "Enter" && rows.length === 1) {
        this.forms.get(rows[0]).first.focus();
      } else {
        return;
      }
      event.preventDefault();
    } else if (event.target.matches(".row-head")) {
      const index = heads.indexOf(event.target);
      const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: heads.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      (to < 0 ? this.search : heads[Math.min(to, heads.length - 1)]).focus();
    } else if (event.key === "Escape" && event.target.matches(".passphrase")) {
      event.preventDefault();
      event.target.closest(".row").querySelector(".row-head").focus();
    }
  }
}

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
const bare = (text) => plain(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Whether each word is in a name or an address. Hyphens, colons and blanks do not count: labels print them at will. */
function fits(item, labels, query) {
  if (!query) return true;
  const fields = [named(item.name, labels[item.id]), item.ssid, item.bluetoothName, item.bssid, item.bluetoothAddress].filter(Boolean);
  const isIn = (fold, word) => fields.some((field) => fold(field).includes(word));
  return plain(query).split(/\s+/).every((word) => isIn(plain, word)) || (bare(query) !== "" && isIn(bare, bare(query)));
}
