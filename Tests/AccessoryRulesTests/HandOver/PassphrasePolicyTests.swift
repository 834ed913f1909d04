// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// Who may have the home network's passphrase, and of which network, line by line.
struct PassphrasePolicyTests {
    private static let app = "org.example.camera"
    private static let file = "/a/accessoryd.conf"

    private static func policy(_ apps: String..., home: HomeNetwork? = nil) -> PassphrasePolicy {
        var policy = PassphrasePolicy()
        policy.apps = Set(apps)
        policy.homeNetwork = home
        policy.networks = ["IoT": .profile("things")]
        policy.file = file
        return policy
    }

    private static func notNamed(_ app: String) -> AccessoryError {
        AccessoryError(
            .notAuthorized,
            "\(app) may not have the credentials of this machine's network; CredentialsFor=\(app) under [Uplink] in "
                + "\(file) allows it", reason: FailureReason(.credentialsNotAllowed))
    }

    private static let notForApps = AccessoryError(
        .notAuthorized, "no network 'Home' is there for apps; [Uplink Home] in \(file) names one")

    // MARK: Who

    @Test(arguments: [
        (Warrant?.none, false, true), (nil, true, false), (.root, false, false), (.hub, false, false),
    ])

    func aWarrantOrTheFileAllowsIt(warrant: Warrant?, isNamed: Bool, isRefused: Bool) throws {
        let policy = isNamed ? Self.policy(OnboardOrder.app) : Self.policy()
        let expected = isRefused ? Self.notNamed(OnboardOrder.app) : nil
        let errand = try SampleLink.wpa2.errand(warrant: warrant)
        let hotspot = try SampleLink.wpa2.hotspot()
        #expect(policy.refusalOfOrders(warrant) == expected)
        let app = OnboardOrder.app
        let before = refusal { () throws(AccessoryError) in try policy.check(errand, of: app, in: hotspot) }
        let atLast = refusal { () throws(AccessoryError) in try policy.checkGiving(errand, of: app, in: hotspot) }
        #expect(before == expected && atLast == expected)
    }

    @Test(arguments: [
        // The warrant, whether the file names the app, the network, and the refusal.
        (Warrant?.none, false, String?.none, "who"), (nil, false, "IoT", "who"), (nil, false, "Home", "who"),
        (nil, true, nil, ""), (nil, true, "IoT", ""), (nil, true, "Home", "which"),
        (.hub, false, nil, ""), (.hub, false, "IoT", ""), (.hub, false, "Home", "which"),
        (.root, false, nil, ""), (.root, false, "IoT", ""), (.root, false, "Home", ""),
    ]) func aProfileIsForRootAlone(warrant: Warrant?, isNamed: Bool, network: String?, refused: String) {
        let policy = isNamed ? Self.policy(OnboardOrder.app) : Self.policy()
        let expected = ["who": Self.notNamed(OnboardOrder.app), "which": Self.notForApps][refused]
        let error = refusal { () throws(AccessoryError) in try policy.checkOrder(network: network, warrant) }
        #expect(error == expected)
    }

    @Test func anAppIsNamedAndChoosesAndHoldsAHotspot() throws {
        let (named, other) = (Self.policy(Self.app), Self.policy("org.example.other"))
        #expect(try named.errand(of: Self.app, over: 7, network: "IoT") == UplinkErrand(over: 7, network: "IoT"))
        func refusal(_ policy: PassphrasePolicy, _ lease: Lease.ID?, _ network: String?) -> AccessoryError? {
            AccessoryRulesTests.refusal { () throws(AccessoryError) in
                _ = try policy.errand(of: Self.app, over: lease, network: network)
            }
        }
        let none = AccessoryError(
            .notAuthorized, "\(Self.app) holds no joined hotspot, and gets the credentials only with one")
        // The first fault counts.
        #expect(refusal(other, nil, "Home") == Self.notNamed(Self.app))
        #expect(refusal(named, nil, "Home") == Self.notForApps)
        #expect(refusal(named, nil, "IoT") == none)
        #expect(refusal(named, 7, nil) == nil)
    }

    // MARK: Which network

    @Test func theOrderNamesTheNetworkOrTheFileDoes() throws {
        let policy = Self.policy(home: .profile("at home"))
        #expect(policy.network(named: "IoT") == .profile("things"))
        #expect(policy.network(named: "Guests") == .profile("Guests"))
        #expect(policy.network(named: nil) == .profile("at home"))
        #expect(Self.policy().network(named: nil) == nil)
    }

    @Test func aNetworkOfConnectorsNeedsALabel() throws {
        let network = HomeNetwork.connectors(try ssid("IoT"))
        let policy = Self.policy(home: network)
        let byLabel = try policy.network(named: nil, byLabel: true)
        #expect(byLabel == network)
        let error = refusal { () throws(AccessoryError) in _ = try policy.network(named: nil, byLabel: false) }
        #expect(error == AccessoryError(.connectionFailed, HomeNetwork.refusalWithoutLabel(try ssid("IoT"))))
    }

    private static func adapter(_ interface: String, _ network: String?) -> Adapter {
        Adapter(
            interface: interface, activity: network.map { .connected(name: $0, ssid: nil) } ?? .idle)
    }

    private static func cut(_ interface: String) -> Uplink {
        Uplink(interface: interface, profile: "0-1", name: "HomeNet")
    }

    /// A cable, one radio, two radios; then the same with a network that a lease has cut.
    @Test func theOnlyNetworkOfItsOwnCounts() throws {
        let (one, two) = (Self.adapter("wlan0", "HomeNet"), Self.adapter("wlan1", "Other"))
        let idle = Self.adapter("wlan1", nil)
        let cases: [(own: OwnNetworks, all: [String])] = [
            (OwnNetworks(owed: [], adapters: []), []), (OwnNetworks(owed: [], adapters: [idle]), []),
            (OwnNetworks(owed: [], adapters: [one]), ["wlan0"]),
            (OwnNetworks(owed: [], adapters: [one, idle]), ["wlan0"]),
            (OwnNetworks(owed: [], adapters: [one, two]), ["wlan0", "wlan1"]),
            (OwnNetworks(owed: [Self.cut("wlan0")], adapters: [one]), ["wlan0"]),
            (OwnNetworks(owed: [Self.cut("wlan0")], adapters: [idle]), ["wlan0"]),
            (OwnNetworks(owed: [Self.cut("wlan0")], adapters: [one, two]), ["wlan0", "wlan1"]),
            // The radio was idle before the lease, so it cut nothing.
            (OwnNetworks(owed: [Uplink(interface: "wlan1")], adapters: [one, idle]), ["wlan0"]),
        ]
        let errand = try SampleLink.improv.errand()
        for (own, interfaces) in cases {
            #expect(own.all.map(\.interface) == interfaces)
            let policy = Self.policy()
            let before = Result { () throws(AccessoryError) in try policy.ownNetwork(among: own) }
            let later = Result { () throws(AccessoryError) in
                try policy.ownNetwork(among: own, for: errand, in: nil)
            }
            switch interfaces.count {
            case 0:
                let error = AccessoryError(
                    .networkNotFound, "no radio of this machine is on a network; \(UplinkFault.cure(Self.file))",
                    reason: FailureReason(.noHomeNetwork))
                #expect(before == .failure(error) && later == .failure(error))
            case 1: #expect(before == .success(own.all[0]) && later == .success(own.all[0]))
            default:
                let error = AccessoryError(
                    .networkNotFound, "this machine is on 2 networks; \(UplinkFault.cure(Self.file))",
                    reason: FailureReason(.severalHomeNetworks))
                #expect(before == .success(nil) && later == .failure(error))
            }
        }
    }

    @Test func inAHotspotItIsTheNetworkThatTheLeaseHasCut() throws {
        let policy = Self.policy()
        let (here, other) = (Self.adapter("wlan0", nil), Self.adapter("wlan1", "Other"))
        let errand = try SampleLink.open.errand()
        let hotspot = try SampleLink.open.hotspot()
        func network(_ own: OwnNetworks, _ hotspot: HeldHotspot?) -> Result<Uplink, AccessoryError> {
            Result { () throws(AccessoryError) in try policy.ownNetwork(among: own, for: errand, in: hotspot) }
        }
        let cut = OwnNetworks(owed: [Self.cut("wlan0")], adapters: [here, other])
        #expect(network(cut, hotspot) == .success(Self.cut("wlan0")))
        // The accessory has a radio of its own.
        #expect(
            network(OwnNetworks(owed: [], adapters: [here, other]), hotspot) == .success(Uplink(interface: "wlan1")))
        let none = AccessoryError(UplinkFault.none(interface: "wlan0"))
        #expect(network(OwnNetworks(owed: [], adapters: [here]), hotspot) == .failure(none))
        let third = Self.adapter("wlan2", "Third")
        #expect(network(OwnNetworks(owed: [], adapters: [here, other, third]), hotspot) == .failure(none))
        let left = AccessoryError(.notAuthorized, "the hotspot was left meanwhile")
        #expect(network(cut, nil) == .failure(left))
    }

    @Test func besideASecondStationItIsTheRadiosOwnNetwork() throws {
        var hotspot = try SampleLink.open.hotspot()
        hotspot?.isBySecondStation = true
        let own = OwnNetworks(
            owed: [], adapters: [Self.adapter("wlan0", "HomeNet"), Self.adapter("wlan1", "Other")])
        let network = try Self.policy().ownNetwork(among: own, for: try SampleLink.open.errand(), in: hotspot)
        #expect(network == Uplink(interface: "wlan0"))
    }

    // MARK: WPA2 alone

    @Test func theOrderOrTheNetworkSetsWPA2Alone() throws {
        var policy = Self.policy()
        policy.wpa2Only = ["IoT"]
        var ordered = try SampleLink.wpa2.errand()
        #expect(!policy.isWPA2Only(ordered))
        ordered.terms?.isWPA2Only = true
        #expect(policy.isWPA2Only(ordered))
        #expect(try policy.isWPA2Only(SampleLink.wpa2.errand(network: "IoT")))
        policy.wpa2Only = [""]
        #expect(try policy.isWPA2Only(SampleLink.wpa2.errand()))
        #expect(try !policy.isWPA2Only(SampleLink.wpa2.errand(network: "IoT")))
    }

    @Test(arguments: Security.allCases) func wpa2AloneNeedsAPassphrase(security: Security) throws {
        let policy = Self.policy()
        let whole = UplinkCredentials(ssid: try ssid("HomeNet"), security: security, passphrase: nil)
        var errand = try SampleLink.wpa2.errand()
        #expect(try policy.limited(whole, for: errand) == whole)
        errand.terms?.isWPA2Only = true
        let limited = Result { () throws(AccessoryError) in try policy.limited(whole, for: errand) }
        if [.wpa2, .wpa2wpa3, .wpa3].contains(security) {
            #expect(try limited.get().security == .wpa2)
        } else {
            let error = AccessoryError(
                .provisioningFailed, "'HomeNet' \(security.clause), so it has no WPA2; leave the security out")
            #expect(limited == .failure(error))
        }
    }

    // MARK: Whether the accessory can join it

    @Test func onlyALookCanShowThatTheNetworkIsNotInRange() throws {
        let home = UplinkCredentials(
            ssid: try ssid("HomeNet"), security: .wpa2, passphrase: try Passphrase("home sweet home"))
        var fit = NetworkFit(of: home, for: .wled)
        #expect(fit.refusal?.reason == .notInRange)
        let isEarly = fit.observe(Look(networks: [], isComplete: false))
        #expect(!isEarly)
        let isDecided = fit.observe(Look(networks: [try network("HomeNet")], isComplete: false))
        #expect(isDecided && fit.refusal == nil && fit.seen.count == 1)
        fit = NetworkFit(of: home, for: .wled)
        let isWhole = fit.observe(Look(networks: [try network("HomeNet", frequency: 5180)], isComplete: true))
        #expect(isWhole && fit.refusal?.reason == .otherBandsOnly)
        fit = NetworkFit(of: home, for: .wled)
        fit.hasNoRadio()
        #expect(fit.refusal == nil)
        let enterprise = UplinkCredentials(ssid: try ssid("HomeNet"), security: .enterprise, passphrase: nil)
        fit = NetworkFit(of: enterprise, for: .wled)
        fit.hasNoRadio()
        #expect(fit.refusal?.reason == .enterprise)
        fit.cannotLook()
        #expect(fit.refusal == nil)
    }
}
