// SPDX-License-Identifier: Apache-2.0

/// The service's description of itself, and the replies of `org.varlink.service`.
package struct ServiceInfo: Hashable, Sendable {
    package static let interfaceName = "org.varlink.service"

    package let vendor: String
    package let product: String
    package let version: String
    package let url: String

    package init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }

    /// The reply to a call of `org.varlink.service`.
    ///
    /// - Parameter interfaces: the interfaces that this caller may see, besides `org.varlink.service` itself.
    /// - Throws: ``VarlinkError`` for an unknown interface or method.
    package func reply(to call: Call, interfaces: [Interface]) throws -> Reply {
        let visible = [Interface.service] + interfaces
        switch call.member {
        case "GetInfo":
            return .info(self, interfaces: visible.map(\.name))
        case "GetInterfaceDescription":
            let name = try call.parameters(as: DescriptionRequest.self).interface
            guard let interface = visible.first(where: { $0.name == name }) else {
                throw VarlinkError.interfaceNotFound(name)
            }
            return .description(interface.description)
        default:
            throw VarlinkError.methodNotFound(call.method)
        }
    }

    /// The two replies of `org.varlink.service`.
    package enum Reply: Hashable, Sendable, Encodable {
        case info(ServiceInfo, interfaces: [String])
        case description(String)

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .info(let info, let interfaces):
                try container.encode(info.vendor, forKey: .vendor)
                try container.encode(info.product, forKey: .product)
                try container.encode(info.version, forKey: .version)
                try container.encode(info.url, forKey: .url)
                try container.encode(interfaces, forKey: .interfaces)
            case .description(let text):
                try container.encode(text, forKey: .description)
            }
        }

        private enum Key: CodingKey { case vendor, product, version, url, interfaces, description }
    }

    private struct DescriptionRequest: Decodable {
        let interface: String
    }
}
