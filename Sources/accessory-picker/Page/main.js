// SPDX-License-Identifier: Apache-2.0
// The page: two views of one state, and the messages above both.

import { el, reconcile, say, set, setTexts, show, t } from "./dom.js";
import { isCut, listen } from "./stream.js";
import { PickerView } from "./picker.js";
import { AccessoriesView } from "./accessories.js";

const id = (name) => document.getElementById(name);

setTexts(await (await fetch("/texts")).json());

const picker = new PickerView(id("picker"), announce);
const accessories = new AccessoriesView(id("accessories"), announce);
let state = null;
/** When the connection was lost; null while there is one. */
let lostSince = null;

/** For readers who do not see the page. */
function announce(text) { say(id("live"), text); }

let name = "picker";

function view() { return name; }

function showView() {
  // Other marks, such as the one that skips the navigation, are places in the current view.
  if (["#picker", "#accessories", ""].includes(location.hash)) name = location.hash.slice(1) || "picker";
  for (const name of ["picker", "accessories"]) {
    show(id(name), view() === name);
    set(id(`to-${name}`), "aria-current", view() === name ? "page" : null);
  }
  update();
}

function banners() {
  const list = [];
  // Browsers call loopback and HTTPS secure.
  if (!isSecureContext) list.push({ id: "plain", text: t("banner.plain") });
  // The picker's own view explains a cut in full.
  if (expectsCut() && lostSince) {
    if (view() === "accessories") list.push({ id: "cut", text: picker.absence() });
  } else if (lostSince) list.push({ id: "lost", text: t("banner.lost") });
  else if (state?.away) list.push({ id: "away", text: t("banner.away") });
  const asks = state && !["waiting", "finished"].includes(state.picker.mode);
  if (asks && view() === "accessories") {
    list.push({ id: "asks", text: t("picker.asks", { app: state.picker.app }), link: t("banner.show") });
  }
  return list;
}

function expectsCut() { return isCut(state, picker.isGoing); }

function update() {
  if (state) {
    picker.update(state.picker, { isAway: Boolean(lostSince || state.away), cut: state.cut, lostSince: expectsCut() ? lostSince : null });
    accessories.update(state.accessories, Boolean(lostSince || state.away));
  }
  const list = banners();
  show(id("banner"), list.length > 0);
  reconcile(
    id("banner"), list, (banner) => banner.id,
    () => el("p", {}, el("strong"), " ", el("a", { href: "#picker", id: "banner-show" })),
    (node, banner) => {
      set(node, "data-banner", banner.id);
      say(node.children[0], banner.text);
      say(node.children[1], banner.link ?? "");
      show(node.children[1], Boolean(banner.link));
    });
  if (!state) return;
  const asks = state.picker.app && state.picker.mode !== "finished";
  document.title = asks ? t("picker.asks", { app: state.picker.app }) : t("title");
}

/** Nothing more will come: shows why. */
function over(name) {
  document.title = t("title");
  id("content").replaceChildren(
    el("section", { class: "stage", id: `over-${name}` },
      el("h1", { tabindex: "-1" }, t(`over.${name}`)), el("p", {}, t(`over.${name}.text`))));
  id("content").querySelector("h1").focus();
  show(id("banner"), false);
  id("to-picker").parentElement.hidden = true;
}

addEventListener("hashchange", showView);
showView();
listen({
  changed(new_) {
    state = new_;
    lostSince = null;
    if (state.isOver) {
      over("ended");
      return false;
    }
    update();
    return true;
  },
  lost() {
    lostSince ??= Date.now();
    update();
  },
  expectsCut,
  ended() { over("session"); },
});
