// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Asks which Bluetooth device in sight belongs to which network in sight, and why.
package struct ExplainBridgeRequest: Codable, Hashable, Sendable {
    /// Only this device.
    package var bluetoothAddress: String?
    /// Only what concerns this network.
    package var ssid: String?
    /// With the rules of this app's manifest too.
    package var app: String?
    /// Seconds to listen and look; 10 when absent.
    package var seconds: Int?

    package init(bluetoothAddress: String? = nil, ssid: String? = nil, app: String? = nil, seconds: Int? = nil) {
        self.bluetoothAddress = bluetoothAddress
        self.ssid = ssid
        self.app = app
        self.seconds = seconds
    }
}

package struct ExplainBridgeReply: Codable, Hashable, Sendable {
    package var bridges: [BridgeReport]
    /// How many more devices there are, which would not fit in a message. Nil for none.
    package var leftOut: Int?

    package init(bridges: [BridgeReport], leftOut: Int? = nil) {
        self.bridges = bridges
        self.leftOut = leftOut
    }
}

/// What is known of one Bluetooth device: its network, or why none is said to be its.
package struct BridgeReport: Codable, Hashable, Sendable {
    package enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
        case bridged
        /// Several networks may be its, and nothing tells which.
        case tooClose
        /// Nothing that was heard points to a network.
        case unknown
    }

    package var bluetoothAddress: MACAddress
    package var addressKind: BluetoothAddress.Kind
    package var bluetoothName: String?
    /// dBm.
    package var rssi: Int?
    package var verdict: Verdict
    /// The network that is its; with `tooClose` the likeliest.
    package var network: BridgeMatch?
    package var runnerUp: BridgeMatch?
    /// Sentences for people.
    package var explanation: [String]

    package init(
        bluetoothAddress: MACAddress, addressKind: BluetoothAddress.Kind, bluetoothName: String?, rssi: Int?,
        verdict: Verdict, network: BridgeMatch?, runnerUp: BridgeMatch?, explanation: [String]
    ) {
        self.bluetoothAddress = bluetoothAddress
        self.addressKind = addressKind
        self.bluetoothName = bluetoothName
        self.rssi = rssi
        self.verdict = verdict
        self.network = network
        self.runnerUp = runnerUp
        self.explanation = explanation
    }
}

/// One network that may be a Bluetooth device's, and what speaks for it.
package struct BridgeMatch: Codable, Hashable, Sendable {
    package var ssid: SSID?
    package var bssid: MACAddress
    /// 0 to 1.
    package var strength: Double
    package var evidence: [BridgeEvidence]

    package init(ssid: SSID?, bssid: MACAddress, strength: Double, evidence: [BridgeEvidence]) {
        self.ssid = ssid
        self.bssid = bssid
        self.strength = strength
        self.evidence = evidence
    }
}

package struct BridgeEvidence: Codable, Hashable, Sendable {
    /// Whose rule it is: `GoPro`, or the app's identifier.
    package var family: String
    /// What was compared, for people.
    package var text: String
    /// 0 to 1.
    package var weight: Double

    package init(family: String, text: String, weight: Double) {
        self.family = family
        self.text = text
        self.weight = weight
    }
}
