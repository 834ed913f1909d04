// SPDX-License-Identifier: Apache-2.0

@testable import InterfaceGenerator

extension InterfaceDescription {
    /// How much of a described type a value must show.
    enum Extent {
        /// Every field, and at least one element of every array and entry of every map.
        case full
        /// The fields that are not optional, and no others.
        case minimal
    }

    /// The places where a value is not as described; empty if there are none.
    func faults(of value: JSON, as kind: Kind, _ extent: Extent, at path: String = "") -> [String] {
        switch (kind, value) {
        case (.bool, .bool), (.int, .int), (.string, .string), (.object, .object), (.float, .int), (.float, .float):
            return []
        case (.named(let name), _):
            guard let type = types.first(where: { $0.name == name })?.kind else { return ["\(path): no type \(name)"] }
            return faults(of: value, as: type, extent, at: path)
        case (.maybe(let inner), _):
            return faults(of: value, as: inner, extent, at: path)
        case (.enumeration(let values), .string(let text)):
            return values.contains(text) ? [] : ["\(path): '\(text)' is none of \(values)"]
        case (.array(let inner), .array(let elements)):
            guard !elements.isEmpty || extent == .minimal else { return ["\(path): the sample shows no element"] }
            return elements.enumerated().flatMap { faults(of: $1, as: inner, extent, at: "\(path)[\($0)]") }
        case (.map(let inner), .object(let values)):
            guard !values.isEmpty || extent == .minimal else { return ["\(path): the sample shows no entry"] }
            return values.flatMap { faults(of: $1, as: inner, extent, at: "\(path).\($0)") }
        case (.structure(let fields), .object(let values)):
            let expected = fields.filter { field in
                if extent == .minimal, case .maybe = field.kind { false } else { true }
            }
            var found = Set(values.keys).subtracting(expected.map(\.name)).sorted().map { key in
                fields.contains { $0.name == key } ? "\(path).\(key): is not optional" : "\(path).\(key): not described"
            }
            for field in expected {
                guard let value = values[field.name] else {
                    found.append("\(path).\(field.name): missing")
                    continue
                }
                found += faults(of: value, as: field.kind, extent, at: "\(path).\(field.name)")
            }
            return found
        case (.bool, _), (.int, _), (.float, _), (.string, _), (.object, _), (.enumeration, _), (.array, _), (.map, _),
            (.structure, _):
            return ["\(path): \(value) is not \(kind)"]
        }
    }
}
