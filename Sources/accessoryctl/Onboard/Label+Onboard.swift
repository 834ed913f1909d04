// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading

/// What a label does for adding its accessory.
extension Label {
    /// The accessory that it names. Throws `Failure` if another program adds it, and no look could show more of it.
    func accessory() throws(Failure) -> OnboardName {
        if case .homeKit(let label) = self, label.setupIdentifier == nil { throw refusal(nil) }
        guard let name = OnboardName(self) else { throw refusal(nil) }
        return name
    }

    /// - Parameter others: the accessories in range that it can be the label of; nil if nobody looked.
    func refusal(_ others: [OtherAccessory]?) -> Failure {
        let (kind, reader) =
            switch self {
            case .matter: ("a Matter accessory", "\(self.reader), adds it")
            case .homeKit: ("a HomeKit accessory", "\(self.reader), adds it")
            case .sony:
                (
                    "a camera that takes no network",
                    "`accessoryctl setup --label` and `accessoryctl hotspot join --label` join its hotspot for an app"
                )
            case .easyConnect, .wifi, .espressif:
                ("an accessory that it does not name", "scan the label on the accessory itself")
            }
        let names = others?.map { "'\($0.name)' (\($0.title))" }.joined(separator: " or ")
        let seen =
            switch names {
            case nil: kind
            case ""?: "\(kind) that was not seen over Bluetooth"
            case let names?: "\(names) in range"
            }
        return Failure(
            "this is the label of \(seen), which `accessoryctl onboard` cannot add; \(reader)", .invalidInput)
    }
}

extension OtherAccessory {
    /// If a person names it.
    var refusal: Failure {
        let reader: LabelReader = ecosystem == .matter ? .matterController : .appleDevice
        return Failure(
            "'\(name)' (\(title)) is an accessory that `accessoryctl onboard` cannot add; \(reader), adds it",
            .invalidInput)
    }
}
