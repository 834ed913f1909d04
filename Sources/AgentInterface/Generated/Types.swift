// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from Interfaces/*.varlink. Change those.

package import AccessoryModel

/// One thing that an app looks for, as the picker is to show it.
package struct DisplayItem: Codable, Hashable, Sendable {
    /// The accessory's name for people: one line of 1 to 255 bytes, not blank, without control characters and those
    /// that turn the direction of text. When the accessory is added it is its displayName.
    package var name: String
    /// A picture as data:image/png;base64,... (PNG, JPEG, GIF or WebP, 256 KiB and 1024 by 1024 pixels at most), or
    /// a path below /usr/share, or an icon's name. It is shown in a box of 180 by 120.
    package var image: String?
    /// What is looked for; the app's manifest must allow it.
    package var descriptor: DescriptorFields
    /// The network's, where the app knows it (from a label, or its maker); else the picker asks for it. 8 to 63
    /// printable ASCII characters, or 64 hexadecimal digits.
    package var passphrase: String?
    /// What happens between the choice and the grant.
    package var setupOptions: [SetupOption]?
    /// Ssid where the app gives the network the name that the person gives; the record has it from then on, if the
    /// app's manifest allows it.
    package var renameOptions: [RenameOption]?

    package init(
        name: String, image: String? = nil, descriptor: DescriptorFields, passphrase: String? = nil,
        setupOptions: [SetupOption]? = nil, renameOptions: [RenameOption]? = nil
    ) {
        self.name = name
        self.image = image
        self.descriptor = descriptor
        self.passphrase = passphrase
        self.setupOptions = setupOptions
        self.renameOptions = renameOptions
    }
}

package enum SetupOption: String, Codable, Hashable, CaseIterable, Sendable {
    /// The person is asked for the accessory's name, unless others have it already.
    case rename
    /// What was chosen waits, joined, until the app calls FinishAuthorization or FailAuthorization, for 120
    /// seconds.
    case confirmAuthorization
    /// The picker tells the person at the end to go on in the app.
    case finishInApp
}

/// An accessory that an app set up by other means before.
package struct MigrationItem: Codable, Hashable, Sendable {
    /// As in a DisplayItem; an accessory that is known already keeps its own.
    package var name: String
    /// As in a DisplayItem; an accessory that is known already keeps its own.
    package var image: String?
    /// Its whole SSID; the app's manifest must allow it.
    package var ssid: String?
    /// As 02:00:00:00:01:00. At least one of the two.
    package var bluetoothAddress: String?

    package init(name: String, image: String? = nil, ssid: String? = nil, bluetoothAddress: String? = nil) {
        self.name = name
        self.image = image
        self.ssid = ssid
        self.bluetoothAddress = bluetoothAddress
    }
}

/// One discovered accessory that a person may choose.
package struct DiscoveredItem: Codable, Hashable, Sendable {
    /// The id that accessoryDiscovered gave.
    package var accessory: String
    /// As in a DisplayItem; an accessory that an app has already keeps its own.
    package var name: String
    /// As in a DisplayItem; an accessory that an app has already keeps its own.
    package var image: String?

    package init(accessory: String, name: String, image: String? = nil) {
        self.accessory = accessory
        self.name = name
        self.image = image
    }
}

package struct HotspotStatus: Codable, Hashable, Sendable {
    package var hotspot: HotspotConfiguration
    /// Only where it was asked for by who may see it.
    package var passphrase: String?

    package init(hotspot: HotspotConfiguration, passphrase: String? = nil) {
        self.hotspot = hotspot
        self.passphrase = passphrase
    }
}

/// One state of a joined hotspot, in this order: scanning, only when the network has to be looked for first;
/// associating, authenticating and addressing, once more when the first attempt failed; joined, with link; left,
/// with error unless the holder left by itself; restoring, for each attempt to restore the earlier network that
/// failed, with error; restored, when the earlier network is back. Where nothing had been cut yet, nothing is
/// restored, and an error may end the call without left. When somebody else put the radio on another network, left
/// is the last: that network is not fought. After about two minutes without success RestoreFailed ends the call;
/// the agent goes on trying.
package struct LeaseUpdate: Codable, Hashable, Sendable {
    package var state: LeaseUpdate.State
    /// The network's, in the same form as an Accessory's.
    package var ssid: SSID
    /// Where the accessory is to be reached; with joined.
    package var link: Link?
    /// The profile's name of the network that joining cuts, absent when none is; with left and restoring: the one
    /// that is being restored; with restored: the one that is back.
    package var cuts: String?
    /// Why; with left and restoring.
    package var error: AccessoryError?

    package init(
        state: LeaseUpdate.State, ssid: SSID, link: Link? = nil, cuts: String? = nil, error: AccessoryError? = nil
    ) {
        self.state = state
        self.ssid = ssid
        self.link = link
        self.cuts = cuts
        self.error = error
    }
}

extension LeaseUpdate {
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        case scanning
        case associating
        case authenticating
        case addressing
        case joined
        case left
        case restoring
        case restored
    }
}

package struct BluetoothReach: Codable, Hashable, Sendable {
    /// BlueZ has not heard it lately, or is not running.
    package var isAway: Bool
    /// BlueZ's object on the system bus, while it is not away. It changes with the address of a device that has no
    /// bond.
    package var path: String?

    package init(isAway: Bool, path: String? = nil) {
        self.isAway = isAway
        self.path = path
    }
}

/// One accessory that a person may choose.
package struct PickerItem: Codable, Hashable, Sendable {
    /// Stable while the presentation lasts.
    package var id: String
    /// The app's name for it; the one that it has already when isShared.
    package var name: String
    /// What GetImage takes, or an icon's name.
    package var image: String?
    /// Its network's name heard over the air, shown so that a person can check it; absent, with all that is said of
    /// the network, while only its Bluetooth side is known. An SSID is 1 to 32 bytes in no particular encoding,
    /// written as UTF-8, where the bytes of what a terminal cannot show plainly (not valid UTF-8, control
    /// characters, combining marks, emoji) become \xNN, and a backslash becomes \\.
    package var ssid: SSID?
    /// The access point, as 02:00:00:00:01:00.
    package var bssid: MACAddress?
    /// 0 to 100; the network's, or without one the Bluetooth side's.
    package var signal: Int
    /// MHz.
    package var frequency: Int?
    /// Open, owe, wpa2, wpa2-wpa3 or wpa3.
    package var security: Security?
    /// The radio that will join it.
    package var interface: String?
    /// Its Bluetooth side, where that is known: the name heard over the air, and the address. One item with both is
    /// one device: the bridge knows it.
    package var bluetoothName: String?
    /// Its Bluetooth side, where that is known: the name heard over the air, and the address. One item with both is
    /// one device: the bridge knows it.
    package var bluetoothAddress: MACAddress?
    /// The profile's name of the network that joining will cut; absent when none is.
    package var cuts: String?
    /// The app gave none, so ask for it.
    package var needsPassphrase: Bool
    /// Another app has it already; choosing shares it, and it keeps its name and picture.
    package var isShared: Bool
    /// It was heard and is not any more, so that it cannot be chosen. It keeps its place and may come back.
    package var isGone: Bool

    package init(
        id: String, name: String, image: String? = nil, ssid: SSID? = nil, bssid: MACAddress? = nil, signal: Int,
        frequency: Int? = nil, security: Security? = nil, interface: String? = nil, bluetoothName: String? = nil,
        bluetoothAddress: MACAddress? = nil, cuts: String? = nil, needsPassphrase: Bool, isShared: Bool, isGone: Bool
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
    }
}

/// What a picker is told. Fields that do not belong to the kind are absent.
package struct PickerUpdate: Codable, Hashable, Sendable {
    package var kind: PickerUpdate.Kind
    /// Which one; with every kind but registered.
    package var presentation: String?
    /// The asking app's identifier, and its name for people.
    package var app: String?
    /// The asking app's identifier, and its name for people.
    package var appName: String?
    /// With items: all that was heard, 64 at most. Those shown before keep their order, new ones follow.
    package var items: [PickerItem]?
    /// With progress, one of the two.
    package var step: SetupStep?
    /// With progress, one of the two.
    package var lease: LeaseUpdate?
    /// With dismissed: why, unless it succeeded; with nothingFound: why nothing can be chosen.
    package var error: AccessoryError?
    /// With items: every channel was visited at least once.
    package var isComplete: Bool?
    /// With items: how many more match, where some do.
    package var notShown: Int?
    /// With question.
    package var question: PickerQuestion?
    /// With dismissed: the person goes on in the app.
    package var finishInApp: Bool?

    package init(
        kind: PickerUpdate.Kind, presentation: String? = nil, app: String? = nil, appName: String? = nil,
        items: [PickerItem]? = nil, step: SetupStep? = nil, lease: LeaseUpdate? = nil, error: AccessoryError? = nil,
        isComplete: Bool? = nil, notShown: Int? = nil, question: PickerQuestion? = nil, finishInApp: Bool? = nil
    ) {
        self.kind = kind
        self.presentation = presentation
        self.app = app
        self.appName = appName
        self.items = items
        self.step = step
        self.lease = lease
        self.error = error
        self.isComplete = isComplete
        self.notShown = notShown
        self.question = question
        self.finishInApp = finishInApp
    }
}

extension PickerUpdate {
    package enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
        /// First of all; presentations will come.
        case registered
        /// A presentation begins, or its items changed.
        case items
        /// A choice was made and is being carried out; step or lease says how far it is.
        case progress
        /// The person is asked something; it stands until it is answered or another update but progress comes.
        case question
        /// Nothing was found, and the app is not told why. Cancel closes it; it closes by itself after a minute.
        case nothingFound
        /// The presentation is over. The picker goes on showing an error until the person has seen it.
        case dismissed
    }
}

/// What is done with a choice over Bluetooth before its network is joined. transportBridging: Bluetooth Classic is
/// brought up beside LE. readingNetwork: the accessory is asked for its network. locatingNetwork: that is looked
/// for.
package enum SetupStep: String, Codable, Hashable, CaseIterable, Sendable {
    case pairing
    case transportBridging
    case readingNetwork
    case locatingNetwork
}

/// What the person is asked.
package struct PickerQuestion: Codable, Hashable, Sendable {
    /// Which question it is.
    package var id: String
    package var kind: PickerQuestion.Kind
    /// The accessory's, or with migration the app's.
    package var name: String
    /// The accessory's, or with migration the app's.
    package var image: String?
    /// With passphrase the network's SSID; with name the suggestion; with authorization what the app would have;
    /// with network, pairing and repairing what it is called over the air; with security the network's SSID; with
    /// numericComparison and displayPasskey the number.
    package var text: String?
    /// With passphrase: why the one before was refused.
    package var error: String?
    /// With migration.
    package var items: [MigrationItem]?
    /// With network.
    package var networks: [WiFiNetwork]?
    /// With security.
    package var change: SecurityChange?

    package init(
        id: String, kind: PickerQuestion.Kind, name: String, image: String? = nil, text: String? = nil,
        error: String? = nil, items: [MigrationItem]? = nil, networks: [WiFiNetwork]? = nil,
        change: SecurityChange? = nil
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
    }
}

extension PickerQuestion {
    package enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
        /// The network refused the one before; declining gives up.
        case passphrase
        /// What the accessory shall be called; declining keeps the suggestion.
        case name
        /// Whether the app may go on using the items, which it set up by other means.
        case migration
        /// Whether the app may have what text says of an accessory that it has already.
        case authorization
        /// Which of networks is the accessory's, where what was heard does not tell; the answer's text is its bssid,
        /// and declining gives up.
        case network
        /// The network is secured with less than expected, or another device poses as it: whether to accept it as new.
        /// Only a person may.
        case security
        /// Whether to pair with the accessory, where nothing is compared. repairing: it has forgotten the bond of an
        /// earlier pairing, or somebody poses as it: whether to forget it here too and pair again.
        case pairing
        case repairing
        /// What the accessory shows is to be typed here. numericComparison: whether it shows the same number.
        /// displayPasskey: the number is to be typed there; only declining is an answer, and it is over when progress
        /// tells of another step than pairing.
        case passkey
        case numericComparison
        case displayPasskey
    }
}

/// One Wi-Fi radio.
package struct AdapterStatus: Codable, Hashable, Sendable {
    /// Its network interface, such as wlan0.
    package var interface: String
    package var state: AdapterStatus.State
    /// With connecting and connected: the profile's name; with accessory: the SSID; with unusable: why, and the
    /// cure.
    package var detail: String?

    package init(interface: String, state: AdapterStatus.State, detail: String? = nil) {
        self.interface = interface
        self.state = state
        self.detail = detail
    }
}

extension AdapterStatus {
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// On no network. connecting: on the way to a network that is not the agent's. connected: on it. accessory: on
        /// one that the agent joined, or on the way there.
        case idle
        case connecting
        case connected
        case accessory
        case unusable
    }
}

/// One Bluetooth radio.
package struct BluetoothAdapterStatus: Codable, Hashable, Sendable {
    /// Such as hci0.
    package var name: String
    package var address: MACAddress
    /// Why it cannot be used, and the cure.
    package var unavailable: String?

    package init(name: String, address: MACAddress, unavailable: String? = nil) {
        self.name = name
        self.address = address
        self.unavailable = unavailable
    }
}

/// The machine's Bluetooth.
package struct BluetoothStatus: Codable, Hashable, Sendable {
    /// What drives the radios: 'BlueZ'.
    package var backend: String
    /// Why no radio can be used, when none can.
    package var unavailable: String?
    package var adapters: [BluetoothAdapterStatus]

    package init(backend: String, unavailable: String? = nil, adapters: [BluetoothAdapterStatus]) {
        self.backend = backend
        self.unavailable = unavailable
        self.adapters = adapters
    }
}

/// A hotspot that an app holds.
package struct LeaseStatus: Codable, Hashable, Sendable {
    package var app: String
    package var lease: LeaseUpdate

    package init(app: String, lease: LeaseUpdate) {
        self.app = app
        self.lease = lease
    }
}

/// An app's manifest.
package struct AppStatus: Codable, Hashable, Sendable {
    /// Its file's name without .conf.
    package var id: String
    /// For people.
    package var name: String
    /// A name in the icon theme, or a full path.
    package var icon: String?
    /// The manifest's path.
    package var file: String
    /// What accessories are set up by: WiFi, Bluetooth.
    package var supports: [String]
    /// Who may be this app: 'unit camera.service', 'executable /usr/bin/camera', 'user kiosk'.
    package var identities: [String]
    /// What it may look for.
    package var descriptors: [DescriptorFields]
    /// Of Bluetooth names it may look for those that contain one of these.
    package var bluetoothNames: [String]

    package init(
        id: String, name: String, icon: String? = nil, file: String, supports: [String], identities: [String],
        descriptors: [DescriptorFields], bluetoothNames: [String]
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.file = file
        self.supports = supports
        self.identities = identities
        self.descriptors = descriptors
        self.bluetoothNames = bluetoothNames
    }
}

/// One Bluetooth device as one radio hears it.
package struct BluetoothDevice: Codable, Hashable, Sendable {
    /// As 02:00:00:00:02:00; of a device that this machine has a bond with, its identity address.
    package var address: MACAddress
    package var addressKind: BluetoothAddress.Kind
    package var advertisement: AdvertisementFields
    /// DBm.
    package var rssi: Int?
    package var isBonded: Bool
    /// The radio that hears it.
    package var adapter: String
    /// The access point among the networks that is its, where the bridge knows.
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
}

/// What is known of one Bluetooth device: its network, or why none is said to be its.
package struct BridgeReport: Codable, Hashable, Sendable {
    package var bluetoothAddress: MACAddress
    package var addressKind: BluetoothAddress.Kind
    package var bluetoothName: String?
    package var rssi: Int?
    package var verdict: BridgeReport.Verdict
    /// The network that is its; with tooClose the likeliest one.
    package var network: BridgeMatch?
    /// The next one.
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
}

extension BridgeReport {
    package enum Verdict: String, Codable, Hashable, CaseIterable, Sendable {
        case bridged
        /// Several networks may be its, and nothing tells which. unknown: nothing that was heard points to a network.
        case tooClose
        case unknown
    }
}

/// One network that may be a Bluetooth device's, and what speaks for it.
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
}

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
}

/// An accessory that is set up without a person, and what became of that.
package struct PlanStatus: Codable, Hashable, Sendable {
    /// Its file's name without .conf.
    package var id: String
    /// For which it is granted.
    package var app: String
    /// The accessory's, for people; the app's when absent.
    package var name: String?
    /// Which it is.
    package var descriptor: DescriptorFields
    /// Only (there must be one that matches), strongest, all, or the BSSID of the one access point that is meant.
    package var choose: String
    /// Restore (it is granted, and the earlier network brought back), keep (the agent holds the accessory's
    /// network) or run (a program is run while it is joined).
    package var afterwards: String
    /// Its failure is the failure of all.
    package var isRequired: Bool
    /// The plan's path.
    package var file: String
    package var state: PlanStatus.State
    /// What it has set up, by identifier.
    package var accessories: [String]
    /// How often it has tried to join since it became due.
    package var attempts: Int
    /// Why the last attempt failed.
    package var error: AccessoryError?
    /// When its state did last, in seconds since 1970, UTC; absent when it never ran.
    package var changed: Timestamp?

    package init(
        id: String, app: String, name: String? = nil, descriptor: DescriptorFields, choose: String, afterwards: String,
        isRequired: Bool, file: String, state: PlanStatus.State, accessories: [String], attempts: Int,
        error: AccessoryError? = nil, changed: Timestamp? = nil
    ) {
        self.id = id
        self.app = app
        self.name = name
        self.descriptor = descriptor
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
}

extension PlanStatus {
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// Not run yet, or something changed since it was done: the plan, the access record, or for a plan that is for
        /// every boot the boot. running: being carried out; or the agent ended meanwhile, and it is due again. kept:
        /// done, and its accessory's network is held.
        case pending
        case running
        case done
        case kept
        case failed
    }
}

extension PlanUpdate {
    package enum State: String, Codable, Hashable, CaseIterable, Sendable {
        /// Its accessory is looked for, or the radio or another plan is waited for. trying: its accessory was found and
        /// is being set up. running: its program is to be run now. restoring: the earlier network is being brought
        /// back. skipped: it was done before. The last state of a plan is done, kept, failed or skipped.
        case waiting
        case trying
        case running
        case restoring
        case done
        case kept
        case failed
        case skipped
    }
}

/// The network that a plan hands over to its program. What the program is, the plan's file says, which the caller
/// reads itself: nothing that comes by this socket says what is executed.
package struct PlanProgram: Codable, Hashable, Sendable {
    package var link: Link
    package var ssid: SSID

    package init(link: Link, ssid: SSID) {
        self.link = link
        self.ssid = ssid
    }
}

/// One device, and what each app has of it.
package struct AccessoryStatus: Codable, Hashable, Sendable {
    /// As the first app knows it, whose name and picture stay.
    package var accessory: Accessory
    package var records: [AccessRecord]

    package init(accessory: Accessory, records: [AccessRecord]) {
        self.accessory = accessory
        self.records = records
    }
}

/// One line of what happens in the agent.
package struct MonitorEvent: Codable, Hashable, Sendable {
    /// Seconds since 1970, UTC.
    package var time: Timestamp
    package var kind: MonitorEvent.Kind
    /// The one that it is about.
    package var app: String?
    /// For people.
    package var text: String

    package init(time: Timestamp, kind: MonitorEvent.Kind, app: String? = nil, text: String) {
        self.time = time
        self.kind = kind
        self.app = app
        self.text = text
    }
}

extension MonitorEvent {
    package enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
        case session
        case lease
        case access
        case radio
        case configuration
        case plan
    }
}
