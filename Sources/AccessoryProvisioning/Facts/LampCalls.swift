// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// How an accessory of the home network shows which one it is: its own lamp goes the other way and back. Nothing else is
/// switched, because nobody knows what hangs on a relay.
package struct LampCalls: Hashable, Sendable {
    private let family: Family

    /// The families that may have a lamp of their own.
    package static let families: Set<Family> = [.wled, .shelly]

    /// Nil if the family has no such calls.
    package init?(_ family: Family) {
        guard Self.families.contains(family) else { return nil }
        self.family = family
    }

    /// Asks how the lamp is.
    package var question: HTTPRequest {
        HTTPRequest(.get, family == .wled ? "/json/state" : "/rpc/Shelly.GetStatus", patience: .seconds(4))
    }

    /// The requests that turn the lamp over, and that make it as it was. Each may be sent again. Nil if the device has no lamp, or if
    /// the answer is not the family's.
    package func turns(_ answer: HTTPAnswer) -> (over: HTTPRequest, back: HTTPRequest)? {
        guard answer.status == 200, let value = JSONReader.beginning(of: answer.body) else { return nil }
        if family == .wled {
            guard case .bool(let isOn)? = value["on"] else { return nil }
            return (Self.wled(!isOn), Self.wled(isOn))
        }
        for component in Self.lights {
            guard case .bool(let isOn)? = value["\(component.lowercased()):0"]?["output"] else { continue }
            return (Self.shelly(component, !isOn), Self.shelly(component, isOn))
        }
        return nil
    }

    /// Without its usual slow transition (kno.wled.ge, interfaces/json-api).
    private static func wled(_ isOn: Bool) -> HTTPRequest {
        HTTPRequest(
            .post, "/json/state", body: Array(#"{"on":\#(isOn),"tt":0}"#.utf8), contentType: "application/json",
            patience: .seconds(4))
    }

    /// The components of Gen2 and later whose output is a light (shelly-api-docs.shelly.cloud, gen2, components).
    private static let lights = ["Light", "RGBW", "RGB", "CCT"]

    private static func shelly(_ component: String, _ isOn: Bool) -> HTTPRequest {
        HTTPRequest(.get, "/rpc/\(component).Set?id=0&on=\(isOn)", patience: .seconds(4))
    }
}
