// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Glibc
import TrustedFiles

/// The place of a plan's passphrase on this machine. It is read when a run begins, so it may be put there last.
struct PlanSecret {
    /// The key and the reason; never the secret.
    struct Fault: Error, CustomStringConvertible {
        let key: String
        let reason: String
        var description: String { "\(key): \(reason)" }
    }

    let key: String
    /// Nil if the agent has no credentials.
    private let path: String?
    private let isCredential: Bool

    /// - Parameter name: the keys are `<name>File` and `<name>Credential`.
    init(_ secret: Plan.Secret, _ name: String = "Passphrase", credentials: String?) {
        switch secret {
        case .file(let path):
            (key, self.path, isCredential) = ("\(name)File", path, false)
        case .credential(let credential):
            (key, path, isCredential) = ("\(name)Credential", credentials.map { "\($0)/\(credential)" }, true)
        }
    }

    func passphrase() throws(Fault) -> Passphrase {
        do {
            return try Passphrase(try line())
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(key: key, reason: "\(path ?? ""): \(error)")
        }
    }

    /// The secret of a label: one line, of any form.
    func proof() throws(Fault) -> String {
        let line = try line()
        guard (1...256).contains(line.utf8.count) else {
            throw Fault(key: key, reason: "\(path ?? ""): the first line has \(line.utf8.count) bytes, not 1 to 256")
        }
        return line
    }

    /// A label stands in the plan itself, or is stored.
    static func label(_ label: Plan.Label, credentials: String?) throws(Fault) -> EasyConnectLabel {
        switch label {
        case .text(let label): label
        case .stored(let place): try PlanSecret(place, "Label", credentials: credentials).easyConnectLabel()
        }
    }

    /// A label of Wi-Fi Easy Connect. It is public, but whoever can write it chooses who gets the network.
    private func easyConnectLabel() throws(Fault) -> EasyConnectLabel {
        let line = try line()
        do throws(EasyConnectLabel.Fault) {
            return try EasyConnectLabel(label: line)
        } catch {
            throw Fault(key: key, reason: "\(path ?? ""): \(error)")
        }
    }

    /// The key of a network's own configurator. Whoever has it lets any device into the network.
    func configuratorKey() throws(Fault) -> EasyConnectKey {
        if let exposure { throw Fault(key: key, reason: exposure) }
        guard let secret = EasyConnectKey(text: try line()) else {
            throw Fault(
                key: key,
                reason: "\(path ?? ""): the first line is no key of the curve P-256 in hexadecimal digits, as "
                    + "'wpa_cli dpp_configurator_get_key' prints it")
        }
        return secret
    }

    private func line() throws(Fault) -> String {
        guard let path else {
            throw Fault(
                key: key,
                reason: "the agent has no credentials; name them with LoadCredential= in a drop-in of "
                    + "accessoryd.service")
        }
        do {
            let line = String(decoding: try Trust().contents(of: path), as: UTF8.self).split(
                whereSeparator: \.isNewline
            ).first
            return String(line ?? "")
        } catch {
            let cure = isCredential ? "; name it with LoadCredential= in a drop-in of accessoryd.service" : ""
            throw Fault(key: key, reason: "\(error)\(cure)")
        }
    }

    /// Why it is no secret: others may read it. Nil also if that cannot be seen.
    var exposure: String? {
        guard !isCredential, let path else { return nil }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & (S_IROTH | S_IRGRP) != 0 else { return nil }
        return status.st_mode & S_IROTH != 0
            ? "everybody can read \(path); chmod 600 \(path)"
            : "group \(status.st_gid) can read \(path); chmod 600 \(path)"
    }
}

extension Configuration {
    /// The key with which the configurator of the network of this name signs; nil if the administrator names none.
    func configuratorKey(ofNetwork name: String?, credentials: String?) throws(AccessoryError) -> EasyConnectKey? {
        guard let place = configuratorKeys[name ?? ""] else { return nil }
        do throws(PlanSecret.Fault) {
            return try PlanSecret(place, "ConfiguratorKey", credentials: credentials).configuratorKey()
        } catch {
            let group = name.map { HomeNetwork.groupPrefix + $0.printable } ?? "Uplink"
            throw AccessoryError(.provisioningFailed, "accessoryd.conf: [\(group)] \(error.description)")
        }
    }
}
