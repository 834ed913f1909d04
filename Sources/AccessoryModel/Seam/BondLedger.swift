// SPDX-License-Identifier: Apache-2.0

/// Remembers which devices may have bonded with this machine by themselves: bluetoothd raises the security of every link that
/// it brings up, and the kernel then bonds without a question. The radio asks for no such bond, and none may stay.
package protocol BondLedger: AnyObject, Sendable {
    /// Before a connection to a device without a bond. Whatever comes, also a crash, a bond with it is to be removed. Throws
    /// `BluetoothFailure` if nothing can promise that; the device is not to be connected then.
    func owe(_ address: MACAddress) async throws

    /// The connection is over.
    func settle(_ address: MACAddress) async

    /// The radio has removed a device during the connection, for this reason. `settle` follows.
    ///
    /// - Parameter wasBonded: a bond went with it.
    func expelled(_ address: MACAddress, wasBonded: Bool, _ failure: BluetoothFailure) async

    /// The devices that are bonded, and are to become no input devices.
    var plainBonds: Set<MACAddress> { get async }

    /// A device has become one of these, or is none any more.
    func note(_ address: MACAddress, isPlain: Bool) async
}
