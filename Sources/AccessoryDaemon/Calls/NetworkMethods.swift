// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Varlink

/// The home networks that accessories have, and their moves from one to another.
extension ControlInterface.ListNetworks: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { _, session in
        let daemon = session.daemon
        return ResidentNetworkList(networks: await daemon.access.networks(await daemon.radios().networks))
    }
}

extension ControlInterface.MoveAccessories: MethodWithSecrets {
    static let secrets = Caller.Right.seeSecrets
    static let answer: AgentAnswer<Self> = .stream(.control) { request, replies, session in
        let daemon = session.daemon
        let from = try DescriptorFields.ssid(request.from, field: "from")
        if let to = request.to, !(1...256).contains(to.utf8.count) {
            throw AccessoryError(.invalidRequest, "to: it has \(to.utf8.count) bytes, not 1 to 256", field: "to")
        }
        let warrant = Warrant(session.caller)
        try await daemon.policy.checkOrder(network: request.to, warrant)
        var wanted = try await daemon.access.residents(of: from, request.accessories)
        let to = try await daemon.uplink.ssid(named: request.to)
        if to == from {
            wanted = try await daemon.access.havingBoth(from, wanted, areNamed: request.accessories != nil)
        }
        if request.dryRun == true {
            let access = await daemon.access
            let all = wanted.map { accessory in
                MoveProgress(
                    accessory,
                    MoveWalk.forecast(
                        of: access.book.identities[accessory.id]?.family, access.fallbackState(of: accessory.id),
                        from: from, to: to))
            }
            for progress in all.dropLast() { try replies.send(progress) }
            return all.last
        }
        let move = Residence.Move(
            from: from, to: to, network: request.to, allowsClearText: request.allowsClearText ?? false,
            warrant: warrant, who: "\(session.caller.identity)")
        try await daemon.order(move, for: wanted.map(\.id))
        // If the connection closes, the agent goes on by itself.
        defer { daemon.movesGoOn.yield() }
        return await MoveRound(daemon: daemon, accessories: wanted) { try? replies.send($0) }.run()
    }
}

extension ControlInterface.KeepAccessories: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        KeepAccessoriesReply(kept: try await session.daemon.keep(request.accessories))
    }
}
