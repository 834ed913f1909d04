// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-page from the folders of accessory-picker.
static const unsigned char file_0[] = {
#embed "../accessory-picker/Page/Accessories/accessories.js"
};
static const unsigned char file_1[] = {
#embed "../accessory-picker/Page/Accessories/networks.css"
};
static const unsigned char file_2[] = {
#embed "../accessory-picker/Page/Accessories/networks.js"
};
static const unsigned char file_3[] = {
#embed "../accessory-picker/Page/Accessories/picture.js"
};
static const unsigned char file_4[] = {
#embed "../accessory-picker/Page/Adding/add-form.js"
};
static const unsigned char file_5[] = {
#embed "../accessory-picker/Page/Adding/adding.css"
};
static const unsigned char file_6[] = {
#embed "../accessory-picker/Page/Adding/adding.js"
};
static const unsigned char file_7[] = {
#embed "../accessory-picker/Page/Adding/families.js"
};
static const unsigned char file_8[] = {
#embed "../accessory-picker/Page/Adding/label.js"
};
static const unsigned char file_9[] = {
#embed "../accessory-picker/Page/Adding/naming.js"
};
static const unsigned char file_10[] = {
#embed "../accessory-picker/Page/Adding/photo.js"
};
static const unsigned char file_11[] = {
#embed "../accessory-picker/Page/Session/locked.html"
};
static const unsigned char file_12[] = {
#embed "../accessory-picker/Page/Session/open.html"
};
static const unsigned char file_13[] = {
#embed "../accessory-picker/Page/Session/open.js"
};
static const unsigned char file_14[] = {
#embed "../accessory-picker/Page/absence.js"
};
static const unsigned char file_15[] = {
#embed "../accessory-picker/Page/carousel.js"
};
static const unsigned char file_16[] = {
#embed "../accessory-picker/Page/choosing.js"
};
static const unsigned char file_17[] = {
#embed "../accessory-picker/Page/dom.js"
};
static const unsigned char file_18[] = {
#embed "../accessory-picker/Page/icon-192.png"
};
static const unsigned char file_19[] = {
#embed "../accessory-picker/Page/icon.svg"
};
static const unsigned char file_20[] = {
#embed "../accessory-picker/Page/join.js"
};
static const unsigned char file_21[] = {
#embed "../accessory-picker/Page/list.css"
};
static const unsigned char file_22[] = {
#embed "../accessory-picker/Page/list.js"
};
static const unsigned char file_23[] = {
#embed "../accessory-picker/Page/main.js"
};
static const unsigned char file_24[] = {
#embed "../accessory-picker/Page/manifest.webmanifest"
};
static const unsigned char file_25[] = {
#embed "../accessory-picker/Page/page.html"
};
static const unsigned char file_26[] = {
#embed "../accessory-picker/Page/picker.js"
};
static const unsigned char file_27[] = {
#embed "../accessory-picker/Page/question.js"
};
static const unsigned char file_28[] = {
#embed "../accessory-picker/Page/reasons.js"
};
static const unsigned char file_29[] = {
#embed "../accessory-picker/Page/stream.js"
};
static const unsigned char file_30[] = {
#embed "../accessory-picker/Page/style.css"
};
static const unsigned char file_31[] = {
#embed "../accessory-picker/Page/welcome.js"
};
static const unsigned char file_32[] = {
#embed "../accessory-picker/Languages/de.json"
};
static const unsigned char file_33[] = {
#embed "../accessory-picker/Languages/en.json"
};
static const unsigned char file_34[] = {
#embed "../accessory-picker/Runs/Desktop/org.accessoryd.Desktop.varlink"
};
static const unsigned char file_35[] = {
#embed "../accessory-picker/Runs/Hub/org.accessoryd.Phones.varlink"
};
static const struct file files[] = {
    {"Page", "accessories.js", file_0, sizeof file_0},
    {"Page", "networks.css", file_1, sizeof file_1},
    {"Page", "networks.js", file_2, sizeof file_2},
    {"Page", "picture.js", file_3, sizeof file_3},
    {"Page", "add-form.js", file_4, sizeof file_4},
    {"Page", "adding.css", file_5, sizeof file_5},
    {"Page", "adding.js", file_6, sizeof file_6},
    {"Page", "families.js", file_7, sizeof file_7},
    {"Page", "label.js", file_8, sizeof file_8},
    {"Page", "naming.js", file_9, sizeof file_9},
    {"Page", "photo.js", file_10, sizeof file_10},
    {"Page", "locked.html", file_11, sizeof file_11},
    {"Page", "open.html", file_12, sizeof file_12},
    {"Page", "open.js", file_13, sizeof file_13},
    {"Page", "absence.js", file_14, sizeof file_14},
    {"Page", "carousel.js", file_15, sizeof file_15},
    {"Page", "choosing.js", file_16, sizeof file_16},
    {"Page", "dom.js", file_17, sizeof file_17},
    {"Page", "icon-192.png", file_18, sizeof file_18},
    {"Page", "icon.svg", file_19, sizeof file_19},
    {"Page", "join.js", file_20, sizeof file_20},
    {"Page", "list.css", file_21, sizeof file_21},
    {"Page", "list.js", file_22, sizeof file_22},
    {"Page", "main.js", file_23, sizeof file_23},
    {"Page", "manifest.webmanifest", file_24, sizeof file_24},
    {"Page", "page.html", file_25, sizeof file_25},
    {"Page", "picker.js", file_26, sizeof file_26},
    {"Page", "question.js", file_27, sizeof file_27},
    {"Page", "reasons.js", file_28, sizeof file_28},
    {"Page", "stream.js", file_29, sizeof file_29},
    {"Page", "style.css", file_30, sizeof file_30},
    {"Page", "welcome.js", file_31, sizeof file_31},
    {"Languages", "de.json", file_32, sizeof file_32},
    {"Languages", "en.json", file_33, sizeof file_33},
    {"Runs", "org.accessoryd.Desktop.varlink", file_34, sizeof file_34},
    {"Runs", "org.accessoryd.Phones.varlink", file_35, sizeof file_35},
};
