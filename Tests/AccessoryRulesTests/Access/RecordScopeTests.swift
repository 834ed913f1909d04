// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct RecordScopeTests {
    private func manifest(_ identity: [String: String]) throws -> Manifest {
        try #require(
            Manifest.read(
                KeyFile(
                    path: "/apps.d/a.conf",
                    groups: [
                        .init(name: "App", keys: ["Name": "A"]), .init(name: "Identity", keys: identity),
                        .init(name: "Discovery", keys: ["SSIDs": "A"]),
                    ])
            ).manifest)
    }

    @Test(arguments: [1000, 1001, nil] as [UInt32?])
    func allIsEveryRecord(uid: UInt32?) {
        for proof in [Proof(.unit, "a.service"), Proof(.user, "a"), nil] {
            #expect(RecordScope.all.includes(Claimant(app: "a", uid: uid, proof: proof), nil))
        }
    }

    @Test func aUsersRecordsAreOfThatUserAlone() throws {
        let manifest = try manifest(["Users": "alice"])
        for proof in [Proof(.user, "alice"), Proof(.executable, "/usr/bin/a"), Proof(.flatpak, "org.example.A")] {
            #expect(RecordScope.user(1000).includes(Claimant(app: "a", uid: 1000, proof: proof), manifest))
            #expect(!RecordScope.user(1000).includes(Claimant(app: "a", uid: 1001, proof: proof), manifest))
            #expect(!RecordScope.user(1000).includes(Claimant(app: "a", uid: nil, proof: proof), manifest))
        }
    }

    @Test func aSystemAppsRecordsAreNoUsers() throws {
        let unit = Claimant(app: "a", uid: 1000, proof: Proof(.unit, "a.service"))
        #expect(!RecordScope.user(1000).includes(unit, try manifest(["Users": "alice", "Units": "a.service"])))
    }

    @Test func withoutAProofTheManifestDecides() throws {
        let granted = Claimant(app: "a", uid: 1000)
        #expect(RecordScope.user(1000).includes(granted, try manifest(["Users": "alice", "Units": "a.service"])))
        #expect(!RecordScope.user(1000).includes(granted, try manifest(["Units": "a.service"])))
        #expect(!RecordScope.user(1000).includes(granted, nil))
    }
}
