// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let kits = ["AccessorySetupKit", "NetworkExtension"]
let package = Package(
    name: "viewer",
    // A clone beside the copy of this folder. Without traits, no other package is fetched.
    dependencies: [.package(path: "../accessoryd", traits: [])],
    targets: [.executableTarget(name: "viewer", dependencies: kits.map { .product(name: $0, package: "accessoryd") })])
