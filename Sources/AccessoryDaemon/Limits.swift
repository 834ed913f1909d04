// SPDX-License-Identifier: Apache-2.0

/// What one client, user or app may have at most. What one connection may send and leave unread is in Varlink's limits.
enum Limits {
    /// Open connections of one uid, of both sockets.
    static let connectionsPerUser = 1024
    /// Calls with `more` that are being answered, of one uid.
    static let streamsPerUser = 128
    /// Leases of one app that are held or being given back.
    static let leasesPerApp = 4
    /// Display items of one picker, descriptors of one scan.
    static let itemsPerPicker = 64
    /// Bytes of one product's picture.
    static let pictureBytes = 256 << 10
    /// Pictures of one picker.
    static let picturesPerPicker = 64
    /// Accessories that one picker migrates.
    static let migrationsPerPicker = 64
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
