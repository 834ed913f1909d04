// SPDX-License-Identifier: Apache-2.0
// The last questions about a new accessory: its name and its picture. Nobody has to answer them.

import { el, say, set, show, t, updateImage } from "./dom.js";
import { familyPicture } from "./families.js";
import { PictureField } from "./picture.js";
import { problemText } from "./reasons.js";
import { act } from "./stream.js";

export class NameForm {
  /** `announce` is called with what was done. */
  constructor({ accessory, name, image, chosen }, announce) {
    this.accessory = accessory;
    this.name = name;
    this.announce = announce;
    this.field = el("input", { type: "text", id: "add-name", name: "name", value: name, maxlength: "120", autocomplete: "off", "aria-describedby": "add-name-hint add-name-complaint", focus: () => this.field.select(), input: () => this.complain("") });
    this.complaint = el("p", { class: "complaint", id: "add-name-complaint", role: "alert" });
    this.box = familyPicture(chosen.family, image);
    const refusal = el("p", { class: "complaint", id: "add-picture-complaint", role: "alert" });
    const picture = new PictureField(accessory, () => this.name, { complain: (text) => say(refusal, text), announce });
    this.node = el("form", { class: "naming", id: "add-naming", novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.save(); } },
      el("label", { for: this.field.id }, t("ask.name")),
      el("div", { class: "field with-button" }, this.field, el("button", { type: "submit", class: "primary", id: "add-name-save" }, t("ask.name.yes"))),
      el("p", { class: "hint below", id: "add-name-hint" }, t("naming.text")), this.complaint,
      el("div", { class: "with-picture" }, this.box, picture.button, picture.file), refusal);
  }

  update({ image }) { updateImage(this.box, image); }

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
    this.announce(t("rename.done", { name }));
    return true;
  }

  complain(text) {
    say(this.complaint, text);
    show(this.complaint, Boolean(text));
    set(this.field, "aria-invalid", text ? "true" : null);
  }
}
