// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

import AgentInterface
package import Varlink

/// The methods of org.accessoryd.Link.
package enum LinkInterface {
    package static let name = "org.accessoryd.Link"
    /// All of them, in the order of the description.
    package typealias Methods = (
        Fence, Open, AddStation, RemoveStation
    )

    /// Fences an interface: only these subjects send through it, and only answers come in. Called again, it replaces
    /// the subjects and renews the fence, which otherwise ends after 30 s.
    package struct Fence: SingleMethod {
        package typealias Interface = LinkInterface
        package typealias Request = FenceRequest
        package typealias Reply = FenceReply
        package static var name: String { "org.accessoryd.Link.Fence" }
    }

    /// Ends the fence of an interface.
    package struct Open: SingleMethod {
        package typealias Interface = LinkInterface
        package typealias Request = OpenRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Link.Open" }
    }

    /// Makes a second station on the radio of an interface.
    package struct AddStation: SingleMethod {
        package typealias Interface = LinkInterface
        package typealias Request = AddStationRequest
        package typealias Reply = AddStationReply
        package static var name: String { "org.accessoryd.Link.AddStation" }
    }

    /// Removes a station that AddStation has made.
    package struct RemoveStation: SingleMethod {
        package typealias Interface = LinkInterface
        package typealias Request = RemoveStationRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Link.RemoveStation" }
    }
}

extension Method where Self == LinkInterface.Fence {
    package static var fence: Self { Self() }
}

extension Method where Self == LinkInterface.Open {
    package static var open: Self { Self() }
}

extension Method where Self == LinkInterface.AddStation {
    package static var addStation: Self { Self() }
}

extension Method where Self == LinkInterface.RemoveStation {
    package static var removeStation: Self { Self() }
}

/// The parameters of `Link.Fence`.
package struct FenceRequest: Codable, Hashable, Sendable {
    /// A Wi-Fi interface that NetworkManager has associated with a profile of the agent's.
    package var interface: String
    /// 1 to 16. A cgroup that does not exist is left out.
    package var subjects: [Subject]
    /// At most 16 ports at which the accessory may begin, such as udp:5004.
    package var accept: [String]
    /// The interface is about to join the accessory. It is fenced if it has no address of IPv4, and none of IPv6
    /// but a link-local one. Otherwise the call fails with Undecided, and it is fenced as soon as that is so,
    /// within 12 s. NetworkManager is asked only of a fence that stands: it has agreed to that, or there is an
    /// address by now.
    package var early: Bool?

    package init(interface: String, subjects: [Subject], accept: [String], early: Bool? = nil) {
        self.interface = interface
        self.subjects = subjects
        self.accept = accept
        self.early = early
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        interface = try fields.value("interface")
        subjects = try fields.value("subjects")
        accept = try fields.value("accept")
        early = try fields.optional("early")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(interface, forKey: "interface")
        try fields.encode(subjects, forKey: "subjects")
        try fields.encode(accept, forKey: "accept")
        try fields.encodeIfPresent(early, forKey: "early")
    }
}

/// The reply to `Link.Fence`.
package struct FenceReply: Codable, Hashable, Sendable {
    package var fence: FenceState

    package init(fence: FenceState) {
        self.fence = fence
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        fence = try fields.value("fence")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(fence, forKey: "fence")
    }
}

/// The parameters of `Link.Open`.
package struct OpenRequest: Codable, Hashable, Sendable {
    package var interface: String

    package init(interface: String) {
        self.interface = interface
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        interface = try fields.value("interface")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(interface, forKey: "interface")
    }
}

/// The parameters of `Link.AddStation`.
package struct AddStationRequest: Codable, Hashable, Sendable {
    /// The network interface of the radio, such as wlan0.
    package var radio: String
    /// The station's MAC address.
    package var address: String

    package init(radio: String, address: String) {
        self.radio = radio
        self.address = address
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        radio = try fields.value("radio")
        address = try fields.value("address")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(radio, forKey: "radio")
        try fields.encode(address, forKey: "address")
    }
}

/// The reply to `Link.AddStation`.
package struct AddStationReply: Codable, Hashable, Sendable {
    package var interface: String

    package init(interface: String) {
        self.interface = interface
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        interface = try fields.value("interface")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(interface, forKey: "interface")
    }
}

/// The parameters of `Link.RemoveStation`.
package struct RemoveStationRequest: Codable, Hashable, Sendable {
    package var interface: String

    package init(interface: String) {
        self.interface = interface
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        interface = try fields.value("interface")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(interface, forKey: "interface")
    }
}
