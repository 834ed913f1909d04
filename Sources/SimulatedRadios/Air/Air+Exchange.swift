// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Air {
    /// Exchanges data with a device, which may start its access point.
    mutating func exchange(
        _ steps: [GATTStep], with address: MACAddress, at now: Duration
    ) -> Outcome<[[UInt8]]> {
        let (outcome, starts) = bluetooth.exchange(steps, with: address, at: now)
        for start in starts { self.start(start.point, at: start.at) }
        return outcome
    }
}
