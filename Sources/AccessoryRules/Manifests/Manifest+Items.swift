// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension Manifest {
    /// The items of a set-up whose caller names none: everything that the app may look for.
    ///
    /// A manifest lists the radios one by one, and does not state which belong to one accessory. The correlation does.
    package func items(passphrase: Passphrase? = nil) -> [Setup.Item] {
        descriptors.map { descriptor in
            Setup.Item(
                name: name, image: icon, descriptor: descriptor, passphrase: passphrase, bluetoothNames: bluetoothNames,
                mayBeHalf: supports.count == Technology.allCases.count)
        }
    }
}
