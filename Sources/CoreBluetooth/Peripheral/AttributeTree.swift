// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// The attributes of one link: what the agent listed, and the app's objects for it, one for each attribute.
struct AttributeTree {
    private var records: [BluetoothService] = []
    private var objects: [Int: CBAttribute] = [:]
    /// The services that the app has discovered; nil before.
    private(set) var services: [CBService]?

    /// Whether the attribute is one of this link.
    func contains(_ attribute: CBAttribute) -> Bool { objects[attribute.handle] === attribute }

    /// Takes the agent's list; discovers these services, or all.
    mutating func discover(_ filter: [CBUUID]?, in list: [BluetoothService], of peripheral: CBPeripheral?) {
        records = list
        let known = services ?? []
        services = list.filter(\.isPrimary).compactMap { record in
            let service = object(record, of: peripheral)
            return known.contains(service) || wants(filter, service) ? service : nil
        }
    }

    mutating func discoverIncluded(_ filter: [CBUUID]?, in service: CBService) {
        let handles = records.first { $0.handle == service.handle }?.includes ?? []
        let included = handles.compactMap { handle in
            records.first { $0.handle == handle }.map { object($0, of: service.peripheral) }
        }
        service.includedServices = merged(service.includedServices, included, filter)
    }

    mutating func discoverCharacteristics(_ filter: [CBUUID]?, in service: CBService) {
        let found = records.first { $0.handle == service.handle }?.characteristics ?? []
        let all = found.map { record in object(record.handle) { CBCharacteristic(record, of: service) } }
        service.characteristics = merged(service.characteristics, all, filter)
    }

    mutating func discoverDescriptors(in characteristic: CBCharacteristic) {
        let record = records.lazy.flatMap(\.characteristics).first { $0.handle == characteristic.handle }
        characteristic.descriptors = (record?.descriptors ?? []).map { record in
            object(record.handle) { CBDescriptor(record, of: characteristic) }
        }
    }

    private mutating func object(_ record: BluetoothService, of peripheral: CBPeripheral?) -> CBService {
        object(record.handle) { CBService(record, of: peripheral) }
    }

    private mutating func object<Attribute: CBAttribute>(_ handle: Int, _ make: () -> Attribute) -> Attribute {
        if let known = objects[handle] as? Attribute { return known }
        let new = make()
        objects[handle] = new
        return new
    }

    /// Those of before, and the wanted ones, in the peripheral's order.
    private func merged<Attribute: CBAttribute>(
        _ before: [Attribute]?, _ all: [Attribute], _ filter: [CBUUID]?
    ) -> [Attribute] {
        all.filter { before?.contains($0) == true || wants(filter, $0) }
    }

    private func wants(_ filter: [CBUUID]?, _ attribute: CBAttribute) -> Bool {
        filter.map { $0.isEmpty || $0.contains(attribute.uuid) } ?? true
    }
}
