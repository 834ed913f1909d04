// SPDX-License-Identifier: Apache-2.0
// The way to the picker: what it shows, as it changes, and what the person does.

const key = () => localStorage.getItem("key") ?? "";

/** Twice the time after which a stream with nothing to say shows that it is alive. */
const patience = 70_000;

/** Hears the state whenever it changes; `lost` whenever the way to it is; `ended` once, when the session is over. */
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
    } catch { /* it is tried again */ }
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

/** Has the picker do something; null when it did, else `{error, message}`. */
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
