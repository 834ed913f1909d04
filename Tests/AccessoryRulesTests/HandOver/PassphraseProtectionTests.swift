// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// Over which protection the home network's passphrase may go, line by line.
struct PassphraseProtectionTests {
    private static let app = OnboardOrder.app

    /// Under each of the administrator's words there are four orders: without anything, with the person's consent to clear
    /// text, with a proof, with both. A cell is the least protection (c clear text, l link, p proven), and '!' if the agent
    /// refuses before it starts: a link that is not protected, or a family that checks no proof.
    private static let table = """
                   ask          allow        refuse
        open       p! c  p  c   c  c  c  c   p! p! p  p
        owe        p! c  p  c   c  c  c  c   p! p! p  p
        wep        p! c  p  c   c  c  c  c   p! p! p  p
        wpa2       l  c  l  c   c  c  c  c   l  l  l  l
        wpa2-wpa3  l  c  l  c   c  c  c  c   l  l  l  l
        wpa3       l  c  l  c   c  c  c  c   l  l  l  l
        enterprise p! c  p  c   c  c  c  c   p! p! p  p
        unknown    p! c  p  c   c  c  c  c   p! p! p  p
        unseen     p! c  p  c   c  c  c  c   p! p! p  p
        left       p  c  p  c   c  c  c  c   p  p  p  p
        improv     p! c  p! c!  c  c  c! c!  p! p! p! p!
        espressif  p! c  p  c   c  c  c  c   p! p! p  p
        gopro      l  c  l! c!  c  c  c! c!  l  l  l! l!
        label      p  p  p  p   p  p  p  p   p  p  p  p
        """

    private static let protections: [Character: HandOverProtection] = ["c": .clearText, "l": .link, "p": .proven]

    private static var lines: [(link: SampleLink?, cells: [Substring])] {
        table.split(separator: "\n").dropFirst().map { line in
            let words = line.split(separator: " ")
            return (SampleLink(rawValue: String(words[0])), Array(words.dropFirst()))
        }
    }

    @Test func theTableHasEveryLine() {
        #expect(Self.lines.map(\.link) == SampleLink.allCases)
        #expect(Self.lines.allSatisfy { $0.cells.count == ClearTextPolicy.allCases.count * 4 })
    }

    @Test(arguments: SampleLink.allCases) func protectsThePassphrase(link: SampleLink) throws {
        let cells = try #require(Self.lines.first { $0.link == link }).cells
        var policy = PassphrasePolicy()
        policy.apps = [Self.app]
        for (column, cell) in cells.enumerated() {
            policy.clearText = ClearTextPolicy.allCases[column / 4]
            let (consent, proof) = (column % 2 == 1, column % 4 > 1)
            let errand = try link.errand(consent: consent, proof: proof)
            let hotspot = try link.hotspot()
            let place: Comment = "\(link), \(policy.clearText), consent \(consent), proof \(proof)"
            #expect(policy.leastProtection(of: errand, in: hotspot) == Self.protections[cell.first ?? " "], place)
            let isRefused = cell.hasSuffix("!")
            let before = refusal { () throws(AccessoryError) in try policy.check(errand, of: Self.app, in: hotspot) }
            #expect((before != nil) == isRefused, place)
            let atLast = refusal { () throws(AccessoryError) in
                try policy.checkGiving(errand, of: Self.app, in: hotspot)
            }
            // Right before, the hotspot must be there.
            #expect((atLast != nil) == (isRefused || link == .left), place)
            if let before {
                #expect(before == atLast, place)
                let checksNone = proof && (link == .improv || link == .gopro)
                #expect(before.code == (checksNone ? .provisioningFailed : .notAuthorized), place)
                #expect(before.reason?.kind == (checksNone ? .proofUnused : .credentialsUnprotected), place)
            }
        }
    }

    /// An app and a plan's program pass the network on by themselves.
    @Test(arguments: [
        (SampleLink.open, true), (.owe, true), (.wep, true), (.wpa2, false), (.wpa2wpa3, false), (.wpa3, false),
        (.enterprise, true), (.unknown, true), (.unseen, true),
    ]) func appsGetItOverAPassphraseAlone(link: SampleLink, isRefused: Bool) throws {
        for clearText in ClearTextPolicy.allCases {
            var policy = PassphrasePolicy()
            policy.apps = [Self.app]
            policy.clearText = clearText
            for overOpen in [false, true] {
                let errand = SampleLink.program(overOpen: overOpen)
                let hotspot = try link.hotspot()
                #expect(policy.leastProtection(of: errand, in: hotspot) == nil)
                let error = refusal { () throws(AccessoryError) in
                    try policy.check(errand, of: Self.app, in: hotspot)
                }
                #expect((error != nil) == (isRefused && !overOpen), "\(link), \(clearText), over open \(overOpen)")
            }
        }
    }

    @Test func nobodyGetsItInAHotspotThatIsNotJoinedAnyMore() throws {
        var policy = PassphrasePolicy()
        policy.apps = [Self.app]
        for link in [SampleLink.open, .wpa2] {
            let errand = try link.errand(consent: true)
            for hotspot in [try link.hotspot(isJoined: false), nil] {
                let error = refusal { () throws(AccessoryError) in
                    try policy.checkGiving(errand, of: Self.app, in: hotspot)
                }
                #expect(error == AccessoryError(.notAuthorized, "\(Self.app) has left its hotspot meanwhile"))
            }
        }
    }

    // MARK: Words

    @Test func namesTheCureOnAHotspot() throws {
        var policy = PassphrasePolicy()
        policy.apps = [Self.app]
        let base =
            "'Plug-1' is open, and the agent gives the credentials of this machine's network only to an accessory "
            + "whose network has a passphrase"
        let path = "/etc/accessoryd/provision.d/plug.conf"
        let open = SampleLink.open
        func message(_ errand: UplinkErrand, _ link: SampleLink = .open) throws -> String? {
            let hotspot = try link.hotspot()
            return refusal { () throws(AccessoryError) in try policy.check(errand, of: Self.app, in: hotspot) }?.message
        }
        #expect(try message(SampleLink.program()) == base)
        #expect(
            try message(SampleLink.program(path: path))
                == base + "; UplinkCredentialsOverOpen=true under [Program] in \(path) allows it anyway")
        #expect(
            try message(open.errand())
                == base + "; the proof of its label protects it, and --allow-cleartext allows it anyway")
        #expect(
            try message(open.errand(path: path))
                == base
                + "; ProofCredential= under [Provision] in \(path) protects it, Cleartext=allow there allows it "
                + "anyway")
        #expect(try message(SampleLink.program(), .owe)?.hasPrefix("'Plug-1' is secured with OWE, and") == true)
        #expect(try message(SampleLink.program(), .unknown)?.hasPrefix("'Plug-1' has an unknown security") == true)
        #expect(try message(SampleLink.program(), .unseen)?.hasPrefix("'Plug-1' has no known security, and") == true)
        policy.clearText = .refuse
        #expect(try message(SampleLink.program()) == base)
        #expect(
            try message(open.errand(consent: true))
                == base
                + "; Cleartext=refuse under [Uplink] in /etc/accessoryd/accessoryd.conf allows it with a proof of "
                + "its label alone")
    }

    @Test func namesTheCureOverBluetooth() throws {
        let policy = PassphrasePolicy()
        func message(_ link: SampleLink) throws -> String? {
            let errand = try link.errand(warrant: .root)
            return refusal { () throws(AccessoryError) in try policy.check(errand, of: Self.app, in: nil) }?.message
        }
        let end = "does not encrypt its Bluetooth link, so whoever listens could read the passphrase that 'Lamp' gets"
        #expect(try message(.improv) == "Improv Wi-Fi \(end); --allow-cleartext allows it anyway")
        #expect(
            try message(.espressif)
                == "Espressif provisioning \(end); the proof of its label protects it, and --allow-cleartext allows it "
                + "anyway")
    }

    @Test func theHistorySaysWhoAllowedItAndHowItWent() throws {
        var policy = PassphrasePolicy()
        policy.file = "/a/accessoryd.conf"
        func reason(_ errand: UplinkErrand, _ link: SampleLink) throws -> String {
            policy.reason(for: errand, in: try link.hotspot(), "root")
        }
        #expect(try reason(SampleLink.program(), .wpa2) == "allowed by CredentialsFor in /a/accessoryd.conf")
        #expect(
            try reason(SampleLink.program(overOpen: true, path: "/p"), .open)
                == "allowed by CredentialsFor in /a/accessoryd.conf, and over a network without a passphrase by /p")
        #expect(try reason(SampleLink.program(overOpen: true), .open).hasSuffix("without a passphrase by its plan"))
        let plan = try SampleLink.wpa2.errand(path: "/p")
        #expect(try reason(plan, .wpa2).hasSuffix("accessoryd.conf, protected by 'link' or better by /p"))
        let ordered = try SampleLink.improv.errand(consent: true, warrant: .root)
        #expect(
            try reason(ordered, .improv)
                == "ordered by root, protected by 'clear-text' or better, for 'Lamp' over Bluetooth")
        let label = try SampleLink.label.errand(warrant: .hub)
        #expect(
            try reason(label, .label)
                == "ordered by root, for a phone that root lets add accessories, protected by 'proven' or better, "
                + "for 'Lamp' by its label")
    }
}
