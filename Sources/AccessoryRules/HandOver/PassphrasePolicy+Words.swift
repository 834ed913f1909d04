// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import AccessoryProvisioning

/// The refusals with their cures, and the reason for the history.
extension PassphrasePolicy {
    /// Who allowed it, and how the credentials go on to the accessory.
    package func reason(for errand: UplinkErrand, in hotspot: HeldHotspot?, _ who: String) -> String {
        let permission =
            switch errand.warrant {
            case .root: "ordered by \(who)"
            case .hub: "ordered by \(who), for a phone that root lets add accessories"
            case nil: "allowed by CredentialsFor in \(file)"
            }
        if let least = leastProtection(of: errand, in: hotspot) {
            let path = errand.path.map { " by \($0)" } ?? ""
            return "\(permission), protected by '\(least.rawValue)' or better\(path)\(errand.addressee)"
        }
        if isEncrypted(errand, in: hotspot) { return permission }
        return "\(permission), and over a network without a passphrase by \(errand.path ?? "its plan")"
    }

    /// Why there is not one network of this machine's own.
    package func noSingleNetwork(_ all: [Uplink]) -> AccessoryError {
        AccessoryError(
            .networkNotFound,
            (all.isEmpty ? "no radio of this machine is on a network" : "this machine is on \(all.count) networks")
                + "; \(UplinkFault.cure(file))",
            reason: FailureReason(all.isEmpty ? .noHomeNetwork : .severalHomeNetworks))
    }

    func notNamed(_ app: String) -> AccessoryError {
        AccessoryError(
            .notAuthorized,
            "\(app) may not have the credentials of this machine's network; "
                + "CredentialsFor=\(app) under [Uplink] in \(file) allows it",
            reason: FailureReason(.credentialsNotAllowed))
    }

    func notForApps(_ network: String) -> AccessoryError {
        AccessoryError(
            .notAuthorized,
            "no network '\(network.printable)' is there for apps; [\(HomeNetwork.groupPrefix)\(network.printable)] in "
                + "\(file) names one")
    }

    func noHotspot(of app: String) -> AccessoryError {
        AccessoryError(.notAuthorized, "\(app) holds no joined hotspot, and gets the credentials only with one")
    }

    func hasLeft(_ app: String) -> AccessoryError {
        AccessoryError(.notAuthorized, "\(app) has left its hotspot meanwhile")
    }

    func noWPA2(_ credentials: UplinkCredentials) -> AccessoryError {
        AccessoryError(
            .provisioningFailed,
            "'\(credentials.ssid)' \(credentials.security.clause), so it has no WPA2; leave the security out")
    }

    func unprotected(_ hotspot: HeldHotspot, _ errand: UplinkErrand) -> AccessoryError {
        AccessoryError(
            .notAuthorized,
            "'\(hotspot.ssid)' \(hotspot.security?.clause ?? "has no known security"), and the agent gives the "
                + "credentials of this machine's network only to an accessory whose network has a passphrase"
                + cure(of: errand), reason: FailureReason(.credentialsUnprotected))
    }

    func unprotected(_ title: String, _ family: Family, _ errand: UplinkErrand) -> AccessoryError {
        AccessoryError(
            .notAuthorized,
            "\(family.title) does not encrypt its Bluetooth link, so whoever listens could read the passphrase that "
                + "'\(title)' gets\(cure(of: errand))", reason: FailureReason(.credentialsUnprotected))
    }

    func unprotected(_ title: String, on security: Security, _ errand: UplinkErrand) -> AccessoryError {
        AccessoryError(
            .notAuthorized,
            "the network of '\(title)' \(security.clause), so whoever listens could read the passphrase\(cure(of: errand))",
            reason: FailureReason(.credentialsUnprotected))
    }

    /// The way to allow the hand-over on a link without encryption; empty for an app.
    private func cure(of errand: UplinkErrand) -> String {
        if errand.terms != nil, clearText == .refuse {
            return "; Cleartext=refuse under [Uplink] in \(file) allows it with a proof of its label alone"
        }
        switch (errand.way, errand.path) {
        case (.bluetooth(_, let family), nil) where !family.mayNeedProof: return "; --allow-cleartext allows it anyway"
        case (.bluetooth(_, let family), let path?) where !family.mayNeedProof:
            return "; Cleartext=allow under [Provision] in \(path) allows it anyway"
        case (_, nil) where errand.terms == nil: return ""
        case (.network, nil): return "; --allow-cleartext allows it anyway"
        case (_, nil): return "; the proof of its label protects it, and --allow-cleartext allows it anyway"
        case (_, let path?) where errand.terms == nil:
            return "; UplinkCredentialsOverOpen=true under [Program] in \(path) allows it anyway"
        case (_, let path?):
            return "; ProofCredential= under [Provision] in \(path) protects it, Cleartext=allow there allows it anyway"
        }
    }
}
