// SPDX-License-Identifier: Apache-2.0

/// The app of a Flatpak sandbox: the bytes of its `/.flatpak-info` (flatpak-metadata(5)).
///
/// This is a key file, but the reader of the others does not read it. It comes from the sandbox of an unknown app, and
/// only one value matters: a reader that does no more cannot be led astray.
package struct FlatpakInfo: Hashable, Sendable {
    /// `org.example.Camera`; nil if a runtime runs without an app.
    package let app: String?

    /// Nil for bytes that Flatpak does not write: the name comes twice, or a line is neither group nor key.
    package init?(_ bytes: [UInt8]) {
        var groups: Set<ArraySlice<UInt8>> = []
        var group: ArraySlice<UInt8> = []
        var name: ArraySlice<UInt8>?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "#") { continue }
            if line.first == UInt8(ascii: "[") {
                guard line.last == UInt8(ascii: "]"), groups.insert(line).inserted else { return nil }
                group = line
                continue
            }
            guard !group.isEmpty, let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let key = line[..<equals]
            // GLib ignores blanks around a key.
            guard let first = key.first, first > 0x20, let last = key.last, last > 0x20 else { return nil }
            guard group.elementsEqual("[Application]".utf8), key.elementsEqual("name".utf8) else { continue }
            guard name == nil else { return nil }
            name = line[(equals + 1)...]
        }
        if groups.contains(Array("[Application]".utf8)[...]) {
            guard let name, let app = String(validating: name, as: UTF8.self), Self.isApp(app) else { return nil }
            self.app = app
        } else {
            guard groups.contains(Array("[Runtime]".utf8)[...]) else { return nil }
            app = nil
        }
    }

    /// Whether this can be the identifier of an app: two or more elements with dots between them, none of which begins
    /// with a digit, as in D-Bus names.
    package static func isApp(_ name: String) -> Bool {
        let elements = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return name.utf8.count < 256 && elements.count > 1
            && elements.allSatisfy { element in
                element.first.map { !$0.isDigit } == true && element.allSatisfy { $0.isAlphanumeric(or: "_-") }
            }
    }
}
