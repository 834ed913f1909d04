// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Air {
    private static let known =
        "Air, Radio INTERFACE, AccessPoint LABEL, Bluetooth ADAPTER, Device LABEL and Enrollee LABEL"

    /// Reads a file; `SimulatedRadios` documents its form.
    init(_ file: KeyFile) throws(KeyFileFault) {
        var timing = Timing()
        var points: [SimulatedAccessPoint] = []
        var labels: [String: Int] = [:]
        var stations: [Station] = []
        var controllers: [Controller] = []
        var enrollees: [SimulatedEnrollee] = []
        // A device may name an access point further down.
        var later: [Section] = []
        for group in file.groups {
            let section = Section(path: file.path, group: group)
            let words = group.name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            switch (words[0], words.count) {
            case ("Air", 1): timing = try Timing(section)
            case ("Radio", 2): stations.append(try Station(section, interface: words[1]))
            case ("AccessPoint", 2):
                labels[words[1]] = points.count
                points.append(try SimulatedAccessPoint(section, besides: points))
            case ("Bluetooth", 2): controllers.append(try Controller(section, name: words[1]))
            case ("Device", 2): later.append(section)
            case ("Enrollee", 2): enrollees.append(try SimulatedEnrollee(section))
            case _: throw section.fault(nil, "unknown group; known are \(Self.known)")
            }
        }
        var devices: [SimulatedDevice] = []
        for section in later {
            let device = try SimulatedDevice(section, points: labels)
            guard !devices.contains(where: { $0.address.address == device.address.address }) else {
                throw section.fault("Address", "\(device.address) is another device's already")
            }
            if let point = device.hotspot?.point { points[point].isOff = true }
            devices.append(device)
        }
        try Self.letPersonChoose(file, points, &stations)
        // One service drives all radios: if it is away for one, it is away for all.
        if let away = stations.compactMap(\.outage).first(where: { $0.reason == .backendAway }) {
            for index in stations.indices { stations[index].outage = away }
        }
        self.init(
            name: file.path, timing: timing, points: points, stations: stations, controllers: controllers,
            devices: devices, enrollees: enrollees)
    }

    /// Gives every idle radio the network that a person would choose.
    private static func letPersonChoose(
        _ file: KeyFile, _ points: [SimulatedAccessPoint], _ stations: inout [Station]
    ) throws(KeyFileFault) {
        let known = stations.compactMap(\.home).first
        for index in stations.indices where stations[index].home == nil { stations[index].preferred = known }
        guard known == nil, points.contains(where: { $0.interrupts != nil }),
            let group = file.groups.first(where: { $0.keys["Interrupts"] != nil })
        else { return }
        throw file.fault(
            group: group.name, key: "Interrupts",
            "a person needs a network to join: set SSID in a [Radio INTERFACE] group")
    }
}
