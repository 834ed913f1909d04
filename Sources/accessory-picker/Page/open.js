// SPDX-License-Identifier: Apache-2.0
// Turns the link into a session, and goes on to the view that the link names. The token stands behind the '#', which a
// browser sends to nobody. It leaves the address before anything else happens, so that no history keeps it.

const [token, view] = location.hash.slice(1).split("&");
history.replaceState(null, "", "/open");

function show(id) {
  document.getElementById("opening").hidden = true;
  document.getElementById(id).hidden = false;
}

async function open() {
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
    show(["used", "storage"].includes(error) ? error : "unknown");
  }
}

open().catch(() => show("failed"));
