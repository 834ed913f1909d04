// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

@Suite struct BluetoothFileTests {
    @Test(arguments: [
        ("Colour=red", "Colour", "unknown key"),
        ("AddressType=odd", "AddressType", "not one of public, random"),
        ("AddressType=random\nRotatesEvery=2s", "Address", "the one that stays"),
        ("RotatesEvery=999ms", "RotatesEvery", "at least a second"),
        ("Name=", "Name", "empty"),
        ("Name=" + String(repeating: "a", count: 249), "Name", "at most 248"),
        ("Services=FEA6, 180D", "Services", "not a Bluetooth UUID"),
        ("ServiceData=FEA6", "ServiceData", "lacks ':'"),
        ("ServiceData=FEA6:0", "ServiceData", "even number"),
        ("ServiceData=FEA6:00; 0000fea6-0000-1000-8000-00805f9b34fb:00", "ServiceData", "twice"),
        ("ServiceData=FEA6:" + String(repeating: "00", count: 513), "ServiceData", "at most 512"),
        ("ManufacturerData=2F2:00", "ManufacturerData", "four hexadecimal digits"),
        ("RSSI=strong", "RSSI", "neither unknown nor a number"),
        ("RSSI=-128", "RSSI", "-127 to 20"), ("RSSI=+3", "RSSI", "-127 to 20"),
        ("Appears=2s\nGoes=1s", "Goes", "before it appears"),
        ("Pairing=maybe", "Pairing", "not one of none, just-works, comparison, passkey, display, refuse, fail"),
        ("Number=1", "Number", "shows none"),
        ("Pairing=passkey\nNumber=1000000", "Number", "0 to 999999"),
        ("LostBond=true", "LostBond", "set Bonded"),
        ("Characteristics=FEA6:00", "Characteristics", "not SERVICE/CHARACTERISTIC:VALUE"),
        ("Characteristics=FEA6/0001", "Characteristics", "not SERVICE/CHARACTERISTIC:VALUE"),
        ("Characteristics=FEA6/x:00", "Characteristics", "not a Bluetooth UUID"),
        ("Characteristics=FEA6/0001:'a", "Characteristics", "neither an even number"),
        ("Characteristics=FEA6/0001:'", "Characteristics", "neither an even number"),
        ("Characteristics=FEA6/0001:00;FEA6/0001:01", "Characteristics", "twice"),
        ("StartsHotspot=FEA6/0001:00", "Hotspot", "the access point"),
        ("Hotspot=cam\nStartsHotspot=FEA6/0001:00", "Hotspot", "there is no [AccessPoint cam]"),
        ("ClassicAddress=02:00", "ClassicAddress", "six bytes"),
        ("Fault=fire", "Fault", "not one of none, vanish, slow, silent"),
        ("FaultCount=1", "FaultCount", "no Fault"), ("Fault=vanish\nFaultCount=1", "FaultCount", "once and for good"),
    ])
    func refusesADevice(keys: String, key: String, reason: String) throws {
        let fault = try #require(throws: KeyFileFault.self) { try Air(try bluetoothAir(keys)) }
        #expect(fault.path == "air.conf" && fault.group == "Device cam" && fault.key == key)
        #expect(fault.reason.contains(reason), "\(fault)")
    }

    @Test(arguments: [
        ("LowEnergyOnly=perhaps", "LowEnergyOnly", "neither true nor false"),
        (
            "Unusable=broken", "Unusable",
            "not one of backendAway, noRadio, switchedOff, blocked, noLowEnergy, leftOut, refused"
        ),
        ("UnusableAfter=2s", "UnusableAfter", "set Unusable"),
        ("UnusableUntil=2s", "UnusableUntil", "set Unusable"),
        ("Unusable=blocked\nUnusableAfter=2s\nUnusableUntil=2s", "UnusableUntil", "before it begins"),
        ("Passphrase=12345678", "Passphrase", "unknown key"),
    ])
    func refusesARadio(keys: String, key: String, reason: String) throws {
        let fault = try #require(throws: KeyFileFault.self) { try Air(try bluetoothAir(radio: keys)) }
        #expect(fault.group == "Bluetooth hci0" && fault.key == key)
        #expect(fault.reason.contains(reason), "\(fault)")
    }

    @Test(
        arguments: [
            ("[Bluetooth]", "Bluetooth", nil, "unknown group"),
            ("[Bluetooth wlan0]", "Bluetooth wlan0", nil, "such as hci0"),
            ("[Bluetooth hci]", "Bluetooth hci", nil, "such as hci0"),
            ("[Bluetooth hci1]", "Bluetooth hci1", "Address", "every Bluetooth radio has one"),
            ("[Device b]", "Device b", "Address", "every Bluetooth device has one"),
            ("[Device b]\nAddress=02:00:00:00:0B:01", "Device b", "Address", "another device's"),
            (
                "[Device b]\nAddress=02:00:00:00:0B:02\nHotspot=p\n[AccessPoint p]\nSSID=P\nBSSID=02:00:00:00:01:00",
                "Device b", "StartsHotspot", "the one write"
            ),
            ("[Air]\nListenTime=0s", "Air", "ListenTime", "longer than no time"),
        ] as [(String, String, String?, String)])
    func refusesAGroup(more: String, group: String, key: String?, reason: String) throws {
        let fault = try #require(throws: KeyFileFault.self) { try Air(try bluetoothAir(more: more)) }
        #expect(fault.group == group && fault.key == key)
        #expect(fault.reason.contains(reason), "\(fault)")
    }

    @Test func readsHowLongThingsTake() throws {
        let timing = try Air(
            try keyFile(
                """
                [Air]
                ListenTime=1s
                ConnectTime=2s
                PairTime=3s
                ReadTime=4s
                HotspotTime=5s
                ConnectTimeout=6s
                PairTimeout=7s
                """)
        ).timing
        #expect(timing.listen == .seconds(1) && timing.connect == .seconds(2) && timing.pair == .seconds(3))
        #expect(timing.read == .seconds(4) && timing.hotspot == .seconds(5))
        #expect(timing.connectTimeout == .seconds(6) && timing.pairTimeout == .seconds(7))
    }
}
