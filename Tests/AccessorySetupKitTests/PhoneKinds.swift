// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What has to hold for a name of each kind. Most of it is that the call compiles.
enum PhoneKinds {
    static func enumeration<T: RawRepresentable & Hashable & Sendable>(
        _ type: T.Type, _ raw: T.RawValue.Type, _ example: T
    ) {
        let (style, again) = (Mirror(reflecting: example).displayStyle, T(rawValue: example.rawValue))
        #expect(style == .enum && again == example, "\(type)")
    }

    static func options<T: OptionSet & Hashable & Sendable>(_ type: T.Type, _ raw: T.RawValue.Type) {}

    static func raw<T: RawRepresentable & Hashable & Sendable>(
        _ type: T.Type, _ raw: T.RawValue.Type, _ make: (T.RawValue) -> T
    ) {}

    static func value<T: RawRepresentable & Hashable & Sendable>(
        _ type: T.Type, _ raw: T.RawValue.Type, _ make: (T.RawValue) -> T
    ) {}

    static func error<E: Error & Hashable & Sendable, C: RawRepresentable & Hashable & Sendable>(
        _ type: E.Type, _ domain: String, _ make: (C, [String: Any]) -> E
    ) where C.RawValue == Int {
        guard let code = C(rawValue: 1) else {
            Issue.record("\(type) has no code 1")
            return
        }
        let failure: any Error = make(code, [NSLocalizedDescriptionKey: "why"])
        let bridged = failure as NSError
        #expect(bridged.domain == domain && bridged.code == 1 && bridged.localizedDescription == "why", "\(type)")
    }

    static func object<T: AnyObject & Hashable>(_ type: T.Type) {}

    static func object<T: AnyObject & Hashable, Superclass: AnyObject>(_ type: T.Type, _ cast: (T) -> Superclass) {}

    static func constant(_ text: String) { #expect(!text.isEmpty) }

    static func alias<T>(_ name: T.Type, _ type: T.Type) {}
}
