// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Section {
    /// Reads the keys that begin with `Home`.
    ///
    /// - Parameter station: unless the file names another.
    func home(station: MACAddress?) throws(KeyFileFault) -> SimulatedHome? {
        guard let text = try text("HomeAddress") else {
            if let key = ["HomeStation", "HomeTime", "HomeService"].first(where: has) {
                throw fault(key, "set HomeAddress to the accessory's address on the home network")
            }
            return nil
        }
        guard let address = IPAddress(text), address.interface == nil else {
            throw fault("HomeAddress", "'\(text)' is not an address such as 192.168.1.23, fd00::17 or fe80::17")
        }
        guard let station = has("HomeStation") ? try self.address("HomeStation", of: "station") : station else {
            throw fault("HomeStation", "its label names no station")
        }
        var home = SimulatedHome(address: address, station: station)
        home.time = try duration("HomeTime") ?? home.time
        home.service = try self.text("HomeService")
        return home
    }
}
