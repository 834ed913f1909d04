// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// GoPro's cameras over a bonded link (gopro.github.io/OpenGoPro, "Access Point"; protobuf/network_management.proto).
///
/// The camera scans before it joins: without a scan it stays a hotspot, and the request to join fails in silence. The
/// scan's list also shows whether the camera hears the network.
public struct GoProMachine: FamilyMachine {
    /// The camera answers the end of the pairing within this time, or needs none.
    public static let pairingPatience: Duration = .seconds(2)
    /// The camera reports itself within this time, or remains nameless.
    public static let informationPatience: Duration = .seconds(5)
    /// Between two questions to a camera that is not ready.
    public static let readinessPause: Duration = .seconds(1)
    /// A camera that wakes up for the link is ready within this many questions.
    public static let mostQuestions = 20
    public static let scanPatience: Duration = .seconds(40)
    public static let listPatience: Duration = .seconds(20)
    public static let joinPatience: Duration = .seconds(90)
    /// The entries of a scan that the machine asks for.
    public static let mostEntries = 100

    /// A message to the camera, and the answer to it.
    enum Talk: Hashable, Sendable {
        /// Until this has an answer, the camera is not ready, and refuses or ignores everything else.
        case information
        /// A new bond counts for the camera only when its pairing is declared finished; later this changes nothing.
        case pairing
        case scan
        case list
        case join
    }

    enum Step: Hashable, Sendable {
        case subscribeNetwork
        case subscribeCommand
        case write(Talk)
        /// The time for an answer is over.
        case time(Talk)
    }

    let network: NetworkText?
    let isHidden: Bool
    var course = Course<Step>()
    var device: GoProAttributes?
    var talk = Talk.information
    /// The answers of a camera that was not ready.
    var refusedQuestions = 0
    /// The last of them is the answer to this talk.
    var isNotReady = false
    /// The talk that follows as soon as the write is answered.
    private var next: Talk?
    private var unsent: [[UInt8]] = []
    private var fromNetwork = GoProPackets()
    private var fromCommand = GoProPackets()
    var scan: (identifier: UInt64, entries: UInt64) = (0, 0)
    /// The camera has this network already.
    var isConfigured = false

    public init(_ credentials: ProvisioningCredentials) {
        network = NetworkText(credentials.network)
        isHidden = credentials.network.isHidden
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] {
        guard !course.isOver else { return [] }
        switch event {
        case .connected(let services): return begin(services)
        case .subscribed: return subscribed()
        case .written: return written()
        case .notified(let handle, let bytes): return notified(handle, bytes)
        case .attributeFailed(let failure): return failed(failure)
        case .due: return due()
        case .linkLost: return course.giveUp()
        case .joined, .answered, .notAnswered, .read: return []
        }
    }

    private mutating func begin(_ services: [GATTService]) -> [ProvisioningEffect] {
        guard course.begin() else { return [] }
        guard network != nil else { return course.finish(.unreadableName) }
        guard let device = GoProAttributes(services) else {
            return course.refuse(
                .notOverBluetooth, "the camera does not have GoPro's network management; update its firmware")
        }
        self.device = device
        return course.ask(.subscribeNetwork, .subscribe(device.networkAnswer))
    }

    private mutating func subscribed() -> [ProvisioningEffect] {
        guard let device else { return [] }
        switch course.takeAsked() {
        case .subscribeNetwork: return course.ask(.subscribeCommand, .subscribe(device.commandAnswer))
        case .subscribeCommand: return begin(.information)
        case _: return []
        }
    }

    /// Begins a talk, or remembers it while a write is under way.
    mutating func begin(_ talk: Talk) -> [ProvisioningEffect] {
        guard course.asked == nil else {
            next = talk
            return []
        }
        self.talk = talk
        isNotReady = false
        unsent = GoProPackets.packets(of: message(talk))
        let report: [ProvisioningEffect] =
            talk == .join ? [.report(.handingOver(Family.gopro.protection(hotspot: nil)))] : []
        return report + writePacket()
    }

    private mutating func writePacket() -> [ProvisioningEffect] {
        guard let device, !unsent.isEmpty else { return [] }
        let packet = unsent.removeFirst()
        // The camera acts on whole messages only.
        if talk == .join, unsent.isEmpty { course.handOver() }
        return course.ask(.write(talk), .write(talk == .information ? device.command : device.network, packet))
    }

    private mutating func written() -> [ProvisioningEffect] {
        guard case .write = course.takeAsked() else { return [] }
        if !unsent.isEmpty { return writePacket() }
        if let next {
            self.next = nil
            return begin(next)
        }
        if isNotReady { return pauseBeforeNextQuestion() }
        let report: [ProvisioningEffect] = talk == .join ? [.report(.waitingForAccessory)] : []
        return report + course.wait(Self.patience(talk), then: .time(talk))
    }

    mutating func pauseBeforeNextQuestion() -> [ProvisioningEffect] {
        course.wait(Self.readinessPause, then: .time(.information))
    }

    private static func patience(_ talk: Talk) -> Duration {
        switch talk {
        case .pairing: pairingPatience
        case .information: informationPatience
        case .scan: scanPatience
        case .list: listPatience
        case .join: joinPatience
        }
    }

    private mutating func due() -> [ProvisioningEffect] {
        switch course.takeDelayed() {
        case .time(.information): return begin(isNotReady ? .information : .pairing)
        case .time(.pairing): return begin(.scan)
        case .time(.scan), .time(.list):
            return course.refuse(.takesNoneNow, "the camera does not end its scan; restart it")
        case .time(.join): return course.giveUp()
        case _: return []
        }
    }

    private mutating func failed(_ failure: AttributeFailure) -> [ProvisioningEffect] {
        let step = course.takeAsked()
        unsent = []
        next = nil
        switch (step, failure) {
        case (nil, _): return []
        case (_, .notPaired): return course.finish(.notPaired)
        case (.write(.information), _): return begin(.pairing)
        case (.write(.pairing), _): return begin(.scan)
        // What was refused was not taken.
        case (_, .refused(let code)):
            return course.refuse(
                .accessoryError, "the camera refused with the Bluetooth error \(code)", names: ["Bluetooth \(code)"])
        case (_, .timedOut): return course.giveUp()
        }
    }

    private mutating func notified(_ handle: UInt16, _ bytes: [UInt8]) -> [ProvisioningEffect] {
        switch handle {
        case device?.networkAnswer: return fromNetwork.receive(bytes).map { received($0) } ?? []
        case device?.commandAnswer: return fromCommand.receive(bytes).map { identified($0) } ?? []
        case _: return []
        }
    }
}

extension GoProMachine: CustomStringConvertible, CustomReflectable {
    /// Packets that wait may have the passphrase in them.
    public var description: String { "a provisioning of GoPro" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
