// SPDX-License-Identifier: Apache-2.0
// The agent's questions to the person: one form for each kind.

import { el, icon, isPassphrase, longestLabel, named, nameText, picture, reveal, say, set, show, signalNode, t, updatePicture, updateSignal } from "./dom.js";
import { failure, problemText, reasonText } from "./reasons.js";

export class Question {
  constructor(view, state) {
    const question = state.question;
    this.view = view;
    this.question = question;
    const kind = question.kind;
    // The accessory keeps the name under which it was chosen.
    const { chosen } = state;
    const isOfChoice = chosen && !["migration", "authorization"].includes(kind);
    const name = isOfChoice ? named(chosen.name, state.chosenLabel) : question.name;
    const values = { app: state.app, name, text: question.text ?? "", count: question.items?.length ?? 0 };
    const box = picture();
    updatePicture(box, isOfChoice ? chosen.name : question.name, isOfChoice ? chosen.image : question.image);
    // The list needs the room.
    show(box, !["migration", "network"].includes(kind));
    this.error = el("p", { class: "refusal", id: "question-error", role: "alert" });
    this.buttons = el("div", { class: "actions" });
    this.form = el("form", { novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.accept(); } });
    this.node = el("div", { class: "stage asking", "data-question": kind, "data-question-id": question.id }, box,
      el("h1", { id: "heading" }, this.title(values)),
      kind === "retry" ? el("p", { class: "hint", id: "reason" }, reasonText(question.failure, state)) : null,
      el("p", { class: "hint", id: "question-text" }, this.text(values)),
      this.error, this.form);
    this.body(kind, values);
    this.form.append(this.buttons);
    // The button that stands out is the one that does no harm.
    const isDoubtful = kind === "security" || kind === "inputDevice";
    const no = el("button", { type: "button", class: isDoubtful ? "primary" : "quiet", id: "decline", click: () => this.decline() }, t(`ask.${kind}.no`, values));
    if (isDoubtful) this.buttons.append(no);
    if (kind !== "displayPasskey") {
      this.yes = el("button", { type: "submit", class: isDoubtful ? "quiet danger-text" : "primary", id: "accept" }, t(`ask.${kind}.yes`, values));
      this.buttons.append(this.yes);
    }
    if (!isDoubtful) this.buttons.append(no);
    if (["name", "authorization", "migration", "numericComparison"].includes(kind)) this.buttons.append(view.cancelButton());
    this.focus = this.field ?? null;
  }

  title(values) {
    const { kind, failure: failed } = this.question;
    if (kind === "retry" && failed) return failure(failed);
    return t(this.isFirst ? "ask.passphrase.first" : `ask.${kind}`, values);
  }

  text(values) { return t(this.isFirst ? "ask.passphrase.first.text" : `ask.${this.question.kind}.text`, values); }

  /** Nobody has tried a passphrase yet. */
  get isFirst() { return this.question.kind === "passphrase" && this.question.failure?.reason?.kind === "passphraseNeeded"; }

  /** The part between the text and the buttons. */
  body(kind, values) {
    // A person can check this name; the name above is the app's.
    if (["network", "security", "inputDevice", "pairing", "repairing"].includes(kind) && values.text) {
      this.form.append(el("p", { class: "heard", id: "heard" }, el("span", { class: "label" }, t("heard")), " ", el("bdi", { class: "value" }, nameText(values.text))));
    }
    switch (kind) {
      case "passphrase": this.secretField(); break;
      case "name": this.typed({ type: "text", value: values.text || values.name, maxlength: "120", autocomplete: "off", focus: () => this.field.select() }, t("ask.name.label")); break;
      case "network": this.form.append(this.networks()); break;
      case "security": if (this.question.change) this.form.append(this.change(this.question.change)); break;
      case "passkey": this.typed({ type: "text", inputmode: "numeric", maxlength: "6", autocomplete: "off", class: "passkey" }, t("ask.passkey.label")); break;
      case "numericComparison":
      case "displayPasskey": this.form.append(el("output", { class: "number", id: "number" }, grouped(values.text))); break;
      case "authorization": this.form.append(el("ul", { class: "quote", id: "scope" }, ...scopeTexts(this.question).map((text) => el("li", {}, text)))); break;
      case "migration": this.form.append(this.migrations()); break;
    }
  }

  typed(attributes, label) {
    this.field = el("input", { id: "answer", name: "answer", ...attributes });
    this.form.append(el("label", { for: "answer" }, label), el("div", { class: "field" }, this.field));
    return this.field;
  }

  secretField() {
    const field = this.typed({ type: "password", maxlength: longestLabel, autocomplete: "off", autocapitalize: "none", spellcheck: "false" }, t("passphrase"));
    field.after(reveal(field));
  }

  /** The security that the network must have, and the one it has. */
  change({ expected, seen }) {
    const line = (name, security) => el("div", {}, el("dt", {}, t(`ask.security.${name}`)), el("dd", {}, t(`security.${security}`)));
    return el("dl", { class: "change", id: "change" }, line("expected", expected), line("seen", seen));
  }

  migrations() {
    const list = el("ul", { class: "migrations", id: "migrations" });
    for (const item of this.question.items ?? []) {
      const box = picture();
      updatePicture(box, item.name, item.image);
      list.append(el("li", {}, box, el("div", {}, el("strong", {}, item.name),
        el("span", { class: "radios" }, item.ssid ? el("span", {}, icon("wifi"), el("bdi", {}, item.ssid)) : null,
          item.bluetoothAddress ? el("span", {}, icon("bluetooth"), t("bluetooth")) : null))));
    }
    return list;
  }

  /** None is marked: no evidence shows which one it is. */
  networks() {
    const list = el("fieldset", { class: "networks", id: "networks", "aria-describedby": "question-error" }, el("legend", { class: "unseen" }, t("ask.network.label")));
    for (const network of this.question.networks ?? []) {
      const signal = signalNode();
      updateSignal(signal, network.signal, false);
      list.append(el("label", { "data-bssid": network.bssid },
        el("input", { type: "radio", name: "answer", value: network.bssid, change: () => this.complainPlainly("") }),
        el("span", { class: "which" },
          el("bdi", { class: "value" }, network.ssid ?? t("ask.network.hidden")),
          el("span", { class: "facts" }, signal, el("span", {}, t(`security.${network.security}`)), el("span", { class: "bssid" }, network.bssid)))));
    }
    return list;
  }

  update(state, isAway) {
    const error = this.complaint ?? (state.refusal ? this.refused(state.refusal) : "");
    say(this.error, error);
    show(this.error, Boolean(error));
    if (this.yes) this.yes.disabled = isAway;
  }

  /** The agent refused the answer. */
  refused(problem) { return this.question.kind === "name" && problem.field === "text" ? t("ask.name.invalid") : problemText(problem); }

  decline() { this.answer(false); }

  accept() {
    if (this.question.kind === "network") {
      const marked = this.form.querySelector("input:checked");
      if (marked) return this.answer(true, marked.value);
      this.complainPlainly(t("ask.network.missing"));
      return this.form.querySelector("input")?.focus();
    }
    const text = this.field?.value;
    if (this.question.kind === "passphrase" && !isPassphrase(text)) return this.complain(t("passphrase.length"));
    if (this.question.kind === "passkey" && !/^[0-9]{1,6}$/.test(text.trim())) return this.complain(t("ask.passkey.missing"));
    this.answer(true, this.question.kind === "passphrase" ? text : text?.trim());
  }

  complain(text) {
    this.complainPlainly(text);
    set(this.field, "aria-invalid", "true");
    this.field.focus();
  }

  async answer(accepted, text) {
    const request = { question: this.question.id, accepted };
    if (accepted && text) request.text = text;
    this.complaint = null;
    const problem = await this.view.send("answer", request);
    if (problem && this.node.isConnected) this.complainPlainly(this.refused(problem));
  }

  /** The complaint stays when something else on the page changes. */
  complainPlainly(text) {
    this.complaint = text;
    say(this.error, text);
    show(this.error, Boolean(text));
  }
}

/** What the app would have. An earlier agent has only its own sentence. */
function scopeTexts({ scope, text }) {
  if (!scope) return [text ?? ""];
  const { ssid, ssidPrefix, hasBluetooth } = scope;
  return [
    ssid && t("ask.authorization.ssid", { ssid }), ssidPrefix && t("ask.authorization.prefix", { prefix: ssidPrefix }),
    hasBluetooth && t("ask.authorization.bluetooth"),
  ].filter(Boolean);
}

/** Six digits are easier to read in two groups. */
function grouped(text) { return /^\d{6}$/.test(text) ? `${text.slice(0, 3)} ${text.slice(3)}` : text; }
