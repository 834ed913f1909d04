// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A reply or an event of wpa_supplicant (its wpa_ctrl.h and dpp_supplicant.c), as far as it counts.
enum EasyConnectNews: Hashable {
    case number(Int)
    case done
    case refused
    /// This wpa_supplicant was built without Wi-Fi Easy Connect.
    case unknownCommand
    case text(String)

    /// A frame reached the device with this address.
    case acknowledged(MACAddress)
    case authenticated
    /// Nobody answered.
    case notAnswered
    /// A person has to do something at the accessory first.
    case pending
    case notCompatible
    /// The accessory answered with a refusal, in wpa_supplicant's words.
    case failed(String)
    case requested
    /// - Parameter reports: the accessory will report whether it joined.
    case sent(reports: Bool)
    /// The accessory got this status in the network's place: it asked for something else. wpa_supplicant 2.10 reports it as
    /// sent.
    case notConfigured(status: Int)
    case notTaken
    /// Nil: the report did not come.
    case joined(status: Int?)
    /// wpa_supplicant ends, and with it all that was added.
    case terminating

    init(reply: String) {
        let text = reply.prefix { $0 != "\n" }
        switch text {
        case "OK": self = .done
        case "FAIL": self = .refused
        case "UNKNOWN COMMAND": self = .unknownCommand
        case _: self = Array(text.utf8).decimal.map { .number($0) } ?? .text(String(text))
        }
    }

    /// Nil for what does not count. Frames of strangers cause events, too, so an event that a stranger can cause alone
    /// ends nothing.
    init?(event: String) {
        let words = event.split(separator: " ")
        switch words.first {
        case "DPP-TX-STATUS"?:
            guard words.contains("result=SUCCESS"), let address = Self.value("dst=", words).flatMap({ MACAddress($0) })
            else { return nil }
            self = .acknowledged(address)
        case "DPP-AUTH-SUCCESS"? where words.contains("init=1"): self = .authenticated
        case "DPP-AUTH-INIT-FAILED"?: self = .notAnswered
        case "DPP-RESPONSE-PENDING"?: self = .pending
        case "DPP-NOT-COMPATIBLE"?: self = .notCompatible
        case "DPP-FAIL"?:
            let text = event.dropFirst("DPP-FAIL ".count)
            guard text.hasPrefix("Responder reported failure"), let text = DeviceText.bounded(text.utf8) else {
                return nil
            }
            self = .failed(text)
        case "DPP-CONF-REQ-RX"?: self = .requested
        case "DPP-CONF-SENT"?:
            let status = Self.value("conf_status=", words).flatMap { Array($0.utf8).decimal } ?? 0
            self = status == 0 ? .sent(reports: words.contains("wait_conn_status=1")) : .notConfigured(status: status)
        case "DPP-CONF-FAILED"?: self = .notTaken
        case "DPP-CONN-STATUS-RESULT"?:
            self = .joined(status: Self.value("result=", words).flatMap { Array($0.utf8).decimal })
        case "CTRL-EVENT-TERMINATING"?: self = .terminating
        case _: return nil
        }
    }

    private static func value(_ name: String, _ words: [Substring]) -> String? {
        words.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }
}
