// SPDX-License-Identifier: Apache-2.0

import Varlink

/// The parameters of one call: who calls, beside the values of this step.
struct Turn<Values: Codable>: Codable {
    var client: String
    var values: Values

    init(_ client: String, _ values: Values) {
        self.client = client
        self.values = values
    }

    init(from decoder: any Decoder) throws {
        client = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .client)
        values = try Values(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try values.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(client, forKey: .client)
    }

    private enum Key: String, CodingKey {
        case client = "client_id"
    }
}

struct ClientID: Codable {
    var id: String

    private enum CodingKeys: String, CodingKey {
        case id = "client_id"
    }
}

struct End: Codable {
    var isGood: Bool

    private enum CodingKeys: String, CodingKey {
        case isGood = "all_ok"
    }
}
