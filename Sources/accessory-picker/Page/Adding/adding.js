// SPDX-License-Identifier: Apache-2.0
// A new accessory, from the list of those in range to the home network. No app takes part.

import { barsOf, el, icon, nameText, reconcile, say, set, show, t } from "./dom.js";
import { addingReason, failure, problemText } from "./reasons.js";
import { act } from "./stream.js";
import { AddForm, kindText } from "./add-form.js";
import { familyPicture } from "./families.js";
import { NameForm } from "./naming.js";
import { fits, LabelField, otherName } from "./label.js";

const steps = ["joining", "identified", "securing", "handingOver", "waitingForAccessory", "restoring", "lookingForIt"];

/** How often the page asks the picker to go on looking. The picker stops after three times as long. */
const interval = 10_000;

export class AddingView {
  constructor(root, announce) {
    this.root = root;
    this.announce = announce;
    this.key = "";
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !root.hidden && this.chosen && this.state?.mode === "choosing") this.choose(null);
    });
    document.addEventListener("visibilitychange", () => this.look());
    setInterval(() => this.look(), interval);
  }

  /** Asks for what is in range, while somebody can see it. */
  look() {
    if (this.root.hidden || document.hidden || !this.state || this.isAway || this.state.mode !== "choosing") return;
    // The hub refuses a phone that may not add; what the agent refuses, it reports again with each look.
    if (this.state.refusal?.command) return;
    act("look", {});
  }

  update(state, isAway) {
    const wasAway = this.isAway ?? true;
    this.state = state;
    this.isAway = isAway;
    // A form is done with its attempt.
    if (state.mode === "working") this.chosen = null;
    if (this.root.hidden) {
      this.part?.end?.();
      this.key = "";
      return;
    }
    const key = [state.mode, state.attempt, this.chosen?.id, JSON.stringify(state.refusal)].join(" ");
    if (key !== this.key) this.begin(key);
    else if (wasAway && !isAway) this.look();
    set(this.root, "aria-busy", isAway ? "true" : null);
    this.part.update(state, isAway);
    this.chooseByLabel();
  }

  begin(key) {
    const isFirst = this.key === "";
    this.key = key;
    this.part?.end?.();
    this.part = this.make();
    this.root.replaceChildren(this.part.node);
    set(this.root, "data-mode", this.state.mode);
    const heading = this.part.node.querySelector("h1");
    set(heading, "tabindex", "-1");
    this.part.update(this.state, this.isAway);
    if (!isFirst) {
      (this.part.focus ?? heading).focus({ preventScroll: true });
      scrollTo(0, 0);
      this.announce(heading.textContent);
    }
    this.look();
  }

  make() {
    switch (this.state.mode) {
      case "choosing": if (this.state.refusal) return this.refused(this.state.refusal);
        return this.chosen ? new AddForm(this, this.chosen, fits(this.summary, this.chosen) ? this.summary : null) : this.choosing();
      case "working": return this.working();
      case "finished": return this.finished(this.state);
    }
  }

  /** Shows the form for the accessory of the label that was read, once it is in range. */
  chooseByLabel() {
    const { summary } = this;
    if (!summary || summary.isUsed || this.chosen || this.state.mode !== "choosing") return;
    const items = summary.item ? [summary.item] : this.state.items.filter((item) => fits(summary, item));
    if (items.length !== 1) return;
    summary.isUsed = true;
    this.choose(items[0]);
  }

  /** Shows the form for this accessory, or the list. */
  choose(item) {
    this.chosen = item;
    this.update(this.state, this.isAway);
  }

  async send(name, request) {
    const problem = await act(name, request);
    if (problem) this.announce(problemText(problem));
    return problem;
  }

  /** Nothing can be added here: why, and what changes that. Known before anything is chosen or typed. */
  refused({ command }) {
    const node = el("div", { class: "stage", id: "add-refused" },
      el("h1", { id: "add-heading" }, t("add")),
      el("p", { class: "hint" }, t(command ? "add.refused.phone" : "add.refused")),
      el("p", { class: "refusal words", id: "add-refused-cure" }, command ? el("code", {}, el("bdi", { dir: "ltr" }, command)) : t("add.refused.setting")),
      el("a", { class: "small", id: "add-leave", href: "#accessories" }, icon("left"), el("span", {}, t("nav.accessories"))));
    return { node, update: () => {} };
  }

  choosing() {
    const status = el("p", { class: "hint", id: "add-found", role: "status" });
    const error = el("p", { class: "refusal", id: "add-error", role: "alert" }, el("span"), " ", el("span"));
    const list = el("ul", { class: "rows newcomers", id: "newcomers", "aria-label": t("cards") });
    const label = new LabelField((summary) => { this.summary = summary; this.chooseByLabel(); });
    const looking = el("div", { class: "looking", id: "add-looking" }, el("div", { class: "radar small", "aria-hidden": "true" }, el("i"), el("i"), el("i"), icon("wifi")), el("p", { class: "hint" }, t("add.none")));
    const rest = el("ul", { class: "others" });
    const others = el("section", { id: "add-others", "aria-labelledby": "add-others-heading" },
      el("h2", { id: "add-others-heading" }, t("others")), el("p", { class: "hint" }, t("others.text")), rest);
    const node = el("div", {},
      el("div", { class: "page-head" },
        el("div", {}, el("h1", { id: "add-heading" }, t("add")), el("p", { class: "hint" }, t("add.list.text"))),
        el("a", { class: "small", id: "add-leave", href: "#accessories" }, icon("left"), el("span", {}, t("nav.accessories")))),
      error, label.node, el("div", { class: "range" }, status), looking, list, others);
    const update = (state, isAway) => {
      const count = state.items.length;
      say(status, isAway || state.lookError ? "" : count ? t(state.isComplete ? "found" : "found.looking", { count }) : t("looking"));
      show(error, Boolean(state.lookError) && !isAway);
      say(error.firstChild, state.lookError ? t(state.lookError.code === "ConnectionFailed" ? "add.error" : "add.error.reason") : "");
      say(error.lastChild, state.lookError && state.lookError.code !== "ConnectionFailed" ? addingReason(state.lookError) : "");
      show(looking, count === 0 && !state.lookError);
      reconcile(list, state.items, (item) => item.id, (item) => this.line(item), (line, item) => this.fill(line, item, isAway));
      label.showNamesake(state.namesakes[0]);
      show(others, state.others.length > 0);
      reconcile(
        rest, state.others, (item) => item.id, () => el("li", {}, el("span", { class: "name" }), el("span", { class: "hint" })),
        (line, item) => {
          say(line.firstChild, otherName(item));
          say(line.lastChild, t(`others.${item.ecosystem}.text`));
        });
    };
    return { node, update, end: () => label.end() };
  }

  /** One line is one button: a list of many has no column of buttons. Some accessories can show which one they are. */
  line(item) {
    return el("li", { class: "row newcomer", "data-item": item.id },
      el("button", { type: "button", class: "row-head add", click: () => this.choose(this.state.items.find((one) => one.id === item.id) ?? item) },
        familyPicture(item.family), el("span", { class: "unseen" }, t("add.choose")),
        el("span", { class: "which" }, el("span", { class: "name" }), el("span", { class: "state family" })),
        el("span", { class: "bars", "aria-hidden": "true" }, el("i"), el("i"), el("i"), el("i")),
        el("span", { class: "locked" }, icon("lock")), icon("right")),
      el("div", { class: "which-one" },
        el("button", { type: "button", class: "small", click: ({ currentTarget }) => this.identify(item, currentTarget) }, t("add.identify")),
        el("span", { class: "hint", role: "status" })));
  }

  async identify(item, button) {
    button.disabled = true;
    const problem = await act("identify", { accessory: item.id });
    say(button.nextElementSibling, problem ? problemText(problem) : t("add.identified", { name: nameText(item.name) }));
    button.disabled = this.isAway;
  }

  fill(line, item, isAway) {
    const find = (selector) => line.querySelector(selector);
    say(find(".name"), nameText(item.name));
    say(find(".family"), kindText(item));
    set(find(".bars"), "data-bars", barsOf(item.signal));
    set(find(".locked"), "data-locked", item.asks.includes("passphrase") ? "true" : null);
    find(".add").disabled = isAway;
    show(find(".which-one"), Boolean(item.identifies));
  }

  working() {
    const box = familyPicture(this.state.chosen.family);
    const heading = el("h1", { id: "add-heading" });
    const kind = el("p", { class: "hint" });
    const device = el("p", { class: "hint", id: "add-device" });
    const text = el("p", { class: "hint", id: "add-cuts" });
    const list = el("ol", { class: "steps", id: "add-steps" });
    const cancel = el("button", { type: "button", class: "quiet", id: "add-cancel", click: () => this.send("stop", {}) }, t("cancel"));
    const node = el("div", { class: "stage working" }, box, heading, kind, device, text, list, cancel);
    let said = null;
    const update = (state, isAway) => {
      const item = state.chosen;
      say(heading, t("adding", { name: nameText(item.name) }));
      say(kind, kindText(item));
      show(kind, !state.device);
      say(device, deviceText(state.device));
      show(device, Boolean(state.device));
      say(text, state.uplink ? t("adding.cuts", { network: state.uplink }) : "");
      cancel.disabled = isAway;
      const current = state.steps.at(-1) ?? "joining";
      const now = steps.indexOf(current);
      // A step that this accessory does without is not shown as done. Few accessories have a code.
      const shown = steps.filter((step, index) => state.steps.includes(step) || step === current || (index > now && step !== "securing"));
      reconcile(
        list, shown, (step) => step,
        (step) => el("li", { "data-step": step }, el("span", { class: "dot" }, icon("check")), el("span", {}, t(`adding.${step}`))),
        (line, step) => {
          set(line, "data-state", steps.indexOf(step) < now ? "done" : step === current ? "now" : "todo");
          set(line, "aria-current", step === current ? "step" : null);
        });
      if (current !== said) this.announce(t(`adding.${current}`));
      said = current;
    };
    return { node, update };
  }

  finished(state) {
    const { outcome, error, isInterrupted, chosen, image } = state;
    const isDone = outcome === "onNetwork" || outcome === "unknown";
    const name = nameText(state.name ?? chosen.name);
    const headingText = ({ name }) => isInterrupted ? t("interrupted") : error ? failure(error) : t(`added.${outcome}`, { name: nameText(name ?? chosen.name) });
    const heading = el("h1", { id: "add-heading" }, headingText(state));
    // Without a record nobody keeps a name.
    const naming = isDone && state.accessory ? new NameForm(state, this.announce) : null;
    const why = error ?? (state.reason ? { code: "ProvisioningFailed", reason: state.reason } : null);
    const text = isInterrupted ? t("added.interrupted.text", { name }) : why ? addingReason(why, chosen) : t(outcome === "onNetwork" && state.isSeen ? "added.seen.text" : `added.${outcome}.text`, { name });
    const node = el("div", { class: `stage finished ${isDone ? "success" : "failure"}` },
      el("div", { class: "result" }, naming ? null : familyPicture(chosen.family, image),
        el("div", { class: "badge-large", "data-kind": isDone ? "success" : "failure" }, icon(isDone ? "check" : "cross"))),
      heading,
      state.device ? el("p", { class: "hint", id: "add-device" }, deviceText(state.device)) : null,
      text ? el("p", { class: "hint", id: "add-reason" }, text) : null,
      state.address ? el("p", { class: "heard", id: "add-address" }, el("span", { class: "label" }, t("added.address")), " ", el("bdi", { class: "value" }, nameText(state.address))) : null,
      naming?.node, ...this.ways(state, isDone, naming));
    set(node, "data-result", isDone ? outcome : error?.code ?? outcome ?? "interrupted");
    const update = (state) => {
      say(heading, headingText(state));
      naming?.update(state);
    };
    return { node, update };
  }

  /** Where a person goes from the end. A name that was typed is kept. */
  ways({ page, chosen, reason }, isDone, naming) {
    const way = (id, kind, text, go) => el("button", { type: "button", class: kind, id, click: go }, text);
    const isNamed = async () => !naming || await naming.save();
    const leave = async () => { if (await isNamed() && !await this.send("stop", {})) location.hash = "accessories"; };
    const again = async (item) => {
      if (!await isNamed()) return;
      this.chosen = item;
      await this.send("stop", {});
    };
    // Once the accessory has said how it checks its proof, that may be one which an impostor finds by trying.
    const needsConsent = reason?.kind === "credentialsUnprotected" && this.hasProof;
    const next = needsConsent ? { ...chosen, asks: [...chosen.asks, "weakProof"] } : chosen;
    if (!isDone) return [way("add-again", "primary", t("add.again"), () => again(next)), way("add-close", "quiet", t("close"), leave)];
    return [
      page ? el("a", { class: "primary", id: "add-page", href: page, target: "_blank", rel: "noopener noreferrer" }, t("added.page")) : null,
      page ? el("p", { class: "hint below" }, el("bdi", {}, page)) : null,
      way("add-close", page ? "quiet" : "primary", t("done.close"), leave),
      way("add-more", "quiet", t("add.another"), () => again(null)),
    ];
  }
}

/** What the accessory says of itself. */
function deviceText(device) {
  const words = new Set([device?.name, device?.model, device?.version].filter(Boolean).map(nameText));
  return t("adding.device", { text: [...words].join(" · ") });
}
