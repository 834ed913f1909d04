// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Reads a property list in XML (plist(5), PropertyList-1.0.dtd). Of XML it knows no more than such files have: no
/// entities of the file's own, no sections, no other files.
struct PropertyListReader {
    /// An app's own list has three levels.
    private static let deepest = 16

    private let bytes: [UInt8]
    private var index = 0

    static func read(_ bytes: [UInt8]) throws(PropertyListFault) -> PropertyList {
        guard bytes.count <= KeyFile.largest else {
            throw PropertyListFault(reason: "is longer than \(KeyFile.largest) bytes")
        }
        guard !bytes.starts(with: "bplist".utf8) else {
            throw PropertyListFault(
                reason: "is binary; convert it with 'plutil -convert xml1' on a Mac, or with 'plistutil' on Linux")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw PropertyListFault(reason: "is not UTF-8") }
        var reader = PropertyListReader(bytes: bytes)
        return try reader.document()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func document() throws(PropertyListFault) -> PropertyList {
        _ = take("\u{FEFF}")
        try skip()
        let root = isAtTag ? try tag() : nil
        guard let root, root.name == "plist", root.kind == .start else { throw fault("is no property list in XML") }
        let value = try value(of: try tag(), 0)
        try end(of: root)
        try skip()
        guard index == bytes.count else { throw fault("goes on behind </plist>") }
        return value
    }

    private mutating func value(of tag: Tag, _ depth: Int) throws(PropertyListFault) -> PropertyList {
        guard depth < Self.deepest else { throw fault("has more than \(Self.deepest) levels") }
        guard tag.kind != .end else { throw fault("</\(tag.name)> has no beginning") }
        switch tag.name {
        case "dict": return .dictionary(try dictionary(of: tag, depth))
        case "array":
            var values: [PropertyList] = []
            while let next = try child(of: tag) { values.append(try value(of: next, depth + 1)) }
            return .list(values)
        case "string": return .text(try text(of: tag))
        case "integer":
            let text = try text(of: tag)
            guard let number = Int(text) else { throw fault("'\(text)' is no integer") }
            return .number(number)
        case "true", "false":
            guard try text(of: tag).isEmpty else { throw fault("<\(tag.name)> has a text") }
            return .flag(tag.name == "true")
        case "real", "date", "data":
            _ = try text(of: tag)
            return .other
        case _: throw fault("<\(tag.name)> is no element of a property list")
        }
    }

    private mutating func dictionary(of tag: Tag, _ depth: Int) throws(PropertyListFault) -> [String: PropertyList] {
        var values: [String: PropertyList] = [:]
        while let next = try child(of: tag) {
            guard next.name == "key", next.kind != .end else { throw fault("<\(next.name)> stands where a key must") }
            let key = try text(of: next)
            guard values[key] == nil else { throw fault("'\(key)' is given twice") }
            values[key] = try value(of: try self.tag(), depth + 1)
        }
        return values
    }

    // MARK: Tags

    private struct Tag {
        enum Kind { case start, end, empty }
        var name: String
        var kind: Kind
    }

    /// The next tag inside of an element; nil at the element's end, which is read, too.
    private mutating func child(of parent: Tag) throws(PropertyListFault) -> Tag? {
        guard parent.kind == .start else { return nil }
        let tag = try tag()
        guard tag.kind == .end else { return tag }
        guard tag.name == parent.name else { throw fault("</\(tag.name)> stands where </\(parent.name)> must") }
        return nil
    }

    private mutating func tag() throws(PropertyListFault) -> Tag {
        try skip()
        guard take("<") else { throw fault(index == bytes.count ? "ends too early" : "has text between elements") }
        let isEnd = take("/")
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else {
            throw fault("has a tag without an end")
        }
        let content = bytes[index..<end]
        let isEmpty = content.last == UInt8(ascii: "/")
        let name = content.prefix { $0 != UInt8(ascii: "/") && !Self.isBlank($0) }
        let kind: Tag.Kind
        switch (isEnd, isEmpty) {
        case (false, false): kind = .start
        case (true, false): kind = .end
        case (false, true): kind = .empty
        case (true, true): throw fault("has a tag that begins and ends with '/'")
        }
        index = end + 1
        return Tag(name: String(decoding: name, as: UTF8.self), kind: kind)
    }

    private mutating func end(of tag: Tag) throws(PropertyListFault) {
        guard try child(of: tag) == nil else { throw fault("has a second value in <\(tag.name)>") }
    }

    /// Passes blanks, comments, the XML declaration and the document type, which has no part of its own in brackets.
    private mutating func skip() throws(PropertyListFault) {
        while true {
            while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
            if take("<!--") {
                try pass("-->", of: "a comment")
            } else if take("<?") {
                try pass("?>", of: "a declaration")
            } else if take("<!DOCTYPE") {
                let start = index
                try pass(">", of: "its document type")
                guard !bytes[start..<index].contains(UInt8(ascii: "[")) else {
                    throw fault("declares elements or entities of its own")
                }
            } else {
                return
            }
        }
    }

    // MARK: Text

    /// Everything up to the element's end, which is read, too.
    private mutating func text(of tag: Tag) throws(PropertyListFault) -> String {
        guard tag.kind == .start else { return "" }
        var text: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
            if take("&") {
                text += UTF8.encode(try entity()).map { Array($0) } ?? []
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        guard take("</\(tag.name)>") else { throw fault("<\(tag.name)> has more than text, or no end") }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func entity() throws(PropertyListFault) -> Unicode.Scalar {
        // The longest is &#x10FFFF;.
        guard let end = bytes[index...].prefix(9).firstIndex(of: UInt8(ascii: ";")) else {
            throw fault("has '&' without an entity; write &amp;")
        }
        let name = String(decoding: bytes[index..<end], as: UTF8.self)
        index = end + 1
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case _: break
        }
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let scalar = number.flatMap({ Unicode.Scalar($0) }), scalar != "\0" else {
            throw fault("'&\(name);' is no entity of XML's own")
        }
        return scalar
    }

    // MARK: Bytes

    private var isAtTag: Bool { index < bytes.count && bytes[index] == UInt8(ascii: "<") }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    private mutating func pass(_ text: String, of part: String) throws(PropertyListFault) {
        let first = index
        while index < bytes.count {
            if take(text) { return }
            index += 1
        }
        index = first
        throw fault("has no end of \(part)")
    }

    private func fault(_ reason: String) -> PropertyListFault {
        let line = 1 + bytes[..<index].count(where: { $0 == UInt8(ascii: "\n") })
        return PropertyListFault(line: line, reason: reason)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
