// SPDX-License-Identifier: Apache-2.0
// Turns the link into a session, and goes on to the view that the link names. The token stands behind the '#', which a
// browser sends to nobody. It leaves the address before anything else happens, so that no history keeps it.

const messages = ["opening", "used", "expired", "unknown", "storage", "failed", "onward"];

function show(...ids) {
  for (const id of messages) document.getElementById(id).hidden = !ids.includes(id);
}

/** Whether this browser has the page already. Without an earlier link there is nothing to ask. */
async function hasPage() {
  return localStorage.getItem("key") !== null && (await fetch("/texts")).ok;
}

async function open(token, view) {
  show("opening");
  const answer = await fetch("/open", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (answer.ok) {
    const session = await answer.json();
    for (const name of ["key", "proof", "stays"]) localStorage.setItem(name, session[name]);
    location.replace(view === "accessories" ? "/#accessories" : "/");
  } else {
    const { error } = await answer.json();
    const reason = ["used", "expired", "storage"].includes(error) ? error : "unknown";
    show(reason, ...(await hasPage() ? ["onward"] : []));
  }
}

function begin() {
  const [token, view] = location.hash.slice(1).split("&");
  history.replaceState(null, "", "/open");
  open(token, view).catch(() => show("failed"));
}

// A new link that is opened in this tab changes nothing but the part behind the '#', and loads no page.
addEventListener("hashchange", begin);
begin();
