// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization
import Testing

@testable import accessory_picker

/// The phones of a hub: the list, its file, and real requests of phones.
@Suite(.timeLimit(.minutes(5))) struct PhonesTests {
    @Test(arguments: [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 16; Pixel 11)", "Android"), ("Mozilla/5.0 (X11; Linux x86_64)", "Linux PC"),
        ("curl/8", "phone"), ("", "phone"),
    ])
    func aPhoneIsNamedByItsKind(agent: String, name: String) {
        #expect(Phone.name(userAgent: agent) == name)
    }

    @Test(arguments: [
        ("Anna\u{2019}s phone", "Anna\u{2019}s phone"), ("  a b ", "a b"), ("", nil), (" ", nil), ("a\nb", nil),
        ("a\u{1b}[2J", nil), ("\u{202e}abc", nil), (String(repeating: "x", count: 65), nil),
    ])
    func aNameIsOneVisibleLine(text: String, name: String?) {
        #expect(Phone.name(text) == name)
    }

    @Test func equalNamesGetNumbers() {
        var book = PhoneBook()
        let names = (0..<3).map { book.add(Session(), name: "iPhone", at: $0).name }
        #expect(names == ["iPhone", "iPhone 2", "iPhone 3"])
        let removed = (0..<2).map { _ in book.remove("iPhone 2")?.name }
        #expect(removed == ["iPhone 2", nil])
        let next = book.add(Session(), name: "iPhone", at: 4)
        #expect(next.name == "iPhone 2")
    }

    @Test func aVisitIsNotedOnceADay() {
        var book = PhoneBook()
        let session = Session()
        _ = book.add(session, name: "iPhone", at: 1000)
        let isNews = [1001, 1000 + 86400, 1001 + 86400].map { book.noteSeen(session, at: $0) }
        #expect(isNews == [false, true, false])
        let isKnown = book.noteSeen(Session(), at: 10_000_000)
        #expect(!isKnown)
    }

    @Test func phonesOutliveTheHub() throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            let session = Session()
            #expect(try Phones(in: folder, now: { 7 }).add(session, userAgent: "Android") == "Android")
            let later = try Phones(in: folder)
            #expect(later.all.map(\.paired) == [7])
            #expect(later.sessions.first?.cookie.matches(session.cookie.text) == true)
            #expect(later.sessions.first?.key.matches(session.key.text) == true)
            #expect(try later.revoke("Android") != nil)
            #expect(try Phones(in: folder).all.isEmpty)
        }
    }

    @Test(arguments: ["", "{", #"{"phones":[{"name":"x","cookie":"short","key":"short","paired":1,"seen":1}]}"#])
    func aBrokenListIsNamedAndLeftAsItIs(text: String) throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            try folder.write(Array(text.utf8), to: Phones.file)
            let fault = #expect(throws: StateFault.self) { try Phones(in: folder) }
            #expect(fault?.path == folder.path(of: Phones.file))
            #expect(try folder.read(Phones.file) == Array(text.utf8))
        }
    }

    @Test func nothingIsGrantedIfTheDiskRefuses() throws {
        try Scratch.use { path in
            let phones = try Phones(in: try StateFolder(path))
            _ = try phones.add(Session(), userAgent: "Android")
            try FileManager.default.removeItem(atPath: path)
            #expect(throws: StateFault.self) { try phones.add(Session(), userAgent: "iPhone") }
            #expect(throws: StateFault.self) { try phones.allow("Android", .all) }
            #expect(phones.all.map(\.name) == ["Android"] && phones.all.map(\.rights) == [.usual])
        }
    }

    /// The next change that can be written brings it along.
    @Test func whatIsTakenAwayAppliesIfTheDiskRefuses() throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            let phones = try Phones(in: folder)
            let (link, session) = (Secret(), Session())
            phones.expect("Anna", may: .all, by: link)
            _ = try phones.add(session, by: link.text, userAgent: "Android")
            _ = try phones.add(Session(), userAgent: "iPhone")
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            let fault = #expect(throws: StateFault.self) { try phones.revoke("iPhone") }
            #expect(fault?.description.contains("applies at once") == true)
            #expect(phones.all.map(\.name) == ["Anna"])
            #expect(throws: StateFault.self) { try phones.allow("Anna", .usual) }
            #expect(phones.phone(of: session)?.rights == .usual)
            try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
            #expect(try Phones(in: folder).all.count == 2)
            #expect(try phones.allow("Anna", .usual))
            #expect(try Phones(in: folder).all.map(\.rights) == [.usual])
        }
    }

    @Test func keepsRoomOnTheDiskForARevocationAlone() throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            let phones = try Phones(in: folder)
            for _ in 0..<PhoneBook.limit {
                _ = try phones.add(Session(), userAgent: "")
            }
            let (list, room) = (try folder.read(Phones.file), try folder.read(Phones.reserve))
            #expect(try #require(room).count > 2 * (try #require(list)).count)
            let obstacle = folder.path(of: ".\(Phones.file).new")
            try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
            #expect(throws: StateFault.self) { try phones.allow("phone 2", .all) }
            #expect(folder.has(Phones.reserve))
            #expect(throws: StateFault.self) { try phones.revoke("phone 2") }
            #expect(!folder.has(Phones.reserve), "it was used")
            try FileManager.default.removeItem(atPath: obstacle)
            try phones.catchUp()
            #expect(folder.has(Phones.reserve), "and is made again")
            #expect(try Phones(in: folder).all.count == PhoneBook.limit - 1)
        }
    }

    @Test(arguments: [
        ("answer", ["answer"]), ("add,answer", ["answer", "add"]), ("add", ["add"]), ("", nil), ("add,", nil),
        ("all", nil), ("Add", nil),
    ])
    func rightsAreNamedOneByOne(text: String, names: [String]?) {
        #expect(PhoneRights(argument: text)?.names == names)
    }

    @Test func aPhoneOfAnEarlierVersionMayAnswer() throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            _ = try Phones(in: folder).add(Session(), userAgent: "Android")
            let kept = String(decoding: try #require(try folder.read(Phones.file)), as: UTF8.self)
            let earlier = kept.replacing(/"may" : \[[^\]]*\],/, with: "")
            try #require(earlier != kept)
            try folder.write(Array(earlier.utf8), to: Phones.file)
            #expect(try Phones(in: folder).all.map(\.rights) == [.usual])
            let wider = kept.replacing("\"answer\"", with: "\"everything\"")
            try folder.write(Array(wider.utf8), to: Phones.file)
            #expect(throws: StateFault.self) { try Phones(in: folder) }
        }
    }

    @Test func aPhoneGetsTheRightsOfItsOwnLinkAlone() throws {
        try Scratch.use { path in
            let phones = try Phones(in: try StateFolder(path))
            let (late, new) = (Secret(), Secret())
            phones.expect("Anna", may: .all, by: new)
            #expect(try phones.add(Session(), by: late.text, userAgent: "Android") == "Android")
            #expect(try phones.add(Session(), by: new.text, userAgent: "Android") == "Anna")
            #expect(try phones.add(Session(), by: new.text, userAgent: "Android") == "Android 2")
            #expect(phones.all.map(\.rights) == [.usual, .all, .usual])
        }
    }

    /// What a page may order, with a body that each takes.
    private static let orders = Route.Act.allCases.filter { $0 != .picture }

    @Test(arguments: [PhoneRight.add, .answer]) func aPhoneCannotOrderWhatItMayNot(right: PhoneRight) async throws {
        try await Scratch.use { path in
            let phones = try Phones(in: try StateFolder(path))
            let rights = try #require(PhoneRights([right == .add ? "answer" : "add"]))
            try await Site.run(phones: phones) { site in
                phones.expect(nil, may: rights, by: site.responder.makeLink())
                let browser = try await site.open()
                for act in Self.orders {
                    let reply = try await site.post("/\(act.rawValue)", "{}", browser)
                    let isRefused = reply.status == 409 && reply.body.contains("phone.\(right.rawValue)")
                    #expect(isRefused == (act.right == right), "\(act) answers \(reply.status)")
                }
                let picture = try await site.post("/picture", picture: [1, 2], as: "image/png", browser)
                #expect(picture.body.contains("phone.add") == (right == .add))
                // Nothing that a page can send widens it.
                for body in [#"{"may":["answer","add"]}"#, #"{"token":"x","may":["add"]}"#] {
                    for path in ["/open", "/allow", "/rename"] { _ = try await site.post(path, body, browser) }
                }
                #expect(phones.all.map { $0.rights.contains(right) } == [false])
            }
        }
    }

    @Test func thePageKnowsBeforeItsFormAndRootsWordOpensIt() async throws {
        try await Scratch.use { path in
            let phones = try Phones(in: try StateFolder(path))
            try await Site.run(phones: phones) { site in
                phones.expect("Anna's phone", may: .usual, by: site.responder.makeLink())
                let browser = try await site.open()
                let phone = try #require(phones.all.first)
                guard let command = AddRefusal(phone)?.command else {
                    Issue.record("the phone may add")
                    return
                }
                #expect(command == #"sudo accessory-picker phones allow 'Anna'\''s phone' --may answer,add"#)
                #expect(try phones.allow(phone.name, .all))
                #expect(phones.all.map { AddRefusal($0) } == [nil])
                let reply = try await site.post("/stop", "{}", browser)
                #expect(reply.status == 204)
            }
        }
    }

    @Test func noDescriptionShowsASecret() {
        let session = Session()
        let phone = Phone(name: "iPhone", session: session, paired: 1)
        for text in ["\(phone)", String(reflecting: phone), "\(session)"] {
            #expect(!text.contains(session.cookie.text) && !text.contains(session.key.text))
        }
        var dumped = ""
        dump(phone, to: &dumped)
        #expect(!dumped.contains(session.cookie.text))
    }

    @Test func aPairedPhoneComesBackAfterTheHubsEnd() async throws {
        try await Scratch.use { path in
            let folder = try StateFolder(path)
            let kept = Mutex<Site.Browser?>(nil)
            try await Site.run(phones: try Phones(in: folder)) { site in
                let browser = try await site.open()
                kept.withLock { $0 = browser }
                let page = try await site.get("/", browser)
                #expect(page.header("set-cookie")?.contains("; Max-Age=34560000") == true)
            }
            let browser = try #require(kept.withLock { $0 })
            let phones = try Phones(in: folder)
            try await Site.run(phones: phones) { site in
                // Cookies are named after the port, which is another one in this test.
                var browser = browser
                browser.cookie = "accessory-picker-\(site.port)=" + browser.cookie.split(separator: "=")[1]
                #expect(try await site.get("/", browser).status == 200)
                let session = try #require(try phones.revoke("phone"))
                site.responder.revoke(session)
                #expect(try await site.get("/", browser).status == 403)
            }
        }
    }

    @Test func aPhoneThatIsNotOnDiskIsNotLetIn() async throws {
        try await Scratch.use { path in
            let phones = try Phones(in: try StateFolder(path))
            try await Site.run(phones: phones) { site in
                try FileManager.default.removeItem(atPath: path)
                let reply = try await site.post("/open", #"{"token": "\#(site.responder.makeLink().text)"}"#)
                #expect(reply.status == 503)
                #expect(reply.body.contains("storage"))
                #expect(reply.header("set-cookie") == nil)
                #expect(phones.all.isEmpty)
            }
        }
    }
}
