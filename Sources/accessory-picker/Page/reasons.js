// SPDX-License-Identifier: Apache-2.0
// Failures in the page's language. The agent sends codes and names; its own sentence serves for a code without a text.

import { has, named, nameText, t } from "./dom.js";

/** The heading of a failure, or of its reason where that has one. */
export function failure(error) {
  return t([`error.${error?.reason?.kind}`, `error.${error?.code}`].find(has) ?? "error");
}

/** The sentence below the heading. `state` has the app, and the accessory if one was chosen. */
export function reasonText(error, state) {
  if (!error) return "";
  const { code, reason, message, change } = error;
  const key = [reason && `reason.${reason.kind}`, `reason.${code}`].find((key) => key && has(key));
  if (!key) return message;
  const names = (reason?.names ?? []).map((name) => t("quoted", { text: name }));
  const { chosen, chosenLabel, app } = state;
  return t(key, {
    app,
    name: chosen ? named(chosen.name, chosenLabel) : t("accessory"),
    names: names.length ? new Intl.ListFormat(document.documentElement.lang).format(names) : t("reason.unnamed"),
    network: chosen?.ssid ?? chosen?.name ?? t("accessory"),
    expected: change ? t(`security.${change.expected}`) : "",
    seen: change ? t(`security.${change.seen}`) : "",
    interface: reason?.interface ?? t("radio"),
  });
}

/** The sentence about a new accessory, for which no app asks. `chosen` is missing while somebody looks for one. */
export function addingReason(error, chosen = null) {
  // Names and words come from accessories.
  const reason = error.reason && { ...error.reason, names: error.reason.names?.map(nameText) };
  const text = reasonText({ ...error, reason }, { app: t("adding.app"), chosen: chosen && { ...chosen, name: nameText(chosen.name) } });
  return text.replace(/^./u, (letter) => letter.toLocaleUpperCase(document.documentElement.lang));
}

/** How a presentation ended that did not succeed. */
export function endingText({ error, isInterrupted }) { return isInterrupted ? t("interrupted") : failure(error); }

/** Why the picker or the agent refused what the person did: `{error, message, field}`, or a failure of the agent. */
export function problemText({ error, code = error, message, field }) {
  if (!code || code === "page" || code === "away") return t("error.page");
  return [`refused.${field}`, `refused.${code}`].filter(has).map((key) => t(key))[0] ?? (has(`error.${code}`) ? failure({ code }) : message);
}
