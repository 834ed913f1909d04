// SPDX-License-Identifier: Apache-2.0
// The connection to the picker: its state, as it changes, and the person's acts.

const key = () => localStorage.getItem("key") ?? "";

/** Somebody else answers at the picker's address. */
class Stranger extends Error {}

/** Whether the picker itself answers: nobody else gets what a person types. */
let isThere = false;

/** A picker whose port refuses connections for so long on the page's own machine has ended: anybody may take the port. */
const loopbackPatience = 5_000;

/** Whether the page is on the picker's own machine, all of whose 127.0.0.0/8 is loopback. */
export function isLocal() { return /^(127\.|\[::1\]$)|(^|\.)localhost$/.test(location.hostname); }

/** A hub comes back, and still knows the page then. */
function givesUp() {
  return isLocal() && localStorage.getItem("stays") !== "true";
}

function forget() {
  for (const name of ["key", "proof", "stays"]) localStorage.removeItem(name);
}

/** Twice the interval at which a stream without changes shows that it is alive, and a margin. */
const patience = 70_000;

/** The silence after which a stream counts as cut while a cut is expected: a network that goes closes no connection. */
const shortPatience = 3_000;

/** The time for an answer. */
const answerPatience = 15_000;

/** Between two attempts while a cut is expected: the way comes back at any moment. */
const shortWait = 1_000;

/** Whether a join cuts this page's way now. `isGoing`: the person has chosen, and no state shows that yet. */
export function isCut(state, isGoing) {
  return Boolean(state?.cut) && (isGoing || (Boolean(state.picker.chosen) && state.picker.mode === "working"));
}

/**
 * Calls `changed` with each state, `lost` whenever the connection is, and `ended` once: when the session is over, or with
 * "ended" when the picker is.
 * `expectsCut` returns whether a join cuts this page's way now.
 */
export async function listen({ changed, lost, ended, expectsCut }) {
  let wait = 500;
  let isProbe = false;
  /** Since when the port is closed: a picker that is silent may come back, and nobody else can take its port. */
  let closedAt = null;
  for (;;) {
    const abort = new AbortController();
    try {
      const alarm = setTimeout(() => abort.abort(), expectsCut() ? shortPatience : answerPatience);
      const answer = await connect(abort.signal).finally(() => clearTimeout(alarm));
      if (answer.status === 403) {
        forget();
        return ended();
      }
      if (!answer.ok) throw new Error(String(answer.status));
      isProbe = false;
      for await (const state of states(answer.body, abort, expectsCut)) {
        wait = 500;
        closedAt = null;
        isThere = true;
        if (changed(state) === false) return;
        // The picker may wait for this page with the result.
        if (state.cut && state.picker.mode === "finished") act("shown", { presentation: state.picker.presentation });
      }
    } catch (error) {
      isThere = false;
      // A hub comes back, and has the port again.
      if (error instanceof Stranger && localStorage.getItem("stays") !== "true") {
        forget();
        return ended("ended");
      }
    }
    isThere = false;
    // A stream that was silent may be alive. One more attempt shows whether the way is cut.
    if (abort.signal.aborted && expectsCut() && !isProbe) {
      isProbe = true;
      continue;
    }
    isProbe = false;
    closedAt = abort.signal.aborted ? null : closedAt ?? Date.now();
    if (givesUp() && closedAt !== null && Date.now() - closedAt > loopbackPatience) {
      forget();
      return ended("ended");
    }
    lost();
    await sleep(expectsCut() ? shortWait : wait);
    wait = Math.min(wait * 2, 10_000);
  }
}

/** Asks for the stream, with the key. Whoever does not have the page's proof may have taken the picker's port, and gets none. */
async function connect(signal) {
  // Browsers have these functions on loopback and over HTTPS. Elsewhere the whole network reads the key.
  if (crypto.subtle) {
    const bytes = crypto.getRandomValues(new Uint8Array(18));
    const challenge = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
    const answer = await fetch(`/proof?of=${challenge}`, { signal });
    if (!answer.ok) return answer;
    if (!(await isProof(await answer.text(), challenge))) throw new Stranger();
  }
  return fetch("/events", { headers: { "X-Accessory-Picker": key() }, signal });
}

async function isProof(text, challenge) {
  const proof = localStorage.getItem("proof");
  if (!proof || !/^[0-9a-f]{64}$/.test(text)) return false;
  const [letters, algorithm] = [new TextEncoder(), { name: "HMAC", hash: "SHA-256" }];
  const secret = await crypto.subtle.importKey("raw", letters.encode(proof), algorithm, false, ["verify"]);
  const digest = Uint8Array.from(text.match(/../g), (digits) => parseInt(digits, 16));
  return crypto.subtle.verify("HMAC", secret, digest, letters.encode(challenge));
}

/** Ends early when the network is back, or when somebody looks at the page again. */
function sleep(milliseconds) {
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(alarm);
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      done();
    };
    const alarm = setTimeout(wake, milliseconds);
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
  });
}

async function* states(body, abort, expectsCut) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    // The state that brings the expectation may be the last one to arrive, and an act may bring it, too.
    const began = Date.now();
    const alarm = setInterval(() => {
      if (Date.now() - began > (expectsCut() ? shortPatience : patience)) abort.abort();
    }, 1_000);
    const { value, done } = await reader.read().finally(() => clearInterval(alarm));
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const fields = new Map(event.split("\n").map((line) => line.split(/: (.*)/, 2)));
      if (!fields.has("data")) continue;
      const proof = localStorage.getItem("proof");
      if (!proof || fields.get("id") !== proof) throw new Stranger();
      yield JSON.parse(fields.get("data"));
    }
  }
}

/** Sends an act to the picker. Returns null if it was done, else `{error, message}`. */
export async function act(name, request) { return (await ask(name, JSON.stringify(request))).problem ?? null; }

/** Sends an act that has a reply. Returns `{reply}`, or `{problem: {error, message}}`. */
export async function ask(name, body, type = "application/json", time = answerPatience) {
  if (!isThere) return { problem: { error: "page", message: "" } };
  try {
    const answer = await fetch(`/${name}`, {
      method: "POST",
      headers: { "Content-Type": type, "X-Accessory-Picker": key() },
      body,
      signal: AbortSignal.timeout(time),
    });
    if (answer.ok) return { reply: answer.status === 204 ? null : await answer.json() };
    return { problem: await answer.json().catch(() => ({ error: "page", message: "" })) };
  } catch {
    return { problem: { error: "page", message: "" } };
  }
}
