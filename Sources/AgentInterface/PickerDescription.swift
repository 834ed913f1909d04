// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension InterfaceName {
    static let pickerDescription = """
        # For pickers: what shows a person the accessories that were heard, and returns the choice.
        #
        # On control.socket only; others get org.varlink.service.PermissionDenied. Each seat has one
        # presentation at a time, and it goes to the picker there that registered last. An app of a person at a
        # seat is never shown at another one; a picker at no seat, such as a service's, serves those that have
        # none of their own, and an app at no seat any. Only programs of the user and seat of the picker that was
        # shown a presentation can answer it. A picker whose connection closes cancels what it shows.
        interface org.accessoryd.Picker

        # One accessory that a person may choose.
        # id: stable while the presentation lasts.
        # name: the app's name for it; the one that it has already when isShared.
        # image: what GetImage takes, or an icon's name.
        # ssid: its network's name heard over the air, shown so that a person can check it; absent, with all that is
        #   said of the network, while only its Bluetooth side is known. An SSID is 1 to 32 bytes in no
        #   particular encoding, written as UTF-8, where the bytes of what a terminal cannot show plainly (not
        #   valid UTF-8, control characters, combining marks, emoji) become \\xNN, and a backslash becomes \\\\.
        # bssid: the access point, as 02:00:00:00:01:00.
        # signal: 0 to 100; the network's, or without one the Bluetooth side's.
        # frequency: MHz.
        # security: open, owe, wpa2, wpa2-wpa3 or wpa3.
        # interface: the radio that will join it.
        # bluetoothName, bluetoothAddress: its Bluetooth side, where that is known: the name heard over the air, and
        #   the address. One item with both is one device: the bridge knows it.
        # cuts: the profile's name of the network that joining will cut; absent when none is.
        # needsPassphrase: the app gave none, so ask for it.
        # isShared: another app has it already; choosing shares it, and it keeps its name and picture.
        # isGone: it was heard and is not any more, so that it cannot be chosen. It keeps its place and may come
        #   back.
        type Item (
          id: string,
          name: string,
          image: ?string,
          ssid: ?string,
          bssid: ?string,
          signal: int,
          frequency: ?int,
          security: ?string,
          interface: ?string,
          bluetoothName: ?string,
          bluetoothAddress: ?string,
          cuts: ?string,
          needsPassphrase: bool,
          isShared: bool,
          isGone: bool
        )

        # What a picker is told. Fields that do not belong to the kind are absent.
        # presentation: which one; with every kind but registered.
        # app, appName: the asking app's identifier, and its name for people.
        # items: with items: all that was heard, 64 at most. Those shown before keep their order, new ones
        #   follow.
        # isComplete: with items: every channel was visited at least once.
        # notShown: with items: how many more match, where some do.
        # step, lease: with progress, one of the two.
        # question: with question.
        # error: with dismissed: why, unless it succeeded; with nothingFound: why nothing can be chosen.
        # finishInApp: with dismissed: the person goes on in the app.
        type Update (
          kind: UpdateKind,
          presentation: ?string,
          app: ?string,
          appName: ?string,
          items: ?[]Item,
          step: ?SetupStep,
          lease: ?LeaseUpdate,
          error: ?Failure,
          isComplete: ?bool,
          notShown: ?int,
          question: ?Question,
          finishInApp: ?bool
        )

        # registered: first of all; presentations will come.
        # items: a presentation begins, or its items changed.
        # progress: a choice was made and is being carried out; step or lease says how far it is.
        # question: the person is asked something; it stands until it is answered or another update but progress
        #   comes.
        # nothingFound: nothing was found, and the app is not told why. Cancel closes it; it closes by itself after
        #   a minute.
        # dismissed: the presentation is over. The picker goes on showing an error until the person has seen it.
        type UpdateKind (registered, items, progress, question, nothingFound, dismissed)

        # What is done with a choice over Bluetooth before its network is joined. transportBridging: Bluetooth
        #   Classic is brought up beside LE. readingNetwork: the accessory is asked for its network.
        #   locatingNetwork: that is looked for.
        type SetupStep (pairing, transportBridging, readingNetwork, locatingNetwork)

        \(HeardDescription.network)

        # What the person is asked.
        # id: which question it is.
        # name, image: the accessory's, or with migration the app's.
        # text: with passphrase the network's SSID; with name the suggestion; with authorization what the app would
        #   have; with network, pairing and repairing what it is called over the air; with security the network's
        #   SSID; with numericComparison and displayPasskey the number.
        # error: with passphrase: why the one before was refused.
        # items: with migration.
        # networks: with network.
        # change: with security.
        type Question (
          id: string,
          kind: QuestionKind,
          name: string,
          image: ?string,
          text: ?string,
          error: ?string,
          items: ?[]MigrationItem,
          networks: ?[]Network,
          change: ?SecurityChange
        )

        # passphrase: the network refused the one before; declining gives up.
        # name: what the accessory shall be called; declining keeps the suggestion.
        # migration: whether the app may go on using the items, which it set up by other means.
        # authorization: whether the app may have what text says of an accessory that it has already.
        # network: which of networks is the accessory's, where what was heard does not tell; the answer's text is
        #   its bssid, and declining gives up.
        # security: the network is secured with less than expected, or another device poses as it: whether to accept
        #   it as new. Only a person may.
        # pairing: whether to pair with the accessory, where nothing is compared. repairing: it has forgotten the
        #   bond of an earlier pairing, or somebody poses as it: whether to forget it here too and pair again.
        # passkey: what the accessory shows is to be typed here. numericComparison: whether it shows the same
        #   number. displayPasskey: the number is to be typed there; only declining is an answer, and it is over when
        #   progress tells of another step than pairing.
        type QuestionKind (
          passphrase,
          name,
          migration,
          authorization,
          network,
          security,
          pairing,
          repairing,
          passkey,
          numericComparison,
          displayPasskey
        )

        \(SharedDescription.migrationItem)

        \(SharedDescription.lease)

        \(SharedDescription.link)

        \(SharedDescription.failure)

        # Makes the caller a picker until its connection closes.
        # own: true for a picker that shows only what its own process asks for by SetUp, and whose process is shown
        #   that nowhere else.
        # Streams: call it with 'more', or get
        # org.varlink.service.ExpectedMore. The first reply is registered; then for each presentation items,
        # again whenever they change, questions and progress once something was chosen, and dismissed.
        method Register(own: ?bool) -> (update: Update)

        # Chooses an item of a presentation; returns before it is joined, of which Register's stream tells.
        # A choice of what goes at this very moment has no effect: the items that follow show what is still there.
        # passphrase: with an item that needs one; wins over the app's.
        # Errors: InvalidRequest when the presentation is over or another's, when the item is gone, or when the
        #   passphrase is none.
        method Select(presentation: string, item: string, passphrase: ?string) -> ()

        # Answers the question that stands, once. One that nobody answers for 120 seconds counts as declined.
        # accepted: false declines.
        # text: the passphrase, the name (1 to 255 bytes, one line), the passkey (up to six digits) or the bssid.
        # Errors: InvalidRequest when the presentation is over or another's, when the question does not stand, or
        #   when the text is no answer; then it still stands.
        method Answer(presentation: string, question: string, accepted: bool, text: ?string) -> ()

        # A picture, by what an item, a question or an accessory has as its image: image: and an identifier, or a
        # path below /usr/share.
        # type: image/png, image/jpeg, image/gif or image/webp, by its first bytes.
        # data: base64.
        # Errors: InvalidRequest when there is none, ConnectionFailed when it cannot be read.
        method GetImage(image: string) -> (type: string, data: string)

        # Ends a presentation: its app gets UserCancelled, and what was being joined for it is left.
        # Errors: InvalidRequest when the presentation is over.
        method Cancel(presentation: string) -> ()

        \(SharedDescription.errors([.invalidRequest, .connectionFailed]))

        """
}
