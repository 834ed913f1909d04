// SPDX-License-Identifier: Apache-2.0
// The connection to the picker: its state, as it changes, and the person's acts.

const key = () => localStorage.getItem("key") ?? "";

/** Twice the interval at which a stream without changes shows that it is alive, and a margin. */
const patience = 70_000;

/** Calls `changed` with each state, `lost` whenever the connection is, and `ended` once, when the session is over. */
export async function listen({ changed, lost, ended }) {
  let wait = 500;
  for (;;) {
    try {
      const abort = new AbortController();
      const answer = await fetch("/events", { headers: { "X-Accessory-Picker": key() }, signal: abort.signal });
      if (answer.status === 403) {
        localStorage.removeItem("key");
        return ended();
      }
      if (!answer.ok) throw new Error(String(answer.status));
      for await (const state of states(answer.body, abort)) {
        wait = 500;
        if (changed(state) === false) return;
      }
    } catch { /* the loop tries again */ }
    lost();
    await new Promise((done) => setTimeout(done, wait));
    wait = Math.min(wait * 2, 10_000);
  }
}

async function* states(body, abort) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const alarm = setTimeout(() => abort.abort(), patience);
    const { value, done } = await reader.read().finally(() => clearTimeout(alarm));
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) if (event.startsWith("data: ")) yield JSON.parse(event.slice(6));
  }
}

/** Sends an act to the picker. Returns null if it was done, else `{error, message}`. */
export async function act(name, request) {
  try {
    const answer = await fetch(`/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Accessory-Picker": key() },
      body: JSON.stringify(request),
    });
    if (answer.ok) return null;
    return await answer.json().catch(() => ({ error: "page", message: "" }));
  } catch {
    return { error: "page", message: "" };
  }
}
