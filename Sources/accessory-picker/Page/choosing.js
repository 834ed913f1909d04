// SPDX-License-Identifier: Apache-2.0
// The accessories that were seen: a few as cards, many as a list with a search. What holds for all of them stands above.

import { el, icon, named, reconcile, say, set, show, t } from "./dom.js";
import { Carousel } from "./carousel.js";
import { List } from "./list.js";
import { endingText, problemText } from "./reasons.js";

/** More than these become a list, unless the person chose cards. */
const few = 6;
/** What the browser remembers of the person's choice. */
const key = "matches";

export class Choosing {
  constructor(view) {
    this.view = view;
    this.heading = el("h1", { id: "heading" });
    this.status = el("p", { class: "hint", id: "found", role: "status" });
    this.more = el("p", { class: "hint", id: "not-shown", hidden: true });
    this.refusal = el("p", { class: "refusal", id: "refusal", role: "alert", hidden: true });
    this.notes = el("ul", { class: "notes", id: "notes" });
    this.looking = el("div", { class: "looking", id: "looking" }, el("div", { class: "radar small", "aria-hidden": "true" }, el("i"), el("i"), el("i"), icon("wifi")), el("p", { class: "hint" }, t("looking.text")));
    this.kinds = { cards: new Carousel(view), list: new List(view) };
    this.switch = el("div", { class: "views", id: "views", role: "group", "aria-label": t("views"), hidden: true },
      ...Object.keys(this.kinds).map((kind) => el("button", {
        type: "button", id: `as-${kind}`, "data-kind": kind, click: () => this.prefer(kind),
      }, icon(kind), el("span", {}, t(`views.${kind}`)))));
    // Once a person has begun, nothing changes places under the finger any more.
    const begun = () => { this.isBegun = true; };
    this.matches = el("div", { class: "matches", pointerdown: begun, touchstart: begun, wheel: begun, focusin: begun });
    this.node = el("div", { class: "choosing" }, this.heading, this.status, this.refusal, this.notes, this.switch, this.looking, this.matches,
      this.more, el("div", { class: "foot" }, view.cancelButton()));
    this.kind = "cards";
  }

  update(state, isAway) {
    const kept = localStorage.getItem(key);
    if (state.items.length > few && !this.isBegun) this.kind = kept in this.kinds ? kept : "list";
    this.state = state;
    this.isAway = isAway;
    say(this.heading, t("picker.asks", { app: state.app }));
    const there = state.items.some((item) => !item.isGone);
    // Those that are out of range still have their places, so they count as the cards below do.
    const count = state.items.length;
    say(this.status, !there ? t("looking") : t(state.isComplete ? "found" : "found.looking", { count }));
    show(this.looking, state.items.length === 0);
    show(this.more, state.notShown > 0);
    say(this.more, t("notShown", { count: state.notShown }));
    show(this.refusal, Boolean(state.refusal));
    say(this.refusal, state.refusal ? problemText(state.refusal) : "");
    this.note(state);
    this.draw();
  }

  draw() {
    const { items } = this.state;
    show(this.switch, items.length > few || this.kind === "list");
    for (const button of this.switch.children) set(button, "aria-pressed", button.dataset.kind === this.kind ? "true" : "false");
    const part = this.kinds[this.kind];
    // Only one of both is on the page: they have the same fields.
    if (this.matches.firstChild !== part.node) this.matches.replaceChildren(part.node);
    show(this.matches, items.length > 0);
    set(this.node, "data-kind", this.kind);
    part.update(this.state, this.isAway);
  }

  prefer(kind) {
    localStorage.setItem(key, kind);
    this.isBegun = true;
    this.kind = kind;
    this.draw();
  }

  /** The result of the presentation before, which nobody has closed: the page may have been away. */
  earlierText(earlier) {
    const name = named(earlier.chosen.name, earlier.chosenLabel);
    if (!earlier.error && !earlier.isInterrupted) return t("earlier.done", { name, app: earlier.app });
    return t("earlier.failed", { name, app: earlier.app, reason: endingText(earlier) });
  }

  /** Each warning once, whatever the number of accessories. */
  note({ items, app, earlier }) {
    const here = items.filter((item) => !item.isGone);
    const open = here.filter((item) => item.security === "open");
    const networks = [...new Set(here.map((item) => item.cuts).filter(Boolean))];
    const { cut } = this.view;
    const notes = networks.map((network) => network === cut?.network
      ? { kind: "page", icon: "warning", text: t("cuts.page", { network, app }) }
      : { kind: "cuts", icon: "warning", text: t("cuts", { network, app }) });
    if (earlier?.chosen) notes.unshift({ kind: "earlier", icon: earlier.error || earlier.isInterrupted ? "cross" : "check", text: this.earlierText(earlier) });
    if (open.length > 0) {
      const isAll = open.length === here.filter((item) => item.ssid).length;
      notes.push({ kind: "open", icon: "open", text: t(isAll ? "open.all" : "open.some", { count: here.length }) });
    }
    if (items.some((item) => item.isShared)) notes.push({ kind: "shared", icon: "share", text: t("shared.text") });
    if (items.some((item) => item.ssid && (item.bluetoothName ?? item.bluetoothAddress))) notes.push({ kind: "radios", icon: "bluetooth", text: t("radios.both") });
    show(this.notes, notes.length > 0);
    reconcile(this.notes, notes, (note) => note.kind + note.text,
      (note) => el("li", { class: "note", "data-note": note.kind }, icon(note.icon), el("span", {}, note.text)), () => {});
  }
}
