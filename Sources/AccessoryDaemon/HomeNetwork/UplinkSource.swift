// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// Where the credentials of the machine's own network come from.
struct UplinkSource: Sendable {
    let policy: PassphrasePolicy
    let radio: any Radio
    /// Where systemd puts secrets.
    let credentialsDirectory: String?
    let ownNetworks: @Sendable () async throws(AccessoryError) -> OwnNetworks

    /// Before anything is cut: throws if there is no network to hand over, or no passphrase of it.
    func check(networkNamed name: String?, byLabel: Bool) async throws(AccessoryError) {
        if let network = try policy.network(named: name, byLabel: byLabel) {
            _ = try await credentials(of: network)
        } else if let own = try policy.ownNetwork(among: await ownNetworks()) {
            _ = try await credentials(of: own)
        }
    }

    /// Of the network that the errand names, or else the administrator's, or else the machine's own.
    func credentials(
        for errand: UplinkErrand, in hotspot: HeldHotspot?
    ) async throws(AccessoryError) -> UplinkCredentials {
        if let network = try policy.network(named: errand.network, byLabel: errand.isByLabel) {
            return try await credentials(of: network)
        }
        let own = try await ownNetworks()
        return try await credentials(of: policy.ownNetwork(among: own, for: errand, in: hotspot))
    }

    /// Why accessories get no network unless their order names one, such as on a machine with a cable. Nil if they get one.
    func obstacle() async -> String? {
        // A journal that cannot be read has its own errors.
        guard policy.homeNetwork == nil, let own = try? await ownNetworks(), own.all.isEmpty else { return nil }
        return policy.noSingleNetwork([]).message
    }

    private func credentials(of network: HomeNetwork) async throws(AccessoryError) -> UplinkCredentials {
        switch network {
        case .profile(let name): return try await credentials(of: Uplink(interface: "", profile: name, name: name))
        case .stored(let ssid, let place):
            do throws(PlanSecret.Fault) {
                let secret = PlanSecret(place, credentials: credentialsDirectory)
                return UplinkCredentials(ssid: ssid, security: .wpa2, passphrase: try secret.passphrase())
            } catch {
                throw AccessoryError(.passphraseMissing, "\(policy.file): [Uplink] \(error.description)")
            }
        case .connectors(let ssid): return UplinkCredentials(ssid: ssid, security: .unknown, passphrase: nil)
        }
    }

    private func credentials(of uplink: Uplink) async throws(AccessoryError) -> UplinkCredentials {
        do {
            return try await radio.credentials(of: uplink)
        } catch let fault as UplinkFault {
            throw AccessoryError(fault)
        } catch {
            throw AccessoryError(.radioUnavailable, "\(error)")
        }
    }
}
