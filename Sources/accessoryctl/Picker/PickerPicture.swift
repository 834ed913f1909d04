// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The terminal picker's picture.
extension PickerScreen {
    /// The lines to show on this many cells; never more, never wider.
    func lines(_ size: TerminalSize, colours: Bool = false, unicode: Bool = true) -> [String] {
        func cut(_ lines: String...) -> [String] { lines.map { $0.cut(to: size.width) } }
        let lines =
            switch mode {
            case .waiting: cut("Waiting for an app. q quits.")
            case .choosing: choosing(size, colours: colours, unicode: unicode)
            case .asking(let item, _):
                cut(heading) + (remark(on: item).map { cut($0) } ?? [])
                    + cut(
                        "", "Passphrase of '\(item.heard.shown)' (not shown): ",
                        note ?? "\(enter(item)), Esc goes back.")
            case .answering(let form):
                form.page(for: appName, width: size.width, colours: colours).lines(size.height)
            case .working(let text): cut(heading, "", text.shown, "q cancels.")
            case .nothingFound(let error):
                Page(
                    head: ["\(heading) (nothing found)", ""], body: error.message.shown.wrapped(to: size.width),
                    foot: ["", "Enter closes."]
                ).lines(size.height)
            }
        // A coloured line is already cut to the width.
        return lines.prefix(size.height).map { $0.contains("\u{1B}") ? $0 : $0.cut(to: size.width) }
    }

    /// What a person should know before choosing an accessory that an app has already.
    private func remark(on item: PickerItem) -> String? {
        switch item.standing {
        case .new: nil
        case .shared: "Share '\(item.name.shown)' with \(appName.shown)? Its name and picture stay."
        case .own: "\(appName.shown) has '\(item.name.shown)' already. Choosing it sets it up again."
        }
    }

    private func enter(_ item: PickerItem?) -> String {
        guard let item, item.standing != .shared else { return item == nil ? "Enter joins" : "Enter shares" }
        return item.ssid == nil ? "Enter sets it up" : "Enter joins"
    }

    private var heading: String { "\(appName.shown) asks for an accessory" }

    private func choosing(_ size: TerminalSize, colours: Bool, unicode: Bool) -> [String] {
        let gone = items.count { $0.isGone }
        let state =
            shown.isComplete ? "\(items.count - gone) found" + (gone > 0 ? ", \(gone) gone" : "") : "looking..."
        let chosen = items.indices.contains(cursor) ? items[cursor] : nil
        let notShown = shown.notShown
        let notShownText = notShown == 1 ? "1 more matches and is" : "\(notShown) more match and are"
        let more = notShown > 0 ? "\(notShownText) not shown." : nil
        // The line below the rows has the whole name of what is cut.
        let table = table(unicode: unicode).fitted(to: size.width, cutting: ["CUTS"], least: 4)
            .fitted(to: size.width, cutting: ["NAME", "SSID", "BLUETOOTH"])
        let remarks = [
            more, chosen.flatMap { radios(of: $0, in: table) }, chosen.flatMap { remark(on: $0) },
        ].compactMap { $0 }
        // Heading, empty, header, and the lines at the foot.
        let all = max(1, size.height - 5 - remarks.count)
        // If not all items fit, a line counts those above and below.
        let room = items.count > all ? max(1, all - 1) : all
        let first = max(0, min(cursor - room / 2, items.count - room))
        let rowsShown = items.indices.dropFirst(first).prefix(room)
        let rest = [(first, "above"), (items.count - first - rowsShown.count, "below")].filter { $0.0 > 0 }
        var lines = ["\(heading) (\(state))".cut(to: size.width), ""]
        if items.isEmpty {
            lines.append(
                (shown.isComplete ? "Nothing was found yet; still looking." : "Nothing was found yet.").cut(
                    to: size.width))
        } else {
            let rows = TablePrinter().lines(table).map { $0.cut(to: size.width) }
            lines.append(rows[0])
            for index in rowsShown {
                let line = rows[index + 1]
                lines.append(
                    colours
                        ? line.marked(isChosen: index == cursor, isGone: items[index].isGone, width: size.width) : line)
            }
            if all > room {
                lines.append("  \(rest.map { "\($0.0) more \($0.1)" }.joined(separator: ", "))".cut(to: size.width))
            }
        }
        lines += remarks.map { $0.cut(to: size.width) }
        let cuts = chosen?.cuts.map { "Joining cuts '\($0)' until the accessory is left." }
        let warning = chosen.flatMap { $0.isGone ? "'\($0.heard)' is out of range." : cuts } ?? ""
        lines.append((note ?? warning).shown.cut(to: size.width))
        lines.append("Arrows or a number choose, \(enter(chosen)), q cancels.".cut(to: size.width))
        return lines
    }

    /// All items: the columns do not move when a person scrolls.
    private func table(unicode: Bool) -> Table {
        // Without an accessory that an app has, all are new.
        let hasStandings = items.contains { $0.standing != .new }
        let hasBluetooth = items.contains { $0.bluetoothHeard != nil }
        // Accessories without Wi-Fi have no SSID to compare.
        let hasWiFi = !hasBluetooth || items.contains { $0.ssid != nil }
        return Table(
            title: "",
            header: ["  #", "NAME"] + (hasStandings ? ["SET-UP"] : []) + (hasWiFi ? ["SSID"] : [])
                + (hasBluetooth ? ["BLUETOOTH"] : []) + ["SIGNAL", "SECURITY", "CUTS"],
            rows: items.indices.map {
                row(
                    items[$0], at: $0, hasStandings: hasStandings, hasWiFi: hasWiFi, hasBluetooth: hasBluetooth,
                    unicode: unicode)
            })
    }

    /// Its radios, or its whole SSID if the table has no room for that.
    private func radios(of item: PickerItem, in table: Table) -> String? {
        if let radios = item.radios { return radios.shown }
        guard let ssid = item.ssid?.description.shown, table.rows[cursor].allSatisfy({ $0.text != ssid }) else {
            return nil
        }
        return "SSID '\(ssid)'"
    }

    private func row(
        _ item: PickerItem, at index: Int, hasStandings: Bool, hasWiFi: Bool, hasBluetooth: Bool, unicode: Bool
    ) -> [Table.Cell] {
        let signal = String(repeating: " ", count: max(0, 3 - String(item.signal).count)) + String(item.signal)
        return [
            Table.Cell(text: "\(index == cursor ? ">" : " ") \(index + 1)"),
            Table.Cell(text: item.name.shown),
        ] + (hasStandings ? [Table.Cell(text: item.standing.rawValue)] : [])
            + (hasWiFi ? [Table.Cell(text: item.ssid?.description.shown)] : [])
            + (hasBluetooth ? [Table.Cell(text: item.bluetoothHeard?.shown)] : []) + [
                Table.Cell(text: item.isGone ? "gone" : SignalBars.text(item.signal, unicode: unicode) + signal),
                Table.Cell(text: item.security?.title),
                Table.Cell(text: item.cuts?.shown),
            ]
    }
}

extension String {
    /// The row of a list: in reverse video if Enter takes it, faint if it cannot be chosen.
    func marked(isChosen: Bool, isGone: Bool, width: Int) -> String {
        guard isChosen else { return isGone ? Colour.faint.applied(to: self) : self }
        return "\u{1B}[\(isGone ? "2;7" : "7")m\(padded(to: width))\u{1B}[0m"
    }
}
