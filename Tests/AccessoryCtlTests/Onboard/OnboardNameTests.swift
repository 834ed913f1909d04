// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading
import Testing

@testable import accessoryctl

/// By which names the tool looks for an accessory, and what it reports of those in range.
@Suite struct OnboardNameTests {
    private let plug: NewAccessory
    private let sensor: NewAccessory
    private let agrees = OnboardTerms(allowsClearText: true)

    init() throws {
        plug = try Fixture.plug()
        sensor = try Fixture.sensor()
    }

    @Test func joinsAHotspotThatShowsNoFamilyIfThePersonNamesIt() throws {
        var terms = agrees
        var call = OnboardCallOnTime(.named(.text("Hall lamp")), terms, asks: false)
        guard case .finish(_?, status: 10)? = call.find([plug]).last else {
            Issue.record("what shows no family is not found")
            return
        }
        terms.family = .esphome
        call = OnboardCallOnTime(.named(.text("Hall lamp")), terms, asks: false)
        #expect(call.find([plug], isComplete: false) == [])
        let effects = call.find([plug])
        guard case .begin(let request, let accessory)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(request == OnboardRequest(ssid: "Hall lamp", family: "esphome", allowsClearText: true))
        #expect(accessory.name == "Hall lamp")
    }

    @Test func joinsTheHotspotOfALabelIfThePersonNamesTheFamily() throws {
        var terms = agrees
        terms.passphrase = try Passphrase("secret42")
        let name = OnboardName.label([try SSID(text: "Hall lamp")])
        var call = OnboardCallOnTime(.named(name), terms, asks: false)
        let hotspot = Namesake(
            name: "Hall lamp", ssid: try SSID(text: "Hall lamp"), reason: .noFamily, explanation: "it shows no family")
        guard case .finish(let failure?, status: 10)? = call.find([plug], namesakes: [hotspot]).last else {
            Issue.record("what shows no family is not found")
            return
        }
        #expect(failure.text.contains("--family"))
        terms.family = .esphome
        call = OnboardCallOnTime(.named(name), terms, asks: false)
        guard case .begin(let request, _)? = call.find([plug]).last else {
            Issue.record("the label's hotspot is not joined")
            return
        }
        #expect(request.ssid == "Hall lamp" && request.passphrase == "secret42" && request.family == "esphome")
    }

    /// Espressif's label shows its family; the name is the maker's choice.
    @Test func aLabelsFamilyIsTheOneOfItsAccessory() throws {
        let network = try Label(parsing: #"{"name":"WIFI_CLOCK_PROV","pop":"k7qm2vxd","transport":"softap"}"#)
        let device = try Label(parsing: #"{"name":"SmartLock_a1967b","pop":"k7qm2vxd","transport":"ble"}"#)
        var terms = OnboardTerms(interface: "wlan1")
        terms.add(network)
        #expect(
            OnboardChoice.named(try network.accessory()).query(terms)
                == NewAccessoryQuery(interface: "wlan1", ssids: ["WIFI_CLOCK_PROV"], family: "espressif"))
        #expect(
            OnboardChoice.named(try device.accessory()).query(terms)
                == NewAccessoryQuery(interface: "wlan1", bluetoothName: "SmartLock_a1967b", family: "espressif"))
        var lock = try Fixture.bulb("SmartLock_a1967b")
        (lock.family, lock.mayNeedProof) = ("espressif", true)
        var call = OnboardCallOnTime(.named(try device.accessory()), terms, asks: false)
        guard case .begin(let request, lock)? = call.find([lock]).last else {
            Issue.record("the label's device is not taken")
            return
        }
        #expect(request.family == "espressif" && request.proof == "k7qm2vxd")
        #expect(request.bluetoothAddress == lock.bluetoothAddress?.description)
        var own = OnboardTerms(family: .shelly)
        own.add(network)
        #expect(own.family == .shelly, "the person's word goes first")
    }

    /// Who types a name, or has a label, cannot know whether the network is hidden.
    @Test func asksForTheAccessoryByAllItsNames() throws {
        let hidden = try Label(parsing: "WIFI:S:Hid Fallback Hotspot;T:WPA;P:secret12;H:true;;")
        #expect(hidden.isHidden && hidden.family == nil)
        let terms = OnboardTerms()
        let label = OnboardChoice.named(try hidden.accessory()).query(terms)
        #expect(label == NewAccessoryQuery(ssids: ["Hid Fallback Hotspot"]))
        let typed = OnboardChoice.named(.text("Lamp")).query(terms)
        #expect(typed == NewAccessoryQuery(ssids: ["Lamp"], bluetoothName: "Lamp"))
        let address = OnboardChoice.named(.text("02:00:00:00:0C:04")).query(terms)
        #expect(address == NewAccessoryQuery(address: "02:00:00:00:0C:04"))
        #expect(OnboardChoice.all.query(terms) == NewAccessoryQuery())
    }

    private func missing(_ effects: [OnboardCall.Effect]) -> String? {
        if case .finish(let failure?, status: 10)? = effects.last { failure.text } else { nil }
    }

    @Test func namesWhatIsInRangeUnderTheName() throws {
        let lock = Namesake(
            name: "SmartLock", bluetoothAddress: try Fixture.bluetooth(3), reason: .noFamily,
            explanation: "nothing that it sends shows how it takes a network")
        var call = OnboardCallOnTime(.named(.text("SmartLock")))
        let unknown = missing(call.find([plug], namesakes: [lock]))
        #expect(unknown?.contains("'SmartLock' is in range as a Bluetooth device, but nothing that it sends") == true)
        #expect(unknown?.contains("name its family with --family: espressif, ") == true)
        var settled = lock
        (settled.reason, settled.explanation) = (.onNetwork, "it reports that it is on a network already")
        call = OnboardCallOnTime(.named(.text("SmartLock")), OnboardTerms(family: .improv))
        let text = missing(call.find([plug], namesakes: [settled]))
        #expect(text?.hasSuffix("but it reports that it is on a network already") == true)
    }

    @Test func listsWhatIsInRangeInThePlaceOfAName() throws {
        var call = OnboardCallOnTime(.named(.text("Hall lamp")))
        let text = missing(call.find([plug, sensor], namesakes: []))
        #expect(text?.contains("'Hall lamp'; in range are '\(plug.name)', 'PROV_C049EF'; check whether") == true)
        call = OnboardCallOnTime(.named(.text("Hall lamp")))
        #expect(missing(call.find([], namesakes: []))?.contains("nothing else is in range") == true)
        let many = try (1..<8).map { try Fixture.bulb("Bulb \($0)", last: $0) }
        call = OnboardCallOnTime(.named(.text("Hall lamp")))
        #expect(missing(call.find(many, namesakes: []))?.contains("'Bulb 5' and 2 more; check") == true)
    }

    /// Whoever knows the name can be a Bluetooth device of that name, which checks nothing.
    @Test func takesTheDeviceThatChecksTheProof() throws {
        var twin = try Fixture.bulb("PROV_C049EF", last: 3)
        var genuine = try Fixture.bulb("PROV_C049EF", last: 4)
        (genuine.family, genuine.mayNeedProof, genuine.rssi, twin.rssi) = ("espressif", true, -70, -40)
        let terms = OnboardTerms(proof: ProvisioningProof(secret: "k7qm2vxd"), allowsClearText: true)
        var call = OnboardCallOnTime(.named(.text("PROV_C049EF")), terms, asks: false)
        guard case .begin(let request, _)? = call.find([twin, genuine]).last else {
            Issue.record("the genuine one is not taken")
            return
        }
        #expect(request.bluetoothAddress == genuine.bluetoothAddress?.description)
        call = OnboardCallOnTime(.named(.text("PROV_C049EF")), terms, asks: false)
        #expect(call.find([twin]).last == .finish(nil, status: 4), "alone it is refused")
    }

    /// A passphrase is of a hotspot.
    @Test(arguments: [OnboardChoice.named(.text("WLED-AP")), .all])
    func givesADeviceNothingIfThereIsAPassphrase(choice: OnboardChoice) throws {
        let terms = OnboardTerms(passphrase: try Passphrase("wled1234"), allowsClearText: true)
        var call = OnboardCallOnTime(choice, terms, asks: false)
        #expect(call.find([try Fixture.bulb("WLED-AP")]).last == .finish(nil, status: 4))
    }
}
