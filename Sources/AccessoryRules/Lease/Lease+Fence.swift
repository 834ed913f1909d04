// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The fence of a joined hotspot: it stands before the app knows of the link, and goes before the uplink comes back.
extension Lease {
    /// Makes the fence, or renews it.
    var renewal: [Effect] { fenced.map { [.fence($0)] } ?? [] }

    func refusal(of standing: FenceStanding) -> JoinFailure? {
        guard target.fence == .require, standing.kind == .none else { return nil }
        let why = standing.reason ?? "the reason is unknown"
        return JoinFailure(.notFenced, detail: "other programs could use it: \(why)")
    }

    /// The fence goes before another network comes to its interface.
    mutating func opening() -> [Effect] {
        defer { fenced = nil }
        return fenced == nil ? [] : [.stop(.fence), .openFence]
    }
}
