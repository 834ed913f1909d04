// SPDX-License-Identifier: Apache-2.0

/// How accessoryctl exits; nmcli's numbers where nmcli has them.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case success = 0
    case unknown = 1
    case invalidInput = 2
    case timedOut = 3
    case joiningFailed = 4
    case restoringFailed = 5
    case removalFailed = 7
    case notRunning = 8
    case notAuthorized = 9
    case notFound = 10
    // nmcli has no numbers for these.
    /// Nobody can choose.
    case noPicker = 11
    case noPassphrase = 12
    /// A person closed the picker.
    case cancelled = 13
}
