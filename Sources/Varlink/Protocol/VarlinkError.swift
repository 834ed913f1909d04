// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// An error in its form on the wire: its full name and its parameters.
///
/// The standard errors are those of the interface `org.varlink.service`.
package struct VarlinkError: Error, Hashable, Sendable {
    /// The interface's name, a dot and the error's name.
    package let name: String
    package let parameters: [String: JSONValue]

    package init(_ name: String, parameters: [String: JSONValue] = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// The parameters as the type that the interface defines.
    package func parameters<P: Decodable>(as type: P.Type = P.self) throws -> P {
        try JSONDecoder().decode(type, from: JSONEncoder.message.encode(parameters))
    }
}

extension VarlinkError {
    package static func interfaceNotFound(_ interface: String) -> Self {
        Self(service("InterfaceNotFound"), parameters: ["interface": .string(interface)])
    }

    package static func methodNotFound(_ method: String) -> Self {
        Self(service("MethodNotFound"), parameters: ["method": .string(method)])
    }

    package static func methodNotImplemented(_ method: String) -> Self {
        Self(service("MethodNotImplemented"), parameters: ["method": .string(method)])
    }

    /// `field` is the path of the offending member, such as `items[0].descriptor.ssid`.
    package static func invalidParameter(_ field: String) -> Self {
        Self(service("InvalidParameter"), parameters: ["parameter": .string(field)])
    }

    package static let permissionDenied = Self(service("PermissionDenied"))

    /// The method answers with a stream, and was called without `more`.
    package static let expectedMore = Self(service("ExpectedMore"))

    private static func service(_ error: String) -> String { "\(ServiceInfo.interfaceName).\(error)" }
}

extension VarlinkError {
    /// The same error, for parameters that could not be decoded.
    package static func invalidParameter(_ error: DecodingError) -> Self {
        .invalidParameter(path(of: error))
    }

    private static func path(of error: DecodingError) -> String {
        let keys: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        var path = ""
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return path.isEmpty ? "parameters" : path
    }
}

extension VarlinkError: CustomStringConvertible {
    package var description: String {
        guard !parameters.isEmpty, let json = try? JSONEncoder.message.encode(parameters) else { return name }
        return "\(name) \(String(decoding: json, as: UTF8.self))"
    }
}
