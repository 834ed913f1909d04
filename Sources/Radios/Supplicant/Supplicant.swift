// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// wpa_supplicant's own object for one interface (fi.w1.wpa_supplicant1), beside NetworkManager: it scans single
/// channels, and reports at once what NetworkManager reports late. Debian's bus policy lets root and the group netdev
/// use it.
struct Supplicant {
    static let name = "fi.w1.wpa_supplicant1"
    /// The name of the error with which a scan is refused while another one runs.
    static let busy = "fi.w1.wpa_supplicant1.Interface.ScanError"
    private static let interface = "fi.w1.wpa_supplicant1.Interface"

    private let bus: Bus
    private let path: String
    /// How many SSIDs the driver takes in one scan, the wildcard included.
    private let scanCapacity: Int

    /// Throws `BusFault` if the bus does not allow it or wpa_supplicant does not drive the interface.
    init(interface: String, over bus: Bus) async throws {
        let answer = try await bus.call(
            Self.name, "/fi/w1/wpa_supplicant1", Self.name, "GetInterface", [.string(interface)])
        guard let path = answer.first?.text else {
            throw BusFault(message: "wpa_supplicant does not drive \(interface)")
        }
        let capabilities = try await bus.call(
            Self.name, path, "org.freedesktop.DBus.Properties", "Get",
            [.string(Self.interface), .string("Capabilities")])
        self.bus = bus
        self.path = path
        if case .dictionary(let entries) = capabilities.first, let capacity = entries["MaxScanSSID"]?.number {
            scanCapacity = capacity
        } else {
            scanCapacity = 1
        }
    }

    /// Whether the bus lets this process's user call wpa_supplicant.
    static func scanning(over bus: Bus) async -> Scanning {
        do {
            _ = try await bus.call(name, "/", "org.freedesktop.DBus.Peer", "Ping")
            return .direct
        } catch let fault as BusFault where fault.name == "org.freedesktop.DBus.Error.AccessDenied" {
            return .backend
        } catch {
            return .direct
        }
    }

    /// Starts an active scan of these channels (MHz), or of all. Refused with a `BusFault` while another one runs.
    func scan(_ channels: [Int]?, asking ssids: [SSID]) async throws {
        // The empty name is the wildcard, without which only the named networks answer.
        let names = [Variant.bytes([])] + ssids.prefix(max(0, scanCapacity - 1)).map { .bytes($0.bytes) }
        var options: [String: Variant] = ["Type": .string("active"), "SSIDs": .list(of: "ay", names)]
        if let channels {
            options["Channels"] = .list(
                of: "(uu)", channels.map { .tuple([.uint(UInt32(clamping: $0)), .uint(20)]) })
        }
        _ = try await bus.call(Self.name, path, Self.interface, "Scan", [.dictionary(options)])
    }

    func abortScan() async throws {
        _ = try await bus.call(Self.name, path, Self.interface, "AbortScan")
    }

    func isScanning() async -> Bool {
        (try? await property("Scanning", of: Self.interface, at: path)) == .bool(true)
    }

    /// Whether it answers in this time.
    func answers(within limit: Duration) async -> Bool {
        let call = try? await bus.call(
            Self.name, path, "org.freedesktop.DBus.Properties", "Get", [.string(Self.interface), .string("State")],
            limit: limit)
        return call != nil
    }

    /// Whether the interface is down, like a blocked radio's (rfkill): then it cannot scan.
    func isDown() async -> Bool {
        (try? await property("State", of: Self.interface, at: path))??.text == "interface_disabled"
    }

    /// Leaves the access point. NetworkManager, if there is one, would join it again.
    func disconnect() async throws {
        _ = try await bus.call(Self.name, path, Self.interface, "Disconnect")
    }

    /// The interface's association. Throws `BusFault` if the bus does not report it.
    func association() async throws -> Association {
        var association = Association()
        if let mode = try await property("CurrentAuthMode", of: Self.interface, at: path)?.text {
            association.security = Security(authenticationMode: mode)
        }
        if let point = try await property("CurrentBSS", of: Self.interface, at: path)?.text, point != "/",
            case .bytes(let bytes)? = try await property("BSSID", of: "fi.w1.wpa_supplicant1.BSS", at: point)
        {
            association.bssid = MACAddress(bytes)
        }
        return association
    }

    private func property(_ name: String, of interface: String, at path: String) async throws -> Variant? {
        try await bus.call(
            Self.name, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)]
        ).first
    }

    /// An access point and the authentication with it; nil if it is unknown.
    struct Association: Hashable, Sendable {
        var bssid: MACAddress?
        var security: Security?
    }

    /// Reports the end of every scan, and whether it succeeded.
    func whenScanned(_ body: @escaping @Sendable (Bool) -> Void) -> Bus.Subscription {
        bus.subscribe(Self.name, path, Self.interface, "ScanDone") { body($0 == [.bool(true)]) }
    }

    func whenChanged(_ body: @escaping @Sendable (Change) -> Void) -> Bus.Subscription {
        bus.subscribe(
            Self.name, path, "org.freedesktop.DBus.Properties", "PropertiesChanged", about: Self.interface
        ) { arguments in
            guard arguments.count > 1, case .dictionary(let properties) = arguments[1] else { return }
            let change = Change(
                state: properties["State"]?.text, authentication: properties["AuthStatusCode"]?.number,
                association: properties["AssocStatusCode"]?.number,
                disconnection: properties["DisconnectReason"]?.number)
            if change != Change() { body(change) }
        }
    }

    /// The progress of a connection, from one PropertiesChanged.
    struct Change: Hashable, Sendable {
        var state: String?
        /// IEEE 802.11-2020, table 9-50; 0 is success.
        var authentication: Int?
        /// The same table.
        var association: Int?
        /// IEEE 802.11-2020, table 9-49; negative when this side disconnected.
        var disconnection: Int?
    }
}
