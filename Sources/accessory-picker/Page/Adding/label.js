// SPDX-License-Identifier: Apache-2.0
// The label of a new accessory: what its QR code says. The picker keeps the label; the page has a slip for it, without a secret.

import { el, reveal, say, set, show, t } from "./dom.js";
import { problemText } from "./reasons.js";
import { ask } from "./stream.js";

/** Characters; the picker takes no longer label. */
const longest = 2048;

export class LabelField {
  /** `found` is called with the slip of a label that was read. */
  constructor(found) {
    this.found = found;
    this.field = el("input", { type: "password", id: "label-text", name: "label", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: longest, "aria-describedby": "label-hint", input: () => this.complain("") });
    this.complaint = el("p", { class: "complaint", id: "label-complaint", role: "alert" });
    this.status = el("p", { class: "hint below", id: "label-status", role: "status", hidden: true });
    this.node = el("details", { class: "more label-box", id: "label-box" }, el("summary", {}, t("label")),
      el("form", { novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.read(); } },
        el("label", { for: this.field.id }, t("label.text")), el("div", { class: "field" }, this.field, reveal(this.field)),
        el("p", { class: "hint below", id: "label-hint" }, t("label.hint")), this.complaint, this.status,
        el("div", { class: "ways" }, el("button", { type: "submit", class: "primary", id: "label-read" }, t("label.read")))));
  }

  async read() {
    const text = this.field.value.trim();
    if (!text) {
      this.complain(t("label.missing"));
      return this.field.focus();
    }
    this.settle(await ask("label", JSON.stringify({ text })));
  }

  settle({ reply, problem }) {
    if (problem) return this.complain(problemText(problem));
    this.field.value = "";
    this.complain("");
    this.report(t("label.away"));
    this.found(reply);
  }

  report(text) {
    say(this.status, text);
    show(this.status, Boolean(text));
  }

  complain(text) {
    say(this.complaint, text);
    if (text) this.report("");
    set(this.field, "aria-invalid", text ? "true" : null);
  }
}

/** Whether the label is this accessory's. An open hotspot in the place of a protected one is another's. */
export function fits(slip, item) {
  if (!slip || (slip.hasPassphrase && !item.needsPassphrase)) return false;
  return item.ssid ? slip.ssids.includes(item.ssid) : item.name === slip.bluetoothName;
}
