// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What an administrator says about one accessory that is set up without a person: for which app, and which it is.
package struct Plan: Hashable, Sendable {
    /// How to choose among several that match.
    package enum Choice: String, Hashable, Sendable, CaseIterable {
        /// Not at all: there must be one.
        case only
        case strongest
    }

    /// The file's name without `.conf`.
    package var id: String
    package var path: String
    package var app: String
    package var choice: Choice
    package var descriptor: Descriptor
    /// The accessory's name for people; the app's when nil.
    package var name: String?
    /// A file with the network's passphrase.
    package var passphraseFile: String?

    private static let known: [String: Set<String>] = [
        "Plan": ["App", "Choose"], "Accessory": ["SSID", "SSIDPrefix", "Name", "PassphraseFile"],
    ]

    /// Reads a plan. Throws the first of its faults.
    package init(_ file: KeyFile) throws(KeyFileFault) {
        if let fault = file.unknown(beside: Self.known).inOrder.first { throw fault }
        path = file.path
        id = Manifest.id(path: file.path)
        guard let app = file.group("Plan")?.keys["App"], !app.isEmpty else {
            throw file.fault(group: "Plan", key: "App", "every plan is for an app")
        }
        self.app = app
        let choice = file.group("Plan")?.keys["Choose"] ?? Choice.only.rawValue
        guard let choice = Choice(rawValue: choice) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: " or ")
            throw file.fault(group: "Plan", key: "Choose", "'\(choice)' is not \(known)")
        }
        self.choice = choice
        let accessory = file.group("Accessory")
        do {
            descriptor = try Descriptor(
                ssid: try Self.ssid(file, "SSID"), ssidPrefix: try Self.ssid(file, "SSIDPrefix"))
        } catch let fault as KeyFileFault {
            throw fault
        } catch {
            throw file.fault(group: "Accessory", key: "SSID", "set SSID or SSIDPrefix, one of them")
        }
        name = accessory?.keys["Name"]
        passphraseFile = accessory?.keys["PassphraseFile"]
        if let passphraseFile, !passphraseFile.hasPrefix("/") {
            throw file.fault(group: "Accessory", key: "PassphraseFile", "'\(passphraseFile)' is not a full path")
        }
    }

    private static func ssid(_ file: KeyFile, _ key: String) throws(KeyFileFault) -> SSID? {
        guard let text = file.group("Accessory")?.keys[key] else { return nil }
        do {
            return try SSID(text: text)
        } catch {
            throw file.fault(group: "Accessory", key: key, "'\(text)': \(error.description)")
        }
    }
}
