// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Varlink

/// Serves `org.accessoryd.Phones` to root, on a socket of the hub's.
struct PhonesServer: Sendable {
    /// The time in which a person picks up a phone and scans the code, in seconds.
    static let usualLifetime = 600

    let phones: Phones
    let pairing: Pairing
    let responder: PageResponder
    let place: PagePlace
    let port: Int
    var lifetime = usualLifetime
    /// Called after a phone was revoked, or may do something else.
    let changed: @Sendable () -> Void

    private static let service = ServiceInfo(
        vendor: "accessoryd", product: "accessory-picker", version: Release.version, url: "https://varlink.org")

    /// Runs until its task is cancelled.
    func run(on listener: Listener) async {
        let room = SocketRoom()
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await socket in listener.connections {
                    group.addTask { await room.serve(socket) { await serve($0, on: $1) } }
                }
            }
        } onCancel: {
            listener.close()
        }
    }

    private func serve(_ call: Call, on connection: ServerConnection) async {
        do {
            do {
                try await dispatch(call, on: connection)
            } catch let error as VarlinkError {
                try connection.fail(call, error)
            } catch let fault as StateFault {
                try connection.fail(call, PhonesInterface.Failure.notStored.error(fault.description))
            }
        } catch {
            // The caller is gone; there is nobody to answer.
        }
    }

    private func dispatch(_ call: Call, on connection: ServerConnection) async throws {
        if call.interface == ServiceInfo.interfaceName {
            let interfaces = [PhonesInterface.interface]
            return try connection.reply(to: call, Self.service.reply(to: call, interfaces: interfaces))
        }
        guard call.interface == PhonesInterface.name else { throw VarlinkError.interfaceNotFound(call.interface) }
        switch call.method {
        case PhonesInterface.Pair.name:
            try await connection.answer(call, of: PhonesInterface.Pair.self) { try await pair($0, $1) }
        case PhonesInterface.ListPhones.name:
            try await connection.answer(call, of: PhonesInterface.ListPhones.self) { _ in
                ListPhonesReply(
                    phones: phones.all.map {
                        PhonesInterface.Phone(name: $0.name, may: $0.rights.names, paired: $0.paired, seen: $0.seen)
                    })
            }
        case PhonesInterface.AllowPhone.name:
            try await connection.answer(call, of: PhonesInterface.AllowPhone.self) { request in
                guard let rights = PhoneRights(request.may) else { throw VarlinkError.invalidParameter("may") }
                let session = try session(of: request.name)
                defer { show(session) }
                _ = try phones.allow(request.name, rights)
                return Nothing()
            }
        case PhonesInterface.RevokePhone.name:
            try await connection.answer(call, of: PhonesInterface.RevokePhone.self) { request in
                let session = try session(of: request.name)
                defer { show(session) }
                _ = try phones.revoke(request.name)
                return Nothing()
            }
        case _: throw VarlinkError.methodNotFound(call.method)
        }
    }

    private func session(of name: String) throws(VarlinkError) -> Session {
        guard let session = phones.all.first(where: { $0.name == name })?.session else {
            throw PhonesInterface.Failure.noSuchPhone.error("no phone is named '\(name)'")
        }
        return session
    }

    /// The pages return at once, and show what the phone may do. What was taken away counts also if it is not on the disk.
    private func show(_ session: Session) {
        if phones.phone(of: session) == nil { responder.revoke(session) } else { responder.showAgain() }
        changed()
    }

    private func pair(_ request: PairRequest, _ replies: Replies<PhonesInterface.Pair>) async throws -> PairReply {
        let names = request.may ?? PhoneRights.usual.names
        guard let may = PhoneRights(names) else { throw VarlinkError.invalidParameter("may") }
        var name: String?
        if let wish = request.name {
            guard let usable = Phone.name(wish) else { throw VarlinkError.invalidParameter("name") }
            name = usable
        }
        guard !phones.isFull else {
            throw PhonesInterface.Failure.tooManyPhones.error(
                "\(PhoneBook.limit) phones are paired; revoke one with 'accessory-picker phones revoke'")
        }
        let link = responder.makeLink()
        phones.expect(name, may: may, by: link)
        let outcomes = pairing.wait(for: link)
        defer { responder.withdrawLink(link) }
        try replies.send(
            PairReply(
                links: place.links(link, port: port), fingerprint: place.certificate?.fingerprint, lifetime: lifetime))
        guard let outcome = await first(of: outcomes) else {
            throw PhonesInterface.Failure.notPaired.error("no phone opened the link within \(lifetime / 60) minutes")
        }
        switch outcome {
        case .paired(let phone): return PairReply(phone: phone)
        case .replaced: throw PhonesInterface.Failure.notPaired.error("another 'pair' has made a newer link")
        }
    }

    /// Nil when the link's time is over, or when the caller is gone.
    private func first(of outcomes: AsyncStream<Pairing.Outcome>) async -> Pairing.Outcome? {
        await withTaskGroup(of: Pairing.Outcome?.self) { group in
            group.addTask { await outcomes.first { _ in true } }
            group.addTask { [lifetime] in
                try? await LoopClock().sleep(for: .seconds(lifetime))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
