// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Says which Bluetooth device in sight and which access point in sight are one accessory.
///
/// It is told what the radios hear, as they hear it, and answers at any moment. An answer is given only when the evidence
/// is enough by itself (``threshold``) and nothing else comes near (``margin``): no other network for the device, no
/// other device for the network. Everything in sight is assigned one to one: a network that clearly is one device's is
/// no longer anybody else's. What is too close to call is no answer.
///
/// A name can be copied, and several access points may have one, or have it no longer. So a name that two access points in
/// sight have tells neither of them, and whatever says more of an access point's own address counts before a name: another
/// device whose record or whose own address points there, or another access point whose address agrees as well as this one's.
///
/// Strength is how unlikely it is that all the evidence agrees by chance: 1 less the product of what each piece leaves
/// open. Several pieces that rest on the same thing count once: of those about the SSID, the access point's address and
/// the time of appearance, the strongest each, and digits that the SSID and the address share once. How strong the signals are says nothing here.
///
/// An answer says that the two are consistent, not that they are authentic: advertisements, addresses and SSIDs can all be
/// forged. Only a passphrase that came over a bonded link, or from the device's label, proves that.
///
/// A device without a bond that takes a new private address is another device, until the old one is lost; what was in
/// sight under both is too close to call for so long.
public struct Bridge: Sendable {
    /// The least strength of an answer. No short suffix, no time of appearance and no address arithmetic reaches it alone.
    public static let threshold = 0.7

    /// How much less has to be left open by the evidence for an answer than by that for any rival: half at most.
    public static let margin = 2.0

    let rules: BridgeRules
    var devices: [MACAddress: HeardDevice] = [:]
    var networks: [MACAddress: HeardNetwork] = [:]
    var index = BridgeIndex()
    private var told: [MACAddress: SSID] = [:]
    private var records: [MACAddress: BridgeRecord] = [:]
    /// When the first of all was heard.
    private(set) var began: Duration?
    private var order = 0

    /// - Parameter rules: an app's own are appended to the built-in ones. Of rules that agree in the same thing and weigh
    ///   the same, the first gives the evidence its name.
    public init(rules: [BridgeRule] = BridgeRule.builtIn) {
        self.rules = BridgeRules(rules)
    }

    /// Something was heard of a device, for the first time or again: this replaces what was heard before.
    ///
    /// - Parameter time: on one clock for all that this bridge is told.
    public mutating func hear(_ advertisement: Advertisement, at time: Duration) {
        let address = advertisement.address.address
        began = began ?? time
        let known = known(advertisement)
        let earlier = devices[address]
        if earlier?.known.advertisement.says(the: advertisement) == true {
            devices[address]?.known = known
            return
        }
        if earlier == nil { order += 1 }
        var heard = HeardDevice(known: known, first: earlier?.first ?? time, order: earlier?.order ?? order)
        index(&heard, replacing: earlier)
    }

    /// An access point was heard, for the first time or again, by one of the radios.
    ///
    /// - Parameter time: on one clock for all that this bridge is told.
    public mutating func hear(_ network: WiFiNetwork, at time: Duration) {
        began = began ?? time
        let earlier = networks[network.bssid]
        if earlier == nil { order += 1 }
        var heard = earlier ?? HeardNetwork(first: time, order: order)
        heard.hear(network)
        guard heard.ssid != earlier?.ssid || earlier == nil else {
            networks[network.bssid] = heard
            return
        }
        heard.keys = heard.network.map(rules.keys) ?? []
        index.replace(network: network.bssid, keys: earlier?.keys ?? [], with: heard.keys)
        networks[network.bssid] = heard
    }

    /// The device is out of sight.
    public mutating func lose(device: MACAddress) {
        guard let heard = devices.removeValue(forKey: device) else { return }
        index.remove(device: device, keys: heard.keys)
        // A private address is nobody's any more; what an identity told stays true.
        if !heard.known.advertisement.hasIdentity { told[device] = nil }
    }

    /// The access point is out of sight of all radios.
    public mutating func lose(bssid: MACAddress) {
        guard let heard = networks.removeValue(forKey: bssid) else { return }
        index.remove(network: bssid, keys: heard.keys)
    }

    /// The SSID that the device itself told over GATT.
    public mutating func learn(ssid: SSID, of device: MACAddress) {
        told[device] = ssid
        refresh(device)
    }

    /// What a record of an earlier set-up says: this Bluetooth identity had this access point and this SSID. An access
    /// point that has another name now is still its. Has no effect while the device is heard by a private address without
    /// a bond.
    ///
    /// - Parameter device: a public or static address, or the identity address of a device with a bond.
    public mutating func remember(device: MACAddress, bssid: MACAddress?, ssid: SSID?) {
        records[device] = BridgeRecord(bssid: bssid, ssid: ssid)
        refresh(device)
    }

    private func known(_ advertisement: Advertisement) -> KnownDevice {
        let address = advertisement.address.address
        return KnownDevice(advertisement: advertisement, told: told[address], record: records[address])
    }

    private mutating func refresh(_ device: MACAddress) {
        guard let earlier = devices[device] else { return }
        var heard = earlier
        heard.known = known(earlier.known.advertisement)
        index(&heard, replacing: earlier)
    }

    private mutating func index(_ heard: inout HeardDevice, replacing earlier: HeardDevice?) {
        let address = heard.known.advertisement.address.address
        heard.keys = rules.keys(of: heard.known)
        index.replace(device: address, keys: earlier?.keys ?? [], with: heard.keys)
        devices[address] = heard
    }
}

extension Advertisement {
    /// Whether it says all that the other one says, whatever the strength and time.
    fileprivate func says(the other: Advertisement) -> Bool {
        address == other.address && name == other.name && services == other.services && isBonded == other.isBonded
            && serviceData == other.serviceData && manufacturerData == other.manufacturerData
    }
}
