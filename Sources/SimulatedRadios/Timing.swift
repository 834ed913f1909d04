// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// How long things take in an air: the group `[Air]`.
struct Timing: Sendable, Equatable {
    /// Until the likely channels have been visited, and until all have.
    var quickLook: Duration = .milliseconds(300)
    var sweep: Duration = .seconds(1)
    var associate: Duration = .milliseconds(200)
    var authenticate: Duration = .milliseconds(100)
    var address: Duration = .milliseconds(200)
    /// Until a wrong passphrase is known to be wrong.
    var refusal: Duration = .milliseconds(500)
    /// Until nobody waits for DHCP any more.
    var addressTimeout: Duration = .seconds(2)
    /// Until nobody waits for a silent access point any more.
    var joinTimeout: Duration = .seconds(25)

    static let keys: Set<String> = [
        "QuickLookTime", "SweepTime", "AssociateTime", "AuthenticateTime", "AddressTime", "RefusalTime",
        "AddressTimeout", "JoinTimeout",
    ]

    init() {}

    init(_ section: Section) throws(KeyFileFault) {
        try section.expect(Self.keys)
        quickLook = try section.duration("QuickLookTime") ?? quickLook
        sweep = try section.duration("SweepTime") ?? sweep
        associate = try section.duration("AssociateTime") ?? associate
        authenticate = try section.duration("AuthenticateTime") ?? authenticate
        address = try section.duration("AddressTime") ?? address
        refusal = try section.duration("RefusalTime") ?? refusal
        addressTimeout = try section.duration("AddressTimeout") ?? addressTimeout
        joinTimeout = try section.duration("JoinTimeout") ?? joinTimeout
        guard quickLook > .zero else {
            throw section.fault("QuickLookTime", "looking around takes longer than no time")
        }
        guard sweep > quickLook else {
            throw section.fault("SweepTime", "all channels take longer than the likely ones (\(quickLook))")
        }
    }
}
