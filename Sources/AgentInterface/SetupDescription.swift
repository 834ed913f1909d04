// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension InterfaceName {
    static let setupDescription = """
        # For apps: show the picker, know one's own accessories, join their hotspots.
        #
        # The caller is recognised when it connects to app.socket, by its system unit, snap, Flatpak, desktop
        # unit, executable or user, and matched to a manifest in apps.d; the connection ends with that process.
        # Who matches no manifest gets NotAuthorized from every method. An app sees only what it was granted,
        # under its own user, on a proof no stronger than its own. Busy tells of a limit that was reached:
        # accessoryd(8) names them. An answer that would be larger than a message may be is InvalidRequest. Calling a method that streams without 'more'
        # gives org.varlink.service.ExpectedMore; a parameter that is missing or of the wrong type gives
        # org.varlink.service.InvalidParameter. Closing the connection ends what it held: the session's
        # events, the picker, the hotspot.
        interface org.accessoryd.Setup

        \(SharedDescription.accessory)

        \(SharedDescription.accessRecord)

        \(SharedDescription.descriptor)

        # One thing that an app looks for, as the picker is to show it.
        # name: the accessory's name for people: one line of 1 to 255 bytes, not blank, without control
        #   characters and those that turn the direction of text. When the accessory is added it is its
        #   displayName.
        # image: a picture as data:image/png;base64,... (PNG, JPEG, GIF or WebP, 256 KiB and
        #   1024 by 1024 pixels at most), or a path
        #   below /usr/share, or an icon's name. It is shown in a box of 180 by 120.
        # descriptor: what is looked for; the app's manifest must allow it.
        # passphrase: the network's, where the app knows it (from a label, or its maker); else the picker
        #   asks for it. 8 to 63 printable ASCII characters, or 64 hexadecimal digits.
        # setupOptions: what happens between the choice and the grant.
        # renameOptions: ssid where the app gives the network the name that the person gives; the record has it from
        #   then on, if the app's manifest allows it.
        type DisplayItem (
          name: string,
          image: ?string,
          descriptor: Descriptor,
          passphrase: ?string,
          setupOptions: ?[]SetupOption,
          renameOptions: ?[]string
        )

        # rename: the person is asked for the accessory's name, unless others have it already.
        # confirmAuthorization: what was chosen waits, joined, until the app calls FinishAuthorization or
        #   FailAuthorization, for 120 seconds.
        # finishInApp: the picker tells the person at the end to go on in the app.
        type SetupOption (rename, confirmAuthorization, finishInApp)

        \(SharedDescription.migrationItem)

        # One discovered accessory that a person may choose.
        # accessory: the id that accessoryDiscovered gave.
        # name, image: as in a DisplayItem; an accessory that an app has already keeps its own.
        type DiscoveredItem (
          accessory: string,
          name: string,
          image: ?string
        )

        \(SharedDescription.event)

        \(SharedDescription.hotspot)

        \(SharedDescription.lease)

        \(SharedDescription.link)

        \(SharedDescription.failure)

        \(SharedDescription.uplinkCredentials)

        # isAway: BlueZ has not heard it lately, or is not running.
        # path: BlueZ's object on the system bus, while it is not away. It changes with the address of a device
        #   that has no bond.
        type BluetoothReach (
          isAway: bool,
          path: ?string
        )

        # The session's events, until the connection closes. Streams: call it with 'more'. The first reply
        # is activated, with the app's own accessories; of those that follow migrationComplete has them too. A second
        # call on the same connection ends the first one's stream. After invalidated the agent closes the
        # connection: the manifest by which the app was known has changed or is gone.
        # Errors: NotAuthorized, Busy.
        method Activate() -> (event: Event, accessories: ?[]Accessory)

        # The app's own accessories, in the order they were granted, and one that waits for its authorization;
        # nobody else's.
        # Errors: NotAuthorized.
        method ListAccessories() -> (accessories: []Accessory)

        # One access record of the app, named by the accessory's identifier, by its SSID, or by the app's
        # identifier of its Bluetooth side: one of the three.
        # Errors: NotAuthorized when there is no grant or it has expired, UserRestricted when it is switched
        #   off, UnknownAccessory when the identifier is not the app's, InvalidRequest when none or several are
        #   given, when ssid is no SSID, or when several accessories share it.
        # bluetooth: where the app goes on with its Bluetooth side, where it has one; also, in the state
        #   awaitingAuthorization, for one that waits for the app, named by an identifier.
        method GetAccess(
          accessory: ?string,
          ssid: ?string,
          bluetooth: ?string
        ) -> (record: AccessRecord, bluetooth: ?BluetoothReach)

        # Gives one of the app's accessories another name, as in a DisplayItem. All apps that share it
        # hear accessoryChanged. Without a name, and whenever the network is renamed too, the picker asks a
        # person for it, with the name as a suggestion; it returns when that is answered.
        # options: ssid where the app gives the network the same name; the record has it from then on, if the
        #   app's manifest allows it.
        # Errors: NotAuthorized when another app had it first, whose name stays; UnknownAccessory,
        #   InvalidRequest, ConnectionFailed when it cannot be written; when a person is asked
        #   PickerAlreadyActive, PickerRestricted, UserCancelled, DiscoveryTimeout after 120 seconds, Invalidated.
        method RenameAccessory(
          accessory: string,
          name: ?string,
          options: ?[]string
        ) -> (accessory: Accessory)

        # Gives up the app's access to an accessory, for the caller's user, and for every user where the grant
        # was for all. The app hears accessoryRemoved, and a hotspot that rested on it is left.
        # Errors: NotAuthorized, UnknownAccessory, ConnectionFailed when it cannot be written.
        method RemoveAccessory(accessory: string) -> ()

        # Shows the picker with what matches the items, and returns when it is gone. What is chosen is
        # joined first and granted then; the reply comes with the hotspot joined, and the lease lasts until
        # this connection closes or LeaveHotspot is called. Needs an active session of the same app, whose
        # events tell the steps; and a person's picker, the one that registered last.
        # items: up to 64 alternatives. Without any the picker tells of the migrations, and a person allows them
        #   or not; nothing is looked for.
        # migrations: up to 64 accessories that the app set up by other means before. With items they are granted
        #   when something was chosen; migrationComplete tells of them.
        # discoveryTimeout: seconds until the search is given up when nothing can be chosen, 1 to 3600;
        #   30 when absent. The field's names for it: short is 60, medium 120, long 300.
        # isUnbounded: the search goes on until the app ends it; not with discoveryTimeout.
        # addressing: when a join counts as done: ipv4 (an address by DHCP; when absent) or link-local (such
        #   an address is enough).
        # filterDiscoveryResults: each accessory that is heard goes to the app first, as accessoryDiscovered,
        #   and nothing is shown but what UpdatePicker names. It hears of 64 at most.
        # accessory, link: what was chosen, and where it is to be reached; link is absent when the app said in
        #   FinishAuthorization that it is another network by now, and both when there was nothing to choose.
        # migrated: what was migrated, where that was asked for.
        # Nothing is half done for longer than 120 seconds: a question that nobody answers counts as declined, an
        # authorization that the app does not finish as failed, and what was joined for it is left.
        # When a person has cancelled, the app's next picker or question to a person comes a second later, and
        # twice as long each time in a row, up to five minutes. A call waits up to 4 seconds for that; before, it is
        # PickerRestricted, and the message has what is left. A person who chooses or answers, or a quarter of an
        # hour, ends that. Other apps' pickers are shown meanwhile.
        # Errors: NotAuthorized, UnknownApp when its manifest is gone meanwhile, InvalidRequest,
        #   ActivationFailed, PickerAlreadyActive, PickerRestricted before anything is shown; then
        #   DiscoveryTimeout and RadioUnavailable when nothing is found, unless the administrator lets apps know of
        #   that only as UserCancelled (TellNothingFound); UserCancelled, Invalidated; and when the choice
        #   cannot be joined NetworkNotFound, WrongPassphrase, AssociationRejected, SecurityChanged,
        #   NoAddress, JoinTimedOut, Interrupted, ConnectionFailed, Busy; then nothing was granted.
        method ShowPicker(
          items: []DisplayItem,
          migrations: ?[]MigrationItem,
          discoveryTimeout: ?int,
          isUnbounded: ?bool,
          addressing: ?string,
          filterDiscoveryResults: ?bool
        ) -> (accessory: ?Accessory, link: ?Link, migrated: ?[]Accessory)

        # Adds discovered accessories to what the app's picker shows, in filter mode. One that is named again
        # gets its new name and picture.
        # Errors: NotAuthorized, InvalidRequest when no picker of the app in filter mode is up, or an accessory
        #   was not discovered in it.
        method UpdatePicker(items: []DiscoveredItem) -> ()

        # Ends the discovery of the app's picker: what is shown stays to be chosen from, nothing new comes. With
        # nothing shown the picker ends, and ShowPicker fails with DiscoveryTimeout.
        # Errors: NotAuthorized, InvalidRequest when no picker of the app is up.
        method FinishPickerDiscovery() -> ()

        # Says that the chosen accessory, of which accessoryChanged told in the state awaitingAuthorization, is the
        # right one: it is granted, and accessoryAdded follows.
        # ssid: its whole SSID, where that is not what was joined; the descriptor that found it must allow it.
        # bluetoothTransportBridgingIdentifier: six bytes, as 02:00:00:00:01:00; without effect on an accessory
        #   that others have already.
        # Errors: NotAuthorized, UnknownAccessory when it does not wait, InvalidRequest.
        method FinishAuthorization(
          accessory: string,
          ssid: ?string,
          bluetoothTransportBridgingIdentifier: ?string
        ) -> ()

        # Says that the chosen accessory is not the right one, or could not be set up: nothing is granted,
        # pickerSetupFailed follows, and it is left.
        # Errors: NotAuthorized, UnknownAccessory when it does not wait.
        method FailAuthorization(accessory: string) -> ()

        # Asks a person whether the app may have more of its accessory than it was granted by, such as its Wi-Fi
        # side beside Bluetooth, and returns when that is answered. All of the app's sessions hear
        # accessoryChanged.
        # descriptor: what it is to have from then on; the app's manifest must allow it.
        # Errors: NotAuthorized, UserRestricted, UnknownAccessory, InvalidRequest, PickerAlreadyActive,
        #   PickerRestricted; then UserCancelled, DiscoveryTimeout after 120 seconds, Invalidated, ConnectionFailed
        #   when it cannot be written.
        method UpdateAuthorization(accessory: string, descriptor: Descriptor) -> (accessory: Accessory)

        # Joins the hotspot of an accessory that was granted, and holds it as long as this connection is
        # open: closing it, LeaveHotspot, and the end of the grant bring the earlier network back. Streams:
        # call it with 'more'; the replies are the states in the order that LeaseUpdate gives, and the call
        # ends after restored. One that other connections of the app hold already is shared with them, and
        # ends with the last; from the app's session, after ShowPicker, this connection takes it over. A
        # failure ends the call with its error, after left and restored where the earlier network had been
        # cut.
        # accessory, ssid: which one; one of the two.
        # passphrase: needed when none was kept from the set-up.
        # addressing: as in ShowPicker.
        # Errors: NotAuthorized, UserRestricted, UnknownAccessory, InvalidRequest, RadioUnavailable, Busy before
        #   anything is done; then NetworkNotFound, WrongPassphrase, AssociationRejected, SecurityChanged, NoAddress,
        #   JoinTimedOut, Interrupted, ConnectionFailed; RestoreFailed when the earlier network did not come back.
        method JoinHotspot(
          accessory: ?string,
          ssid: ?string,
          passphrase: ?string,
          addressing: ?string
        ) -> (lease: LeaseUpdate)

        # Leaves the app's hotspots and returns when the earlier networks are back; only one of them when it is
        # named by identifier or SSID. The calls that held them end as well. A hotspot that the calling process
        # holds together with other processes of the app stays theirs: only this process's calls end.
        # Errors: NotAuthorized, UnknownAccessory when none is held, InvalidRequest, RestoreFailed.
        method LeaveHotspot(accessory: ?string, ssid: ?string) -> ()

        # Stores a hotspot configuration of the app's own, and joins the network now: the reply says whether it
        # was joined, and why not. Where the app has access already nobody is asked; else the picker asks a
        # person, whose choice grants access, and when nothing is chosen or joined the call fails and nothing is
        # stored. The hotspot is held as long as the app's session is active, or, where it has none, as long as
        # this connection is open. A machine that is on the network already by a profile of its own counts as
        # joined, without link. A configuration that is applied again replaces the earlier one.
        # ssid, ssidPrefix: one of the two, allowed by the app's manifest; a prefix has 3 bytes at least. Of
        #   several networks that begin with it and that the app has access to, the strongest is joined.
        # passphrase: 8 to 63 printable ASCII characters, or 64 hexadecimal digits. Kept apart.
        # hidden: the access point does not broadcast its name; not with ssidPrefix.
        # joinOnce: the configuration is removed when the network is left.
        # lifeTimeInDays: 1 to 365; it stays until it is removed when absent.
        # addressing: as in ShowPicker.
        # joined, link, error: whether it was joined, where the accessory is then, and why it was not.
        # Errors: NotAuthorized, InvalidRequest, Busy when the app has as many as it may; when a person has to
        #   be asked, those of ShowPicker but for ActivationFailed.
        method ApplyHotspot(
          ssid: ?string,
          ssidPrefix: ?string,
          passphrase: ?string,
          hidden: ?bool,
          joinOnce: ?bool,
          lifeTimeInDays: ?int,
          addressing: ?string
        ) -> (hotspot: Hotspot, joined: bool, link: ?Link, error: ?Failure)

        # Removes a configuration of the app's own with its passphrase, and leaves the network where it was
        # joined by it: then it returns when the earlier network is back. Access that a person granted stays.
        # ssid, ssidPrefix: as it was applied; one of the two.
        # Errors: NotAuthorized, UnknownAccessory when there is none, InvalidRequest, ConnectionFailed when it
        #   cannot be written, RestoreFailed.
        method RemoveHotspot(ssid: ?string, ssidPrefix: ?string) -> ()

        # The app's own configurations, in the order they were applied; never with passphrases.
        # Errors: NotAuthorized.
        method ListHotspots() -> (hotspots: []HotspotStatus)

        # With what this machine joins its own network, so that the app can tell its accessory to join it too:
        # only while the app holds a joined hotspot whose network has a passphrase, and only where the
        # administrator's accessoryd.conf names the app in CredentialsFor. Each time is written to the history,
        # without the passphrase.
        # Errors: NotAuthorized when the app is not named there or holds no such hotspot; NetworkNotFound
        #   when the machine was on no Wi-Fi network, or on which is not known; ConnectionFailed when it has no
        #   passphrase, does not keep it, or may not tell it; RadioUnavailable.
        method GetUplinkCredentials() -> (uplink: UplinkCredentials)

        \(SharedDescription.errors([
            .notAuthorized, .unknownApp, .unknownAccessory, .invalidRequest, .activationFailed, .pickerAlreadyActive,
            .pickerRestricted, .discoveryTimeout, .userCancelled, .userRestricted, .invalidated,
        ] + SharedDescription.joiningCodes))

        """
}
