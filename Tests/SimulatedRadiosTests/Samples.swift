// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

@testable import SimulatedRadios

func keyFile(_ text: String, path: String = "air.conf") throws -> KeyFile { try KeyFile(text.utf8, path: path) }

/// One radio on HomeNet, and `CAM` with these keys.
func air(cam keys: String = "", radio: String = "SSID=HomeNet", more: String = "") throws -> KeyFile {
    try keyFile(
        """
        [Radio wlan0]
        \(radio)
        [AccessPoint cam]
        SSID=CAM
        BSSID=02:00:00:00:01:00
        \(keys)
        \(more)
        """)
}

func bssid(_ last: UInt8) throws -> MACAddress {
    guard let bssid = MACAddress([2, 0, 0, 0, 1, last]) else { throw KeyFileFault(path: "", reason: "bssid") }
    return bssid
}

/// A request to join `CAM` as it was heard.
func request(
    passphrase: String? = nil, addressing: JoinRequest.Addressing = .ipv4, interface: String = "wlan0",
    bssid last: UInt8 = 0, profile: String = "ours"
) throws -> JoinRequest {
    let ssid = try SSID(text: "CAM")
    return JoinRequest(
        ssid: ssid,
        network: WiFiNetwork(
            ssid: ssid, bssid: try bssid(last), frequency: 2437, signal: 70, security: .open, interface: interface),
        passphrase: try passphrase.map { try Passphrase($0) }, isHidden: false, addressing: addressing,
        profile: profile)
}

extension Air {
    /// Plays a join until it ends, or nothing more happens by itself. Returns what happened, and when.
    mutating func play(_ request: JoinRequest, at start: Duration = .zero) -> (log: [String], end: Duration) {
        var progress = join(request, at: start)
        var log: [String] = []
        var now = start
        while true {
            do throws(JoinFailure) {
                switch try next(for: &progress, at: now) {
                case .now(.associating): log.append("\(now - start) associating")
                case .now(.authenticating): log.append("\(now - start) authenticating")
                case .now(.addressing): log.append("\(now - start) addressing")
                case .now(.joined(let link)): log.append("\(now - start) joined \(link.address)/\(link.prefixLength)")
                case .wait(until: let due?): now = due
                case .wait(until: nil): return (log, now)
                case .over: return (log + ["\(now - start) over"], now)
                }
            } catch {
                return (log + ["\(now - start) \(error.reason.rawValue)"], now)
            }
        }
    }

    mutating func activity(_ interface: String = "wlan0", at now: Duration) -> Adapter.Activity? {
        state(at: now).adapters.first { $0.interface == interface }?.activity
    }
}
