// SPDX-License-Identifier: Apache-2.0

/// The paired phones: a value, kept as a file.
struct PhoneBook: Codable, Sendable {
    /// More than a household has.
    static let limit = 32

    private(set) var phones: [Phone] = []

    var isFull: Bool { phones.count >= Self.limit }

    /// Adds a phone. A name that another one has gets a number.
    mutating func add(_ session: Session, name: String, may: PhoneRights = .usual, at now: Int) -> Phone {
        let phone = Phone(name: free(name), session: session, may: may, paired: now)
        phones.append(phone)
        return phone
    }

    private func free(_ name: String) -> String {
        let names = Set(phones.map(\.name))
        guard names.contains(name) else { return name }
        var number = 2
        while names.contains("\(name) \(number)") { number += 1 }
        return "\(name) \(number)"
    }

    /// - Returns: the phone that is gone now; nil if there is none of that name.
    mutating func remove(_ name: String) -> Phone? {
        phones.firstIndex { $0.name == name }.map { phones.remove(at: $0) }
    }

    /// Changes what a phone may do.
    ///
    /// - Returns: whether there is one of that name.
    mutating func allow(_ name: String, _ rights: PhoneRights) -> Bool {
        guard let index = phones.firstIndex(where: { $0.name == name }) else { return false }
        phones[index].rights = rights
        return true
    }

    /// This book without what the other one takes away: what the other one grants is not in it. Nil if it takes nothing away.
    func reduced(to other: PhoneBook) -> PhoneBook? {
        var (rest, isLess) = (PhoneBook(), false)
        for var phone in phones {
            guard let new = phone.session.flatMap({ other.phone(of: $0) }) else {
                isLess = true
                continue
            }
            if new.rights.isNarrower(than: phone.rights) { (phone.rights, isLess) = (new.rights, true) }
            rest.phones.append(phone)
        }
        return isLess ? rest : nil
    }

    func phone(of session: Session) -> Phone? { index(of: session).map { phones[$0] } }

    private func index(of session: Session) -> Int? {
        phones.firstIndex { $0.session?.cookie.matches(session.cookie.text) == true }
    }

    /// Remembers the day.
    ///
    /// - Returns: whether it is another day than before.
    mutating func noteSeen(_ session: Session, at now: Int) -> Bool {
        guard let index = index(of: session), abs(now - phones[index].seen) >= 24 * 3600 else { return false }
        phones[index].seen = now
        return true
    }
}
