// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The types and errors that more than one interface names, in Varlink's notation.
enum SharedDescription {
    static let accessory = """
        # One physical device as one app knows it.
        # id: a UUID of the agent's making, the same for every app; says nothing of the hardware.
        # displayName: its name for people, one for all apps that share it: the first app's, or the one that a
        #   person gave it.
        # image: the first app's picture of it: image: and an identifier, by which pickers get it with GetImage, a
        #   path below /usr/share, or an icon's name.
        # ssid: its hotspot. An SSID is 1 to 32 bytes in no particular encoding, written as UTF-8, where the bytes
        #   of what a terminal cannot show plainly (not valid UTF-8, control characters, combining marks, emoji, a
        #   blank at either end) become \\xNN, and a backslash becomes \\\\. Either form is read.
        # bssid: the access point that was chosen, as 02:00:00:00:01:00; absent where any with this SSID
        #   will do.
        # bluetoothIdentifier: a UUID by which this app alone knows its Bluetooth side, absent where there is
        #   none. It says nothing of the hardware, and two apps have different ones for one device.
        # descriptor: the rule by which it was found; absent when it was granted without one.
        # bluetoothTransportBridgingIdentifier: how Bluetooth Classic reaches it, as the app said it.
        type Accessory (
          id: string,
          displayName: string,
          image: ?string,
          ssid: ?string,
          bssid: ?string,
          bluetoothIdentifier: ?string,
          descriptor: ?Descriptor,
          bluetoothTransportBridgingIdentifier: ?string,
          state: AccessoryState
        )

        # What an app may do with it: only an authorized one can be joined. One whose access was switched off,
        #   or has expired, is unauthorized.
        type AccessoryState (unauthorized, awaitingAuthorization, authorized)
        """

    static let accessRecord = """
        # What one app may do with one accessory.
        # app: the app's identifier, its manifest's file name without .conf.
        # uid: the user whose app it is; absent when the grant is for the app under any user.
        # proof: what the app had proven when it was granted; a caller that proves less does not get it. Absent
        #   when it was granted in the app's absence.
        # bluetoothAddress: the Bluetooth side's address, on the control socket only.
        # security: open, owe, wep, wpa2, wpa2-wpa3, wpa3 or enterprise: how its network was secured when it was
        #   joined, or must at least be; absent where nothing is known. Nothing less is joined.
        # accessPoints: those by which it was joined, at most 8, the latest last.
        # frequency: where it was last heard, in MHz.
        # isHidden: it is looked for by its name, because its access point may not broadcast it.
        # origin, grantedBy: how the grant came about, and who did it, for people.
        # granted, expires: seconds since 1970, UTC; a grant without an end does not expire.
        # isSuspended: the app's manifest is missing. Nothing of the app's can be used until the manifest is there
        #   again; after ten minutes, or as soon as it is masked, the app counts as removed.
        type AccessRecord (
          app: string,
          uid: ?int,
          proof: ?Proof,
          accessory: Accessory,
          bluetoothAddress: ?string,
          security: ?string,
          accessPoints: []string,
          frequency: ?int,
          isHidden: bool,
          origin: GrantOrigin,
          grantedBy: string,
          granted: int,
          expires: ?int,
          isSuspended: bool
        )

        # picker: a person chose it. plan: a plan of provision.d said so. migration: the app had set it up by
        #   other means before.
        type GrantOrigin (picker, plan, migration, administrator)

        # How a program was known to be an app.
        # id: the unit's name, the snap's program, the Flatpak's or desktop's app, the path, the user.
        type Proof (
          kind: ProofKind,
          id: string
        )

        # The strongest first. accessoryd(8) says what each stops.
        type ProofKind (unit, snap, flatpak, desktop, executable, user)
        """

    static let hotspot = """
        # A network that an app configured for itself: which, and for how long. It gives no access: that is an
        #   access record's.
        # ssid, ssidPrefix: the network, or the beginning of its name; one of the two.
        # isProtected: a passphrase is kept for it, apart from this.
        # isHidden: its access point does not broadcast its name.
        # joinOnce: it is removed when the network is left.
        # applied, expires: seconds since 1970, UTC; absent when it stays until it is removed.
        type Hotspot (
          app: string,
          uid: int,
          ssid: ?string,
          ssidPrefix: ?string,
          isProtected: bool,
          isHidden: bool,
          joinOnce: bool,
          applied: int,
          expires: ?int
        )

        # passphrase: only where it was asked for by who may see it.
        type HotspotStatus (
          hotspot: Hotspot,
          passphrase: ?string
        )
        """

    static let descriptor = """
        # What to look for. All fields that are set must match; several descriptors are alternatives. Set
        # ssid or ssidPrefix, not both, or Bluetooth fields, of which the name alone is not enough.
        # ssid: the whole SSID, compared byte by byte; a hidden network answers to it too.
        # ssidPrefix: what the SSID begins with.
        # bluetoothServiceUUID: a service's identifier of 16 or 128 bits: 180D, or the form with hyphens.
        # bluetoothCompanyIdentifier: a company's number in manufacturer data, 0 to 65535.
        # bluetoothNameSubstring: to be found in the name that the device advertises.
        # bluetoothNameSubstringCompareOptions: how, as NSString.CompareOptions says; letter by letter
        #   when absent. A regularExpression is one of ICU's without captures, looking around and \\p, of at most 128
        #   characters and, with its repetitions written out, 256 steps. All expressions of a picker together take
        #   a bounded number of steps for one name; what is not found by then counts as not found.
        # bluetoothRange: immediate for what lies right beside this machine.
        # bluetoothManufacturerDataBlob, ...Mask, bluetoothServiceDataBlob, ...Mask: hexadecimal digits, 1 to 27
        #   bytes, blob and mask of one length: the data that the device advertises for the company or the service
        #   is the blob where the mask's bits are set.
        # supportedOptions: what the device can do beyond being found.
        type Descriptor (
          ssid: ?string,
          ssidPrefix: ?string,
          bluetoothServiceUUID: ?string,
          bluetoothCompanyIdentifier: ?int,
          bluetoothNameSubstring: ?string,
          bluetoothNameSubstringCompareOptions: ?[]NameComparison,
          bluetoothRange: ?BluetoothRange,
          bluetoothManufacturerDataBlob: ?string,
          bluetoothManufacturerDataMask: ?string,
          bluetoothServiceDataBlob: ?string,
          bluetoothServiceDataMask: ?string,
          supportedOptions: ?[]SupportOption
        )

        type NameComparison (
          caseInsensitive,
          literal,
          backwards,
          anchored,
          numeric,
          diacriticInsensitive,
          widthInsensitive,
          forcedOrdering,
          regularExpression
        )

        type BluetoothRange (default, immediate)

        # What the accessory can do beyond being found. bluetoothPairingLE: it pairs, and the picker asks what that needs.
        #   bluetoothTransportBridging: beside LE it speaks Bluetooth Classic, which is brought up as far as BlueZ and
        #   the radio can. bluetoothHID: it is an input device, which is paired with too; it is looked for by a service
        #   of its own, not by the one of all input devices. An app that confirms pairs by itself.
        type SupportOption (bluetoothPairingLE, bluetoothTransportBridging, bluetoothHID)
        """

    static let migrationItem = """
        # An accessory that an app set up by other means before.
        # name, image: as in a DisplayItem; an accessory that is known already keeps its own.
        # ssid: its whole SSID; the app's manifest must allow it.
        # bluetoothAddress: as 02:00:00:00:01:00. At least one of the two.
        type MigrationItem (
          name: string,
          image: ?string,
          ssid: ?string,
          bluetoothAddress: ?string
        )
        """

    static let event = """
        # One event of a session. On success: pickerDidPresent, pickerSetupPairing where it is paired with,
        # pickerSetupBridging where Bluetooth Classic is brought up beside LE (which has nothing to do with Wi-Fi),
        # accessoryChanged in the state awaitingAuthorization where the app confirms or has to say which network
        # is its, pickerSetupRename where a name is asked for, accessoryAdded, migrationComplete where something migrates too, pickerDidDismiss. When nothing was
        # chosen: pickerDidPresent, pickerDidDismiss. On failure: pickerDidPresent, pickerSetupFailed,
        # pickerDidDismiss, and nothing that was half done stays behind; accessoryAdded comes only for what is
        # granted. With migrations alone: pickerDidPresent, migrationComplete, pickerDidDismiss. In filter mode
        # accessoryDiscovered comes for each accessory that is heard, while the picker is up.
        # accessory: the one it is about: with accessoryAdded, accessoryChanged, accessoryRemoved; with
        #   accessoryDiscovered its id is one of this presentation only, and it is not the app's yet; with
        #   pickerSetupFailed where it had been joined.
        # error: why, with pickerSetupFailed and invalidated.
        # signal: 0 to 100, with accessoryDiscovered.
        # advertisement, rssi: with accessoryDiscovered, where it was heard over Bluetooth: what it said, and in dBm
        #   how loud.
        # link: with an accessory that waits for authorization: where it is to be reached meanwhile.
        type Event (
          type: EventType,
          accessory: ?Accessory,
          error: ?Failure,
          signal: ?int,
          advertisement: ?Advertisement,
          rssi: ?int,
          link: ?Link
        )

        # What a Bluetooth device says of itself to everybody.
        # services: UUIDs in their form of 128 bits.
        # serviceData: hexadecimal digits, by the service's UUID.
        # manufacturerData: hexadecimal digits, by the company's identifier in four hexadecimal digits.
        type Advertisement (
          name: ?string,
          services: []string,
          serviceData: [string]string,
          manufacturerData: [string]string
        )

        type EventType (
          activated,
          invalidated,
          migrationComplete,
          accessoryAdded,
          accessoryRemoved,
          accessoryChanged,
          accessoryDiscovered,
          pickerDidPresent,
          pickerDidDismiss,
          pickerSetupBridging,
          pickerSetupFailed,
          pickerSetupPairing,
          pickerSetupRename
        )
        """

    static let lease = """
        # One state of a joined hotspot, in this order: scanning, only when the network has to be looked for
        # first; associating, authenticating and addressing, once more when the first attempt failed;
        # joined, with link; left, with error unless the holder left by itself; restoring, for each attempt to
        # restore the earlier network that failed, with error; restored, when the earlier network is back. Where
        # nothing had been cut yet, nothing is restored, and an error may end the call without left. When
        # somebody else put the radio on another network, left is the last: that network is not fought. After
        # about two minutes without success RestoreFailed ends the call; the agent goes on trying.
        # ssid: the network's, in the same form as an Accessory's.
        # link: where the accessory is to be reached; with joined.
        # cuts: the profile's name of the network that joining cuts, absent when none is; with left and
        #   restoring: the one that is being restored; with restored: the one that is back.
        # error: why; with left and restoring.
        type LeaseUpdate (
          state: LeaseState,
          ssid: string,
          link: ?Link,
          cuts: ?string,
          error: ?Failure
        )

        type LeaseState (scanning, associating, authenticating, addressing, joined, left, restoring, restored)
        """

    static let link = """
        # A joined network, as sockets need to know it. It brings neither a default route nor name servers:
        # bind sockets to the interface.
        # interface: the radio's network interface, such as wlan0.
        # bssid: the access point's address.
        # address: this machine's, IPv4, or link-local of either family where the request asked for no more.
        # prefixLength: the bits of the network's prefix.
        # gateway: the accessory's address, where its DHCP server names one.
        # security: how the radio is associated, as in AccessRecord, and wpa2-wpa3 only where nothing says which.
        type Link (
          interface: string,
          bssid: string,
          address: string,
          prefixLength: int,
          gateway: ?string,
          security: ?string
        )
        """

    static let uplinkCredentials = """
        # With what this machine joins its own network, so that an accessory can be told to join it too.
        # security: as in AccessRecord.
        # passphrase: absent where the network asks for none.
        # isHidden: its access point does not broadcast its name.
        type UplinkCredentials (
          ssid: string,
          security: string,
          passphrase: ?string,
          isHidden: bool
        )
        """

    /// A list of the codes comes with it, so that it cannot miss one.
    static let failure = """
        # What went wrong, inside a reply that is no error itself.
        # code: the name of the error that says the same.
        # message: a sentence that names the thing and what to do about it.
        # field: the request's field that is wrong, with InvalidRequest: items[0].descriptor.ssidPrefix.
        # change: with SecurityChanged.
        type Failure (
          code: ErrorCode,
          message: string,
          field: ?string,
          change: ?SecurityChange
        )

        # A network is secured with less than expected. Both as in AccessRecord.
        # expected: the least that is expected: owe, wpa2 or wpa3.
        # seen: as its access point announces it, or as the radio was associated with it.
        type SecurityChange (
          expected: string,
          seen: string
        )

        type ErrorCode (
        \(AccessoryError.Code.allCases.map { "  \($0.rawValue)" }.joined(separator: ",\n"))
        )
        """

    /// One declaration for each code.
    static func errors(_ codes: [AccessoryError.Code]) -> String {
        codes.map { code in
            let change = code == .securityChanged ? ", change: ?SecurityChange" : ""
            return "# \(meaning(of: code))\nerror \(code.rawValue) (message: string, field: ?string\(change))"
        }
        .joined(separator: "\n\n")
    }

    /// All that can go wrong from the first look to the end of a lease.
    static let joiningCodes: [AccessoryError.Code] = [
        .networkNotFound, .wrongPassphrase, .associationRejected, .securityChanged, .noAddress, .joinTimedOut,
        .interrupted,
        .connectionFailed, .radioUnavailable, .busy, .restoreFailed,
    ]

    private static func meaning(of code: AccessoryError.Code) -> String {
        switch code {
        case .activationFailed: "The app has no active session: call Activate on a connection and keep it open."
        case .connectionFailed: "The link to the accessory was lost, or what was to be changed could not be written."
        case .discoveryTimeout: "Nothing that matches was heard in time."
        case .invalidated: "Who asked is gone, or the agent is stopping."
        case .invalidRequest: "The request is wrong; field says where, and nothing was changed."
        case .pickerAlreadyActive: "The picker is being shown already; try again when it is gone."
        case .pickerRestricted: "No picker is running, so nobody can choose, or the app waits since a person cancelled."
        case .userCancelled: "The person cancelled."
        case .userRestricted: "A person has switched this app's access off."
        case .networkNotFound: "No access point answered to this SSID, or it went away before it was reached."
        case .wrongPassphrase: "The access point refused the passphrase, twice; or it needs one and none is known."
        case .associationRejected: "The access point refused this machine, or is secured in a way that is not joined."
        case .securityChanged:
            "The network is secured with less than expected, so that another device may pose as it; nothing was sent."
        case .noAddress: "Joined, but the accessory gave no address."
        case .joinTimedOut: "The accessory did not answer in time."
        case .interrupted: "A person or another program put the radio on another network; the agent let go."
        case .radioUnavailable: "No radio can be used; message says why: none there, off, blocked, not managed."
        case .busy:
            "Another lease holds every radio that could be used, or the caller has as many of something as it may."
        case .restoreFailed:
            "The earlier network has not come back yet; the agent goes on trying for as long as it is owed."
        case .notAuthorized: "The app has no access to this accessory, or the caller is no app with a manifest."
        case .unknownApp: "No manifest of this app is installed."
        case .unknownAccessory: "The app has no such accessory, hotspot or configuration."
        }
    }
}

extension InterfaceName {
    /// The interface's description in Varlink's notation: what `GetInterfaceDescription` serves, and the reference for
    /// who calls it.
    package var idl: String {
        switch self {
        case .setup: Self.setupDescription
        case .picker: Self.pickerDescription
        case .control: Self.controlDescription
        }
    }
}
