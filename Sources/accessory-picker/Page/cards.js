// SPDX-License-Identifier: Apache-2.0
// The accessories that were seen: one to a card, in a row that scrolls.

import { el, failure, icon, nameText, picture, reconcile, say, set, show, signalNode, t, updatePicture, updateSignal } from "./dom.js";

export class Cards {
  constructor(view) {
    this.view = view;
    this.current = null;
    this.heading = el("h1", { id: "heading" });
    this.status = el("p", { class: "hint", id: "found", role: "status" });
    this.more = el("p", { class: "hint", id: "not-shown", hidden: true });
    this.refusal = el("p", { class: "refusal", id: "refusal", role: "alert", hidden: true });
    this.list = el("div", {
      class: "cards", id: "cards", role: "group", "aria-label": t("cards"), "aria-roledescription": t("cards.role"),
      keydown: (event) => this.pressed(event), focusin: (event) => this.focused(event), scroll: () => this.scrolled(),
      wheel: () => this.taken(), pointerdown: () => this.taken(), touchstart: () => this.taken(),
    });
    this.previous = el("button", { type: "button", class: "arrow", id: "previous", "aria-label": t("previous"), click: () => this.move(-1) }, icon("left"));
    this.next = el("button", { type: "button", class: "arrow", id: "next", "aria-label": t("next"), click: () => this.move(1) }, icon("right"));
    this.place = el("p", { class: "place", id: "place", "aria-hidden": "true" });
    this.looking = el("div", { class: "looking", id: "looking" }, el("div", { class: "radar small", "aria-hidden": "true" }, el("i"), el("i"), el("i"), icon("wifi")), el("p", { class: "hint" }, t("looking.text")));
    this.node = el("div", { class: "choosing" }, this.heading, this.status, this.refusal, this.looking,
      el("div", { class: "carousel", id: "carousel" }, this.list,
        el("div", { class: "rail" }, this.previous, this.place, this.next)),
      this.more, el("div", { class: "foot" }, view.cancelButton()));
  }

  update(state, isAway) {
    this.items = state.items;
    this.app = state.app;
    say(this.heading, t("picker.asks", { app: state.app }));
    const there = state.items.filter((item) => !item.isGone).length;
    say(this.status, !there ? t("looking") : t(state.isComplete ? "found" : "found.looking", { count: there }));
    show(this.looking, state.items.length === 0);
    show(this.list.parentElement, state.items.length > 0);
    show(this.more, state.notShown > 0);
    say(this.more, t("notShown", { count: state.notShown }));
    show(this.refusal, Boolean(state.refusal));
    say(this.refusal, state.refusal ? `${failure(state.refusal.code)}: ${state.refusal.message}` : "");
    reconcile(this.list, state.items, (item) => item.id, (item) => this.make(item), (card, item, index) => this.fill(card, item, index, isAway));
    if (!state.items.some((item) => item.id === this.current)) this.current = state.items[0]?.id ?? null;
    this.mark();
  }

  make(item) {
    const card = el("div", { class: "card", role: "group", "aria-roledescription": t("card.role"), "data-item": item.id });
    const field = el("input", { type: "password", id: `passphrase-${item.id}`, class: "passphrase", name: "passphrase", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "64", "aria-describedby": `passphrase-error-${item.id}`, input: () => this.complain(card, "") });
    const reveal = el("button", {
      type: "button", class: "reveal", "aria-label": t("passphrase.show"), "aria-pressed": "false",
      click: () => {
        const isShown = field.type === "password";
        field.type = isShown ? "text" : "password";
        set(reveal, "aria-pressed", isShown ? "true" : "false");
      },
    }, icon("eye"));
    card.append(
      picture(),
      el("h2", { class: "name", id: `name-${item.id}` }),
      el("p", { class: "ssid wifi-side" }, icon("wifi"), el("span", { class: "label" }, t("ssid")), " ", el("bdi", { class: "value" })),
      el("p", { class: "ssid bluetooth-side" }, icon("bluetooth"), el("span", { class: "label" }, t("bluetooth")), " ", el("bdi", { class: "value" })),
      el("p", { class: "facts" }, signalNode(),
        el("span", { class: "security" }, el("span", { class: "locked" }, icon("lock")), el("span", { class: "unlocked" }, icon("open")), el("span", { class: "security-text" }))),
      el("p", { class: "hint two-radios", hidden: true }),
      el("p", { class: "note gone", hidden: true }, icon("wifi"), el("span", {}, t("gone"))),
      el("p", { class: "note shared", hidden: true }, icon("share"), el("span", {}, t("shared"))),
      el("p", { class: "note cuts", hidden: true }, icon("warning"), el("span")),
      el("form", { class: "join", novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.choose(card); } },
        el("div", { class: "secret", hidden: true },
          el("label", { for: `passphrase-${item.id}` }, t("passphrase")),
          el("div", { class: "field" }, field, reveal),
          el("p", { class: "complaint", id: `passphrase-error-${item.id}`, role: "alert" })),
        el("button", { type: "submit", class: "primary choose" })));
    return card;
  }

  fill(card, item, index, isAway) {
    const find = (selector) => card.querySelector(selector);
    set(card, "data-ssid", item.ssid);
    set(card, "data-bluetooth", item.bluetoothAddress);
    set(card, "data-gone", item.isGone ? "true" : null);
    set(card, "aria-label", t("card", { name: item.name, number: index + 1, count: this.items.length }));
    updatePicture(find(".picture"), item.name, item.image);
    say(find(".name"), item.name);
    const [hasWiFi, bluetooth] = [Boolean(item.ssid), item.bluetoothName ?? item.bluetoothAddress];
    show(find(".wifi-side"), hasWiFi);
    say(find(".wifi-side .value"), hasWiFi ? item.ssid : "");
    show(find(".bluetooth-side"), Boolean(bluetooth));
    say(find(".bluetooth-side .value"), nameText(bluetooth ?? ""));
    show(find(".two-radios"), Boolean(bluetooth));
    say(find(".two-radios"), t(hasWiFi ? "radios.both" : "radios.bluetooth"));
    updateSignal(find(".signal"), item.signal, item.isGone);
    const isOpen = item.security === "open" || item.security === "owe";
    show(find(".security"), Boolean(item.security));
    show(find(".locked"), !isOpen);
    show(find(".unlocked"), isOpen);
    say(find(".security-text"), item.security ? t(`security.${item.security}`) : "");
    show(find(".gone"), item.isGone);
    show(find(".shared"), item.isShared);
    show(find(".cuts"), Boolean(item.cuts) && !item.isGone);
    say(find(".cuts span"), t("cuts", { network: item.cuts ?? "", app: this.app }));
    show(find(".secret"), item.needsPassphrase);
    const button = find(".choose");
    const verb = item.isShared ? "share" : hasWiFi ? "join" : "setUp";
    say(button, t(verb));
    set(button, "aria-label", t(`${verb}.name`, { name: item.name, app: this.app }));
    button.disabled = item.isGone || isAway;
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
    show(this.place.parentElement, cards.length > 1);
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
      this.choose(card);
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

  async choose(card) {
    const item = this.items.find((item) => item.id === card.dataset.item);
    if (!item || item.isGone) return;
    const field = card.querySelector(".passphrase");
    const request = { item: item.id };
    if (item.needsPassphrase) {
      const length = new TextEncoder().encode(field.value).length;
      if (!(length >= 8 && length <= 63) && !/^[0-9a-fA-F]{64}$/.test(field.value)) {
        this.complain(card, t(field.value ? "passphrase.length" : "passphrase.missing"));
        field.focus();
        return;
      }
      request.passphrase = field.value;
    }
    const problem = await this.view.send("choose", request);
    if (problem && this.node.isConnected) this.complain(card, problem.message || t("error.page"));
  }

  complain(card, text) {
    say(card.querySelector(".complaint"), text);
    set(card.querySelector(".passphrase"), "aria-invalid", text ? "true" : null);
  }
}
