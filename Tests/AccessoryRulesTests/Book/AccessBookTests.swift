// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Synchronization
import Testing

@testable import AccessoryRules

/// The changes that an order for access makes, and the book once they are made.
struct AccessBookTests {
    private static let (now, earlier) = (Timestamp(seconds: 1000), Timestamp(seconds: 10))
    private static let cause = Cause(who: "root", why: "revoked by a person")
    private static let camera = "org.example.camera"
    private static let viewer = "org.example.viewer"

    private func book(_ records: AccessRecord...) -> AccessBook {
        let next = Mutex(0)
        return AccessBook(records) {
            next.withLock { number in
                number += 1
                return "id-\(number)"
            }
        }
    }

    private func record(
        _ app: String = camera, uid: UInt32? = nil, accessory: Accessory.ID = "a", name: String = "Camera",
        ssid name2: String = "MyCam-0001", bluetooth: UInt8? = nil, state: Accessory.State = .authorized,
        expires: Timestamp? = nil, security: Security? = nil
    ) throws -> AccessRecord {
        AccessRecord(
            app: app, uid: uid,
            accessory: Accessory(
                id: accessory, displayName: name, ssid: try ssid(name2), bssid: try bssid(1), state: state),
            bluetoothAddress: try bluetooth.map(bssid), security: security, frequency: nil, isHidden: false,
            origin: .picker, grantedBy: "root", granted: Self.earlier, expires: expires)
    }

    private func order(
        _ app: String = camera, security: Security? = nil, bluetooth: UInt8? = nil, name: String? = nil,
        image: String? = nil
    ) throws -> AccessBook.Order {
        AccessBook.Order(
            app: app, uid: nil, ssid: try ssid("MyCam-0001"), bssid: try bssid(1), bluetooth: try bluetooth.map(bssid),
            name: name ?? "Camera", isNamed: name != nil, image: image, passphrase: nil, security: security,
            isHidden: false, origin: .administrator, expires: nil)
    }

    private func grant(_ order: AccessBook.Order, _ book: AccessBook) -> AccessBook.Grant {
        book.granting(order, by: "root", at: Self.now) { reference, accessory in
            reference == "image:1" ? .keep(reference: reference, type: "image/png", data: [1], of: accessory) : nil
        }
    }

    // MARK: Grants

    @Test func theHistoryNamesWhatAGrantIs() throws {
        let off = try record(state: .unauthorized)
        let over = try record(state: .unauthorized, expires: Self.earlier)
        let cases: [(book: AccessBook, action: HistoryEntry.Action)] = [
            (book(), .granted), (book(try record(Self.viewer)), .shared), (book(try record()), .renewed),
            (book(off), .switchedOn), (book(over), .renewed), (book(try record(uid: 1000)), .granted),
        ]
        for (book, action) in cases {
            let grant = grant(try order(), book)
            #expect(grant.action == action)
            #expect(
                grant.changes == [
                    .put(grant.record, nil),
                    .note(
                        Cause(who: "root", why: "granted by administrator, without a picker")
                            .entry(action, grant.record, at: Self.now)),
                ])
        }
    }

    @Test func nothingIsChangedBeforeItIsWritten() throws {
        var book = book()
        let grant = grant(try order(), book)
        #expect(book.records.count == 0)
        book.apply(grant.changes)
        #expect(book.records.all() == [grant.record])
    }

    @Test func aKnownAccessoryKeepsItsNameAndIdentifier() throws {
        let known = try record(Self.viewer, name: "Front door", bluetooth: 7)
        let grant = grant(try order(bluetooth: 7), book(known))
        #expect(grant.record.accessory.id == "a" && grant.record.accessory.displayName == "Front door")
        #expect(grant.record.bluetoothAddress == known.bluetoothAddress)
        // Each app has an identifier of its own for the Bluetooth side.
        #expect(grant.record.accessory.bluetoothIdentifier == "id-1")
    }

    @Test func aGrantWithoutAPassphraseDropsAKeptOne() throws {
        let open = grant(try order(security: .open), book(try record(security: .wpa2)))
        #expect(open.changes.last == .dropSecret(of: "a") && open.record.security == .open)
        let unsaid = grant(try order(), book(try record(security: .wpa2)))
        #expect(!unsaid.changes.contains(.dropSecret(of: "a")) && unsaid.record.security == .wpa2)
    }

    @Test func keepsThePictureThatARecordNames() throws {
        let grant = grant(try order(image: "image:1"), book())
        #expect(
            grant.changes.last
                == .keep(reference: "image:1", type: "image/png", data: [1], of: grant.record.accessory.id))
        // A person may have changed it since the choice.
        var shared = try record(Self.viewer)
        shared.accessory.image = "image:2"
        let other = self.grant(try order(image: "image:1"), book(shared))
        guard case .put(let written, _) = other.changes[0] else {
            Issue.record("it puts no record")
            return
        }
        #expect(written.accessory.image == "image:2" && other.changes.count == 2)
    }

    @Test func onlyALastingAddressGetsARecord() throws {
        func device(_ kind: BluetoothAddress.Kind) throws -> Advertisement {
            Advertisement(address: BluetoothAddress(try bssid(9), kind: kind), name: "Lamp")
        }
        let lasting = try #require(
            book().granting(try device(.public), by: "root", at: Self.now, keeping: { _, _ in nil }))
        #expect(lasting.record.app == OnboardOrder.app && lasting.record.accessory.displayName == "Lamp")
        #expect(lasting.changes.last == .settle(bond: try bssid(9)))
        for kind in [BluetoothAddress.Kind.resolvablePrivate, .nonResolvablePrivate] {
            #expect(book().granting(try device(kind), by: "root", at: Self.now, keeping: { _, _ in nil }) == nil)
        }
    }

    // MARK: Migration

    @Test func aMigrationLeavesWhatTheAppHas() throws {
        let off = try record(state: .unauthorized)
        let items = [
            Setup.Migration(name: "Camera", ssid: try ssid("MyCam-0001"), bluetoothAddress: nil),
            Setup.Migration(name: "Lamp", ssid: nil, bluetoothAddress: try bssid(9)),
        ]
        let migrating = book(off).migrating(
            items, to: Claimant(app: Self.camera), by: "uid 1000", at: Self.now, keeping: { _, _ in nil })
        #expect(migrating.accessories.map(\.displayName) == ["Camera", "Lamp"])
        #expect(migrating.accessories[0].state == .unauthorized && migrating.changes.count == 2)
        guard case .put(let record, nil) = migrating.changes[0] else {
            Issue.record("it puts no record")
            return
        }
        #expect(record.origin == .migration && record.grantedBy == "uid 1000 at the picker")
    }

    // MARK: Ends

    @Test func theLastRecordsEndOwesItsBond() throws {
        let (own, other) = (try record(bluetooth: 7), try record(Self.viewer, bluetooth: 7))
        let bond = Change.owe(bond: try bssid(7))
        let one = book(own, other).ending([own], .revoked, Self.cause, at: Self.now)
        #expect(one == [.remove(own.key), .note(Self.cause.entry(.revoked, own, at: Self.now))])
        let both = book(own, other).ending([own, other], .revoked, Self.cause, at: Self.now)
        #expect(both.count == 6 && both.suffix(2) == [bond, bond])
        let unbonded = try record()
        #expect(book(unbonded).ending([unbonded], .revoked, Self.cause, at: Self.now).count == 2)
    }

    @Test func whatGoesWithTheLastRecordGoesThen() throws {
        let (own, other) = (try record(), try record(Self.viewer))
        var book = book(own, other)
        #expect(book.note(.notSeen, of: "a").isEmpty)
        let identity = ExpectedIdentity(family: .wled, hotspot: try ssid("MyCam-0001"), bssid: nil)
        book.apply([.identify("a", identity)])
        book.apply([.keepOwn(OwnPicture(reference: "image:1", replaced: nil), data: [1], of: "a")])
        book.apply([.remove(own.key)])
        #expect(book.places["a"] != nil && book.identities["a"] == identity && book.ownPictures["a"] != nil)
        book.apply([.remove(other.key)])
        #expect(book.places.isEmpty && book.identities.isEmpty && book.ownPictures.isEmpty)
    }

    @Test func anUninstalledAppLosesItsConfigurations() throws {
        var book = book(try record())
        let hotspot = HotspotConfiguration(
            app: Self.camera, uid: 1000, ssid: try ssid("MyCam-0001"), ssidPrefix: nil, isProtected: false,
            isHidden: false, joinOnce: false, applied: Self.earlier, expires: nil)
        book.apply([.apply(hotspot, nil)])
        #expect(
            book.uninstalling(Self.camera, Self.cause, at: Self.now) == [
                .findAgain(app: Self.camera), .withdraw(hotspot),
                .note(Self.cause.entry(.uninstalled, hotspot, at: Self.now)),
            ])
        #expect(book.uninstalling(Self.viewer, Self.cause, at: Self.now) == [.findAgain(app: Self.viewer)])
    }

    @Test func expiryTakesWhatIsOverAndKnowsTheNext() throws {
        let (over, later) = (
            try record(expires: Self.now), try record(Self.viewer, expires: Timestamp(seconds: 2000))
        )
        var book = book(over, later)
        let expired = book.expired(at: Self.now)
        #expect(expired.map(\.key) == [over.key] && expired[0].accessory.state == .unauthorized)
        book.apply(book.changing(expired, .expired, Self.cause, at: Self.now))
        #expect(book.expired(at: Self.now).isEmpty && book.nextExpiry == Timestamp(seconds: 2000))
    }

    // MARK: Changes

    @Test func aNewSSIDIsEveryAppsAndADescriptorTheAppsOwn() throws {
        let (own, other) = (try record(), try record(Self.viewer))
        let book = book(own, other)
        let exact = try Descriptor(ssid: try ssid("MyCam-2"))
        let widened = book.widened([own.key], of: "a", to: exact)
        #expect(try widened.allSatisfy { $0.accessory.ssid == (try ssid("MyCam-2")) } && widened.count == 2)
        #expect(widened.filter { $0.accessory.descriptor == exact }.map(\.key) == [own.key])
        let prefix = try Descriptor(ssidPrefix: try ssid("MyCam-"))
        #expect(book.widened([own.key], of: "a", to: prefix).map(\.key) == [own.key])
        let renamed = book.renamed([own, other], to: "Door", ssid: nil)
        #expect(renamed.allSatisfy { $0.accessory.displayName == "Door" && $0.accessory.ssid == own.accessory.ssid })
    }

    // MARK: The home network

    @Test func nobodyKnowsThePlaceOfAnAccessoryWithoutARecord() throws {
        var book = book()
        let address = try #require(IPAddress([192, 168, 1, 23]))
        let place = Location(
            address: address, page: nil, evidence: .station, isConfirmed: true, lastSeen: Self.now)
        let identity = ExpectedIdentity(family: .wled, hotspot: try ssid("MyCam-0001"), bssid: nil)
        #expect(book.note(.seen(place), of: "a").isEmpty && book.places.isEmpty)
        #expect(book.identifying("a", as: identity).isEmpty)
        book.apply([.put(try record(), nil)])
        #expect(book.note(.seen(place), of: "a") == [.write(place), .notify(.arrived, place)])
        #expect(book.note(.seen(place), of: "a").isEmpty && book.places["a"]?.location == place)
        let known = book.identifying("a", as: identity)
        #expect(known == [.identify("a", identity)])
        book.apply(known)
        #expect(book.identifying("a", as: identity).isEmpty)
    }

    @Test func anAccessoryStaysOnceItIsHandedTheNetwork() throws {
        let (own, another) = (try record(OnboardOrder.app, expires: Self.now), try record(accessory: "b"))
        var book = book(own, another)
        #expect(book.unfinished == [own.accessory] && book.onboarded("a") == own && book.onboarded("b") == nil)
        var stays = own
        stays.expires = nil
        let changes = book.keepingForGood("a")
        #expect(changes == [.put(stays, nil)] && book.keepingForGood("b").isEmpty)
        book.apply(changes)
        #expect(book.unfinished.isEmpty && book.keepingForGood("a").isEmpty)
    }
}
