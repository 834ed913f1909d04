// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// One presentation: the content of a picker for an app, and the machine that gets the answers. It checks the answers
/// of the person and the app against what they saw.
struct Presentation {
    /// Nobody can guess it.
    typealias ID = String

    /// A request for a presentation. One for all its copies, because a manifest is large.
    final class Order: Sendable {
        let claimant: Claimant
        let app: Manifest
        /// The app's session on which the presentation rests.
        let session: Sessions.ID?
        let caller: Caller
        /// The picker shows only what the app approves.
        let filters: Bool
        /// While the caller's own picker shows another presentation, it waits.
        let waitsInTurn: Bool
        let recipient: Recipient

        init(
            claimant: Claimant, app: Manifest, session: Sessions.ID?, caller: Caller, filters: Bool = false,
            waitsInTurn: Bool = false, recipient: Recipient
        ) {
            (self.claimant, self.app, self.session, self.caller) = (claimant, app, session, caller)
            (self.filters, self.waitsInTurn, self.recipient) = (filters, waitsInTurn, recipient)
        }

        /// An app itself asks for it; the more often a person cancels, the longer it waits.
        var isApps: Bool { caller.entrance == .app }
    }

    /// The machine that gets the answers.
    enum Recipient {
        case setup(Sender<Setup.Event>)
        case inquiry(Sender<Inquiry.Event>)

        func cancel() { send(.cancel, .cancel) }
        func end(_ error: AccessoryError) { send(.ended(error), .ended(error)) }
        func callerGone() { send(.callerGone, .callerGone) }

        fileprivate func receive(_ answer: Answer) {
            switch answer {
            case .passphrase(let passphrase): send(.retry(passphrase))
            case .name(let name, let ssid): send(.named(name, ssid: ssid), .answered(.named(name, ssid: ssid)))
            case .network(let bssid): send(.pointedOut(bssid))
            case .passkey(let passkey): send(.passkey(passkey))
            case .yes: send(.consented, .answered(.consented))
            case .no: send(.declined, .declined)
            }
        }

        /// - Parameter toInquiry: nil for what no inquiry asks.
        private func send(_ toSetup: Setup.Event, _ toInquiry: Inquiry.Event? = nil) {
            switch self {
            case .setup(let send): send.yield(toSetup)
            case .inquiry(let send): if let toInquiry { send.yield(toInquiry) }
            }
        }
    }

    /// A picker's place before a person.
    struct Screen: Hashable, Sendable {
        let picker: Sessions.ID
        let uid: UInt32
        var seat: String?
        /// It is its user's own picker, and shows only what that user's apps ask for.
        var isUsers = false

        /// Whether one person sees both. The own picker of a user who is away from the seat is before nobody else.
        func isBeside(_ other: Screen) -> Bool {
            seat == other.seat && (uid == other.uid || !isUsers && !other.isUsers)
        }
    }

    fileprivate enum Answer {
        case passphrase(Passphrase)
        case name(String, ssid: SSID?)
        case network(MACAddress)
        case passkey(UInt32)
        case yes
        case no
    }

    /// What a person has done with it.
    enum Decision {
        case open
        /// Closed it, or declined, before choosing anything.
        case cancelled
        /// Chose an item: whoever declines after that, to pair for instance, was not bothered.
        case chosen
    }

    let order: Order
    /// The picker that may answer.
    let screen: Screen
    /// The user whose app asked; nil for a system unit, and for a caller that decides for apps.
    let user: UInt32?
    /// The latest update of the items, with all of them; nil before the first.
    private(set) var shown: PickerUpdate?
    private(set) var question: PickerQuestion?
    /// The network gets the name that the picker asks for, too.
    var renamesNetwork = false
    /// The accessories that the app got to approve.
    var discovered: Set<String> = []
    /// The accessory that waits for the app to confirm it.
    var awaiting: Accessory? {
        didSet { if let awaiting { tried = awaiting } }
    }
    /// The accessory that waits, or has waited, for that: until the end, the app may hold a link to it.
    private(set) var tried: Accessory?
    /// The Bluetooth side of the choice.
    var device: MACAddress?
    /// The person who chose, once somebody has.
    var chooser: String?
    private(set) var decision = Decision.open

    var claimant: Claimant { order.claimant }

    /// Takes an update that has all items. Returns the one for the picker, which has only what changed; nil if that is
    /// nothing.
    mutating func show(_ update: PickerUpdate) -> PickerUpdate? {
        if update.kind != .progress { question = update.question }
        guard update.items != nil else { return update }
        defer { shown = update }
        return update == shown ? nil : (shown?.items ?? []).differences(in: update)
    }

    // MARK: The person

    /// Throws `invalidRequest` for a card that is not shown, or lacks its passphrase; the picker then stays as it is.
    mutating func select(
        _ item: String, passphrase: Passphrase?, anyAccessPoint: Bool = false
    ) throws(AccessoryError) {
        guard case .setup(let send) = order.recipient, let shown = shown?.items?.first(where: { $0.id == item }) else {
            throw AccessoryError.invalid("item", "'\(item)' is not shown any more")
        }
        guard !shown.isGone else {
            throw AccessoryError.invalid("item", "'\(shown.title)' is out of reach")
        }
        guard !shown.needsPassphrase || passphrase != nil else {
            throw AccessoryError.invalid("passphrase", "'\(shown.title)' needs a passphrase")
        }
        decision = .chosen
        send.yield(.select(candidate: item, passphrase: passphrase, anyAccessPoint: anyAccessPoint))
    }

    mutating func cancel() {
        if decision != .chosen { decision = .cancelled }
        order.recipient.cancel()
    }

    /// Takes an answer to the open question, once.
    mutating func answer(_ request: AnswerRequest) throws(AccessoryError) {
        guard let question, question.id == request.question else {
            throw AccessoryError.invalid(
                "question", "the question '\(request.question)' is answered, or was never asked")
        }
        let answer = request.accepted ? try accepted(request.text, to: question) : .no
        if decision != .chosen { decision = request.accepted ? .open : .cancelled }
        self.question = nil
        order.recipient.receive(answer)
    }

    private func accepted(_ text: String?, to question: PickerQuestion) throws(AccessoryError) -> Answer {
        switch question.kind {
        case .passphrase: return .passphrase(try DescriptorFields.passphrase(text ?? "", field: "text"))
        case .name:
            let name = try DisplayName.checked(text ?? "", field: "text")
            return .name(name, ssid: renamesNetwork ? network(named: name) : nil)
        case .network: return .network(try Self.network(text ?? "", of: question.networks ?? []))
        case .passkey: return .passkey(try Self.passkey(text ?? ""))
        case .displayPasskey:
            throw AccessoryError.invalid(
                "accepted", "the person types the digits on the accessory; the only answer here is no")
        case .migration, .authorization, .security, .inputDevice, .pairing, .repairing, .numericComparison, .retry:
            return .yes
        }
    }

    private static func network(_ text: String, of networks: [WiFiNetwork]) throws(AccessoryError) -> MACAddress {
        guard let bssid = MACAddress(text), networks.contains(where: { $0.bssid == bssid }) else {
            throw AccessoryError.invalid("text", "text: '\(text)' is not one of the networks' BSSIDs")
        }
        return bssid
    }

    /// Never quotes it.
    private static func passkey(_ text: String) throws(AccessoryError) -> UInt32 {
        guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let passkey = UInt32(text)
        else { throw AccessoryError.invalid("text", "text: a passkey has up to six digits") }
        return passkey
    }

    /// The network's new name, if it is a valid SSID and the app may have it.
    private func network(named name: String) -> SSID? {
        guard let ssid = try? SSID(Array(name.utf8)), order.app.mayLook(for: ssid) else { return nil }
        return ssid
    }

    // MARK: The app

    func approve(_ items: [DiscoveredItem]) throws(AccessoryError) {
        guard order.filters, case .setup(let send) = order.recipient else {
            throw AccessoryError.invalid("items", "the picker already shows every match: filterDiscoveryResults is off")
        }
        for (index, item) in items.enumerated() {
            guard discovered.contains(item.accessory) else {
                throw AccessoryError.invalid(
                    "items[\(index)].accessory", "'\(item.accessory)' was not discovered by this picker")
            }
            _ = try DisplayName.checked(item.name, field: "items[\(index)].name")
        }
        send.yield(.approve(items.map { Discovery.Approval(candidate: $0.accessory, name: $0.name, image: $0.image) }))
    }

    func finishDiscovery() throws(AccessoryError) {
        guard case .setup(let send) = order.recipient else {
            throw AccessoryError(.invalidRequest, "the picker is not searching")
        }
        send.yield(.finishDiscovery)
    }

    /// Settles the accessory that waits for the app, once.
    mutating func finishAuthorization(_ request: FinishAuthorizationRequest) throws(AccessoryError) {
        let (send, accessory) = try waiting(request.accessory)
        var settings = Setup.Settings()
        if let text = request.ssid {
            let ssid = try DescriptorFields.ssid(text, field: "ssid")
            guard accessory.descriptor?.allows(ssid) == true else {
                throw AccessoryError.invalid("ssid", "ssid: '\(ssid)' does not match what the person chose")
            }
            settings.ssid = ssid
        }
        if let text = request.bluetoothTransportBridgingIdentifier {
            guard let address = MACAddress(text) else {
                throw AccessoryError.invalid(
                    "bluetoothTransportBridgingIdentifier",
                    "'\(text)' is not an identifier of six bytes, such as 02:00:00:00:01:00")
            }
            settings.bridging = address
        }
        awaiting = nil
        send.yield(.finishAuthorization(settings))
    }

    mutating func failAuthorization(_ accessory: Accessory.ID) throws(AccessoryError) {
        let (send, _) = try waiting(accessory)
        awaiting = nil
        send.yield(.failAuthorization)
    }

    private func waiting(
        _ id: Accessory.ID
    ) throws(AccessoryError) -> (send: Sender<Setup.Event>, accessory: Accessory) {
        guard case .setup(let send) = order.recipient, let awaiting, awaiting.id == id else {
            throw AccessoryError(
                .unknownAccessory, "no accessory '\(id)' of \(claimant.app) waits for authorization", field: "accessory"
            )
        }
        return (send, awaiting)
    }
}
