// SPDX-License-Identifier: Apache-2.0
// The accessories that apps have: their names and pictures, which app may use them, and forgetting them.

import { el, icon, named, picture, printedNode, reconcile, say, set, show, t, updatePicture, updatePrinted } from "./dom.js";
import { NetworksView } from "./networks.js";
import { PictureField } from "./picture.js";
import { problemText } from "./reasons.js";
import { act } from "./stream.js";

export class AccessoriesView {
  constructor(root, announce) {
    this.root = root;
    this.announce = announce;
    this.empty = el("div", { class: "stage", id: "no-accessories" },
      el("div", { class: "badge-large", "data-kind": "nothing" }, icon("wifi")),
      el("h2", {}, t("accessories.none")), el("p", { class: "hint" }, t("accessories.none.text")));
    this.error = el("p", { class: "refusal", id: "accessories-error", role: "alert", hidden: true });
    this.list = el("ul", { class: "devices", id: "devices" });
    this.networks = new NetworksView(announce);
    this.dialog = el("dialog", { id: "forget-dialog", "aria-labelledby": "forget-heading", "aria-describedby": "forget-text" },
      el("h2", { id: "forget-heading" }), el("p", { id: "forget-text" }, t("forget.text")),
      el("div", { class: "actions" },
        el("button", { type: "button", class: "danger", id: "forget-yes", click: () => this.forget() }, t("forget.yes")),
        el("button", { type: "button", class: "quiet", id: "forget-no", click: () => this.dialog.close() }, t("cancel"))));
    root.append(
      el("div", { class: "page-head" },
        el("div", {}, el("h1", { id: "accessories-heading" }, t("nav.accessories")), el("p", { class: "hint" }, t("accessories.text"))),
        el("a", { class: "primary", id: "to-add", href: "#add" }, icon("plus"), el("span", {}, t("add")))),
      this.error, this.empty, this.list, this.networks.node, this.dialog);
  }

  /** `networks`: those that the accessories have. `joined`: the accessories' networks that apps use now. If `isAway`, the banner above already shows that the list is old. */
  update(accessories, networks, joined, isAway) {
    this.networks.update(networks, isAway);
    this.devices = accessories.devices;
    this.joined = joined;
    show(this.error, Boolean(accessories.error) && !isAway);
    say(this.error, accessories.error ? t("accessories.error") : "");
    show(this.empty, accessories.devices.length === 0 && !accessories.error);
    reconcile(this.list, accessories.devices, (device) => device.id, (device) => this.make(device), (node, device) => this.fill(node, device));
  }

  make(device) {
    const node = el("li", { class: "device", "data-accessory": device.id });
    const field = el("input", { id: `rename-${device.id}`, class: "rename-field", name: "name", maxlength: "120", autocomplete: "off" });
    const form = el("form", {
      class: "rename", hidden: true, novalidate: true,
      submit: (event) => { event.preventDefault(); this.rename(node); },
      keydown: (event) => { if (event.key === "Escape") this.editing(node, false); },
    },
      el("label", { for: field.id, class: "unseen" }, t("rename.label")), field,
      el("button", { type: "submit", class: "primary rename-save" }, t("save")),
      el("button", { type: "button", class: "quiet rename-cancel", click: () => this.editing(node, false) }, t("cancel")));
    const own = new PictureField(device.id, () => node.querySelector(".name").textContent, {
      complain: (text) => say(node.querySelector(".complaint"), text), announce: this.announce,
    });
    node.append(
      picture(),
      el("div", { class: "about" },
        el("h2", { class: "name" }),
        el("p", {}, printedNode()),
        el("p", { class: "radios" }, el("span", { class: "radio wifi" }, t("wifi")), el("span", { class: "radio bluetooth" }, t("bluetooth"))),
        el("p", { class: "home" }, el("span", { class: "before" }),
          el("a", { class: "address", target: "_blank", rel: "noopener noreferrer" }), el("bdi", { class: "address" }),
          el("span", { class: "after" }))),
      form,
      el("div", { class: "uses" }, el("h3"), el("ul", { class: "switches" })),
      el("p", { class: "complaint", role: "alert" }),
      el("p", { class: "hint identified", role: "status" }),
      el("div", { class: "end" },
        el("button", { type: "button", class: "small rename-open", click: () => this.editing(node, true) }, icon("pencil"), el("span", {}, t("rename"))),
        el("button", { type: "button", class: "small identify", click: ({ currentTarget }) => this.identify(node, currentTarget) }, icon("eye"), el("span", {}, t("identify"))),
        own.button, own.file, own.remover,
        el("button", { type: "button", class: "small danger-text forget", click: () => this.askToForget(node) }, icon("bin"), el("span", {}, t("forget")))));
    return node;
  }

  fill(node, device) {
    const find = (selector) => node.querySelector(selector);
    const name = named(device.name, device.label);
    updatePicture(find(".picture"), device.name, device.image);
    say(find(".name"), name);
    set(find(".rename-open"), "aria-label", t("rename.name", { name }));
    set(find(".picture-choose"), "aria-label", t("picture.choose.name", { name }));
    set(find(".picture-remove"), "aria-label", t("picture.remove.name", { name }));
    show(find(".picture-remove"), device.hasOwnImage);
    set(find(".identify"), "aria-label", t("identify.name", { name }));
    show(find(".identify"), device.identifies);
    set(find(".forget"), "aria-label", t("forget.name", { name }));
    updatePrinted(find(".printed"), device);
    show(find(".radio.wifi"), device.hasWiFi);
    show(find(".radio.bluetooth"), device.hasBluetooth);
    this.fillHome(find(".home"), device.location, name);
    say(find(".uses h3"), t(device.apps.length ? "uses" : "uses.none"));
    reconcile(find(".switches"), device.apps, (use) => use.app, (use) => this.makeSwitch(node, use), (line, use) => {
      const button = line.querySelector("button");
      say(line.querySelector(".app"), use.name);
      say(line.querySelector(".app-state"), t(use.isPending ? "use.pending" : use.isAllowed ? "use.on" : "use.off"));
      const hotspot = this.joined.find(({ app, ssid }) => app === use.app && ssid === device.ssid);
      show(line.querySelector(".app-joined"), Boolean(hotspot));
      say(line.querySelector(".app-joined"), hotspot ? t(`use.joined.${hotspot.fence ?? "none"}`) : "");
      set(button, "aria-checked", use.isAllowed ? "true" : "false");
      set(button, "aria-label", t("use", { app: use.name, name }));
    });
  }

  /** The agent looks for it at home first, which takes most of a minute if it is not there. */
  async identify(node, button) {
    const [complaint, status] = [node.querySelector(".complaint"), node.querySelector(".identified")];
    button.disabled = true;
    say(complaint, "");
    say(status, t("identify.looking"));
    const problem = await act("identify", { accessory: node.dataset.accessory });
    say(complaint, problem ? problemText(problem) : "");
    say(status, problem ? "" : t("identify.shown"));
    button.disabled = false;
  }

  /** Where it is on the home network. The address is a link to the device's own page, if it has one there. */
  fillHome(node, location, name) {
    show(node, Boolean(location));
    if (!location) return;
    const { address, page, isOnline, isConfirmed, lastSeen } = location;
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const [before, after] = isOnline
      ? t(isConfirmed ? "home.online" : "home.likely", { address: "\n" }).split("\n")
      : [t("home.seen", { time: time.format(new Date(lastSeen * 1000)) }), ""];
    const [link, plain] = node.querySelectorAll(".address");
    set(node, "data-online", isOnline);
    say(node.querySelector(".before"), before);
    say(node.querySelector(".after"), after);
    show(link, isOnline && Boolean(page));
    show(plain, isOnline && !page);
    set(link, "href", page ?? null);
    set(link, "aria-label", t("home.page", { address, name }));
    say(link, address);
    say(plain, address);
  }

  device(node) { return this.devices.find((device) => device.id === node.dataset.accessory); }

  makeSwitch(node, use) {
    const button = el("button", {
      type: "button", role: "switch", class: "switch",
      click: () => this.send(node, "access", { app: use.app, allowed: button.getAttribute("aria-checked") !== "true" }),
    }, el("i"));
    return el("li", { "data-app": use.app }, el("span", { class: "who" }, el("span", { class: "app" }), el("span", { class: "app-state" }), el("span", { class: "app-joined", hidden: true })), button);
  }

  async send(node, name, request) {
    const problem = await act(name, { accessory: node.dataset.accessory, ...request });
    say(node.querySelector(".complaint"), problem ? problemText(problem) : "");
    return problem;
  }

  editing(node, isEditing) {
    const field = node.querySelector(".rename-field");
    show(node.querySelector(".rename"), isEditing);
    show(node.querySelector(".rename-open"), !isEditing);
    if (isEditing) {
      field.value = this.device(node).name;
      field.select();
    }
    (isEditing ? field : node.querySelector(".rename-open")).focus();
  }

  async rename(node) {
    const name = node.querySelector(".rename-field").value.trim();
    if (!name) return node.querySelector(".rename-field").focus();
    if (await this.send(node, "rename", { name })) return;
    this.editing(node, false);
    this.announce(t("rename.done", { name }));
  }

  askToForget(node) {
    this.forgetting = node;
    const device = this.device(node);
    say(this.dialog.querySelector("h2"), t("forget.heading", { name: named(device.name, device.label) }));
    this.dialog.showModal();
    this.dialog.querySelector("#forget-no").focus();
  }

  async forget() {
    const node = this.forgetting;
    this.dialog.close();
    if (await this.send(node, "forget", {})) return;
    this.announce(t("forget.done", { name: node.querySelector(".name").textContent }));
    this.root.querySelector("h1").setAttribute("tabindex", "-1");
    this.root.querySelector("h1").focus();
  }
}
