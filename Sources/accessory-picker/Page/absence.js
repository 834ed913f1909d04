// SPDX-License-Identifier: Apache-2.0
// What the page shows while the hub is at the accessory, where the page cannot reach it.

import { el, say, show, t } from "./dom.js";

/** After so many seconds the page gives reasons for the delay. */
const long = 180;

export class Absence {
  constructor() {
    this.step = el("p", { class: "hint", id: "absent-step" });
    this.time = el("p", { class: "hint", id: "absent-time" });
    this.delay = el("p", { class: "note", id: "absent-long" });
    this.node = el("div", { class: "absence", id: "absence", hidden: true }, this.time, this.step, this.delay);
  }

  /** `since`: null while the page reaches the hub. */
  update(since, state, values) {
    show(this.node, since !== null);
    clearInterval(this.clock);
    if (since === null) return;
    const step = state.step ?? state.setupSteps?.at(-1);
    show(this.step, Boolean(step));
    say(this.step, step ? t("absent.step", { step: t(`step.${step}`) }) : "");
    say(this.delay, t("absent.long", values));
    const tick = () => {
      const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
      say(this.time, t("absent.time", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` }));
      show(this.delay, seconds >= long);
      // The part leaves the page with its presentation.
      if (!this.node.isConnected) clearInterval(this.clock);
    };
    this.clock = setInterval(tick, 1_000);
    tick();
  }
}
