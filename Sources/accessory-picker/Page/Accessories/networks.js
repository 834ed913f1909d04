// SPDX-License-Identifier: Apache-2.0
// The home networks that accessories have, and the order to move them to another one, such as that of a new router.

import { el, reconcile, say, set, show, t } from "./dom.js";
import { addingReason, problemText } from "./reasons.js";
import { act } from "./stream.js";

/** Characters, as many as the agent takes. */
const longest = 256;

export class NetworksView {
  constructor(announce) {
    this.announce = announce;
    this.list = el("ul", { id: "networks" });
    this.error = el("p", { class: "complaint", id: "networks-error", role: "alert" });
    this.node = el("section", { id: "home-networks", "aria-labelledby": "networks-heading", hidden: true },
      el("h2", { id: "networks-heading" }, t("networks")), this.error, this.list);
  }

  update({ networks, error }, isAway) {
    show(this.node, networks.length > 0);
    say(this.error, error ? textOf(error) : "");
    reconcile(this.list, networks, (network) => network.ssid, (network) => this.make(network), (node, network) => this.fill(node, network, isAway));
  }

  make({ ssid }) {
    const number = this.count = (this.count ?? 0) + 1;
    const to = el("input", { type: "text", id: `network-to-${number}`, class: "network-to", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: longest, "aria-describedby": `network-hint-${number}` });
    const consent = el("input", { type: "checkbox", class: "network-consent" });
    const form = el("form", { novalidate: true, autocomplete: "off", submit: (event) => { event.preventDefault(); this.move(node, ssid); } },
      el("label", { for: to.id }, t("add.network")), el("div", { class: "field" }, to),
      el("p", { class: "hint below", id: `network-hint-${number}` }, t("networks.to.text")),
      el("label", { class: "consent" }, consent, el("span", {}, t("networks.consent"))),
      el("div", { class: "actions" }, el("button", { type: "submit", class: "primary network-move" }, t("networks.yes"))));
    const node = el("li", { class: "network" },
      el("h3", {}, ssid), el("p", { class: "hint" }), el("ul", { class: "residents" }),
      el("details", { class: "more" }, el("summary", {}, t("networks.move")), form),
      el("button", { type: "button", class: "quiet network-keep", click: () => this.keep(node, ssid) }, t("networks.keep", { network: ssid })),
      el("p", { class: "complaint", role: "alert" }));
    return node;
  }

  fill(node, { ssid, isHere, residents }, isAway) {
    set(node, "data-network", ssid);
    say(node.querySelector(".hint"), t(isHere ? "networks.here" : "networks.count", { count: residents.length }));
    reconcile(node.querySelector(".residents"), residents, (resident) => resident.id,
      () => el("li", {}, el("span", { class: "name" }), el("span", { class: "state" })),
      (line, { name, way, movesTo, isGiven }) => {
        say(line.querySelector(".name"), name);
        set(line, "data-way", way);
        say(line.querySelector(".state"), movesTo ? t(isGiven ? "networks.given" : "networks.moves", { network: movesTo }) : t(`networks.way.${way}`));
      });
    node.moving = residents.filter((resident) => resident.movesTo).map((resident) => resident.id);
    show(node.querySelector(".network-keep"), node.moving.length > 0);
    show(node.querySelector(".more"), residents.some((resident) => resident.way !== "person"));
    for (const button of node.querySelectorAll("button")) button.disabled = isAway;
  }

  async move(node, ssid) {
    const [to, isAgreed] = [node.querySelector(".network-to").value.trim(), node.querySelector(".network-consent").checked];
    const request = { from: ssid, ...(to && { to }), ...(isAgreed && { allowsClearText: true }) };
    if (await this.send(node, "move", request)) return;
    node.querySelector("details").open = false;
    this.announce(t("networks.done"));
  }

  async keep(node, ssid) {
    if (await this.send(node, "keep", { accessories: node.moving })) return;
    this.announce(t("networks.kept", { network: ssid }));
  }

  async send(node, name, request) {
    const problem = await act(name, request);
    say(node.querySelector(":scope > .complaint"), problem ? textOf(problem) : "");
    return problem;
  }
}

/** A network that cannot be handed over has a reason of its own. */
function textOf(problem) { return problem.reason ? addingReason({ code: problem.error, ...problem }) : problemText(problem); }
