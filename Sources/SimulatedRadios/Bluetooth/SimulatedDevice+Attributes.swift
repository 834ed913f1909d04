// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension SimulatedDevice {
    /// The place of an attribute that has a value.
    enum Attribute: Sendable, Equatable {
        case characteristic(Int)
        case descriptor(Int, of: Int)

        var characteristic: Int {
            switch self {
            case .characteristic(let index), .descriptor(_, of: let index): index
            }
        }
    }

    /// The attributes in the order in which a client discovers them. A characteristic has the handle of its declaration;
    /// its value has the next one (Core Specification, Vol 3 Part G 3.3).
    var attributes: (services: [GATTService], places: [UInt16: Attribute]) {
        var services: [GATTService] = []
        var places: [UInt16: Attribute] = [:]
        var next: UInt16 = 1
        for uuid in orderOfServices {
            var service = GATTService(handle: next, uuid: uuid, isPrimary: true, characteristics: [])
            next += 1
            for (index, own) in characteristics.enumerated() where own.place.service == uuid {
                var found = GATTCharacteristic(
                    handle: next, uuid: own.place.characteristic, properties: own.properties)
                places[next] = .characteristic(index)
                next += 2
                for (place, descriptor) in own.descriptors.enumerated() {
                    found.descriptors.append(GATTDescriptor(handle: next, uuid: descriptor.uuid))
                    places[next] = .descriptor(place, of: index)
                    next += 1
                }
                service.characteristics.append(found)
            }
            services.append(service)
        }
        return (services, places)
    }

    private var orderOfServices: [BluetoothUUID] {
        characteristics.map(\.place.service).reduce(into: []) { known, uuid in
            if !known.contains(uuid) { known.append(uuid) }
        }
    }

    subscript(attribute: Attribute) -> [UInt8] {
        get {
            switch attribute {
            case .characteristic(let index): characteristics[index].value
            case .descriptor(let place, of: let index): characteristics[index].descriptors[place].value
            }
        }
        set {
            switch attribute {
            case .characteristic(let index): characteristics[index].value = newValue
            case .descriptor(let place, of: let index): characteristics[index].descriptors[place].value = newValue
            }
        }
    }
}
