// SPDX-License-Identifier: Apache-2.0

/// The routing table of a joined hotspot (ip-rule(8)). Its routes lead to the hotspot's interface. The agent's profile has the table;
/// only while another hotspot has the same address, the fence has a rule for packets with a mark of the same number.
package enum HotspotTable {
    /// No distribution's own number (rt_names), and none of the marks' bits that others use.
    private static let beginning: UInt32 = 0x6100_0000
    /// Of the rule: before the table `main` (32766).
    package static let priority: UInt32 = 24_931

    /// - Parameter index: the kernel's number of the interface.
    package static func number(of index: UInt32) -> UInt32 { beginning | index & 0xFF_FFFF }
}
