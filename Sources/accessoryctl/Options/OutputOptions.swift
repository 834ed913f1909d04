// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import ArgumentParser
import FoundationEssentials

/// The options of every command, by nmcli's names.
struct OutputOptions: ParsableArguments {
    enum Answer: String, ExpressibleByArgument, CaseIterable {
        case yes
        case no
    }

    enum Colours: String, ExpressibleByArgument, CaseIterable {
        case auto
        case yes
        case no
    }

    @Flag(name: .shortAndLong, help: "Print values separated by colons, for scripts.")
    var terse = false
    @Flag(name: .shortAndLong, help: "Print tables with a title, and JSON over several lines.")
    var pretty = false
    @Option(name: .shortAndLong, help: "Print one line for each entry, or one line for each value.")
    var mode: OutputStyle.Mode?
    @Option(name: .shortAndLong, help: "The fields to print, separated by commas; or all, or common.")
    var fields: String?
    @Option(name: [.short, .customLong("get-values")], help: "Print only the values of these fields, as -t -f FIELDS.")
    var getValues: String?
    @Option(name: .shortAndLong, help: "Whether terse output writes : and \\ as \\: and \\\\.")
    var escape = Answer.yes
    @Option(name: .shortAndLong, help: "Print colours; with auto, only on a terminal.")
    var colors = Colours.auto
    @Flag(name: .shortAndLong, help: "Ask on the terminal for a missing passphrase.")
    var ask = false
    @Flag(name: .shortAndLong, help: "Print passphrases in hotspot list, for root and the agent's own user.")
    var showSecrets = false
    @Option(
        name: .shortAndLong, help: "The longest time to wait, in seconds. Holding, monitoring and picking do not count."
    )
    var wait: Int?
    @Flag(name: .long, help: "Print the objects as the socket carries them, one on each line.")
    var json = false
    @Option(name: .long, help: "The directory with the agent's sockets.")
    var runtimeDir = AgentSockets.systemDirectory

    mutating func validate() throws {
        if terse && pretty { throw ValidationError("'--terse' and '--pretty' exclude each other.") }
        if getValues != nil && (fields != nil || pretty) {
            throw ValidationError("'--get-values' goes with neither '--fields' nor '--pretty'.")
        }
        for (option, names) in [("--fields", fields), ("--get-values", getValues)] {
            if let names, names.allSatisfy({ $0 == "," }) {
                throw ValidationError("'\(option)' takes the names of fields, such as NAME, or all.")
            }
        }
        if let wait, wait < 1 { throw ValidationError("'--wait' takes a number of seconds from 1 on.") }
        if runtimeDir.isEmpty { throw ValidationError("'--runtime-dir' takes a directory.") }
    }

    var control: ControlClient { ControlClient(AgentSockets(directory: runtimeDir)) }

    var picker: PickerClient { PickerClient(AgentSockets(directory: runtimeDir)) }

    var style: OutputStyle {
        OutputStyle(
            manner: terse || getValues != nil ? .terse : pretty ? .pretty : .normal, mode: mode,
            fields: (getValues ?? fields)?.split(separator: ",").map { String($0) }, escapes: escape == .yes,
            colours: hasColours, valuesOnly: getValues != nil, json: json,
            width: TerminalSize.of(StandardStream.output.descriptor)?.width)
    }

    private var hasColours: Bool {
        switch colors {
        case .yes: return true
        case .no: return false
        case .auto:
            return StandardStream.output.takesEscapes && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        }
    }

    /// Prints rows, or with `--json` the object that contained them.
    func show<Row>(
        _ rows: [Row], _ view: View<Row>, wire: some Encodable, preferred: OutputStyle.Mode = .tabular
    ) throws {
        let style = style
        let table = try view.table(rows, fields: style.fields)
        let lines =
            style.json ? try JSONPrinter(isPretty: pretty).lines(wire) : style.lines(table, preferred: preferred)
        StandardStream.output.write(lines)
    }

    /// Refuses unknown fields before anything happens.
    func check<Row>(_ view: View<Row>) throws { _ = try view.columns(style.fields) }

    /// Runs the body within `--wait`. Throws `Failure` with `timedOut` if it takes longer.
    func bounded<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
        guard let wait else { return try await body() }
        return try await withThrowingTaskGroup(of: R.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(wait))
                throw Failure.waited(seconds: wait)
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}

extension OutputStyle.Mode: ExpressibleByArgument {}

extension Failure {
    static func waited(seconds: Int) -> Failure { Failure("Timeout \(seconds) s expired.", .timedOut) }
}
