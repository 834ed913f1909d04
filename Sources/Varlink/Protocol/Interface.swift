// SPDX-License-Identifier: Apache-2.0

/// An interface: its name and its description in Varlink's own notation.
package struct Interface: Hashable, Sendable {
    package let name: String
    package let description: String

    package init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}

extension Interface {
    /// The interface that every Varlink service has.
    package static let service = Interface(
        name: ServiceInfo.interfaceName,
        description: """
            # The description that every Varlink service gives of itself.
            interface org.varlink.service

            # Who made this service, what it is, and the interfaces that the caller may use.
            method GetInfo() -> (
              vendor: string,
              product: string,
              version: string,
              url: string,
              interfaces: []string
            )

            # The description of one interface, in this notation.
            method GetInterfaceDescription(interface: string) -> (description: string)

            # There is no such interface.
            error InterfaceNotFound (interface: string)

            # The interface has no such method.
            error MethodNotFound (method: string)

            # The interface has this method, but the service does not.
            error MethodNotImplemented (method: string)

            # A parameter is missing or not valid.
            error InvalidParameter (parameter: string)

            # The caller may not do this.
            error PermissionDenied ()

            # The method has to be called with 'more'.
            error ExpectedMore ()

            """)
}
