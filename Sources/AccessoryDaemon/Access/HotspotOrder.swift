// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// A checked request for a hotspot configuration.
struct HotspotOrder {
    let descriptor: Descriptor
    let passphrase: Passphrase?
    let isHidden: Bool
    let joinOnce: Bool
    let lifeTimeInDays: Int?

    /// Throws `invalidRequest` with the faulty field.
    init(_ request: ApplyHotspotRequest) throws(AccessoryError) {
        descriptor = try request.descriptor
        let (ssid, ssidPrefix) = (descriptor.ssid, descriptor.ssidPrefix)
        if let ssidPrefix, ssidPrefix.bytes.count < Self.shortestPrefix {
            throw AccessoryError.invalid(
                "ssidPrefix", "ssidPrefix: '\(ssidPrefix)' is shorter than \(Self.shortestPrefix) bytes")
        }
        passphrase = try request.passphrase.read(DescriptorFields.passphrase, field: "passphrase")
        isHidden = request.hidden ?? false
        guard !isHidden || ssid != nil else {
            throw AccessoryError.invalid("hidden", "hidden: a hidden network needs its whole SSID, not a prefix")
        }
        joinOnce = request.joinOnce ?? false
        lifeTimeInDays = request.lifeTimeInDays
        if let days = lifeTimeInDays, !(1...365).contains(days) {
            throw AccessoryError.invalid("lifeTimeInDays", "lifeTimeInDays: \(days) is not between 1 and 365")
        }
    }

    /// Bytes; NEHotspotConfiguration's rule.
    private static let shortestPrefix = 3

    var ssid: SSID? { descriptor.ssid }
    var ssidPrefix: SSID? { descriptor.ssidPrefix }

    var title: String { ssid?.description ?? ssidPrefix.map { "\($0)…" } ?? "" }

    func contains(_ name: SSID) -> Bool { ssid == name || ssidPrefix.map { name.hasPrefix($0) } ?? false }

    func configuration(of app: String, uid: UInt32, at now: Timestamp) -> HotspotConfiguration {
        HotspotConfiguration(
            app: app, uid: uid, ssid: ssid, ssidPrefix: ssidPrefix, isProtected: passphrase != nil, isHidden: isHidden,
            joinOnce: joinOnce, applied: now,
            expires: lifeTimeInDays.map { Timestamp(seconds: now.seconds + Int64($0) * 86400) })
    }
}
