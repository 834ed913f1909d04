// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

package import AccessoryModel
package import Varlink

/// The methods of org.accessoryd.Setup.
package enum SetupInterface {
    package static let name = "org.accessoryd.Setup"
    /// All of them, in the order of the description.
    package typealias Methods = (
        Activate, ListAccessories, GetAccess, GetLocation, Observe, RenameAccessory, RemoveAccessory, ShowPicker,
        UpdatePicker, FinishPickerDiscovery, FinishAuthorization, FailAuthorization, UpdateAuthorization, JoinHotspot,
        LeaveHotspot, ApplyHotspot, RemoveHotspot, ListHotspots, GetJoinedHotspot, GetUplinkCredentials
    )

    /// Activates the app's session, and reports its events until the connection closes. Streams: call it with 'more'.
    /// The first reply is activated, with the app's own accessories. Of the later replies, migrationComplete has them,
    /// too. A second call on the same connection ends the stream of the first one. After invalidated the agent closes
    /// the connection, because the manifest by which the app was known has changed or is gone.
    package struct Activate: StreamMethod {
        package typealias Interface = SetupInterface
        package typealias Request = Nothing
        package typealias Reply = SessionEvent
        package static var name: String { "org.accessoryd.Setup.Activate" }
    }

    /// Lists the app's own accessories in the order they were granted, and one that waits for its authorization. It
    /// lists nobody else's.
    package struct ListAccessories: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = Nothing
        package typealias Reply = AccessoryList
        package static var name: String { "org.accessoryd.Setup.ListAccessories" }
    }

    /// Returns one access record of the app. Name the accessory by its identifier, by its SSID, or by the app's
    /// identifier of its Bluetooth side: one of the three.
    package struct GetAccess: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = AccessQuery
        package typealias Reply = AccessReply
        package static var name: String { "org.accessoryd.Setup.GetAccess" }
    }

    /// Returns where one of the app's accessories is on the home network.
    package struct GetLocation: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = AccessoryQuery
        package typealias Reply = LocationReply
        package static var name: String { "org.accessoryd.Setup.GetLocation" }
    }

    /// Reports whether the app's accessories are on the air, and follows those that were put on the home network there,
    /// which the session reports with accessoryArrived, accessoryMoved and accessoryGone. Streams: call it with 'more'.
    /// The first reply has no presence: the agent observes from now on. If access to one of the accessories ends, the
    /// call fails at once. Advertisements and hotspots have no proof, and whoever imitates them makes an accessory
    /// appear.
    ///
    /// While some app observes, Bluetooth is heard for the first 5 seconds of each minute. Every channel of Wi-Fi is
    /// looked at once in two minutes, unless a hotspot is joined or looked for. What was put on the home network is
    /// asked once a minute where it was seen last. Nothing of that happens while nobody observes.
    package struct Observe: StreamMethod {
        package typealias Interface = SetupInterface
        package typealias Request = ObserveRequest
        package typealias Reply = ObserveReply
        package static var name: String { "org.accessoryd.Setup.Observe" }
    }

    /// Gives one of the app's accessories another name. All apps that share the accessory are notified with
    /// accessoryChanged. Without a name, and whenever the network is renamed too, the picker asks a person for the
    /// name. The call then returns when the person has answered.
    package struct RenameAccessory: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = RenameRequest
        package typealias Reply = AccessoryReply
        package static var name: String { "org.accessoryd.Setup.RenameAccessory" }
    }

    /// Gives up the app's access to an accessory for the caller's user. If the grant was for every user, the access
    /// ends for every user. The app is notified with accessoryRemoved, and the agent leaves a hotspot that rests on the
    /// grant.
    package struct RemoveAccessory: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = AccessoryQuery
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Setup.RemoveAccessory" }
    }

    /// Shows the picker with what matches the items, and returns when the picker is gone. The agent joins the chosen
    /// accessory first, and grants it then. The reply comes with the hotspot joined. The lease lasts until the
    /// session's connection closes or LeaveHotspot is called.
    ///
    /// The call needs an active session of the same app, whose events report the steps. It also needs a person's
    /// picker; the one that registered last shows it. If no picker is running where the person is, the call waits for
    /// one, for 10 seconds at most.
    ///
    /// Nothing stays half done for longer than 120 seconds. If nobody answers a question, it counts as declined. If the
    /// accessory's network is not known and the app does not name it by FinishAuthorization, the set-up fails. The
    /// agent leaves what it joined for it.
    ///
    /// If a person cancels, the app's next picker or question to a person comes a second later. The wait doubles each
    /// time in a row, up to five minutes. If the end is at most 4 seconds away, a call waits for it. An earlier call is
    /// refused with PickerRestricted, and the message has the remaining time. A person who chooses or answers ends the
    /// series, and so does a quarter of an hour without a cancelled picker. Pickers of other apps are shown meanwhile.
    package struct ShowPicker: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = ShowPickerRequest
        package typealias Reply = ShowPickerReply
        package static var name: String { "org.accessoryd.Setup.ShowPicker" }
    }

    /// Adds discovered accessories to the app's picker, in filter mode. An accessory that is named again gets its new
    /// name and picture.
    package struct UpdatePicker: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = UpdatePickerRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Setup.UpdatePicker" }
    }

    /// Ends the discovery of the app's picker. A person can still choose what the picker shows, and nothing new comes.
    /// If the picker shows nothing, it ends, and ShowPicker fails as if nothing had been found in time.
    package struct FinishPickerDiscovery: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = Nothing
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Setup.FinishPickerDiscovery" }
    }

    /// Confirms the chosen accessory, which accessoryChanged reported in the state awaitingAuthorization. The agent
    /// grants it, and accessoryAdded follows.
    package struct FinishAuthorization: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = FinishAuthorizationRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Setup.FinishAuthorization" }
    }

    /// Rejects the chosen accessory, which is not the right one or could not be set up. Nothing is granted,
    /// pickerSetupFailed follows, and the agent leaves the accessory.
    package struct FailAuthorization: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = AccessoryQuery
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Setup.FailAuthorization" }
    }

    /// Asks a person whether the app may have more of its accessory than it was granted, such as the Wi-Fi side beside
    /// Bluetooth. The call returns when the person has answered. All of the app's sessions are notified with
    /// accessoryChanged.
    package struct UpdateAuthorization: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = UpdateAuthorizationRequest
        package typealias Reply = AccessoryReply
        package static var name: String { "org.accessoryd.Setup.UpdateAuthorization" }
    }

    /// Joins the hotspot of a granted accessory, and holds it as long as this connection is open. Streams: call it with
    /// 'more'. The replies are the states of the lease, in the order that LeaseState gives, and the call ends after
    /// restored. If the connection closes, LeaveHotspot is called, or the grant ends, the agent restores the uplink. If
    /// other connections of the app already hold the hotspot, the call shares the lease, which ends with the last
    /// holder. After ShowPicker, this connection takes the lease over from the app's session. A failure ends the call
    /// with its error. If the uplink had been cut, left and restored come before the error.
    package struct JoinHotspot: StreamMethod {
        package typealias Interface = SetupInterface
        package typealias Request = JoinHotspotRequest
        package typealias Reply = LeaseReply
        package static var name: String { "org.accessoryd.Setup.JoinHotspot" }
    }

    /// Leaves the app's hotspots, and returns when the uplinks are restored. The calls that held the hotspots end as
    /// well. If the calling process holds a hotspot together with other processes of the app, only the calls of this
    /// process end, and the others keep it.
    package struct LeaveHotspot: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = LeaveHotspotRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Setup.LeaveHotspot" }
    }

    /// Stores a hotspot configuration of the app's own, and joins the network now. The reply shows whether the network
    /// was joined, and why not. A configuration that is applied again replaces the earlier one.
    ///
    /// If the app already has access, nobody is asked. Otherwise the picker asks a person, whose choice grants access.
    /// If nothing is chosen or joined then, the call fails and nothing is stored.
    ///
    /// The agent holds the hotspot as long as the app's session is active. If the app has no session, it holds the
    /// hotspot as long as this connection is open. If the machine is already on the network by a profile of its own,
    /// the network counts as joined, without link.
    package struct ApplyHotspot: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = ApplyHotspotRequest
        package typealias Reply = ApplyHotspotReply
        package static var name: String { "org.accessoryd.Setup.ApplyHotspot" }
    }

    /// Removes a configuration of the app's own, with its passphrase. If the network was joined by it, the agent leaves
    /// the network, and the call returns when the uplink is restored. Access that a person granted stays.
    package struct RemoveHotspot: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = HotspotQuery
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Setup.RemoveHotspot" }
    }

    /// Lists the app's own configurations in the order they were applied, never with passphrases.
    package struct ListHotspots: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = Nothing
        package typealias Reply = HotspotList
        package static var name: String { "org.accessoryd.Setup.ListHotspots" }
    }

    /// Returns the hotspot that the app holds and has joined, whichever of its connections holds it.
    package struct GetJoinedHotspot: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = Nothing
        package typealias Reply = JoinedHotspotReply
        package static var name: String { "org.accessoryd.Setup.GetJoinedHotspot" }
    }

    /// Returns the credentials with which this machine joins the uplink, so that the app can pass them on to its
    /// accessory. The app must hold a joined hotspot whose network has a passphrase. CredentialsFor in the
    /// administrator's accessoryd.conf must name the app. The history records each time, without the passphrase.
    package struct GetUplinkCredentials: SingleMethod {
        package typealias Interface = SetupInterface
        package typealias Request = UplinkQuery
        package typealias Reply = UplinkReply
        package static var name: String { "org.accessoryd.Setup.GetUplinkCredentials" }
    }
}

extension Method where Self == SetupInterface.Activate {
    package static var activate: Self { Self() }
}

extension Method where Self == SetupInterface.ListAccessories {
    package static var listAccessories: Self { Self() }
}

extension Method where Self == SetupInterface.GetAccess {
    package static var getAccess: Self { Self() }
}

extension Method where Self == SetupInterface.GetLocation {
    package static var getLocation: Self { Self() }
}

extension Method where Self == SetupInterface.Observe {
    package static var observe: Self { Self() }
}

extension Method where Self == SetupInterface.RenameAccessory {
    package static var renameAccessory: Self { Self() }
}

extension Method where Self == SetupInterface.RemoveAccessory {
    package static var removeAccessory: Self { Self() }
}

extension Method where Self == SetupInterface.ShowPicker {
    package static var showPicker: Self { Self() }
}

extension Method where Self == SetupInterface.UpdatePicker {
    package static var updatePicker: Self { Self() }
}

extension Method where Self == SetupInterface.FinishPickerDiscovery {
    package static var finishPickerDiscovery: Self { Self() }
}

extension Method where Self == SetupInterface.FinishAuthorization {
    package static var finishAuthorization: Self { Self() }
}

extension Method where Self == SetupInterface.FailAuthorization {
    package static var failAuthorization: Self { Self() }
}

extension Method where Self == SetupInterface.UpdateAuthorization {
    package static var updateAuthorization: Self { Self() }
}

extension Method where Self == SetupInterface.JoinHotspot {
    package static var joinHotspot: Self { Self() }
}

extension Method where Self == SetupInterface.LeaveHotspot {
    package static var leaveHotspot: Self { Self() }
}

extension Method where Self == SetupInterface.ApplyHotspot {
    package static var applyHotspot: Self { Self() }
}

extension Method where Self == SetupInterface.RemoveHotspot {
    package static var removeHotspot: Self { Self() }
}

extension Method where Self == SetupInterface.ListHotspots {
    package static var listHotspots: Self { Self() }
}

extension Method where Self == SetupInterface.GetJoinedHotspot {
    package static var getJoinedHotspot: Self { Self() }
}

extension Method where Self == SetupInterface.GetUplinkCredentials {
    package static var getUplinkCredentials: Self { Self() }
}

/// The reply to `Setup.Activate`.
package struct SessionEvent: Codable, Hashable, Sendable {
    package var event: Event
    package var accessories: [Accessory]?

    package init(event: Event, accessories: [Accessory]? = nil) {
        self.event = event
        self.accessories = accessories
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        event = try fields.value("event")
        accessories = try fields.optional("accessories")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(event, forKey: "event")
        try fields.encodeIfPresent(accessories, forKey: "accessories")
    }
}

/// The reply to `Setup.ListAccessories`.
package struct AccessoryList: Codable, Hashable, Sendable {
    package var accessories: [Accessory]

    package init(accessories: [Accessory]) {
        self.accessories = accessories
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessories = try fields.value("accessories")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessories, forKey: "accessories")
    }
}

/// The parameters of `Setup.GetAccess`.
package struct AccessQuery: Codable, Hashable, Sendable {
    package var accessory: String?
    package var ssid: String?
    /// In the call, the app's identifier of the Bluetooth side. In the reply, where the app reaches that side, if
    /// the accessory has one. The reply also has it for an accessory in the state awaitingAuthorization that waits
    /// for the app, if an identifier names it.
    package var bluetooth: String?

    package init(accessory: String? = nil, ssid: String? = nil, bluetooth: String? = nil) {
        self.accessory = accessory
        self.ssid = ssid
        self.bluetooth = bluetooth
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.optional("accessory")
        ssid = try fields.optional("ssid")
        bluetooth = try fields.optional("bluetooth")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(bluetooth, forKey: "bluetooth")
    }
}

/// The reply to `Setup.GetAccess`.
package struct AccessReply: Codable, Hashable, Sendable {
    package var record: AccessRecord
    /// In the call, the app's identifier of the Bluetooth side. In the reply, where the app reaches that side, if
    /// the accessory has one. The reply also has it for an accessory in the state awaitingAuthorization that waits
    /// for the app, if an identifier names it.
    package var bluetooth: BluetoothReach?

    package init(record: AccessRecord, bluetooth: BluetoothReach? = nil) {
        self.record = record
        self.bluetooth = bluetooth
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        record = try fields.value("record")
        bluetooth = try fields.optional("bluetooth")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(record, forKey: "record")
        try fields.encodeIfPresent(bluetooth, forKey: "bluetooth")
    }
}

/// The parameters of `Setup.GetLocation`, `Setup.RemoveAccessory`, `Setup.FailAuthorization`, `Bluetooth.Connect`,
/// `Bluetooth.ListServices`, `Bluetooth.ReadSignalStrength`, `Control.RemoveAccessory`.
package struct AccessoryQuery: Codable, Hashable, Sendable {
    package var accessory: String

    package init(accessory: String) {
        self.accessory = accessory
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
    }
}

/// The reply to `Setup.GetLocation`.
package struct LocationReply: Codable, Hashable, Sendable {
    /// Absent if the agent has not seen the accessory there.
    package var location: Location?

    package init(location: Location? = nil) {
        self.location = location
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        location = try fields.optional("location")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(location, forKey: "location")
    }
}

/// The parameters of `Setup.Observe`.
package struct ObserveRequest: Codable, Hashable, Sendable {
    /// The ids of 1 to 32 accessories.
    package var accessories: [String]

    package init(accessories: [String]) {
        self.accessories = accessories
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessories = try fields.value("accessories")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessories, forKey: "accessories")
    }
}

/// The reply to `Setup.Observe`.
package struct ObserveReply: Codable, Hashable, Sendable {
    package var presence: PresenceUpdate?

    package init(presence: PresenceUpdate? = nil) {
        self.presence = presence
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        presence = try fields.optional("presence")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(presence, forKey: "presence")
    }
}

/// The parameters of `Setup.RenameAccessory`, `Control.RenameAccessory`.
package struct RenameRequest: Codable, Hashable, Sendable {
    package var accessory: String
    /// As in a DisplayItem. If a person is asked, it is the suggestion.
    package var name: String?
    /// Set ssid if the app gives the network the same name. The record has it from then on, if the app's manifest
    /// allows it.
    package var options: [RenameOption]?

    package init(accessory: String, name: String? = nil, options: [RenameOption]? = nil) {
        self.accessory = accessory
        self.name = name
        self.options = options
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        name = try fields.optional("name")
        options = try fields.optional("options")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encodeIfPresent(name, forKey: "name")
        try fields.encodeIfPresent(options, forKey: "options")
    }
}

/// The reply to `Setup.RenameAccessory`, `Setup.UpdateAuthorization`, `Control.RenameAccessory`,
/// `Control.SetAccessoryImage`, `Control.RemoveAccessory`.
package struct AccessoryReply: Codable, Hashable, Sendable {
    package var accessory: Accessory

    package init(accessory: Accessory) {
        self.accessory = accessory
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
    }
}

/// The parameters of `Setup.ShowPicker`.
package struct ShowPickerRequest: Codable, Hashable, Sendable {
    /// Up to 64 alternatives. Without any, the picker shows the migrations, and a person allows or declines them;
    /// nothing is looked for.
    package var items: [DisplayItem]
    /// Up to 64 accessories that the app set up by other means before. With items, they are granted when something
    /// is chosen, and migrationComplete reports them.
    package var migrations: [MigrationItem]?
    /// Seconds after which the search ends if nothing can be chosen, 1 to 3600; 30 if absent. On phones, short is
    /// 60, medium 120 and long 300.
    package var discoveryTimeout: Int?
    /// The search goes on until the app ends it. It excludes discoveryTimeout.
    package var isUnbounded: Bool?
    /// When a join counts as done: ipv4 (an address by DHCP; the default) or link-local (such an address is
    /// enough).
    package var addressing: JoinRequest.Addressing?
    /// Each accessory in range goes to the app first, as accessoryDiscovered, up to 64 of them. The picker shows
    /// only those that UpdatePicker names.
    package var filterDiscoveryResults: Bool?
    /// The picker also shows accessories that the app has already, marked as such. Otherwise it leaves them out, as
    /// on phones, unless their item has showsOwn. A network with less security than at earlier joins is shown in
    /// any case.
    package var showsOwn: Bool?

    package init(
        items: [DisplayItem], migrations: [MigrationItem]? = nil, discoveryTimeout: Int? = nil,
        isUnbounded: Bool? = nil, addressing: JoinRequest.Addressing? = nil, filterDiscoveryResults: Bool? = nil,
        showsOwn: Bool? = nil
    ) {
        self.items = items
        self.migrations = migrations
        self.discoveryTimeout = discoveryTimeout
        self.isUnbounded = isUnbounded
        self.addressing = addressing
        self.filterDiscoveryResults = filterDiscoveryResults
        self.showsOwn = showsOwn
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        items = try fields.value("items")
        migrations = try fields.optional("migrations")
        discoveryTimeout = try fields.optional("discoveryTimeout")
        isUnbounded = try fields.optional("isUnbounded")
        addressing = try fields.optional("addressing")
        filterDiscoveryResults = try fields.optional("filterDiscoveryResults")
        showsOwn = try fields.optional("showsOwn")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(items, forKey: "items")
        try fields.encodeIfPresent(migrations, forKey: "migrations")
        try fields.encodeIfPresent(discoveryTimeout, forKey: "discoveryTimeout")
        try fields.encodeIfPresent(isUnbounded, forKey: "isUnbounded")
        try fields.encodeIfPresent(addressing, forKey: "addressing")
        try fields.encodeIfPresent(filterDiscoveryResults, forKey: "filterDiscoveryResults")
        try fields.encodeIfPresent(showsOwn, forKey: "showsOwn")
    }
}

/// The reply to `Setup.ShowPicker`.
package struct ShowPickerReply: Codable, Hashable, Sendable {
    /// The chosen accessory, and how to reach it. link is absent if the app named another network with
    /// FinishAuthorization, or if the grant is for Bluetooth alone. Both are absent if there was nothing to choose.
    package var accessory: Accessory?
    /// The chosen accessory, and how to reach it. link is absent if the app named another network with
    /// FinishAuthorization, or if the grant is for Bluetooth alone. Both are absent if there was nothing to choose.
    package var link: Link?
    /// The migrated accessories, if the app asked for a migration.
    package var migrated: [Accessory]?

    package init(accessory: Accessory? = nil, link: Link? = nil, migrated: [Accessory]? = nil) {
        self.accessory = accessory
        self.link = link
        self.migrated = migrated
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.optional("accessory")
        link = try fields.optional("link")
        migrated = try fields.optional("migrated")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(link, forKey: "link")
        try fields.encodeIfPresent(migrated, forKey: "migrated")
    }
}

/// The parameters of `Setup.UpdatePicker`.
package struct UpdatePickerRequest: Codable, Hashable, Sendable {
    package var items: [DiscoveredItem]

    package init(items: [DiscoveredItem]) {
        self.items = items
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        items = try fields.value("items")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(items, forKey: "items")
    }
}

/// The parameters of `Setup.FinishAuthorization`.
package struct FinishAuthorizationRequest: Codable, Hashable, Sendable {
    package var accessory: String
    /// The whole SSID, if it is not the one that was joined. The descriptor that found the accessory must allow it.
    package var ssid: String?
    /// Six bytes, as 02:00:00:00:01:00. It has no effect on an accessory that others already have.
    package var bluetoothTransportBridgingIdentifier: String?

    package init(accessory: String, ssid: String? = nil, bluetoothTransportBridgingIdentifier: String? = nil) {
        self.accessory = accessory
        self.ssid = ssid
        self.bluetoothTransportBridgingIdentifier = bluetoothTransportBridgingIdentifier
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        ssid = try fields.optional("ssid")
        bluetoothTransportBridgingIdentifier = try fields.optional("bluetoothTransportBridgingIdentifier")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(bluetoothTransportBridgingIdentifier, forKey: "bluetoothTransportBridgingIdentifier")
    }
}

/// The parameters of `Setup.UpdateAuthorization`.
package struct UpdateAuthorizationRequest: Codable, Hashable, Sendable {
    package var accessory: String
    /// What the app has from then on. The app's manifest must allow it.
    package var descriptor: DescriptorFields

    package init(accessory: String, descriptor: DescriptorFields) {
        self.accessory = accessory
        self.descriptor = descriptor
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        descriptor = try fields.value("descriptor")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(descriptor, forKey: "descriptor")
    }
}

/// The parameters of `Setup.JoinHotspot`, `Control.JoinHotspot`.
package struct JoinHotspotRequest: Codable, Hashable, Sendable {
    /// The app whose grant is used.
    package var app: String?
    /// The accessory, named by one of the two.
    package var accessory: String?
    /// The accessory, named by one of the two.
    package var ssid: String?
    /// Needed if none was kept from the set-up.
    package var passphrase: String?
    /// As in SetUp.
    package var addressing: JoinRequest.Addressing?
    /// The access point does not broadcast its SSID, as a label may state. If absent, what the record has.
    package var hidden: Bool?
    /// Cut a network whose passphrase the machine does not store, although nobody is at its screen. If absent,
    /// RadioUnavailable names that network.
    package var force: Bool?

    package init(
        app: String? = nil, accessory: String? = nil, ssid: String? = nil, passphrase: String? = nil,
        addressing: JoinRequest.Addressing? = nil, hidden: Bool? = nil, force: Bool? = nil
    ) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
        self.passphrase = passphrase
        self.addressing = addressing
        self.hidden = hidden
        self.force = force
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.optional("app")
        accessory = try fields.optional("accessory")
        ssid = try fields.optional("ssid")
        passphrase = try fields.optional("passphrase")
        addressing = try fields.optional("addressing")
        hidden = try fields.optional("hidden")
        force = try fields.optional("force")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(passphrase, forKey: "passphrase")
        try fields.encodeIfPresent(addressing, forKey: "addressing")
        try fields.encodeIfPresent(hidden, forKey: "hidden")
        try fields.encodeIfPresent(force, forKey: "force")
    }
}

/// The reply to `Setup.JoinHotspot`, `Control.JoinHotspot`.
package struct LeaseReply: Codable, Hashable, Sendable {
    package var lease: LeaseUpdate

    package init(lease: LeaseUpdate) {
        self.lease = lease
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        lease = try fields.value("lease")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(lease, forKey: "lease")
    }
}

/// The parameters of `Setup.LeaveHotspot`, `Control.LeaveHotspot`.
package struct LeaveHotspotRequest: Codable, Hashable, Sendable {
    package var app: String?
    /// One of the two names the only hotspot to leave. If both are absent, the agent leaves all.
    package var accessory: String?
    /// One of the two names the only hotspot to leave. If both are absent, the agent leaves all.
    package var ssid: String?

    package init(app: String? = nil, accessory: String? = nil, ssid: String? = nil) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.optional("app")
        accessory = try fields.optional("accessory")
        ssid = try fields.optional("ssid")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
    }
}

/// The parameters of `Setup.ApplyHotspot`.
package struct ApplyHotspotRequest: Codable, Hashable, Sendable {
    /// One of the two, allowed by the app's manifest. A prefix has at least 3 bytes. If the app has access to
    /// several networks that begin with it, the agent joins the strongest.
    package var ssid: String?
    /// One of the two, allowed by the app's manifest. A prefix has at least 3 bytes. If the app has access to
    /// several networks that begin with it, the agent joins the strongest.
    package var ssidPrefix: String?
    /// 8 to 63 printable ASCII characters, or 64 hexadecimal digits. The agent keeps it apart.
    package var passphrase: String?
    /// The access point does not broadcast its SSID. It excludes ssidPrefix.
    package var hidden: Bool?
    /// The configuration is removed when the network is left.
    package var joinOnce: Bool?
    /// 1 to 365. If absent, the configuration stays until it is removed.
    package var lifeTimeInDays: Int?
    /// As in ShowPicker.
    package var addressing: JoinRequest.Addressing?

    package init(
        ssid: String? = nil, ssidPrefix: String? = nil, passphrase: String? = nil, hidden: Bool? = nil,
        joinOnce: Bool? = nil, lifeTimeInDays: Int? = nil, addressing: JoinRequest.Addressing? = nil
    ) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
        self.passphrase = passphrase
        self.hidden = hidden
        self.joinOnce = joinOnce
        self.lifeTimeInDays = lifeTimeInDays
        self.addressing = addressing
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        ssid = try fields.optional("ssid")
        ssidPrefix = try fields.optional("ssidPrefix")
        passphrase = try fields.optional("passphrase")
        hidden = try fields.optional("hidden")
        joinOnce = try fields.optional("joinOnce")
        lifeTimeInDays = try fields.optional("lifeTimeInDays")
        addressing = try fields.optional("addressing")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(ssidPrefix, forKey: "ssidPrefix")
        try fields.encodeIfPresent(passphrase, forKey: "passphrase")
        try fields.encodeIfPresent(hidden, forKey: "hidden")
        try fields.encodeIfPresent(joinOnce, forKey: "joinOnce")
        try fields.encodeIfPresent(lifeTimeInDays, forKey: "lifeTimeInDays")
        try fields.encodeIfPresent(addressing, forKey: "addressing")
    }
}

/// The reply to `Setup.ApplyHotspot`.
package struct ApplyHotspotReply: Codable, Hashable, Sendable {
    package var hotspot: HotspotConfiguration
    /// Whether the network was joined, how to reach the accessory then, and why it was not joined.
    package var joined: Bool
    /// Whether the network was joined, how to reach the accessory then, and why it was not joined.
    package var link: Link?
    /// Whether the network was joined, how to reach the accessory then, and why it was not joined.
    package var error: AccessoryError?

    package init(hotspot: HotspotConfiguration, joined: Bool, link: Link? = nil, error: AccessoryError? = nil) {
        self.hotspot = hotspot
        self.joined = joined
        self.link = link
        self.error = error
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        hotspot = try fields.value("hotspot")
        joined = try fields.value("joined")
        link = try fields.optional("link")
        error = try fields.optional("error")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(hotspot, forKey: "hotspot")
        try fields.encode(joined, forKey: "joined")
        try fields.encodeIfPresent(link, forKey: "link")
        try fields.encodeIfPresent(error, forKey: "error")
    }
}

/// The parameters of `Setup.RemoveHotspot`.
package struct HotspotQuery: Codable, Hashable, Sendable {
    /// One of the two, as it was applied.
    package var ssid: String?
    /// One of the two, as it was applied.
    package var ssidPrefix: String?

    package init(ssid: String? = nil, ssidPrefix: String? = nil) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        ssid = try fields.optional("ssid")
        ssidPrefix = try fields.optional("ssidPrefix")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(ssidPrefix, forKey: "ssidPrefix")
    }
}

/// The parameters of `Control.ListHotspots`.
package struct ListHotspotsRequest: Codable, Hashable, Sendable {
    package var app: String?
    /// Return the passphrases, too. Only root and the agent's own user may set it.
    package var secrets: Bool?

    package init(app: String? = nil, secrets: Bool? = nil) {
        self.app = app
        self.secrets = secrets
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.optional("app")
        secrets = try fields.optional("secrets")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encodeIfPresent(secrets, forKey: "secrets")
    }
}

/// The reply to `Setup.ListHotspots`, `Control.ListHotspots`.
package struct HotspotList: Codable, Hashable, Sendable {
    package var hotspots: [HotspotStatus]

    package init(hotspots: [HotspotStatus]) {
        self.hotspots = hotspots
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        hotspots = try fields.value("hotspots")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(hotspots, forKey: "hotspots")
    }
}

/// The reply to `Setup.GetJoinedHotspot`.
package struct JoinedHotspotReply: Codable, Hashable, Sendable {
    /// In the form of a LeaseUpdate. Both are absent if the app has none joined.
    package var ssid: SSID?
    /// In the form of a LeaseUpdate. Both are absent if the app has none joined.
    package var link: Link?

    package init(ssid: SSID? = nil, link: Link? = nil) {
        self.ssid = ssid
        self.link = link
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        ssid = try fields.optional("ssid")
        link = try fields.optional("link")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(link, forKey: "link")
    }
}

/// The parameters of `Setup.GetUplinkCredentials`.
package struct UplinkQuery: Codable, Hashable, Sendable {
    /// The name of another network there, as [Uplink NAME].
    package var network: String?

    package init(network: String? = nil) {
        self.network = network
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        network = try fields.optional("network")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(network, forKey: "network")
    }
}

/// The reply to `Setup.GetUplinkCredentials`.
package struct UplinkReply: Codable, Hashable, Sendable {
    package var uplink: UplinkCredentials

    package init(uplink: UplinkCredentials) {
        self.uplink = uplink
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        uplink = try fields.value("uplink")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(uplink, forKey: "uplink")
    }
}
