// SPDX-License-Identifier: Apache-2.0
// The form that chooses one accessory, with its passphrase if the app gave none. A card has one, and a line of the list.

import { el, isPassphrase, longestLabel, named, reveal, say, set, show, t } from "./dom.js";
import { problemText } from "./reasons.js";

export class JoinForm {
  constructor(view, item) {
    this.view = view;
    const error = `passphrase-error-${item.id}`;
    this.field = el("input", { type: "password", id: `passphrase-${item.id}`, class: "passphrase", name: "passphrase", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: longestLabel, "aria-describedby": error, input: () => this.complain("") });
    this.complaint = el("p", { class: "complaint", id: error, role: "alert" });
    this.secret = el("div", { class: "secret", hidden: true },
      el("label", { for: this.field.id }, t("passphrase")), el("div", { class: "field" }, this.field, reveal(this.field)));
    this.button = el("button", { type: "submit", class: "primary choose" });
    this.node = el("form", { class: "join", novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.choose(); } },
      this.secret, this.complaint, this.button);
  }

  fill(item, { app, labels }, isAway) {
    this.item = item;
    show(this.secret, item.needsPassphrase);
    const verb = item.isShared ? "share" : item.ssid ? "join" : "setUp";
    say(this.button, t(verb));
    set(this.button, "aria-label", t(`${verb}.name`, { name: named(item.name, labels[item.id]), app }));
    this.button.disabled = item.isGone || isAway;
  }

  /** The control that a person needs next. */
  get first() { return this.item.needsPassphrase ? this.field : this.button; }

  async choose() {
    const { item, field } = this;
    if (item.isGone) return;
    const request = { item: item.id };
    if (item.needsPassphrase) {
      if (!isPassphrase(field.value)) {
        this.complain(t(field.value ? "passphrase.length" : "passphrase.missing"));
        field.focus();
        return;
      }
      request.passphrase = field.value;
    }
    const problem = await this.view.send("choose", request);
    if (problem && this.node.isConnected) this.complain(problemText(problem));
  }

  complain(text) {
    say(this.complaint, text);
    set(this.field, "aria-invalid", text ? "true" : null);
  }
}
