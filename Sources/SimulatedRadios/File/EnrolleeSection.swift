// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension SimulatedEnrollee {
    static let keys: Set<String> = [
        "Label", "Answer", "Appears", "Goes", "Returns", "HomeAddress", "HomeStation", "HomeTime", "HomeService",
    ]

    /// Reads a group `[Enrollee LABEL]`.
    init(_ section: Section) throws(KeyFileFault) {
        try section.expect(Self.keys)
        guard let enrollee = try section.text("Label").flatMap(Self.init(label:)) else {
            throw section.fault("Label", "an enrollee has one, of the form DPP:...K:KEY;;")
        }
        self = enrollee
        answer = try section.word("Answer") { (answer: Answer) in answer.rawValue } ?? answer
        presence = try section.presence()
        home = try section.home(station: station)
    }
}
