// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
package import AccessoryRules

extension Manifests {
    /// The apps whose manifests in these directories can be read and trusted. An administrator's setting may allow shorter
    /// prefixes than the default, so all count here.
    package init(in directories: [String], trust: Trust = Trust()) {
        let files = ConfigurationFiles(in: directories.map { $0 + "/apps.d" }, trust: trust)
        self.init(
            files.files.compactMap { file -> Manifest? in
                guard file.isTrusted, !file.isMask else { return nil }
                guard let contents = try? trust.contents(of: file.path) else { return nil }
                let (read, unread) = KeyFile.read(contents, path: file.path)
                return Manifest.read(read, unread: unread, shortestPrefix: SSID.lengths.lowerBound).manifest
            })
    }
}
