// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The key of each kind of proof in a manifest's [Identity].
extension Proof.Kind {
    package var key: String {
        switch self {
        case .unit: "Units"
        case .snap: "Snaps"
        case .flatpak: "Flatpaks"
        case .desktop: "DesktopApps"
        case .executable: "Executables"
        case .user: "Users"
        }
    }

    /// For people.
    var noun: String {
        switch self {
        case .unit: "unit"
        case .snap: "snap's app"
        case .flatpak: "Flatpak"
        case .desktop: "desktop app"
        case .executable: "program"
        case .user: "user"
        }
    }

    /// Why no process can ever give this proof. Nil if one might.
    package func fault(_ id: String) -> String? {
        let isPlain = { (text: Substring) in !text.isEmpty && text.utf8.allSatisfy(ManifestKeys.isNameByte) }
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        switch self {
        case .unit:
            if !id.hasSuffix(".service") || id.contains("/") { return "is not a service; a name ends in .service" }
            return id.hasPrefix(".") || id.hasSuffix("@.service") ? "is a template or has no name; name a service" : nil
        case .snap:
            // The names of apps and hooks may have more characters than those of snaps, but no dots.
            let isSnap = parts.count >= 3 && parts[0] == "snap" && parts.allSatisfy(isPlain)
            return isSnap ? nil : "is not a snap's app, such as snap.camera.daemon"
        case .flatpak:
            let isFlatpak = parts.count >= 3 && parts.allSatisfy(isPlain)
            return isFlatpak ? nil : "is not a Flatpak's identifier, such as org.example.Camera"
        case .desktop:
            if id.hasSuffix(".desktop") { return "is a file's name; leave .desktop out" }
            return parts.allSatisfy(isPlain) ? nil : "is not a desktop app's identifier, such as org.example.Camera"
        case .executable:
            guard id.hasPrefix("/") else { return "is not a full path" }
            let steps = id.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            let isPlainPath = steps.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
            return isPlainPath ? nil : "is not a path as the kernel writes it: without '//', '.', '..' and a last '/'"
        case .user:
            if id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                return UInt32(id).map { String($0) == id } == true ? nil : "is not a user's number"
            }
            return id.contains(where: { $0 == ":" || $0 == "/" || $0.isWhitespace }) ? "is not a user's name" : nil
        }
    }
}
