// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from Interfaces/*.varlink. Change those.

package import AccessoryModel

/// The methods of org.accessoryd.Setup.
package enum SetupMethod: String, CaseIterable, Sendable {
    /// The session's events, until the connection closes. Streams: call it with 'more'. The first reply is
    /// activated, with the app's own accessories; of those that follow migrationComplete has them too. A second
    /// call on the same connection ends the first one's stream. After invalidated the agent closes the
    case activate = "Activate"
    /// The app's own accessories, in the order they were granted, and one that waits for its authorization; nobody
    /// else's.
    case listAccessories = "ListAccessories"
    /// One access record of the app, named by the accessory's identifier, by its SSID, or by the app's identifier
    /// of its Bluetooth side: one of the three.
    case getAccess = "GetAccess"
    /// Gives one of the app's accessories another name, as in a DisplayItem. All apps that share it hear
    /// accessoryChanged. Without a name, and whenever the network is renamed too, the picker asks a person for it,
    /// with the name as a suggestion; it returns when that is answered.
    case renameAccessory = "RenameAccessory"
    /// Gives up the app's access to an accessory, for the caller's user, and for every user where the grant was for
    /// all. The app hears accessoryRemoved, and a hotspot that rested on it is left.
    case removeAccessory = "RemoveAccessory"
    /// Shows the picker with what matches the items, and returns when it is gone. What is chosen is joined first
    /// and granted then; the reply comes with the hotspot joined, and the lease lasts until this connection closes
    /// or LeaveHotspot is called. Needs an active session of the same app, whose events tell the steps; and a
    /// person's picker, the one that registered last. Nothing is half done for longer than 120 seconds: a question
    /// that nobody answers counts as declined, an authorization that the app does not finish as failed, and what
    /// was joined for it is left. When a person has cancelled, the app's next picker or question to a person comes
    /// a second later, and twice as long each time in a row, up to five minutes. A call waits up to 4 seconds for
    /// that; before, it is PickerRestricted, and the message has what is left. A person who chooses or answers, or
    /// a quarter of an hour, ends that. Other apps' pickers are shown meanwhile.
    case showPicker = "ShowPicker"
    /// Adds discovered accessories to what the app's picker shows, in filter mode. One that is named again gets its
    /// new name and picture.
    case updatePicker = "UpdatePicker"
    /// Ends the discovery of the app's picker: what is shown stays to be chosen from, nothing new comes. With
    /// nothing shown the picker ends, and ShowPicker fails with DiscoveryTimeout.
    case finishPickerDiscovery = "FinishPickerDiscovery"
    /// Says that the chosen accessory, of which accessoryChanged told in the state awaitingAuthorization, is the
    /// right one: it is granted, and accessoryAdded follows.
    case finishAuthorization = "FinishAuthorization"
    /// Says that the chosen accessory is not the right one, or could not be set up: nothing is granted,
    /// pickerSetupFailed follows, and it is left.
    case failAuthorization = "FailAuthorization"
    /// Asks a person whether the app may have more of its accessory than it was granted by, such as its Wi-Fi side
    /// beside Bluetooth, and returns when that is answered. All of the app's sessions hear accessoryChanged.
    case updateAuthorization = "UpdateAuthorization"
    /// Joins the hotspot of an accessory that was granted, and holds it as long as this connection is Streams: call
    /// it with 'more'. the replies are the states in the order that LeaseUpdate gives, and the call ends after
    /// restored. One that other connections of the app hold already is shared with them, and ends with the last;
    /// from the app's session, after ShowPicker, this connection takes it over. A failure ends the call with its
    /// error, after left and restored where the earlier network had been cut.
    case joinHotspot = "JoinHotspot"
    /// Leaves the app's hotspots and returns when the earlier networks are back; only one of them when it is named
    /// by identifier or SSID. The calls that held them end as well. A hotspot that the calling process holds
    /// together with other processes of the app stays theirs: only this process's calls end.
    case leaveHotspot = "LeaveHotspot"
    /// Stores a hotspot configuration of the app's own, and joins the network now: the reply says whether it was
    /// joined, and why not. Where the app has access already nobody is asked; else the picker asks a person, whose
    /// choice grants access, and when nothing is chosen or joined the call fails and nothing is stored. The hotspot
    /// is held as long as the app's session is active, or, where it has none, as long as this connection is open. A
    /// machine that is on the network already by a profile of its own counts as joined, without link. A
    /// configuration that is applied again replaces the earlier one.
    case applyHotspot = "ApplyHotspot"
    /// Removes a configuration of the app's own with its passphrase, and leaves the network where it was joined by
    /// it: then it returns when the earlier network is back. Access that a person granted stays.
    case removeHotspot = "RemoveHotspot"
    /// The app's own configurations, in the order they were applied; never with passphrases.
    case listHotspots = "ListHotspots"
    /// With what this machine joins its own network, so that the app can tell its accessory to join it too: only
    /// while the app holds a joined hotspot whose network has a passphrase, and only where the administrator's
    /// accessoryd.conf names the app in CredentialsFor. Each time is written to the history, without the
    /// passphrase.
    case getUplinkCredentials = "GetUplinkCredentials"

    /// The method answers with a stream, for which a caller sets `more`.
    package var isStream: Bool {
        switch self {
        case .activate, .joinHotspot: true
        case _: false
        }
    }
}

/// The reply to `Setup.Activate`.
package struct SessionEvent: Codable, Hashable, Sendable {
    package var event: Event
    package var accessories: [Accessory]?

    package init(event: Event, accessories: [Accessory]? = nil) {
        self.event = event
        self.accessories = accessories
    }
}

/// The reply to `Setup.ListAccessories`.
package struct AccessoryList: Codable, Hashable, Sendable {
    package var accessories: [Accessory]

    package init(accessories: [Accessory]) {
        self.accessories = accessories
    }
}

/// The parameters of `Setup.GetAccess`.
package struct AccessQuery: Codable, Hashable, Sendable {
    package var accessory: String?
    package var ssid: String?
    /// Where the app goes on with its Bluetooth side, where it has one; also, in the state awaitingAuthorization,
    /// for one that waits for the app, named by an identifier.
    package var bluetooth: String?

    package init(accessory: String? = nil, ssid: String? = nil, bluetooth: String? = nil) {
        self.accessory = accessory
        self.ssid = ssid
        self.bluetooth = bluetooth
    }
}

/// The reply to `Setup.GetAccess`.
package struct AccessReply: Codable, Hashable, Sendable {
    package var record: AccessRecord
    /// Where the app goes on with its Bluetooth side, where it has one; also, in the state awaitingAuthorization,
    /// for one that waits for the app, named by an identifier.
    package var bluetooth: BluetoothReach?

    package init(record: AccessRecord, bluetooth: BluetoothReach? = nil) {
        self.record = record
        self.bluetooth = bluetooth
    }
}

/// The parameters of `Setup.RenameAccessory`, `Control.RenameAccessory`.
package struct RenameRequest: Codable, Hashable, Sendable {
    package var accessory: String
    package var name: String?
    /// Ssid where the app gives the network the same name; the record has it from then on, if the app's manifest
    /// allows it.
    package var options: [RenameOption]?

    package init(accessory: String, name: String? = nil, options: [RenameOption]? = nil) {
        self.accessory = accessory
        self.name = name
        self.options = options
    }
}

/// The reply to `Setup.RenameAccessory`, `Setup.UpdateAuthorization`, `Control.RenameAccessory`,
/// `Control.RemoveAccessory`.
package struct AccessoryReply: Codable, Hashable, Sendable {
    package var accessory: Accessory

    package init(accessory: Accessory) {
        self.accessory = accessory
    }
}

/// The parameters of `Setup.RemoveAccessory`, `Setup.FailAuthorization`, `Control.RemoveAccessory`.
package struct AccessoryQuery: Codable, Hashable, Sendable {
    package var accessory: String

    package init(accessory: String) {
        self.accessory = accessory
    }
}

/// The parameters of `Setup.ShowPicker`.
package struct ShowPickerRequest: Codable, Hashable, Sendable {
    /// Up to 64 alternatives. Without any the picker tells of the migrations, and a person allows them or not;
    /// nothing is looked for.
    package var items: [DisplayItem]
    /// Up to 64 accessories that the app set up by other means before. With items they are granted when something
    /// was chosen; migrationComplete tells of them.
    package var migrations: [MigrationItem]?
    /// Seconds until the search is given up when nothing can be chosen, 1 to 3600; 30 when absent. The field's
    /// names for it: short is 60, medium 120, long 300.
    package var discoveryTimeout: Int?
    /// The search goes on until the app ends it; not with discoveryTimeout.
    package var isUnbounded: Bool?
    /// When a join counts as done: ipv4 (an address by DHCP; when absent) or link-local (such an address is
    /// enough).
    package var addressing: JoinRequest.Addressing?
    /// Each accessory that is heard goes to the app first, as accessoryDiscovered, and nothing is shown but what
    /// UpdatePicker names. It hears of 64 at most.
    package var filterDiscoveryResults: Bool?

    package init(
        items: [DisplayItem], migrations: [MigrationItem]? = nil, discoveryTimeout: Int? = nil,
        isUnbounded: Bool? = nil, addressing: JoinRequest.Addressing? = nil, filterDiscoveryResults: Bool? = nil
    ) {
        self.items = items
        self.migrations = migrations
        self.discoveryTimeout = discoveryTimeout
        self.isUnbounded = isUnbounded
        self.addressing = addressing
        self.filterDiscoveryResults = filterDiscoveryResults
    }
}

/// The reply to `Setup.ShowPicker`.
package struct ShowPickerReply: Codable, Hashable, Sendable {
    /// What was chosen, and where it is to be reached; link is absent when the app said in FinishAuthorization that
    /// it is another network by now, and both when there was nothing to choose.
    package var accessory: Accessory?
    /// What was chosen, and where it is to be reached; link is absent when the app said in FinishAuthorization that
    /// it is another network by now, and both when there was nothing to choose.
    package var link: Link?
    /// What was migrated, where that was asked for.
    package var migrated: [Accessory]?

    package init(accessory: Accessory? = nil, link: Link? = nil, migrated: [Accessory]? = nil) {
        self.accessory = accessory
        self.link = link
        self.migrated = migrated
    }
}

/// The parameters of `Setup.UpdatePicker`.
package struct UpdatePickerRequest: Codable, Hashable, Sendable {
    package var items: [DiscoveredItem]

    package init(items: [DiscoveredItem]) {
        self.items = items
    }
}

/// The parameters of `Setup.FinishAuthorization`.
package struct FinishAuthorizationRequest: Codable, Hashable, Sendable {
    package var accessory: String
    /// Its whole SSID, where that is not what was joined; the descriptor that found it must allow it.
    package var ssid: String?
    /// Six bytes, as 02:00:00:00:01:00; without effect on an accessory that others have already.
    package var bluetoothTransportBridgingIdentifier: String?

    package init(accessory: String, ssid: String? = nil, bluetoothTransportBridgingIdentifier: String? = nil) {
        self.accessory = accessory
        self.ssid = ssid
        self.bluetoothTransportBridgingIdentifier = bluetoothTransportBridgingIdentifier
    }
}

/// The parameters of `Setup.UpdateAuthorization`.
package struct UpdateAuthorizationRequest: Codable, Hashable, Sendable {
    package var accessory: String
    /// What it is to have from then on; the app's manifest must allow it.
    package var descriptor: DescriptorFields

    package init(accessory: String, descriptor: DescriptorFields) {
        self.accessory = accessory
        self.descriptor = descriptor
    }
}

/// The parameters of `Setup.JoinHotspot`, `Control.JoinHotspot`.
package struct JoinHotspotRequest: Codable, Hashable, Sendable {
    /// Whose grant is used.
    package var app: String?
    /// Which one; one of the two.
    package var accessory: String?
    /// Which one; one of the two.
    package var ssid: String?
    /// Needed when none was kept from the set-up.
    package var passphrase: String?
    /// As in SetUp.
    package var addressing: JoinRequest.Addressing?

    package init(
        app: String? = nil, accessory: String? = nil, ssid: String? = nil, passphrase: String? = nil,
        addressing: JoinRequest.Addressing? = nil
    ) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
        self.passphrase = passphrase
        self.addressing = addressing
    }
}

/// The reply to `Setup.JoinHotspot`, `Control.JoinHotspot`.
package struct LeaseReply: Codable, Hashable, Sendable {
    package var lease: LeaseUpdate

    package init(lease: LeaseUpdate) {
        self.lease = lease
    }
}

/// The parameters of `Setup.LeaveHotspot`, `Control.LeaveHotspot`.
package struct LeaveHotspotRequest: Codable, Hashable, Sendable {
    package var app: String?
    package var accessory: String?
    package var ssid: String?

    package init(app: String? = nil, accessory: String? = nil, ssid: String? = nil) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
    }
}

/// The parameters of `Setup.ApplyHotspot`.
package struct ApplyHotspotRequest: Codable, Hashable, Sendable {
    /// One of the two, allowed by the app's manifest; a prefix has 3 bytes at least. Of several networks that begin
    /// with it and that the app has access to, the strongest is joined.
    package var ssid: String?
    /// One of the two, allowed by the app's manifest; a prefix has 3 bytes at least. Of several networks that begin
    /// with it and that the app has access to, the strongest is joined.
    package var ssidPrefix: String?
    /// 8 to 63 printable ASCII characters, or 64 hexadecimal digits. Kept apart.
    package var passphrase: String?
    /// The access point does not broadcast its name; not with ssidPrefix.
    package var hidden: Bool?
    /// The configuration is removed when the network is left.
    package var joinOnce: Bool?
    /// 1 to 365; it stays until it is removed when absent.
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
}

/// The reply to `Setup.ApplyHotspot`.
package struct ApplyHotspotReply: Codable, Hashable, Sendable {
    package var hotspot: HotspotConfiguration
    /// Whether it was joined, where the accessory is then, and why it was not.
    package var joined: Bool
    /// Whether it was joined, where the accessory is then, and why it was not.
    package var link: Link?
    /// Whether it was joined, where the accessory is then, and why it was not.
    package var error: AccessoryError?

    package init(hotspot: HotspotConfiguration, joined: Bool, link: Link? = nil, error: AccessoryError? = nil) {
        self.hotspot = hotspot
        self.joined = joined
        self.link = link
        self.error = error
    }
}

/// The parameters of `Setup.RemoveHotspot`.
package struct HotspotQuery: Codable, Hashable, Sendable {
    /// As it was applied; one of the two.
    package var ssid: String?
    /// As it was applied; one of the two.
    package var ssidPrefix: String?

    package init(ssid: String? = nil, ssidPrefix: String? = nil) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
    }
}

/// The parameters of `Control.ListHotspots`.
package struct ListHotspotsRequest: Codable, Hashable, Sendable {
    package var app: String?
    /// With their passphrases; for root and the agent's own user only.
    package var secrets: Bool?

    package init(app: String? = nil, secrets: Bool? = nil) {
        self.app = app
        self.secrets = secrets
    }
}

/// The reply to `Setup.ListHotspots`, `Control.ListHotspots`.
package struct HotspotList: Codable, Hashable, Sendable {
    package var hotspots: [HotspotStatus]

    package init(hotspots: [HotspotStatus]) {
        self.hotspots = hotspots
    }
}

/// The reply to `Setup.GetUplinkCredentials`.
package struct UplinkReply: Codable, Hashable, Sendable {
    package var uplink: UplinkCredentials

    package init(uplink: UplinkCredentials) {
        self.uplink = uplink
    }
}
