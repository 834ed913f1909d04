// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// Prints moves: a line for each step for people, rows or objects for scripts.
struct MovePrinter {
    private let output: OutputOptions
    /// Of the first accessory that does not get the other network.
    private(set) var status: Int32 = 0

    init(_ output: OutputOptions) { self.output = output }

    mutating func show(_ progress: MoveProgress) throws {
        if status == 0, let outcome = progress.outcome { status = outcome.status }
        let style = output.style
        if style.json { return StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(progress)) }
        guard style.manner == .normal, style.fields == nil, style.mode == nil else {
            return StandardStream.output.write(style.lines(try View.moves.table([progress], fields: style.fields)))
        }
        let line = "'\(progress.name)': \(progress.text)".shown
        StandardStream.output.write([style.colours ? progress.outcome?.colour.applied(to: line) ?? line : line])
    }
}

extension MoveProgress {
    fileprivate var text: String {
        switch step {
        case .looking: "looking for it on the network that it has"
        case .joining: "joining its own hotspot, or connecting to it"
        case .identified: "it has said what it is"
        case .handingOver: "handing the other network over"
        case .waitingForAccessory: "waiting until it is on the other network"
        case .lookingForIt: "looking for it on the other network"
        case .ended: explanation ?? ""
        }
    }
}
