// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

package import AccessoryModel

/// One thing that an app looks for, as the picker shows it.
package struct DisplayItem: Codable, Hashable, Sendable {
    /// The accessory's name for people. It is one line of 1 to 255 bytes, not blank, without control characters and
    /// characters that turn the direction of text. It becomes the displayName of an added accessory.
    package var name: String
    /// A picture as data:image/png;base64,..., a path below /usr/share, or a name: of a picture in the folder that
    /// Pictures names in the app's manifest, or else of an icon. A picture is PNG, JPEG, GIF or WebP, of at most
    /// 256 KiB and 4096 by 4096 pixels. Pickers scale it into a box of 180 by 120.
    package var image: String?
    /// What to look for. The app's manifest must allow it.
    package var descriptor: DescriptorFields
    /// The network's passphrase, if the app knows it from a label or from the maker. Otherwise the picker asks for
    /// it. It is 8 to 63 printable ASCII characters, or 64 hexadecimal digits.
    package var passphrase: String?
    /// What happens between the choice and the grant.
    package var setupOptions: [SetupOption]?
    /// Set ssid if the app gives the network the name that the person gives. The record has it from then on, if the
    /// app's manifest allows it.
    package var renameOptions: [RenameOption]?
    /// The picker also shows accessories that the app has already, marked as such.
    package var showsOwn: Bool?

    package init(
        name: String, image: String? = nil, descriptor: DescriptorFields, passphrase: String? = nil,
        setupOptions: [SetupOption]? = nil, renameOptions: [RenameOption]? = nil, showsOwn: Bool? = nil
    ) {
        self.name = name
        self.image = image
        self.descriptor = descriptor
        self.passphrase = passphrase
        self.setupOptions = setupOptions
        self.renameOptions = renameOptions
        self.showsOwn = showsOwn
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.value("name")
        image = try fields.optional("image")
        descriptor = try fields.value("descriptor")
        passphrase = try fields.optional("passphrase")
        setupOptions = try fields.optional("setupOptions")
        renameOptions = try fields.optional("renameOptions")
        showsOwn = try fields.optional("showsOwn")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(name, forKey: "name")
        try fields.encodeIfPresent(image, forKey: "image")
        try fields.encode(descriptor, forKey: "descriptor")
        try fields.encodeIfPresent(passphrase, forKey: "passphrase")
        try fields.encodeIfPresent(setupOptions, forKey: "setupOptions")
        try fields.encodeIfPresent(renameOptions, forKey: "renameOptions")
        try fields.encodeIfPresent(showsOwn, forKey: "showsOwn")
    }
}

/// What happens between the choice and the grant.
package enum SetupOption: String, Codable, Hashable, CaseIterable, Sendable {
    /// The picker asks the person for the accessory's name, unless others already have the accessory.
    case rename
    /// The chosen accessory waits, joined, until the app calls FinishAuthorization or FailAuthorization. If the app
    /// calls neither within 10 seconds, the person's choice stands, as if the app had finished it without settings.
    /// If the app's connection closes before, nothing is granted.
    case confirmAuthorization
    /// At the end, the picker asks the person to go on in the app.
    case finishInApp
}

/// An accessory that an app set up by other means before. An SSID or a Bluetooth side is set, or both.
package struct MigrationItem: Codable, Hashable, Sendable {
    /// As in a DisplayItem. An accessory that is already known keeps its own.
    package var name: String
    /// As in a DisplayItem. An accessory that is already known keeps its own.
    package var image: String?
    /// The whole SSID. The app's manifest must allow it.
    package var ssid: String?
    /// The address of the Bluetooth side, as 02:00:00:00:01:00.
    package var bluetoothAddress: String?
    /// Instead of the address, the bluetoothIdentifier that the agent gave this app.
    package var bluetoothIdentifier: String?

    package init(
        name: String, image: String? = nil, ssid: String? = nil, bluetoothAddress: String? = nil,
        bluetoothIdentifier: String? = nil
    ) {
        self.name = name
        self.image = image
        self.ssid = ssid
        self.bluetoothAddress = bluetoothAddress
        self.bluetoothIdentifier = bluetoothIdentifier
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.value("name")
        image = try fields.optional("image")
        ssid = try fields.optional("ssid")
        bluetoothAddress = try fields.optional("bluetoothAddress")
        bluetoothIdentifier = try fields.optional("bluetoothIdentifier")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(name, forKey: "name")
        try fields.encodeIfPresent(image, forKey: "image")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encodeIfPresent(bluetoothIdentifier, forKey: "bluetoothIdentifier")
    }
}

/// One discovered accessory that a person may choose.
package struct DiscoveredItem: Codable, Hashable, Sendable {
    /// The id that accessoryDiscovered gave.
    package var accessory: String
    /// As in a DisplayItem. An accessory that an app already has keeps its own.
    package var name: String
    /// As in a DisplayItem. An accessory that an app already has keeps its own.
    package var image: String?

    package init(accessory: String, name: String, image: String? = nil) {
        self.accessory = accessory
        self.name = name
        self.image = image
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        name = try fields.value("name")
        image = try fields.optional("image")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(name, forKey: "name")
        try fields.encodeIfPresent(image, forKey: "image")
    }
}

/// A change of an accessory's presence on the air.
package struct PresenceUpdate: Codable, Hashable, Sendable {
    /// Its id.
    package var accessory: String
    package var change: PresenceChange
    /// Where it was heard. Absent with disappeared.
    package var radio: PresenceRadio?

    package init(accessory: String, change: PresenceChange, radio: PresenceRadio? = nil) {
        self.accessory = accessory
        self.change = change
        self.radio = radio
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        change = try fields.value("change")
        radio = try fields.optional("radio")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(change, forKey: "change")
        try fields.encodeIfPresent(radio, forKey: "radio")
    }
}

/// What changed.
package enum PresenceChange: String, Codable, Hashable, CaseIterable, Sendable {
    /// The accessory is heard: for the first time, or again.
    case appeared
    /// The accessory was not heard in three listening times.
    case disappeared
    /// The accessory has opened its set-up hotspot although it was put on the home network. Somebody has reset it.
    /// A camera's hotspot is no such sign.
    case reset
}

/// Where an accessory is heard.
package enum PresenceRadio: String, Codable, Hashable, CaseIterable, Sendable {
    /// It advertises, or the app is connected to it.
    case bluetooth
    /// Its set-up hotspot is open.
    case wifi
}

/// A hotspot configuration, with its passphrase if the caller asked for it.
package struct HotspotStatus: Codable, Hashable, Sendable {
    package var hotspot: HotspotConfiguration
    /// Present only if the caller asked for it and may see it.
    package var passphrase: String?

    package init(hotspot: HotspotConfiguration, passphrase: String? = nil) {
        self.hotspot = hotspot
        self.passphrase = passphrase
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        hotspot = try fields.value("hotspot")
        passphrase = try fields.optional("passphrase")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(hotspot, forKey: "hotspot")
        try fields.encodeIfPresent(passphrase, forKey: "passphrase")
    }
}

/// One state of a lease, in the order that LeaseState gives.
///
/// If nothing has been cut yet, nothing is restored, and an error may end the call without left. If somebody else
/// puts the radio on another network, left is the last state, because the agent does not fight that network. If the
/// agent cannot restore the uplink, RestoreFailed ends the call after about two minutes, and the agent goes on
/// trying.
package struct LeaseUpdate: Codable, Hashable, Sendable {
    package var state: LeaseUpdate.State
    /// The network's SSID, in the same form as an Accessory's.
    package var ssid: SSID
    /// With joined, how to reach the accessory.
    package var link: Link?
    /// The name of the uplink's profile, if there is one. Up to joined, it is the uplink that joining cuts. With
    /// left and restoring, the agent restores it. With restored, the agent has restored it.
    package var uplink: String?
    /// The reason, with left and restoring.
    package var error: AccessoryError?

    package init(
        state: LeaseUpdate.State, ssid: SSID, link: Link? = nil, uplink: String? = nil, error: AccessoryError? = nil
    ) {
        self.state = state
        self.ssid = ssid
        self.link = link
        self.uplink = uplink
        self.error = error
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        state = try fields.value("state")
        ssid = try fields.value("ssid")
        link = try fields.optional("link")
        uplink = try fields.optional("uplink")
        error = try fields.optional("error")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(state, forKey: "state")
        try fields.encode(ssid, forKey: "ssid")
        try fields.encodeIfPresent(link, forKey: "link")
        try fields.encodeIfPresent(uplink, forKey: "uplink")
        try fields.encodeIfPresent(error, forKey: "error")
    }
}

extension LeaseUpdate {
    /// The states of a lease, in this order. If the first attempt to join fails, associating, authenticating and
    /// addressing come once more.
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// The agent looks for the network. This state comes only if the network must be looked for first.
        case scanning
        /// The radio associates with the access point.
        case associating
        /// The radio authenticates to the access point.
        case authenticating
        /// The radio waits for an address.
        case addressing
        /// The hotspot is joined. The update has link.
        case joined
        /// The hotspot is left. The update has error, unless the holder left by itself.
        case left
        /// An attempt to restore the uplink failed. The update has error. The state comes for each such attempt. As the
        /// first state, without error: the join begins when the uplink of an earlier lease is restored or out of range.
        case restoring
        /// The uplink is restored.
        case restored
    }
}

/// Where an app reaches the Bluetooth side of an accessory.
package struct BluetoothReach: Codable, Hashable, Sendable {
    /// BlueZ has not seen the device lately, or is not running.
    package var isAway: Bool
    /// BlueZ's object on the system bus, while the device is not away. If the device has no bond, the path changes
    /// with its address.
    package var path: String?

    package init(isAway: Bool, path: String? = nil) {
        self.isAway = isAway
        self.path = path
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        isAway = try fields.value("isAway")
        path = try fields.optional("path")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(isAway, forKey: "isAway")
        try fields.encodeIfPresent(path, forKey: "path")
    }
}

extension BluetoothPeripherals {
    /// Whether the app can use Bluetooth.
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// This machine has no radio for Bluetooth LE, or the agent may not use it.
        case unsupported
        /// The app was granted no accessory with a Bluetooth side, or its access is switched off.
        case unauthorized
        /// Bluetoothd is not running.
        case resetting
        /// The radio is switched off or blocked.
        case poweredOff
        /// The app can use Bluetooth.
        case poweredOn
    }
}

/// The Bluetooth side of one accessory of the app.
package struct BluetoothPeripheral: Codable, Hashable, Sendable {
    /// The accessory's id.
    package var accessory: String
    /// The app's own bluetoothIdentifier for it.
    package var identifier: String
    /// The accessory's displayName.
    package var name: String
    /// The service of the descriptor that found it, if that has one.
    package var services: [String]
    /// The app holds a link to it, and the link is up.
    package var isConnected: Bool

    package init(accessory: String, identifier: String, name: String, services: [String], isConnected: Bool) {
        self.accessory = accessory
        self.identifier = identifier
        self.name = name
        self.services = services
        self.isConnected = isConnected
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        identifier = try fields.value("identifier")
        name = try fields.value("name")
        services = try fields.value("services")
        isConnected = try fields.value("isConnected")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(identifier, forKey: "identifier")
        try fields.encode(name, forKey: "name")
        try fields.encode(services, forKey: "services")
        try fields.encode(isConnected, forKey: "isConnected")
    }
}

/// One sighting of an accessory of the app.
package struct BluetoothSighting: Codable, Hashable, Sendable {
    package var accessory: String
    package var identifier: String
    package var name: String
    package var advertisement: AdvertisementFields
    /// The strength of the signal in dBm. Absent if the radio does not know it.
    package var rssi: Int?

    package init(
        accessory: String, identifier: String, name: String, advertisement: AdvertisementFields, rssi: Int? = nil
    ) {
        self.accessory = accessory
        self.identifier = identifier
        self.name = name
        self.advertisement = advertisement
        self.rssi = rssi
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        identifier = try fields.value("identifier")
        name = try fields.value("name")
        advertisement = try fields.value("advertisement")
        rssi = try fields.optional("rssi")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(identifier, forKey: "identifier")
        try fields.encode(name, forKey: "name")
        try fields.encode(advertisement, forKey: "advertisement")
        try fields.encodeIfPresent(rssi, forKey: "rssi")
    }
}

/// One state of a link.
package struct ConnectionUpdate: Codable, Hashable, Sendable {
    package var state: ConnectionUpdate.State
    /// With connected, the maximum transmission unit in bytes. A write without response takes up to mtu - 3 bytes.
    package var mtu: Int?

    package init(state: ConnectionUpdate.State, mtu: Int? = nil) {
        self.state = state
        self.mtu = mtu
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        state = try fields.value("state")
        mtu = try fields.optional("mtu")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(state, forKey: "state")
        try fields.encodeIfPresent(mtu, forKey: "mtu")
    }
}

extension ConnectionUpdate {
    /// The states of a link.
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// The agent looks for the accessory, and connects as soon as it is in range.
        case connecting
        /// The link is up.
        case connected
        /// The accessory has other services than before. Every handle may be another one.
        case servicesChanged
    }
}

/// A service, with what is in it.
package struct BluetoothService: Codable, Hashable, Sendable {
    package var handle: Int
    package var uuid: String
    package var isPrimary: Bool
    /// The handles of the services that it includes.
    package var includes: [Int]
    package var characteristics: [BluetoothCharacteristic]

    package init(
        handle: Int, uuid: String, isPrimary: Bool, includes: [Int], characteristics: [BluetoothCharacteristic]
    ) {
        self.handle = handle
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.includes = includes
        self.characteristics = characteristics
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        handle = try fields.value("handle")
        uuid = try fields.value("uuid")
        isPrimary = try fields.value("isPrimary")
        includes = try fields.value("includes")
        characteristics = try fields.value("characteristics")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(handle, forKey: "handle")
        try fields.encode(uuid, forKey: "uuid")
        try fields.encode(isPrimary, forKey: "isPrimary")
        try fields.encode(includes, forKey: "includes")
        try fields.encode(characteristics, forKey: "characteristics")
    }
}

/// A characteristic.
package struct BluetoothCharacteristic: Codable, Hashable, Sendable {
    package var handle: Int
    package var uuid: String
    package var properties: [BluetoothCharacteristic.Property]
    package var descriptors: [BluetoothCharacteristic.Descriptor]

    package init(
        handle: Int, uuid: String, properties: [BluetoothCharacteristic.Property],
        descriptors: [BluetoothCharacteristic.Descriptor]
    ) {
        self.handle = handle
        self.uuid = uuid
        self.properties = properties
        self.descriptors = descriptors
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        handle = try fields.value("handle")
        uuid = try fields.value("uuid")
        properties = try fields.value("properties")
        descriptors = try fields.value("descriptors")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(handle, forKey: "handle")
        try fields.encode(uuid, forKey: "uuid")
        try fields.encode(properties, forKey: "properties")
        try fields.encode(descriptors, forKey: "descriptors")
    }
}

extension BluetoothCharacteristic {
    /// What can be done with a characteristic (Core Specification, Vol 3 Part G 3.3.1.1 and 3.3.3.1).
    package enum Property: String, Codable, Hashable, CaseIterable, Sendable {
        case broadcast
        case read
        case writeWithoutResponse
        case write
        case notify
        case indicate
        case authenticatedSignedWrites
        case reliableWrite
        case writableAuxiliaries
    }
}

extension BluetoothCharacteristic {
    /// A descriptor of a characteristic.
    package struct Descriptor: Codable, Hashable, Sendable {
        package var handle: Int
        package var uuid: String

        package init(handle: Int, uuid: String) {
            self.handle = handle
            self.uuid = uuid
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: FieldName.self)
            handle = try fields.value("handle")
            uuid = try fields.value("uuid")
        }

        package func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: FieldName.self)
            try fields.encode(handle, forKey: "handle")
            try fields.encode(uuid, forKey: "uuid")
        }
    }
}

/// One accessory that a person may choose.
package struct PickerItem: Codable, Hashable, Sendable {
    /// It is stable while the presentation lasts.
    package var id: String
    /// The app's name for the accessory; with isShared, the name that it already has.
    package var name: String
    /// What GetImage takes, or an icon's name.
    package var image: String?
    /// The SSID of the network as received, shown so that a person can check it. While only the Bluetooth side is
    /// known, this and every other field about the network but interface are absent. An SSID is 1 to 32 bytes in no
    /// particular encoding, written as UTF-8. Text stays text, emoji included. These bytes become \xNN: invalid
    /// UTF-8; control, format and invisible characters; characters and marks for which Unicode has an equal that is
    /// preferred; and a blank at either end. So two SSIDs never look the same by Unicode's rules. A backslash
    /// becomes \\.
    package var ssid: SSID?
    /// The access point, as 02:00:00:00:01:00.
    package var bssid: MACAddress?
    /// 0 to 100. It is the network's or, without a network, the Bluetooth side's.
    package var signal: Int
    /// In MHz.
    package var frequency: Int?
    /// Open, owe, wpa2, wpa2-wpa3 or wpa3.
    package var security: Security?
    /// The radio that will join the network. If joining will cut an uplink, it is present before the network is
    /// known.
    package var interface: String?
    /// The Bluetooth side, if it is known: the name as received, and the address. If an item has both sides, the
    /// agent has correlated them: they are one device.
    package var bluetoothName: String?
    /// The Bluetooth side, if it is known: the name as received, and the address. If an item has both sides, the
    /// agent has correlated them: they are one device.
    package var bluetoothAddress: MACAddress?
    /// The name of the uplink's profile, if joining will cut an uplink.
    package var cuts: String?
    /// The app gave no passphrase, so ask for it.
    package var needsPassphrase: Bool
    /// Another app already has the accessory. The choice shares it, and it keeps its name and picture.
    package var isShared: Bool
    /// The accessory was in range and is out of range now, so it cannot be chosen. It keeps its place and may
    /// return.
    package var isGone: Bool
    /// The network has less security than a passphrase, earlier joins or a protected network of the same name in
    /// range imply: the expected and the seen security. A person may accept that after the choice, and is asked.
    /// What chooses by a rule leaves it out.
    package var change: SecurityChange?
    /// True if the app has the accessory already. Otherwise it is absent.
    package var isOwn: Bool?

    package init(
        id: String, name: String, image: String? = nil, ssid: SSID? = nil, bssid: MACAddress? = nil, signal: Int,
        frequency: Int? = nil, security: Security? = nil, interface: String? = nil, bluetoothName: String? = nil,
        bluetoothAddress: MACAddress? = nil, cuts: String? = nil, needsPassphrase: Bool, isShared: Bool, isGone: Bool,
        change: SecurityChange? = nil, isOwn: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.image = image
        self.ssid = ssid
        self.bssid = bssid
        self.signal = signal
        self.frequency = frequency
        self.security = security
        self.interface = interface
        self.bluetoothName = bluetoothName
        self.bluetoothAddress = bluetoothAddress
        self.cuts = cuts
        self.needsPassphrase = needsPassphrase
        self.isShared = isShared
        self.isGone = isGone
        self.change = change
        self.isOwn = isOwn
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        id = try fields.value("id")
        name = try fields.value("name")
        image = try fields.optional("image")
        ssid = try fields.optional("ssid")
        bssid = try fields.optional("bssid")
        signal = try fields.value("signal")
        frequency = try fields.optional("frequency")
        security = try fields.optional("security")
        interface = try fields.optional("interface")
        bluetoothName = try fields.optional("bluetoothName")
        bluetoothAddress = try fields.optional("bluetoothAddress")
        cuts = try fields.optional("cuts")
        needsPassphrase = try fields.value("needsPassphrase")
        isShared = try fields.value("isShared")
        isGone = try fields.value("isGone")
        change = try fields.optional("change")
        isOwn = try fields.optional("isOwn")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(id, forKey: "id")
        try fields.encode(name, forKey: "name")
        try fields.encodeIfPresent(image, forKey: "image")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(bssid, forKey: "bssid")
        try fields.encode(signal, forKey: "signal")
        try fields.encodeIfPresent(frequency, forKey: "frequency")
        try fields.encodeIfPresent(security, forKey: "security")
        try fields.encodeIfPresent(interface, forKey: "interface")
        try fields.encodeIfPresent(bluetoothName, forKey: "bluetoothName")
        try fields.encodeIfPresent(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encodeIfPresent(cuts, forKey: "cuts")
        try fields.encode(needsPassphrase, forKey: "needsPassphrase")
        try fields.encode(isShared, forKey: "isShared")
        try fields.encode(isGone, forKey: "isGone")
        try fields.encodeIfPresent(change, forKey: "change")
        try fields.encodeIfPresent(isOwn, forKey: "isOwn")
    }
}

/// One update for a picker. Fields that do not belong to the kind are absent.
package struct PickerUpdate: Codable, Hashable, Sendable {
    package var kind: PickerUpdate.Kind
    /// The presentation, with every kind but registered.
    package var presentation: String?
    /// The asking app's identifier, and its name for people.
    package var app: String?
    /// The asking app's identifier, and its name for people.
    package var appName: String?
    /// With items, those that are new or have changed. An item that is shown keeps its place, and new ones follow.
    /// The first update of a presentation has all of its items. At most 64 are shown.
    package var items: [PickerItem]?
    /// With items, the identifiers of those that are not shown any more. Absent if none went.
    package var removed: [String]?
    /// With progress, one of the two.
    package var step: SetupStep?
    /// With progress, one of the two.
    package var lease: LeaseUpdate?
    /// With dismissed, the reason, unless the set-up succeeded. With nothingFound, why nothing can be chosen.
    package var error: AccessoryError?
    /// With items, every channel was visited at least once.
    package var isComplete: Bool?
    /// With items, how many more match. Absent if none do.
    package var notShown: Int?
    /// With question.
    package var question: PickerQuestion?
    /// With dismissed, the person goes on in the app.
    package var finishInApp: Bool?

    package init(
        kind: PickerUpdate.Kind, presentation: String? = nil, app: String? = nil, appName: String? = nil,
        items: [PickerItem]? = nil, removed: [String]? = nil, step: SetupStep? = nil, lease: LeaseUpdate? = nil,
        error: AccessoryError? = nil, isComplete: Bool? = nil, notShown: Int? = nil, question: PickerQuestion? = nil,
        finishInApp: Bool? = nil
    ) {
        self.kind = kind
        self.presentation = presentation
        self.app = app
        self.appName = appName
        self.items = items
        self.removed = removed
        self.step = step
        self.lease = lease
        self.error = error
        self.isComplete = isComplete
        self.notShown = notShown
        self.question = question
        self.finishInApp = finishInApp
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        kind = try fields.value("kind")
        presentation = try fields.optional("presentation")
        app = try fields.optional("app")
        appName = try fields.optional("appName")
        items = try fields.optional("items")
        removed = try fields.optional("removed")
        step = try fields.optional("step")
        lease = try fields.optional("lease")
        error = try fields.optional("error")
        isComplete = try fields.optional("isComplete")
        notShown = try fields.optional("notShown")
        question = try fields.optional("question")
        finishInApp = try fields.optional("finishInApp")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(kind, forKey: "kind")
        try fields.encodeIfPresent(presentation, forKey: "presentation")
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encodeIfPresent(appName, forKey: "appName")
        try fields.encodeIfPresent(items, forKey: "items")
        try fields.encodeIfPresent(removed, forKey: "removed")
        try fields.encodeIfPresent(step, forKey: "step")
        try fields.encodeIfPresent(lease, forKey: "lease")
        try fields.encodeIfPresent(error, forKey: "error")
        try fields.encodeIfPresent(isComplete, forKey: "isComplete")
        try fields.encodeIfPresent(notShown, forKey: "notShown")
        try fields.encodeIfPresent(question, forKey: "question")
        try fields.encodeIfPresent(finishInApp, forKey: "finishInApp")
    }
}

extension PickerUpdate {
    /// What an update reports.
    package enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
        /// The caller is a picker. This update is the first one; presentations will come.
        case registered
        /// A presentation begins, or its items changed.
        case items
        /// A choice was made, and the agent carries it out. The step or lease shows how far it is.
        case progress
        /// The picker asks the person something. The question stands until it is answered, or until another update but
        /// progress comes.
        case question
        /// Nothing was found, and the app does not get the reason. Cancel closes the presentation; it closes by itself
        /// after a minute.
        case nothingFound
        /// The presentation is over. The picker goes on showing an error until the person has seen it.
        case dismissed
    }
}

/// What the agent does over Bluetooth between the choice and the join.
package enum SetupStep: String, Codable, Hashable, CaseIterable, Sendable {
    /// The agent pairs with the accessory.
    case pairing
    /// The agent brings up Bluetooth Classic beside LE.
    case transportBridging
    /// The agent asks the accessory for its network.
    case readingNetwork
    /// The agent looks for that network.
    case locatingNetwork
}

/// A question to the person.
package struct PickerQuestion: Codable, Hashable, Sendable {
    /// The identifier of the question.
    package var id: String
    package var kind: PickerQuestion.Kind
    /// The accessory's; with migration, the app's.
    package var name: String
    /// The accessory's; with migration, the app's.
    package var image: String?
    /// With passphrase and security, the network's SSID. With name, the suggestion. With authorization, what the
    /// app would have. With network, inputDevice, pairing, repairing and retry, the accessory's name as received.
    /// With numericComparison and displayPasskey, the number.
    package var text: String?
    /// With passphrase, why the earlier one was refused.
    package var error: String?
    /// With migration, the accessories to migrate.
    package var items: [MigrationItem]?
    /// With network, the networks to choose from.
    package var networks: [WiFiNetwork]?
    /// With security, the expected and the seen security.
    package var change: SecurityChange?
    /// With passphrase, why the earlier one was refused, or passphraseNeeded. With retry, what failed.
    package var failure: AccessoryError?
    /// With authorization, what the app would have, for a picker that writes its own sentence.
    package var scope: Scope?

    package init(
        id: String, kind: PickerQuestion.Kind, name: String, image: String? = nil, text: String? = nil,
        error: String? = nil, items: [MigrationItem]? = nil, networks: [WiFiNetwork]? = nil,
        change: SecurityChange? = nil, failure: AccessoryError? = nil, scope: Scope? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.image = image
        self.text = text
        self.error = error
        self.items = items
        self.networks = networks
        self.change = change
        self.failure = failure
        self.scope = scope
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        id = try fields.value("id")
        kind = try fields.value("kind")
        name = try fields.value("name")
        image = try fields.optional("image")
        text = try fields.optional("text")
        error = try fields.optional("error")
        items = try fields.optional("items")
        networks = try fields.optional("networks")
        change = try fields.optional("change")
        failure = try fields.optional("failure")
        scope = try fields.optional("scope")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(id, forKey: "id")
        try fields.encode(kind, forKey: "kind")
        try fields.encode(name, forKey: "name")
        try fields.encodeIfPresent(image, forKey: "image")
        try fields.encodeIfPresent(text, forKey: "text")
        try fields.encodeIfPresent(error, forKey: "error")
        try fields.encodeIfPresent(items, forKey: "items")
        try fields.encodeIfPresent(networks, forKey: "networks")
        try fields.encodeIfPresent(change, forKey: "change")
        try fields.encodeIfPresent(failure, forKey: "failure")
        try fields.encodeIfPresent(scope, forKey: "scope")
    }
}

/// What an app would have of an accessory.
package struct Scope: Codable, Hashable, Sendable {
    /// The network with this SSID, in the same form as an Item's.
    package var ssid: String?
    /// Each network whose SSID begins with this, in the same form.
    package var ssidPrefix: String?
    /// The Bluetooth side.
    package var hasBluetooth: Bool

    package init(ssid: String? = nil, ssidPrefix: String? = nil, hasBluetooth: Bool) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
        self.hasBluetooth = hasBluetooth
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        ssid = try fields.optional("ssid")
        ssidPrefix = try fields.optional("ssidPrefix")
        hasBluetooth = try fields.value("hasBluetooth")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(ssidPrefix, forKey: "ssidPrefix")
        try fields.encode(hasBluetooth, forKey: "hasBluetooth")
    }
}

extension PickerQuestion {
    /// What a question asks.
    package enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
        /// What the passphrase is, if nobody gave it or the network refused it. If the person declines, the set-up is
        /// given up.
        case passphrase
        /// What the accessory's name is. If the person declines, the suggestion stays.
        case name
        /// Whether the app may go on using the items, which it set up by other means.
        case migration
        /// Whether the app may have what text names, of an accessory that it already has.
        case authorization
        /// Which of networks is the accessory's, if what was received does not show it. The answer's text is its bssid.
        /// If the person declines, the set-up is given up.
        case network
        /// Whether to accept the network as new. It is secured with less than expected, or another device poses as it.
        /// Only a person may accept it.
        case security
        /// Whether the accessory may be an input device of this machine. The app asks for that with bluetoothHID. It
        /// comes before the pairing, and the answer holds for a pairing in which nothing is compared, too.
        case inputDevice
        /// Whether to pair with the accessory, if nothing is compared.
        case pairing
        /// Whether to forget the bond here, too, and pair again. The accessory has forgotten the bond of an earlier
        /// pairing, or another device poses as it.
        case repairing
        /// What the accessory shows. The person types it here.
        case passkey
        /// Whether the accessory shows the same number.
        case numericComparison
        /// The person types the number on the accessory. The only answer is to decline. The question is over when
        /// progress reports another step than pairing.
        case displayPasskey
        /// Whether to try again what failed, for it may succeed another time. If the person declines or cancels, the
        /// app gets the failure.
        case retry
    }
}

/// Why a picker without a person ends a presentation.
package enum CancelReason: String, Codable, Hashable, CaseIterable, Sendable {
    /// The choice needs a passphrase, and the picker has none. The app gets PassphraseMissing.
    case noPassphrase
    /// The picker's rule chooses nothing. The app gets PickerUnavailable.
    case noChoice
}

/// One Wi-Fi radio.
package struct AdapterStatus: Codable, Hashable, Sendable {
    /// The network interface, such as wlan0.
    package var interface: String
    package var state: AdapterStatus.State
    /// With connecting and connected, the profile's name. With accessory, the SSID. With unusable, the reason and
    /// the cure.
    package var detail: String?
    /// Whether the radio can join an accessory beside a network of its own. Absent if nothing reports it.
    package var secondStation: AdapterStatus.SecondStation?

    package init(
        interface: String, state: AdapterStatus.State, detail: String? = nil,
        secondStation: AdapterStatus.SecondStation? = nil
    ) {
        self.interface = interface
        self.state = state
        self.detail = detail
        self.secondStation = secondStation
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        interface = try fields.value("interface")
        state = try fields.value("state")
        detail = try fields.optional("detail")
        secondStation = try fields.optional("secondStation")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(interface, forKey: "interface")
        try fields.encode(state, forKey: "state")
        try fields.encodeIfPresent(detail, forKey: "detail")
        try fields.encodeIfPresent(secondStation, forKey: "secondStation")
    }
}

extension AdapterStatus {
    /// A second station of a radio, which joins an accessory while the radio stays on its own network.
    package struct SecondStation: Codable, Hashable, Sendable {
        /// The number of channels that the radio can be on then. With 1, the accessory must be on the channel of the
        /// radio's own network. With 0, there is no second station, and joining cuts the radio's own network.
        package var channels: Int
        /// With 0, the reason.
        package var obstacle: String?

        package init(channels: Int, obstacle: String? = nil) {
            self.channels = channels
            self.obstacle = obstacle
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: FieldName.self)
            channels = try fields.value("channels")
            obstacle = try fields.optional("obstacle")
        }

        package func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: FieldName.self)
            try fields.encode(channels, forKey: "channels")
            try fields.encodeIfPresent(obstacle, forKey: "obstacle")
        }
    }
}

extension AdapterStatus {
    /// What a Wi-Fi radio does.
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// The radio is on no network.
        case idle
        /// The radio is on the way to a network that is not the agent's.
        case connecting
        /// The radio is on a network that is not the agent's.
        case connected
        /// The radio is on a network that the agent joined, or on the way there.
        case accessory
        /// The radio cannot be used.
        case unusable
    }
}

/// One Bluetooth radio.
package struct BluetoothAdapterStatus: Codable, Hashable, Sendable {
    /// The radio's name, such as hci0.
    package var name: String
    package var address: MACAddress
    /// Why the radio cannot be used, and the cure.
    package var unavailable: String?

    package init(name: String, address: MACAddress, unavailable: String? = nil) {
        self.name = name
        self.address = address
        self.unavailable = unavailable
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.value("name")
        address = try fields.value("address")
        unavailable = try fields.optional("unavailable")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(name, forKey: "name")
        try fields.encode(address, forKey: "address")
        try fields.encodeIfPresent(unavailable, forKey: "unavailable")
    }
}

/// The machine's Bluetooth.
package struct BluetoothStatus: Codable, Hashable, Sendable {
    /// What drives the radios: 'BlueZ'.
    package var backend: String
    /// Why no radio can be used, if none can.
    package var unavailable: String?
    package var adapters: [BluetoothAdapterStatus]
    /// True if what drives the radios bonds with a device that says that it is a keyboard, and asks nobody. The
    /// agent undoes this; accessoryd(8) has the setting that prevents it.
    package var bondsByItself: Bool?

    package init(
        backend: String, unavailable: String? = nil, adapters: [BluetoothAdapterStatus], bondsByItself: Bool? = nil
    ) {
        self.backend = backend
        self.unavailable = unavailable
        self.adapters = adapters
        self.bondsByItself = bondsByItself
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        backend = try fields.value("backend")
        unavailable = try fields.optional("unavailable")
        adapters = try fields.value("adapters")
        bondsByItself = try fields.optional("bondsByItself")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(backend, forKey: "backend")
        try fields.encodeIfPresent(unavailable, forKey: "unavailable")
        try fields.encode(adapters, forKey: "adapters")
        try fields.encodeIfPresent(bondsByItself, forKey: "bondsByItself")
    }
}

/// A hotspot that an app holds.
package struct LeaseStatus: Codable, Hashable, Sendable {
    package var app: String
    /// The latest state.
    package var lease: LeaseUpdate
    /// Absent before the hotspot is joined, and if accessoryd.conf has switched the fence off.
    package var fence: FenceStatus?

    package init(app: String, lease: LeaseUpdate, fence: FenceStatus? = nil) {
        self.app = app
        self.lease = lease
        self.fence = fence
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.value("app")
        lease = try fields.value("lease")
        fence = try fields.optional("fence")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(app, forKey: "app")
        try fields.encode(lease, forKey: "lease")
        try fields.encodeIfPresent(fence, forKey: "fence")
    }
}

/// What keeps a joined hotspot for its app alone.
package struct FenceStatus: Codable, Hashable, Sendable {
    package var kind: FenceStatus.Kind
    /// Whom the kernel lets through: 'cgroup system.slice/camera.service', 'user 1000'.
    package var who: [String]
    /// Why the hotspot has no fence, or why programs are let through by their users, although they have cgroups.
    package var reason: String?
    /// Bytes of the app's.
    package var sent: Int
    /// Bytes of the app's.
    package var received: Int
    /// Packets of other programs that the kernel refused.
    package var refused: Int
    /// Packets from the accessory's side that answered nothing.
    package var keptOut: Int
    /// The programs whose packets were refused, at most 64: 'avahi-daemon.service (uid 107)'.
    package var refusals: [String]

    package init(
        kind: FenceStatus.Kind, who: [String], reason: String? = nil, sent: Int, received: Int, refused: Int,
        keptOut: Int, refusals: [String]
    ) {
        self.kind = kind
        self.who = who
        self.reason = reason
        self.sent = sent
        self.received = received
        self.refused = refused
        self.keptOut = keptOut
        self.refusals = refusals
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        kind = try fields.value("kind")
        who = try fields.value("who")
        reason = try fields.optional("reason")
        sent = try fields.value("sent")
        received = try fields.value("received")
        refused = try fields.value("refused")
        keptOut = try fields.value("keptOut")
        refusals = try fields.value("refusals")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(kind, forKey: "kind")
        try fields.encode(who, forKey: "who")
        try fields.encodeIfPresent(reason, forKey: "reason")
        try fields.encode(sent, forKey: "sent")
        try fields.encode(received, forKey: "received")
        try fields.encode(refused, forKey: "refused")
        try fields.encode(keptOut, forKey: "keptOut")
        try fields.encode(refusals, forKey: "refusals")
    }
}

extension FenceStatus {
    /// How the kernel knows the app.
    package enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
        /// By its cgroup.
        case cgroup
        /// By its user, whose other programs can use the hotspot, too.
        case user
        /// Every program of this machine can use the hotspot.
        case none
    }
}

/// An app's manifest.
package struct AppStatus: Codable, Hashable, Sendable {
    /// The file's name without .conf.
    package var id: String
    /// The app's name for people.
    package var name: String
    /// A name in the icon theme, or a full path.
    package var icon: String?
    /// The manifest's path.
    package var file: String
    /// The technologies by which accessories are set up: WiFi, Bluetooth.
    package var supports: [String]
    /// Who may be this app: 'unit camera.service', 'executable /usr/bin/camera', 'user kiosk'.
    package var identities: [String]
    /// What the app may look for.
    package var descriptors: [DescriptorFields]
    /// If not empty, the app may look only for Bluetooth names that contain one of these.
    package var bluetoothNames: [String]
    /// The radios by which its accessories start it: WiFi, Bluetooth. Empty if nothing does.
    package var startedBy: [String]

    package init(
        id: String, name: String, icon: String? = nil, file: String, supports: [String], identities: [String],
        descriptors: [DescriptorFields], bluetoothNames: [String], startedBy: [String]
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.file = file
        self.supports = supports
        self.identities = identities
        self.descriptors = descriptors
        self.bluetoothNames = bluetoothNames
        self.startedBy = startedBy
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        id = try fields.value("id")
        name = try fields.value("name")
        icon = try fields.optional("icon")
        file = try fields.value("file")
        supports = try fields.value("supports")
        identities = try fields.value("identities")
        descriptors = try fields.value("descriptors")
        bluetoothNames = try fields.value("bluetoothNames")
        startedBy = try fields.value("startedBy")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(id, forKey: "id")
        try fields.encode(name, forKey: "name")
        try fields.encodeIfPresent(icon, forKey: "icon")
        try fields.encode(file, forKey: "file")
        try fields.encode(supports, forKey: "supports")
        try fields.encode(identities, forKey: "identities")
        try fields.encode(descriptors, forKey: "descriptors")
        try fields.encode(bluetoothNames, forKey: "bluetoothNames")
        try fields.encode(startedBy, forKey: "startedBy")
    }
}

/// One Bluetooth device as one radio sees it.
package struct BluetoothDevice: Codable, Hashable, Sendable {
    /// As 02:00:00:00:02:00. If this machine has a bond with the device, it is the identity address.
    package var address: MACAddress
    package var addressKind: BluetoothAddress.Kind
    package var advertisement: AdvertisementFields
    /// In dBm.
    package var rssi: Int?
    package var isBonded: Bool
    /// The radio that sees the device.
    package var adapter: String
    /// The access point among the networks that the agent has correlated with the device, if there is one.
    package var bssid: MACAddress?

    package init(
        address: MACAddress, addressKind: BluetoothAddress.Kind, advertisement: AdvertisementFields, rssi: Int? = nil,
        isBonded: Bool, adapter: String, bssid: MACAddress? = nil
    ) {
        self.address = address
        self.addressKind = addressKind
        self.advertisement = advertisement
        self.rssi = rssi
        self.isBonded = isBonded
        self.adapter = adapter
        self.bssid = bssid
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        address = try fields.value("address")
        addressKind = try fields.value("addressKind")
        advertisement = try fields.value("advertisement")
        rssi = try fields.optional("rssi")
        isBonded = try fields.value("isBonded")
        adapter = try fields.value("adapter")
        bssid = try fields.optional("bssid")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(address, forKey: "address")
        try fields.encode(addressKind, forKey: "addressKind")
        try fields.encode(advertisement, forKey: "advertisement")
        try fields.encodeIfPresent(rssi, forKey: "rssi")
        try fields.encode(isBonded, forKey: "isBonded")
        try fields.encode(adapter, forKey: "adapter")
        try fields.encodeIfPresent(bssid, forKey: "bssid")
    }
}

/// The correlation of one Bluetooth device with a network, or why there is none.
package struct BridgeReport: Codable, Hashable, Sendable {
    package var bluetoothAddress: MACAddress
    package var addressKind: BluetoothAddress.Kind
    package var bluetoothName: String?
    package var rssi: Int?
    package var verdict: BridgeReport.Verdict
    /// The network of the device; with tooClose, the likeliest one.
    package var network: BridgeMatch?
    /// The next likeliest network.
    package var runnerUp: BridgeMatch?
    /// Sentences for people.
    package var explanation: [String]

    package init(
        bluetoothAddress: MACAddress, addressKind: BluetoothAddress.Kind, bluetoothName: String? = nil,
        rssi: Int? = nil, verdict: BridgeReport.Verdict, network: BridgeMatch? = nil, runnerUp: BridgeMatch? = nil,
        explanation: [String]
    ) {
        self.bluetoothAddress = bluetoothAddress
        self.addressKind = addressKind
        self.bluetoothName = bluetoothName
        self.rssi = rssi
        self.verdict = verdict
        self.network = network
        self.runnerUp = runnerUp
        self.explanation = explanation
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        bluetoothAddress = try fields.value("bluetoothAddress")
        addressKind = try fields.value("addressKind")
        bluetoothName = try fields.optional("bluetoothName")
        rssi = try fields.optional("rssi")
        verdict = try fields.value("verdict")
        network = try fields.optional("network")
        runnerUp = try fields.optional("runnerUp")
        explanation = try fields.value("explanation")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encode(addressKind, forKey: "addressKind")
        try fields.encodeIfPresent(bluetoothName, forKey: "bluetoothName")
        try fields.encodeIfPresent(rssi, forKey: "rssi")
        try fields.encode(verdict, forKey: "verdict")
        try fields.encodeIfPresent(network, forKey: "network")
        try fields.encodeIfPresent(runnerUp, forKey: "runnerUp")
        try fields.encode(explanation, forKey: "explanation")
    }
}

extension BridgeReport {
    /// Whether the agent has correlated a Bluetooth device with a network.
    package enum Verdict: String, Codable, Hashable, CaseIterable, Sendable {
        /// The agent has correlated the two.
        case bridged
        /// Several networks may be the device's, and nothing shows which one.
        case tooClose
        /// Nothing that was received points to a network.
        case unknown
    }
}

/// One network that may be a Bluetooth device's, with the evidence for it.
package struct BridgeMatch: Codable, Hashable, Sendable {
    package var ssid: SSID?
    package var bssid: MACAddress
    /// 0 to 1.
    package var strength: Double
    package var evidence: [BridgeEvidence]

    package init(ssid: SSID? = nil, bssid: MACAddress, strength: Double, evidence: [BridgeEvidence]) {
        self.ssid = ssid
        self.bssid = bssid
        self.strength = strength
        self.evidence = evidence
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        ssid = try fields.optional("ssid")
        bssid = try fields.value("bssid")
        strength = try fields.value("strength")
        evidence = try fields.value("evidence")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encode(bssid, forKey: "bssid")
        try fields.encode(strength, forKey: "strength")
        try fields.encode(evidence, forKey: "evidence")
    }
}

/// One piece of evidence for a correlation.
package struct BridgeEvidence: Codable, Hashable, Sendable {
    /// Whose rule it is: GoPro, or an app's identifier.
    package var family: String
    /// What was compared, for people.
    package var text: String
    /// 0 to 1.
    package var weight: Double

    package init(family: String, text: String, weight: Double) {
        self.family = family
        self.text = text
        self.weight = weight
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        family = try fields.value("family")
        text = try fields.value("text")
        weight = try fields.value("weight")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(family, forKey: "family")
        try fields.encode(text, forKey: "text")
        try fields.encode(weight, forKey: "weight")
    }
}

/// A set-up of an accessory without a person, and its outcome.
package struct PlanStatus: Codable, Hashable, Sendable {
    /// The file's name without .conf.
    package var id: String
    /// The app to which the accessory is granted.
    package var app: String
    /// The accessory's name for people. If absent, it is the app's.
    package var name: String?
    /// Which accessory it is. Empty with label.
    package var descriptor: DescriptorFields
    /// What the label calls the accessory, its address or the label's place, if a label of Wi-Fi Easy Connect names
    /// it.
    package var label: String?
    /// Only (there must be one that matches), strongest, all, or the BSSID of the one access point that is meant.
    package var choose: String
    /// Restore (the agent grants the accessory and restores the uplink), keep (the agent holds the accessory's
    /// network), run (a program runs while the accessory is joined) or provision (the accessory gets the home
    /// network).
    package var afterwards: String
    /// If this plan fails, all fail.
    package var isRequired: Bool
    /// The plan's path.
    package var file: String
    package var state: PlanStatus.State
    /// The accessories that the plan has set up, by identifier.
    package var accessories: [String]
    /// How often the plan has tried to join since it became due.
    package var attempts: Int
    /// Why the last attempt failed.
    package var error: AccessoryError?
    /// When the state last changed, in seconds since 1970, UTC. Absent if the plan never ran.
    package var changed: Timestamp?

    package init(
        id: String, app: String, name: String? = nil, descriptor: DescriptorFields, label: String? = nil,
        choose: String, afterwards: String, isRequired: Bool, file: String, state: PlanStatus.State,
        accessories: [String], attempts: Int, error: AccessoryError? = nil, changed: Timestamp? = nil
    ) {
        self.id = id
        self.app = app
        self.name = name
        self.descriptor = descriptor
        self.label = label
        self.choose = choose
        self.afterwards = afterwards
        self.isRequired = isRequired
        self.file = file
        self.state = state
        self.accessories = accessories
        self.attempts = attempts
        self.error = error
        self.changed = changed
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        id = try fields.value("id")
        app = try fields.value("app")
        name = try fields.optional("name")
        descriptor = try fields.value("descriptor")
        label = try fields.optional("label")
        choose = try fields.value("choose")
        afterwards = try fields.value("afterwards")
        isRequired = try fields.value("isRequired")
        file = try fields.value("file")
        state = try fields.value("state")
        accessories = try fields.value("accessories")
        attempts = try fields.value("attempts")
        error = try fields.optional("error")
        changed = try fields.optional("changed")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(id, forKey: "id")
        try fields.encode(app, forKey: "app")
        try fields.encodeIfPresent(name, forKey: "name")
        try fields.encode(descriptor, forKey: "descriptor")
        try fields.encodeIfPresent(label, forKey: "label")
        try fields.encode(choose, forKey: "choose")
        try fields.encode(afterwards, forKey: "afterwards")
        try fields.encode(isRequired, forKey: "isRequired")
        try fields.encode(file, forKey: "file")
        try fields.encode(state, forKey: "state")
        try fields.encode(accessories, forKey: "accessories")
        try fields.encode(attempts, forKey: "attempts")
        try fields.encodeIfPresent(error, forKey: "error")
        try fields.encodeIfPresent(changed, forKey: "changed")
    }
}

extension PlanStatus {
    /// The state of a plan.
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// The plan has not run yet, or the agent ended while it was carried out, or something has changed since it was
        /// done: the plan, the access record or, for a plan that is for every boot, the boot.
        case pending
        /// The plan is being carried out.
        case running
        /// The plan is done.
        case done
        /// The plan is done, and the agent holds the accessory's network.
        case kept
        /// The plan failed.
        case failed
    }
}

extension PlanUpdate {
    /// The state of a plan in a run. The last one is done, kept, failed or skipped.
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// The agent looks for the accessory, or waits for the radio or another plan.
        case waiting
        /// The accessory was found, and the agent sets it up.
        case trying
        /// The program of the plan must run now.
        case running
        /// The agent restores the uplink.
        case restoring
        /// The plan is done.
        case done
        /// The plan is done, and the agent holds the accessory's network.
        case kept
        /// The plan failed.
        case failed
        /// The plan was done before.
        case skipped
    }
}

/// The network that a plan hands over to its program. The plan's file defines the program, and the caller reads
/// that file itself. Nothing that comes by this socket decides what is executed.
package struct PlanProgram: Codable, Hashable, Sendable {
    package var link: Link
    package var ssid: SSID

    package init(link: Link, ssid: SSID) {
        self.link = link
        self.ssid = ssid
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        link = try fields.value("link")
        ssid = try fields.value("ssid")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(link, forKey: "link")
        try fields.encode(ssid, forKey: "ssid")
    }
}

/// A plan whose program the caller cannot run.
package struct PlanObstacle: Codable, Hashable, Sendable {
    package var plan: String
    /// For people.
    package var reason: String

    package init(plan: String, reason: String) {
        self.plan = plan
        self.reason = reason
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        plan = try fields.value("plan")
        reason = try fields.value("reason")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(plan, forKey: "plan")
        try fields.encode(reason, forKey: "reason")
    }
}

/// What the program of a plan with Afterwards=provision is asked for.
package struct ProvisionOrder: Codable, Hashable, Sendable {
    /// The accessory's family, as accessoryd-plan(5) names it. Absent if the accessory's network shows it.
    package var family: String?
    /// The user that belongs to the secret, if the label has one.
    package var user: String?
    /// The proof of possession, the password or the PIN of the accessory's label.
    package var secret: String?
    /// The weakest protection with which the passphrase may be sent: clear-text, link, session or proven.
    package var leastProtection: String
    /// The security of the accessory's own network, as in AccessRecord. Absent if it is unknown.
    package var security: String?

    package init(
        family: String? = nil, user: String? = nil, secret: String? = nil, leastProtection: String,
        security: String? = nil
    ) {
        self.family = family
        self.user = user
        self.secret = secret
        self.leastProtection = leastProtection
        self.security = security
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        family = try fields.optional("family")
        user = try fields.optional("user")
        secret = try fields.optional("secret")
        leastProtection = try fields.value("leastProtection")
        security = try fields.optional("security")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(family, forKey: "family")
        try fields.encodeIfPresent(user, forKey: "user")
        try fields.encodeIfPresent(secret, forKey: "secret")
        try fields.encode(leastProtection, forKey: "leastProtection")
        try fields.encodeIfPresent(security, forKey: "security")
    }
}

/// An accessory in range that takes a home network, by what it sends to everybody. Nothing here is proven.
package struct NewAccessory: Codable, Hashable, Sendable {
    /// The SSID of its hotspot, or its Bluetooth name, for people.
    package var name: String
    /// How it takes the network, as Family in accessoryd-plan(5).
    package var family: String
    /// The family's name for people.
    package var familyName: String
    /// The identifier is the family's own. Otherwise the name is one that its devices often have.
    package var isCertain: Bool
    /// Of its hotspot, as in Network. Absent over Bluetooth.
    package var ssid: SSID?
    /// Of its hotspot, as in Network. Absent over Bluetooth.
    package var bssid: MACAddress?
    /// Of its hotspot, as in Network. Absent over Bluetooth.
    package var security: Security?
    /// Of its hotspot, as in Network. Absent over Bluetooth.
    package var signal: Int?
    /// As in BluetoothDevice. Absent over Wi-Fi.
    package var bluetoothAddress: MACAddress?
    /// As in BluetoothDevice. Absent over Wi-Fi.
    package var rssi: Int?
    /// Some devices of the family ask for a secret of their label.
    package var mayNeedProof: Bool
    /// Whoever listens can read the home network's passphrase while it is handed over, unless the accessory has a
    /// session of its own.
    package var isClearText: Bool
    /// The agent has put the accessory of this hotspot on the home network, and the hotspot is open again. Absent
    /// if not.
    package var wasReset: Bool?
    /// IdentifyAccessory has it show which one it is. Absent if it cannot.
    package var identifies: Bool?

    package init(
        name: String, family: String, familyName: String, isCertain: Bool, ssid: SSID? = nil, bssid: MACAddress? = nil,
        security: Security? = nil, signal: Int? = nil, bluetoothAddress: MACAddress? = nil, rssi: Int? = nil,
        mayNeedProof: Bool, isClearText: Bool, wasReset: Bool? = nil, identifies: Bool? = nil
    ) {
        self.name = name
        self.family = family
        self.familyName = familyName
        self.isCertain = isCertain
        self.ssid = ssid
        self.bssid = bssid
        self.security = security
        self.signal = signal
        self.bluetoothAddress = bluetoothAddress
        self.rssi = rssi
        self.mayNeedProof = mayNeedProof
        self.isClearText = isClearText
        self.wasReset = wasReset
        self.identifies = identifies
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.value("name")
        family = try fields.value("family")
        familyName = try fields.value("familyName")
        isCertain = try fields.value("isCertain")
        ssid = try fields.optional("ssid")
        bssid = try fields.optional("bssid")
        security = try fields.optional("security")
        signal = try fields.optional("signal")
        bluetoothAddress = try fields.optional("bluetoothAddress")
        rssi = try fields.optional("rssi")
        mayNeedProof = try fields.value("mayNeedProof")
        isClearText = try fields.value("isClearText")
        wasReset = try fields.optional("wasReset")
        identifies = try fields.optional("identifies")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(name, forKey: "name")
        try fields.encode(family, forKey: "family")
        try fields.encode(familyName, forKey: "familyName")
        try fields.encode(isCertain, forKey: "isCertain")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(bssid, forKey: "bssid")
        try fields.encodeIfPresent(security, forKey: "security")
        try fields.encodeIfPresent(signal, forKey: "signal")
        try fields.encodeIfPresent(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encodeIfPresent(rssi, forKey: "rssi")
        try fields.encode(mayNeedProof, forKey: "mayNeedProof")
        try fields.encode(isClearText, forKey: "isClearText")
        try fields.encodeIfPresent(wasReset, forKey: "wasReset")
        try fields.encodeIfPresent(identifies, forKey: "identifies")
    }
}

extension OtherAccessory {
    /// What adds an accessory that the agent cannot add.
    package enum Ecosystem: String, Codable, Hashable, CaseIterable, Sendable {
        /// A Matter controller.
        case matter
        /// An Apple device.
        case homeKit
    }
}

/// An accessory in range that waits for another program, by its advertisement. Nothing here is proven.
package struct OtherAccessory: Codable, Hashable, Sendable {
    /// Its Bluetooth name, or its address, for people.
    package var name: String
    package var ecosystem: OtherAccessory.Ecosystem
    /// The program, for people.
    package var addedBy: String
    /// As in BluetoothDevice.
    package var bluetoothAddress: MACAddress
    /// As in BluetoothDevice.
    package var rssi: Int?
    /// Of Matter, 12 bits, by which a label names the accessory.
    package var discriminator: Int?
    /// Of Matter. The accessory may hide them.
    package var vendor: Int?
    /// Of Matter. The accessory may hide them.
    package var product: Int?
    /// Of HomeKit. The kind of accessory: 7 is an outlet.
    package var category: Int?
    /// Of HomeKit. The accessory's identifier, in the form of an address.
    package var device: MACAddress?
    /// Of HomeKit: 4 bytes in hexadecimal digits, which follow from device and the label. Older accessories have
    /// none.
    package var setupHash: String?

    package init(
        name: String, ecosystem: OtherAccessory.Ecosystem, addedBy: String, bluetoothAddress: MACAddress,
        rssi: Int? = nil, discriminator: Int? = nil, vendor: Int? = nil, product: Int? = nil, category: Int? = nil,
        device: MACAddress? = nil, setupHash: String? = nil
    ) {
        self.name = name
        self.ecosystem = ecosystem
        self.addedBy = addedBy
        self.bluetoothAddress = bluetoothAddress
        self.rssi = rssi
        self.discriminator = discriminator
        self.vendor = vendor
        self.product = product
        self.category = category
        self.device = device
        self.setupHash = setupHash
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.value("name")
        ecosystem = try fields.value("ecosystem")
        addedBy = try fields.value("addedBy")
        bluetoothAddress = try fields.value("bluetoothAddress")
        rssi = try fields.optional("rssi")
        discriminator = try fields.optional("discriminator")
        vendor = try fields.optional("vendor")
        product = try fields.optional("product")
        category = try fields.optional("category")
        device = try fields.optional("device")
        setupHash = try fields.optional("setupHash")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(name, forKey: "name")
        try fields.encode(ecosystem, forKey: "ecosystem")
        try fields.encode(addedBy, forKey: "addedBy")
        try fields.encode(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encodeIfPresent(rssi, forKey: "rssi")
        try fields.encodeIfPresent(discriminator, forKey: "discriminator")
        try fields.encodeIfPresent(vendor, forKey: "vendor")
        try fields.encodeIfPresent(product, forKey: "product")
        try fields.encodeIfPresent(category, forKey: "category")
        try fields.encodeIfPresent(device, forKey: "device")
        try fields.encodeIfPresent(setupHash, forKey: "setupHash")
    }
}

extension Namesake {
    /// Why something in range is no new accessory.
    package enum Reason: String, Codable, Hashable, CaseIterable, Sendable {
        /// Nothing that it sends shows how it takes a network, and the request names no family.
        case noFamily
        /// Its family takes a network over the other radio, or by its label.
        case otherWay
        /// It reports that somebody is handing a network over to it.
        case busy
        /// It reports that it is on a network already.
        case onNetwork
        /// It reports that it takes no network at the moment.
        case stopped
    }
}

/// Something in range that has the name or the address of a request, and is no new accessory. Nothing here is
/// proven.
package struct Namesake: Codable, Hashable, Sendable {
    /// The SSID of a network, or the Bluetooth name of a device, for people.
    package var name: String
    /// Of a network, as in Network. Absent over Bluetooth.
    package var ssid: SSID?
    /// Of a network, as in Network. Absent over Bluetooth.
    package var bssid: MACAddress?
    /// Of a device, as in BluetoothDevice. Absent over Wi-Fi.
    package var bluetoothAddress: MACAddress?
    package var reason: Namesake.Reason
    /// The reason, for people.
    package var explanation: String

    package init(
        name: String, ssid: SSID? = nil, bssid: MACAddress? = nil, bluetoothAddress: MACAddress? = nil,
        reason: Namesake.Reason, explanation: String
    ) {
        self.name = name
        self.ssid = ssid
        self.bssid = bssid
        self.bluetoothAddress = bluetoothAddress
        self.reason = reason
        self.explanation = explanation
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.value("name")
        ssid = try fields.optional("ssid")
        bssid = try fields.optional("bssid")
        bluetoothAddress = try fields.optional("bluetoothAddress")
        reason = try fields.value("reason")
        explanation = try fields.value("explanation")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(name, forKey: "name")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(bssid, forKey: "bssid")
        try fields.encodeIfPresent(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encode(reason, forKey: "reason")
        try fields.encode(explanation, forKey: "explanation")
    }
}

/// What an accessory says of itself. Nothing here is proven.
package struct ReportedDevice: Codable, Hashable, Sendable {
    package var name: String?
    package var model: String?
    package var version: String?
    /// Of its station, by which the home network knows it.
    package var address: MACAddress?

    package init(name: String? = nil, model: String? = nil, version: String? = nil, address: MACAddress? = nil) {
        self.name = name
        self.model = model
        self.version = version
        self.address = address
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.optional("name")
        model = try fields.optional("model")
        version = try fields.optional("version")
        address = try fields.optional("address")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(name, forKey: "name")
        try fields.encodeIfPresent(model, forKey: "model")
        try fields.encodeIfPresent(version, forKey: "version")
        try fields.encodeIfPresent(address, forKey: "address")
    }
}

extension OnboardProgress {
    /// A step on the way to the home network.
    package enum Step: String, Codable, Hashable, CaseIterable, Sendable {
        /// The agent joins the accessory's hotspot, or connects to it over Bluetooth.
        case joining
        /// The accessory has said what it is.
        case identified
        /// The proof is being checked.
        case securing
        /// The accessory is getting the network.
        case handingOver
        /// The accessory tries to join the network.
        case waitingForAccessory
        /// The agent restores the uplink.
        case restoring
        /// The agent looks for the accessory on the home network.
        case lookingForIt
        /// The end, with its outcome.
        case ended
    }
}

/// How an accessory's way to the home network ended; accessory-provision(1) has the causes and the cures.
package enum OnboardOutcome: String, Codable, Hashable, CaseIterable, Sendable {
    /// The accessory reports that it is on the network, or the network shows it as the order demands.
    case onNetwork
    /// The accessory has the network, and only that network can show whether it arrived.
    case unknown
    /// The network did not take the passphrase.
    case wrongPassphrase
    /// The accessory does not see the network.
    case networkNotInReach
    /// The accessory did not take the proof, or needs one.
    case wrongProof
    /// A person has to press the accessory's button first.
    case buttonNeeded
    /// The accessory's hotspot has no page that takes a network.
    case portalNotServed
    /// The accessory refused.
    case refused
    /// The connection to the accessory ended before it had the network.
    case vanished
    /// The accessory has the network, and the network does not show it as the order demands.
    case notSeen
}

extension ReportedArrival {
    /// How sure it is that an accessory is on the home network.
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// A key shows it, or the station address that it must have, by an answer of that station.
        case confirmed
        /// Something shows it that others could imitate.
        case likely
        /// Several stations may be it, and the agent does not guess.
        case ambiguous
        /// Nothing shows it.
        case notSeen
    }
}

/// What the home network shows of an accessory.
package struct ReportedArrival: Codable, Hashable, Sendable {
    package var state: ReportedArrival.State
    /// Where it is, if it is confirmed or likely.
    package var address: String?
    /// The name of its host, by its own word.
    package var host: String?
    /// The address of its station.
    package var station: MACAddress?
    /// The reason, the strongest first: key, ownInterface, station, name, address.
    package var evidence: String?

    package init(
        state: ReportedArrival.State, address: String? = nil, host: String? = nil, station: MACAddress? = nil,
        evidence: String? = nil
    ) {
        self.state = state
        self.address = address
        self.host = host
        self.station = station
        self.evidence = evidence
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        state = try fields.value("state")
        address = try fields.optional("address")
        host = try fields.optional("host")
        station = try fields.optional("station")
        evidence = try fields.optional("evidence")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(state, forKey: "state")
        try fields.encodeIfPresent(address, forKey: "address")
        try fields.encodeIfPresent(host, forKey: "host")
        try fields.encodeIfPresent(station, forKey: "station")
        try fields.encodeIfPresent(evidence, forKey: "evidence")
    }
}

/// A home network, and the accessories that have it.
package struct ResidentNetwork: Codable, Hashable, Sendable {
    /// Absent for accessories of which the agent does not know the network: it put them there before it kept that.
    package var ssid: SSID?
    /// The radios of this machine that are on it.
    package var interfaces: [String]
    package var residents: [Resident]

    package init(ssid: SSID? = nil, interfaces: [String], residents: [Resident]) {
        self.ssid = ssid
        self.interfaces = interfaces
        self.residents = residents
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        ssid = try fields.optional("ssid")
        interfaces = try fields.value("interfaces")
        residents = try fields.value("residents")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encode(interfaces, forKey: "interfaces")
        try fields.encode(residents, forKey: "residents")
    }
}

/// An accessory that the agent has put on a home network.
package struct Resident: Codable, Hashable, Sendable {
    /// Its identifier.
    package var accessory: String
    package var name: String
    /// As Family in accessoryd-plan(5). Absent if it is unknown.
    package var family: String?
    /// As in AccessoryStatus.
    package var location: Location?
    /// Why the agent cannot move it to another network over this one, and what a person has to do, for people.
    /// Absent if it can.
    package var obstacle: String?
    /// The agent can give it another network over its own hotspot, or over Bluetooth, when that is there. Absent if
    /// not.
    package var fallsBack: Bool?
    /// The network to which it is moved. Absent if none.
    package var movesTo: SSID?
    /// With movesTo, how far it is.
    package var step: MoveState?

    package init(
        accessory: String, name: String, family: String? = nil, location: Location? = nil, obstacle: String? = nil,
        fallsBack: Bool? = nil, movesTo: SSID? = nil, step: MoveState? = nil
    ) {
        self.accessory = accessory
        self.name = name
        self.family = family
        self.location = location
        self.obstacle = obstacle
        self.fallsBack = fallsBack
        self.movesTo = movesTo
        self.step = step
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        name = try fields.value("name")
        family = try fields.optional("family")
        location = try fields.optional("location")
        obstacle = try fields.optional("obstacle")
        fallsBack = try fields.optional("fallsBack")
        movesTo = try fields.optional("movesTo")
        step = try fields.optional("step")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(name, forKey: "name")
        try fields.encodeIfPresent(family, forKey: "family")
        try fields.encodeIfPresent(location, forKey: "location")
        try fields.encodeIfPresent(obstacle, forKey: "obstacle")
        try fields.encodeIfPresent(fallsBack, forKey: "fallsBack")
        try fields.encodeIfPresent(movesTo, forKey: "movesTo")
        try fields.encodeIfPresent(step, forKey: "step")
    }
}

extension MoveProgress {
    /// A step on an accessory's way from one home network to another.
    package enum Step: String, Codable, Hashable, CaseIterable, Sendable {
        /// The agent looks for the accessory on the network that it has.
        case looking
        /// The agent joins the accessory's own hotspot, or connects to it over Bluetooth.
        case joining
        /// The accessory has said what it is.
        case identified
        /// The accessory is getting the other network.
        case handingOver
        /// The accessory tries to join it.
        case waitingForAccessory
        /// The agent looks for the accessory there.
        case lookingForIt
        /// The end, with its outcome.
        case ended
    }
}

/// One device, and what each app has of it.
package struct AccessoryStatus: Codable, Hashable, Sendable {
    /// The accessory as the first app knows it, whose name and picture stay.
    package var accessory: Accessory
    package var records: [AccessRecord]
    /// Where it is on the home network. Absent if the agent has not seen it there.
    package var location: Location?
    /// True if a person gave it its image. Otherwise it is absent.
    package var hasOwnImage: Bool?
    /// IdentifyAccessory may have it show which one it is. Absent if its family cannot, or the caller may not.
    package var identifies: Bool?

    package init(
        accessory: Accessory, records: [AccessRecord], location: Location? = nil, hasOwnImage: Bool? = nil,
        identifies: Bool? = nil
    ) {
        self.accessory = accessory
        self.records = records
        self.location = location
        self.hasOwnImage = hasOwnImage
        self.identifies = identifies
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        records = try fields.value("records")
        location = try fields.optional("location")
        hasOwnImage = try fields.optional("hasOwnImage")
        identifies = try fields.optional("identifies")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(records, forKey: "records")
        try fields.encodeIfPresent(location, forKey: "location")
        try fields.encodeIfPresent(hasOwnImage, forKey: "hasOwnImage")
        try fields.encodeIfPresent(identifies, forKey: "identifies")
    }
}

/// One event in the agent.
package struct MonitorEvent: Codable, Hashable, Sendable {
    /// Seconds since 1970, UTC.
    package var time: Timestamp
    package var kind: MonitorEvent.Kind
    /// The app that the event is about.
    package var app: String?
    /// The event, for people.
    package var text: String

    package init(time: Timestamp, kind: MonitorEvent.Kind, app: String? = nil, text: String) {
        self.time = time
        self.kind = kind
        self.app = app
        self.text = text
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        time = try fields.value("time")
        kind = try fields.value("kind")
        app = try fields.optional("app")
        text = try fields.value("text")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(time, forKey: "time")
        try fields.encode(kind, forKey: "kind")
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encode(text, forKey: "text")
    }
}

extension MonitorEvent {
    /// What an event in the agent is about.
    package enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
        case session
        case lease
        case access
        case radio
        case configuration
        case plan
        case location
    }
}
