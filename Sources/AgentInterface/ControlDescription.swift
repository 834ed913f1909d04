// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension InterfaceName {
    static let controlDescription = """
        # For people and system services: what the agent does, and decisions for any app.
        #
        # On control.socket only; others get org.varlink.service.PermissionDenied. Calling a method that
        # streams without 'more' gives org.varlink.service.ExpectedMore; a parameter that is missing or of
        # the wrong type gives org.varlink.service.InvalidParameter. Busy tells of a limit that was reached:
        # accessoryd(8) names them. An answer that would be larger than a message may be is InvalidRequest: ask
        # for one app's. Closing the connection ends what it held: a stream, a set-up, a hotspot.
        interface org.accessoryd.Control

        \(SharedDescription.accessory)

        \(SharedDescription.accessRecord)

        \(SharedDescription.descriptor)

        \(SharedDescription.event)

        \(SharedDescription.hotspot)

        \(SharedDescription.lease)

        \(SharedDescription.link)

        \(SharedDescription.failure)

        # One Wi-Fi radio.
        # interface: its network interface, such as wlan0.
        # detail: with connecting and connected: the profile's name; with accessory: the SSID; with unusable: why, and the
        #   cure.
        type Adapter (
          interface: string,
          state: AdapterState,
          detail: ?string
        )

        # idle: on no network. connecting: on the way to a network that is not the agent's. connected: on it.
        #   accessory: on one that the agent joined, or on the way there.
        type AdapterState (idle, connecting, connected, accessory, unusable)

        \(HeardDescription.radios)

        # A hotspot that an app holds.
        type Lease (
          app: string,
          lease: LeaseUpdate
        )

        # An app's manifest.
        # id: its file's name without .conf.
        # name: for people.
        # icon: a name in the icon theme, or a full path.
        # file: the manifest's path.
        # supports: what accessories are set up by: WiFi, Bluetooth.
        # identities: who may be this app: 'unit camera.service', 'executable /usr/bin/camera', 'user
        #   kiosk'.
        # descriptors: what it may look for.
        # bluetoothNames: of Bluetooth names it may look for those that contain one of these.
        type App (
          id: string,
          name: string,
          icon: ?string,
          file: string,
          supports: []string,
          identities: []string,
          descriptors: []Descriptor,
          bluetoothNames: []string
        )

        \(HeardDescription.network)

        \(HeardDescription.devices)

        \(PlanDescription.types)

        \(SharedDescription.uplinkCredentials)

        # One device, and what each app has of it.
        # accessory: as the first app knows it, whose name and picture stay.
        type AccessoryStatus (
          accessory: Accessory,
          records: []AccessRecord
        )

        # One change of what an app may do, kept for good.
        # id: counts up.
        # time: seconds since 1970, UTC.
        # uid: the user whose app it is; absent for any.
        # accessory: its identifier; absent for a hotspot configuration.
        # name: the accessory's or the configuration's at that time.
        # who: who did it.
        # proof: how the app was known to be itself, where it took part.
        # why: for people.
        type HistoryEntry (
          id: int,
          time: int,
          action: HistoryAction,
          app: string,
          uid: ?int,
          accessory: ?string,
          name: string,
          who: string,
          proof: ?Proof,
          why: string
        )

        # shared: granted to one more app. renewed: granted anew to the app that had it. removed: given up by
        #   the app itself. uninstalled: the app's manifest is gone. securityChanged: a join was
        #   refused, because the network was secured with less than expected. uplinkGiven: the app was given the
        #   credentials of this machine's own network, whose SSID the name is.
        type HistoryAction (
          granted,
          shared,
          renewed,
          switchedOff,
          switchedOn,
          renamed,
          expired,
          revoked,
          removed,
          uninstalled,
          hotspotApplied,
          hotspotRemoved,
          hotspotExpired,
          securityChanged,
          uplinkGiven
        )

        # One line of what happens in the agent.
        # time: seconds since 1970, UTC.
        # app: the one that it is about.
        # text: for people.
        type MonitorEvent (
          time: int,
          kind: MonitorKind,
          app: ?string,
          text: string
        )

        type MonitorKind (session, lease, access, radio, configuration, plan)

        # How the agent is.
        # version: the agent's.
        # backend: what drives the radios: 'NetworkManager 1.42.4'.
        # unavailable: why no radio can be used, when none can.
        # bluetooth: the machine's Bluetooth, which is not needed for accessories with Wi-Fi alone.
        # leases: the hotspots that are held, each with its latest state.
        # apps, accessRecords, pickers: how many are known, and are running.
        # faults: the configuration files that cannot be used, each with place and reason.
        method GetStatus() -> (
          version: string,
          backend: string,
          unavailable: ?string,
          adapters: []Adapter,
          bluetooth: Bluetooth,
          leases: []Lease,
          apps: int,
          accessRecords: int,
          pickers: int,
          faults: []string
        )

        # The apps that are known, by identifier, and the files that cannot be used, each with place and
        # reason.
        method ListApps() -> (apps: []App, faults: []string)

        # What a manifest would make, without installing it.
        # path: where it is, or is to be: the file's name without .conf is the app's identifier. Owner and mode
        #   of a full path are looked at.
        # contents: all of the file, at most 256 KiB.
        # app: absent when there are faults.
        # faults: all that is wrong, in the file's order, as 'PATH:LINE: [Group] Key: reason'.
        # warnings: in the same form, what is not wrong in itself, but will not work on this machine.
        method CheckManifest(path: string, contents: string) -> (
          app: ?App,
          faults: []string,
          warnings: []string
        )

        # Reads the configuration again; the reply is as of ListApps. A file that cannot be used is named in
        # faults and hides no other.
        method ReloadConfiguration() -> (apps: []App, faults: []string)

        # What is heard. Streams: call it with 'more'; it goes on until the connection closes, and the agent
        # looks around no longer than that. Each reply has all that is heard at the moment, up to 256 networks and
        # 256 devices, the strongest ones, and fewer devices where these would not fit in a message.
        # app: look for what this app's manifest names.
        # descriptors: look for these, whatever the app; at most 64. Everything is reported when both are
        #   absent.
        # interface: the radio to look with; the agent chooses when absent.
        # isComplete: every channel was visited at least once.
        # networksLeftOut, devicesLeftOut: how many more are heard; absent when none are.
        # Errors: UnknownApp, InvalidRequest, RadioUnavailable.
        method Scan(
          app: ?string,
          descriptors: ?[]Descriptor,
          interface: ?string
        ) -> (
          networks: []Network,
          devices: []BluetoothDevice,
          isComplete: bool,
          networksLeftOut: ?int,
          devicesLeftOut: ?int
        )

        # The whole way for an app: the picker is shown, the choice is joined, granted to the app for every
        # user, and held as long as this connection is open. Streams: call it with 'more'; each reply has
        # one of the two: an event, in the order that Event gives, or a state of the lease, in the order
        # that LeaseUpdate gives. Joining comes before accessoryAdded. The call ends after restored. A
        # failure ends it with its error, after pickerDidDismiss and, where the earlier network had been
        # cut, after restored; then nothing was granted, unless accessoryAdded had come.
        # descriptors: what to look for; all that the app's manifest names when absent. At most 64, allowed
        #   by the manifest.
        # passphrase: the network's; else the picker asks for it. 8 to 63 printable ASCII characters, or 64
        #   hexadecimal digits.
        # discoveryTimeout: seconds until the search is given up when nothing is on the screen, 1 to 3600;
        #   30 when absent.
        # isUnbounded: the search goes on until the caller ends it; not with discoveryTimeout.
        # addressing: when a join counts as done: ipv4 (an address by DHCP; when absent) or link-local (such
        #   an address is enough).
        # Errors: UnknownApp, InvalidRequest, PickerRestricted, PickerAlreadyActive before anything is shown; a caller
        #   that is a picker of its own waits its turn instead;
        #   then DiscoveryTimeout, UserCancelled, Invalidated, RadioUnavailable; and when the choice cannot be joined
        #   NetworkNotFound, WrongPassphrase, AssociationRejected, SecurityChanged, NoAddress, JoinTimedOut,
        #   Interrupted, ConnectionFailed, Busy; RestoreFailed when the earlier
        #   network did not come back.
        method SetUp(
          app: string,
          descriptors: ?[]Descriptor,
          passphrase: ?string,
          discoveryTimeout: ?int,
          isUnbounded: ?bool,
          addressing: ?string
        ) -> (event: ?Event, lease: ?LeaseUpdate)

        # Every accessory that some app has, with what each app has of it, in the order they were first granted.
        # Call it with 'more': then a list that is longer than a message comes in parts.
        method ListAccessories() -> (accessories: []AccessoryStatus)

        # Gives an accessory another name, for all apps that have it: one line of 1 to 255 bytes, not blank,
        # without control characters and those that turn the direction of text. They hear accessoryChanged.
        # options: ssid where its network has this name too by now.
        # Errors: UnknownAccessory, InvalidRequest, ConnectionFailed when it cannot be written.
        method RenameAccessory(
          accessory: string,
          name: string,
          options: ?[]string
        ) -> (accessory: Accessory)

        # Takes an accessory from all apps, with its passphrase, and returns what it was. The apps hear
        # accessoryRemoved, and hotspots that rested on it are left.
        # Errors: UnknownAccessory, ConnectionFailed when it cannot be written.
        method RemoveAccessory(accessory: string) -> (accessory: Accessory)

        # The access records of one app, or all, in the order they were granted. With 'more' a list that is
        # longer than a message comes in parts.
        # Errors: UnknownApp.
        method ListAccess(app: ?string) -> (records: []AccessRecord)

        # The record by which an app may use an accessory, named by its identifier or its SSID: one of the
        # two. It says whether the app may, under whatever user it runs.
        # Errors: NotAuthorized when there is no grant or it has expired, UserRestricted when it is switched
        #   off, UnknownAccessory when the identifier is not the app's, UnknownApp, InvalidRequest when neither or both are given, when ssid is no SSID, or
        #   when several accessories share it.
        method CheckAccess(app: string, accessory: ?string, ssid: ?string) -> (record: AccessRecord)

        # Grants an app access without a picker, for one user or every user; the app hears accessoryAdded, or
        # accessoryChanged where it had access already. Nothing is joined. Nothing is proven by an app that is not
        # there: whoever is the app by any entry of its manifest has the grant, of that user where one is named.
        # uid: the user whose app it is; every user's when absent.
        # ssid: which the app's manifest must allow.
        # bssid: pins the grant to one access point. When absent it is that of the one accessory which is known by
        #   this SSID; where none or several are, any access point with this SSID will do.
        # name, image: for people; the SSID and none when absent. An accessory that an app has already keeps
        #   its own. A name is as in RenameAccessory.
        # passphrase: kept for joining. It implies that the network asks for one: an open one is not joined instead.
        # security: the least that the network must be secured with: open, owe, wpa2 or wpa3. It replaces what an
        #   earlier record expects, and so does a passphrase; with open or owe an earlier passphrase is removed.
        # hidden: the access point does not broadcast its name.
        # bluetoothAddress: of the accessory's Bluetooth side, as 02:00:00:00:01:00.
        # origin: plan or migration where that is how it came about; administrator when absent.
        # expires: when it ends by itself, seconds since 1970, UTC.
        # Errors: UnknownApp, InvalidRequest, ConnectionFailed when the record cannot be written.
        method GrantAccess(
          app: string,
          uid: ?int,
          ssid: string,
          bssid: ?string,
          name: ?string,
          image: ?string,
          passphrase: ?string,
          security: ?string,
          hidden: ?bool,
          bluetoothAddress: ?string,
          origin: ?GrantOrigin,
          expires: ?int
        ) -> (record: AccessRecord)

        # Switches an app's access to an accessory off, or on again, for every user of it, named as in
        # CheckAccess; returns the records as they are then. The app hears accessoryChanged, and a hotspot that
        # rested on it is left when it is switched off.
        # Errors: UnknownApp, UnknownAccessory, InvalidRequest, also for one that has expired; ConnectionFailed
        #   when it cannot be written.
        method SetAccess(
          app: string,
          accessory: ?string,
          ssid: ?string,
          allowed: bool
        ) -> (records: []AccessRecord)

        # Takes an app's access to an accessory away, for every user of it, named as in CheckAccess, and returns
        # what it was. The app hears accessoryRemoved, and a hotspot that rested on it is left. With an
        # accessory's last record its passphrase goes.
        # Errors: UnknownApp, UnknownAccessory, InvalidRequest, ConnectionFailed when it cannot be written.
        method RevokeAccess(app: string, accessory: ?string, ssid: ?string) -> (records: []AccessRecord)

        # What was changed, by whom and why: the latest entries, the oldest of them first, also of apps and
        # accessories that are gone. Of each app and action the last 1000 are kept, and 10000 of all; where
        # there are more, the oldest of renamed, hotspotApplied, hotspotRemoved and hotspotExpired go first.
        # app, accessory: only what is about these.
        # before: only entries with a smaller id, to read further back.
        # limit: 1 to 1000; 100 when absent. A reply has fewer where they would not fit in a message, and none
        #   where nothing earlier is left.
        # Errors: InvalidRequest, ConnectionFailed when it cannot be read.
        method ListHistory(
          app: ?string,
          accessory: ?string,
          before: ?int,
          limit: ?int
        ) -> (entries: []HistoryEntry)

        # Joins the hotspot of an accessory that was granted to an app, and holds it as long as this
        # connection is open: closing it, LeaveHotspot, and the end of the grant bring the earlier network
        # back. Streams: call it with 'more'; the replies are the states in the order that LeaseUpdate
        # gives, and the call ends after restored. One that other connections hold already is shared with
        # them, and ends with the last. A failure ends the call with its error, after left and restored where
        # the earlier network had been cut.
        # app: whose grant is used.
        # accessory, ssid: which one; one of the two.
        # passphrase: needed when none was kept from the set-up.
        # addressing: as in SetUp.
        # Errors: UnknownApp, NotAuthorized, UnknownAccessory, InvalidRequest, RadioUnavailable, Busy before
        #   anything is done; then NetworkNotFound, WrongPassphrase, AssociationRejected, SecurityChanged,
        #   NoAddress, JoinTimedOut, Interrupted, ConnectionFailed; RestoreFailed when the earlier network did not come
        #   back.
        method JoinHotspot(
          app: string,
          accessory: ?string,
          ssid: ?string,
          passphrase: ?string,
          addressing: ?string
        ) -> (lease: LeaseUpdate)

        # Leaves an app's hotspots, under every user, and returns when the earlier networks are back; only one of
        # them when it is named by identifier or SSID. The calls that held them end as well. A hotspot that the
        # calling process holds together with others stays theirs: only this process's calls end.
        # Errors: UnknownApp, InvalidRequest, UnknownAccessory when none is held, RestoreFailed.
        method LeaveHotspot(app: string, accessory: ?string, ssid: ?string) -> ()

        # The hotspot configurations of one app, or all, in the order they were applied.
        # secrets: with their passphrases; for root and the agent's own user only.
        # Errors: UnknownApp, NotAuthorized, ConnectionFailed when a passphrase cannot be read.
        method ListHotspots(app: ?string, secrets: ?bool) -> (hotspots: []HotspotStatus)

        # Removes an app's hotspot configuration, under every user, and leaves the network where it was joined
        # by it: then it returns when the earlier network is back.
        # ssid, ssidPrefix: as it was applied; one of the two.
        # Errors: UnknownAccessory when there is none, InvalidRequest, ConnectionFailed when it cannot be
        #   written, RestoreFailed.
        method RemoveHotspot(app: string, ssid: ?string, ssidPrefix: ?string) -> ()

        \(PlanDescription.methods)

        # Listens and looks for a while, and says of each Bluetooth device in sight which network in sight is its, by
        # which evidence, and what comes next. It shows that two things agree, not that they are genuine: both
        # advertisements and SSIDs can be forged.
        # bluetoothAddress, ssid: only what concerns these.
        # app: with the rules of this app's manifest beside the agent's own.
        # seconds: 1 to 120; 10 when absent.
        # leftOut: how many more devices there are, the weakest ones, that would not fit in a message; absent when
        #   there are none.
        # Errors: UnknownApp, InvalidRequest, RadioUnavailable.
        method ExplainBridge(
          bluetoothAddress: ?string,
          ssid: ?string,
          app: ?string,
          seconds: ?int
        ) -> (bridges: []Bridge, leftOut: ?int)

        # What happens in the agent. Streams: call it with 'more'; it goes on until the connection closes.
        # The first reply has no event: it only says that events will follow.
        method Monitor() -> (event: ?MonitorEvent)

        \(SharedDescription.errors([
            .notAuthorized, .unknownApp, .unknownAccessory, .invalidRequest, .pickerAlreadyActive, .pickerRestricted,
            .discoveryTimeout, .userCancelled, .userRestricted, .invalidated,
        ] + SharedDescription.joiningCodes))

        """
}
