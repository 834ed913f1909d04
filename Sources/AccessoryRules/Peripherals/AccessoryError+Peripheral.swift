// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension AccessoryError {
    /// For an app that talks to its accessory. The radio's own words stay here: they may have the device's address, which
    /// apps do not get.
    ///
    /// - Parameter title: the accessory's name for people.
    package init(_ failure: BluetoothFailure, with title: String) {
        switch failure.reason {
        case .attribute:
            let code = failure.attributeCode.map { " with the error 0x" + [$0].hexadecimal } ?? ""
            self.init(.attributeFailed, "'\(title)' refused the request\(code)", attributeError: failure.attributeCode)
        case .notConnected:
            self.init(.notConnected, "there is no link to '\(title)'; call Connect, and wait until it is connected")
        case .tooSlow:
            self.init(.busy, "the values of '\(title)' were read too slowly, so the subscription has ended")
        case .unavailable: self.init(.radioUnavailable, failure.detail)
        case .unsupported:
            self.init(
                .invalidRequest, "'\(title)' has no attribute with this handle; ListServices lists the handles",
                field: "handle")
        case .staleBond:
            self.init(
                .connectionFailed,
                "'\(title)' has lost its bond with this machine; remove the accessory, and set it up again")
        case .notReached:
            self.init(.connectionFailed, "'\(title)' is out of range, or has ended the link")
        case .timedOut: self.init(.connectionFailed, "no answer of '\(title)' came in time")
        case .uninvited:
            self.init(.connectionFailed, "'\(title)' is not connected any more: \(failure.detail)")
        case .refused: self.init(.connectionFailed, "'\(title)' refused the connection")
        case .notAuthenticated: self.init(.connectionFailed, "'\(title)' did not accept this machine's bond")
        }
    }
}
