// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

struct DecisionTests {
    private static let name = "kitchen-12f0a0"

    @Test func bridgesWhatAgrees() throws {
        let camera = try device(name: Self.name)
        let correlation = try room([camera], [network("Neighbour"), network(Self.name, "02:00:00:00:02:00")])
            .correlation(camera)
        #expect(correlation.verdict == .bridged && correlation.runnerUp == nil)
        #expect(correlation.network?.ssid == (try SSID(text: Self.name)))
    }

    @Test func knowsNothingOfWhatItHasNotSeen() throws {
        var bridge = room([], [try network(Self.name)])
        #expect(bridge.correlation(of: try address("5A:00:00:00:00:01")) == nil)
        let camera = try device(name: "Nobody's")
        bridge.observe(camera, at: .zero)
        #expect(try bridge.correlation(camera).verdict == .unknown)
    }

    @Test func givesNoAnswerWhereClonesHaveOneName() throws {
        let camera = try device(name: Self.name)
        let bridge = room([camera], [try network(Self.name), try network(Self.name, "02:00:00:00:02:00")])
        let correlation = try bridge.correlation(camera)
        #expect(correlation.verdict == .tooClose && correlation.network == nil)
        #expect(correlation.match != nil && correlation.runnerUp != nil)
    }

    @Test func givesNoAnswerWhereClonesHaveOneSuffix() throws {
        let device = try device(
            name: "GoPro 1058", company: (0x02F2, "02 01 38 33 00 B3 FE 2A 79 DC EB 0F"),
            service: ("FEA6", "F7 A9 76 88 31 30 35 38"))
        let networks = [try network("GP24501058"), try network("GP11111058", "02:00:00:00:02:00")]
        #expect(try room([device], networks).correlation(device).network == nil)
    }

    @Test func doesNotBridgeAStrangersLookAlike() throws {
        let camera = try device(name: Self.name)
        for ssid in ["kitchen-12f0a1", "kitchen-12f0a", "kitchen-12f0a00", "kitchen", "kitchen-12f0a0-guest"] {
            #expect(try room([camera], [network(ssid)]).correlation(camera).verdict == .unknown, "\(ssid)")
        }
    }

    @Test func givesANetworkThatTwoClaimToNeither() throws {
        let one = try device(name: Self.name)
        let other = try device("5A:00:00:00:00:02", name: Self.name)
        let bridge = room([one, other], [try network(Self.name)])
        for (device, rival) in [(one, other), (other, one)] {
            let correlation = try bridge.correlation(device)
            #expect(correlation.verdict == .tooClose && correlation.match?.rival == rival.address.address)
        }
    }

    @Test func givesANetworkThatTwoClaimToTheOneThatIsStructurallyItsOwner() throws {
        let one = try device(name: Self.name)
        let other = try device("5A:00:00:00:00:02", name: Self.name)
        var bridge = room([one, other], [try network(Self.name)])
        bridge.learn(ssid: try SSID(text: Self.name), of: one.address.address)
        #expect(try bridge.correlation(one).verdict == .bridged)
        let loser = try bridge.correlation(other)
        #expect(loser.verdict == .unknown && loser.runnerUp?.rival == one.address.address)
    }

    @Test func distinguishesAccessPointsOfOneNameByAddress() throws {
        let camera = try device("24:0a:c4:12:f0:a2", .public, name: Self.name)
        let networks = [try network(Self.name, "02:00:00:00:02:00"), try network(Self.name, "24:0a:c4:12:f0:a1")]
        let correlation = try room([camera], networks).correlation(camera)
        #expect(correlation.network == networks[1] && correlation.runnerUp?.network == networks[0])
    }

    @Test func assignsEverythingInSightOneToOne() throws {
        // Two long names that Bluetooth cuts to one.
        let known = try device("c8:00:00:00:00:02", .public, name: "living-room-c-12f0a0")
        let other = try device(name: "living-room-c-12f0a0")
        let networks = [
            try network("living-room-ceiling-light-12f0a0"),
            try network("living-room-ceiling-fan-12f0a0", "02:00:00:00:02:00"),
        ]
        var bridge = room([other, known], networks)
        #expect(bridge.correlations.allSatisfy { $0.verdict == .tooClose })
        bridge.remember(device: known.address.address, bssid: networks[0].bssid, ssid: nil)
        #expect(try bridge.correlation(known).network == networks[0])
        #expect(try bridge.correlation(other).network == networks[1], "the first is taken")
        #expect(bridge.correlations.map(\.network) == [networks[1], networks[0]])
    }

    @Test func givesNothingToAnAddressThatABondedDeviceMayHaveHadBefore() throws {
        // The access point is another chip's, which has the same last octets.
        let lamp = try device("24:0a:c4:12:f0:a2", .public, name: Self.name, isBonded: true)
        let before = try device(name: Self.name)
        let clone = try network(Self.name, "c0:49:ef:12:f0:a1")
        #expect(try room([before], [clone]).correlation(before).verdict == .bridged)
        #expect(try room([lamp, before], [clone]).correlation(before).verdict != .bridged)
    }

    @Test func givesNothingByNameToWhatMayBeAnAddressThatRotatedAway() throws {
        let lamp = try device("24:0a:c4:12:f0:a2", .public, name: Self.name)
        let before = try device(name: Self.name)
        let networks = [try network(nil, "24:0a:c4:12:f0:a1"), try network(Self.name)]
        #expect(try room([before], [networks[1]]).correlation(before).verdict == .bridged)
        #expect(try room([lamp, before], networks).correlation(before).verdict != .bridged)
    }

    @Test func takesOneAccessPointThatTwoRadiosSeeForOne() throws {
        let camera = try device(name: Self.name)
        let networks = [try network(Self.name), try network(Self.name, interface: "wlan1")]
        #expect(try room([camera], networks).correlation(camera).verdict == .bridged)
    }

    // MARK: Addresses

    @Test(arguments: [BluetoothAddress.Kind.staticRandom, .resolvablePrivate, .nonResolvablePrivate])
    func calculatesWithNoRandomAddress(kind: BluetoothAddress.Kind) throws {
        let lamp = try device("24:0a:c4:12:f0:a2", kind)
        let network = try network("Lamp_12F0A0", "24:0a:c4:12:f0:a1")
        #expect(room([lamp], [network]).candidate(lamp, network) == nil)
    }

    @Test func calculatesWithTheIdentityOfABond() throws {
        // It advertises by private addresses, which the bond resolves to this one.
        let lamp = try device("24:0a:c4:12:f0:a2", .resolvablePrivate, isBonded: true)
        let network = try network("Lamp_12F0A0", "24:0a:c4:12:f0:a1")
        #expect(try room([lamp], [network]).correlation(lamp).network == network)
    }

    // MARK: Weak evidence

    @Test func holdsNoWeakEvidenceForEnoughAlone() throws {
        for weight in [BridgeWeight.short, BridgeWeight.long, BridgeWeight.time, BridgeWeight.numbering] {
            #expect(weight < Bridge.threshold)
            #expect(1 - (1 - weight) * (1 - BridgeWeight.time) < Bridge.threshold, "with the time of appearance")
        }
    }

    @Test func countsTheTimeOfAppearanceAsALittle() throws {
        let camera = try device(name: "GoPro 1058")
        let network = try network("GP24501058")
        var bridge = room([try device("5A:00:00:00:00:09")], [])
        bridge.observe(camera, at: .seconds(60))
        bridge.observe(network, at: .seconds(65))
        let candidate = try #require(bridge.candidate(camera, network))
        #expect(candidate.families == ["GoPro", "Time"] && !candidate.isSufficient)
        #expect(room([camera], [network]).candidate(camera, network)?.families == ["GoPro"], "both were there before")
    }

    @Test func countsANameAndAPartOfItOnce() throws {
        let name = "kitchen-12f0a0"
        let camera = try device(name: name, service: ("4677", "02 01 00 00 00 00"))
        let network = try network(name)
        #expect(room([camera], [network]).candidate(camera, network)?.evidence.count == 1)
    }

    // MARK: What is known

    @Test func believesTheDeviceItself() throws {
        let camera = try device(name: "GoPro 1058")
        let networks = [try network("Holiday"), try network("GP24501058", "02:00:00:00:02:00")]
        var bridge = room([camera], networks)
        bridge.learn(ssid: try SSID(text: "Holiday"), of: camera.address.address)
        let correlation = try bridge.correlation(camera)
        #expect(correlation.network == networks[0] && correlation.match?.isStructural == true)
    }

    @Test func keepsARenamedNetworkThatIsRemembered() throws {
        let camera = try device("c8:00:00:00:00:02", .public, name: Self.name)
        let renamed = try network("Holiday", "02:00:00:00:02:00")
        var bridge = room([camera], [renamed])
        #expect(try bridge.correlation(camera).verdict == .unknown)
        bridge.remember(
            device: camera.address.address, bssid: renamed.bssid, ssid: try SSID(text: Self.name))
        #expect(try bridge.correlation(camera).network == renamed)
        bridge.observe(try network("Another", "02:00:00:00:02:00"), at: .seconds(1))
        #expect(try bridge.correlation(camera).network?.ssid == SSID(text: "Another"))
    }

    @Test func remembersNothingOfAPrivateAddress() throws {
        let stranger = try device(name: "Somebody")
        let network = try network("Holiday")
        var bridge = room([stranger], [network])
        bridge.remember(device: stranger.address.address, bssid: network.bssid, ssid: nil)
        #expect(try bridge.correlation(stranger).verdict == .unknown)
        bridge.observe(try device(name: "Somebody", isBonded: true), at: .zero)
        #expect(try bridge.correlation(stranger).network == network, "its identity, since there is a bond")
    }

    @Test func doesNotTakeARememberedNameAtAnotherAccessPointForEnough() throws {
        let camera = try device("c8:00:00:00:00:02", .public)
        var bridge = room([camera], [try network("Holiday")])
        bridge.remember(
            device: camera.address.address, bssid: try address("02:00:00:00:09:00"), ssid: try SSID(text: "Holiday"))
        #expect(try bridge.correlation(camera).verdict == .unknown)
    }

    @Test func leavesTheNamelessNetworkToTheOtherThatClaimsIt() throws {
        let rule = try BridgeRule(
            family: "org.example.app", label: "address",
            keys: ["BluetoothAddress": "{address:5}", "BSSID": "{address:5}-1"])
        let (lamp, plug) = (try device("c8:00:00:12:f0:a2", .public), try device("cc:00:00:12:f0:a2", .public))
        let (own, claimed) = (try network(nil, "02:00:00:00:03:00"), try network(nil, "d0:00:00:12:f0:a3"))
        var bridge = room([lamp, plug], [own, claimed], rules: BridgeRule.builtIn + [rule])
        #expect(try bridge.correlation(plug).verdict != .bridged, "both may be at it")
        bridge.remember(device: lamp.address.address, bssid: own.bssid, ssid: nil)
        #expect(try bridge.correlation(lamp).network == own)
        #expect(try bridge.correlation(plug).network == claimed)
    }

    // MARK: Coming and going

    @Test func forgetsWhatIsGone() throws {
        let camera = try device(name: Self.name)
        let network = try network(Self.name)
        var bridge = room([camera], [network])
        bridge.lose(bssid: network.bssid)
        #expect(try bridge.correlation(camera).verdict == .unknown)
        bridge.observe(network, at: .zero)
        bridge.lose(device: camera.address.address)
        #expect(bridge.correlation(of: camera.address.address) == nil && bridge.correlations.isEmpty)
        let other = try device("5A:00:00:00:00:02", name: Self.name)
        bridge.observe(other, at: .zero)
        #expect(try bridge.correlation(other).network == network, "the one that is gone claims nothing")
    }

    @Test func goesByTheLatestSighting() throws {
        var camera = try device(name: Self.name)
        let network = try network(Self.name)
        var bridge = room([camera], [network])
        camera.name = "Other"
        bridge.observe(camera, at: .zero)
        #expect(try bridge.correlation(camera).verdict == .unknown)
        camera.name = Self.name
        camera.rssi = -40
        bridge.observe(camera, at: .zero)
        #expect(try bridge.correlation(camera).device.rssi == -40)
        camera.rssi = -50
        bridge.observe(camera, at: .zero)
        #expect(try bridge.correlation(camera).device.rssi == -50)
        #expect(try bridge.correlation(camera).network == network)
    }

    // MARK: Crowds

    @Test func givesNoAnswerInACrowdOfClones() throws {
        let devices = try (0..<40).map { try device("5A:00:00:00:00:\(twoDigits($0))", name: Self.name) }
        let networks = try (0..<40).map { try network(Self.name, "02:00:00:00:01:\(twoDigits($0))") }
        let correlations = room(devices, networks).correlations
        #expect(correlations.count == 40 && correlations.allSatisfy { $0.verdict == .tooClose && $0.match != nil })
        let alone = room(devices, [networks[0]]).correlations
        #expect(alone.allSatisfy { $0.verdict == .tooClose && $0.match?.network == networks[0] })
    }

    @Test func findsTheOneInACrowdThatMoreSpeaksFor() throws {
        let devices = try (0..<40).map { try device("5A:00:00:00:00:\(twoDigits($0))", name: Self.name) }
        let networks = try (0..<40).map { try network(Self.name, "02:00:00:00:01:\(twoDigits($0))") }
        let camera = try device("24:0a:c4:12:f0:a2", .public, name: Self.name)
        let own = try network(Self.name, "24:0a:c4:12:f0:a1")
        let bridge = room(devices + [camera], networks + [own])
        #expect(try bridge.correlation(camera).network == own)
        #expect(bridge.correlations.count(where: { $0.verdict == .bridged }) == 1)
    }

    @Test func decidesTheSameForOneAndForAll() throws {
        let devices = try (0..<30).map {
            try device("24:0a:c4:00:\(twoDigits($0 % 5)):a2", .public, name: "kitchen-00\(twoDigits($0 % 7))a0")
        }
        let networks = try (0..<30).map {
            try network("kitchen-00\(twoDigits($0 % 3))a0", "24:0a:c4:00:\(twoDigits($0)):a1")
        }
        let bridge = room(devices, networks)
        for correlation in bridge.correlations { #expect(try bridge.correlation(correlation.device) == correlation) }
    }

    @Test func decidesInAChainThatIsLongerThanANeighbourhood() throws {
        func field(_ name: String?) -> BridgeTemplate.Part { .field(.init(name, length: 4)) }
        let name = DeviceTrait.name(BridgeTemplate([field("own"), field("next")]))
        let rules = [
            BridgeRule(
                family: "own", text: "the first half agrees", device: [name],
                network: [.ssid(BridgeTemplate([field("own"), field(nil)]))], weight: .fixed(BridgeWeight.name)),
            BridgeRule(
                family: "next", text: "the second half agrees", device: [name],
                network: [.ssid(BridgeTemplate([field(nil), field("next")]))], weight: .fixed(BridgeWeight.kind)),
        ]
        // Every device shares something with its own network and with the next one's, so all of them are one chain.
        func number(_ value: Int) -> String { "00" + twoDigits(value) }
        let devices = try (0..<100).map {
            try device("5A:00:00:00:00:\(twoDigits($0))", name: number($0) + number($0 + 1))
        }
        let networks = try (0..<100).map { try network(number($0) + number($0), "02:00:00:00:01:\(twoDigits($0))") }
        let correlations = room(devices, networks, rules: rules).correlations
        #expect(correlations.map(\.network?.bssid) == networks.map(\.bssid))
    }
}

func twoDigits(_ number: Int) -> String { [UInt8(number)].hexadecimal }
