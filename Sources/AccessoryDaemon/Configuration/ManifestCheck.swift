// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc
import TrustedFiles

/// The agent's verdict on a manifest, before it is installed.
struct ManifestCheck {
    let file: KeyFile
    let faults: [KeyFileFault]
    let manifest: Manifest?
    let trust: Trust

    init(_ request: CheckFileRequest, shortestPrefix: Int, trust: Trust = Trust()) {
        let (file, unread) = KeyFile.read(request.contents.utf8, path: request.path)
        self.file = file
        self.trust = trust
        (manifest, faults) = Manifest.read(file, unread: unread, shortestPrefix: shortestPrefix)
    }

    /// The entries that do not work on this machine as it is.
    var warnings: [KeyFileFault] {
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
        for proof in manifest.proofs {
            for reason in [doubt(about: proof), proof.doubt].compactMap({ $0 }) {
                warnings.append(file.fault(group: "Identity", key: proof.kind.key, "'\(proof.id)' \(reason)"))
            }
        }
        return warnings.inOrder
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

extension CheckManifestReply {
    init(_ check: ManifestCheck) {
        self.init(
            app: check.manifest.map { AppStatus($0) }, faults: check.faults.map(\.description),
            warnings: check.warnings.map(\.description))
    }
}
