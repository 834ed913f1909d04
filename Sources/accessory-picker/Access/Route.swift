// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What a request can ask for.
enum Route: Hashable, Sendable {
    /// A file of the page.
    case file(PageFile)
    case texts
    case events
    /// Proves the server to a page that has sent no key yet.
    case proof
    case image
    /// Turns the link's token into a session.
    case open
    case act(Act)

    /// Bytes of the largest request of all but two acts.
    static let bodyLimit = 4 * 1024

    /// An act that the picker carries out for the page.
    enum Act: String, CaseIterable, Sendable {
        case choose
        case answer
        case cancel
        /// The page shows how a join ended that cut it off.
        case shown
        case close
        case access
        case rename
        /// Gives an accessory a person's picture, or removes it.
        case depict
        case forget
        /// The page shows the accessories that take a home network.
        case look
        /// Has an accessory show which one it is.
        case identify
        /// Reads a label's text.
        case label
        /// Reads the label in a picture.
        case picture
        case add
        /// Moves the accessories of a home network to another one.
        case move
        /// Takes that back for those that have not moved yet.
        case keep
        /// Cancels an addition that goes on; closes one that is over.
        case stop

        /// What a paired phone needs for it.
        var right: PhoneRight {
            switch self {
            case .choose, .answer, .cancel, .shown, .close, .access, .rename, .depict, .forget: .answer
            case .look, .identify, .label, .picture, .add, .move, .keep, .stop: .add
            }
        }

        /// Bytes of the largest request; a label's picture has a limit of its own. Base64 makes an accessory's larger by a
        /// third.
        var bodyLimit: Int { self == .depict ? Accessory.largestPicture * 3 / 2 : Route.bodyLimit }
    }

    static func with(path: String) -> [(method: String, route: Route)] {
        switch path {
        case "/open": return [("GET", .file(.open)), ("POST", .open)]
        case "/texts": return [("GET", .texts)]
        case "/events": return [("GET", .events)]
        case "/proof": return [("GET", .proof)]
        case "/image": return [("GET", .image)]
        case _: break
        }
        if let act = Act(rawValue: String(path.dropFirst())) { return [("POST", .act(act))] }
        if let file = PageFile.allCases.first(where: { $0.path == path }) { return [("GET", .file(file))] }
        return []
    }

    /// The media types that the body of a request may have.
    var bodyTypes: [String] { self == .act(.picture) ? ["image/png", "image/jpeg"] : ["application/json"] }

    /// Served to everyone: the files that the link needs before there is a session.
    var isPublic: Bool {
        switch self {
        case .file(let file): file.isPublic
        case .open: true
        case .texts, .events, .proof, .image, .act: false
        }
    }

    /// Needs the page's key beside the cookie.
    var needsKey: Bool {
        switch self {
        case .events, .act: true
        case .file, .texts, .proof, .image, .open: false
        }
    }
}
