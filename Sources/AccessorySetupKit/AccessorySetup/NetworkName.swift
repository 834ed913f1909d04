// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension SSID {
    /// An app's text is the bytes of its UTF-8, with nothing escaped. Throws `invalidRequest` that names the field.
    init(plain text: String, field: String) throws(AccessoryError) {
        do {
            try self.init(Array(text.utf8))
        } catch {
            throw AccessoryError(.invalidRequest, "\(field): \(error.description)", field: field)
        }
    }

    /// What apps are given: the bytes as UTF-8; where they are not valid UTF-8, the escaped form.
    var plain: String { String(validating: bytes, as: UTF8.self) ?? description }
}
