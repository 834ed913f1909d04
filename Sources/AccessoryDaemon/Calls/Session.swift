// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Logging
import Varlink

/// One connection. It decodes, checks, authorises, does and answers every call, in that order.
struct Session: Sendable {
    let id: Sessions.ID
    let connection: ServerConnection
    let caller: Caller
    let daemon: Daemon

    static let service = ServiceInfo(
        vendor: "accessoryd", product: "accessoryd", version: Release.version, url: "https://varlink.org")

    /// Returns the caller's bytes that ended the connection, if they were no message.
    static func serve(_ connection: ServerConnection, caller: Caller, daemon: Daemon) async -> ProtocolViolation? {
        let id = await daemon.withSessions { $0.opened(connection, by: caller) }
        let session = Session(id: id, connection: connection, caller: caller, daemon: daemon)
        let end = await connection.serve { await session.serve($0) }
        await daemon.closed(id)
        return if case .violation(let violation) = end { violation } else { nil }
    }

    /// A description is no secret: whoever may not call a method may read about it.
    private static let interfaces = InterfaceName.allCases.map { Interface(name: $0.rawValue, description: $0.idl) }

    /// By their full names.
    private static let methods: [String: any AgentMethod.Type] = {
        var methods: [String: any AgentMethod.Type] = [:]
        func add<each M: AgentMethod>(_ all: (repeat each M).Type) { repeat methods[(each M).name] = (each M).self }
        add(SetupInterface.Methods.self)
        add(BluetoothInterface.Methods.self)
        add(PickerInterface.Methods.self)
        add(ControlInterface.Methods.self)
        return methods
    }()

    private static func right(for interface: InterfaceName) -> Caller.Right {
        switch interface {
        case .setup, .bluetooth: .beAnApp
        case .picker: .pick
        case .control: .manageAccessories
        }
    }

    private func serve(_ call: Call) async {
        do {
            do {
                try await dispatch(call)
            } catch let error as VarlinkError {
                try connection.fail(call, error)
            } catch  where error is AccessoryError || error is ProtocolViolation {
                let tooLarge = AccessoryError(
                    .invalidRequest,
                    "the answer is larger than a message may be; ask for less, such as one app's, or call with 'more'")
                let error = error as? AccessoryError ?? tooLarge
                let interface = InterfaceName(rawValue: call.interface) ?? .setup
                try connection.fail(call, error.code.name(in: interface), ErrorParameters(error, in: interface))
            }
        } catch {
            // The caller is gone; there is nobody to answer.
        }
    }

    private func dispatch(_ call: Call) async throws {
        if call.interface == ServiceInfo.interfaceName {
            return try connection.reply(to: call, Self.service.reply(to: call, interfaces: Self.interfaces))
        }
        guard let interface = InterfaceName(rawValue: call.interface) else {
            throw VarlinkError.interfaceNotFound(call.interface)
        }
        if interface != .setup, interface != .bluetooth, caller.entrance == .app {
            try caller.checkPicker(
                by: await daemon.configuration, seat: daemon.settings.seat, activeUser: daemon.settings.activeUser)
        }
        guard caller.may(Self.right(for: interface)) else { throw refusal(of: interface) }
        guard call.more else { return try await answer(call) }
        try await daemon.withSessions { try $0.streamBegins(of: id) }
        try await finishing {
            try await answer(call)
        } then: {
            await daemon.withSessions { $0.streamEnded(of: id) }
        }
    }

    /// Ends what the body uses, whatever comes of it.
    func finishing<Value>(_ body: () async throws -> Value, then end: () async -> Void) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await end()
        return try result.get()
    }

    private func answer(_ call: Call) async throws {
        guard let method = Self.methods[call.method] else { throw VarlinkError.methodNotFound(call.method) }
        guard caller.may(method.right) else {
            throw AccessoryError(
                .notAuthorized,
                "a user's picker may not call \(call.member); it is for root and the group accessoryd, by "
                    + "control.socket")
        }
        try await method.serve(call, by: self)
    }

    private func refusal(of interface: InterfaceName) -> any Error {
        switch interface {
        case .setup, .bluetooth:
            caller.entrance == .app
                ? AccessoryError(
                    .notAuthorized,
                    "no manifest in apps.d names this program (\(caller.identity)); 'accessoryctl app add' makes one")
                : AccessoryError(.notAuthorized, "apps use app.socket; this is the control socket")
        case .picker, .control:
            VarlinkError.permissionDenied
        }
    }
}
