// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials

/// Conversions between the store's values and the vocabulary's.
extension Database.Value {
    init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }
    init(_ text: String?) { self = text.map(Self.text) ?? .null }

    static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }

    /// In the form of the wire.
    static func json(_ value: (some Encodable)?) -> Self {
        Self((value.flatMap { try? JSONEncoder().encode($0) }).map { String(decoding: $0, as: UTF8.self) })
    }

    /// The uid of a key; -1 stands for any.
    static func uid(_ uid: UInt32?) -> Self { .integer(uid.map { Int64($0) } ?? -1) }

    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var string: String? { if case .text(let text) = self { text } else { nil } }
    func json<Value: Decodable>() -> Value? {
        string.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }
    var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

    /// For people.
    var shown: String {
        switch self {
        case .null: "nothing"
        case .integer(let number): "\(number)"
        case .text(let text): "'\(text.printable)'"
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}

extension Proof {
    init?(kind: Database.Value, id: Database.Value) {
        guard let kind = kind.string.flatMap(Kind.init), let id = id.string else { return nil }
        self.init(kind, id)
    }
}
