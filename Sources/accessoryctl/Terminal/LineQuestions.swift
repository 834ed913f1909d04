// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc

/// Asks on the terminal for what no option gives.
struct LineQuestions {
    /// Asks until there is an answer without a fault. Throws `Failure` if there is no terminal to ask on, or its input ends.
    ///
    /// - Parameters:
    ///   - option: the option that gives the answer without a question.
    ///   - fault: why an answer is none; nil if it is good.
    func ask(_ prompt: String, option: String, fault: (String) -> String? = { _ in nil }) throws(Failure) -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure("\(option) is missing, and there is no terminal to ask on", .invalidInput)
        }
        while true {
            StandardStream.error.write(text: "\(prompt): ")
            guard let line = StandardInput.line() else { throw Failure("\(option) is missing", .invalidInput) }
            guard line.contains(where: { $0 != " " }) else { continue }
            guard let reason = fault(line) else { return line }
            StandardStream.error.write([reason.shown])
        }
    }

    /// Whether the person answers with yes. A cancelled task has no answer.
    func agrees(_ prompt: String) async -> Bool {
        StandardStream.error.write(text: prompt.shown)
        return ["y", "yes"].contains(await StandardInput.nextLine()?.lowercased())
    }
}
