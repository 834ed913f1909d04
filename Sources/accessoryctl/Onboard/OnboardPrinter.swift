// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface

/// Prints the way of accessories to the network: a line for each step for people, rows or objects for scripts.
struct OnboardPrinter {
    private let output: OutputOptions
    private let style: OutputStyle
    /// So that nothing is repeated.
    private var lastLine = ""

    init(_ output: OutputOptions) {
        self.output = output
        style = output.style
    }

    private var isForPeople: Bool { !style.json && style.manner == .normal && style.fields == nil && style.mode == nil }

    /// The accessory that is next.
    func begin(_ accessory: NewAccessory) throws {
        guard style.json else { return }
        StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(accessory))
    }

    mutating func show(_ progress: OnboardProgress, _ accessory: NewAccessory) throws {
        if style.json { return StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(progress)) }
        guard isForPeople else {
            let table = try View.onboardSteps.table([OnboardStepRow(progress, accessory)], fields: style.fields)
            let hasHeader = style.manner == .pretty || style.mode == .multiline || style.manner == .terse
            return StandardStream.output.write(
                hasHeader
                    ? style.lines(table)
                    : TablePrinter(colours: style.colours, widths: View.onboardStepWidths).rows(table))
        }
        guard
            let text = progress.step == .joining && progress.lease == nil
                ? "'\(accessory.name)': \(accessory.approach)" : progress.text(of: accessory.name)
        else { return }
        let line = String(decoding: text.shown.utf8.prefix(PlanCall.longestError), as: UTF8.self)
        guard line != lastLine else { return }
        lastLine = line
        StandardStream.output.write([line])
    }

    func report(_ result: OnboardResult) {
        guard result.isGood else { return StandardStream.error.write(result.lines) }
        guard isForPeople else { return }
        StandardStream.output.write(result.lines.map { style.colours ? Colour.green.applied(to: $0) : $0 })
    }

    /// Scripts count themselves.
    func summarise(_ tally: OnboardTally) {
        if isForPeople { StandardStream.output.write([tally.line.shown]) }
    }
}

extension NewAccessory {
    fileprivate var approach: String {
        if ssid != nil { return "joining its hotspot" }
        return family == Family.easyConnect.rawValue ? "calling it" : "connecting to it"
    }
}

extension OnboardProgress {
    /// The present activity, for people; nil at the end, which has a result.
    func text(of name: String) -> String? {
        switch step {
        case .joining: return lease?.text
        case .identified:
            let device = device ?? ReportedDevice()
            // The name is news only if it is another one.
            let other = device.name == name ? nil : device.name
            let facts = [other, device.model, device.version.map { "version \($0)" }].compactMap { $0 }
            return facts.isEmpty ? nil : "'\(name)' is \(facts.joined(separator: ", "))"
        case .securing: return "'\(name)': making an encrypted session"
        case .handingOver:
            let by = protection.flatMap { HandOverProtection(rawValue: $0) }
            return "'\(name)': handing the network over, protected by \(by?.explanation ?? "its own means")"
        case .waitingForAccessory: return "'\(name)': waiting until it is on the network"
        case .restoring: return lease?.text ?? "restoring the earlier network"
        case .lookingForIt:
            guard let arrival else { return "'\(name)': looking for it on the home network" }
            return "'\(name)' \(arrival.meanwhile)"
        case .ended: return nil
        }
    }
}

extension ReportedArrival {
    /// What the home network shows while the agent still looks, for people.
    fileprivate var meanwhile: String {
        let place = address.map { "at \($0)" } ?? "there"
        return switch state {
        case .confirmed: "is \(place); waiting for an address of IPv4"
        case .likely: "may be \(place); waiting for its answer"
        case .ambiguous: "may be one of several devices on the home network; waiting for the one that proves to be it"
        case .notSeen: "is not on the home network yet"
        }
    }
}
