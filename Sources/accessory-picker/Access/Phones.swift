// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization

/// The hub's phones, in memory and on disk. What is granted counts only once it is on disk; what is taken away, at once.
final class Phones: Sendable {
    static let file = "phones.json"
    /// A file that makes room for the list when the disk is full, for what takes rights away: without it the hub's next start
    /// would bring them back. It is larger than the list of as many phones as there may be.
    static let reserve = "phones.reserve"
    private static let reserveSize = 32 << 10
    /// Browsers keep a cookie for at most 400 days (RFC 6265bis, 5.5); each visit begins them anew.
    static let cookieLifetime = 400 * 24 * 3600

    /// What root decided about the phone that opens a link.
    private struct Expected {
        let link: Secret
        let name: String?
        let may: PhoneRights
    }

    private struct Inside {
        var book: PhoneBook
        /// The phone that is paired next.
        var next: Expected?
        /// The disk has what was taken away.
        var isBehind = false
    }

    private let folder: StateFolder
    private let now: @Sendable () -> Int
    private let inside: Mutex<Inside>

    /// Reads the file. A file that it cannot read is left as it is.
    init(
        in folder: StateFolder, now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    ) throws(StateFault) {
        self.folder = folder
        self.now = now
        inside = Mutex(Inside(book: try Self.read(folder)))
    }

    private static func read(_ folder: StateFolder) throws(StateFault) -> PhoneBook {
        guard let bytes = try folder.read(file) else { return PhoneBook() }
        let book = try? JSONDecoder().decode(PhoneBook.self, from: Data(bytes))
        guard let book, book.phones.allSatisfy({ $0.session != nil }) else {
            throw StateFault(
                path: folder.path(of: file), detail: "it is no list of phones; remove it, and pair the phones again")
        }
        return book
    }

    var all: [Phone] { inside.withLock { $0.book.phones } }
    var isFull: Bool { inside.withLock { $0.book.isFull } }
    var sessions: [Session] { all.compactMap(\.session) }

    /// Whether one of them has this right.
    func oneMay(_ right: PhoneRight) -> Bool { all.contains { $0.rights.contains(right) } }

    func phone(of session: Session) -> Phone? { inside.withLock { $0.book.phone(of: session) } }

    /// The name of the phone that opens the link, and what it may do.
    func expect(_ name: String?, may: PhoneRights, by link: Secret) {
        inside.withLock { $0.next = Expected(link: link, name: name, may: may) }
    }

    /// Keeps a phone that opened a link. What root decided for another link is not for this phone.
    ///
    /// - Returns: its name.
    func add(_ session: Session, by link: String = "", userAgent: String) throws(StateFault) -> String {
        try change { inside in
            let expected = inside.next.flatMap { $0.link.matches(link) ? $0 : nil }
            if expected != nil { inside.next = nil }
            let name = expected?.name ?? Phone.name(userAgent: userAgent)
            return inside.book.add(session, name: name, may: expected?.may ?? .usual, at: now()).name
        }
    }

    /// A phone that is paired opened another link: it has that link's rights, and keeps its name.
    ///
    /// - Returns: its name; nil if no phone has the session.
    func renew(_ session: Session, by link: String) throws(StateFault) -> String? {
        try change { inside in
            guard let phone = inside.book.phone(of: session) else { return nil }
            if let expected = inside.next, expected.link.matches(link) {
                inside.next = nil
                _ = inside.book.allow(phone.name, expected.may)
            }
            return phone.name
        }
    }

    /// - Returns: the session of a phone that is kept no longer; nil if there is none of that name.
    func revoke(_ name: String) throws(StateFault) -> Session? {
        try change { $0.book.remove(name)?.session }
    }

    /// Changes what a phone may do.
    ///
    /// - Returns: whether there is one of that name.
    func allow(_ name: String, _ rights: PhoneRights) throws(StateFault) -> Bool {
        try change { $0.book.allow(name, rights) }
    }

    /// The phone opened the page.
    func noteSeen(_ session: Session) throws(StateFault) {
        let isNews = inside.withLock { inside in
            var book = inside.book
            return book.noteSeen(session, at: now())
        }
        if isNews { try change { _ = $0.book.noteSeen(session, at: now()) } }
    }

    /// Writes what was taken away while the disk refused it.
    func catchUp() throws(StateFault) {
        if inside.withLock({ $0.isBehind }) { try change { _ in } }
    }

    /// Changes the disk first. If that fails, only what is taken away has changed; the next change that can be written brings
    /// it along.
    private func change<R>(_ body: (inout Inside) -> R) throws(StateFault) -> R {
        let outcome = inside.withLock { inside -> Result<R, StateFault> in
            var new = inside
            let result = body(&new)
            let rest = inside.book.reduced(to: new.book)
            do throws(StateFault) {
                try write(new.book, usingReserve: rest != nil)
            } catch {
                guard let rest else { return .failure(error) }
                (inside.book, inside.isBehind) = (rest, true)
                return .failure(error.isInMemoryAlone)
            }
            new.isBehind = false
            inside = new
            return .success(result)
        }
        return try outcome.get()
    }

    private func write(_ book: PhoneBook, usingReserve mayUse: Bool) throws(StateFault) {
        let bytes = Self.bytes(of: book)
        do throws(StateFault) {
            try folder.write(bytes, to: Self.file)
        } catch {
            guard mayUse, folder.remove(Self.reserve) else { throw error }
            try folder.write(bytes, to: Self.file)
        }
        // Without room the next change makes it.
        if !folder.has(Self.reserve) {
            try? folder.write([UInt8](repeating: 0, count: Self.reserveSize), to: Self.reserve)
        }
    }

    private static func bytes(of book: PhoneBook) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings and numbers of our own: an encoder refuses none of them.
        return (try? encoder.encode(book)).map { Array($0) + [UInt8(ascii: "\n")] } ?? []
    }
}

extension StateFault {
    fileprivate var isInMemoryAlone: StateFault {
        StateFault(
            path: path,
            detail: "the change applies at once, but is not on the disk: \(detail); make room before the hub ends, "
                + "or it forgets the change")
    }
}
