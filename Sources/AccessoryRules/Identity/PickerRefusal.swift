// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The reason why a program on the app socket is not the picker of its user. Without one it may ask the person at its
/// seat for that person's own apps.
package enum PickerRefusal: Hashable, Sendable {
    /// The configuration names no executable.
    case switchedOff
    /// The process executes another file, or one that the agent cannot determine.
    case otherProgram(String?)
    /// Others can write the executable, or replace it.
    case isWritable(String)
    case isConfined
    case isSystemUnit(String)
    case hasNoSeat
    /// Another user is active at the seat, or nobody.
    case isInactive(at: String)
}

extension PickerRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .switchedOff: "Executables in [Picker] of accessoryd.conf is empty, so no user has a picker"
        case .otherProgram(nil): "the agent cannot determine which file the process executes"
        case .otherProgram(let path?): "Executables in [Picker] of accessoryd.conf does not name \(path.word)"
        case .isWritable(let path): "others than root can write \(path.word), or replace it"
        case .isConfined: "the process is, or may be, in a sandbox"
        case .isSystemUnit(let unit): "the process runs in the system unit \(unit.word)"
        case .hasNoSeat: "its user is at no seat of this machine"
        case .isInactive(let seat): "its user is not active at \(seat.word) now; switch to this user's session"
        }
    }
}

extension Identity {
    /// Why this is not its user's picker; nil if it is.
    ///
    /// - Parameters:
    ///   - executables: the paths that the configuration names.
    ///   - seat: the user's seat.
    ///   - isActive: whether the user is active at that seat. Both are asked last, because they ask logind.
    package func pickerRefusal(
        among executables: Set<String>, seat: () -> String?, isActive: (_ seat: String) -> Bool
    ) -> PickerRefusal? {
        guard !executables.isEmpty else { return .switchedOff }
        guard let executable, executables.contains(executable) else { return .otherProgram(executable) }
        guard !isExecutableWritable else { return .isWritable(executable) }
        guard confinement == .none else { return .isConfined }
        if let unit { return .isSystemUnit(unit) }
        guard let seat = seat() else { return .hasNoSeat }
        return isActive(seat) ? nil : .isInactive(at: seat)
    }
}
