// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One app's link to one accessory, from the call to its end. An accessory that is out of range is waited for: the first
/// attempt connects at once, every later one when the accessory was heard.
package struct PeripheralLink: Machine, Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// Then: connecting, over.
        case idle
        /// Then: listening, connected, over.
        case connecting
        /// Then: connecting, over.
        case listening
        /// Then: over.
        case connected
        case over
    }

    package enum Event: Sendable, Equatable {
        case start
        case updated(GATTLinkUpdate)
        case failed(BluetoothFailure)
        /// The accessory is in range.
        case heard
        case cannotListen(BluetoothUnavailability)
        /// The access is over.
        case ended(AccessoryError)
    }

    package enum Effect: Sendable, Equatable {
        case connect(within: Duration)
        /// Listens until the accessory is heard, after a pause.
        case listen(after: Duration)
        case report(Report)
        case end(AccessoryError)
    }

    package enum Report: Sendable, Equatable {
        case connecting
        case connected(mtu: Int)
        case servicesChanged
    }

    /// The longest pause between two attempts.
    package static let longestPause = Duration.seconds(240)
    /// The first attempt is short: the accessory may be away, and the radio has others to talk to.
    static let firstAttempt = LinkAttempt.fair

    package private(set) var state = State.idle
    /// The pause before the next attempt: an accessory that is heard and refuses does not keep the radio busy.
    private var pause = Duration.seconds(1)

    private let title: String

    /// - Parameter title: the accessory's name for people.
    package init(to title: String) { self.title = title }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .start):
            state = .connecting
            return [.report(.connecting), .connect(within: Self.firstAttempt)]
        case (.connecting, .updated(.connected(let mtu))):
            state = .connected
            return [.report(.connected(mtu: mtu))]
        case (.connecting, .failed(let failure)):
            return retry(after: failure)
        case (.listening, .heard):
            state = .connecting
            return [.connect(within: LinkAttempt.longest)]
        case (.listening, .cannotListen(let why)):
            return end(AccessoryError(why))
        case (.connected, .updated(.servicesChanged)):
            return [.report(.servicesChanged)]
        case (.connected, .failed(let failure)):
            return end(AccessoryError(failure, with: title))
        case (.connecting, .ended(let error)), (.listening, .ended(let error)), (.connected, .ended(let error)):
            return end(error)
        // An event that comes late or twice.
        case (.idle, _), (.connecting, _), (.listening, _), (.connected, _), (.over, _):
            return []
        }
    }

    private mutating func retry(after failure: BluetoothFailure) -> [Effect] {
        switch failure.reason {
        case .notReached, .timedOut:
            defer { pause = min(pause * 2, Self.longestPause) }
            state = .listening
            return [.listen(after: pause)]
        case .refused, .uninvited, .notAuthenticated, .staleBond, .unsupported, .unavailable, .notConnected, .attribute,
            .tooSlow:
            return end(AccessoryError(failure, with: title))
        }
    }

    private mutating func end(_ error: AccessoryError) -> [Effect] {
        state = .over
        return [.end(error)]
    }
}
