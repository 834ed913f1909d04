// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import TrustedFiles

/// The rules' verdict on one answer for a new manifest, before the next question.
enum ManifestAnswer {
    /// Why a manifest cannot have this value for this key. Nil if it can.
    static func fault(_ value: String, for key: String) -> String? {
        let isName = key == "Name"
        let isIdentity = ["Units", "Executables", "Users"].contains(key)
        // All else is good, so a fault of the key is the answer's.
        let text = ManifestText(
            name: isName ? value : "App",
            identity: [isIdentity ? (key: key, values: [value]) : (key: "Users", values: ["root"])],
            discovery: [
                isName || isIdentity
                    ? (key: "SSIDPrefixes", values: ["Accessory-"]) : (key: key, values: [value])
            ])
        do throws(Failure) {
            let check = ManifestCheck(try text.lines().joined(separator: "\n") + "\n", path: "org.example.app.conf")
            return check.faults.first { $0.key == key }?.reason
        } catch {
            return error.text
        }
    }
}
