// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The terminal picker's picture.
extension PickerScreen {
    /// The lines to show on so many cells; never more, never wider.
    func lines(_ size: TerminalSize, colours: Bool = false, unicode: Bool = true) -> [String] {
        func cut(_ lines: String...) -> [String] { lines.map { $0.cut(to: size.width) } }
        let lines =
            switch mode {
            case .waiting: cut("Waiting for an app that asks. q quits.")
            case .choosing: choosing(size, colours: colours, unicode: unicode)
            case .asking(let item, _):
                cut(heading) + (item.isShared ? cut(share(item)) : [])
                    + cut("", "Passphrase of '\(item.ssid)' (not shown): ", note ?? "\(enter(item)), Esc goes back.")
            case .working(_, let text): cut(heading, "", text.printable, "q cancels.")
            }
        return Array(lines.prefix(size.height))
    }

    /// What choosing an accessory means that another app has already.
    private func share(_ item: PickerItem) -> String {
        "Share '\(item.name.printable)' with \(appName.printable)? Its name and picture stay."
    }

    private func enter(_ item: PickerItem?) -> String { item?.isShared == true ? "Enter shares" : "Enter joins" }

    private var heading: String { "\(appName.printable) asks for an accessory" }

    private func choosing(_ size: TerminalSize, colours: Bool, unicode: Bool) -> [String] {
        let state = isComplete ? "\(items.count) found" : "looking..."
        let chosen = items.indices.contains(cursor) ? items[cursor] : nil
        let question = chosen.flatMap { $0.isShared ? share($0) : nil }
        // Heading, empty, header, and the lines at the foot.
        let room = max(1, size.height - (question == nil ? 5 : 6))
        let first = max(0, min(cursor - room / 2, items.count - room))
        let shown = items.indices.dropFirst(first).prefix(room)
        var lines = ["\(heading) (\(state))".cut(to: size.width), ""]
        if items.isEmpty {
            lines.append(
                (isComplete ? "Nothing was found yet; still looking." : "Nothing was found yet.").cut(to: size.width))
        } else {
            let hasShared = items.contains(where: \.isShared)
            let table = Table(
                title: "",
                header: ["  #", "NAME"] + (hasShared ? ["SET-UP"] : []) + ["SSID", "SIGNAL", "SECURITY", "CUTS"],
                rows: shown.map { row(items[$0], at: $0, hasShared: hasShared, unicode: unicode) })
            let rows = TablePrinter().lines(table).map { $0.cut(to: size.width) }
            lines.append(rows[0])
            for (index, line) in zip(shown, rows.dropFirst()) {
                lines.append(colours && index == cursor ? "\u{1B}[7m\(line.padded(to: size.width))\u{1B}[0m" : line)
            }
        }
        if let question { lines.append(question.cut(to: size.width)) }
        let warning = chosen?.cuts.map { "Joining cuts '\($0)' until the accessory is left." } ?? ""
        lines.append((note ?? warning).printable.cut(to: size.width))
        lines.append("Arrows or a number choose, \(enter(chosen)), q cancels.".cut(to: size.width))
        return lines
    }

    private func row(_ item: PickerItem, at index: Int, hasShared: Bool, unicode: Bool) -> [Table.Cell] {
        let signal = String(repeating: " ", count: max(0, 3 - String(item.signal).count)) + String(item.signal)
        return [
            Table.Cell(text: "\(index == cursor ? ">" : " ") \(index + 1)"),
            Table.Cell(text: item.name.printable),
        ] + (hasShared ? [Table.Cell(text: item.isShared ? "share" : "new")] : []) + [
            Table.Cell(text: item.ssid.description),
            Table.Cell(text: SignalBars.text(item.signal, unicode: unicode) + signal),
            Table.Cell(text: item.security.title),
            Table.Cell(text: item.cuts?.printable),
        ]
    }
}
