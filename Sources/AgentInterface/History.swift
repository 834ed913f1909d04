// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct HistoryQuery: Codable, Hashable, Sendable {
    package var app: String?
    package var accessory: String?
    /// Only entries with a smaller identifier, to read further back.
    package var before: Int?
    /// 100 when absent.
    package var limit: Int?

    package init(app: String? = nil, accessory: String? = nil, before: Int? = nil, limit: Int? = nil) {
        self.app = app
        self.accessory = accessory
        self.before = before
        self.limit = limit
    }
}

package struct HistoryList: Codable, Hashable, Sendable {
    /// The oldest first.
    package var entries: [HistoryEntry]

    package init(entries: [HistoryEntry]) { self.entries = entries }
}
