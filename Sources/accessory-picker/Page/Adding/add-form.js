// SPDX-License-Identifier: Apache-2.0
// The form for one new accessory: what the agent needs to put it on the home network.

import { el, icon, isPassphrase, longestLabel, nameText, reveal, say, set, show, t } from "./dom.js";
import { familyPicture } from "./families.js";
import { problemText } from "./reasons.js";

/** Characters, as many as the agent takes. */
const longest = 256;

/** The family, and how it is reached. Of accessories with one name, the address shows which one it is. */
export function kindText({ isCertain, familyName, ssid, bssid, bluetoothAddress, wasReset }) {
  const family = isCertain ? familyName : t("add.likely", { family: familyName });
  if (!ssid && !bluetoothAddress) return family;
  const way = ssid ? [t(wasReset ? "add.reset" : "add.hotspot"), bssid].filter(Boolean).join(" ") : `${t("bluetooth")} ${bluetoothAddress}`;
  return t("add.kind", { family, way });
}

export class AddForm {
  /** `summary`: of the accessory's label, if one was read. */
  constructor(view, item, summary = null) {
    this.view = view;
    this.summary = summary;
    this.item = item;
    const box = familyPicture(item.family);
    const secret = (name, attributes, ...hint) => {
      const field = el("input", { type: "password", id: `add-${name}`, name, autocomplete: "off", autocapitalize: "none", spellcheck: "false", input: () => this.complain(""), ...attributes });
      return [field, el("div", {}, el("label", { for: field.id }, t(`add.${name}`)), el("div", { class: "field" }, field, reveal(field)), ...hint)];
    };
    const parts = [];
    if (summary) parts.push(el("p", { class: "note shared", id: "add-label" }, icon("check"), el("span", {}, t("label.used"))));
    const asks = item.asks.filter((question) => !summary?.answers.includes(question));
    if (asks.includes("passphrase")) {
      let part;
      [this.passphrase, part] = secret("passphrase", { maxlength: longestLabel });
      parts.push(part);
    }
    if (asks.includes("proof")) {
      let part;
      const hint = el("p", { class: "hint below", id: "add-proof-hint" }, t("add.proof.text"));
      [this.proof, part] = secret("proof", { maxlength: longest, "aria-describedby": hint.id }, hint);
      parts.push(part);
    }
    this.network = el("input", { type: "text", id: "add-network", name: "network", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: longest, "aria-describedby": "add-network-hint" });
    parts.push(el("details", { class: "more", id: "add-other" }, el("summary", {}, t("add.other")),
      el("label", { for: "add-network" }, t("add.network")), el("div", { class: "field" }, this.network),
      el("p", { class: "hint below", id: "add-network-hint" }, t("add.network.text"))));
    const risk = ["consent", "weakProof"].find((question) => asks.includes(question));
    if (risk) {
      this.consent = el("input", { type: "checkbox", id: "add-consent", name: "consent", change: () => this.complain("") });
      parts.push(el("label", { class: "consent", for: "add-consent" }, this.consent, el("span", {}, t(`add.${risk}`))));
    }
    this.complaint = el("p", { class: "complaint", id: "add-complaint", role: "alert" });
    this.gone = el("p", { class: "hint below", id: "add-gone", role: "status" });
    this.yes = el("button", { type: "submit", class: "primary", id: "add-yes" }, t("add.yes"));
    this.node = el("div", { class: "stage asking", id: "add-form", "data-item": item.id }, box,
      el("h1", { id: "add-heading" }, t("add.heading", { name: nameText(item.name) })),
      el("p", { class: "hint", id: "add-family" }, kindText(item)),
      el("p", { class: "hint" }, t("add.text")),
      el("form", { novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.send(); } }, ...parts, this.complaint, this.gone,
        el("div", { class: "actions" }, this.yes, el("button", { type: "button", class: "quiet", id: "add-back", click: () => view.choose(null) }, t("add.back")))));
    this.focus = this.passphrase ?? this.proof ?? null;
  }

  update(state, isAway) {
    const isThere = Boolean(this.summary?.item) || state.items.some((item) => item.id === this.item.id);
    this.yes.disabled = isAway || !isThere;
    // The list begins anew after an attempt: what is not there yet is not gone.
    say(this.gone, isThere ? "" : t(state.isComplete ? "refused.item" : "add.away"));
    show(this.gone, !isThere);
  }

  async send() {
    const { item, passphrase, proof, network, consent } = this;
    const request = { accessory: item.id };
    if (this.summary) request.label = this.summary.label;
    if (passphrase) {
      if (!isPassphrase(passphrase.value)) {
        return this.complain(t(passphrase.value ? "passphrase.length" : "passphrase.missing"), passphrase);
      }
      request.passphrase = passphrase.value;
    }
    if (proof?.value.trim()) request.proof = proof.value.trim();
    this.view.hasProof = Boolean(request.proof) || (this.summary?.answers.includes("proof") ?? false);
    if (network.value.trim()) request.network = network.value.trim();
    if (consent) {
      if (!consent.checked) return this.complain(t("add.consent.missing"), consent);
      request.allowsClearText = true;
    }
    const problem = await this.view.send("add", request);
    if (problem && this.node.isConnected) this.complain(problemText(problem));
  }

  complain(text, field = null) {
    say(this.complaint, text);
    for (const one of [this.passphrase, this.consent]) if (one) set(one, "aria-invalid", text && one === field ? "true" : null);
    field?.focus();
  }
}
