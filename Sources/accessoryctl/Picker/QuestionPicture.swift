// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// A question as the terminal shows it.
extension QuestionForm {
    func page(for appName: String, width: Int, colours: Bool) -> Page {
        let app = appName.shown
        let name = question.name.shown
        var title = "\(app) asks for an accessory"
        var field: [String] = [""]
        let words: [String]
        let keys: String
        switch question.kind {
        case .passphrase:
            words = [(question.error ?? "The network refused the passphrase.").shown]
            field = ["Passphrase of '\((question.text ?? question.name).shown)' (not shown): "]
            keys = "Enter tries again, Esc gives up."
        case .name:
            words = ["What should '\(name)' be called?"]
            field = [typed("Name: ", width, colours)]
            keys = "Enter takes it, Esc keeps \(question.text.map { "'\($0.shown)'" } ?? "its name")."
        case .migration:
            let items = question.items ?? []
            let these = items.count == 1 ? "this accessory" : "these accessories"
            return Page(
                head: "\(app) wants to go on using \(these), which it set up before:".wrapped(to: width) + [""],
                body: items.map { "  \(Self.text($0))" },
                foot: [""] + again(width) + self.keys("Enter or y allows it, n or Esc declines.", width))
        case .authorization:
            title = "\(app) asks for more of '\(name)'"
            words = question.text.map { [$0.shown] } ?? []
            keys = "y allows it, n or Esc declines."
        case .network: return networks(title, width: width, colours: colours)
        case .security:
            let change = question.change.map { " \($0)." } ?? ""
            words = ["The network of '\(name)'\(heard) is not secured as it must be:\(change)", "", Self.security]
            keys = "y accepts it as new and joins it, n or Esc does not."
        case .inputDevice:
            words = ["May '\(name)'\(heard) be an input device of this machine?", "", Self.inputDevice]
            keys = "y allows it and pairs, n or Esc does not."
        case .pairing:
            words = ["Pair with '\(name)'\(heard) over Bluetooth?", "", Self.pairing]
            keys = "y pairs, n or Esc does not."
        case .repairing:
            words = ["'\(name)'\(heard) does not know the pairing with this machine any more.", "", Self.repairing]
            keys = "y forgets the old pairing and pairs again, n or Esc does not."
        case .retry:
            words = [(question.failure?.message ?? "The set-up of '\(question.name)' failed.").printable]
            keys = "Enter or y tries again, n or Esc gives up."
        case .passkey:
            words = ["Type the passkey that '\(name)' shows."]
            field = [typed("Passkey: ", width, colours)]
            keys = "Enter sends it, Esc declines."
        case .numericComparison:
            words = ["Does '\(name)' show this number too?"]
            field = shown(width)
            keys = "y if it does, n or Esc if it does not."
        case .displayPasskey:
            words = ["Type this on '\(name)'; then the pairing continues by itself."]
            field = shown(width)
            keys = "Esc or q gives up."
        }
        let text = words.flatMap { $0.isEmpty ? [""] : $0.wrapped(to: width) }
        return Page(
            head: [title, ""], body: text + (question.kind == .passphrase ? [] : again(width)),
            foot: field + self.keys(keys, width))
    }

    private static let inputDevice = """
        What it sends counts as typed and clicked here, now and whenever it is near, and another device may pose as \
        it. Allow it only for a keyboard, mouse, remote control or button of your own.
        """

    private static let pairing = """
        Nothing is compared: if another device poses as it or listens in, nobody notices. Pair where you see the \
        accessory, and where nobody is near whom you do not trust.
        """

    private static let repairing = """
        It was reset, or has since paired with another device, or another device poses as it. Pair again only if you \
        know why it forgot.
        """

    private static let security = """
        It was reset or changed, or another device poses as it and reads everything that is sent to it. Accept it as \
        new only if you changed it.
        """

    /// Its name over the air, if the question has it and it is another one.
    private var heard: String {
        guard let text = question.text, text != question.name else { return "" }
        return " (seen as '\(text.shown)')"
    }

    /// The question for the accessory's network, if no evidence shows it.
    private func networks(_ title: String, width: Int, colours: Bool) -> Page {
        let chosen: Int? = if case .choice(let index) = entry { index } else { nil }
        let networks = question.networks ?? []
        let table = Table(
            title: "", header: ["  #", "SSID", "SIGNAL", "SECURITY", "BSSID"],
            rows: networks.enumerated().map { index, network in
                [
                    "\(index == chosen ? ">" : " ") \(index + 1)", network.ssid?.description.shown ?? "(hidden)",
                    String(network.signal), network.security.title, network.bssid.description,
                ].map { Table.Cell(text: $0) }
            })
        var rows = TablePrinter().lines(table).map { $0.cut(to: width) }
        if colours, let chosen, rows.indices.contains(chosen + 1) {
            rows[chosen + 1] = "\u{1B}[7m\(rows[chosen + 1].padded(to: width))\u{1B}[0m"
        }
        return Page(
            head: [title, ""] + "Which network belongs to '\(question.name.shown)'\(heard)?".wrapped(to: width)
                + "The radios do not show which. Its label or screen may.".wrapped(to: width) + ["", rows[0]],
            body: Array(rows.dropFirst()),
            foot: [""] + again(width) + keys("Arrows or a number choose, Enter takes it, Esc gives up.", width),
            focus: chosen)
    }

    /// The help for the keys, or the reason why the last one had no effect.
    private func keys(_ text: String, _ width: Int) -> [String] { (note ?? text).shown.wrapped(to: width) }

    /// The reason why the question is repeated.
    private func again(_ width: Int) -> [String] { question.error?.shown.wrapped(to: width) ?? [] }

    private func typed(_ label: String, _ width: Int, _ colours: Bool) -> String {
        guard case .line(let line) = entry else { return label }
        guard width > label.cells else { return label }
        return label + line.picture(width: width - label.cells, colours: colours)
    }

    private func shown(_ width: Int) -> [String] {
        let text = (question.text ?? "").shown
        let indent = "  "
        let lines = BigDigits.lines(text, width: width - indent.cells) ?? [text]
        return [""] + lines.map { indent + $0 } + [""]
    }

    private static func text(_ item: MigrationItem) -> String {
        let identity = [item.ssid, item.bluetoothAddress].compactMap { $0 }.joined(separator: ", ")
        return "\(item.name) (\(identity))".shown
    }
}
