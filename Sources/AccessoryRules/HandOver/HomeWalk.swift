// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// One accessory's way to the home network after its hotspot is joined, or its Bluetooth link is up: the hand-over, the
/// leave, and the end.
///
/// The link may go at any time. Before the hand-over that is a failure. After it, it proves nothing: the accessory's one
/// radio changes to the channel of the home network.
package struct HomeWalk: Machine, Sendable {
    package indirect enum Event: Sendable {
        case joined
        /// The network must not, or cannot, be handed over.
        case notHandedOver(AccessoryError)
        /// The network to hand over, before anything is given.
        case network(SSID)
        case step(ProvisioningStep)
        /// The machine of the accessory's family has come to its end.
        case ended(ProvisioningOutcome)
        /// The accessory's network is left, and the uplink is back unless the error says otherwise.
        case left(AccessoryError?)
        case due
    }

    package indirect enum Effect: Sendable, Equatable {
        case handOver
        case report(ProvisioningStep)
        case leave
        case startTimer(Duration)
        case finish(Result<ProvisioningOutcome, AccessoryError>)
    }

    private indirect enum State {
        case joining
        case handingOver
        /// The network is gone, and whoever hands over may still have an answer to report.
        case lastWords(AccessoryError?)
        case leaving(Result<ProvisioningOutcome, AccessoryError>)
        case over
    }

    /// The time for a report that is under way once the accessory's network is gone and the uplink is back. Nothing new can
    /// come from there, and the home network shows the rest.
    package static let lastWords = Duration.seconds(2)

    private var state = State.joining
    /// The longest hand-over; nil if nobody set a limit.
    private let limit: Duration?
    /// The accessory has the network, or what it needs for it. Whatever ends the way from now on, it is likely at home.
    package private(set) var isHandedOver = false
    package private(set) var network: SSID?
    /// What the accessory called itself.
    package private(set) var device: DeviceIdentity?
    /// How the network was protected on its way.
    package private(set) var protection: HandOverProtection?

    package init(limit: Duration? = nil) { self.limit = limit }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (_, .network(let network)):
            self.network = network
            return []
        case (.joining, .joined):
            state = .handingOver
            return [.handOver] + (limit.map { [.startTimer($0)] } ?? [])
        case (.handingOver, .due):
            return leave(isHandedOver ? .success(.unknown) : .failure(overLong))
        case (.handingOver, .step(let step)), (.lastWords, .step(let step)):
            note(step)
            return [.report(step)]
        case (.handingOver, .ended(let outcome)):
            return leave(.success(outcome))
        case (.joining, .notHandedOver(let error)), (.handingOver, .notHandedOver(let error)):
            return leave(.failure(error))
        case (.joining, .left(let error)):
            return finish(.failure(error ?? AccessoryError(.interrupted, "the accessory's network went away")))
        case (.handingOver, .left(let error)):
            state = .lastWords(error)
            return [.startTimer(Self.lastWords)]
        case (.lastWords(let error), .ended(let outcome)):
            return finish(.success(outcome), unless: error)
        case (.lastWords(let error), .notHandedOver(let failure)):
            return finish(.failure(failure), unless: error)
        case (.lastWords(let error), .due):
            return finish(.success(isHandedOver ? .unknown : .vanished), unless: error)
        case (.leaving(let result), .left(let error)):
            return finish(result, unless: error)
        case (.joining, _), (.handingOver, _), (.lastWords, _), (.leaving, _), (.over, _):
            return []
        }
    }

    private mutating func note(_ step: ProvisioningStep) {
        switch step {
        case .identified(let device): self.device = device
        case .handingOver(let protection):
            isHandedOver = true
            self.protection = protection
        case .securing, .waitingForAccessory: break
        }
    }

    private var overLong: AccessoryError {
        let time = limit.map { " of \($0.components.seconds) s" } ?? ""
        return AccessoryError(.activationFailed, "the hand-over took longer than its limit\(time)")
    }

    private mutating func leave(_ result: Result<ProvisioningOutcome, AccessoryError>) -> [Effect] {
        state = .leaving(result)
        return [.leave]
    }

    /// A machine without its uplink is worse than an accessory without its network.
    private mutating func finish(
        _ result: Result<ProvisioningOutcome, AccessoryError>, unless error: AccessoryError? = nil
    ) -> [Effect] {
        state = .over
        if let error, error.code == .restoreFailed { return [.finish(.failure(error))] }
        return [.finish(result)]
    }
}
