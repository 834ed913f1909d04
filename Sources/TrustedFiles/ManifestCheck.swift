// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryRules
import Glibc

/// The verdict on a manifest, before it is installed.
package struct ManifestCheck {
    package let file: KeyFile
    package let faults: [KeyFileFault]
    /// Nil if it has a fault.
    package let manifest: Manifest?
    private let trust: Trust

    /// - Parameter others: the apps beside which it is installed. None of them may have one of its proofs.
    package init(
        _ contents: String, path: String, shortestPrefix: Int = Manifest.shortestPrefix, trust: Trust = Trust(),
        beside others: Manifests = Manifests()
    ) {
        let (file, unread) = KeyFile.read(contents.utf8, path: path)
        self.file = file
        self.trust = trust
        let (manifest, faults) = Manifest.read(file, unread: unread, shortestPrefix: shortestPrefix)
        let rivalry = manifest.flatMap { others.rivalry(of: $0) }
        self.manifest = rivalry == nil ? manifest : nil
        self.faults = faults + (rivalry.map { [file.fault(group: "Identity", key: $0.key, $0.reason)] } ?? [])
    }

    /// The entries that do not work on this machine as it is.
    package var warnings: [KeyFileFault] {
        var warnings: [KeyFileFault] = []
        if file.path.hasPrefix("/") {
            if !file.path.hasSuffix(".conf") {
                warnings.append(file.fault("would be ignored: its name does not end in .conf"))
            }
            if let objection = trust.objection(to: file.path) { warnings.append(file.fault(objection)) }
        }
        guard let manifest else { return warnings }
        if let icon = manifest.icon, icon.hasPrefix("/"), access(icon, R_OK) != 0 {
            warnings.append(file.fault(group: "App", key: "Icon", "'\(icon)': \(Self.lastError)"))
        }
        if let folder = manifest.pictures, let reason = doubt(aboutPictures: folder) {
            warnings.append(file.fault(group: "App", key: "Pictures", "'\(folder)' \(reason)"))
        }
        for proof in manifest.proofs {
            for reason in [doubt(about: proof), proof.doubt].compactMap({ $0 }) {
                warnings.append(file.fault(group: "Identity", key: proof.kind.key, "'\(proof.id)' \(reason)"))
            }
        }
        return warnings.inOrder
    }

    private func doubt(aboutPictures folder: String) -> String? {
        guard let resolved = Trust.resolved(folder) else { return "cannot be found: \(Self.lastError)" }
        guard "\(resolved)/".hasPrefix(Manifest.sharedFolder) else {
            return "leads to '\(resolved)'; the agent reads pictures below \(Manifest.sharedFolder) alone"
        }
        return trust.objection(to: resolved).map { "\($0); until then the agent reads no picture there" }
    }

    private func doubt(about proof: Proof) -> String? {
        switch proof.kind {
        case .unit, .snap, .flatpak, .desktop: return nil
        case .executable:
            guard let resolved = realpath(proof.id, nil) else { return "cannot be found: \(Self.lastError)" }
            defer { free(resolved) }
            let path = String(cString: resolved)
            guard path == proof.id else { return "is a link; the kernel knows its process as '\(path)'" }
            return trust.objection(to: path).map { "\($0); until then no process proves to be this app by it" }
        case .user:
            let isNumber = UInt32(proof.id) != nil
            return isNumber || getpwnam(proof.id) != nil ? nil : "is no user of this machine"
        }
    }

    private static var lastError: String { String(cString: strerror(errno)) }
}
