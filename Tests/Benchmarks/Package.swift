// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "Benchmarks",
    targets: [
        .systemLibrary(name: "CEpoll"),
        .executableTarget(name: "Echo", dependencies: ["CEpoll"], swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(name: "Load", dependencies: ["CEpoll"], swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
