// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension SSID {
    /// Takes the bytes of an app's text as UTF-8, with nothing escaped. Throws `invalidRequest` that names the field.
    package init(plain text: String, field: String) throws(AccessoryError) {
        do {
            try self.init(Array(text.utf8))
        } catch {
            throw AccessoryError(.invalidRequest, "\(field): \(error.description)", field: field)
        }
    }

    /// The form for apps: the bytes as UTF-8, or the escaped form if they are not valid UTF-8.
    package var plain: String { String(validating: bytes, as: UTF8.self) ?? description }
}
