// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

import AgentInterface

extension PhonesInterface {
    package struct Phone: Codable, Hashable, Sendable {
        /// Unique. It comes from the browser, or from Pair.
        package var name: String
        /// One right at least.
        package var may: [String]
        /// In seconds since 1970: the pairing, and the last day on which the phone opened the page.
        package var paired: Int
        /// In seconds since 1970: the pairing, and the last day on which the phone opened the page.
        package var seen: Int

        package init(name: String, may: [String], paired: Int, seen: Int) {
            self.name = name
            self.may = may
            self.paired = paired
            self.seen = seen
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: FieldName.self)
            name = try fields.value("name")
            may = try fields.value("may")
            paired = try fields.value("paired")
            seen = try fields.value("seen")
        }

        package func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: FieldName.self)
            try fields.encode(name, forKey: "name")
            try fields.encode(may, forKey: "may")
            try fields.encode(paired, forKey: "paired")
            try fields.encode(seen, forKey: "seen")
        }
    }
}
