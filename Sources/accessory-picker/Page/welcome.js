// SPDX-License-Identifier: Apache-2.0
// The first screen: which machine this is, and where a person goes from here while no app asks.

import { el, icon, say, show, t } from "./dom.js";

const { host } = document.documentElement.dataset;

function way(id, address, picture, title, text) {
  return el("a", { class: "way", id, href: address }, icon(picture),
    el("span", { class: "which" }, el("strong", {}, title), text), icon("right"));
}

export class Welcome {
  constructor(view) {
    this.view = view;
    this.radar = el("div", { class: "radar small", "aria-hidden": "true" }, el("i"), el("i"), el("i"), icon("wifi"));
    this.heading = el("h1", { id: "heading" }, t("waiting", { host }));
    this.home = el("p", { class: "hint", id: "home-network" });
    this.text = el("p", { class: "hint", id: "waiting-text" }, t("waiting.text"));
    this.count = el("span", { class: "hint" });
    this.node = el("div", { class: "stage waiting" }, this.radar, this.heading, this.home,
      el("div", { class: "ways-on" },
        way("start-add", "#add", "plus", t("add"), el("span", { class: "hint" }, t("start.add"))),
        way("start-accessories", "#accessories", "list", t("start.accessories"), this.count)),
      this.text);
  }

  /** Without the agent nothing waits for an app, and the banner above has the reason. */
  update(state, isAway) {
    const { home, count } = this.view;
    show(this.radar, !isAway);
    say(this.heading, t(isAway ? "waiting.away" : "waiting", { host }));
    show(this.home, Boolean(home) && !isAway);
    say(this.home, home ? t("start.home", { network: home }) : "");
    say(this.count, count ? t("start.count", { count }) : t("accessories.none"));
    show(this.text, !isAway);
  }
}
