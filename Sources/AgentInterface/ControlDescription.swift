// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension InterfaceName {
    static let controlDescription = """
        # For people and system services: what the agent does, and decisions for any app.
        #
        # On control.socket only; others get org.varlink.service.PermissionDenied. Calling a method that
        # streams without 'more' gives org.varlink.service.ExpectedMore; a parameter that is missing or of
        # the wrong type gives org.varlink.service.InvalidParameter. Closing the connection ends what it
        # held: a stream, a set-up, a hotspot.
        interface org.accessoryd.Control

        \(SharedDescription.accessory)

        \(SharedDescription.accessRecord)

        \(SharedDescription.descriptor)

        \(SharedDescription.event)

        \(SharedDescription.lease)

        \(SharedDescription.link)

        \(SharedDescription.failure)

        # One Wi-Fi radio.
        # interface: its network interface, such as wlan0.
        # detail: with connected: the profile's name; with accessory: the SSID; with unusable: why, and the
        #   cure.
        type Adapter (
          interface: string,
          state: AdapterState,
          detail: ?string
        )

        # idle: on no network. connected: on a network that is not the agent's. accessory: on one that the
        #   agent joined, or on the way there.
        type AdapterState (idle, connected, accessory, unusable)

        # A hotspot that an app holds.
        type Lease (
          app: string,
          lease: LeaseUpdate
        )

        # An app's manifest.
        # id: its file's name without .conf.
        # name: for people.
        # file: the manifest's path.
        # identities: who may be this app: 'unit camera.service', 'executable /usr/bin/camera', 'user
        #   kiosk'.
        # descriptors: what it may look for.
        type App (
          id: string,
          name: string,
          file: string,
          identities: []string,
          descriptors: []Descriptor
        )

        # One access point as one radio hears it.
        # ssid: absent when the access point hides its name.
        # bssid: its address, as 02:00:00:00:01:00.
        # frequency: MHz.
        # signal: 0 to 100.
        # security: open, owe, wep, wpa2, wpa2-wpa3, wpa3 or enterprise.
        # interface: the radio that hears it.
        type Network (
          ssid: ?string,
          bssid: string,
          frequency: int,
          signal: int,
          security: string,
          interface: string
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

        type MonitorKind (session, lease, access, radio, configuration)

        # How the agent is.
        # version: the agent's.
        # backend: what drives the radios: 'NetworkManager 1.42.4'.
        # unavailable: why no radio can be used, when none can.
        # leases: the hotspots that are held, each with its latest state.
        # apps, accessRecords, pickers: how many are known, and are running.
        # faults: the configuration files that cannot be used, each with place and reason.
        method GetStatus() -> (
          version: string,
          backend: string,
          unavailable: ?string,
          adapters: []Adapter,
          leases: []Lease,
          apps: int,
          accessRecords: int,
          pickers: int,
          faults: []string
        )

        # The apps that are known, by identifier, and the files that cannot be used, each with place and
        # reason.
        method ListApps() -> (apps: []App, faults: []string)

        # Reads the configuration again; the reply is as of ListApps. A file that cannot be used is named in
        # faults and hides no other.
        method ReloadConfiguration() -> (apps: []App, faults: []string)

        # What is heard. Streams: call it with 'more'; it goes on until the connection closes, and the agent
        # looks around no longer than that. Each reply has all that is heard at the moment.
        # app: look for what this app's manifest names.
        # descriptors: look for these, whatever the app; at most 64. Everything is reported when both are
        #   absent.
        # interface: the radio to look with; the agent chooses when absent.
        # isComplete: every channel was visited at least once.
        # Errors: UnknownApp, InvalidRequest, RadioUnavailable.
        method Scan(
          app: ?string,
          descriptors: ?[]Descriptor,
          interface: ?string
        ) -> (networks: []Network, isComplete: bool)

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
        # addressing: when a join counts as done: ipv4 (an address by DHCP; when absent) or link-local (such
        #   an address is enough).
        # Errors: UnknownApp, InvalidRequest, PickerAlreadyActive, PickerRestricted, RadioUnavailable, Busy
        #   before anything is shown; then DiscoveryTimeout, UserCancelled, Invalidated, RadioUnavailable;
        #   and when the choice cannot be joined NetworkNotFound, WrongPassphrase, AssociationRejected,
        #   NoAddress, JoinTimedOut, Interrupted, ConnectionFailed, Busy; RestoreFailed when the earlier
        #   network did not come back.
        method SetUp(
          app: string,
          descriptors: ?[]Descriptor,
          passphrase: ?string,
          discoveryTimeout: ?int,
          addressing: ?string
        ) -> (event: ?Event, lease: ?LeaseUpdate)

        # The access records of one app, or all, in the order they were granted.
        # Errors: UnknownApp.
        method ListAccess(app: ?string) -> (records: []AccessRecord)

        # The record by which an app may use an accessory, named by its identifier or its SSID: one of the
        # two.
        # Errors: NotAuthorized when there is no valid grant, UnknownAccessory when the identifier is not
        #   the app's, UnknownApp, InvalidRequest when neither or both are given, when ssid is no SSID, or
        #   when several accessories share it.
        method CheckAccess(app: string, accessory: ?string, ssid: ?string) -> (record: AccessRecord)

        # Grants an app access without a picker, for every user; the app hears accessoryAdded, or
        # accessoryChanged where it had access already. Nothing is joined.
        # ssid: which the app's manifest must allow.
        # bssid: pins the grant to one access point.
        # name: for people; the SSID when absent.
        # passphrase: kept for joining.
        # hidden: the access point does not broadcast its name.
        # Errors: UnknownApp, InvalidRequest, ConnectionFailed when the record cannot be written.
        method GrantAccess(
          app: string,
          ssid: string,
          bssid: ?string,
          name: ?string,
          passphrase: ?string,
          hidden: ?bool
        ) -> (record: AccessRecord)

        # Takes a grant away, named as in CheckAccess, and returns what it was. The app hears
        # accessoryRemoved, and a hotspot that it holds by it is left.
        # Errors: UnknownAccessory when the app has no such record, InvalidRequest as in CheckAccess,
        #   ConnectionFailed when the record cannot be removed.
        method RevokeAccess(app: string, accessory: ?string, ssid: ?string) -> (record: AccessRecord)

        # Joins the hotspot of an accessory that was granted to an app, and holds it as long as this
        # connection is open: closing it, LeaveHotspot, and the end of the grant bring the earlier network
        # back. Streams: call it with 'more'; the replies are the states in the order that LeaseUpdate
        # gives, and the call ends after restored. One that the app holds already is taken over by this
        # connection. A failure ends the call with its error, after left and restored where the earlier
        # network had been cut.
        # app: whose grant is used.
        # accessory, ssid: which one; one of the two.
        # passphrase: needed when none was kept from the set-up.
        # addressing: as in SetUp.
        # Errors: UnknownApp, NotAuthorized, UnknownAccessory, InvalidRequest, RadioUnavailable, Busy before
        #   anything is done; then NetworkNotFound, WrongPassphrase, AssociationRejected, NoAddress,
        #   JoinTimedOut, Interrupted, ConnectionFailed; RestoreFailed when the earlier network did not come
        #   back.
        method JoinHotspot(
          app: string,
          accessory: ?string,
          ssid: ?string,
          passphrase: ?string,
          addressing: ?string
        ) -> (lease: LeaseUpdate)

        # Leaves the app's hotspot and returns when the earlier network is back. The call that held it ends
        # as well.
        # Errors: UnknownApp, InvalidRequest, UnknownAccessory when none is held, RestoreFailed.
        method LeaveHotspot(app: string) -> ()

        # What happens in the agent. Streams: call it with 'more'; it goes on until the connection closes.
        # The first reply has no event: it only says that events will follow.
        method Monitor() -> (event: ?MonitorEvent)

        \(SharedDescription.errors([
            .notAuthorized, .unknownApp, .unknownAccessory, .invalidRequest, .pickerAlreadyActive, .pickerRestricted,
            .discoveryTimeout, .userCancelled, .invalidated,
        ] + SharedDescription.joiningCodes))

        """
}
