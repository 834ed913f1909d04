// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One hand-over by Wi-Fi Easy Connect: wpa_supplicant is the configurator, and this asks it step by step. Whatever it
/// has added is removed at each end.
package struct EasyConnectMachine: Machine, Sendable {
    package typealias Event = EasyConnectEvent

    package enum Effect: Hashable, Sendable {
        /// One reply follows.
        case send(EasyConnectCommand)
        /// A wait replaces the one before.
        case wait(Duration)
        case report(ProvisioningStep)
        /// The last effect. Unless everything was removed, an ``EasyConnectSweep`` has to look for the rest.
        case finish(Result<ProvisioningOutcome, EasyConnectFault>, isTidy: Bool)
    }

    private typealias Ending = Result<ProvisioningOutcome, EasyConnectFault>

    private enum State {
        case idle
        case attaching
        case addingConfigurator
        case addingLabel
        case beginning(Answer)
        case authenticating(Answer)
        /// The device took the call and did not answer it. Before the next call, it has to give this one up.
        case pausing
        case configuring
        /// The network is on its way to the accessory.
        case sending
        /// The accessory tries to join, and reports the result.
        case confirming
        case tidying([EasyConnectCommand], Ending)
        case over
    }

    /// The accessory's answer to the call, until the authentication is over.
    private enum Answer {
        case none
        /// The device of the label's address took a frame.
        case acknowledgement
        /// It waits for a person.
        case pending
    }

    /// wpa_supplicant answers at once.
    static let replyTime: Duration = .seconds(5)
    /// wpa_supplicant calls the accessory each ten seconds.
    static let callTime: Duration = .seconds(35)
    /// On a channel without an acknowledgement it waits this long.
    static let channelTime: Duration = .seconds(2)
    /// It calls on as many channels at most (DPP_BOOTSTRAP_MAX_FREQ), and on its own if the label names none, or more.
    static let mostChannels = 30
    /// An accessory that has missed the end of a call waits for it: five seconds with wpa_supplicant (its
    /// dpp_resp_max_tries), two with ESP-IDF. It heard the call up to a second late.
    package static let pauseTime: Duration = .seconds(7)
    /// For a person at the accessory.
    static let personTime: Duration = .seconds(60)
    static let configurationTime: Duration = .seconds(15)
    /// wpa_supplicant itself waits for 16 s.
    static let joinTime: Duration = .seconds(20)

    private let label: EasyConnectLabel
    private let key: EasyConnectKey
    private let network: EasyConnectNetwork
    private var state = State.idle
    private var configurator: Int?
    /// The label's number. With it, an exchange may be under way.
    private var labelNumber: Int?
    private var callsLeft = mostCalls

    /// A scan of somebody else can delay one call beyond the time for its answer, and a radio can lose one.
    package static let mostCalls = 3

    package init(_ label: EasyConnectLabel, key: EasyConnectKey, network: EasyConnectNetwork) {
        self.label = label
        self.key = key
        self.network = network
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .began:
            guard case .idle = state else { return [] }
            let device = DeviceIdentity(name: label.information, address: label.address)
            return [.report(.identified(device))] + ask(.attach, .attaching)
        case .message(.reply(let text)): return receive(reply: EasyConnectNews(reply: text))
        case .message(.event(let text)): return EasyConnectNews(event: text).map { receive($0) } ?? []
        case .due: return runOut()
        case .lost: return lose()
        }
    }

    private mutating func ask(_ command: EasyConnectCommand, _ next: State) -> [Effect] {
        state = next
        return [.send(command), .wait(Self.replyTime)]
    }

    // MARK: Replies

    private mutating func receive(reply: EasyConnectNews) -> [Effect] {
        switch (state, reply) {
        case (.attaching, .done): return ask(.addConfigurator(key: key.der), .addingConfigurator)
        case (.attaching, _): return tidy(.failure(.noEvents))
        case (.addingConfigurator, .number(let number)):
            configurator = number
            guard let secret = label.proof.secret else { return tidy(.failure(.label)) }
            return ask(.addLabel(key.mark.marked(secret)), .addingLabel)
        case (.addingConfigurator, .unknownCommand): return tidy(.failure(.unsupported))
        case (.addingConfigurator, _): return tidy(.failure(.noConfigurator))
        case (.addingLabel, .number(let number)):
            labelNumber = number
            return [.report(.securing)] + call()
        case (.addingLabel, _): return tidy(.failure(.label))
        case (.beginning(let answer), .done):
            state = .authenticating(answer)
            let listed = label.channels.count
            let called = (1...Self.mostChannels).contains(listed) ? listed : Self.mostChannels
            return [.wait(Self.callTime + Self.channelTime * called)]
        case (.beginning, _): return tidy(.failure(.notBegun))
        // A number that is gone already is refused, and gone is what was wanted.
        case (.tidying(let rest, let ending), _): return tidyOn(rest, ending)
        case (.idle, _), (.authenticating, _), (.pausing, _), (.configuring, _), (.sending, _), (.confirming, _),
            (.over, _):
            return []
        }
    }

    private mutating func call() -> [Effect] {
        guard let configurator, let labelNumber else { return tidy(.failure(.noConfigurator)) }
        callsLeft -= 1
        return ask(.begin(label: labelNumber, configurator: configurator, network), .beginning(.none))
    }

    // MARK: Events

    private mutating func receive(_ news: EasyConnectNews) -> [Effect] {
        switch (state, news) {
        case (.over, _), (.idle, _): return []
        case (_, .terminating): return lose()
        case (.beginning(.none), .acknowledged(let device)) where device == label.address:
            state = .beginning(.acknowledgement)
            return []
        case (.authenticating(.none), .acknowledged(let device)) where device == label.address:
            state = .authenticating(.acknowledgement)
            return []
        case (.authenticating, .authenticated):
            state = .configuring
            return [.report(.handingOver(.proven)), .wait(Self.configurationTime)]
        case (.authenticating(.acknowledgement), .notAnswered) where callsLeft > 0:
            state = .pausing
            return [.wait(Self.pauseTime)]
        case (.authenticating(let answer), .notAnswered): return tidy(.success(Self.silence(after: answer)))
        case (.authenticating, .pending):
            state = .authenticating(.pending)
            return [.wait(Self.personTime)]
        case (.authenticating, .notCompatible):
            return tidy(
                .success(
                    .refusing(
                        .wrongFamily, "it is no device that takes a network by Wi-Fi Easy Connect",
                        names: [Family.easyConnect.title])))
        case (.authenticating, .failed(let why)): return tidy(.success(.refusing(.joinFailed, why)))
        case (.configuring, .requested):
            state = .sending
            return []
        case (.configuring, .notConfigured(let status)), (.sending, .notConfigured(let status)):
            return tidy(
                .success(
                    .refusing(
                        .accessoryError, "it asked for what this network does not have, and got the status \(status)",
                        names: ["\(status)"])))
        case (.configuring, .sent(let reports)), (.sending, .sent(let reports)):
            guard reports else { return [.report(.waitingForAccessory)] + tidy(.success(.unknown)) }
            state = .confirming
            return [.report(.waitingForAccessory), .wait(Self.joinTime)]
        case (.configuring, .notTaken): return tidy(.success(.vanished))
        case (.sending, .notTaken):
            return tidy(.success(.refusing(.notConfirmed, "it did not confirm the configuration")))
        case (.confirming, .joined(let status)): return tidy(.success(Self.outcome(status)))
        case (.attaching, _), (.addingConfigurator, _), (.addingLabel, _), (.beginning, _), (.authenticating, _),
            (.pausing, _), (.configuring, _), (.sending, _), (.confirming, _), (.tidying, _):
            return []
        }
    }

    /// From the accessory's status (Wi-Fi Easy Connect 2.0, table 26).
    private static func outcome(_ status: Int?) -> ProvisioningOutcome {
        switch status {
        case 0?: .onNetwork(address: nil, page: nil)
        case 2?: .wrongPassphrase
        case 10?: .networkNotInReach
        case let status? where (1...11).contains(status):
            .refusing(.accessoryError, "it could not join, with status \(status)", names: ["\(status)"])
        case _: .unknown
        }
    }

    // MARK: The end

    /// The outcome if nothing follows this answer.
    private static func silence(after answer: Answer) -> ProvisioningOutcome {
        switch answer {
        case .none: .vanished
        // Whether it has another key or its answers are lost, nobody here can know.
        case .acknowledgement:
            .refusing(
                .labelUnanswered,
                "it took \(mostCalls) calls and answered none: the label may be another accessory's, or the answers were "
                    + "lost; compare the label with the one on the accessory, or move closer")
        case .pending: .buttonNeeded
        }
    }

    private mutating func runOut() -> [Effect] {
        switch state {
        case .idle, .over: return []
        case .attaching, .addingConfigurator, .addingLabel, .beginning, .tidying: return lose()
        case .authenticating(let answer): return tidy(.success(Self.silence(after: answer)))
        case .pausing: return call()
        case .configuring: return tidy(.success(.vanished))
        case .sending, .confirming: return tidy(.success(.unknown))
        }
    }

    /// wpa_supplicant does not answer any more.
    private mutating func lose() -> [Effect] {
        let ending: Ending
        switch state {
        case .over: return []
        case .idle, .attaching, .addingConfigurator, .addingLabel, .beginning, .authenticating, .pausing, .configuring:
            ending = .failure(.silent)
        case .sending, .confirming: ending = .success(.unknown)
        case .tidying(_, let known): ending = known
        }
        state = .over
        return [.finish(ending, isTidy: false)]
    }

    private mutating func tidy(_ ending: Ending) -> [Effect] {
        var commands: [EasyConnectCommand] = []
        // wpa_supplicant must not go on with an exchange whose label is removed.
        if let labelNumber { commands += [.stop, .removeLabel(labelNumber)] }
        if let configurator { commands.append(.removeConfigurator(configurator)) }
        return tidyOn(commands, ending)
    }

    private mutating func tidyOn(_ commands: [EasyConnectCommand], _ ending: Ending) -> [Effect] {
        guard let next = commands.first else {
            state = .over
            return [.finish(ending, isTidy: true)]
        }
        return ask(next, .tidying(Array(commands.dropFirst()), ending))
    }
}
