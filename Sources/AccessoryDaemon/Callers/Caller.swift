// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryRules
import Glibc

/// The maker of a connection, and its rights: a value made once, when the agent accepts the connection.
package struct Caller: Hashable, Sendable {
    /// The socket that it came by; the file system's permissions on the control socket are the proof for it.
    package enum Entrance: Hashable, Sendable {
        case app
        case control
    }

    /// What a method needs.
    package enum Right: Hashable, Sendable {
        /// To be an app, and act on its own accessories.
        case beAnApp
        /// To see and decide for every app.
        case control
        /// To see and change what apps have: on the app socket, those of the caller's own user.
        case manageAccessories
        /// To see what a picker shows, and to choose.
        case pick
        /// To see passphrases.
        case seeSecrets
    }

    package let identity: Identity
    package let entrance: Entrance
    /// The app that the identity was proven to be.
    package let app: String?
    /// What proved it.
    package let proof: Proof?
    /// The process's number, if known.
    package let pid: Int32?
    /// The reason why the process is not its user's own picker; nil if it was proven to be that.
    package let pickerRefusal: PickerRefusal?

    package init(
        identity: Identity, entrance: Entrance, app: (manifest: Manifest, proof: Proof)?, pid: Int32? = nil,
        pickerRefusal: PickerRefusal? = .switchedOff
    ) {
        self.pid = pid
        self.pickerRefusal = pickerRefusal
        self.identity = identity
        self.entrance = entrance
        self.app = app?.manifest.id
        proof = app?.proof
    }

    package func may(_ right: Right) -> Bool {
        switch right {
        case .beAnApp: entrance == .app && app != nil
        case .control: entrance == .control
        case .pick, .manageAccessories: entrance == .control || isUsersPicker
        // Membership of the group that may control is no reason to see what others typed.
        case .seeSecrets:
            entrance == .control && identity.confinement == .none
                && (identity.uid == 0 || identity.uid == geteuid())
        }
    }

    /// Whether it may ask the person at its seat for that person's own apps, as long as the person is active there.
    package var isUsersPicker: Bool { entrance == .app && pickerRefusal == nil }

    /// The user whose app it is; nil for a system unit, and for a caller that decides for apps.
    package var userOfApp: UInt32? { entrance == .app && identity.unit == nil ? identity.uid : nil }

    /// The records that it sees and changes with the right to manage accessories.
    package var scope: RecordScope {
        switch entrance {
        case .control: .all
        case .app: .user(identity.uid)
        }
    }

    /// The app whose records this caller may use.
    package var claimant: Claimant? { app.map { Claimant(app: $0, uid: identity.uid, proof: proof) } }
}

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
