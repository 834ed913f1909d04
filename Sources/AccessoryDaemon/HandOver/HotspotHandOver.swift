// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The hotspot of an accessory, joined and held by a lease.
struct JoinedHotspot: Sendable {
    var lease: Lease.ID
    var link: Link
    var accessory: Accessory
    var ssid: SSID
}

/// The hand-over in an accessory's hotspot by accessory-provision.
struct HotspotHandOver: Sendable {
    let daemon: Daemon
    let hotspot: JoinedHotspot
    let app: String
    var terms: HandOverTerms
    /// The plan's file; nil if a person ordered it.
    var path: String?
    var warrant: Warrant?
    /// Whoever ordered it, for the history.
    let who: String
    /// Throws if what answers in the hotspot is not the accessory that is meant.
    var verify: @Sendable (DeviceIdentity) throws(AccessoryError) -> Void = { _ throws(AccessoryError) in }
    /// The accessory is likely at home from now on.
    var handingOver: @Sendable () async -> Void = {}

    /// By what the accessory will be known on the home network.
    var expected: ExpectedIdentity {
        ExpectedIdentity(
            family: terms.family ?? check.recognised, hotspot: hotspot.ssid, bssid: hotspot.link.bssid)
    }

    private var check: HandOverCheck { HandOverCheck(radio: daemon.radio, link: hotspot.link, ssid: hotspot.ssid) }

    func run(_ send: HomeWalkRun.Send) async {
        do throws(AccessoryError) {
            var errand = UplinkErrand(.lease(hotspot.lease), terms, path: path, warrant: warrant)
            let family = try Self.family(of: hotspot, errand, daemon)
            errand.terms?.family = family
            let provision = await daemon.uplink.provisionOrder(for: errand)
            let check = check
            let claimant = Claimant(app: app)
            let network = try await daemon.uplinkToGive(for: claimant, errand) { network throws(AccessoryError) in
                if let refusal = await check.refusal(of: network, for: family) { throw AccessoryError(refusal) }
            }
            send.yield(.network(network.ssid))
            let link = hotspot.link
            let program = try ProvisionProgram(path: daemon.settings.provisionSocket).run(
                ProvisionProgram.Order(
                    app: app, ssid: hotspot.ssid, interface: link.interface, address: link.address,
                    gateway: link.gateway, uplink: network, provision: provision))
            var isHandedOver = false
            for await report in program.reports {
                switch report {
                case .step(let step):
                    if case .identified(let device) = step { try verify(device) }
                    if case .handingOver = step {
                        if !isHandedOver { try await daemon.give(network, to: claimant, errand, who: who) }
                        isHandedOver = true
                        await handingOver()
                        program.proceed()
                    }
                    send.yield(.step(step))
                case .outcome(let outcome):
                    // A maker's program may leave the step out.
                    if !isHandedOver, outcome.end.hadTheNetwork {
                        try await daemon.give(network, to: claimant, errand, who: who)
                    }
                    return _ = send.yield(.ended(outcome))
                }
            }
            guard isHandedOver else {
                throw AccessoryError(
                    .provisioningFailed, "accessory-provision ended without a report; its log says why",
                    reason: FailureReason(.programEnded))
            }
            send.yield(.ended(.unknown))
        } catch {
            send.yield(.notHandedOver(error))
        }
    }

    static func family(
        of hotspot: JoinedHotspot, _ errand: UplinkErrand, _ daemon: Daemon
    ) throws(AccessoryError) -> Family {
        let check = HandOverCheck(radio: daemon.radio, link: hotspot.link, ssid: hotspot.ssid)
        guard let family = errand.terms?.family ?? check.recognised else {
            throw unknownFamily(of: hotspot.ssid, path: errand.path)
        }
        guard family.worksOverHotspot else { throw .wrongWay(of: family) }
        return family
    }

    /// Before anything is cut. The hotspot's security is not known yet.
    static func check(_ terms: HandOverTerms, of ssid: SSID) throws(AccessoryError) {
        if let family = terms.family, !family.worksOverHotspot { throw .wrongWay(of: family) }
        let shown = [Security.open, .wpa2].compactMap { Family.recognise(hotspot: ssid, security: $0)?.family }
        let possible = terms.family.map { [$0] } ?? shown
        guard let first = possible.first else { throw unknownFamily(of: ssid, path: nil) }
        if terms.proof.secret != nil, !possible.contains(where: \.mayNeedProof) {
            throw .proofUnused(by: ssid.description, first)
        }
    }

    private static func unknownFamily(of ssid: SSID, path: String?) -> AccessoryError {
        let cure = path.map { "set Family= under [Provision] in \($0) to one of" } ?? "name it: one of"
        return AccessoryError(
            .provisioningFailed, "'\(ssid)' shows no family; \(cure) \(Family.list)",
            reason: FailureReason(.familyUnknown))
    }
}

extension AccessoryError {
    /// The family takes a network over another link.
    static func wrongWay(of family: Family) -> AccessoryError {
        AccessoryError(.provisioningFailed, family.otherWay, reason: FailureReason(.otherWay))
    }
}
