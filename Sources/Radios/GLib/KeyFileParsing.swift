// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import CNetworkManager

/// Reads a key file. Values stay as they are written, so a reader's own escapes, such as an SSID's, survive. Throws the
/// first fault.
///
/// - Parameters:
///   - contents: the file's bytes, in UTF-8.
///   - path: the file's path, for messages.
package func parseKeyFile(_ contents: some Sequence<UInt8>, path: String) throws(KeyFileFault) -> KeyFile {
    let (file, faults) = readKeyFile(contents, path: path)
    if let fault = faults.first { throw fault }
    return file
}

/// Reads a key file as ``parseKeyFile(_:path:)`` does, and reports every line that cannot be read, in the file's order.
/// The contents of those lines are missing: a file with faults is for messages only.
package func readKeyFile(_ contents: some Sequence<UInt8>, path: String) -> (file: KeyFile, faults: [KeyFileFault]) {
    var file = KeyFile(path: path, groups: [])
    var lines: [String]
    do throws(KeyFileFault) {
        let text = try KeyFile.text(Array(contents), path: path)
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring(withoutReturn($0))) }
    } catch {
        return (file, [error])
    }
    var faults: [KeyFileFault] = []
    while true {
        do throws(BusFault) {
            file.groups = try groups(of: lines)
            faults += place(lines, in: &file)
            return (file, faults.inOrder)
        } catch {
            let line = lineOfFault(in: lines)
            faults.append(KeyFileFault(path: path, line: line, reason: error.message))
            // A file with this many mistakes was not meant as a key file.
            guard faults.count < 20 else { return (file, faults) }
            lines[line - 1] = ""
        }
    }
}

/// Other systems' line ends. GLib removes one carriage return, but none before the end of the file.
private func withoutReturn(_ line: Substring.UTF8View) -> Substring.UTF8View {
    var line = line
    while line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
}

private func groups(of lines: [String]) throws(BusFault) -> [KeyFile.Group] {
    guard let file = g_key_file_new() else { return [] }
    defer { g_key_file_unref(file) }
    let text = lines.joined(separator: "\n")
    _ = try checked { error in
        text.withCString {
            // Without this flag GLib silently leaves out keys in languages other than the process's own.
            g_key_file_load_from_data(file, $0, gsize(text.utf8.count), G_KEY_FILE_KEEP_TRANSLATIONS, error)
        }
    }
    return names(g_key_file_get_groups(file, nil)).map { group in
        var keys: [String: String] = [:]
        for key in names(g_key_file_get_keys(file, group, nil, nil)) {
            guard let value = g_key_file_get_value(file, group, key, nil) else { continue }
            keys[key] = String(cString: value)
            g_free(value)
        }
        return KeyFile.Group(name: group, keys: keys)
    }
}

/// Takes over a list of names that ends with nil.
private func names(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
    guard let list else { return [] }
    defer { g_strfreev(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
}

/// GLib does not report where it stopped: at the last line of the shortest beginning that it refuses.
private func lineOfFault(in lines: [String]) -> Int {
    var (good, bad) = (0, lines.count)
    while bad - good > 1 {
        let middle = (good + bad) / 2
        if (try? groups(of: Array(lines[..<middle]))) == nil { bad = middle } else { good = middle }
    }
    return bad
}

/// Finds the line of every group and key that GLib read. Returns those that come twice: GLib lets the last of two equal
/// keys win and joins equal groups, so one of a person's lines would have no effect.
private func place(_ lines: [String], in file: inout KeyFile) -> [KeyFileFault] {
    var faults: [KeyFileFault] = []
    var current: Int?
    for (offset, line) in lines.enumerated() {
        let (line, number) = (trimmed(Array(line.utf8)[...]), offset + 1)
        if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
            let name = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
            current = file.groups.firstIndex { $0.name == name }
            guard let current else { continue }
            if let first = file.groups[current].line {
                let reason = "a second group of this name; the first is in line \(first)"
                faults.append(KeyFileFault(path: file.path, line: number, group: name, reason: reason))
            } else {
                file.groups[current].line = number
            }
        } else if line.first != UInt8(ascii: "#"), let equals = line.firstIndex(of: UInt8(ascii: "=")), let current {
            let key = String(decoding: trimmed(line[..<equals]), as: UTF8.self)
            if let first = file.groups[current].lines.updateValue(number, forKey: key) {
                let name = file.groups[current].name
                let reason = "given twice; first in line \(first)"
                faults.append(KeyFileFault(path: file.path, line: number, group: name, key: key, reason: reason))
            }
        }
    }
    return faults
}

/// Trims GLib's blanks (g_ascii_isspace).
private func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // Unlike isspace(3), the vertical tab is none.
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte != 0x0B && (0x09...0x0D).contains(byte) }
    var rest = line.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
}
