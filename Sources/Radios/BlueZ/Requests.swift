// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The requests for attributes, one at a time for each attribute and kind: bluetoothd refuses a second one as
/// InProgress (src/gatt-client.c of BlueZ 5.66). A request that bluetoothd has keeps its place until it answers, also
/// when its caller has gone.
struct Requests {
    /// Reads, writes and subscriptions do not wait for one another.
    enum Kind: Hashable { case read, write, subscription }

    struct Line: Hashable {
        var path: String
        var kind: Kind
    }

    struct Request {
        let id: Int
        let line: Line
        let interface: String
        let method: String
        let arguments: [Variant]
        /// Nil once its caller has gone.
        var caller: CheckedContinuation<[Variant], any Error>?
    }

    private var lines: [Line: [Request]] = [:]
    private var last = 0

    mutating func next() -> Int {
        last += 1
        return last
    }

    /// Returns whether it is its turn.
    mutating func enter(_ request: Request) -> Bool {
        lines[request.line, default: []].append(request)
        return lines[request.line]?.count == 1
    }

    func isRunning(_ line: Line) -> Bool { lines[line]?.isEmpty == false }

    /// bluetoothd has answered. Returns the request, unless its line has ended, and the next one in its line.
    mutating func finish(_ id: Int, in line: Line) -> (finished: Request?, next: Request?) {
        guard let first = lines[line]?.first, first.id == id else { return (nil, nil) }
        lines[line]?.removeFirst()
        if lines[line]?.isEmpty == true { lines[line] = nil }
        return (first, lines[line]?.first)
    }

    /// The caller has gone. Returns its continuation. A request that has not begun leaves its line.
    mutating func abandon(_ id: Int, in line: Line) -> CheckedContinuation<[Variant], any Error>? {
        guard let index = lines[line]?.firstIndex(where: { $0.id == id }) else { return nil }
        let caller = lines[line]?[index].caller
        lines[line]?[index].caller = nil
        if index > 0 { lines[line]?.remove(at: index) }
        return caller
    }

    /// The link to a device has ended. Returns the callers that wait.
    mutating func end(below device: String) -> [CheckedContinuation<[Variant], any Error>] {
        let ended = lines.filter { $0.key.path.hasPrefix(device + "/") }
        for line in ended.keys { lines[line] = nil }
        return ended.values.joined().compactMap(\.caller)
    }
}
