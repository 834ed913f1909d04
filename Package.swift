// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

// What the libraries alone go without: an app that depends on the package with `traits: []` fetches no other package.
let programs = TargetDependencyCondition.when(traits: ["Programs"])
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: programs)
// Without its defaults: those bring all of Foundation, and a reader of configuration files.
let hummingbird = Package.Dependency.package(
    url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: [])
let arguments = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: programs)

let package = Package(
    name: "accessoryd",
    products: [
        .executable(name: "accessoryd", targets: ["accessoryd"]),
        .executable(name: "accessoryctl", targets: ["accessoryctl"]),
        .library(name: "AccessorySetupKit", targets: ["AccessorySetupKit"]),
        .library(name: "CoreBluetooth", targets: ["CoreBluetooth"]),
        .library(name: "NetworkExtension", targets: ["NetworkExtension"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "AccessoryBridge", targets: ["AccessoryBridge"]),
        .library(name: "AccessoryProvisioning", targets: ["AccessoryProvisioning"]),
        .executable(name: "accessory-picker", targets: ["accessory-picker"]),
        .executable(name: "accessory-provision", targets: ["accessory-provision"]),
        .executable(name: "accessory-link", targets: ["accessory-link"]),
    ],
    traits: [
        .default(enabledTraits: ["Programs"]),
        .trait(name: "Programs", description: "The agent and its tools, beside the libraries for apps."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        hummingbird,
    ],
    targets: [
        .systemLibrary(name: "CNetworkManager", pkgConfig: "libnm", providers: [.apt(["libnm-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CNftables", pkgConfig: "libnftables", providers: [.apt(["libnftables-dev"])]),
        .systemLibrary(name: "CNetlink", pkgConfig: "libnl-genl-3.0", providers: [.apt(["libnl-genl-3-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CLinux"),
        // Second stations of radios, by nl80211 through libnl.
        .target(name: "CStations", dependencies: ["CNetlink"]),
        // libcurl's headers alone: the library is loaded when a request needs it.
        .target(name: "CCurl"),
        // Files that programs carry inside them.
        .target(name: "CInterfaces"),
        .target(name: "CPage"),

        .target(name: "AccessoryModel", swiftSettings: settings),
        .target(name: "Varlink", dependencies: ["CLinux"], swiftSettings: settings),
        .target(name: "AccessoryBridge", dependencies: ["AccessoryModel"], swiftSettings: settings),
        .target(
            name: "AccessoryProvisioning", dependencies: ["AccessoryModel", "CCrypto"], swiftSettings: settings),
        .target(
            name: "AccessoryRules", dependencies: ["AccessoryBridge", "AccessoryModel", "AccessoryProvisioning"],
            swiftSettings: settings),
        .target(
            name: "TrustedFiles", dependencies: ["AccessoryModel", "AccessoryRules", "CLinux"], swiftSettings: settings),
        .target(
            name: "AgentInterface", dependencies: ["AccessoryModel", "CInterfaces", "Varlink"], exclude: ["Interfaces"],
            swiftSettings: settings),
        // The calls between the agent and accessory-link.
        .target(
            name: "LinkCalls", dependencies: ["AgentInterface", "CInterfaces", "Varlink"],
            exclude: ["org.accessoryd.Link.varlink"], swiftSettings: settings),
        // Writes AgentInterface/Generated; packaging/generate-interface runs it. Not shipped.
        .executableTarget(name: "InterfaceGenerator", dependencies: [arguments], swiftSettings: settings),
        .target(
            name: "AccessoryClient", dependencies: ["AgentInterface", "AccessoryModel", "Varlink"],
            swiftSettings: settings),
        .target(
            name: "AppFoundation", dependencies: ["AccessoryClient", "AccessoryModel"], swiftSettings: settings),
        .target(
            name: "CoreBluetooth",
            dependencies: ["AccessoryClient", "AccessoryModel", "AgentInterface", "AppFoundation"],
            swiftSettings: settings),
        .target(
            name: "AccessorySetupKit",
            dependencies: ["AccessoryClient", "AgentInterface", "AccessoryModel", "AppFoundation", "CoreBluetooth"],
            swiftSettings: settings),
        .target(
            name: "NetworkExtension",
            dependencies: [
                "AccessoryClient", "AccessorySetupKit", "AgentInterface", "AccessoryModel", "AppFoundation",
            ],
            swiftSettings: settings),
        // Products of their own: where they are built, canImport(UIKit) and canImport(OSLog) are true in every package.
        .target(name: "UIKit", dependencies: ["AccessorySetupKit", "_Testing_UIKit"], swiftSettings: settings),
        // What the compiler wants of a file that imports UIKit and Testing. Nothing is in it.
        .target(name: "_Testing_UIKit", swiftSettings: settings),
        .target(name: "OSLog", swiftSettings: settings),
        .target(
            name: "Radios", dependencies: ["AccessoryModel", "CLinux", "CNetworkManager", "CSystemd"],
            swiftSettings: settings),
        .target(name: "SimulatedRadios", dependencies: ["AccessoryModel"], swiftSettings: settings),
        .target(
            name: "AccessoryDaemon",
            dependencies: [
                "AccessoryBridge", "AccessoryModel", "AccessoryProvisioning", "AccessoryRules", "AgentInterface",
                "LinkCalls", "TrustedFiles", "Varlink",
                "CLinux", "CSQLite", logging,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "accessoryd",
            dependencies: [
                "AccessoryDaemon", "AccessoryModel", "Radios", "SimulatedRadios", "TrustedFiles", "CLinux", arguments,
                logging,
            ],
            swiftSettings: settings),
        .target(
            name: "LabelReading",
            dependencies: ["AccessoryModel", "AccessoryProvisioning", "AgentInterface", "CLinux"],
            swiftSettings: settings),
        .executableTarget(
            name: "accessoryctl",
            dependencies: [
                "AccessoryClient", "AccessoryModel", "AccessoryProvisioning", "AccessoryRules", "AgentInterface",
                "LabelReading", "TrustedFiles", "CLinux", arguments,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "accessory-provision",
            dependencies: ["AccessoryModel", "AccessoryProvisioning", "AgentInterface", "CCurl", "CLinux"],
            swiftSettings: settings),
        .executableTarget(
            name: "accessory-link",
            dependencies: [
                "AccessoryModel", "AccessoryRules", "AgentInterface", "LinkCalls", "TrustedFiles", "Varlink", "CLinux",
                "CNftables", "CStations", "CSystemd",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "accessory-picker",
            dependencies: [
                "AccessoryClient", "AccessoryModel", "AccessoryProvisioning", "AgentInterface", "LabelReading",
                "Varlink",
                "CLinux", "CPage", "CQREncode", arguments, logging,
                .product(name: "HummingbirdCore", package: "hummingbird", condition: programs),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: programs),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: programs),
                .product(name: "NIOCore", package: "swift-nio", condition: programs),
                .product(name: "NIOPosix", package: "swift-nio", condition: programs),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: programs),
            ],
            exclude: [
                "Page", "Languages", "Runs/Desktop/org.accessoryd.Desktop.varlink",
                "Runs/Hub/org.accessoryd.Phones.varlink",
            ],
            swiftSettings: settings),

        // An app as its developer writes it, to read and to copy; the radio lab's client.
        .executableTarget(
            name: "camera-viewer", dependencies: ["AccessorySetupKit", "NetworkExtension"],
            path: "Sources/Examples/CameraViewer",
            exclude: ["org.example.viewer.conf", "camera-viewer.service"], swiftSettings: settings),

        // A second one, over Bluetooth.
        .executableTarget(
            name: "plug-switch", dependencies: ["AccessorySetupKit", "CoreBluetooth"],
            path: "Sources/Examples/PlugSwitch", exclude: ["org.example.plug.conf"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        // A phone's app in the mode of the language that most have; PhoneAppTests runs it.
        .executableTarget(
            name: "phone-app",
            dependencies: ["AccessorySetupKit", "CoreBluetooth", "NetworkExtension", "OSLog", "UIKit"],
            path: "Tests/PhoneApp", swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),

        // The other end of somebody else's Varlink, for Tests/Conformance; not shipped.
        .executableTarget(
            name: "certification", dependencies: ["Varlink"], path: "Tests/Conformance/Certification",
            swiftSettings: settings),
        // What holds for whatever others write; Tests/Fuzzers/run fuzzes it, and the tests replay what that found.
        .target(
            name: "FuzzProperties",
            dependencies: [
                "AccessoryBridge", "AccessoryDaemon", "AccessoryModel", "AccessoryProvisioning", "AccessoryRules",
                "AgentInterface", "Radios", "SimulatedRadios", "Varlink",
            ],
            path: "Tests/Fuzzers/Properties", swiftSettings: settings),
        .testTarget(
            name: "FuzzerTests", dependencies: ["FuzzProperties"], path: "Tests/Fuzzers/Replay",
            swiftSettings: settings),

        // Rooms full of radios whose truth is known, and who judges the bridge by them; for Tests/Benchmarks and the tests.
        .target(
            name: "Rooms", dependencies: ["AccessoryBridge", "AccessoryModel"], path: "Tests/Rooms",
            swiftSettings: settings),
        .executableTarget(
            name: "judge", dependencies: ["AccessoryBridge", "AccessoryModel", "Rooms", arguments],
            path: "Tests/Benchmarks/Judge", swiftSettings: settings),

        .testTarget(name: "AccessoryModelTests", dependencies: ["AccessoryModel"], swiftSettings: settings),
        .testTarget(name: "VarlinkTests", dependencies: ["Varlink"], swiftSettings: settings),
        .testTarget(
            name: "AccessoryBridgeTests", dependencies: ["AccessoryBridge", "AccessoryModel", "Rooms"],
            swiftSettings: settings),
        .testTarget(
            name: "AccessoryProvisioningTests", dependencies: ["AccessoryProvisioning", "AccessoryModel"],
            swiftSettings: settings),
        .testTarget(
            name: "AccessoryRulesTests",
            dependencies: ["AccessoryBridge", "AccessoryProvisioning", "AccessoryRules", "AccessoryModel"],
            swiftSettings: settings),
        .testTarget(
            name: "AgentInterfaceTests", dependencies: ["AgentInterface", "AccessoryModel", "InterfaceGenerator"],
            swiftSettings: settings),
        .testTarget(
            name: "AccessorySetupKitTests",
            dependencies: [
                "AccessorySetupKit", "AccessoryClient", "AgentInterface", "AccessoryModel", "AppFoundation",
                "CoreBluetooth", "NetworkExtension",
            ],
            exclude: ["PhoneKinds.txt"], swiftSettings: settings),
        .testTarget(name: "OSLogTests", dependencies: ["OSLog"], swiftSettings: settings),
        .testTarget(
            name: "CoreBluetoothTests",
            dependencies: ["CoreBluetooth", "AccessoryClient", "AccessoryModel", "AgentInterface", "AppFoundation"],
            swiftSettings: settings),
        // An app's own code, and a person at a picker; the programs are dependencies so that they are built beside it.
        .testTarget(
            name: "PhoneAppTests",
            dependencies: [
                "AccessorySetupKit", "CoreBluetooth", "NetworkExtension", "UIKit", "AccessoryClient", "AccessoryModel",
                "AgentInterface", "accessoryd", "accessoryctl", "phone-app", "plug-switch",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "RadiosTests", dependencies: ["Radios", "AccessoryModel", "CSystemd"], swiftSettings: settings),
        .testTarget(
            name: "SimulatedRadiosTests", dependencies: ["SimulatedRadios", "AccessoryModel"], swiftSettings: settings),
        .testTarget(
            name: "AccessoryDaemonTests",
            dependencies: [
                "AccessoryBridge", "AccessoryDaemon", "AccessoryClient", "AccessoryModel", "AccessoryRules",
                "AgentInterface", "LinkCalls", "CLinux", "SimulatedRadios", "TrustedFiles", "Varlink", logging,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AccessoryCtlTests",
            dependencies: [
                "accessoryctl", "AccessoryProvisioning", "AccessoryRules", "AgentInterface", "AccessoryModel",
                "LabelReading", "TrustedFiles",
            ],
            exclude: ["Expected"], swiftSettings: settings),
        .testTarget(
            name: "AccessoryProvisionTests",
            dependencies: [
                "accessory-provision", "AccessoryModel", "AccessoryProvisioning", "AgentInterface", "Varlink",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AccessoryPickerTests",
            dependencies: [
                "accessory-picker", "AccessoryClient", "AccessoryModel", "AccessoryProvisioning", "AgentInterface",
                "CLinux", "LabelReading", .product(name: "NIOCore", package: "swift-nio", condition: programs),
                .product(name: "NIOPosix", package: "swift-nio", condition: programs),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: programs),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// libFuzzer's own library comes with -sanitize=fuzzer only, so nothing else could link this.
if Context.environment["ACCESSORYD_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzers/CLibFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzProperties", "CLibFuzzer"], path: "Tests/Fuzzers/Driver",
            swiftSettings: settings),
    ]
}
