// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The methods of org.accessoryd.Picker.
package enum PickerMethod: String, CaseIterable, Sendable {
    case register = "Register"
    case select = "Select"
    case answer = "Answer"
    case cancel = "Cancel"
    case getImage = "GetImage"
}

/// One accessory that a person may choose.
package struct PickerItem: Codable, Hashable, Sendable {
    /// Stable while the presentation lasts.
    package var id: String
    /// The app's name for it, or the one that it has already.
    package var name: String
    package var image: String?
    /// The network's name heard over the air; absent while only its Bluetooth side is known.
    package var ssid: SSID?
    package var bssid: MACAddress?
    /// 0 to 100; the network's, or without one the Bluetooth side's.
    package var signal: Int
    /// MHz.
    package var frequency: Int?
    package var security: Security?
    /// The radio that will join it.
    package var interface: String?
    /// The Bluetooth side, where it is known: the name heard over the air, and the address.
    package var bluetoothName: String?
    package var bluetoothAddress: MACAddress?
    /// The uplink that joining will cut, by name.
    package var cuts: String?
    package var needsPassphrase: Bool
    /// Another app has it already: choosing shares it, and it keeps the name and the picture that it has.
    package var isShared: Bool
    /// It was heard and is not any more, so that it cannot be chosen; it may come back.
    package var isGone: Bool

    package init(
        id: String, name: String, image: String?, ssid: SSID?, bssid: MACAddress?, signal: Int, frequency: Int?,
        security: Security?, interface: String?, bluetoothName: String? = nil, bluetoothAddress: MACAddress? = nil,
        cuts: String?, needsPassphrase: Bool, isShared: Bool, isGone: Bool = false
    ) {
        self.id = id
        self.name = name
        self.image = image
        self.ssid = ssid
        self.bssid = bssid
        self.signal = signal
        self.frequency = frequency
        self.security = security
        self.interface = interface
        self.bluetoothName = bluetoothName
        self.bluetoothAddress = bluetoothAddress
        self.cuts = cuts
        self.needsPassphrase = needsPassphrase
        self.isShared = isShared
        self.isGone = isGone
    }

    /// What people see on the device: its network's name, else its Bluetooth name.
    package var title: String { ssid?.description ?? bluetoothName ?? name }
}

/// What a picker is told.
package struct PickerUpdate: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// First of all: presentations will come.
        case registered
        /// A presentation begins, or its items changed.
        case items
        /// A choice was made and is being carried out; `step` or `lease` says how far it is.
        case progress
        /// The person is asked something, until it is answered or the next update but `progress` comes.
        case question
        /// Nothing was found, and `error` says why. The presentation goes on until the person closes it.
        case nothingFound
        /// The presentation is over; `error` says why, unless it succeeded.
        case dismissed
    }

    package var kind: Kind
    package var presentation: String?
    /// The asking app, so that who answers for one app only can leave the others' presentations alone.
    package var app: String?
    /// The asking app's display name.
    package var appName: String?
    package var items: [PickerItem]?
    /// With `progress`: what is done before the network is joined.
    package var step: SetupStep?
    package var lease: LeaseUpdate?
    package var error: AccessoryError?
    /// With `items`: every channel was visited at least once.
    package var isComplete: Bool?
    /// With `items`: how many more match than are shown.
    package var notShown: Int?
    package var question: PickerQuestion?
    /// With `dismissed`: the person goes on in the app now.
    package var finishInApp: Bool?

    package init(
        _ kind: Kind, presentation: String? = nil, appName: String? = nil, items: [PickerItem]? = nil,
        step: SetupStep? = nil, lease: LeaseUpdate? = nil, error: AccessoryError? = nil, isComplete: Bool? = nil,
        app: String? = nil,
        notShown: Int? = nil, question: PickerQuestion? = nil, finishInApp: Bool? = nil
    ) {
        self.kind = kind
        self.presentation = presentation
        self.app = app
        self.appName = appName
        self.items = items
        self.step = step
        self.lease = lease
        self.error = error
        self.isComplete = isComplete
        self.notShown = notShown
        self.question = question
        self.finishInApp = finishInApp
    }
}

/// What is done with a choice over Bluetooth before its network is joined.
package enum SetupStep: String, Codable, Hashable, Sendable, CaseIterable {
    case pairing
    /// Bluetooth Classic is brought up beside LE.
    case transportBridging
    /// The accessory is asked for its network.
    case readingNetwork
    /// Its network is looked for.
    case locatingNetwork
}

package struct RegisterRequest: Codable, Hashable, Sendable {
    /// It shows only what its own process asks for.
    package var own: Bool?

    package init(own: Bool? = nil) { self.own = own }
}

package struct RegisterReply: Codable, Hashable, Sendable {
    package var update: PickerUpdate

    package init(update: PickerUpdate) { self.update = update }
}

package struct SelectRequest: Codable, Hashable, Sendable {
    package var presentation: String
    package var item: String
    package var passphrase: String?

    package init(presentation: String, item: String, passphrase: String? = nil) {
        self.presentation = presentation
        self.item = item
        self.passphrase = passphrase
    }
}

package struct CancelRequest: Codable, Hashable, Sendable {
    package var presentation: String

    package init(presentation: String) { self.presentation = presentation }
}

/// A picture by its reference, as items, questions and accessories have it.
package struct ImageQuery: Codable, Hashable, Sendable {
    package var image: String

    package init(image: String) { self.image = image }
}

package struct ImageReply: Codable, Hashable, Sendable {
    /// `image/png`, `image/jpeg`, `image/webp` or `image/gif`.
    package var type: String
    /// Base64.
    package var data: String

    package init(type: String, data: String) {
        self.type = type
        self.data = data
    }
}
