// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The list of new accessories that a person chooses from. The agent's sightings and the person's keys come in.
struct OnboardScreen {
    enum Effect: Hashable {
        case choose(NewAccessory)
        /// Has it show which one it is.
        case identify(NewAccessory)
        case quit
    }

    private struct Row: Hashable {
        var accessory: NewAccessory
        var isGone = false

        /// One side of an accessory.
        func isSame(as other: NewAccessory) -> Bool {
            accessory.ssid == other.ssid && accessory.bssid == other.bssid
                && accessory.bluetoothAddress == other.bluetoothAddress
        }
    }

    private var rows: [Row] = []
    /// Those that another program adds. Nobody can choose them.
    private var others: [OtherAccessory] = []
    private var cursor = RowCursor()
    private var isComplete = false
    /// The reason why the last key had no effect.
    private var note: String?

    /// With more rows, those that are out of range go: a device may change its address for ever.
    static let mostRows = 128

    /// The rows keep their places and numbers while accessories come and go.
    mutating func receive(_ accessories: [NewAccessory], others: [OtherAccessory] = [], isComplete: Bool) {
        self.isComplete = isComplete
        self.others = others
        for index in rows.indices {
            let now = accessories.first { rows[index].isSame(as: $0) }
            if let now { rows[index].accessory = now }
            rows[index].isGone = now == nil
        }
        rows += accessories.filter { new in !rows.contains { $0.isSame(as: new) } }.map { Row(accessory: $0) }
        guard rows.count > Self.mostRows else { return }
        let chosen = rows[cursor.row]
        rows.removeAll { $0.isGone && $0 != chosen }
        cursor.move(to: rows.firstIndex(of: chosen) ?? 0, of: rows.count)
    }

    mutating func receive(_ key: Key) -> Effect? {
        note = nil
        if key.leaves { return .quit }
        let identifies = key == .character("i")
        guard key == .enter || identifies else {
            note = cursor.receive(key, of: rows.count)
            return nil
        }
        guard rows.indices.contains(cursor.row) else {
            note = "Nothing was found yet."
            return nil
        }
        let row = rows[cursor.row]
        guard !row.isGone else {
            note = "'\(row.accessory.name)' is out of range; wait until it is back, or choose another."
            return nil
        }
        guard identifies else { return .choose(row.accessory) }
        guard row.accessory.identifies == true else {
            note = "'\(row.accessory.name)' cannot show which one it is."
            return nil
        }
        note = "'\(row.accessory.name)': asking it to show which one it is..."
        return .identify(row.accessory)
    }

    /// Shows the result of the last order below the list.
    mutating func show(note: String) { self.note = note }

    /// The lines to show on this many cells; never more, never wider.
    func lines(_ size: TerminalSize, colours: Bool = false) -> [String] {
        let found = isComplete ? "\(rows.count { !$0.isGone }) found" : "looking..."
        var head = ["Which accessory gets your network? (\(found))", ""]
        var body: [String] = []
        if rows.isEmpty {
            body = ["Nothing was found yet" + (isComplete ? "; still looking. Is the accessory in set-up mode?" : ".")]
        } else {
            let table = TablePrinter().lines(table.fitted(to: size.width, cutting: ["NAME", "FAMILY"]))
            let lines = table.map { $0.cut(to: size.width) }
            head.append(lines[0])
            body = rows.indices.map { index in
                let line = lines[index + 1]
                return colours
                    ? line.marked(isChosen: index == cursor.row, isGone: rows[index].isGone, width: size.width) : line
            }
        }
        let canIdentify = rows.contains { $0.accessory.identifies == true }
        let keys = [
            (note ?? "").shown,
            "Arrows or a number choose, Enter adds it, \(canIdentify ? "i has it show itself, " : "")q cancels.",
        ]
        let foot = otherLines(size, room: size.height - head.count - body.count - keys.count) + keys
        return Page(head: head, body: body, foot: foot, focus: rows.isEmpty ? nil : cursor.row).lines(size.height)
            .map { $0.contains("\u{1B}") ? $0 : $0.cut(to: size.width) }
    }

    /// None if the room is too small for one.
    private func otherLines(_ size: TerminalSize, room: Int) -> [String] {
        let view = View.otherAccessories
        let most = min(others.count, room - 2)
        guard most > 0 else { return [] }
        // The list is in the order of the agent's reply, the strongest first.
        let table = Table(
            title: view.title, header: view.columns.map(\.name),
            rows: others.prefix(most).map { other in
                view.columns.map { Table.Cell(text: $0.text(other)?.shown) }
            })
        let lines = TablePrinter().lines(table.fitted(to: size.width - 4, cutting: ["NAME"])).dropFirst()
        let rest = others.count > most ? " (\(others.count - most) more)" : ""
        return ["", "In range, but another program adds them:\(rest)"]
            + lines.map { "    " + $0.cut(to: size.width - 4) }
    }

    private var table: Table {
        let view = View.newAccessories
        return Table(
            title: view.title, header: ["  #"] + view.columns.map(\.name),
            rows: rows.indices.map { index in
                let row = rows[index]
                return [Table.Cell(text: "\(index == cursor.row ? ">" : " ") \(index + 1)")]
                    + view.columns.map { column in
                        let text = row.isGone && column.name == "SIGNAL" ? "gone" : column.text(row.accessory)
                        return Table.Cell(text: text?.shown)
                    }
            })
    }
}
