// SPDX-License-Identifier: Apache-2.0

/// A process's place under the service manager: the bytes of `/proc/PID/cgroup` (cgroups(7)), in systemd's hierarchy.
///
/// A name proves something only if every folder above it is the service manager's. Below a service or a scope, a
/// program may have been given the right to make folders of any name.
package struct Cgroup: Hashable, Sendable {
    /// The folders from the root down, named as systemd names its units; nil for one that is not text.
    private let path: [String?]
    /// The same, as the kernel has them.
    private let folders: [String?]

    /// Nil if no line is of a hierarchy of systemd's.
    package init?(_ bytes: [UInt8]) {
        var unified: ArraySlice<UInt8>?
        var named: ArraySlice<UInt8>?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // hierarchy:controllers:path, and the path may have colons.
            let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[2].first == UInt8(ascii: "/") else { continue }
            if fields[0].elementsEqual("0".utf8) && fields[1].isEmpty { unified = unified ?? fields[2] }
            if fields[1].elementsEqual("name=systemd".utf8) { named = named ?? fields[2] }
        }
        // With a systemd that uses the older hierarchies, the unified one may exist with every process at its root.
        if unified?.count == 1, let named { unified = named }
        guard let chosen = unified ?? named else { return nil }
        let parts = chosen.split(separator: UInt8(ascii: "/"))
        path = parts.map { folder in
            // A name that looks like one of the kernel's own files has an underscore before it.
            String(validating: folder.first == UInt8(ascii: "_") ? folder.dropFirst() : folder, as: UTF8.self)
        }
        folders = parts.map { String(validating: $0, as: UTF8.self) }
    }

    /// The cgroup of this path below /sys/fs/cgroup.
    package init?(path: String) { self.init(Array("0::/\(path)".utf8)) }

    /// The innermost unit of a service manager, the system's or a user's, and its path below the root. Nil if the process is
    /// in none, and if the path is not text.
    package var unit: (name: String, path: String)? {
        guard var place = path.firstIndex(where: { !Self.isUnit($0, "slice") }) else { return nil }
        if path[place]?.hasPrefix("user@") == true, Self.isUnit(path[place], "service"),
            let inner = path[(place + 1)...].firstIndex(where: { !Self.isUnit($0, "slice") })
        {
            place = inner
        }
        let above = folders[...place].compactMap { $0 }
        guard let name = path[place], Self.isUnit(name, "service") || Self.isUnit(name, "scope"),
            above.count == place + 1
        else { return nil }
        return (name, above.joined(separator: "/"))
    }

    /// The system unit: `camera.service` of `/system.slice/camera.service`, whatever is below it. Only the service
    /// manager makes folders among its slices.
    package var systemUnit: String? {
        guard path.first != "user.slice", let unit = path.first(where: { !Self.isUnit($0, "slice") }),
            Self.isUnit(unit, "service")
        else { return nil }
        return unit
    }

    /// The login session that logind put a process of this user into: `3` of
    /// `/user.slice/user-1000.slice/session-3.scope`.
    package func loginSession(of uid: UInt32) -> String? {
        guard path.starts(with: ["user.slice", "user-\(uid).slice"]), path.count > 2, let scope = path[2],
            Self.isUnit(scope, "scope"), scope.hasPrefix("session-")
        else { return nil }
        return String(scope.dropFirst("session-".count).dropLast(".scope".count))
    }

    /// The app of a unit that the service manager of this user made: `org.example.Camera` of
    /// `app-gnome-org.example.Camera-1234.scope` (systemd's document "Desktop environments"). Any process of the user may
    /// make such a unit.
    package func desktopApp(of uid: UInt32) -> String? {
        guard path.starts(with: ["user.slice", "user-\(uid).slice", "user@\(uid).service"]) else { return nil }
        let units = path.dropFirst(3)
        let slices = units.prefix { Self.isUnit($0, "slice") }
        if let unit = units.dropFirst(slices.count).first, let app = unit.flatMap(Self.app) { return app }
        return slices.last?.flatMap(Self.app)
    }

    private static func app(_ unit: String) -> String? {
        guard unit.hasPrefix("app-"), let dot = unit.lastIndex(of: ".") else { return nil }
        let name = unit[..<dot].utf8.dropFirst(4)
        // A hyphen of the identifier itself is escaped, so that these are the parts: [launcher-]identifier-random.
        var parts: [Substring.UTF8View]
        switch unit[dot...] {
        case ".service":
            let stem = name.prefix { $0 != UInt8(ascii: "@") }
            parts = stem.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        case ".scope", ".slice":
            parts = name.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard parts.popLast()?.isEmpty == false else { return nil }
        case _: return nil
        }
        guard parts.count == 1 || parts.count == 2 && !parts[0].isEmpty, let id = parts.last.flatMap(withoutEscapes),
            !id.isEmpty, id.allSatisfy({ $0.isAlphanumeric(or: "._-") })
        else { return nil }
        return String(validating: id, as: UTF8.self)
    }

    /// Each `\xHH` is the byte of that code (systemd.unit(5)). Nil if one is incomplete.
    private static func withoutEscapes(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard rest.popFirst() == UInt8(ascii: "x"), let high = rest.popFirst().flatMap(hexadecimal),
                let low = rest.popFirst().flatMap(hexadecimal)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        Character(UnicodeScalar(digit)).hexDigitValue.map { UInt8($0) }
    }

    /// Whether this is the name of a unit of this type (systemd.unit(5)).
    private static func isUnit(_ name: String?, _ type: String) -> Bool {
        guard let name, name.hasSuffix("." + type), name.utf8.count < 256 else { return false }
        let stem = name.utf8.dropLast(type.utf8.count + 1)
        return stem.allSatisfy { $0.isAlphanumeric(or: ":-_.\\@") }
            && stem.first.map { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: ".") } == true
    }
}
