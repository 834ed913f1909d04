// SPDX-License-Identifier: Apache-2.0

import CNftables
import Glibc

/// The kernel's rules, by libnftables in this process. Used by one thread at a time.
final class Rules {
    struct Fault: Error, CustomStringConvertible {
        let description: String
        /// All that nftables prints: each command that failed is a line of it.
        var text = ""
    }

    private let context: OpaquePointer

    /// Throws if the library cannot begin, as without netlink.
    init() throws(Fault) {
        guard let made = nft_ctx_new(UInt32(NFT_CTX_DEFAULT)) else {
            throw Fault(description: "libnftables cannot begin")
        }
        context = made
        nft_ctx_buffer_output(made)
        nft_ctx_buffer_error(made)
        nft_ctx_output_set_flags(made, UInt32(NFT_CTX_OUTPUT_JSON))
    }

    deinit { nft_ctx_free(context) }

    /// Performs commands in one transaction, and returns what they show.
    @discardableResult
    func run(_ commands: String) throws(Fault) -> String { try check(nft_run_cmd_from_buffer(context, commands)) }

    func load(_ file: String) throws(Fault) { try check(nft_run_cmd_from_filename(context, file)) }

    @discardableResult
    private func check(_ status: Int32) throws(Fault) -> String {
        // Both are the library's until the next command. Reading empties them.
        let output = String(cString: nft_ctx_get_output_buffer(context))
        let error = String(cString: nft_ctx_get_error_buffer(context))
        guard status == 0 else {
            let line = error.split(separator: "\n").first { $0.contains("Error:") } ?? "nftables reports no reason"
            throw Fault(description: String(line.drop { $0 != "E" }.prefix(200)), text: error)
        }
        return output
    }
}
