// SPDX-License-Identifier: Apache-2.0
// The last question about a new accessory: its name for people. Nobody has to answer it.

import { el, say, set, show, t } from "./dom.js";
import { problemText } from "./reasons.js";
import { act } from "./stream.js";

export class NameForm {
  /** `renamed` is called with the new name. */
  constructor({ accessory, name }, renamed) {
    this.accessory = accessory;
    this.name = name;
    this.renamed = renamed;
    this.field = el("input", { type: "text", id: "add-name", name: "name", value: name, maxlength: "120", autocomplete: "off", "aria-describedby": "add-name-hint add-name-complaint", focus: () => this.field.select(), input: () => this.complain("") });
    this.complaint = el("p", { class: "complaint", id: "add-name-complaint", role: "alert" });
    this.node = el("form", { class: "naming", id: "add-naming", novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.save(); } },
      el("label", { for: this.field.id }, t("ask.name")),
      el("div", { class: "field with-button" }, this.field, el("button", { type: "submit", class: "primary", id: "add-name-save" }, t("ask.name.yes"))),
      el("p", { class: "hint below", id: "add-name-hint" }, t("naming.text")), this.complaint);
  }

  /** Saves a name that differs from the accessory's. Returns whether nothing is left to save. */
  async save() {
    const name = this.field.value.trim();
    if (!name) {
      this.complain(t("naming.missing"));
      this.field.focus();
      return false;
    }
    if (name === this.name) return true;
    const problem = await act("rename", { accessory: this.accessory, name });
    this.complain(problem ? problem.field === "name" ? t("ask.name.invalid") : problemText(problem) : "");
    if (problem) {
      this.field.focus();
      return false;
    }
    this.name = name;
    this.renamed(name);
    return true;
  }

  complain(text) {
    say(this.complaint, text);
    show(this.complaint, Boolean(text));
    set(this.field, "aria-invalid", text ? "true" : null);
  }
}
