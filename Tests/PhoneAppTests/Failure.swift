// SPDX-License-Identifier: Apache-2.0

/// What something throws, if it does.
func failure(of body: () async throws -> Void) async -> (any Error)? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}
