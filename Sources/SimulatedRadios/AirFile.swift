// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Air {
    private static let radio = "Radio "
    private static let point = "AccessPoint "

    /// Reads a file; its form is at `SimulatedRadios`.
    init(_ file: KeyFile) throws(KeyFileFault) {
        var timing = Timing()
        var points: [AccessPoint] = []
        var stations: [Station] = []
        for group in file.groups {
            let section = Section(path: file.path, group: group)
            if group.name == "Air" {
                timing = try Timing(section)
            } else if group.name.hasPrefix(Self.radio) {
                stations.append(try Station(section, interface: String(group.name.dropFirst(Self.radio.count))))
            } else if group.name.hasPrefix(Self.point) {
                let point = try AccessPoint(section)
                if points.contains(where: { $0.bssid == point.bssid }) {
                    throw section.fault("BSSID", "\(point.bssid) is another access point's already")
                }
                points.append(point)
            } else {
                throw section.fault(
                    nil, "unknown group; known are Air, Radio INTERFACE and AccessPoint LABEL")
            }
        }
        try Self.letPersonChoose(file, points, &stations)
        // One service drives all radios: when it is away for one, it is for all.
        if let away = stations.compactMap(\.outage).first(where: { $0.reason == .backendAway }) {
            for index in stations.indices { stations[index].outage = away }
        }
        self.init(name: file.path, timing: timing, points: points, stations: stations)
    }

    /// Gives every idle radio the network that a person takes it to.
    private static func letPersonChoose(
        _ file: KeyFile, _ points: [AccessPoint], _ stations: inout [Station]
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
