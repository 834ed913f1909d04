// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel

extension ASAccessorySession {
    /// Observes accessories of the app as long as the stream is read: whether they are on the air, and where they are on the
    /// home network, which ``locationChanges`` reports.
    ///
    /// The agent hears Bluetooth for the first 5 seconds of each minute, and looks at every channel of Wi-Fi once in two
    /// minutes. Nothing of that happens while nobody observes. Whoever imitates an accessory's advertisement or hotspot makes
    /// it appear. The stream throws ``ASError/Code/userRestricted`` when the app may not use one of the accessories any more,
    /// and the errors of every operation; observe again after that. Only on Linux.
    ///
    /// - Parameter accessories: 1 to 32 of ``accessories``.
    public func presenceChanges(
        of accessories: [ASAccessory]
    ) -> AsyncThrowingStream<ASAccessoryPresenceChange, any Error> {
        live.observe(accessories.map(\.identifier))
    }
}
