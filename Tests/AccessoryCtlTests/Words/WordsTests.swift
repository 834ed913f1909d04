// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessoryctl

@Suite struct WordsTests {
    private func resolved(_ line: String) throws -> String {
        try Words(root: Accessoryctl.self).resolved(line.split(separator: " ").map { String($0) })
            .joined(separator: " ")
    }

    @Test(arguments: [
        ("acce l", "access list"),
        ("acc hist", "access history"),
        ("access l", "access list"),
        ("accesso sh x", "accessory show x"),
        ("accessory ren a b", "accessory rename a b"),
        ("accessory p a b", "accessory picture a b"),
        ("app l", "app list"),
        ("g", "general"),
        ("g s", "general status"),
        ("h j --app x -- g s", "hotspot join --app x -- g s"),
        ("se --app g", "setup --app g"),
        ("-t -f SSID,BSSID acce l", "access list -t -f SSID,BSSID"),
        ("--ter --field=APP access list --app a", "access list --terse --fields=APP --app a"),
        ("access -t list", "access list -t"),
        ("access --app list", "access --app list"),
        ("pro r porch", "provision run porch"),
        ("-tw 3 general", "general -tw 3"),
        ("help acce gr", "help access grant"),
        ("--e yes general", "general --escape yes"),
        ("-v", "--version"),
        ("--help", "--help"),
        ("", ""),
    ])
    func expandsPrefixesAndMovesOptionsBehind(_ typed: String, _ whole: String) throws {
        #expect(try resolved(typed) == whole)
    }

    @Test(arguments: [
        ("s", "'s' is ambiguous: scan, setup"),
        ("a l", "'a' is ambiguous: app, accessory, access"),
        ("accessory r x", "'r' is ambiguous: rename, remove"),
        ("hotspot l", "'l' is ambiguous: list, leave"),
        (
            "wifi",
            "'wifi' is no object; there are: general, radio, app, scan, setup, onboard, accessory, network, access, hotspot, picker, provision, bridge, monitor"
        ),
        ("hotspot x", "'x' is no command of hotspot; there are: list, status, join, leave, forget"),
        ("-f", "option '-f' needs a value"),
        (
            "hotspot jion",
            "'jion' is no command of hotspot (did you mean 'join'?); there are: list, status, join, leave, forget"
        ),
        (
            "--tersee scan",
            "'--tersee' is no common option (did you mean '--terse'?); other options stand after the command"
        ),
        ("--app=x scan", "'--app' is no common option; other options stand after the command"),
    ])
    func refusesWhatIsNotClear(_ typed: String, _ message: String) throws {
        let error = #expect(throws: UsageError.self) { try resolved(typed) }
        #expect(error?.description == message)
    }
}
