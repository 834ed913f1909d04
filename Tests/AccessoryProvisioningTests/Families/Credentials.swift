// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// What the tests hand over, and short words for what accessories answer.
enum Credentials {
    static func home(
        _ ssid: String = "MyWirelessAP", _ passphrase: String? = "mysecurepassword", pin: String? = nil
    ) throws -> ProvisioningCredentials {
        try credentials(Array(ssid.utf8), passphrase, pin: pin)
    }

    /// An SSID that is no text.
    static func bytes() throws -> ProvisioningCredentials { try credentials([0x48, 0xFF, 0x6D], "mysecurepassword") }

    private static func credentials(
        _ ssid: [UInt8], _ passphrase: String?, pin: String? = nil
    ) throws -> ProvisioningCredentials {
        let network = UplinkCredentials(
            ssid: try SSID(ssid), security: passphrase == nil ? .open : .wpa2,
            passphrase: try passphrase.map { try Passphrase($0) })
        return ProvisioningCredentials(network: network, proof: ProvisioningProof(secret: pin))
    }
}

extension ProvisioningEvent {
    static func page(_ status: Int, _ text: String, location: String? = nil) -> Self {
        .answered(HTTPAnswer(status: status, body: Array(text.utf8), location: location))
    }

    static func json(_ text: String) -> Self { page(200, text) }
}

extension [ProvisioningEffect] {
    /// The body or target of the request that these effects make, as text.
    var asked: String? {
        for case .request(let request) in self {
            return request.body.isEmpty ? request.target : String(decoding: request.body, as: UTF8.self)
        }
        return nil
    }

    var outcome: ProvisioningOutcome? {
        if case .finish(let outcome) = last { outcome } else { nil }
    }

    var refusal: String? {
        if case .refused(let refusal) = outcome { refusal.text } else { nil }
    }

    var reason: FailureReason? {
        if case .refused(let refusal) = outcome { refusal.reason } else { nil }
    }
}

extension FamilyMachine {
    /// Plays these events, and returns the effects of the last one.
    mutating func play(_ events: [ProvisioningEvent]) -> [ProvisioningEffect] {
        events.reduce([]) { _, event in receive(event) }
    }

    /// A copy's answer.
    func answer(to event: ProvisioningEvent) -> [ProvisioningEffect] {
        var copy = self
        return copy.receive(event)
    }
}
