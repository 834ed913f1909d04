// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import CNetworkManager

/// Reads a key file. Values stay as they are written, so that a reader's own escapes, such as an SSID's, survive.
///
/// - Parameters:
///   - contents: the file's bytes, in UTF-8.
///   - path: the file's path, for messages.
package func parseKeyFile(_ contents: some Sequence<UInt8>, path: String) throws(KeyFileFault) -> KeyFile {
    let contents = Array(contents)
    guard let text = String(validating: contents, as: UTF8.self) else {
        throw KeyFileFault(path: path, reason: "not UTF-8")
    }
    try refuseRepetitions(in: text, path: path)
    guard let file = g_key_file_new() else { throw KeyFileFault(path: path, reason: "no memory") }
    defer { g_key_file_unref(file) }
    do throws(BusFault) {
        _ = try checked { error in
            text.withCString { g_key_file_load_from_data(file, $0, gsize(contents.count), G_KEY_FILE_NONE, error) }
        }
    } catch {
        // GLib tells the line's text; where it tells nothing of the kind, the reason has to do.
        throw KeyFileFault(path: path, reason: place(of: error.message, in: text))
    }
    let groups = names(g_key_file_get_groups(file, nil)).map { group in
        var keys: [String: String] = [:]
        for key in names(g_key_file_get_keys(file, group, nil, nil)) {
            guard let value = g_key_file_get_value(file, group, key, nil) else { continue }
            keys[key] = String(cString: value)
            g_free(value)
        }
        return KeyFile.Group(name: group, keys: keys)
    }
    return KeyFile(path: path, groups: groups)
}

/// Takes over a list of names that ends with nil.
private func names(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
    guard let list else { return [] }
    defer { g_strfreev(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
}

/// GLib lets the last of two equal keys win and joins equal groups, so that one of a person's lines has no effect.
private func refuseRepetitions(in text: String, path: String) throws(KeyFileFault) {
    var group: String?
    var groups: Set<String> = []
    var keys: Set<String> = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
        let line = line.trimmed
        if line.first == "[", line.last == "]" {
            let name = String(line.dropFirst().dropLast())
            guard groups.insert(name).inserted else {
                throw KeyFileFault(path: path, group: name, reason: "line \(index + 1): a second group of this name")
            }
            group = name
            keys = []
        } else if line.first != "#", let equals = line.firstIndex(of: "=") {
            let key = String(line[..<equals].trimmed)
            guard keys.insert(key).inserted else {
                throw KeyFileFault(path: path, group: group, key: key, reason: "line \(index + 1): given twice")
            }
        }
    }
}

/// GLib's message quotes the line it did not understand; this adds the line's number.
private func place(of message: String, in text: String) -> String {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
        let line = line.trimmed
        if !line.isEmpty, message.contains("“\(line)”") { return "line \(index + 1): \(message)" }
    }
    return message
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
