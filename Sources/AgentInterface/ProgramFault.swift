// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// A reason for which a program ends, as a person reads it, and the status with which it exits.
package protocol ProgramFault: Error, CustomStringConvertible {
    /// `invalidInput` unless the type knows better.
    var exitStatus: ExitStatus { get }
}

extension ProgramFault {
    package var exitStatus: ExitStatus { .invalidInput }
}

extension AccessoryError: ProgramFault {
    package var exitStatus: ExitStatus { code.exitStatus }
}
