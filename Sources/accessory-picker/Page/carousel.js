// SPDX-License-Identifier: Apache-2.0
// A few accessories: one to a card, in a row that scrolls.

import { el, factsNode, icon, named, nameText, picture, reconcile, say, set, show, t, updateFacts, updatePicture } from "./dom.js";
import { JoinForm } from "./join.js";

export class Carousel {
  constructor(view) {
    this.view = view;
    this.current = null;
    this.forms = new Map();
    this.list = el("div", {
      class: "cards", id: "cards", role: "group", "aria-label": t("cards"), "aria-roledescription": t("cards.role"),
      keydown: (event) => this.pressed(event), focusin: (event) => this.focused(event), scroll: () => this.scrolled(),
      wheel: () => this.taken(), pointerdown: () => this.taken(), touchstart: () => this.taken(),
    });
    this.previous = el("button", { type: "button", class: "arrow", id: "previous", "aria-label": t("previous"), click: () => this.move(-1) }, icon("left"));
    this.next = el("button", { type: "button", class: "arrow", id: "next", "aria-label": t("next"), click: () => this.move(1) }, icon("right"));
    this.place = el("p", { class: "place", id: "place", "aria-hidden": "true" });
    this.rail = el("div", { class: "rail" }, this.previous, this.place, this.next);
    this.node = el("div", { class: "carousel", id: "carousel" }, this.list, this.rail);
  }

  update(state, isAway) {
    this.items = state.items;
    reconcile(this.list, state.items, (item) => item.id, (item) => this.make(item), (card, item, index) => this.fill(card, item, index, state, isAway));
    if (!state.items.some((item) => item.id === this.current)) this.current = state.items[0]?.id ?? null;
    this.mark();
  }

  make(item) {
    const form = new JoinForm(this.view, item);
    const card = el("div", { class: "card", role: "group", "aria-roledescription": t("card.role"), "data-item": item.id },
      picture(),
      el("h2", { class: "name", id: `name-${item.id}` }),
      el("p", { class: "ssid wifi-side" }, icon("wifi"), el("span", { class: "label" }, t("ssid")), " ", el("bdi", { class: "value" })),
      el("p", { class: "ssid bluetooth-side" }, icon("bluetooth"), el("span", { class: "label" }, t("bluetooth")), " ", el("bdi", { class: "value" })),
      factsNode(),
      el("p", { class: "note gone", hidden: true }, icon("wifi"), el("span", {}, t("gone"))),
      el("p", { class: "note shared", hidden: true }, icon("share"), el("span", {}, t("shared"))),
      el("p", { class: "note own", hidden: true }, icon("check"), el("span", {}, t("own"))),
      form.node);
    this.forms.set(card, form);
    return card;
  }

  fill(card, item, index, state, isAway) {
    const find = (selector) => card.querySelector(selector);
    const name = named(item.name, state.labels[item.id]);
    set(card, "data-ssid", item.ssid);
    set(card, "data-bluetooth", item.bluetoothAddress);
    set(card, "data-gone", item.isGone ? "true" : null);
    set(card, "aria-label", t("card", { name, number: index + 1, count: this.items.length }));
    updatePicture(find(".picture"), item.name, item.image);
    say(find(".name"), name);
    const [hasWiFi, bluetooth] = [Boolean(item.ssid), item.bluetoothName ?? item.bluetoothAddress];
    show(find(".wifi-side"), hasWiFi);
    say(find(".wifi-side .value"), hasWiFi ? item.ssid : "");
    show(find(".bluetooth-side"), Boolean(bluetooth));
    say(find(".bluetooth-side .value"), nameText(bluetooth ?? ""));
    updateFacts(find(".facts"), item);
    show(find(".gone"), item.isGone);
    show(find(".shared"), item.isShared);
    show(find(".own"), item.isOwn === true);
    this.forms.get(card).fill(item, state, isAway);
  }

  /** Marks the keyboard's card. Tab reaches the fields of that card only. */
  mark() {
    const cards = [...this.list.children];
    for (const card of cards) {
      const isCurrent = card.dataset.item === this.current;
      set(card, "tabindex", isCurrent ? "0" : "-1");
      set(card, "aria-current", isCurrent ? "true" : null);
      for (const control of card.querySelectorAll("button, input")) control.tabIndex = isCurrent ? 0 : -1;
    }
    const index = cards.findIndex((card) => card.dataset.item === this.current);
    say(this.place, t("place", { number: index + 1, count: cards.length }));
    this.previous.disabled = index <= 0;
    this.next.disabled = index >= cards.length - 1;
    show(this.rail, cards.length > 1);
  }

  go(card, hasFocus) {
    if (!card) return;
    this.current = card.dataset.item;
    this.mark();
    if (hasFocus) card.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // The row scrolls, not the page.
    const left = card.offsetLeft - (this.list.clientWidth - card.offsetWidth) / 2;
    this.isSent = true;
    this.list.scrollTo({ left, behavior: calm ? "auto" : "smooth" });
  }

  move(by) {
    const cards = [...this.list.children];
    const index = cards.findIndex((card) => card.dataset.item === this.current);
    this.go(cards[index + by], false);
  }

  pressed(event) {
    const card = event.target.closest(".card");
    if (!card) return;
    if (event.target.matches("input")) {
      // A typed text is not lost with the presentation: the first Escape only leaves the field.
      if (event.key === "Escape") {
        event.preventDefault();
        card.focus();
      }
      return;
    }
    const cards = [...this.list.children];
    const index = cards.indexOf(card);
    const isLeftToRight = getComputedStyle(this.list).direction === "ltr";
    const to = {
      ArrowLeft: index + (isLeftToRight ? -1 : 1), ArrowRight: index + (isLeftToRight ? 1 : -1), Home: 0, End: cards.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.go(cards[to], true);
    } else if (event.key === "Enter" && event.target === card) {
      event.preventDefault();
      this.forms.get(card).choose();
    }
  }

  focused(event) {
    const card = event.target.closest(".card");
    if (card && card.dataset.item !== this.current) {
      this.current = card.dataset.item;
      this.mark();
    }
  }

  /** A hand is on the row now: the target of a button or a key no longer counts. */
  taken() { this.isSent = false; }

  /** A finger moved the row: the card in its middle becomes the current one. */
  scrolled() {
    clearTimeout(this.settle);
    this.settle = setTimeout(() => {
      if (this.isSent || this.list.contains(document.activeElement)) return;
      const middle = this.list.scrollLeft + this.list.clientWidth / 2;
      const distance = (card) => Math.abs(card.offsetLeft + card.offsetWidth / 2 - middle);
      const nearest = [...this.list.children].sort((a, b) => distance(a) - distance(b))[0];
      if (nearest && !this.isAtEnd()) {
        this.current = nearest.dataset.item;
        this.mark();
      }
    }, 120);
  }

  /** At the row's ends no card can reach the middle. */
  isAtEnd() {
    const { scrollLeft, scrollWidth, clientWidth } = this.list;
    return clientWidth > 500 && (scrollLeft < 2 || scrollLeft + clientWidth > scrollWidth - 2);
  }
}
