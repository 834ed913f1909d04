// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct PrinterTests {
    private static let styles: [(String, OutputStyle)] = [
        ("normal", OutputStyle()),
        ("terse", OutputStyle(manner: .terse)),
        ("terse-unescaped", OutputStyle(manner: .terse, escapes: false)),
        ("pretty", OutputStyle(manner: .pretty)),
        ("colours", OutputStyle(colours: true)),
        ("multiline", OutputStyle(mode: .multiline)),
        ("multiline-terse", OutputStyle(manner: .terse, mode: .multiline)),
        ("multiline-values", OutputStyle(manner: .terse, mode: .multiline, valuesOnly: true)),
        ("multiline-pretty", OutputStyle(manner: .pretty, mode: .multiline)),
    ]

    @Test(arguments: styles) func printsNetworksInEveryMode(_ name: String, _ style: OutputStyle) throws {
        // The bars depend on the locale.
        let fields = ["ssid", "bssid", "freq", "chan", "signal", "security", "radio"]
        let table = try View.networks.table(Fixture.networks(), fields: fields)
        try Expected.check(style.lines(table), "networks/\(name)")
    }

    @Test func printsEachKindOfThing() throws {
        let style = OutputStyle()
        let descriptors = [DescriptorFields(ssid: "MySensor"), DescriptorFields(ssidPrefix: "MyCam-")]
        let app = AppStatus(
            id: "org.example.camera", name: "Camera", icon: "camera-video", file: "apps.d/org.example.camera.conf",
            supports: ["WiFi", "Bluetooth"], identities: ["unit camera.service"], descriptors: descriptors,
            bluetoothNames: ["Cam"], startedBy: ["Bluetooth"])
        let event = MonitorEvent(
            time: Timestamp(seconds: 1_780_000_000), kind: .radio, app: nil, text: "wlan0: connected, Home")
        let status = try Fixture.status()
        var lines: [String] = []
        let tables = try LocalZone.$offset.withValue({ _ in 0 }) {
            [
                try View.status.table([status], fields: ["all"]),
                try View.adapters.table(status.adapters, fields: nil),
                try View.bluetoothAdapters.table(status.bluetooth.adapters, fields: nil),
                try View.leases.table(status.leases, fields: nil),
                try View.apps.table([app], fields: ["all"]),
                try View.records.table([Fixture.record()], fields: ["all"]),
                try View.lease.table([Fixture.joined()], fields: nil),
                try View.events.table([event], fields: nil),
            ]
        }
        for table in tables { lines += style.lines(table) + [""] }
        try Expected.check(lines, "things")
    }

    @Test func printsTheWiresObjectsAsJSON() throws {
        try Expected.check(
            JSONPrinter().lines(RecordList(records: [Fixture.record()]))
                + JSONPrinter(isPretty: true).lines(Fixture.joined()), "json")
    }

    @Test func takesFieldsInAnyCaseAndOrder() throws {
        let table = try View.networks.table(Fixture.networks(), fields: ["signal", "SSID"])
        #expect(table.header == ["SIGNAL", "SSID"])
        #expect(OutputStyle(manner: .terse).lines(table).first == "78:MyCam-1")
    }

    @Test func refusesAnUnknownFieldAndNamesTheKnownOnes() throws {
        let error = #expect(throws: UsageError.self) { try View.adapters.columns(["RADIO", "COLOUR"]) }
        #expect(error?.description == "invalid field 'COLOUR'; known fields: RADIO,STATE,DETAIL, and all, common")
    }

    @Test func letsNoControlCharacterThrough() {
        #expect("a\u{1B}[31mb\u{202E}\n".printable == "a\\x1b[31mb\\u{202e}\\x0a")
    }

    @Test func letsNoControlCharacterThroughAsJSON() throws {
        #expect(
            try JSONPrinter().lines(["a\u{1B}[31m\u{9B}1m\u{7F}\u{202E}ü"])
                == [#"["a\u001b[31m\u009b1m\u007f\u202eü"]"#])
    }

    @Test func countsWideCharactersAsTwoCells() {
        #expect("カメラ1".cells == 7)
        #expect("カメラ".cut(to: 4) == "カ…")
        #expect("abc".padded(to: 5) == "abc  ")
    }

    @Test(arguments: [(0, "____"), (6, "▂___"), (31, "▂▄__"), (56, "▂▄▆_"), (100, "▂▄▆█")])
    func drawsTheSignalsBars(_ signal: Int, _ bars: String) {
        #expect(SignalBars.text(signal, unicode: true) == bars)
        #expect(SignalBars.text(signal, unicode: false).count == 4)
    }
}
