// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc

@testable import Radios

/// A bus of one test's own, with Tests/BlueZMock/bluetoothd.py as bluetoothd on it. Ends with this value.
actor MockBluetoothd {
    private let executor = GLibExecutor.radios
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let address: String
    private nonisolated let daemon: Spawned
    private nonisolated let mock: Spawned
    private var bus: Bus?
    /// Its unique name, which it has also while it serves nothing.
    private var owner = ""

    /// The Python that has python-dbusmock, from Tests/BlueZMock/run.
    static let python = getenv("ACCESSORYD_MOCK_PYTHON").map { String(cString: $0) }
    private static let folder =
        #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/BlueZMock"

    static let adapter = "/org/bluez/hci0"

    static func started() async throws -> MockBluetoothd {
        let mock = try MockBluetoothd()
        try await mock.start()
        return mock
    }

    private init() throws {
        daemon = try Spawned.bus()
        address = daemon.line()
        mock = try Spawned(
            Self.python ?? "", ["-m", "dbusmock", "--system", "--template", "\(Self.folder)/bluetoothd.py"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"])
    }

    /// On the GLib thread, as all of GLib.
    private func start() async throws {
        let bus = try await Bus.at(address) {}
        self.bus = bus
        var watch: Bus.Watch?
        owner = await withCheckedContinuation { continuation in
            let once = Lock<CheckedContinuation<String, Never>?>(continuation)
            watch = bus.watch(BlueZ.name) { owner in
                guard let owner else { return }
                once.with {
                    $0?.resume(returning: owner)
                    $0 = nil
                }
            }
        }
        withExtendedLifetime(watch) {}
        _ = try await call("AddAdapter", .string("hci0"), .string("mock"))
    }

    private func call(_ method: String, _ arguments: Variant...) async throws -> [Variant] {
        try await bus?.call(owner, "/", "org.bluez.Mock", method, arguments) ?? []
    }

    /// A device is heard; returns its path.
    func appears(_ address: String, name: String, rssi: Int16, isBonded: Bool = false) async throws -> String {
        let path = try await call("Appear", .string(address), .string(name), .short(rssi), .bool(isBonded))
        return path.first?.text ?? ""
    }

    func advertises(_ bytes: [UInt8], of company: UInt32) async throws {
        // The mock takes a number of 32 bits for one of 16.
        _ = try await call("Manufacture", .uint(company), .bytes(bytes))
    }

    func behaves(_ path: String, _ how: String) async throws {
        _ = try await call("Behave", .path(path), .string(how))
    }

    /// The device has a service with this handle, and a characteristic with the next one.
    func offers(_ path: String, _ handle: UInt32) async throws {
        _ = try await call("Offer", .path(path), .uint(handle))
    }

    func serves(_ isThere: Bool) async throws { _ = try await call("Serve", .bool(isThere)) }

    func changes(_ path: String, _ interface: String, _ properties: [String: Variant]) async throws {
        _ = try await bus?.call(
            owner, path, "org.freedesktop.DBus.Mock", "UpdateProperties", [.string(interface), .dictionary(properties)])
    }

    func property(_ path: String, _ interface: String, _ name: String) async throws -> Variant? {
        try await bus?.call(
            owner, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)]
        ).first
    }

    /// Waits until the radio listens, or does not.
    func discovers(_ isOn: Bool) async throws {
        guard let bus else { return }
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let subscription = bus.subscribe(
            owner, Self.adapter, "org.freedesktop.DBus.Properties", "PropertiesChanged"
        ) { (_: [Variant]) in continuation.yield() }
        continuation.yield()
        for await _ in changes {
            if try await property(Self.adapter, BlueZObjects.adapter, "Discovering") == .bool(isOn) { break }
        }
        withExtendedLifetime(subscription) {}
    }

    /// A program other than bluetoothd calls our agent; returns the error's name.
    func strangerAsksAgent(of name: String, about path: String) async throws -> String? {
        let stranger = try await Bus.at(address) {}
        do {
            _ = try await stranger.call(
                name, AgentCall.path, "org.bluez.Agent1", "RequestAuthorization", [.path(path)])
            return nil
        } catch let fault as BusFault {
            return fault.name
        }
    }
}
