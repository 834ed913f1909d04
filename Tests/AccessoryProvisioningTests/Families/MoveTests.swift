// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

/// Another network for an accessory that is on one, and keeps that as its way back.
struct MoveTests {
    private static func credentials(
        _ network: String = "New Net", _ passphrase: String = "new secret", wayBack: Bool = true
    ) throws -> ProvisioningCredentials {
        var credentials = try Credentials.home(network, passphrase)
        credentials.move = ProvisioningMove(
            wayBack: wayBack ? try Credentials.home("HomeNet", "old secret").network : nil)
        return credentials
    }

    private static func machine(
        _ family: Family, _ credentials: ProvisioningCredentials
    ) throws -> any FamilyMachine {
        try #require(family.machine(for: credentials, hotspot: .wpa2))
    }

    private static let plug = ProvisioningEvent.page(
        200,
        #"{"id":1,"result":{"id":"shellyplus1-c049ef8c480c","mac":"C049EF8C480C","gen":2,"app":"Plus1","ver":"1.7.1"}}"#
    )

    @Test func aShellyTriesItsOldNetworkIfTheNewOneFails() throws {
        var machine = try Self.machine(.shelly, Self.credentials())
        _ = machine.receive(.joined)
        let effects = machine.receive(Self.plug)
        #expect(effects.contains(.report(.handingOver(.link))))
        let body = try #require(effects.asked)
        #expect(body.contains(#""sta":{"ssid":"New Net","pass":"new secret","is_open":false,"enable":true}"#))
        #expect(body.contains(#""sta1":{"ssid":"HomeNet","pass":"old secret","is_open":false,"enable":true}"#))
        #expect(
            machine.receive(.page(200, #"{"id":1,"result":{"restart_required":false}}"#))
                == [.report(.waitingForAccessory), .finish(.unknown)])
    }

    @Test func aShellyOfTheFirstGenerationGetsItsWayBackFirst() throws {
        var machine = try Self.machine(.shelly1, Self.credentials())
        _ = machine.receive(.joined)
        let info = ProvisioningEvent.page(200, #"{"type":"SHSW-1","mac":"C049EF8C480C","auth":false,"fw":"1.14.0"}"#)
        #expect(
            machine.receive(info).asked == "/settings/sta1?enabled=1&ssid=HomeNet&key=old%20secret&ipv4_method=dhcp")
        #expect(
            machine.receive(.page(200, "{}")).asked
                == "/settings/sta?enabled=1&ssid=New%20Net&key=new%20secret&ipv4_method=dhcp")
        #expect(machine.receive(.page(200, "{}")) == [.report(.waitingForAccessory), .finish(.unknown)])
    }

    @Test func aWLEDHasBothNetworks() throws {
        var machine = try Self.machine(.wled, Self.credentials())
        _ = machine.receive(.joined)
        let info = ProvisioningEvent.page(200, #"{"brand":"WLED","mac":"c049ef8c480c","name":"Lamp","ver":"0.15.0"}"#)
        #expect(
            machine.receive(info).asked
                == #"{"nw":{"ins":[{"ssid":"New Net","psk":"new secret"},{"ssid":"HomeNet","psk":"old secret"}]}}"#)
    }

    private static let tasmota = ProvisioningEvent.page(
        200, #"{"StatusNET":{"Hostname":"tasmota-8C480C-2060","Mac":"C0:49:EF:8C:48:0C"}}"#)

    @Test func aTasmotaGetsCommands() throws {
        var machine = try Self.machine(.tasmota, Self.credentials())
        #expect(machine.receive(.joined).asked == "/cm?cmnd=Status%205")
        let effects = machine.receive(Self.tasmota)
        let address = try #require(MACAddress("c0:49:ef:8c:48:0c"))
        #expect(effects.first == .report(.identified(DeviceIdentity(name: "tasmota-8C480C-2060", address: address))))
        #expect(
            effects.asked
                == "/cm?cmnd=Backlog%20SSId2%20HomeNet%3BPassword2%20old%20secret%3BSSId1%20New%20Net%3BPassword1%20new%20secret"
        )
        #expect(machine.receive(.page(200, "{}")) == [.report(.waitingForAccessory), .finish(.unknown)])
    }

    /// A semicolon would begin a command of its own.
    @Test(arguments: [
        ("New;Net", "new secret"), ("New Net", "new;secret"), (" NewNet", "new secret"), ("1", "new secret"),
    ])
    func aTasmotaIsToldNothingThatItWouldTakeForACommand(network: String, passphrase: String) throws {
        var machine = try Self.machine(.tasmota, Self.credentials(network, passphrase))
        _ = machine.receive(.joined)
        guard case .finish(.refused(let refusal))? = machine.receive(Self.tasmota).last else {
            Issue.record("it is told")
            return
        }
        #expect(refusal.reason.kind == .nameUnreadable)
    }

    @Test func aLockedTasmotaIsLeftAlone() throws {
        var machine = try Self.machine(.tasmota, Self.credentials())
        _ = machine.receive(.joined)
        #expect(
            machine.receive(.page(401, #"{"WARNING":"Need user=<username>&password=<password>"}"#)) == [
                .finish(.locked)
            ])
    }

    @Test func onlyFamiliesThatTakeANetworkThereHaveAMachine() throws {
        let credentials = try Self.credentials(wayBack: false)
        for family in Family.allCases {
            #expect((family.machine(for: credentials, hotspot: .wpa2) != nil) == family.worksOverNetwork, "\(family)")
        }
    }
}
