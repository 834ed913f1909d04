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
        # name: the accessory's name for people, not empty. When the accessory is added it is its
        #   displayName.
        # image: a path or an icon's name.
        # descriptor: what is looked for; the app's manifest must allow it.
        # passphrase: the network's, where the app knows it (from a label, or its maker); else the picker
        #   asks for it. 8 to 63 printable ASCII characters, or 64 hexadecimal digits.
        type DisplayItem (
          name: string,
          image: ?string,
          descriptor: Descriptor,
          passphrase: ?string
        )

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

        # The session's events, until the connection closes. Streams: call it with 'more'. The first reply
        # is activated, with the app's own accessories; those that follow carry no accessories. A second
        # call on the same connection ends the first one's stream. After invalidated the agent closes the
        # connection: the manifest by which the app was known has changed or is gone.
        # Errors: NotAuthorized, Busy.
        method Activate() -> (event: Event, accessories: ?[]Accessory)

        # The app's own accessories, in the order they were granted; nobody else's.
        # Errors: NotAuthorized.
        method ListAccessories() -> (accessories: []Accessory)

        # One access record of the app, named by the accessory's identifier, by its SSID, or by the app's
        # identifier of its Bluetooth side: one of the three.
        # Errors: NotAuthorized when there is no grant or it has expired, UserRestricted when it is switched
        #   off, UnknownAccessory when the identifier is not the app's, InvalidRequest when none or several are
        #   given, when ssid is no SSID, or when several accessories share it.
        method GetAccess(accessory: ?string, ssid: ?string, bluetooth: ?string) -> (record: AccessRecord)

        # Gives one of the app's accessories another name: 1 to 255 bytes, one line. All apps that share it
        # hear accessoryChanged.
        # Errors: NotAuthorized when another app had it first, whose name stays; UnknownAccessory,
        #   InvalidRequest, ConnectionFailed when it cannot be written.
        method RenameAccessory(accessory: string, name: string) -> (accessory: Accessory)

        # Gives up the app's access to an accessory, for the caller's user, and for every user where the grant
        # was for all. The app hears accessoryRemoved, and a hotspot that rested on it is left.
        # Errors: NotAuthorized, UnknownAccessory, ConnectionFailed when it cannot be written.
        method RemoveAccessory(accessory: string) -> ()

        # Shows the picker with what matches the items, and returns when it is gone. What is chosen is
        # joined first and granted then; the reply comes with the hotspot joined, and the lease lasts until
        # this connection closes or LeaveHotspot is called. Needs an active session of the same app, whose
        # events tell the steps; and a person's picker, the one that registered last.
        # items: 1 to 64 alternatives.
        # discoveryTimeout: seconds until the search is given up when nothing is on the screen, 1 to 3600;
        #   30 when absent.
        # addressing: when a join counts as done: ipv4 (an address by DHCP; when absent) or link-local (such
        #   an address is enough).
        # filterDiscoveryResults: each accessory that is heard goes to the app first, as accessoryDiscovered,
        #   and nothing is shown but what UpdatePicker names.
        # Errors: NotAuthorized, UnknownApp when its manifest is gone meanwhile, InvalidRequest,
        #   ActivationFailed, PickerAlreadyActive, PickerRestricted, RadioUnavailable, Busy before anything is
        #   shown; then DiscoveryTimeout, UserCancelled, Invalidated, RadioUnavailable; and when the choice
        #   cannot be joined NetworkNotFound, WrongPassphrase, AssociationRejected, NoAddress, JoinTimedOut,
        #   Interrupted, ConnectionFailed, Busy; then nothing was granted.
        method ShowPicker(
          items: []DisplayItem,
          discoveryTimeout: ?int,
          addressing: ?string,
          filterDiscoveryResults: ?bool
        ) -> (accessory: Accessory, link: Link)

        # Adds discovered accessories to what the app's picker shows, in filter mode. One that is named again
        # gets its new name and picture.
        # Errors: NotAuthorized, InvalidRequest when no picker of the app in filter mode is up, or an accessory
        #   was not discovered in it.
        method UpdatePicker(items: []DiscoveredItem) -> ()

        # Ends the discovery of the app's picker: what is shown stays to be chosen from, nothing new comes. With
        # nothing shown the picker ends, and ShowPicker fails with DiscoveryTimeout.
        # Errors: NotAuthorized, InvalidRequest when no picker of the app is up.
        method FinishPickerDiscovery() -> ()

        # Joins the hotspot of an accessory that was granted, and holds it as long as this connection is
        # open: closing it, LeaveHotspot, and the end of the grant bring the earlier network back. Streams:
        # call it with 'more'; the replies are the states in the order that LeaseUpdate gives, and the call
        # ends after restored. One that the app holds already is taken over by this connection. A failure
        # ends the call with its error, after left and restored where the earlier network had been cut.
        # accessory, ssid: which one; one of the two.
        # passphrase: needed when none was kept from the set-up.
        # addressing: as in ShowPicker.
        # Errors: NotAuthorized, UserRestricted, UnknownAccessory, InvalidRequest, RadioUnavailable, Busy before
        #   anything is done; then NetworkNotFound, WrongPassphrase, AssociationRejected, NoAddress, JoinTimedOut,
        #   Interrupted, ConnectionFailed; RestoreFailed when the earlier network did not come back.
        method JoinHotspot(
          accessory: ?string,
          ssid: ?string,
          passphrase: ?string,
          addressing: ?string
        ) -> (lease: LeaseUpdate)

        # Leaves the app's hotspots and returns when the earlier networks are back; only one of them when it is
        # named by identifier or SSID. The calls that held them end as well.
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

        \(SharedDescription.errors([
            .notAuthorized, .unknownApp, .unknownAccessory, .invalidRequest, .activationFailed, .pickerAlreadyActive,
            .pickerRestricted, .discoveryTimeout, .userCancelled, .userRestricted, .invalidated,
        ] + SharedDescription.joiningCodes))

        """
}
