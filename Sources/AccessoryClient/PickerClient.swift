// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
import Varlink

/// `org.accessoryd.Picker`: shows presentations to a person and returns the choice.
package struct PickerClient: Sendable {
    private let socket: AgentSocket

    package init(_ sockets: AgentSockets, at entrance: AgentSockets.Entrance = .control) {
        socket = AgentSocket(path: sockets.path(of: entrance))
    }

    /// Makes the caller a picker as long as the stream is read; leaving it cancels its presentation.
    ///
    /// - Parameter own: it shows only the requests of this process.
    package func register(own: Bool = false) throws -> AgentStream<RegisterReply> {
        try socket.stream(name(.register), RegisterRequest(own: own ? true : nil))
    }

    package func select(_ request: SelectRequest) async throws {
        let _: Nothing = try await socket.call(name(.select), request)
    }

    package func answer(_ request: AnswerRequest) async throws {
        let _: Nothing = try await socket.call(name(.answer), request)
    }

    package func image(_ reference: String) async throws -> ImageReply {
        try await socket.call(name(.getImage), ImageQuery(image: reference))
    }

    /// - Parameter reason: nil if a person cancelled.
    package func cancel(presentation: String, reason: CancelReason? = nil) async throws {
        let _: Nothing = try await socket.call(
            name(.cancel), CancelRequest(presentation: presentation, reason: reason))
    }

    private func name(_ method: PickerMethod) -> String { "\(InterfaceName.picker.rawValue).\(method.rawValue)" }
}
