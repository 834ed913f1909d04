// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The home network of one accessory, and the one to which somebody has ordered to move it. It is kept on the disk, so
/// that a move goes on after whatever ends the agent.
package struct Residence: Hashable, Sendable, Codable {
    package struct Move: Hashable, Sendable, Codable {
        package var from: SSID
        package var to: SSID
        /// The order's words for that network: a name of accessoryd.conf, or a profile. Nil: the one that new accessories get.
        package var network: String?
        package var allowsClearText: Bool
        package var warrant: Warrant?
        /// Whoever ordered it, for the history.
        package var who: String
        package fileprivate(set) var state = MoveState.ordered
        /// How often it was to get the other network over its own radio; nil for never.
        package fileprivate(set) var tries: Int?
        fileprivate var tried: Timestamp?

        package init(
            from: SSID, to: SSID, network: String?, allowsClearText: Bool, warrant: Warrant?, who: String
        ) {
            self.from = from
            self.to = to
            self.network = network
            self.allowsClearText = allowsClearText
            self.warrant = warrant
            self.who = who
        }

        /// A try has just ended, perhaps with this machine's network, whose way back would be the next reason to try.
        package func rests(at now: Timestamp) -> Bool {
            tried.map { (0..<Self.rest).contains(now.seconds - $0.seconds) } ?? false
        }

        /// Seconds; less than the pause between the agent's own tries.
        private static let rest: Int64 = 300

        /// Throws if the order's words mean another network by now.
        package func check(_ ssid: SSID) throws(AccessoryError) {
            guard ssid != to else { return }
            let words = network.map { "'\($0.printable)'" } ?? "the network for new accessories"
            throw AccessoryError(
                .provisioningFailed,
                "\(words) is '\(ssid)' by now, not '\(to)'; order the move anew")
        }
    }

    /// The network that the agent gave it, or on which it was seen last. Nil if the agent put it on a network before it kept
    /// that.
    package private(set) var network: SSID?
    package private(set) var move: Move?

    package init(_ network: SSID? = nil) { self.network = network }

    /// The same order once more gives the other network to nobody who has it.
    package mutating func order(_ move: Move) {
        let state = self.move.flatMap { $0.to == move.to ? $0.state : nil }
        self.move = move
        if let state { self.move?.state = state }
    }

    /// It has confirmed that it has the other network, and may be on either one.
    package mutating func give() { move?.state = .given }

    /// It is about to get the other network over its own radio.
    package mutating func tryFallback(at now: Timestamp) {
        guard let tries = move.map({ $0.tries ?? 0 }) else { return }
        move?.tries = tries + 1
        move?.tried = now
    }

    /// It was seen on the other network.
    package mutating func arrive() {
        network = move?.to ?? network
        move = nil
    }

    /// It keeps the network that it has.
    package mutating func stay() { move = nil }

    /// Nobody wants the move any more. An accessory that has both networks may be on either.
    package mutating func drop() {
        if move?.state == .given { network = nil }
        move = nil
    }

    /// The agent has put it on this network.
    package mutating func settle(on network: SSID) { self = Residence(network) }
}
