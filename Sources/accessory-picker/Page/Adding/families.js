// SPDX-License-Identifier: Apache-2.0
// A picture for each family of accessories: what most of its devices look like, drawn for this page with a few lines.

import { drawing, el, pictureBox, updateImage } from "./dom.js";

/** On a grid of 24 by 24, as icons are. */
const drawings = {
  // A chip with its legs.
  espressif: ["M7 7h10v10H7z", "M10 10h4v4h-4z", "M9 7V4", "M12 7V4", "M15 7V4", "M9 20v-3", "M12 20v-3", "M15 20v-3", "M4 9h3", "M4 12h3", "M4 15h3", "M17 9h3", "M17 12h3", "M17 15h3"],
  // A relay for the box behind a switch, and a plug.
  shelly1: ["M5 5h14v11a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3z", "M8 5v3", "M12 5v3", "M16 5v3", "M12 12.500a1.500 1.500 0 1 0 .1 0"],
  shelly: ["M9 3v5", "M15 3v5", "M6 8h12v4a6 6 0 0 1-12 0z", "M12 18v4"],
  // A device that asks over Bluetooth for Wi-Fi.
  improv: ["M6 10h12v10H6z", "M9 14h6", "M9 17h3", "M8.500 6.500a5 5 0 0 1 7 0", "M6 3.500a9 9 0 0 1 12 0"],
  // A house with a sensor in it.
  esphome: ["M4 11l8-7 8 7v9H4z", "M12 11v3.500", "M12 14.500a2 2 0 1 0 .1 0"],
  // A strip of lights.
  wled: ["M3 9h18v6H3z", "M6.500 12v.1", "M10.200 12v.1", "M13.800 12v.1", "M17.500 12v.1", "M6.500 5.500V4", "M12 5.500V4", "M17.500 5.500V4", "M6.500 20v-1.500", "M12 20v-1.500", "M17.500 20v-1.500"],
  // A switched socket with two round holes.
  tasmota: ["M4 4h16v16H4z", "M12 7a5 5 0 1 0 .1 0", "M10 12v.1", "M14 12v.1"],
  // A small camera with its lens at the side.
  gopro: ["M3 7h18v11H3z", "M15.500 9.500a3 3 0 1 0 .1 0", "M6 10h3", "M6 4.500h4V7"],
  // A camera for all directions: a stick with a lens on each side.
  theta: ["M9 3h6a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z", "M12 5.500a2.200 2.200 0 1 0 .1 0", "M12 14v.1", "M11 18h2"],
  // The code on the label, which is all that shows it.
  easyConnect: ["M4 4h6v6H4z", "M14 4h6v6h-6z", "M4 14h6v6H4z", "M7 7v.1", "M17 7v.1", "M7 17v.1", "M14 14h2v2", "M20 14v2", "M14 20h2", "M20 20h-1.500"],
};

/** Of a family that a newer agent knows. */
const unknown = ["M6 6h12v12H6z", "M12 12v.1"];

/** The picture of a family's devices, with room for the accessory's own. `reference`: of that one, if there is one. */
export function familyPicture(family, reference = null) {
  const box = pictureBox(el("span", { class: "tile", "data-family": family }, drawing(drawings[family] ?? unknown, "lines")));
  updateImage(box, reference);
  return box;
}
