// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel

/// The reason why a link ended, or was not made.
struct LinkLoss: Error, Hashable {
    let message: String
    let code: CBError.Code
    /// The agent, or the radio, is away for now; the same call may succeed later.
    let isTemporary: Bool
    /// The accessory, or the air, ended it.
    let isOfTheLink: Bool

    init(_ message: String, _ code: CBError.Code, isTemporary: Bool = false, isOfTheLink: Bool = false) {
        self.message = message
        self.code = code
        self.isTemporary = isTemporary
        self.isOfTheLink = isOfTheLink
    }

    /// - Parameter wasConnected: the link had been up.
    init(_ error: (any Error)?, wasConnected: Bool) {
        let lost: CBError.Code = wasConnected ? .peripheralDisconnected : .connectionFailed
        switch error {
        case let error as AccessoryError:
            switch error.code {
            case .connectionFailed: self.init(error.message, lost, isOfTheLink: true)
            case .radioUnavailable: self.init(error.message, lost, isTemporary: true)
            case .busy: self.init(error.message, .connectionLimitReached)
            case .unknownAccessory, .notAuthorized: self.init(error.message, .unknownDevice)
            case _: self.init(error.message, lost)
            }
        case let fault as AgentFault:
            if case .unexpected = fault {
                self.init("\(fault)", lost)
            } else {
                self.init("\(fault)", lost, isTemporary: true)
            }
        case let error?: self.init("\(error)", lost)
        case nil: self.init("accessoryd ended the link", lost, isTemporary: true)
        }
    }
}
