// SPDX-License-Identifier: Apache-2.0

/// The fields that traits have taken out of the sightings, by name.
struct Captures: Hashable, Sendable {
    private(set) var values: [String: [UInt8]]

    init(_ values: [String: [UInt8]] = [:]) { self.values = values }

    /// False if the field has another value already. A field without a name is not kept.
    mutating func note(_ value: [UInt8], as name: String?) -> Bool {
        guard let name else { return true }
        if let earlier = values[name] { return earlier == value }
        values[name] = value
        return true
    }

    /// Nil if the two differ in a field.
    func joined(with other: Captures) -> Captures? {
        var joined = self
        for (name, value) in other.values where !joined.note(value, as: name) { return nil }
        return joined
    }

    /// All the fields as one value; nil if one is missing.
    func value(of fields: [String]) -> [UInt8]? {
        if fields.count == 1 { return values[fields[0]] }
        var whole: [UInt8] = []
        for field in fields {
            guard let value = values[field] else { return nil }
            if !whole.isEmpty { whole.append(Self.separator) }
            whole += value
        }
        return whole
    }

    private static let separator = UInt8(ascii: "/")

    /// Every way to join the readings of the traits; empty if one trait does not hold.
    static func all<Trait>(_ traits: [Trait], _ captures: (Trait) -> [Captures]) -> [Captures] {
        var joined = [Captures()]
        for trait in traits where !joined.isEmpty {
            let alternatives = captures(trait)
            joined = joined.flatMap { one in alternatives.compactMap { one.joined(with: $0) } }
        }
        return joined
    }
}
