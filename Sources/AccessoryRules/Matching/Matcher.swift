// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Many descriptors against many networks. Each network costs one look-up by its SSID and one for each length of a
/// prefix, whatever the number of descriptors.
package struct Matcher: Sendable {
    private var exact: [SSID: [Int]] = [:]
    private var prefixes: [SSID: [Int]] = [:]
    private let prefixLengths: [Int]

    /// A descriptor that also asks for Bluetooth fields never matches a network alone: all its fields must match.
    package init(_ descriptors: [Descriptor]) {
        for (index, descriptor) in descriptors.enumerated() where descriptor.bluetooth == nil {
            switch descriptor.wifi {
            case .exact(let ssid)?: exact[ssid, default: []].append(index)
            case .prefix(let prefix)?: prefixes[prefix, default: []].append(index)
            case nil: break
            }
        }
        prefixLengths = Set(prefixes.keys.map(\.bytes.count)).sorted()
    }

    /// The indices of the matching descriptors, in the given order.
    package func matches(_ ssid: SSID) -> [Int] {
        var found = exact[ssid] ?? []
        for length in prefixLengths {
            guard length <= ssid.bytes.count, let prefix = try? SSID(Array(ssid.bytes.prefix(length))) else { break }
            found += prefixes[prefix] ?? []
        }
        return found.sorted()
    }
}
