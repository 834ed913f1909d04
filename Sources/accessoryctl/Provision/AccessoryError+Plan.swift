// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// Errors of plans. Two of their codes are named after other things, and the message has all that they mean.
extension AccessoryError {
    /// For people, after the plan's name.
    func text(ofPlan plan: String) -> String {
        let name = "plan \(plan): "
        let text = message.hasPrefix(name) ? String(message.dropFirst(name.count)) : message
        return [.activationFailed, .unknownAccessory].contains(code) ? text : "\(code.rawValue): \(text)"
    }

    /// The reason with which a command ends whose plan failed.
    func failure(ofPlan plan: String) -> Failure {
        Failure("plan '\(plan)': \(text(ofPlan: plan))", code.exitStatus)
    }
}

extension Failure {
    /// The agent refused to carry this plan out; nil: those that are due.
    init(refusing plan: String?, _ error: any Error) {
        self.init(any: error)
        if let plan, let error = error as? AccessoryError { text = error.text(ofPlan: plan).shown }
    }
}
