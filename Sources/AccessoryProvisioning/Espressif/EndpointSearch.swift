// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The search for the endpoints among the characteristics of a device: each has its name in its user description.
struct EndpointSearch: Sendable {
    typealias Endpoint = EspressifLink.Endpoint

    /// The most descriptions that are read.
    static let limit = 32
    private static let userDescription = BluetoothUUID(short: 0x2901)
    /// The services of the protocol's own default and of Espressif's example program; others come after them.
    private static let knownServices: Set<BluetoothUUID?> = [
        BluetoothUUID("1775244d-6b43-439b-877c-060f2d9bed07"), BluetoothUUID("021a9004-0382-4aea-bff4-6b3f1c5adfb4"),
    ]

    private struct Candidate: Sendable {
        var service: UInt16
        var characteristic: UInt16
        var description: UInt16
    }

    private var candidates: ArraySlice<Candidate>
    private var service: UInt16?
    private var found: [Endpoint: UInt16] = [:]

    init(_ services: [GATTService]) {
        let known = services.filter { Self.knownServices.contains($0.uuid) }
        let others = services.filter { !Self.knownServices.contains($0.uuid) }
        candidates = (known + others).flatMap(Self.candidates).prefix(Self.limit)
    }

    private static func candidates(of service: GATTService) -> [Candidate] {
        service.characteristics.filter { $0.properties.isSuperset(of: [.read, .write]) }.compactMap { characteristic in
            guard let description = characteristic.descriptors.first(where: { $0.uuid == userDescription }) else {
                return nil
            }
            return Candidate(
                service: service.handle, characteristic: characteristic.handle, description: description.handle)
        }
    }

    /// The description to read next; nil if all were read, or the service with the endpoints is read to its end.
    var next: UInt16? {
        guard let candidate = candidates.first, !(isComplete && candidate.service != service) else { return nil }
        return candidate.description
    }

    /// The endpoints, if those without which nothing goes are there.
    var endpoints: [Endpoint: UInt16]? { isComplete ? found : nil }

    private var isComplete: Bool {
        [.version, .session, .config].allSatisfy { found[$0] != nil }
    }

    /// Takes the description that was read; nil if it cannot be read.
    mutating func receive(_ description: [UInt8]?) {
        guard let candidate = candidates.popFirst() else { return }
        if candidate.service != service {
            service = candidate.service
            found = [:]
        }
        guard let description else { return }
        // Some stacks end the text with a zero.
        let text = String(decoding: description.prefix { $0 != 0 }, as: UTF8.self)
        guard let endpoint = Endpoint(rawValue: text), found[endpoint] == nil else { return }
        found[endpoint] = candidate.characteristic
    }
}
