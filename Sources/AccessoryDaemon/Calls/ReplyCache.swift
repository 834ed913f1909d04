// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Varlink

/// The replies to questions about access, as they were written. The same question comes far more often than its answer
/// changes, and writing the reply is most of the work (Tests/Benchmarks).
struct ReplyCache {
    private struct Question: Hashable {
        let record: AccessRecord.Key
        let isForApp: Bool
    }

    private var written: [Question: [UInt8]] = [:]

    /// A few hundred bytes each.
    private static let limit = 4096

    /// The reply that has this record. Apps do not get the Bluetooth address.
    mutating func reply(_ record: AccessRecord, isForApp: Bool) throws -> [UInt8] {
        let question = Question(record: record.key, isForApp: isForApp)
        if let bytes = written[question] { return bytes }
        var record = record
        if isForApp { record.bluetoothAddress = nil }
        let bytes = try Reply.encode(RecordReply(record: record))
        if written.count >= Self.limit { forget() }
        written[question] = bytes
        return bytes
    }

    /// Some record has changed.
    mutating func forget() { written.removeAll(keepingCapacity: true) }
}
