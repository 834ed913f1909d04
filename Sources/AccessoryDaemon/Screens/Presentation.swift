// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// One presentation: the content of a picker for an app, and the machine that gets the answers. It checks the answers
/// of the person and the app against what they saw.
struct Presentation {
    /// Nobody can guess it.
    typealias ID = String

    /// The machine that gets the answers.
    enum Recipient {
        case setup(Sender<Setup.Event>)
        case inquiry(Sender<Inquiry.Event>)

        func cancel() {
            switch self {
            case .setup(let send): send.yield(.cancel)
            case .inquiry(let send): send.yield(.cancel)
            }
        }

        func end(_ error: AccessoryError) {
            switch self {
            case .setup(let send): send.yield(.ended(error))
            case .inquiry(let send): send.yield(.ended(error))
            }
        }

        func callerGone() {
            switch self {
            case .setup(let send): send.yield(.callerGone)
            case .inquiry(let send): send.yield(.callerGone)
            }
        }

        fileprivate func receive(_ answer: Answer) {
            switch self {
            case .setup(let send):
                switch answer {
                case .passphrase(let passphrase): send.yield(.retry(passphrase))
                case .name(let name, let ssid): send.yield(.named(name, ssid: ssid))
                case .network(let bssid): send.yield(.pointedOut(bssid))
                case .passkey(let passkey): send.yield(.passkey(passkey))
                case .yes: send.yield(.consented)
                case .no: send.yield(.declined)
                }
            case .inquiry(let send):
                switch answer {
                case .passphrase, .network, .passkey: break
                case .name(let name, let ssid): send.yield(.answered(.named(name, ssid: ssid)))
                case .yes: send.yield(.answered(.consented))
                case .no: send.yield(.declined)
                }
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

    let claimant: Claimant
    let app: Manifest
    /// The app's session, if the presentation rests on one.
    let session: Sessions.ID?
    /// The picker that may answer.
    let screen: Screen
    /// The user whose app asked; nil for a system unit, and for a caller that decides for apps.
    let user: UInt32?
    /// The picker shows only what the app approves.
    let filters: Bool
    /// An app asked for it, not a person with accessoryctl.
    let isApps: Bool
    let recipient: Recipient
    /// The latest update of the items, with all of them; nil before the first.
    private var shown: PickerUpdate?
    private var question: PickerQuestion?
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

    init(
        claimant: Claimant, app: Manifest, session: Sessions.ID?, screen: Screen, user: UInt32? = nil,
        filters: Bool, isApps: Bool = true, recipient: Recipient
    ) {
        self.claimant = claimant
        self.app = app
        self.session = session
        self.screen = screen
        self.user = user
        self.filters = filters
        self.isApps = isApps
        self.recipient = recipient
    }

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
    mutating func select(_ item: String, passphrase: Passphrase?) throws(AccessoryError) {
        guard case .setup(let send) = recipient, let shown = shown?.items?.first(where: { $0.id == item }) else {
            throw AccessoryError(.invalidRequest, "'\(item)' is not shown any more", field: "item")
        }
        guard !shown.isGone else {
            throw AccessoryError(.invalidRequest, "'\(shown.title)' is out of reach", field: "item")
        }
        guard !shown.needsPassphrase || passphrase != nil else {
            throw AccessoryError(.invalidRequest, "'\(shown.title)' needs a passphrase", field: "passphrase")
        }
        decision = .chosen
        send.yield(.select(candidate: item, passphrase: passphrase))
    }

    mutating func cancel() {
        if decision != .chosen { decision = .cancelled }
        recipient.cancel()
    }

    /// Takes an answer to the open question, once.
    mutating func answer(_ request: AnswerRequest) throws(AccessoryError) {
        guard let question, question.id == request.question else {
            throw AccessoryError(
                .invalidRequest, "the question '\(request.question)' is answered, or was never asked", field: "question"
            )
        }
        let answer = request.accepted ? try accepted(request.text, to: question) : .no
        if decision != .chosen { decision = request.accepted ? .open : .cancelled }
        self.question = nil
        recipient.receive(answer)
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
            throw AccessoryError(
                .invalidRequest, "the person types the digits on the accessory; the only answer here is no",
                field: "accepted")
        case .migration, .authorization, .security, .inputDevice, .pairing, .repairing, .numericComparison, .retry:
            return .yes
        }
    }

    private static func network(_ text: String, of networks: [WiFiNetwork]) throws(AccessoryError) -> MACAddress {
        guard let bssid = MACAddress(text), networks.contains(where: { $0.bssid == bssid }) else {
            throw AccessoryError(.invalidRequest, "text: '\(text)' is not one of the networks' BSSIDs", field: "text")
        }
        return bssid
    }

    /// Never quotes it.
    private static func passkey(_ text: String) throws(AccessoryError) -> UInt32 {
        guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let passkey = UInt32(text)
        else { throw AccessoryError(.invalidRequest, "text: a passkey has up to six digits", field: "text") }
        return passkey
    }

    /// The network's new name, if it is a valid SSID and the app may have it.
    private func network(named name: String) -> SSID? {
        guard let ssid = try? SSID(Array(name.utf8)), app.mayLook(for: ssid) else { return nil }
        return ssid
    }

    // MARK: The app

    func approve(_ items: [DiscoveredItem]) throws(AccessoryError) {
        guard filters, case .setup(let send) = recipient else {
            throw AccessoryError(
                .invalidRequest, "the picker already shows every match: filterDiscoveryResults is off", field: "items")
        }
        for (index, item) in items.enumerated() {
            guard discovered.contains(item.accessory) else {
                throw AccessoryError(
                    .invalidRequest, "'\(item.accessory)' was not discovered by this picker",
                    field: "items[\(index)].accessory")
            }
            _ = try DisplayName.checked(item.name, field: "items[\(index)].name")
        }
        send.yield(
            .approve(items.map { Discovery.Approval(candidate: $0.accessory, name: $0.name, image: $0.image) }))
    }

    func finishDiscovery() throws(AccessoryError) {
        guard case .setup(let send) = recipient else {
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
                throw AccessoryError(
                    .invalidRequest, "ssid: '\(ssid)' does not match what the person chose", field: "ssid")
            }
            settings.ssid = ssid
        }
        if let text = request.bluetoothTransportBridgingIdentifier {
            guard let address = MACAddress(text) else {
                throw AccessoryError(
                    .invalidRequest, "'\(text)' is not an identifier of six bytes, such as 02:00:00:00:01:00",
                    field: "bluetoothTransportBridgingIdentifier")
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
        guard case .setup(let send) = recipient, let awaiting, awaiting.id == id else {
            throw AccessoryError(
                .unknownAccessory, "no accessory '\(id)' of \(claimant.app) waits for authorization", field: "accessory"
            )
        }
        return (send, awaiting)
    }
}
