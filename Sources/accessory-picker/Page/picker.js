// SPDX-License-Identifier: Apache-2.0
// An app's request, from the first card to its result.

import { el, icon, named, picture, printedNode, reconcile, say, set, show, t, updatePicture, updatePrinted } from "./dom.js";
import { act } from "./stream.js";
import { Choosing } from "./choosing.js";
import { Question } from "./question.js";
import { Absence } from "./absence.js";
import { Welcome } from "./welcome.js";
import { endingText, failure, problemText, reasonText } from "./reasons.js";

const joining = ["scanning", "associating", "authenticating", "addressing", "joined"];

export class PickerView {
  constructor(root, announce) {
    this.root = root;
    this.announce = announce;
    this.key = "";
    // On the document: after a click beside every control, nothing has the focus.
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || root.hidden || !this.part) return;
      // A question is declined, as in the terminal picker; everything else is left.
      if (this.part.decline) this.part.decline();
      else this.leave();
    });
  }

  /**
   * `lostSince`: when the connection was lost, while the join that cuts it goes on. `home`: the network that the machine is on.
   * `count`: of the accessories that are set up.
   */
  update(state, { isAway, cut = null, lostSince = null, home = null, count = 0 }) {
    this.home = home;
    this.count = count;
    // A choice may be on its way when the way is cut: no state of it came any more.
    if (!isAway && (this.going?.isSettled || !["choosing", "asking"].includes(state.mode))) this.going = null;
    else if (lostSince && this.going) state = { ...state, ...this.going, mode: "working", question: null };
    this.state = state;
    this.cut = cut;
    this.lostSince = lostSince;
    const key = [state.mode, state.presentation, state.question?.id].join(" ");
    if (key !== this.key) this.begin(key);
    set(this.root, "aria-busy", isAway ? "true" : null);
    this.part.update(state, isAway);
  }

  /** Each mode has its own part of the page; the focus moves to it. */
  begin(key) {
    const isFirst = this.key === "";
    this.key = key;
    const hadFocus = this.root.contains(document.activeElement) || document.activeElement === document.body;
    this.part = this.make(this.state);
    this.root.replaceChildren(this.part.node);
    set(this.root, "data-mode", this.state.mode);
    const heading = this.part.node.querySelector("h1");
    if (heading) set(heading, "tabindex", "-1");
    this.part.update(this.state, false);
    const focus = this.part.focus ?? heading;
    if (hadFocus && !isFirst) focus?.focus({ preventScroll: true });
    if (!isFirst || this.state.mode !== "waiting") this.announce(heading?.textContent ?? "");
  }

  make(state) {
    switch (state.mode) {
      case "waiting": return new Welcome(this);
      case "choosing": return new Choosing(this);
      case "working": return this.working(state);
      case "asking": return new Question(this, state);
      case "nothingFound": return this.nothingFound(state);
      case "finished": return this.finished(state);
    }
  }

  /** Cancels a presentation that goes on; closes one that is over. */
  leave() {
    const { mode, presentation } = this.state;
    // While the way is cut, nothing can be cancelled.
    if (mode === "waiting" || this.lostSince) return;
    if (mode === "finished") this.send("close", {});
    else this.send("cancel", { presentation });
  }

  async send(name, request) {
    const going = this.departure(name, request);
    if (going) this.going = going;
    const problem = await act(name, { presentation: this.state.presentation, ...request });
    // Without an answer nobody knows whether the picker got it: the next state shows that.
    if (going && problem?.error === "page") {
      going.isSettled = true;
      return null;
    }
    if (going && problem) this.going = null;
    if (problem) this.announce(problemText(problem));
    return problem;
  }

  /** What is set up with this act, if the join cuts the way to this page. */
  departure(name, request) {
    const { items, labels, chosen, chosenLabel } = this.state;
    if (name === "answer" && this.cut && chosen && request.accepted) return { chosen, chosenLabel };
    const item = name === "choose" && items.find((item) => item.id === request.item);
    if (!item || !item.cuts || item.interface !== this.cut?.interface) return null;
    return { chosen: item, chosenLabel: labels[item.id], setupSteps: [], step: null };
  }

  get isGoing() { return Boolean(this.going); }

  /** Where the hub is, in a line. */
  absence() { return t("absent.banner", { name: this.absentAt(this.state) }); }

  absentAt({ chosen }) { return chosen.ssid ?? chosen.name; }

  cancelButton(text = t("cancel")) {
    return el("button", { type: "button", id: "cancel", class: "quiet", click: () => this.leave() }, text);
  }

  working() {
    const box = picture();
    const heading = el("h1", { id: "heading" });
    const list = el("ol", { class: "steps", id: "steps" });
    const printed = printedNode();
    const text = el("p", { class: "hint", id: "working-text" });
    const absence = new Absence();
    const cancel = this.cancelButton();
    const node = el("div", { class: "stage working" }, box, heading, printed, text, absence.node, list, cancel);
    let said = null;
    let wasAbsent = false;
    const update = (state) => {
      const item = state.chosen;
      const isAbsent = Boolean(this.lostSince && item);
      show(box, Boolean(item));
      show(list, Boolean(item));
      if (item) updatePicture(box, item.name, item.image);
      say(heading, isAbsent ? t("absent", { name: this.absentAt(state) }) : item ? t(item.isShared ? "working.share" : "working", { name: named(item.name, state.chosenLabel) }) : t("working.wait"));
      updatePrinted(printed, item);
      const values = { app: state.app, network: this.cut?.network ?? item?.cuts };
      say(text, isAbsent ? t("absent.text", values) : this.cut ? t("working.page", values) : item?.cuts ? t("working.cuts", values) : "");
      set(node, "data-absent", isAbsent ? "true" : null);
      absence.update(isAbsent ? this.lostSince : null, state, values);
      if (isAbsent && cancel === document.activeElement) heading.focus({ preventScroll: true });
      show(cancel, !isAbsent);
      if (isAbsent && !wasAbsent) this.announce(heading.textContent);
      wasAbsent = isAbsent;
      // Steps over Bluetooth come first, as far as they began. An accessory without a network is not joined.
      const begun = state.setupSteps;
      const isJoined = Boolean(state.step || item?.ssid) || begun.some((step) => step.endsWith("Network"));
      const steps = [...begun, ...(isJoined ? joining : [])];
      const current = state.step ?? begun.at(-1);
      const now = state.step ? begun.length + joining.indexOf(state.step) : begun.length - 1;
      reconcile(
        list, steps.map((step, index) => ({ step, index })), ({ step, index }) => `${index}-${step}`,
        ({ step }) => el("li", { "data-step": step }, el("span", { class: "dot" }, icon("check")), el("span", {}, t(`step.${step}`))),
        (line, { step, index }) => {
          set(line, "data-state", index < now || state.step === "joined" ? "done" : index === now ? "now" : "todo");
          set(line, "aria-current", index === now ? "step" : null);
        });
      if (current && current !== said && steps.includes(current)) this.announce(t(`step.${current}`));
      said = current;
    };
    return { node, update };
  }

  /** Nothing matched, or the search could not run. */
  nothingFound(state) {
    const hasLooked = state.error?.code === "DiscoveryTimeout";
    const hasOwn = state.error?.reason?.kind === "onlyOwn";
    const reason = el("p", { class: "hint", id: "reason" });
    const node = el("div", { class: "stage nothing" },
      el("div", { class: "badge-large", "data-kind": "nothing" }, icon("wifi")),
      el("h1", { id: "heading" }, hasLooked && !hasOwn ? t("nothing") : failure(state.error)), reason,
      hasLooked ? el("p", { class: "hint" }, t("nothing.text")) : null,
      el("button", { type: "button", id: "close", class: "primary", click: () => this.leave() }, t("close")));
    return { node, update: (state) => say(reason, reasonText(state.error, state)) };
  }

  finished(state) {
    const isDone = !state.error && !state.isInterrupted;
    // Among the accessories it has its name alone. What told it apart from its neighbours is in the line below.
    const name = state.chosen && (isDone ? state.chosen.name : named(state.chosen.name, state.chosenLabel));
    const [box, printed] = [picture(), printedNode()];
    updatePrinted(printed, state.chosen);
    const heading = isDone
      ? name ? t(state.chosen.isShared ? "done.shared" : "done", { name, app: state.app }) : t("done.plain")
      : endingText(state);
    const text = isDone
      ? state.finishInApp ? t("done.goOn", { app: state.app }) : name ? t("done.text", { app: state.app, name }) : ""
      : state.isInterrupted ? t("interrupted.text", { app: state.app, name }) : reasonText(state.error, state);
    const node = el("div", { class: `stage finished ${isDone ? "success" : "failure"}` },
      el("div", { class: "result" }, box,
        el("div", { class: "badge-large", "data-kind": isDone ? "success" : "failure" }, icon(isDone ? "check" : "cross"))),
      el("h1", { id: "heading" }, heading), printed,
      el("p", { class: "hint", id: "reason" }, text),
      state.error ? el("p", { class: "hint" }, t("failed.text", { app: state.app })) : null,
      isDone && state.isNameKept ? el("p", { class: "hint", id: "name-kept" }, t("done.nameKept", { name })) : null,
      el("button", { type: "button", id: "close", class: "primary", click: () => this.leave() }, t(isDone ? "done.close" : "close")));
    set(node, "data-result", isDone ? "success" : state.error?.code ?? "interrupted");
    show(box, Boolean(name));
    if (name) updatePicture(box, state.chosen.name, state.chosen.image);
    return { node, update() {} };
  }
}
