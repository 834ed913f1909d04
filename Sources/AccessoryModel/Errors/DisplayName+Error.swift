// SPDX-License-Identifier: Apache-2.0

extension DisplayName {
    /// Checks a field of a request. Throws `invalidRequest` with the field's name.
    package static func checked(_ text: String, field: String) throws(AccessoryError) -> String {
        do {
            return try DisplayName(text).text
        } catch {
            throw AccessoryError(.invalidRequest, "\(field): \(error)", field: field)
        }
    }
}
