// SPDX-License-Identifier: Apache-2.0
// The label of a new accessory: what its QR code says, typed or in a picture. The picker keeps the label; the page has a summary for it, without a secret.

import { el, longestLabel, nameText, reveal, say, set, show, t } from "./dom.js";
import { hasCamera, PhotoField } from "./photo.js";
import { problemText } from "./reasons.js";
import { ask } from "./stream.js";

/** The time for a picture's way and its reading. */
const patience = 40_000;

/** The time for the pictures of other phones. */
const turnPatience = 60_000;

const pause = (time) => new Promise((done) => setTimeout(done, time));

export class LabelField {
  /** `found` is called with the summary of a label that was read. */
  constructor(found) {
    this.found = found;
    this.field = el("input", { type: "password", id: "label-text", name: "label", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: longestLabel, "aria-describedby": "label-hint", input: () => this.complain("") });
    this.complaint = el("p", { class: "complaint", id: "label-complaint", role: "alert" });
    this.status = el("p", { class: "hint below", id: "label-status", role: "status", hidden: true });
    this.photo = new PhotoField((picture) => this.readPicture(picture), (key) => this.complain(key && t(key)));
    const typing = el("details", { class: "more", id: "label-box", open: !hasCamera() }, el("summary", {}, t("label.other")),
      el("form", { novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.read(); } },
        el("label", { for: this.field.id }, t("label.text")), el("div", { class: "field" }, this.field, reveal(this.field)),
        el("p", { class: "hint below", id: "label-hint" }, t("label.hint")),
        el("div", { class: "ways" }, el("button", { type: "submit", class: "primary", id: "label-read" }, t("label.read"))), this.photo.node));
    this.node = el("section", { class: "label-box", "aria-labelledby": "label-heading" },
      el("h2", { id: "label-heading" }, t("label")), el("p", { class: "hint" }, t("label.first")),
      this.photo.camera, typing, this.complaint, this.status);
  }

  /** The camera is off from now on. */
  end() { this.photo.close(); }

  async read() {
    const text = this.field.value.trim();
    if (!text) {
      this.complain(t("label.missing"));
      return this.field.focus();
    }
    const answer = await ask("label", JSON.stringify({ text }));
    this.settle(answer);
    set(this.field, "aria-invalid", answer.problem ? "true" : null);
  }

  async readPicture(picture) {
    this.complain("");
    this.isAway = false;
    this.report(t("photo.reading"));
    this.settle(await this.send(picture));
  }

  /** One picture is read at a time, and the server holds a large one back only for seconds. */
  async send(picture) {
    const end = Date.now() + turnPatience;
    for (;;) {
      const begin = Date.now();
      const answer = await ask("picture", picture, picture.type, patience);
      if (answer.problem?.field !== "picture.busy" || Date.now() > end) return answer;
      await pause(Math.max(0, begin + 1000 - Date.now()));
    }
  }

  settle({ reply, problem }) {
    if (problem) return this.complain(problemText(problem));
    if (reply.ecosystem) return this.complain(otherText(reply));
    this.field.value = "";
    this.complain("");
    // Until the page shows its accessory.
    this.isAway = true;
    this.showNamesake(null);
    this.found(reply);
  }

  /** What is in range under the name of the label that was read, and is no accessory that takes a network. */
  showNamesake(namesake) {
    if (!this.isAway) return;
    const name = namesake && t("quoted", { text: nameText(namesake.name) });
    this.report(namesake ? t(`namesake.${namesake.reason}`, { name }) : t("label.away"));
  }

  report(text) {
    say(this.status, text);
    show(this.status, Boolean(text));
  }

  complain(text) {
    say(this.complaint, text);
    if (text) {
      this.isAway = false;
      this.report("");
    }
    if (!text) set(this.field, "aria-invalid", null);
  }
}

/** What adds the accessory of a label, and which one it is, if it is in range. */
function otherText({ ecosystem, seen }) {
  const names = seen.map((item) => otherName(item));
  const which = names.length
    ? t(`label.${ecosystem}.seen`, { names: new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(names) })
    : t(`label.${ecosystem}`);
  return `${which} ${t(`others.${ecosystem}.text`)}`;
}

/** An accessory that another program adds, with the numbers that its label has, too. */
export function otherName({ name, vendor, product }) {
  const quoted = t("quoted", { text: nameText(name) });
  return vendor && product ? t("others.model", { name: quoted, vendor, product }) : quoted;
}

/** Whether the label is this accessory's. An open hotspot in the place of a protected one is another's, and so is what checks no proof. */
export function fits(summary, item) {
  if (summary?.item) return item.id === summary.item.id;
  if (!summary || summary.answers.some((answer) => !item.asks.includes(answer))) return false;
  return item.ssid ? summary.ssids.includes(item.ssid) : item.name === summary.bluetoothName;
}
