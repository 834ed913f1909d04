// SPDX-License-Identifier: Apache-2.0

/// The fuzz targets: each case is a reader of foreign bytes, with the properties that hold for all of them.
package enum Target: String, CaseIterable, Sendable {
    case varlink
    case keyFile = "key-file"
    case ssid
    case descriptor
    case name
    case cgroup
    case flatpakInfo = "flatpak-info"
    case appArmorLabel = "apparmor-label"
    case bridge
    case bridgeRule = "bridge-rule"
    case hotspotRecipe = "hotspot-recipe"
    case deviceProperties = "device-properties"
    case label
    case protobuf
    case espressif
    case provisioning
    case easyConnect = "easy-connect"
    case report
    case fence

    /// Throws ``Broken`` when a property does not hold for this input.
    package func check(_ input: [UInt8]) throws {
        switch self {
        case .varlink: try checkVarlink(input)
        case .keyFile: try checkKeyFile(input)
        case .ssid: try checkSSID(input)
        case .descriptor: try checkDescriptor(input)
        case .name: try checkName(input)
        case .cgroup: try checkCgroup(input)
        case .flatpakInfo: try checkFlatpakInfo(input)
        case .appArmorLabel: try checkAppArmorLabel(input)
        case .bridge: try checkBridge(input)
        case .bridgeRule: try checkBridgeRule(input)
        case .hotspotRecipe: try checkHotspotRecipe(input)
        case .deviceProperties: try checkDeviceProperties(input)
        case .label: try checkLabel(input)
        case .protobuf: try checkProtobuf(input)
        case .espressif: try checkEspressif(input)
        case .provisioning: try checkProvisioning(input)
        case .easyConnect: try checkEasyConnect(input)
        case .report: try checkReport(input)
        case .fence: try checkFence(input)
        }
    }
}

/// A property that did not hold.
package struct Broken: Error, CustomStringConvertible {
    package let description: String
}

/// Throws with the property's name unless the condition holds.
func hold(_ condition: Bool, _ property: @autoclosure () -> String) throws(Broken) {
    guard condition else { throw Broken(description: property()) }
}
