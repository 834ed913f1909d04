// SPDX-License-Identifier: Apache-2.0
#include "CPage.h"

#include <string.h>

// Of C23; clang has it for C11, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char absence_js[] = {
#embed "../accessory-picker/Page/absence.js"
};
static const unsigned char accessories_js[] = {
#embed "../accessory-picker/Page/accessories.js"
};
static const unsigned char carousel_js[] = {
#embed "../accessory-picker/Page/carousel.js"
};
static const unsigned char choosing_js[] = {
#embed "../accessory-picker/Page/choosing.js"
};
static const unsigned char dom_js[] = {
#embed "../accessory-picker/Page/dom.js"
};
static const unsigned char icon_192_png[] = {
#embed "../accessory-picker/Page/icon-192.png"
};
static const unsigned char icon_svg[] = {
#embed "../accessory-picker/Page/icon.svg"
};
static const unsigned char join_js[] = {
#embed "../accessory-picker/Page/join.js"
};
static const unsigned char list_css[] = {
#embed "../accessory-picker/Page/list.css"
};
static const unsigned char list_js[] = {
#embed "../accessory-picker/Page/list.js"
};
static const unsigned char locked_html[] = {
#embed "../accessory-picker/Page/Door/locked.html"
};
static const unsigned char main_js[] = {
#embed "../accessory-picker/Page/main.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../accessory-picker/Page/manifest.webmanifest"
};
static const unsigned char open_html[] = {
#embed "../accessory-picker/Page/Door/open.html"
};
static const unsigned char open_js[] = {
#embed "../accessory-picker/Page/Door/open.js"
};
static const unsigned char page_html[] = {
#embed "../accessory-picker/Page/page.html"
};
static const unsigned char picker_js[] = {
#embed "../accessory-picker/Page/picker.js"
};
static const unsigned char picture_js[] = {
#embed "../accessory-picker/Page/picture.js"
};
static const unsigned char question_js[] = {
#embed "../accessory-picker/Page/question.js"
};
static const unsigned char reasons_js[] = {
#embed "../accessory-picker/Page/reasons.js"
};
static const unsigned char stream_js[] = {
#embed "../accessory-picker/Page/stream.js"
};
static const unsigned char style_css[] = {
#embed "../accessory-picker/Page/style.css"
};
static const unsigned char welcome_js[] = {
#embed "../accessory-picker/Page/welcome.js"
};
static const unsigned char add_form_js[] = {
#embed "../accessory-picker/Page/Adding/add-form.js"
};
static const unsigned char adding_css[] = {
#embed "../accessory-picker/Page/Adding/adding.css"
};
static const unsigned char adding_js[] = {
#embed "../accessory-picker/Page/Adding/adding.js"
};
static const unsigned char families_js[] = {
#embed "../accessory-picker/Page/Adding/families.js"
};
static const unsigned char label_js[] = {
#embed "../accessory-picker/Page/Adding/label.js"
};
static const unsigned char naming_js[] = {
#embed "../accessory-picker/Page/Adding/naming.js"
};
static const unsigned char photo_js[] = {
#embed "../accessory-picker/Page/Adding/photo.js"
};
static const unsigned char de_json[] = {
#embed "../accessory-picker/Languages/de.json"
};
static const unsigned char en_json[] = {
#embed "../accessory-picker/Languages/en.json"
};
static const unsigned char phones_varlink[] = {
#embed "../accessory-picker/Phones/org.accessoryd.Phones.varlink"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}
static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} files[] = {
    FILE("absence.js", absence_js),
    FILE("accessories.js", accessories_js),
    FILE("carousel.js", carousel_js),
    FILE("choosing.js", choosing_js),
    FILE("dom.js", dom_js),
    FILE("icon-192.png", icon_192_png),
    FILE("icon.svg", icon_svg),
    FILE("join.js", join_js),
    FILE("list.css", list_css),
    FILE("list.js", list_js),
    FILE("locked.html", locked_html),
    FILE("main.js", main_js),
    FILE("manifest.webmanifest", manifest_webmanifest),
    FILE("open.html", open_html),
    FILE("open.js", open_js),
    FILE("page.html", page_html),
    FILE("picker.js", picker_js),
    FILE("picture.js", picture_js),
    FILE("question.js", question_js),
    FILE("reasons.js", reasons_js),
    FILE("stream.js", stream_js),
    FILE("style.css", style_css),
    FILE("welcome.js", welcome_js),
    FILE("add-form.js", add_form_js),
    FILE("adding.css", adding_css),
    FILE("adding.js", adding_js),
    FILE("families.js", families_js),
    FILE("label.js", label_js),
    FILE("naming.js", naming_js),
    FILE("photo.js", photo_js),
    FILE("de.json", de_json),
    FILE("en.json", en_json),
    FILE("org.accessoryd.Phones.varlink", phones_varlink),
};

const unsigned char *page_file(const char *name, size_t *size) {
    for (size_t number = 0; number < sizeof files / sizeof *files; number++) {
        if (strcmp(files[number].name, name) != 0) continue;
        *size = files[number].size;
        return files[number].bytes;
    }
    return NULL;
}
