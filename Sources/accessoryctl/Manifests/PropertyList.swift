// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials

/// The value of a key of a phone app's property list, as far as keys about accessories have one.
enum PropertyList: Hashable, Sendable {
    case text(String)
    case number(Int)
    /// Its entries are texts and numbers.
    case list([PropertyList])
    /// No key about accessories has such a value.
    case other

    /// The arrays and dictionaries of a file in XML, its keys, and the entries of an array. Foundation reads XML by
    /// recursion without a limit, and in a binary file one array can be the value of every key.
    static let most = 1024

    /// The keys of a property list in XML or in its binary form.
    static func keys(_ bytes: [UInt8]) throws(PropertyListFault) -> [String: PropertyList] {
        guard bytes.count <= KeyFile.largest else {
            throw PropertyListFault(reason: "is longer than \(KeyFile.largest) bytes")
        }
        if !bytes.starts(with: "bplist".utf8) {
            // An encoding of two bytes would hide the tags.
            guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
                throw PropertyListFault(reason: "is neither binary nor UTF-8")
            }
            let tags = bytes.split(separator: UInt8(ascii: "<"))
            guard tags.count(where: { $0.starts(with: "array".utf8) || $0.starts(with: "dict".utf8) }) <= most else {
                throw PropertyListFault(reason: "has more than \(most) arrays and dictionaries")
            }
        }
        do {
            var format = PropertyListDecoder.PropertyListFormat.xml
            let root = try PropertyListDecoder().decode(Root.self, from: Data(bytes), format: &format)
            guard format != .openStep else { throw PropertyListFault(reason: "is neither binary nor in XML") }
            return root.values
        } catch let fault as PropertyListFault {
            throw fault
        } catch DecodingError.dataCorrupted(let context) {
            let detail = (context.underlyingError as? CocoaError)?.userInfo["NSDebugDescription"] as? String
            // Foundation counts no lines: it names the first one for every place.
            let reason = (detail ?? context.debugDescription).replacing(" on line 1", with: "")
            throw PropertyListFault(reason: "is no property list: \(reason.replacing(" at line 1", with: ""))")
        } catch {
            throw PropertyListFault(reason: "has no keys")
        }
    }

    private struct Root: Decodable {
        var values: [String: PropertyList] = [:]

        init(from decoder: any Decoder) throws {
            let keys = try decoder.container(keyedBy: Name.self)
            guard keys.allKeys.count <= most else { throw PropertyListFault(reason: "has more than \(most) keys") }
            for key in keys.allKeys { values[key.stringValue] = try keys.decode(PropertyList.self, forKey: key) }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension PropertyList: Decodable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // No name has a byte 0, and C ends there.
        if let text = try? value.decode(String.self), !text.utf8.contains(0) {
            self = .text(text)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else if decoder.codingPath.count == 1, let count = try? decoder.unkeyedContainer().count {
            guard count <= Self.most else {
                throw PropertyListFault(reason: "has an array of more than \(Self.most) entries")
            }
            self = .list(try value.decode([PropertyList].self))
        } else {
            // Not an array in an array: a binary file's may be in itself.
            self = .other
        }
    }
}

/// The reason why a property list cannot be read, or cannot become a manifest.
struct PropertyListFault: Error, Hashable, Sendable, CustomStringConvertible {
    var key: String?
    var reason: String

    var description: String { [key, reason].compactMap(\.self).joined(separator: ": ") }
}
