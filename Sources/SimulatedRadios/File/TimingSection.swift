// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Timing {
    static let keys: Set<String> = [
        "QuickLookTime", "SweepTime", "AssociateTime", "AuthenticateTime", "AddressTime", "RefusalTime",
        "AddressTimeout", "JoinTimeout", "ListenTime", "ConnectTime", "PairTime", "ReadTime", "HotspotTime",
        "ConnectTimeout", "PairTimeout", "CallTime", "VariesSignals",
    ]

    /// Reads the group `[Air]`.
    init(_ section: Section) throws(KeyFileFault) {
        self.init()
        try section.expect(Self.keys)
        quickLook = try section.duration("QuickLookTime") ?? quickLook
        sweep = try section.duration("SweepTime") ?? sweep
        associate = try section.duration("AssociateTime") ?? associate
        authenticate = try section.duration("AuthenticateTime") ?? authenticate
        address = try section.duration("AddressTime") ?? address
        refusal = try section.duration("RefusalTime") ?? refusal
        addressTimeout = try section.duration("AddressTimeout") ?? addressTimeout
        joinTimeout = try section.duration("JoinTimeout") ?? joinTimeout
        listen = try section.duration("ListenTime") ?? listen
        connect = try section.duration("ConnectTime") ?? connect
        pair = try section.duration("PairTime") ?? pair
        read = try section.duration("ReadTime") ?? read
        hotspot = try section.duration("HotspotTime") ?? hotspot
        connectTimeout = try section.duration("ConnectTimeout") ?? connectTimeout
        pairTimeout = try section.duration("PairTimeout") ?? pairTimeout
        call = try section.duration("CallTime") ?? call
        variesSignals = try section.flag("VariesSignals") ?? variesSignals
        guard listen > .zero else { throw section.fault("ListenTime", "listening takes longer than no time") }
        guard quickLook > .zero else {
            throw section.fault("QuickLookTime", "looking around takes longer than no time")
        }
        guard sweep > quickLook else {
            throw section.fault("SweepTime", "all channels take longer than the likely ones (\(quickLook))")
        }
    }
}
