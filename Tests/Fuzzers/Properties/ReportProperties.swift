// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import FoundationEssentials

/// The input is a line of the program that hands a network over.
func checkReport(_ input: [UInt8]) throws {
    guard let report = try? JSONDecoder().decode(ProvisioningReport.self, from: Data(input)) else { return }
    let line = try JSONEncoder().encode(report)
    try hold(
        try JSONDecoder().decode(ProvisioningReport.self, from: line) == report, "a report keeps its meaning: \(report)"
    )
    switch report {
    case .step(.identified(let device)):
        for text in [device.name, device.model, device.version].compactMap({ $0 }) {
            try hold(text.printable == text && text.utf8.count <= 64, "an identity is short and plain: \(text)")
        }
    case .outcome(let outcome):
        try hold(outcome.text.printable == outcome.text, "a text has no control characters")
        try hold(outcome.text.utf8.count <= 2048, "a text is bounded")
    case .step: break
    }
}
