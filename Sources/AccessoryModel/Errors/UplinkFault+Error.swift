// SPDX-License-Identifier: Apache-2.0

extension AccessoryError {
    package init(_ fault: UplinkFault) {
        switch fault {
        case .none: self.init(.networkNotFound, fault.description, reason: FailureReason(.noHomeNetwork))
        case .unknownProfile(let name):
            self.init(.networkNotFound, fault.description, reason: FailureReason(.profileUnknown, names: [name]))
        case .unsupported(let name, _):
            self.init(.connectionFailed, fault.description, reason: FailureReason(.securityUnsuitable, names: [name]))
        case .notStored(let name):
            self.init(.connectionFailed, fault.description, reason: FailureReason(.passphraseNotStored, names: [name]))
        case .refused(let name, _):
            self.init(.connectionFailed, fault.description, reason: FailureReason(.passphraseWithheld, names: [name]))
        case .unavailable: self.init(.radioUnavailable, fault.description)
        }
    }
}
