// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

package import Varlink

/// The methods of org.accessoryd.Picker.
package enum PickerInterface {
    package static let name = "org.accessoryd.Picker"
    /// All of them, in the order of the description.
    package typealias Methods = (
        Register, Select, Answer, GetImage, Cancel
    )

    /// Makes the caller a picker until its connection closes. Streams: call it with 'more'. Without 'more', the call
    /// fails with org.varlink.service.ExpectedMore. The first reply is registered. For each presentation, items follow,
    /// again whenever they change. After a choice, questions and progress follow, and at the end dismissed.
    package struct Register: StreamMethod {
        package typealias Interface = PickerInterface
        package typealias Request = RegisterRequest
        package typealias Reply = RegisterReply
        package static var name: String { "org.accessoryd.Picker.Register" }
    }

    /// Chooses an item of a presentation. The call returns before the accessory is joined; the stream of Register
    /// reports the join. If the item goes at this very moment, the choice has no effect, and the items that follow show
    /// what is still there.
    package struct Select: SingleMethod {
        package typealias Interface = PickerInterface
        package typealias Request = SelectRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Picker.Select" }
    }

    /// Answers the question that stands, once. If nobody answers for 120 seconds, the question counts as declined.
    package struct Answer: SingleMethod {
        package typealias Interface = PickerInterface
        package typealias Request = AnswerRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Picker.Answer" }
    }

    /// Returns the picture of an item, a question or an accessory.
    package struct GetImage: SingleMethod {
        package typealias Interface = PickerInterface
        package typealias Request = ImageQuery
        package typealias Reply = ImageReply
        package static var name: String { "org.accessoryd.Picker.GetImage" }
    }

    /// Ends a presentation, and the agent leaves what it was joining for it.
    package struct Cancel: SingleMethod {
        package typealias Interface = PickerInterface
        package typealias Request = CancelRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Picker.Cancel" }
    }
}

extension Method where Self == PickerInterface.Register {
    package static var register: Self { Self() }
}

extension Method where Self == PickerInterface.Select {
    package static var select: Self { Self() }
}

extension Method where Self == PickerInterface.Answer {
    package static var answer: Self { Self() }
}

extension Method where Self == PickerInterface.GetImage {
    package static var getImage: Self { Self() }
}

extension Method where Self == PickerInterface.Cancel {
    package static var cancel: Self { Self() }
}

/// The parameters of `Picker.Register`.
package struct RegisterRequest: Codable, Hashable, Sendable {
    /// True for a picker that shows only what its own process asks for by SetUp. No other picker shows that. A
    /// user's own picker cannot set it.
    package var own: Bool?

    package init(own: Bool? = nil) {
        self.own = own
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        own = try fields.optional("own")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(own, forKey: "own")
    }
}

/// The reply to `Picker.Register`.
package struct RegisterReply: Codable, Hashable, Sendable {
    package var update: PickerUpdate

    package init(update: PickerUpdate) {
        self.update = update
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        update = try fields.value("update")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(update, forKey: "update")
    }
}

/// The parameters of `Picker.Select`.
package struct SelectRequest: Codable, Hashable, Sendable {
    package var presentation: String
    package var item: String
    /// With an item that needs one. It wins over the app's.
    package var passphrase: String?
    /// True if a rule chose the item, or its network's name: if its access point does not let this machine in,
    /// others of that name are tried. Otherwise the choice is this very one.
    package var anyAccessPoint: Bool?

    package init(presentation: String, item: String, passphrase: String? = nil, anyAccessPoint: Bool? = nil) {
        self.presentation = presentation
        self.item = item
        self.passphrase = passphrase
        self.anyAccessPoint = anyAccessPoint
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        presentation = try fields.value("presentation")
        item = try fields.value("item")
        passphrase = try fields.optional("passphrase")
        anyAccessPoint = try fields.optional("anyAccessPoint")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(presentation, forKey: "presentation")
        try fields.encode(item, forKey: "item")
        try fields.encodeIfPresent(passphrase, forKey: "passphrase")
        try fields.encodeIfPresent(anyAccessPoint, forKey: "anyAccessPoint")
    }
}

/// The parameters of `Picker.Answer`.
package struct AnswerRequest: Codable, Hashable, Sendable {
    package var presentation: String
    package var question: String
    /// False declines.
    package var accepted: Bool
    /// The passphrase, the name (1 to 255 bytes, one line), the passkey (up to six digits) or the bssid.
    package var text: String?

    package init(presentation: String, question: String, accepted: Bool, text: String? = nil) {
        self.presentation = presentation
        self.question = question
        self.accepted = accepted
        self.text = text
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        presentation = try fields.value("presentation")
        question = try fields.value("question")
        accepted = try fields.value("accepted")
        text = try fields.optional("text")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(presentation, forKey: "presentation")
        try fields.encode(question, forKey: "question")
        try fields.encode(accepted, forKey: "accepted")
        try fields.encodeIfPresent(text, forKey: "text")
    }
}

/// The parameters of `Picker.GetImage`.
package struct ImageQuery: Codable, Hashable, Sendable {
    /// The image of the item, question or accessory. It is image: and an identifier, or a path below /usr/share.
    package var image: String

    package init(image: String) {
        self.image = image
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        image = try fields.value("image")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(image, forKey: "image")
    }
}

/// The reply to `Picker.GetImage`.
package struct ImageReply: Codable, Hashable, Sendable {
    /// Image/png, image/jpeg, image/gif or image/webp, by the first bytes.
    package var type: String
    /// The picture in base64.
    package var data: String

    package init(type: String, data: String) {
        self.type = type
        self.data = data
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        type = try fields.value("type")
        data = try fields.value("data")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(type, forKey: "type")
        try fields.encode(data, forKey: "data")
    }
}

/// The parameters of `Picker.Cancel`.
package struct CancelRequest: Codable, Hashable, Sendable {
    package var presentation: String
    /// Absent if a person cancelled. Then the app gets UserCancelled.
    package var reason: CancelReason?

    package init(presentation: String, reason: CancelReason? = nil) {
        self.presentation = presentation
        self.reason = reason
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        presentation = try fields.value("presentation")
        reason = try fields.optional("reason")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(presentation, forKey: "presentation")
        try fields.encodeIfPresent(reason, forKey: "reason")
    }
}
