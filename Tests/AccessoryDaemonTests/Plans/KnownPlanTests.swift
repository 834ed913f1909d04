// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Testing

@testable import AccessoryDaemon

/// What the agent says of plans without a file, and of radios that plans keep.
struct KnownPlanTests {
    private func known(_ book: PlanBook, _ leases: Leases) -> KnownPlans {
        KnownPlans(
            book: book,
            access: Access(
                book: AccessBook { "id" }, configuration: Configuration(), absences: Absences(), screens: Screens(),
                now: Timestamp(seconds: 1000)),
            leases: leases, credentials: nil)
    }

    private func lease(on interface: String, in leases: inout Leases) throws -> Lease.ID {
        let id = leases.makeID()
        leases[id] = Leases.Entry(
            app: Agent.camera, uid: nil, ssid: try SSID(text: "MyCam-0001"), record: nil, interface: interface,
            cuts: nil, owners: [], isKept: true, send: Inbox().send)
        return id
    }

    @Test func namesTheFileThatIsMissing() {
        let known = known(PlanBook(boot: "b1"), Leases())
        let error = #expect(throws: AccessoryError.self) { try known.plan("porch") }
        #expect(error?.code == .unknownAccessory && error?.message.contains("provision.d/porch.conf") == true)
        #expect(known.statuses.isEmpty && known.interrupted.isEmpty && known.round(of: nil, except: []).means.isEmpty)
    }

    @Test func noRadioIsFreeWhilePlansKeepAllOfThem() throws {
        var (book, leases) = (PlanBook(boot: "b1"), Leases())
        #expect(known(book, leases).whyAllAreKept(nil, path: nil) == nil)
        let (first, second) = (try lease(on: "wlan0", in: &leases), try lease(on: "wlan1", in: &leases))
        book.keep(first, for: "porch")
        // An app holds the other radio, which ends sooner or later.
        #expect(known(book, leases).whyAllAreKept(nil, path: nil) == nil)
        #expect(known(book, leases).whyAllAreKept("wlan1", path: nil) == nil)
        let one = try #require(known(book, leases).whyAllAreKept("wlan0", path: "/etc/p.conf"))
        #expect(one.code == .invalidRequest && one.message.hasPrefix("/etc/p.conf: plan 'porch' keeps wlan0 on "))
        book.keep(second, for: "yard")
        let all = try #require(known(book, leases).whyAllAreKept(nil, path: nil))
        #expect(all.code == .busy && all.message.contains("plan 'yard' keeps wlan1"))
        leases[second]?.reach(.owed)
        #expect(known(book, leases).whyAllAreKept("wlan1", path: nil) == nil)
    }
}
