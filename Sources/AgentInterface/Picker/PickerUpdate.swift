// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension PickerItem {
    /// What people see on the device: its network's name, else its Bluetooth name.
    package var title: String { ssid?.description ?? bluetoothName ?? name }
}

extension [PickerItem] {
    /// What a picker shows after an update of these items: they keep their places, and new ones follow.
    package mutating func receive(_ update: PickerUpdate) {
        removeAll { update.removed?.contains($0.id) == true }
        for item in update.items ?? [] {
            if let place = firstIndex(where: { $0.id == item.id }) { self[place] = item } else { append(item) }
        }
    }

    /// An update that has all items, as one that has only the differences from these.
    package func differences(in update: PickerUpdate) -> PickerUpdate {
        let (before, shown) = (Dictionary(map { ($0.id, $0) }) { $1 }, update.items ?? [])
        let removed = Set(before.keys).subtracting(shown.map(\.id)).sorted()
        var update = update
        update.items = shown.filter { before[$0.id] != $0 }
        update.removed = removed.isEmpty ? nil : removed
        return update
    }
}

extension PickerQuestion.Kind {
    /// The question is part of a pairing. `progress` with another step, or with a lease, ends it.
    package var isOfPairing: Bool {
        switch self {
        case .inputDevice, .pairing, .repairing, .passkey, .numericComparison, .displayPasskey: true
        case .passphrase, .name, .migration, .authorization, .network, .security, .retry: false
        }
    }
}
