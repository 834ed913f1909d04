// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning

/// The marks of hand-overs by Wi-Fi Easy Connect: the agent may still have something in wpa_supplicant for each.
extension Store {
    func journal(_ mark: EasyConnectMark, on interface: String) throws {
        try database.run(
            "INSERT OR REPLACE INTO easy_connects (mark, interface) VALUES (?, ?)", .text(mark.text), .text(interface))
    }

    func forget(_ mark: EasyConnectMark) throws {
        try database.run("DELETE FROM easy_connects WHERE mark = ?", .text(mark.text))
    }

    func owedEasyConnects() throws -> [(mark: EasyConnectMark, interface: String)] {
        try database.run("SELECT mark, interface FROM easy_connects").compactMap { row in
            guard case .text(let text) = row[0], let mark = EasyConnectMark(text), case .text(let interface) = row[1]
            else { return nil }
            return (mark, interface)
        }
    }
}
