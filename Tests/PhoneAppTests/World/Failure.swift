// SPDX-License-Identifier: Apache-2.0

/// The error that a body throws, if any.
func failure(of body: () async throws -> Void) async -> (any Error)? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}
