// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import LinkCalls
import Synchronization
import Varlink

/// Serves `org.accessoryd.Link` to the agent.
struct LinkServer: Sendable {
    let agent: AgentProof
    let fences: Fences
    let stations: Stations
    private let kept = KeptBytes()

    /// How long nobody calls before the program ends.
    private static let patience: Duration = .seconds(30)
    private static let mostConnections = 64

    private static let service = ServiceInfo(
        vendor: "accessoryd", product: "accessory-link", version: Release.version, url: "https://varlink.org")

    /// Runs until nobody has called for a while.
    func run(on listener: Listener) async {
        let idle = Idleness(Self.patience) { listener.close() }
        await withDiscardingTaskGroup { group in
            for await socket in listener.connections {
                guard idle.begins(atMost: Self.mostConnections) else {
                    socket.close()
                    continue
                }
                group.addTask {
                    await serve(socket)
                    idle.ends()
                }
            }
        }
    }

    private func serve(_ socket: Socket) async {
        let objection = agent.objection(to: socket.fileDescriptor)
        if let objection { AccessoryLink.log("refused a caller: \(objection)") } else { fences.prepare() }
        let connection = ServerConnection(socket, keep: kept.take)
        let owner = fences.makeOwner()
        _ = await connection.serve { call in
            do {
                do {
                    if let objection { throw LinkInterface.Failure.notAuthorized(objection) }
                    try await dispatch(call, on: connection, of: owner)
                } catch let error as VarlinkError {
                    try connection.fail(call, error)
                } catch let failure as LinkInterface.Failure {
                    try connection.fail(call, failure.error)
                }
            } catch {
                // The caller is gone; there is nobody to answer.
            }
        }
        fences.ended(owner)
        stations.ended(owner)
    }

    private func dispatch(_ call: Call, on connection: ServerConnection, of owner: Fences.Owner) async throws {
        if call.interface == ServiceInfo.interfaceName {
            return try connection.reply(
                to: call, Self.service.reply(to: call, interfaces: [LinkInterface.interface]))
        }
        switch call.method {
        case LinkInterface.Fence.name:
            try await connection.answer(call, of: LinkInterface.Fence.self) { request in
                let order = try request.order
                let fence = request.early == true ? fences.fenceEarly : fences.fence
                return FenceReply(fence: try await fence(order, owner))
            }
        case LinkInterface.Open.name:
            try await connection.answer(call, of: LinkInterface.Open.self) { request in
                try fences.open(request.interface, of: owner)
                return Nothing()
            }
        case LinkInterface.AddStation.name:
            try await connection.answer(call, of: LinkInterface.AddStation.self) { request in
                AddStationReply(
                    interface: try stations.add(beside: request.radio, request.address, of: owner))
            }
        case LinkInterface.RemoveStation.name:
            try await connection.answer(call, of: LinkInterface.RemoveStation.self) { request in
                try stations.remove(request.interface, of: owner)
                return Nothing()
            }
        case _ where call.interface == LinkInterface.name: throw VarlinkError.methodNotFound(call.method)
        case _: throw VarlinkError.interfaceNotFound(call.interface)
        }
    }
}

extension FenceRequest {
    /// Throws `LinkInterface.Failure` with the faulty field.
    fileprivate var order: FenceOrder {
        get throws {
            let ports = try accept.map { text in
                guard let port = AcceptedPort(text) else {
                    throw LinkInterface.Failure.refused("'\(text.printable)' is no port", field: "accept")
                }
                return port
            }
            let subjects = try subjects.map { subject in
                // The last one is no user: -1.
                guard let user = UInt32(exactly: subject.user), user < .max else {
                    throw LinkInterface.Failure.refused("\(subject.user) is no user", field: "subjects")
                }
                return FenceOrder.Subject(cgroup: subject.cgroup, user: user, multicast: subject.multicast)
            }
            do throws(FenceOrder.Fault) {
                return try FenceOrder(interface: interface, subjects: subjects, ports: ports)
            } catch {
                throw LinkInterface.Failure.refused(error.message.printable, field: error.field)
            }
        }
    }
}
