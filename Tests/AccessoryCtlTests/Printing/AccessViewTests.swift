// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct AccessViewTests {
    /// In the time zone an hour east of Greenwich.
    private func lines<Row>(
        _ view: View<Row>, _ rows: [Row], _ style: OutputStyle = OutputStyle(), fields: [String]? = nil
    ) throws -> [String] {
        try LocalZone.$offset.withValue({ _ in 3600 }) { style.lines(try view.table(rows, fields: fields)) + [""] }
    }

    private func check<Row>(_ view: View<Row>, _ rows: [Row], _ name: String) throws {
        try Expected.check(
            lines(view, rows) + lines(view, rows, OutputStyle(colours: true))
                + lines(view, rows, OutputStyle(manner: .terse))
                + lines(view, rows, OutputStyle(mode: .multiline), fields: ["all"]), name)
    }

    @Test func printsWhatEachRecordComesTo() throws { try check(.records, Fixture.shared().records, "records") }

    @Test func printsAccessoriesWithTheSwitchesOfTheirApps() throws {
        var shared = try Fixture.shared()
        shared.location = try Fixture.location()
        var record = shared.records[1]
        record.bluetoothName = "Pulse 17"
        let off = AccessoryStatus(
            accessory: try Fixture.accessory("c5", "Attic: left", nil), records: [record],
            location: try Fixture.location(isOnline: false))
        try check(.accessories, [shared, off], "accessories")
    }

    @Test func printsWhereAccessoriesAre() throws {
        let places: [Location?] = [
            try Fixture.location(), try Fixture.location(isConfirmed: false),
            try Fixture.location(isOnline: false), nil,
        ]
        let accessory = try Fixture.accessory("b42c7393", "Camera", "MyCam-1")
        try check(
            .locations, places.map { AccessoryStatus(accessory: accessory, records: [], location: $0) }, "locations")
    }

    @Test func printsWhatEachAppHasOfAnAccessory() throws { try check(.shares, Fixture.shared().records, "shares") }

    @Test func printsTheHistory() throws { try check(.history, Fixture.history(), "history") }

    @Test func printsPassphrasesOnlyWhereTheyWereAskedFor() throws {
        var hotspots = try Fixture.hotspots()
        try check(.hotspots(secrets: true), hotspots, "hotspots-secrets")
        hotspots[0].passphrase = nil
        try check(.hotspots(secrets: false), hotspots, "hotspots")
    }

    @Test func writesTimesInTheZoneOfThatMoment() {
        let summer = Timestamp(seconds: 1_780_000_000)
        #expect(LocalZone.$offset.withValue({ _ in -12_600 }) { summer.text } == "2026-05-28T16:56:40-03:30")
        #expect(LocalZone.$offset.withValue({ _ in 0 }) { summer.text } == "2026-05-28T20:26:40Z")
    }
}
