// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import TrustedFiles

extension AppStatus {
    init(_ manifest: Manifest) {
        self.init(
            id: manifest.id, name: manifest.name, icon: manifest.icon, file: manifest.path,
            supports: Manifest.Technology.allCases.filter(manifest.supports.contains).map(\.rawValue),
            identities: manifest.proofs.map(\.description),
            descriptors: manifest.descriptors.map { DescriptorFields($0) },
            bluetoothNames: manifest.bluetoothNames.sorted(),
            startedBy: Manifest.Technology.allCases.filter { manifest.start?.technologies.contains($0) == true }
                .map(\.rawValue))
    }
}

extension CheckManifestReply {
    init(_ check: ManifestCheck) {
        self.init(
            app: check.manifest.map { AppStatus($0) }, faults: check.faults.shortened.map(\.description),
            warnings: check.warnings.map(\.description))
    }
}

extension AppList {
    /// What a part of a list has any number of.
    enum Member: Encodable, Sendable {
        case app(AppStatus)
        case fault(String)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .app(let app): try app.encode(to: encoder)
            case .fault(let fault): try fault.encode(to: encoder)
            }
        }
    }

    var members: [Member] { apps.map { .app($0) } + faults.map { .fault($0) } }

    init(_ members: [Member]) {
        self.init(apps: [], faults: [])
        for member in members {
            switch member {
            case .app(let app): apps.append(app)
            case .fault(let fault): faults.append(fault)
            }
        }
    }

    init(_ configuration: Configuration) {
        self.init(configuration.manifests.byID.values, faults: configuration.faults.shortened.map(\.description))
    }

    init(_ manifests: some Sequence<Manifest>, faults: [String]) {
        self.init(apps: manifests.sorted { $0.id < $1.id }.map { AppStatus($0) }, faults: faults)
    }
}
