// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// Prints the progress of plans: sentences for people and the journal, rows or objects for scripts.
struct PlanPrinter {
    private let output: OutputOptions
    private let style: OutputStyle
    /// On a terminal, the present activity is one line that is redrawn.
    private let progress: ProgressLine?
    /// The beginning of each plan's last line, so that nothing is repeated.
    private var lastLines: [String: String] = [:]
    private var isEmpty = true
    /// The reasons that stand in plans' last lines.
    private var shown: [String: Failure] = [:]

    init(_ output: OutputOptions) {
        self.output = output
        style = output.style
        progress = StandardStream.output.takesEscapes && StandardStream.error.takesEscapes ? ProgressLine() : nil
    }

    private var isForPeople: Bool { !style.json && style.manner == .normal && style.fields == nil && style.mode == nil }

    mutating func show(_ update: PlanUpdate) throws {
        isEmpty = false
        if style.json { return StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(update)) }
        guard isForPeople else {
            let table = try View.planUpdates.table([update], fields: style.fields)
            let hasHeader = style.manner == .pretty || style.mode == .multiline || style.manner == .terse
            return StandardStream.output.write(
                hasHeader
                    ? style.lines(table)
                    : TablePrinter(colours: style.colours, widths: View.planUpdateWidths).rows(table))
        }
        let start = String(decoding: update.text.utf8.prefix(PlanCall.longestError), as: UTF8.self)
        guard lastLines[update.plan] != start else { return }
        lastLines[update.plan] = start
        shown[update.plan] = update.state == .failed ? update.error?.failure(ofPlan: update.plan) : nil
        let line = "\(update.plan): \(update.text)"
        if !update.isSettled, let progress { return progress.show(line) }
        progress?.end()
        let colour = style.colours ? update.state.colour : nil
        StandardStream.output.write([colour?.applied(to: line.shown) ?? line.shown])
    }

    func printLine(_ text: String) {
        progress?.end()
        StandardStream.error.write([text.shown])
    }

    /// Whether a person has read the reason where the command's own error would stand.
    func hasShown(_ failure: Failure) -> Bool {
        shown.values.contains(failure) && StandardStream.output.leads(where: .error)
    }

    func end(isWell: Bool) {
        progress?.end()
        if isEmpty, isWell, isForPeople { StandardStream.output.write(["No plan is due."]) }
    }
}

extension PlanUpdate {
    /// Its text stays true, and is worth a line of its own.
    var isSettled: Bool {
        switch state {
        case .waiting: error != nil
        case .trying, .restoring: step != nil
        case .running, .done, .kept, .failed, .skipped: true
        }
    }

    private var progress: OnboardProgress? {
        step.map { OnboardProgress(step: $0, device: device, protection: protection) }
    }

    /// A sentence about the plan, without its name.
    var text: String {
        let name = accessory.map { accessory in
            accessory.ssid.map { "'\(accessory.displayName)' (\($0))" } ?? "'\(accessory.displayName)'"
        }
        if let step = progress?.text(of: accessory?.ssid?.description ?? label ?? "its accessory") { return step }
        if let explanation { return explanation }
        switch state {
        case .waiting:
            guard let error else { return label == nil ? "looking for its accessory" : "waiting for its turn" }
            let time = retryAfter.map { ", again in \(TimeLength(seconds: $0).inWords)" }
            return "\(attempt.map { "attempt \($0)" } ?? "it") failed\(time ?? ""): \(error.text(ofPlan: plan))"
        case .trying:
            let again = attempt.flatMap { $0 > 1 ? "; attempt \($0)" : nil }
            if let label { return "calling '\(label)'\(again ?? "")" }
            return lease?.text ?? "\(name ?? "its accessory") was found\(again ?? "")"
        case .running:
            if let program { return "'\(program.ssid)' is joined; running its program" }
            return "\(name ?? "its accessory") is joined; handing the network over"
        case .restoring: return lease?.text ?? "restoring the earlier network"
        case .done:
            if let label { return "done: '\(label)' has the network" }
            return "done" + (name.map { ": \($0) is set up" } ?? "")
        case .kept: return "done" + (name.map { ": \($0) is set up, and" } ?? ":") + " its network is kept"
        case .failed: return "failed" + (error.map { ": \($0.text(ofPlan: plan))" } ?? "")
        case .skipped: return "was done before"
        }
    }
}

extension PlanUpdate.State {
    var colour: Colour? {
        switch self {
        case .waiting, .trying, .running, .restoring: nil
        case .done, .kept: .green
        case .failed: .red
        case .skipped: .faint
        }
    }
}
