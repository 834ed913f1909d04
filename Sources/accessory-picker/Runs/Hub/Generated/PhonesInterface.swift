// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

import AgentInterface
package import Varlink

/// The methods of org.accessoryd.Phones.
package enum PhonesInterface {
    package static let name = "org.accessoryd.Phones"
    /// All of them, in the order of the description.
    package typealias Methods = (
        Pair, ListPhones, AllowPhone, RevokePhone
    )

    /// Makes a link that pairs one phone, and waits for that phone. Streams: call it with 'more'. The first reply has
    /// the link for each address of the hub, the best one first, and how long it lasts, in seconds. The last reply has
    /// the name of the phone. The link ends when a phone is paired, when the time is over, when Pair is called again,
    /// or when the caller closes the connection.
    package struct Pair: StreamMethod {
        package typealias Interface = PhonesInterface
        package typealias Request = PairRequest
        package typealias Reply = PairReply
        package static var name: String { "org.accessoryd.Phones.Pair" }
    }

    /// The phones, in the order in which they were paired.
    package struct ListPhones: SingleMethod {
        package typealias Interface = PhonesInterface
        package typealias Request = Nothing
        package typealias Reply = ListPhonesReply
        package static var name: String { "org.accessoryd.Phones.ListPhones" }
    }

    /// Decides anew what a phone may do: these rights, and no others. Its page shows it at once. NotStored: if these
    /// are some of its rights and no others, they apply all the same, until the hub ends.
    package struct AllowPhone: SingleMethod {
        package typealias Interface = PhonesInterface
        package typealias Request = AllowPhoneRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Phones.AllowPhone" }
    }

    /// Ends a phone's access at once. NotStored: it ends all the same, and the phone is back when the hub starts again.
    package struct RevokePhone: SingleMethod {
        package typealias Interface = PhonesInterface
        package typealias Request = RevokePhoneRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Phones.RevokePhone" }
    }
}

extension Method where Self == PhonesInterface.Pair {
    package static var pair: Self { Self() }
}

extension Method where Self == PhonesInterface.ListPhones {
    package static var listPhones: Self { Self() }
}

extension Method where Self == PhonesInterface.AllowPhone {
    package static var allowPhone: Self { Self() }
}

extension Method where Self == PhonesInterface.RevokePhone {
    package static var revokePhone: Self { Self() }
}

/// The parameters of `Phones.Pair`.
package struct PairRequest: Codable, Hashable, Sendable {
    /// The name of the phone, one line of at most 64 characters.
    package var name: String?
    /// What the phone may do, one right at least. If absent, answer alone.
    package var may: [String]?

    package init(name: String? = nil, may: [String]? = nil) {
        self.name = name
        self.may = may
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.optional("name")
        may = try fields.optional("may")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(name, forKey: "name")
        try fields.encodeIfPresent(may, forKey: "may")
    }
}

/// The reply to `Phones.Pair`.
package struct PairReply: Codable, Hashable, Sendable {
    package var links: [String]?
    /// The SHA-256 fingerprint of the certificate that the hub made for itself; absent with an administrator's.
    package var fingerprint: String?
    package var lifetime: Int?
    package var phone: String?

    package init(links: [String]? = nil, fingerprint: String? = nil, lifetime: Int? = nil, phone: String? = nil) {
        self.links = links
        self.fingerprint = fingerprint
        self.lifetime = lifetime
        self.phone = phone
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        links = try fields.optional("links")
        fingerprint = try fields.optional("fingerprint")
        lifetime = try fields.optional("lifetime")
        phone = try fields.optional("phone")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(links, forKey: "links")
        try fields.encodeIfPresent(fingerprint, forKey: "fingerprint")
        try fields.encodeIfPresent(lifetime, forKey: "lifetime")
        try fields.encodeIfPresent(phone, forKey: "phone")
    }
}

/// The reply to `Phones.ListPhones`.
package struct ListPhonesReply: Codable, Hashable, Sendable {
    package var phones: [PhonesInterface.Phone]

    package init(phones: [PhonesInterface.Phone]) {
        self.phones = phones
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        phones = try fields.value("phones")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(phones, forKey: "phones")
    }
}

/// The parameters of `Phones.AllowPhone`.
package struct AllowPhoneRequest: Codable, Hashable, Sendable {
    package var name: String
    package var may: [String]

    package init(name: String, may: [String]) {
        self.name = name
        self.may = may
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.value("name")
        may = try fields.value("may")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(name, forKey: "name")
        try fields.encode(may, forKey: "may")
    }
}

/// The parameters of `Phones.RevokePhone`.
package struct RevokePhoneRequest: Codable, Hashable, Sendable {
    package var name: String

    package init(name: String) {
        self.name = name
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        name = try fields.value("name")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(name, forKey: "name")
    }
}
