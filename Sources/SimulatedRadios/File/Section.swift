// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One group of an air's file, read as typed values. Every fault names the group and the key.
struct Section: Sendable {
    let path: String
    let group: KeyFile.Group

    func fault(_ key: String?, _ reason: String) -> KeyFileFault {
        let line = key.flatMap { group.lines[$0] } ?? group.line
        return KeyFileFault(path: path, line: line, group: group.name, key: key, reason: reason)
    }

    func has(_ key: String) -> Bool { group.keys[key] != nil }

    /// Refuses keys that nobody reads.
    func expect(_ keys: Set<String>) throws(KeyFileFault) {
        for key in group.keys.keys.sorted() where !keys.contains(key) {
            throw fault(key, "unknown key; known are \(keys.sorted().joined(separator: ", "))")
        }
    }

    func text(_ key: String) throws(KeyFileFault) -> String? {
        guard let text = group.keys[key] else { return nil }
        guard !text.isEmpty else { throw fault(key, "it is empty; leave the key out instead") }
        return text
    }

    func ssid(_ key: String) throws(KeyFileFault) -> SSID? {
        guard let text = group.keys[key] else { return nil }
        do {
            return try SSID(text: text)
        } catch {
            throw fault(key, error.description)
        }
    }

    /// A number with its unit, up to three decimals: `300ms`, `2s`, `1.5s`.
    func duration(_ key: String) throws(KeyFileFault) -> Duration? {
        guard let text = group.keys[key] else { return nil }
        guard let duration = Self.duration(text[...]) else {
            throw fault(key, "'\(text)' is not a time such as 300ms, 2s or 1.5s")
        }
        return duration
    }

    static func duration(_ text: Substring) -> Duration? {
        let isMilliseconds = text.hasSuffix("ms")
        let parts = text.dropLast(isMilliseconds ? 2 : 1).split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard text.hasSuffix("s"), (1...2).contains(parts.count), let whole = Self.digits(parts[0], upTo: 6),
            let decimals = Self.digits(fraction, upTo: 3)
        else { return nil }
        let thousandths = whole * 1000 + decimals * (fraction.count == 1 ? 100 : fraction.count == 2 ? 10 : 1)
        return isMilliseconds ? .microseconds(thousandths) : .milliseconds(thousandths)
    }

    func number(_ key: String, in range: ClosedRange<Int>) throws(KeyFileFault) -> Int? {
        guard let text = group.keys[key] else { return nil }
        guard let number = Self.digits(text[...], upTo: 6), range.contains(number) else {
            throw fault(key, "'\(text)' is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func flag(_ key: String) throws(KeyFileFault) -> Bool? {
        switch group.keys[key] {
        case nil: return nil
        case "true"?, "yes"?: return true
        case "false"?, "no"?: return false
        case let text?: throw fault(key, "'\(text)' is neither true nor false")
        }
    }

    func word<Word: CaseIterable>(
        _ key: String, spelt spelling: (Word) -> String
    ) throws(KeyFileFault) -> Word? {
        guard let text = group.keys[key] else { return nil }
        guard let word = Word.allCases.first(where: { spelling($0) == text }) else {
            let known = Word.allCases.map(spelling).joined(separator: ", ")
            throw fault(key, "'\(text)' is not one of \(known)")
        }
        return word
    }

    private static func digits(_ text: Substring, upTo count: Int) -> Int? {
        guard (1...count).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
