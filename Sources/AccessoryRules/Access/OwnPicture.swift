// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// A picture that a person gave an accessory. The records name it in the place of the first app's, which is kept.
package struct OwnPicture: Hashable, Sendable {
    /// The image that the records name.
    package var reference: String
    /// The image that they name without it; nil for none.
    package var replaced: String?

    package init(reference: String, replaced: String?) {
        self.reference = reference
        self.replaced = replaced
    }
}

extension [AccessRecord] {
    /// The records of one accessory after a person's change of its picture, and the person's picture from then on.
    ///
    /// - Parameters:
    ///   - reference: of the new picture; nil if the person removed theirs.
    ///   - earlier: the person's picture so far.
    package func pictured(
        as reference: String?, after earlier: OwnPicture?
    ) -> (records: [AccessRecord], own: OwnPicture?) {
        let replaced: String? = if let earlier { earlier.replaced } else { first?.accessory.image }
        let records = map { record in
            var record = record
            record.accessory.image = reference ?? replaced
            return record
        }
        return (records, reference.map { OwnPicture(reference: $0, replaced: replaced) })
    }
}
