// SPDX-License-Identifier: Apache-2.0

/// The unified provisioning of Espressif's chips (ESP-IDF's protocomm and network_provisioning), over the accessory's
/// hotspot or over Bluetooth.
///
/// After ``ProvisioningEvent/joined`` it speaks HTTP, after ``ProvisioningEvent/connected(_:)`` Bluetooth. It reads the
/// security that the accessory wants, makes a session, hands over the network, and asks how it went.
public struct EspressifMachine: FamilyMachine {
    /// The times and counts that bound one provisioning.
    enum Limits {
        /// How often the version is asked for: an accessory's server may start later than its hotspot.
        static let versionAttempts = 3
        static let versionPause = Duration.seconds(2)
        /// How often a broken session is made anew before the network is handed over.
        static let renewalsBefore = 2
        /// And afterwards, when the accessory changes its channel and may not hear anything for a while.
        static let renewalsAfter = 6
        static let pollPause = Duration.seconds(5)
        /// How often the state is asked for.
        static let polls = 24
        /// An accessory that says so often in a row that it is disconnected does not try.
        static let disconnectedPolls = 3
    }

    enum Stage: Sendable {
        case idle
        case naming(EndpointSearch)
        case version
        case handshake(Handshake)
        case setting
        case applying
        /// The accessory should forget the network that somebody handed over earlier and that failed.
        case clearing
        case polling
        /// The accessory should forget the network; then this is the end.
        case resetting(ProvisioningOutcome)
        case pausing(Pause)
        case finished
    }

    /// What follows a wait.
    enum Pause: Sendable {
        case version
        case session
        case poll
    }

    let credentials: ProvisioningCredentials
    let randomness: Randomness
    var stage = Stage.idle
    var link = EspressifLink(.hotspot(cookie: nil))
    var plan: SecurityPlan?
    var session = EspressifSession.clear
    /// The home network's credentials may have arrived.
    var isHandedOver = false
    /// The request to join the home network may have arrived.
    var isApplied = false
    var isCleared = false
    var versionAttempts = 0
    var renewalsBefore = 0
    var renewalsAfter = 0
    var polls = 0
    var disconnectedPolls = 0

    /// - Parameters:
    ///   - credentials: The proof is the proof of possession of security 1, user and password of security 2.
    ///   - randomness: The source of the session's keys.
    public init(_ credentials: ProvisioningCredentials, randomness: Randomness = .system) {
        self.credentials = credentials
        self.randomness = randomness
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] {
        switch (stage, event) {
        case (.finished, _): return []
        case (_, .linkLost): return lostLink()
        case (.idle, .joined): return askVersion()
        case (.idle, .connected(let services)): return search(EndpointSearch(services))
        case (.naming(var search), .read(let description)):
            search.receive(description)
            return self.search(search)
        case (.naming(var search), .attributeFailed(.refused)):
            search.receive(nil)
            return self.search(search)
        case (.naming, .attributeFailed(let failure)): return failed(EspressifLink.Failure(failure))
        case (.pausing(let pause), .due):
            switch pause {
            case .version: return askVersion()
            case .session: return makeSession()
            case .poll: return poll()
            }
        case _:
            switch link.receive(event) {
            case .bytes(let bytes): return answered(bytes)
            case .failed(let failure): return failed(failure)
            case .effects(let effects): return effects
            case nil: return []
            }
        }
    }

    private mutating func answered(_ bytes: [UInt8]) -> [ProvisioningEffect] {
        switch stage {
        case .version: return takeVersion(bytes)
        case .handshake(let handshake): return goOn(handshake, bytes)
        case .setting: return networkSet(bytes)
        case .applying: return applied(bytes)
        case .clearing: return cleared(bytes)
        case .polling: return takeStatus(bytes)
        case .resetting(let outcome): return finish(outcome)
        case .idle, .naming, .pausing, .finished: return []
        }
    }

    mutating func finish(_ outcome: ProvisioningOutcome) -> [ProvisioningEffect] {
        stage = .finished
        session = .clear
        // It has the passphrase, though it was not asked to join: what it does with it shows at home.
        return [.finish(outcome == .vanished && isHandedOver ? .unknown : outcome)]
    }

    mutating func pause(_ duration: Duration, then pause: Pause) -> [ProvisioningEffect] {
        stage = .pausing(pause)
        return [.wait(duration)]
    }
}

/// The machine has the session's keys, which no description shows.
extension EspressifMachine: CustomStringConvertible, CustomReflectable {
    public var description: String { "EspressifMachine" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
