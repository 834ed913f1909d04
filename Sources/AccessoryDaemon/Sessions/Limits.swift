// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// The limits for one client, user or app. Varlink's limits bound what one connection may send and leave unread, and what one user's connections may keep.
enum Limits {
    /// Open connections on the app socket, if the process may have enough descriptors.
    static let connectionsOfApps = 16_384
    /// Descriptors for the agent itself: the database, the buses, its watches, and files of /proc. If the process may
    /// have fewer than 1,024, a quarter of them.
    static let ownDescriptors = 256
    /// Users whose processes the agent checks at once, on one of the sockets; each of them has a thread for that.
    static let usersAside = 64
    /// Calls with `more` that the agent is answering, of one uid on one of the sockets.
    static let streamsPerUser = 128
    /// Leases of one app that are held or restore the uplink.
    static let leasesPerApp = 4
    /// Links over Bluetooth of one app and user: more than most radios can hold.
    static let linksPerApp = 16
    /// Calls of one app and user that observe accessories.
    static let observationsPerApp = 4
    /// Accessories of one such call, and those that start one app.
    static let observed = StartOrder.most
    /// Display items of one picker, descriptors of one scan.
    static let itemsPerPicker = 64
    /// Bytes of one product's picture.
    static let pictureBytes = Accessory.largestPicture
    /// Pixels of its width, and of its height, as its header declares them.
    static let picturePixels = 4096
    /// Pixels of all pictures of one picker: those of 64 pictures of 1024 by 1024.
    static let pixelsPerPicker = 64 << 20
    /// Pictures of one picker.
    static let picturesPerPicker = 64
    /// Accessories that one picker migrates.
    static let migrationsPerPicker = 64
    /// Networks, and Bluetooth devices, in one reply of a scan.
    static let scanned = 256
    /// Hotspot configurations of one app and user.
    static let hotspotsPerApp = 64
    /// Entries of the history.
    static let historyEntries = 10_000
    /// Entries of the history for one app and action; the oldest of these go.
    static let historyEntriesPerAction = 1000
    /// Bytes of an entry's reason, and of its author.
    static let historyWhy = 1024
    /// Entries of the history in one reply, if the call names no number.
    static let usualHistoryPage = 100
    /// Entries of the history in one reply.
    static let historyPage = 1000
    /// Bytes of one part of a list; a message takes twice as many.
    static let listPartBytes = 512 << 10
}
