// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The network interface at which a browser's connection arrives.
enum LocalInterface {
    typealias Device = (name: String, address: String)

    /// The name of the interface with the address at this end of the connection; nil if none has it any more.
    ///
    /// - Parameter local: as a browser writes it: `192.168.1.5:8080`, `[fd00::5]:8080`.
    static func name(of local: String, among devices: [Device] = devices()) -> String? {
        guard let colon = local.lastIndex(of: ":") else { return nil }
        let address = local[..<colon].filter { $0 != "[" && $0 != "]" }
        let isLoopback = ListenAddress.isLoopback(String(address))
        return devices.first { $0.address == address || isLoopback && ListenAddress.isLoopback($0.address) }?.name
    }

    private static func devices() -> [Device] {
        ((try? System.enumerateDevices()) ?? []).compactMap { device in
            device.address?.ipAddress.map { (device.name, $0) }
        }
    }
}
