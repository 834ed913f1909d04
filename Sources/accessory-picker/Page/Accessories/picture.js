// SPDX-License-Identifier: Apache-2.0
// Pictures of files, drawn in another size; and the picture that a person gives an accessory.

import { el, icon, t } from "./dom.js";
import { problemText } from "./reasons.js";
import { act } from "./stream.js";

/** Pixels of a side. No page shows it larger. */
const edge = 256;

/** A part of a picture, `scale` times as large. */
export function drawn(source, { left = 0, top = 0, width, height }, scale) {
  const canvas = el("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The square in the middle of a picture. What else the file has stays here, such as where it was taken. */
async function square(file) {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const side = Math.min(width, height);
  const part = { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side };
  // JPEG has no transparent parts.
  return drawn(picture, part, Math.min(1, edge / side)).toDataURL(file.type === "image/jpeg" ? "image/jpeg" : "image/png");
}

export class PictureField {
  /** `complain` is called with a sentence or "", `announce` with what was done. `name` returns the accessory's name. */
  constructor(accessory, name, { complain, announce }) {
    Object.assign(this, { accessory, name, complain, announce });
    // Phones offer their camera, too.
    this.file = el("input", { type: "file", accept: "image/*", hidden: true, change: () => this.choose() });
    this.button = el("button", { type: "button", class: "small picture-choose", click: () => this.file.click() }, icon("camera"), el("span", {}, t("picture.choose")));
    this.remover = el("button", { type: "button", class: "small picture-remove", click: () => this.remove() }, icon("cross"), el("span", {}, t("picture.remove")));
  }

  async choose() {
    const [file] = this.file.files;
    if (!file) return;
    this.button.disabled = true;
    const image = await square(file).catch(() => null);
    // The same file can be chosen again.
    this.file.value = "";
    if (!image) this.complain(t("refused.image"));
    else if (await this.send(image)) this.announce(t("picture.done", { name: this.name() }));
    this.button.disabled = false;
    this.button.focus();
  }

  async remove() {
    if (!await this.send(null)) return;
    this.announce(t("picture.removed", { name: this.name() }));
    this.button.focus();
  }

  /** Returns whether the agent has done it. */
  async send(image) {
    const problem = await act("depict", { accessory: this.accessory, image });
    this.complain(problem ? problemText(problem) : "");
    return !problem;
  }
}
