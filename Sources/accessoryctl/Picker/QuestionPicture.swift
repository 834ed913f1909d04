// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// A question as the terminal shows it.
extension QuestionForm {
    func page(for appName: String, width: Int, colours: Bool) -> Page {
        let app = appName.printable
        let name = question.name.printable
        let asks = "\(app) asks for an accessory"
        switch question.kind {
        case .passphrase:
            let why = question.error ?? "The network refused the passphrase."
            return page(
                asks, why.printable.wrapped(to: width),
                ["Passphrase of '\((question.text ?? question.name).printable)' (not shown): "],
                "Enter tries again, Esc gives up.", width)
        case .name:
            let keeps = question.text.map { " '\($0.printable)'" } ?? " its name"
            return page(
                asks, "What shall '\(name)' be called?".wrapped(to: width) + again(width),
                [typed("Name: ", width, colours)], "Enter takes it, Esc keeps\(keeps).", width)
        case .migration:
            let items = question.items ?? []
            let these = items.count == 1 ? "this accessory" : "these accessories"
            return Page(
                head: "\(app) wants to go on using \(these), which it set up before:".wrapped(to: width) + [""],
                body: items.map { "  \(Self.text($0))" },
                foot: [""] + again(width) + keys("Enter or y allows it, n or Esc declines.", width))
        case .authorization:
            return page(
                "\(app) asks for more of '\(name)'", (question.text ?? "").printable.wrapped(to: width) + again(width),
                [], "y allows it, n or Esc declines.", width)
        case .passkey:
            return page(
                asks, "Type the passkey that '\(name)' shows.".wrapped(to: width) + again(width),
                [typed("Passkey: ", width, colours)], "Enter sends it, Esc declines.", width)
        case .numericComparison:
            return page(
                asks, "Does '\(name)' show this number too?".wrapped(to: width) + again(width), shown(width),
                "y if it does, n or Esc if it does not.", width)
        case .displayPasskey:
            return page(
                asks, "Type this on '\(name)'; then it goes on by itself.".wrapped(to: width) + again(width),
                shown(width), "Esc or q gives up.", width)
        }
    }

    private func page(_ title: String, _ words: [String], _ field: [String], _ keys: String, _ width: Int) -> Page {
        Page(head: [title, ""], body: words, foot: (field.isEmpty ? [""] : field) + self.keys(keys, width))
    }

    /// Which keys do what; or why the last one did nothing.
    private func keys(_ text: String, _ width: Int) -> [String] { (note ?? text).printable.wrapped(to: width) }

    /// Why it is asked again.
    private func again(_ width: Int) -> [String] { question.error?.printable.wrapped(to: width) ?? [] }

    private func typed(_ label: String, _ width: Int, _ colours: Bool) -> String {
        guard case .line(let line) = entry else { return label }
        guard width > label.cells else { return label }
        return label + line.picture(width: width - label.cells, colours: colours)
    }

    private func shown(_ width: Int) -> [String] {
        let text = (question.text ?? "").printable
        let indent = "  "
        let lines = BigDigits.lines(text, width: width - indent.cells) ?? [text]
        return [""] + lines.map { indent + $0 } + [""]
    }

    private static func text(_ item: MigrationItem) -> String {
        let identity = [item.ssid, item.bluetoothAddress].compactMap { $0 }.joined(separator: ", ")
        return "\(item.name) (\(identity))".printable
    }
}
