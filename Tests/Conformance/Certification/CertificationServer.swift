// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization
import Varlink

/// Answers the methods in order and refuses a call that comes at another time, in another way or with other values.
final class CertificationServer: Sendable {
    private static let info = ServiceInfo(
        vendor: "accessoryd", product: "certification", version: "1", url: "https://varlink.org")
    private let interface: Interface
    /// The method that each client has to call next.
    private let expected = Mutex<[String: String]>([:])

    init(description: String) {
        interface = Interface(name: "org.varlink.certification", description: description)
    }

    func serve(_ listener: Listener) async {
        await withDiscardingTaskGroup { group in
            for await socket in listener.connections {
                group.addTask {
                    let connection = ServerConnection(socket)
                    _ = await connection.serve { await self.answer($0, on: connection) }
                }
            }
        }
    }

    private func answer(_ call: Call, on connection: ServerConnection) async {
        do {
            do {
                try answer(call) { try connection.reply(to: call, $0, continues: $1) }
            } catch let error as VarlinkError {
                try connection.fail(call, error)
            }
        } catch {
            // Without its reply the other side would wait for ever.
            connection.close()
        }
    }

    private typealias Send = (_ parameters: any Encodable, _ continues: Bool) throws -> Void

    private func answer(_ call: Call, _ send: Send) throws {
        if call.interface == ServiceInfo.interfaceName {
            return try send(Self.info.reply(to: call, interfaces: [interface]), false)
        }
        guard call.interface == interface.name else { throw VarlinkError.interfaceNotFound(call.interface) }
        switch call.member {
        case "Start":
            let client = "client \(UInt64.random(in: 0...UInt64.max))"
            expected.withLock { $0[client] = "Test01" }
            try send(ClientID(id: client), false)
        case "Test01": try answer(call, Nothing(), next: "Test02") { try send(Truth(), false) }
        case "Test02": try answer(call, Truth(), next: "Test03") { try send(Whole(), false) }
        case "Test03": try answer(call, Whole(), next: "Test04") { try send(Fraction(), false) }
        case "Test04": try answer(call, Fraction(), next: "Test05") { try send(Text(), false) }
        case "Test05": try answer(call, Text(), next: "Test06") { try send(Scalars(), false) }
        case "Test06": try answer(call, Scalars(), next: "Test07") { try send(Structure(), false) }
        case "Test07": try answer(call, Structure(), next: "Test08") { try send(Mapping(), false) }
        case "Test08": try answer(call, Mapping(), next: "Test09") { try send(Members(), false) }
        case "Test09": try answer(call, Members(), next: "Test10") { try send(Mixed(), false) }
        case "Test10":
            try answer(call, Mixed(), more: true, next: "Test11") {
                let texts = Replies().texts
                for text in texts { try send(Text(string: text), text != texts.last) }
            }
        case "Test11": try answer(call, Replies(), oneway: true, next: "End") { try send(Nothing(), false) }
        case "End": try answer(call, Nothing(), next: nil) { try send(End(isGood: true), false) }
        case _: throw VarlinkError.methodNotFound(call.method)
        }
    }

    private func answer<Values: Codable & Equatable>(
        _ call: Call, _ wants: Values, more: Bool = false, oneway: Bool = false, next: String?, reply: () throws -> Void
    ) throws {
        let turn = try call.parameters(as: Turn<Values>.self)
        let known = try expected.withLock { expected in
            guard let known = expected.removeValue(forKey: turn.client) else {
                throw VarlinkError("\(interface.name).ClientIdError")
            }
            return known
        }
        guard known == call.member, turn.values == wants, call.more == more, call.oneway == oneway else {
            let text = "\(known) \(wants), more: \(more), oneway: \(oneway)"
            throw VarlinkError(
                "\(interface.name).CertificationError",
                parameters: [
                    "wants": .object(["call": .string(text)]),
                    "got": .object(["method": .string(call.method), "parameters": try call.parameters()]),
                ])
        }
        // A client that made one mistake has to start again.
        if let next { expected.withLock { $0[turn.client] = next } }
        try reply()
    }
}
