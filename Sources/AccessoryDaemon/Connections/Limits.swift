// SPDX-License-Identifier: Apache-2.0

/// What one client, user or app may have at most. What one connection may send and leave unread is in Varlink's limits.
enum Limits {
    /// Open connections of one user, or of one user's subordinate uids, by one of the sockets.
    static let connectionsPerUser = 1024
    /// Open connections by the app socket, where the process may have descriptors enough.
    static let connectionsOfApps = 16_384
    /// So many are few: a user who has no more gets one as long as there is any.
    static let fewConnections = 16
    /// What the agent itself opens: the database, the buses, what it watches, and files of /proc. With fewer than 1,024
    /// descriptors a quarter of them.
    static let ownDescriptors = 256
    /// Bytes that one user's connections by one of the sockets keep of what is not whole, not taken or not read yet.
    static let bytesPerUser = 8 << 20
    /// The same of all users.
    static let bytesOfEntrance = 64 << 20
    /// Users who are looked into at once, by one of the sockets; each of them has a thread for that.
    static let usersAside = 64
    /// Calls with `more` that are being answered, of one uid and one of the sockets.
    static let streamsPerUser = 128
    /// Leases of one app that are held or being given back.
    static let leasesPerApp = 4
    /// Display items of one picker, descriptors of one scan.
    static let itemsPerPicker = 64
    /// Bytes of one product's picture.
    static let pictureBytes = 256 << 10
    /// Pixels of its width, and of its height, as its header declares them.
    static let picturePixels = 1024
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
    /// Bytes of an entry's reason, and of who it was.
    static let historyWhy = 1024
    /// Entries of the history in one reply.
    static let historyPage = 1000
    /// Bytes of one part of a list; a message takes twice as much.
    static let listPartBytes = 512 << 10
}
