// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What the page shows of a new accessory on its way to the home network. It has none of the secrets that a person types.
struct Addition: Encodable, Hashable, Sendable {
    enum Mode: String, Encodable, Hashable, Sendable {
        /// A person looks for an accessory, or nobody does.
        case choosing
        /// The agent puts the chosen one on the network. No page needs to watch it.
        case working
        /// Over, until the person closes it.
        case finished
    }

    private(set) var mode = Mode.choosing
    private(set) var items: [NewItem] = []
    /// Accessories in range that another program adds.
    private(set) var others: [OtherItem] = []
    /// What has the name of the label that was read, and is no new accessory.
    private(set) var namesakes: [Namesake] = []
    private(set) var isComplete = false
    /// The reason why nobody can look.
    private(set) var lookError: AccessoryError?
    /// The reason why nobody may add what is there.
    private(set) var refusal: AddRefusal?
    /// Counts the attempts: an effect of an earlier one changes nothing any more.
    private(set) var attempt = 0
    /// The accessory as it was when it was chosen.
    private(set) var chosen: NewItem?
    /// The steps that have begun, in order.
    private(set) var steps: [OnboardProgress.Step] = []
    /// What the accessory says of itself.
    private(set) var device: ReportedDevice?
    /// The network that the join cuts, by its profile's name. Nil once it is back.
    private(set) var uplink: String?
    private(set) var outcome: OnboardOutcome?
    /// Why the accessory refused.
    private(set) var reason: FailureReason?
    /// The accessory in the list of accessories, with its name and its picture. Nil if it has no record.
    private(set) var accessory: Accessory.ID?
    private(set) var name: String?
    private(set) var image: String?
    private(set) var address: String?
    private(set) var page: String?
    /// The home network shows the accessory.
    private(set) var isSeen = false
    private(set) var error: AccessoryError?
    /// The agent went away during the attempt.
    private(set) var isInterrupted = false

    // MARK: Looking

    mutating func found(_ list: NewAccessoryList) {
        let names = Dictionary(grouping: list.accessories.compactMap(\.ssid)) { $0 }
        items = list.accessories.compactMap { accessory in
            NewItem(accessory, sharesName: accessory.ssid.map { (names[$0]?.count ?? 0) > 1 } ?? false)
        }
        others = list.others.map { OtherItem(accessory: $0) }
        namesakes = list.namesakes ?? []
        isComplete = list.isComplete
        lookError = nil
        refusal = list.refusal == nil ? nil : .agent
    }

    mutating func refuse(_ refusal: AddRefusal) { self.refusal = refusal }

    mutating func failedToLook(_ error: AccessoryError) {
        stoppedLooking()
        lookError = error
    }

    /// Nobody looks any more, so nobody knows what is there.
    mutating func stoppedLooking() {
        (items, others, namesakes) = ([], [], [])
        (isComplete, lookError) = (false, nil)
    }

    // MARK: Adding

    /// - Returns: the number of the attempt; nil if the accessory is gone, or if another one is under way.
    mutating func begin(_ id: String) -> Int? {
        guard let item = items.first(where: { $0.id == id }) else { return nil }
        return begin(item)
    }

    /// The same with an accessory that no look finds.
    mutating func begin(_ item: NewItem) -> Int? {
        guard mode == .choosing else { return nil }
        let number = attempt + 1
        self = Addition()
        (mode, attempt, chosen) = (.working, number, item)
        return number
    }

    mutating func receive(_ progress: OnboardProgress, of attempt: Int) {
        guard attempt == self.attempt, mode == .working else { return }
        uplink = progress.lease?.uplink ?? uplink
        guard progress.step == .ended else {
            if !steps.contains(progress.step) { steps.append(progress.step) }
            device = progress.device ?? device
            // The home network shows the accessory, so the machine is on it.
            if progress.step == .lookingForIt { uplink = nil }
            return
        }
        outcome = progress.outcome ?? .unknown
        reason = progress.reason
        address = progress.address
        page = progress.page.flatMap(Self.link)
        isSeen = progress.arrival?.address != nil
        accessory = progress.accessory?.id
        name = progress.accessory?.displayName
        image = progress.accessory?.image
        mode = .finished
    }

    /// A person named the accessory.
    mutating func renamed(_ id: Accessory.ID, _ new: String) {
        if id == accessory { name = new }
    }

    /// A person gave an accessory a picture, or removed it.
    mutating func depicted(_ changed: Accessory) {
        if changed.id == accessory { image = changed.image }
    }

    mutating func failed(_ error: AccessoryError, of attempt: Int) {
        guard attempt == self.attempt, mode == .working else { return }
        self.error = error
        mode = .finished
    }

    /// The agent went away. It leaves the accessory's hotspot when it is back.
    mutating func interrupted(_ attempt: Int) {
        guard attempt == self.attempt, mode == .working else { return }
        isInterrupted = true
        mode = .finished
    }

    /// Cancels an attempt that goes on; closes one that is over.
    mutating func stop() {
        let number = attempt
        self = Addition()
        attempt = number
    }

    /// An address that a browser may open: any other scheme could run something.
    private static func link(_ page: String) -> String? {
        let isWeb = ["http://", "https://"].contains {
            page.lowercased().hasPrefix($0) && page.utf8.count > $0.utf8.count
        }
        return isWeb && page.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? page : nil
    }
}
