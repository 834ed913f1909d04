// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import accessoryctl

@Suite struct UsageTests {
    private func outcome(_ line: String) async -> Outcome {
        await Outcome.of(line.split(separator: " ").map { String($0) })
    }

    @Test(arguments: [
        ("s", "'s' is ambiguous: scan, setup"),
        ("general --nonsense", "Unknown option '--nonsense'"),
        ("general status --jsn", "Unknown option '--jsn' (did you mean '--json'?)"),
        ("-t -p general", "exclude each other"),
        ("-g SSID -f SSID scan", "'--get-values' goes with neither"),
        ("-w 0 general", "'--wait'"),
        ("-m table general", "'table'"),
        ("-f NOPE access list", "invalid field 'NOPE'"),
        ("-f SIGNLA scan", "did you mean 'SIGNAL'?"),
        ("scna", "did you mean 'scan'?"),
        ("setup --app x --selct only", "Did you mean '--select'?"),
        ("-f NOPE radio", "invalid field 'NOPE'"),
        ("-f , radio", "'--fields' takes the names of fields"),
        ("-g , radio", "'--get-values' takes the names of fields"),
        ("setup --app x --select nearest", "'strongest' chooses the accessory with the strongest signal"),
        ("setup --app x --select strongst", "'strongst' is no rule; did you mean 'strongest'?"),
        ("picker --select ANY", "'ANY' is no rule; 'only' chooses if there is one accessory alone"),
        ("-f NOPE hotspot status", "invalid field 'NOPE'"),
        ("access check --app x", "'--ssid' or by '--accessory'"),
        ("access check --app x --ssid a --accessory b", "'--ssid' or by '--accessory'"),
        ("access check --ssid a", "'--app <id>'"),
        ("setup --app x --ssid a --ssid-prefix b", "exclude each other"),
        ("setup --app x --band 5", "'--band' needs '--ssid', '--ssid-prefix' or '--label'"),
        ("scan --band 5", "'--band' needs '--ssid' or '--ssid-prefix'"),
        ("scan --ssid a --band 3", "'3'"),
        ("setup --app x --timeout 5y", "'5y'"),
        ("setup --app x --timeout endless", "'endless'"),
        ("setup --app x --yes", "'--yes' goes with '--select'"),
        ("setup --app x --pair", "'--pair' goes with '--select'"),
        ("picker --network MyCam-1", "'--network' goes with '--select'"),
        ("scan --bluetooth-name Cam", "--bluetooth-name needs '--bluetooth-service' or '--bluetooth-company'"),
        ("scan --near", "--near needs '--bluetooth-service'"),
        ("scan --bluetooth-service 18", "--bluetooth-service: '18' is not a Bluetooth service UUID"),
        ("setup --app x --ssid y --bluetooth-pairing", "--bluetooth-pairing needs '--bluetooth-service'"),
        ("setup --app x --bluetooth-company 1234", "'1234' has two meanings: write 0x1234"),
        ("setup --app x --bluetooth-company 02F2", "--bluetooth-company: '02F2' is hexadecimal; write 0x02F2"),
        ("setup --app x --bluetooth-company 0x10000", "'0x10000'"),
        ("provision check", "'<file>'"),
        ("provision check /nonexistent/a.conf", "plan '/nonexistent/a.conf': No such file"),
        ("-f ATTEMPT provision status", "invalid field 'ATTEMPT'"),
        ("-f ATTEMPTS provision run", "invalid field 'ATTEMPTS'"),
        ("provision run x -- /bin/true", "'/bin/true'"),
        ("bridge explain --timeout 3m", "'--timeout' is 120s at most"),
        ("-f SSID,RSSI scan", "invalid field 'RSSI'"),
        ("-f NOPE bridge", "invalid field 'NOPE'"),
        ("picker --yes", "'--yes' goes with '--select'"),
        ("scan --timeout longer", "'longer'"),
        ("setup --app x --ssid \\q", "--ssid: '\\q' is not an escape"),
        ("setup --app x --ssid 123456789012345678901234567890123", "at most 32 bytes, this one has 33"),
        ("setup --app x --select only -- /nonexistent/program", "'/nonexistent/program': no such program"),
        ("setup --app x --passphrase-file /nonexistent/file", "'/nonexistent/file': No such file"),
        ("hotspot join --app x", "by '--ssid', by '--accessory' or by '--label'"),
        ("hotspot join --app x --ssid a --label WIFI:S:a;;", "by '--ssid', by '--accessory' or by '--label'"),
        ("setup --app x --ssid a --label WIFI:S:a;;", "leave '--ssid' and '--ssid-prefix' out"),
        ("setup --app x --label - --passphrase-file -", "can be standard input"),
        ("setup --app x --label MT:Y.K9042C00KA0648G00", "a Matter controller"),
        ("hotspot join --app x --label 46637726", "an Apple device"),
        ("app show", "'<id>'"),
        ("app check", "'<file>'"),
        ("app import", "'<file>'"),
        ("app import /nonexistent/Info.plist", "property list '/nonexistent/Info.plist': No such file"),
        ("app check /nonexistent/a.conf", "manifest '/nonexistent/a.conf': No such file"),
        ("accessory show", "'<id|name|ssid>'"),
        ("accessory rename x", "'<name>'"),
        ("accessory picture x", "use '--none'"),
        ("accessory picture x a.png --none", "use '--none'"),
        ("accessory picture x /dev/zero", "picture file '/dev/zero': it has more than 256 KiB"),
        ("accessory picture x /nonexistent/a.png", "picture file '/nonexistent/a.png': No such file"),
        ("-f NOPE accessory show x", "invalid field 'NOPE'"),
        ("access grant --app x --ssid y --expires 30", "'30'"),
        ("access grant --app x --ssid y --expires 2020-01-01", "--expires: 2020-01-01T"),
        ("access grant --app x --ssid y --origin picker", "'plan', 'migration' or 'administrator'"),
        ("access deny --app x", "'--ssid' or by '--accessory'"),
        ("access allow --ssid x", "'--app <id>'"),
        ("access history --limit 0", "'--limit'"),
        ("access history --all --limit 5", "exclude each other"),
        ("hotspot leave --app x --ssid a --accessory b", "exclude each other"),
        ("hotspot forget --app x", "'--ssid' or by '--ssid-prefix'"),
        ("hotspot forget --app x --ssid a --ssid-prefix b", "'--ssid' or by '--ssid-prefix'"),
    ])
    func refusesWrongUsageBeforeAnythingIsDone(_ line: String, _ part: String) async {
        let outcome = await outcome(line)
        #expect(outcome.status == 2)
        #expect(outcome.complaint?.hasPrefix("Error: ") == true)
        #expect(outcome.complaint?.contains(part) == true, "\(outcome.complaint ?? "")")
    }

    @Test(arguments: [
        "general", "radio", "radio show wlan0", "hotspot status",
        "app list", "app show x", "access list", "access history",
        "access history --all", "accessory",
        "accessory show x", "access list --accessory x", "accessory rename x y", "accessory remove x",
        "accessory picture x /dev/null", "accessory picture x --none",
        "access deny --app x --ssid y",
        "access deny --app x --accessory Camera", "access history --accessory Camera",
        "hotspot join --app x --accessory Camera", "hotspot leave --app x --accessory Camera",
        "access grant --app x --ssid y --expires 30d", "hotspot", "hotspot forget --app x --ssid y", "scan", "monitor",
        "scan --bluetooth-service 180D --bluetooth-company 0x02F2 --bluetooth-name Cam --near", "-f RSSI scan",
        "bridge", "bridge list --all --timeout 20s", "bridge explain", "b e 02:00:00:00:02:01 --app x",
        "setup --app x --select only --pair --network MyCam-1 --bluetooth-company 754 --bluetooth-pairing",
        "picker --select only", "provision", "provision status", "provision check /dev/null", "provision run",
        "provision run x", "pro r x",
        "hotspot leave --app x", "hotspot join --app x --ssid y", "setup --app x --select only",
        "hotspot join --app x --label W01:S:QAE0;P:a1b2c3d4;C:ILCE-7;",
        "setup --app x --select only --label W01:S:QAE0;P:a1b2c3d4;C:ILCE-7;",
        "picker --select only --yes", "setup --app x --select only --yes --timeout unbounded", "scan --timeout long",
    ])
    func reportsThatTheAgentIsNotRunning(_ line: String) async {
        let outcome = await outcome("--runtime-dir /nonexistent " + line)
        #expect(outcome.status == 8)
        #expect(
            outcome.complaint == "Error: accessoryd is not running (no answer at /nonexistent/control.socket); "
                + "'systemctl start accessoryd' starts it")
    }

    @Test(arguments: ["--help", "-h", "help"])
    func explainsTheCommonOptionsAndExitStatusesOnOnePage(_ line: String) async {
        let outcome = await outcome(line)
        #expect(outcome.status == 0)
        let last = "  31  onboard: the accessory has the network, and the network does not show it"
        #expect(outcome.help?.hasSuffix(last) == true)
        for option in CommonOption.all {
            #expect(outcome.help?.contains("--\(option.long)") == true, "\(option.long)")
        }
    }

    @Test(arguments: ["help setup", "acce gr --help", "picker -h", "hotspot --help", "access list -h"])
    func namesThemInALineOnTheOtherPages(_ line: String) async {
        let outcome = await outcome(line)
        #expect(outcome.status == 0)
        let lines = outcome.help?.split(separator: "\n").suffix(2) ?? []
        #expect(
            Array(lines) == [
                "COMMON OPTIONS: -t, -p, -m, -f, -g, -e, -c, -a, -s, -w, --json, --runtime-dir",
                "  `accessoryctl --help` explains them, and the exit statuses.",
            ])
        #expect(outcome.help?.contains("--get-values") == false)
    }

    @Test func namesTheFamiliesAndWhatEachNeeds() async throws {
        let help = try #require(await outcome("onboard --help").help)
        for family in ["gopro: GoPro; Bluetooth", "wled: WLED; its hotspot, and the PIN of its settings if it has one"]
        {
            #expect(help.contains("  \(family)\n"), "\(help)")
        }
        #expect(help.contains("  espressif: Espressif provisioning; its hotspot or Bluetooth, and the"))
        #expect(help.contains("  easyConnect: Wi-Fi Easy Connect; its label\n"))
    }

    @Test(arguments: CommonOption.all) func takesEveryCommonOptionBeforeTheObject(_ option: CommonOption) async {
        let values = ["mode": "tabular", "escape": "no", "colors": "no", "wait": "5", "runtime-dir": "/nonexistent"]
        let value = option.takesValue ? " " + (values[option.long] ?? "STATE") : ""
        let status: Int32 = option.long == "help" ? 0 : 8
        for name in ["--" + option.long] + (option.short.map { ["-\($0)"] } ?? []) {
            #expect(await outcome("\(name)\(value) --runtime-dir /nonexistent general status").status == status)
        }
    }

    @Test func printsItsVersion() async {
        let outcome = await outcome("-v")
        #expect(outcome.status == 0)
        #expect(outcome.help == "accessoryctl tool, version \(Release.version)")
    }

    @Test(arguments: [
        ("30s", 30), ("30", 30), ("2m", 120), ("1min", 60), ("500ms", 1), ("1500ms", 2), ("12h", 43_200),
        ("30d", 2_592_000),
    ])
    func readsLengthsOfTime(_ text: String, _ seconds: Int) {
        #expect(TimeLength(argument: text)?.seconds == seconds)
    }

    @Test(
        arguments: [
            ("30s", 30), ("2m", 120), ("short", 60), ("medium", 120), ("long", 300), ("unbounded", nil),
        ] as [(String, Int?)])
    func readsHowLongToLookAlsoByTheFieldsNames(_ text: String, _ seconds: Int?) throws {
        #expect(try #require(SearchTime(argument: text)).length?.seconds == seconds)
    }

    @Test(arguments: ["", "s", "0s", "-1", "5y", "1.5s", "99999999999999999999s", "3 s", "36526d"])
    func refusesWhatIsNoLengthOfTime(_ text: String) {
        #expect(TimeLength(argument: text) == nil)
    }
}
