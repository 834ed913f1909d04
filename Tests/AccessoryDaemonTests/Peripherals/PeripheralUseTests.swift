// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// What apps do over Bluetooth, and what their monitors report, line by line.
struct PeripheralUseTests {
    private let app = Claimant(app: Agent.camera, uid: 1000)
    private let accessory = Accessory(
        id: "a", displayName: "Plug", ssid: nil, bssid: nil, bluetoothIdentifier: "b", state: .authorized)

    private func access(_ records: AccessRecord...) -> Access {
        Access(
            book: AccessBook(records) { "id" }, configuration: Configuration(), absences: Absences(),
            screens: Screens(), now: Timestamp(seconds: 1000))
    }

    private var record: AccessRecord {
        AccessRecord(
            app: Agent.camera, uid: nil, accessory: accessory,
            bluetoothAddress: MACAddress("02:00:00:00:02:01"), security: nil, frequency: nil,
            isHidden: false, origin: .picker, grantedBy: "root", granted: Timestamp(seconds: 1))
    }

    @Test func usesALinkThatTheAppHolds() throws {
        let access = access(record)
        var peripherals = Peripherals()
        #expect(throws: AccessoryError.self) { try peripherals.begin("a", by: app, isLink: false, access) }
        let link = try peripherals.begin("a", by: app, isLink: true, access)
        #expect(throws: AccessoryError.self) { try peripherals.begin("a", by: app, isLink: false, access) }
        peripherals.connected(link)
        let use = try peripherals.begin("a", by: app, isLink: false, access)
        #expect(use.id != link.id && use.title == "Plug" && use.address == link.address)
        peripherals.end(link)
        #expect(throws: AccessoryError.self) { try peripherals.begin("a", by: app, isLink: false, access) }
    }

    @Test func nothingIsUsedWithoutAGrant() throws {
        var peripherals = Peripherals()
        let error = #expect(throws: AccessoryError.self) {
            try peripherals.begin("a", by: app, isLink: true, access())
        }
        #expect(error?.code == .unknownAccessory)
    }

    @Test func anAppHasALimitOfLinks() throws {
        let access = access(record)
        var peripherals = Peripherals()
        for _ in 1...Limits.linksPerApp { _ = try peripherals.begin("a", by: app, isLink: true, access) }
        let error = #expect(throws: AccessoryError.self) { try peripherals.begin("a", by: app, isLink: true, access) }
        #expect(error?.code == .busy)
        let other = Claimant(app: Agent.camera, uid: 1001)
        #expect(throws: Never.self) { try peripherals.begin("a", by: other, isLink: true, access) }
    }

    @Test func everyUseEndsWithItsRecord() async throws {
        var peripherals = Peripherals()
        let link = try peripherals.begin("a", by: app, isLink: true, access(record))
        let revoked = AccessoryError(.notAuthorized, "revoked")
        peripherals.end(on: AccessRecord.Key(app: Agent.camera, uid: 1000, accessory: "another"), .init(.busy, ""))
        peripherals.end(on: record.key, revoked)
        peripherals.end(link)
        var ends: [AccessoryError] = []
        for await end in link.ended { ends.append(end) }
        #expect(ends == [revoked])
    }

    @Test func onlyALinkIsNewsAndNothingIsReportedTwice() async throws {
        let access = access(record)
        var peripherals = Peripherals()
        let reports = peripherals.monitor(1, app)
        #expect(peripherals.hasNews)
        var next = reports.makeAsyncIterator()
        peripherals.report(access, nil)
        let first = await next.next()
        #expect(first?.state == .poweredOn && first?.peripherals.map(\.isConnected) == [false])
        let link = try peripherals.begin("a", by: app, isLink: true, access)
        #expect(!peripherals.hasNews)
        peripherals.connected(link)
        #expect(peripherals.hasNews)
        peripherals.report(access, nil)
        #expect(await next.next()?.peripherals.map(\.isConnected) == [true])
        peripherals.end(try peripherals.begin("a", by: app, isLink: false, access))
        #expect(!peripherals.hasNews)
        peripherals.report(access, nil)
        peripherals.end(link)
        #expect(peripherals.hasNews)
        peripherals.report(self.access(), .switchedOff)
        #expect(await next.next()?.state == .unauthorized)
        peripherals.closed(1)
        #expect(await next.next() == nil)
    }
}
