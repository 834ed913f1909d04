// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import FoundationEssentials
import Glibc

/// What this program is to do: the object on its descriptor.
enum Errand: Decodable {
    case handOver(Assignment)
    /// One question to an address of the home network.
    case check(CheckOrder.Place)
    /// A device of the home network shows which one it is.
    case lamp(CheckOrder.Place)
    /// Nothing: the agent asks whether this program starts.
    case ready

    private enum Key: String, CodingKey {
        case check, lamp, ready
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self =
            if let place = try fields.decodeIfPresent(CheckOrder.Place.self, forKey: .check) {
                .check(place)
            } else if let place = try fields.decodeIfPresent(CheckOrder.Place.self, forKey: .lamp) {
                .lamp(place)
            } else if try fields.decodeIfPresent(Bool.self, forKey: .ready) == true {
                .ready
            } else {
                .handOver(try Assignment(from: decoder))
            }
    }

    /// The longest object that is read, in bytes.
    private static let limit = 65_536

    /// Reads the object, up to the end of its line. Throws `Refusal`.
    static func read(_ descriptor: Int32) throws(Refusal) -> Errand {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &part, part.count)
            guard count >= 0 else {
                throw Refusal("descriptor \(descriptor) cannot be read (\(String(cString: strerror(errno)))): \(usage)")
            }
            bytes += part[..<count]
            // Whoever gives it on a socket keeps that open, for the reports.
            guard count > 0, part[count - 1] != UInt8(ascii: "\n") else { break }
        }
        guard bytes.count <= limit else { throw Refusal("descriptor \(descriptor) has more than \(limit) bytes") }
        do {
            return try JSONDecoder().decode(Errand.self, from: Data(bytes))
        } catch {
            // The decoder's own words may quote a secret.
            throw Refusal("descriptor \(descriptor) has no JSON object of a plan's program: \(usage)")
        }
    }

    private static let usage = "the agent starts this program by its socket, accessory-provision(1)"
}
