// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Conversions between the store's values and the vocabulary's.
extension Database.Value {
    init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }
    init(_ text: String?) { self = text.map(Self.text) ?? .null }

    static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }

    /// The uid of a key; -1 stands for any.
    static func uid(_ uid: UInt32?) -> Self { .integer(uid.map { Int64($0) } ?? -1) }

    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var string: String? { if case .text(let text) = self { text } else { nil } }
    var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
}

extension Proof {
    init?(kind: Database.Value, id: Database.Value) {
        guard let kind = kind.string.flatMap(Kind.init), let id = id.string else { return nil }
        self.init(kind, id)
    }
}
