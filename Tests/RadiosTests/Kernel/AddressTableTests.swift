// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc
import Testing

@testable import Radios

/// The kernel's own table, and the C library's view of it.
struct AddressTableTests {
    @Test func hasTheAddressesThatTheKernelHas() throws {
        var list: UnsafeMutablePointer<ifaddrs>?
        try #require(getifaddrs(&list) == 0)
        defer { freeifaddrs(list) }
        var expected: [String: Set<IPAddress>] = ["lo": []]
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap({ $0?.pointee }) {
            guard let family = entry.ifa_addr?.pointee.sa_family else { continue }
            let (offset, size) = Int32(family) == AF_INET ? (4, 4) : (8, 16)
            guard [AF_INET, AF_INET6].contains(Int32(family)), let raw = UnsafeRawPointer(entry.ifa_addr) else {
                continue
            }
            let bytes = UnsafeRawBufferPointer(start: raw + offset, count: size)
            if let address = IPAddress([UInt8](bytes)) {
                expected[String(cString: entry.ifa_name), default: []].insert(address)
            }
        }
        for (interface, addresses) in expected {
            let table = try AddressTable(of: interface) {}
            table.read()
            #expect(Set(table.addresses.map(\.address)) == addresses)
        }
    }

    @Test func hasNothingOfAnInterfaceThatIsNotThere() throws {
        let table = try AddressTable(of: "nowhere0") {}
        table.read()
        #expect(table.addresses.isEmpty)
    }
}
