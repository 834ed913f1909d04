// SPDX-License-Identifier: Apache-2.0

/// A browser that was paired with the hub: its credential, and what a person knows it by.
struct Phone: Codable, Sendable {
    static let nameLimit = 64

    let name: String
    private let cookie: String
    private let key: String
    private let proof: String
    /// Nil in a list of an earlier version, whose phones answer.
    private var may: PhoneRights?
    /// In seconds since 1970.
    let paired: Int
    /// The last day on which it opened the page, in seconds since 1970.
    var seen: Int

    init(name: String, session: Session, may: PhoneRights = .usual, paired: Int) {
        self.name = name
        self.may = may
        cookie = session.cookie.text
        key = session.key.text
        proof = session.proof.text
        self.paired = paired
        seen = paired
    }

    var rights: PhoneRights {
        get { may ?? .usual }
        set { may = newValue }
    }

    /// Nil if the file does not hold secrets of the right form.
    var session: Session? {
        guard let cookie = Secret(text: cookie), let key = Secret(text: key), let proof = Secret(text: proof) else {
            return nil
        }
        return Session(cookie: cookie, key: key, proof: proof)
    }

    /// The name as it may be kept, on one line; nil if there is nothing to see in it, or if it is too long.
    static func name(_ text: String) -> String? {
        let name = text.trimmed
        let isPrintable = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            case _: true
            }
        }
        return (1...nameLimit).contains(name.count) && name.utf8.count <= 4 * nameLimit && isPrintable ? name : nil
    }

    /// A name from the kind of device that a browser names in `User-Agent` (RFC 9110, 10.1.5).
    static func name(userAgent: String) -> String {
        // Every Android browser also says Linux, and every iPad's may say Macintosh.
        let kinds = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
            ("Windows", "Windows PC"), ("Macintosh", "Mac"), ("Linux", "Linux PC"),
        ]
        return kinds.first { userAgent.contains($0.0) }?.1 ?? "phone"
    }
}

extension Phone: CustomStringConvertible, CustomReflectable {
    var description: String { name }
    /// Without the secrets.
    var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension String {
    fileprivate var trimmed: String {
        let blanks = drop { $0.isWhitespace }
        let count = blanks.reversed().prefix { $0.isWhitespace }.count
        return String(blanks.dropLast(count))
    }
}
