// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Testing

@testable import Radios

@Suite struct BlueZValueTests {
    // MARK: The discovery filter

    private func rule(_ range: BluetoothRule.Range) throws -> BluetoothRule {
        try BluetoothRule(service: BluetoothUUID("FEA6"), range: range)
    }

    @Test func filtersBySignalOnlyWhenEverybodyWantsNearDevices() throws {
        let near = try rule(.immediate)
        #expect(DiscoveryFilter(rules: [near, near]).rssi == DiscoveryFilter.nearby)
        #expect(try DiscoveryFilter(rules: [near, rule(.default)]).rssi == nil)
        #expect(DiscoveryFilter(rules: []).rssi == nil)
    }

    /// BlueZ compares them with the advertised lists only, so that a device with service data alone would be lost.
    @Test func asksForNoUUIDs() throws {
        let properties = try DiscoveryFilter(rules: [rule(.default)]).properties
        #expect(properties == ["Transport": .string("le"), "DuplicateData": .bool(false)])
        #expect(try DiscoveryFilter(rules: [rule(.immediate)]).properties["RSSI"] == .short(-80))
    }

    // MARK: Adapters

    private func adapter(_ changes: [String: Variant]) throws -> AdapterProperties {
        let properties: [String: Variant] = [
            "Address": .string("00:AA:01:00:00:00"), "Powered": .bool(true), "Class": .uint(0),
            "Roles": .list(of: "s", [.string("central"), .string("peripheral")]),
        ]
        return try #require(AdapterProperties(properties.merging(changes) { $1 }))
    }

    @Test func reportsWhyAnAdapterCannotBeUsed() throws {
        #expect(try adapter([:]).unavailability(isBlocked: false) == nil)
        #expect(try adapter(["Powered": .bool(false)]).unavailability(isBlocked: false) == .switchedOff)
        #expect(try adapter(["Powered": .bool(false)]).unavailability(isBlocked: true) == .blocked)
        #expect(
            try adapter(["Powered": .bool(false), "PowerState": .string("off-blocked")])
                .unavailability(isBlocked: false) == .blocked)
        #expect(try adapter(["Roles": .list(of: "s", [])]).unavailability(isBlocked: false) == .noLowEnergy)
    }

    @Test func knowsBluetoothClassicFromTheClassOfDevice() throws {
        #expect(try !adapter([:]).hasClassic)
        #expect(try adapter(["Class": .uint(0x10C)]).hasClassic)
    }

    @Test func readsWhetherTheKernelBlocksTheRadio() throws {
        let system = FileManager.default.temporaryDirectory.appending(path: "rfkill-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: system) }
        for (name, soft, hard) in [("hci0", "0", "0"), ("hci1", "1", "0"), ("hci2", "0", "1")] {
            let folder = system.appending(path: "class/bluetooth/\(name)/rfkill3")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("\(soft)\n".utf8).write(to: folder.appending(path: "soft"))
            try Data("\(hard)\n".utf8).write(to: folder.appending(path: "hard"))
        }
        let blocked = ["hci0", "hci1", "hci2", "hci3"].filter { isBlockedByRFKill($0, system: system.path) }
        #expect(blocked == ["hci1", "hci2"])
    }

    // MARK: Failures

    @Test(arguments: [
        ("org.bluez.Error.AuthenticationCanceled", BluetoothFailure.Reason.refused),
        ("org.bluez.Error.AuthenticationRejected", .refused), ("org.bluez.Error.AuthenticationFailed", .refused),
        ("org.bluez.Error.AuthenticationTimeout", .timedOut), ("org.bluez.Error.ConnectionAttemptFailed", .notReached),
        ("org.bluez.Error.Failed", .notReached), ("org.bluez.Error.NotReady", .unavailable),
        ("org.freedesktop.DBus.Error.UnknownObject", .notReached),
        ("org.freedesktop.DBus.Error.ServiceUnknown", .unavailable),
        ("org.freedesktop.DBus.Error.NoReply", .unavailable), ("org.bluez.Error.NotSupported", .unsupported),
    ])
    func translatesWhatAPairingFailsWith(name: String, reason: BluetoothFailure.Reason) {
        let failure = BluetoothFailure(
            BusFault(name: name, message: "its message"), .pairing(hasDigits: false, isDenied: false))
        #expect(failure == BluetoothFailure(reason, "its message"))
    }

    @Test func blamesTheDigitsOnlyWhereSomeWereTypedAndNobodyDeclined() {
        let fault = BusFault(name: "org.bluez.Error.AuthenticationFailed", message: "Authentication Failed")
        func reason(_ hasDigits: Bool, _ isDenied: Bool) -> BluetoothFailure.Reason {
            BluetoothFailure(fault, .pairing(hasDigits: hasDigits, isDenied: isDenied)).reason
        }
        #expect(reason(true, false) == .notAuthenticated)
        #expect(reason(true, true) == .refused)
        #expect(reason(false, false) == .refused)
    }

    @Test func takesAnUnknownFaultForARefusalOnlyInAConversation() {
        let fault = BusFault(name: "org.bluez.Error.Failed", message: "Operation failed with ATT error: 0x80")
        #expect(BluetoothFailure(fault, .talking).reason == .refused)
        #expect(BluetoothFailure(fault, .connecting).reason == .notReached)
    }

    // MARK: What bluetoothd asks its agent

    @Test func readsWhatTheAgentIsAsked() {
        let path = Variant.path(BlueZSamples.path)
        #expect(AgentCall("RequestAuthorization", [path]) == .asks(.consent, BlueZSamples.path))
        #expect(AgentCall("RequestConfirmation", [path, .uint(42)]) == .asks(.comparison(42), BlueZSamples.path))
        #expect(AgentCall("RequestPasskey", [path]) == .asks(.passkey, BlueZSamples.path))
        #expect(AgentCall("DisplayPasskey", [path, .uint(42), .uint(3)]) == .asks(.display(42), BlueZSamples.path))
        #expect(AgentCall("Cancel", []) == .cancel)
        #expect(AgentCall("RequestPinCode", [path]) == .foreign)
        #expect(AgentCall("AuthorizeService", [path, .string("110b")]) == .foreign)
        #expect(AgentCall("RequestConfirmation", []) == .foreign)
    }

    @Test func findsACharacteristicInItsServiceOnly() {
        var objects = BlueZObjects()
        let device = BlueZSamples.path
        for (service, number) in [("0000fff0", 10), ("0000fff5", 20)] {
            let base = "-0000-1000-8000-00805f9b34fb"
            objects.apply(
                .added("\(device)/service\(number)", [BlueZObjects.service: ["UUID": .string(service + base)]]))
            objects.apply(
                .added(
                    "\(device)/service\(number)/char1",
                    [
                        BlueZObjects.characteristic: [
                            "UUID": .string("0000fff1" + base), "Service": .path("\(device)/service\(number)"),
                        ]
                    ]))
        }
        let uuid = "0000FFF1-0000-1000-8000-00805F9B34FB"
        let found = objects.characteristics(uuid, of: "0000FFF5-0000-1000-8000-00805F9B34FB", below: device)
        #expect(found == ["\(device)/service20/char1"])
        #expect(objects.characteristics(uuid, of: uuid, below: device).isEmpty)
        #expect(objects.characteristics(uuid, of: "0000FFF5-0000-1000-8000-00805F9B34FB", below: "/other").isEmpty)
    }

    /// Any user may have bluetoothd give a device an alias of megabytes.
    @Test func keepsNothingThatItDoesNotRead() throws {
        let alias = Variant.string(String(repeating: "y", count: 1 << 20))
        let camera = BlueZSamples.with(["Alias": alias])
        let sections = Variant.sections([BlueZObjects.device: camera, "org.bluez.Battery1": ["Alias": alias]])
        let added = try #require(BlueZObjects.Change(interfacesAdded: [.path(BlueZSamples.path), sections]))
        var objects = BlueZObjects()
        objects.apply(added)
        let managed = BlueZObjects(
            managed: [.list(of: "{oa{sa{sv}}}", [.tuple([.path(BlueZSamples.path), sections])])])
        for kept in [objects, managed] {
            #expect(kept.all[BlueZSamples.path].map { Array($0.keys) } == [BlueZObjects.device])
            #expect(kept.properties(BlueZSamples.path, BlueZObjects.device)?["Alias"] == nil)
            #expect(kept.device(at: BlueZSamples.path) == DeviceProperties(camera))
        }
        let arguments: [Variant] = [
            .string(BlueZObjects.device), .dictionary(["Alias": alias, "RSSI": .short(-3)]), .list(of: "s", []),
        ]
        let change = BlueZObjects.Change(propertiesChangedAt: BlueZSamples.path, arguments)
        #expect(
            change == .changed(BlueZSamples.path, BlueZObjects.device, ["RSSI": .short(-3)], invalidated: []))
    }

    @Test func takesAChangeOnlyOfWhatIsThere() {
        var objects = BlueZObjects()
        let change = BlueZObjects.Change.changed(
            BlueZSamples.path, BlueZObjects.device, ["RSSI": .short(-3)], invalidated: [])
        objects.apply(change)
        #expect(objects == BlueZObjects())
        objects.apply(.added(BlueZSamples.path, [BlueZObjects.device: BlueZSamples.camera]))
        objects.apply(change)
        #expect(objects.device(at: BlueZSamples.path)?.rssi == -3)
        objects.apply(.changed(BlueZSamples.path, BlueZObjects.device, [:], invalidated: ["RSSI"]))
        #expect(objects.device(at: BlueZSamples.path)?.rssi == nil)
        objects.apply(.removed(BlueZSamples.path, [BlueZObjects.device]))
        #expect(objects == BlueZObjects())
    }
}
