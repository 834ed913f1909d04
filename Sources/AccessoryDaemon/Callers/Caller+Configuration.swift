// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// A caller is what the files of administrators and packages say about its program.
extension Caller {
    /// - Parameter seat: the seat of the person that a program works for.
    init(
        _ identity: Identity, pid: Int32?, at entrance: Entrance, by configuration: Configuration,
        seat: (Identity) -> String?
    ) {
        let refusal =
            switch entrance {
            // Whether its user is active at the seat, each call asks.
            case .app:
                identity.pickerRefusal(among: configuration.pickers, seat: { seat(identity) }, isActive: { _ in true })
            case .control: PickerRefusal?.some(.switchedOff)
            }
        self.init(
            identity: identity, entrance: entrance, app: configuration.manifests.app(of: identity), pid: pid,
            pickerRefusal: refusal)
    }

    /// Throws if the rights of a caller on the app socket rest on being its user's picker, and it is that no more: the
    /// configuration has changed, or its user is not active at the seat now.
    func checkPicker(
        by configuration: Configuration, seat: (Identity) -> String?, activeUser: (_ seat: String) -> UInt32?
    ) throws(AccessoryError) {
        let present = identity.pickerRefusal(among: configuration.pickers, seat: { seat(identity) }) {
            activeUser($0) == identity.uid
        }
        guard let refusal = pickerRefusal ?? present else { return }
        throw AccessoryError(
            .notAuthorized,
            "this program may not pick for its user: \(refusal); root and the group accessoryd may use control.socket")
    }
}
