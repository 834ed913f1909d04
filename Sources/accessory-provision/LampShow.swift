// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Glibc

/// The lamp of a device of the home network, which goes the other way and back, twice.
struct LampShow {
    private let pages: WebPages
    private let calls: LampCalls

    private static let rounds = 2
    private static let microseconds: UInt32 = 700_000
    /// Requests that make the lamp as it was, if it does not answer.
    private static let attempts = 4

    /// Throws `Refusal` for an address that is none of a home network, and for a family without a lamp.
    init(_ place: CheckOrder.Place) throws(Refusal) {
        guard IPAddress(place.address)?.isOfHome == true else {
            throw Refusal("'\(place.address.printable)' is no address of a home network")
        }
        guard let calls = place.family.flatMap(LampCalls.init) else { throw Refusal("the family has no lamp") }
        pages = WebPages(gateway: place.address, interface: place.interface)
        self.calls = calls
    }

    func run() throws(Refusal) -> LampAnswer.Outcome {
        guard case .event(.answered(let answer)) = try pages.exchange(calls.question) else { return .silent }
        guard let turns = calls.turns(answer) else { return .none }
        for _ in 0..<Self.rounds {
            let isTurned = try isDone(turns.over)
            usleep(Self.microseconds)
            // An answer that is lost may be of a lamp that was turned.
            guard try isBack(turns.back) else { return .left }
            guard isTurned else { return .silent }
            usleep(Self.microseconds)
        }
        return .shown
    }

    private func isBack(_ request: HTTPRequest) throws(Refusal) -> Bool {
        for _ in 0..<Self.attempts where try isDone(request) { return true }
        return false
    }

    private func isDone(_ request: HTTPRequest) throws(Refusal) -> Bool {
        guard case .event(.answered(let answer)) = try pages.exchange(request) else { return false }
        return answer.status == 200
    }
}
