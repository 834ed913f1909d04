// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface

/// How one accessory's way to the home network ended.
struct OnboardResult: Hashable, Sendable {
    /// The exit status of an outcome that is not good: this, and the status of accessory-provision(1).
    static let firstStatus: Int32 = 20
    /// That of an accessory that has the network, and was not seen there.
    static let notSeen: Int32 = 31

    let name: String
    let progress: OnboardProgress?
    let failure: Failure?
    let time: Duration

    /// - Parameters:
    ///   - last: The last step.
    ///   - failure: Of the call.
    init(_ accessory: NewAccessory, _ last: OnboardProgress?, _ failure: Failure?, after time: Duration) {
        name = last?.accessory?.displayName ?? accessory.name
        progress = last?.outcome == nil ? nil : last
        var failure = failure
        if failure == nil, progress == nil {
            failure = Failure("the agent reported no end; its log has the reason", .unknown)
        }
        if let text = failure?.text, !text.hasPrefix("'\(accessory.name.shown)'") {
            failure?.text = "'\(accessory.name.shown)': \(text)"
        }
        self.failure = failure
        self.time = time
    }

    private var end: ProvisioningEnd? { progress?.outcome.flatMap { ProvisioningEnd(name: $0.rawValue) } }

    var status: Int32 {
        if let failure { return failure.status }
        if progress?.outcome == .notSeen { return Self.notSeen }
        guard let end, !end.isGood else { return 0 }
        return Self.firstStatus + Int32(end.rawValue)
    }

    var isGood: Bool { status == 0 }

    /// Whether the accessory, or what poses as it, brought this end about: another one of its name may end otherwise.
    var isTheAccessorys: Bool {
        switch (failure?.code, end) {
        case (.networkNotFound?, _), (.wrongPassphrase?, _), (.associationRejected?, _), (.securityChanged?, _),
            (.noAddress?, _), (.joinTimedOut?, _), (.connectionFailed?, _):
            true
        case (nil, .wrongProof?), (nil, .portalNotServed?), (nil, .refused?), (nil, .vanished?): failure == nil
        case _: false
        }
    }

    /// For people: the result, and the accessory's own page.
    var lines: [String] {
        if let failure { return ["Error: \(failure.text)"] }
        let after = "after \(Int((time / .seconds(1)).rounded())) s"
        let text = progress?.explanation ?? end?.explanation ?? "it ended"
        if let arrival = progress?.arrival, isGood {
            let page = progress?.page.map { ["Its page is \($0)".shown] } ?? []
            return [("'\(name)' is on the network" + arrival.text + ", \(after)").shown] + page
        }
        switch end {
        case .onNetwork?:
            let address = progress?.address.map { ", \($0)" } ?? ""
            let page = progress?.page.map { ["Its page is \($0)".shown] } ?? []
            return ["\(name) is on the network\(address), \(after)".shown] + page
        case .unknown?: return ["\(name), \(after): \(text)".shown]
        case .wrongPassphrase?, .networkNotInReach?, .wrongProof?, .buttonNeeded?, .portalNotServed?, .refused?,
            .vanished?, nil:
            return ["Error: '\(name)': \(text)".shown]
        }
    }
}

extension ReportedArrival {
    /// For people, after "is on the network".
    fileprivate var text: String {
        let place = address.map { " at \($0)" } ?? ""
        guard let evidence = evidence.flatMap({ ArrivalEvidence(rawValue: $0) }) else { return place }
        return "\(place), \(state == .confirmed ? "confirmed" : "likely") by \(evidence.explanation)"
    }
}
