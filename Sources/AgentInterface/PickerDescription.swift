// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension InterfaceName {
    static let pickerDescription = """
        # For pickers: what shows a person the accessories that were heard, and returns the choice.
        #
        # On control.socket only; others get org.varlink.service.PermissionDenied. One presentation at a
        # time, and it goes to the picker that registered last. A picker whose connection closes cancels
        # what it shows.
        interface org.accessoryd.Picker

        # One accessory that a person may choose.
        # id: stable while the presentation lasts.
        # name: the app's name for it; the one that it has already when isShared.
        # image: a path or an icon's name.
        # ssid: the name heard over the air, shown so that a person can check it. An SSID is 1 to 32 bytes in no
        #   particular encoding, written as UTF-8, where the bytes of what a terminal cannot show plainly (not
        #   valid UTF-8, control characters, combining marks, emoji) become \\xNN, and a backslash becomes \\\\.
        # bssid: the access point, as 02:00:00:00:01:00.
        # signal: 0 to 100.
        # frequency: MHz.
        # security: open, owe, wpa2, wpa2-wpa3 or wpa3.
        # interface: the radio that will join it.
        # cuts: the profile's name of the network that joining will cut; absent when none is.
        # needsPassphrase: the app gave none, so ask for it.
        # isShared: another app has it already; choosing shares it, and it keeps its name and picture.
        type Item (
          id: string,
          name: string,
          image: ?string,
          ssid: string,
          bssid: string,
          signal: int,
          frequency: int,
          security: string,
          interface: string,
          cuts: ?string,
          needsPassphrase: bool,
          isShared: bool
        )

        # What a picker is told. Fields that do not belong to the kind are absent.
        # presentation: which one; with every kind but registered.
        # app, appName: the asking app's identifier, and its name for people.
        # items: with items: all that is heard at the moment. Those shown before keep their order, new ones
        #   follow.
        # isComplete: with items: every channel was visited at least once.
        # lease: with progress.
        # error: with dismissed: why, unless it succeeded.
        type Update (
          kind: UpdateKind,
          presentation: ?string,
          app: ?string,
          appName: ?string,
          items: ?[]Item,
          lease: ?LeaseUpdate,
          error: ?Failure,
          isComplete: ?bool
        )

        # registered: first of all; presentations will come.
        # items: a presentation begins, or its items changed.
        # progress: a choice was made and is being carried out; lease says how far it is.
        # dismissed: the presentation is over.
        type UpdateKind (registered, items, progress, dismissed)

        \(SharedDescription.lease)

        \(SharedDescription.link)

        \(SharedDescription.failure)

        # Makes the caller a picker until its connection closes. Streams: call it with 'more', or get
        # org.varlink.service.ExpectedMore. The first reply is registered; then for each presentation items,
        # again whenever they change, progress once something was chosen, and dismissed.
        method Register() -> (update: Update)

        # Chooses an item of a presentation; returns before it is joined, of which Register's stream tells.
        # A choice of what is gone meanwhile has no effect: the items that follow show what is still there.
        # passphrase: with an item that needs one; wins over the app's.
        # Errors: InvalidRequest when the presentation is over, or when the passphrase is none.
        method Select(presentation: string, item: string, passphrase: ?string) -> ()

        # Ends a presentation: its app gets UserCancelled, and what was being joined for it is left.
        # Errors: InvalidRequest when the presentation is over.
        method Cancel(presentation: string) -> ()

        \(SharedDescription.errors([.invalidRequest]))

        """
}
