// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Correlates the Bluetooth devices in sight with the access points in sight.
///
/// It takes the radios' sightings as they come, and answers at any moment. It gives an answer only if the evidence is
/// enough by itself (``threshold``) and nothing else comes near (``margin``): no other network for the device, no other
/// device for the network. The assignment is one to one: once a network is clearly one device's, no other device gets
/// it. A close call is no answer.
///
/// A name can be copied, several access points may have it, and an access point may change it. So a name that two
/// access points in sight share decides for neither of them. Evidence about an access point's own address counts before
/// a name: a record or an address of another device that points there, or another access point whose address agrees as
/// well as this one's.
///
/// Strength is how unlikely it is that all the evidence agrees by chance: 1 minus the product of what each piece leaves
/// open. Pieces that rest on the same thing count once: the strongest about the SSID, the strongest about the access
/// point's address, the strongest about the time of appearance. Digits that the SSID and the address share count once.
/// The strength of the signals does not count.
///
/// An answer means that the two are consistent, not that they are authentic: advertisements, addresses and SSIDs can
/// all be forged. Only a passphrase that came over a bonded link, or from the device's label, proves that.
///
/// A device without a bond that takes a new private address is another device until the old one is lost. Until then,
/// everything that was in sight under both is too close to call.
public struct Bridge: Sendable {
    /// The least strength of an answer. No short suffix, time of appearance or address arithmetic reaches it alone.
    public static let threshold = 0.7

    /// How clear an answer must be: its evidence leaves open at most half of what any rival's evidence does.
    public static let margin = 2.0

    let rules: BridgeRules
    var devices: [MACAddress: HeardDevice] = [:]
    var networks: [MACAddress: HeardNetwork] = [:]
    var index = BridgeIndex()
    private var sentSSIDs: [MACAddress: SSID] = [:]
    private var records: [MACAddress: BridgeRecord] = [:]
    /// The time of the first sighting.
    private(set) var began: Duration?
    private var order = 0

    /// - Parameter rules: an app's own are appended to the built-in ones. If rules agree in the same thing with the
    ///   same weight, the first one gives the evidence its name.
    public init(rules: [BridgeRule] = BridgeRule.builtIn) {
        self.rules = BridgeRules(rules)
    }

    /// Takes a sighting of a device, the first or a later one: it replaces the earlier one.
    ///
    /// - Parameter time: on one clock for everything that this bridge takes.
    public mutating func observe(_ advertisement: Advertisement, at time: Duration) {
        let address = advertisement.address.address
        began = began ?? time
        let known = known(advertisement)
        let earlier = devices[address]
        if earlier?.known.advertisement.advertisesSame(as: advertisement) == true {
            devices[address]?.known = known
            return
        }
        if earlier == nil { order += 1 }
        var heard = HeardDevice(known: known, first: earlier?.first ?? time, order: earlier?.order ?? order)
        index(&heard, replacing: earlier)
    }

    /// Takes a sighting of an access point by one of the radios, the first or a later one.
    ///
    /// - Parameter time: on one clock for everything that this bridge takes.
    public mutating func observe(_ network: WiFiNetwork, at time: Duration) {
        began = began ?? time
        let earlier = networks[network.bssid]
        if earlier == nil { order += 1 }
        var heard = earlier ?? HeardNetwork(first: time, order: order)
        heard.observe(network)
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
        // A private address belongs to nobody any more. An SSID from an identity stays true.
        if !heard.known.advertisement.hasIdentity { sentSSIDs[device] = nil }
    }

    /// The access point is out of sight of all radios.
    public mutating func lose(bssid: MACAddress) {
        guard let heard = networks.removeValue(forKey: bssid) else { return }
        index.remove(network: bssid, keys: heard.keys)
    }

    /// Takes the SSID that the device itself sent over GATT.
    public mutating func learn(ssid: SSID, of device: MACAddress) {
        sentSSIDs[device] = ssid
        refresh(device)
    }

    /// Takes the record of an earlier set-up: this Bluetooth identity had this access point and this SSID. The access
    /// point stays the device's even under another name. No effect while the device is seen by a private address
    /// without a bond.
    ///
    /// - Parameter device: a public or static address, or the identity address of a device with a bond.
    public mutating func remember(device: MACAddress, bssid: MACAddress?, ssid: SSID?) {
        records[device] = BridgeRecord(bssid: bssid, ssid: ssid)
        refresh(device)
    }

    private func known(_ advertisement: Advertisement) -> KnownDevice {
        let address = advertisement.address.address
        return KnownDevice(advertisement: advertisement, sentSSID: sentSSIDs[address], record: records[address])
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
    /// Whether its contents equal the other one's, whatever the strength and time.
    fileprivate func advertisesSame(as other: Advertisement) -> Bool {
        address == other.address && name == other.name && services == other.services && isBonded == other.isBonded
            && serviceData == other.serviceData && manufacturerData == other.manufacturerData
    }
}
