// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension InterfaceName {
    static let setupDescription = """
        # For apps: show the picker, know one's own accessories, join their hotspots.
        #
        # The caller is recognised by its system unit, executable or user, when it connects to app.socket,
        # and matched to a manifest in apps.d. Who matches none gets NotAuthorized from every method. An app
        # sees only what it was granted, under its own user. Calling a method that streams without 'more'
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

        \(SharedDescription.event)

        \(SharedDescription.lease)

        \(SharedDescription.link)

        \(SharedDescription.failure)

        # The session's events, until the connection closes. Streams: call it with 'more'. The first reply
        # is activated, with the app's own accessories; those that follow carry no accessories. A second
        # call on the same connection ends the first one's stream.
        # Errors: NotAuthorized.
        method Activate() -> (event: Event, accessories: ?[]Accessory)

        # The app's own accessories, in the order they were granted; nobody else's.
        # Errors: NotAuthorized.
        method ListAccessories() -> (accessories: []Accessory)

        # One access record of the app, named by the accessory's identifier or by its SSID: one of the two.
        # Errors: NotAuthorized when there is no valid grant, UnknownAccessory when the identifier is not
        #   the app's, InvalidRequest when neither or both are given, when ssid is no SSID, or when several
        #   accessories share it.
        method GetAccess(accessory: ?string, ssid: ?string) -> (record: AccessRecord)

        # Shows the picker with what matches the items, and returns when it is gone. What is chosen is
        # joined first and granted then; the reply comes with the hotspot joined, and the lease lasts until
        # this connection closes or LeaveHotspot is called. Needs an active session of the same app, whose
        # events tell the steps; and a person's picker, the one that registered last.
        # items: 1 to 64 alternatives.
        # discoveryTimeout: seconds until the search is given up when nothing is on the screen, 1 to 3600;
        #   30 when absent.
        # addressing: when a join counts as done: ipv4 (an address by DHCP; when absent) or link-local (such
        #   an address is enough).
        # Errors: NotAuthorized, UnknownApp when its manifest is gone meanwhile, InvalidRequest,
        #   ActivationFailed, PickerAlreadyActive, PickerRestricted, RadioUnavailable, Busy before anything is
        #   shown; then DiscoveryTimeout, UserCancelled, Invalidated, RadioUnavailable; and when the choice
        #   cannot be joined NetworkNotFound, WrongPassphrase, AssociationRejected, NoAddress, JoinTimedOut,
        #   Interrupted, ConnectionFailed, Busy; then nothing was granted.
        method ShowPicker(
          items: []DisplayItem,
          discoveryTimeout: ?int,
          addressing: ?string
        ) -> (accessory: Accessory, link: Link)

        # Joins the hotspot of an accessory that was granted, and holds it as long as this connection is
        # open: closing it, LeaveHotspot, and the end of the grant bring the earlier network back. Streams:
        # call it with 'more'; the replies are the states in the order that LeaseUpdate gives, and the call
        # ends after restored. One that the app holds already is taken over by this connection. A failure
        # ends the call with its error, after left and restored where the earlier network had been cut.
        # accessory, ssid: which one; one of the two.
        # passphrase: needed when none was kept from the set-up.
        # addressing: as in ShowPicker.
        # Errors: NotAuthorized, UnknownAccessory, InvalidRequest, RadioUnavailable, Busy before anything is
        #   done; then NetworkNotFound, WrongPassphrase, AssociationRejected, NoAddress, JoinTimedOut,
        #   Interrupted, ConnectionFailed; RestoreFailed when the earlier network did not come back.
        method JoinHotspot(
          accessory: ?string,
          ssid: ?string,
          passphrase: ?string,
          addressing: ?string
        ) -> (lease: LeaseUpdate)

        # Leaves the app's hotspot and returns when the earlier network is back. The call that held it ends
        # as well.
        # Errors: NotAuthorized, UnknownAccessory when none is held, RestoreFailed.
        method LeaveHotspot() -> ()

        \(SharedDescription.errors([
            .notAuthorized, .unknownApp, .unknownAccessory, .invalidRequest, .activationFailed, .pickerAlreadyActive,
            .pickerRestricted, .discoveryTimeout, .userCancelled, .invalidated,
        ] + SharedDescription.joiningCodes))

        """
}
