// SPDX-License-Identifier: Apache-2.0
// The page: three views of one state, and the messages above both.

import { el, nameText, reconcile, say, set, setTexts, show, t } from "./dom.js";
import { isCut, isLocal, listen } from "./stream.js";
import { PickerView } from "./picker.js";
import { AccessoriesView } from "./accessories.js";
import { AddingView } from "./adding.js";

const id = (name) => document.getElementById(name);

setTexts(await (await fetch("/texts")).json());

const picker = new PickerView(id("picker"), announce);
const accessories = new AccessoriesView(id("accessories"), announce);
const adding = new AddingView(id("add"), announce);
let state = null;
/** When the connection was lost; null while there is one. */
let lostSince = null;

/** For readers who do not see the page. */
function announce(text) { say(id("live"), text); }

let name = "picker";

function view() { return name; }

function showView() {
  // Other marks, such as the one that skips the navigation, are places in the current view.
  if (["#picker", "#accessories", "#add", ""].includes(location.hash)) name = location.hash.slice(1) || "picker";
  for (const name of ["picker", "accessories", "add"]) show(id(name), view() === name);
  set(id("to-picker"), "aria-current", view() === "picker" ? "page" : null);
  set(id("to-accessories"), "aria-current", view() === "accessories" ? "page" : view() === "add" ? "true" : null);
  update();
}

function banners() {
  const list = [];
  // Browsers call loopback and HTTPS secure.
  if (!isSecureContext) list.push({ id: "plain", text: t("banner.plain") });
  // The picker's own view explains a cut in full.
  if (isAddingCut() && lostSince) {
    list.push({ id: "cut", text: t("adding.absent") });
  } else if (expectsCut() && lostSince) {
    if (view() !== "picker") list.push({ id: "cut", text: picker.absence() });
  } else if (lostSince) list.push({ id: "lost", text: t("banner.lost") });
  else if (state?.away) list.push({ id: "away", text: t("banner.away") });
  const asks = state && !["waiting", "finished"].includes(state.picker.mode);
  if (asks && view() !== "picker") {
    list.push({ id: "asks", text: t("picker.asks", { app: state.picker.app }), link: t("banner.show"), to: "#picker" });
  }
  if (state && state.addition.mode !== "choosing" && view() !== "add") {
    const key = state.addition.mode === "working" ? "adding" : "added";
    list.push({ id: "adding", text: t(key, { name: nameText(state.addition.chosen.name) }), link: t("banner.show"), to: "#add" });
  }
  return list;
}

function expectsCut() { return isAddingCut() || isCut(state, picker.isGoing); }

/** Whether the join of a new accessory may cut this page's way. A page on the same machine stays. */
function isAddingCut() {
  const { mode, uplink } = state?.addition ?? {};
  return mode === "working" && Boolean(uplink) && !isLocal();
}

function update() {
  if (state) {
    const isAway = Boolean(lostSince || state.away);
    picker.update(state.picker, {
      isAway, cut: state.cut, lostSince: isCut(state, picker.isGoing) ? lostSince : null, home: state.home,
      count: state.accessories.devices.length,
    });
    accessories.update(state.accessories, state.networks, isAway ? [] : state.joined, isAway);
    adding.update(state.addition, isAway);
  }
  const list = banners();
  show(id("banner"), list.length > 0);
  reconcile(
    id("banner"), list, (banner) => banner.id,
    () => el("p", {}, el("strong"), " ", el("a")),
    (node, banner) => {
      set(node, "data-banner", banner.id);
      say(node.children[0], banner.text);
      say(node.children[1], banner.link ?? "");
      set(node.children[1], "id", banner.link ? (banner.to === "#picker" ? "banner-show" : "banner-adding") : null);
      set(node.children[1], "href", banner.to);
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
  ended(reason = "session") { over(reason); },
});
