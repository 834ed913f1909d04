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
        guard (1...256).contains(request.to.utf8.count) else {
            throw AccessoryError(
                .invalidRequest, "to: it has \(request.to.utf8.count) bytes, not 1 to 256", field: "to")
        }
        let warrant = Warrant(session.caller)
        try await daemon.policy.checkOrder(network: request.to, warrant)
        let wanted = try await daemon.access.residents(of: from, request.accessories)
        let to = try await daemon.uplink.ssid(named: request.to)
        guard to != from else {
            throw AccessoryError(.invalidRequest, "to: '\(request.to.printable)' is '\(from)' itself", field: "to")
        }
        var last: MoveProgress?
        // The last reply ends the stream.
        func report(_ progress: MoveProgress) throws {
            if let last { try replies.send(last) }
            last = progress
        }
        if request.dryRun == true {
            let book = await daemon.book
            for accessory in wanted {
                let forecast = MoveWalk.forecast(of: book.identities[accessory.id]?.family, from: from, to: to)
                try report(MoveProgress(accessory, forecast))
            }
            return last
        }
        let move = Residence.Move(
            from: from, to: to, network: request.to, allowsClearText: request.allowsClearText ?? false,
            warrant: warrant, who: "\(session.caller.identity)")
        try await daemon.order(move, for: wanted.map(\.id))
        // If the connection closes, the agent goes on by itself.
        defer { daemon.movesGoOn.yield() }
        for accessory in wanted {
            let end = await MoveRun(daemon: daemon, accessory: accessory) { try? replies.send($0) }.run()
            if let end { try report(end) }
        }
        return last
    }
}

extension ControlInterface.KeepAccessories: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        KeepAccessoriesReply(kept: try await session.daemon.keep(request.accessories))
    }
}
