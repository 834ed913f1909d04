// SPDX-License-Identifier: Apache-2.0
// Pictures of labels: from a file, or from the camera where the browser gives it. The picker reads them.

import { el, icon, show, t } from "./dom.js";
import { drawn } from "./picture.js";

/** Bytes; the picker takes no larger picture. */
const longest = 8 << 20;

/** Pixels of the longer side. A code needs no more, and a small hub reads it sooner. */
const edge = 2000;

/** Browsers give the camera to encrypted pages and to the machine's own, and to no other. */
export const hasCamera = () => isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** A picture that the picker takes; null if it is too large and this browser cannot make it smaller. */
async function fitting(file) {
  const isKnown = file.type === "image/png" || file.type === "image/jpeg";
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
    if (scale < 1 || !isKnown || file.size > longest) return await jpeg(drawn(picture, picture, scale));
  } catch { /* the picker says what is wrong with it */ }
  return file.size <= longest ? file : null;
}

function jpeg(canvas) { return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92)); }

export class PhotoField {
  /** `taken` is called with each picture, `complain` with the key of a text. */
  constructor(taken, complain) {
    this.complain = complain;
    this.taken = async (picture) => {
      this.disable(true);
      await taken(picture);
      this.disable(false);
    };
    this.file = el("input", { type: "file", id: "label-file", accept: "image/png,image/jpeg", capture: "environment", change: () => this.choose() });
    this.start = el("button", { type: "button", class: "primary", id: "label-camera", click: () => this.open() }, icon("camera"), el("span", {}, t("photo.camera")));
    this.video = el("video", { class: "viewfinder", id: "label-video", playsinline: true, "aria-label": t("photo.video") });
    // Some browsers play nothing that is not muted, and take no attribute for it.
    this.video.muted = true;
    this.shutter = el("button", { type: "button", class: "primary", id: "label-shot", click: () => this.shoot() }, t("photo.take"));
    this.finder = el("div", { hidden: true }, this.video,
      el("div", { class: "ways" }, this.shutter, el("button", { type: "button", class: "quiet", id: "label-camera-off", click: () => { this.close(); this.start.focus(); } }, t("photo.stop"))));
    show(this.start, hasCamera());
    /** The camera comes first, where the browser gives it. */
    this.camera = el("div", { class: "photo" }, this.start, this.finder);
    this.node = el("div", { class: "photo" }, el("label", { for: this.file.id }, t("photo.file")), el("div", { class: "field" }, this.file));
    this.openings = 0;
  }

  disable(isBusy) { for (const part of [this.file, this.shutter]) part.disabled = isBusy; }

  async choose() {
    const [file] = this.file.files;
    if (!file) return;
    const picture = await fitting(file);
    // The same file can be chosen again.
    this.file.value = "";
    if (!picture) return this.complain("refused.picture.large");
    await this.taken(picture);
    this.file.focus();
  }

  async open() {
    const number = ++this.openings;
    this.complain("");
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1920 } } });
      if (number !== this.openings) return stop(stream);
      this.stream = stream;
      this.video.srcObject = stream;
      show(this.finder, true);
      show(this.start, false);
      // From here on nothing moves: the first picture comes when a finger may be on its way to a button.
      this.finder.scrollIntoView({ block: "nearest" });
      await this.video.play();
      this.shutter.focus({ preventScroll: true });
    } catch {
      if (number === this.openings) this.complain("photo.refused");
      this.close();
    }
  }

  async shoot() {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width) return;
    const scale = Math.min(1, edge / Math.max(width, height));
    await this.taken(await jpeg(drawn(this.video, { width, height }, scale)));
  }

  /** The camera is off from now on. */
  close() {
    this.openings += 1;
    if (this.stream) stop(this.stream);
    this.stream = this.video.srcObject = null;
    show(this.finder, false);
    show(this.start, hasCamera());
  }
}

function stop(stream) { for (const track of stream.getTracks()) track.stop(); }
