// SPDX-License-Identifier: Apache-2.0

/// A reason why the page cannot be served as requested.
protocol PageFault: Error, CustomStringConvertible {}

extension StateFault: PageFault {}
extension CertificateFault: PageFault {}

/// The reason why the page cannot be served at the requested address.
struct ListenFault: PageFault {
    let address: ListenAddress
    let detail: String

    var description: String {
        "cannot listen on \(ListenAddress.text(address.address, port: address.port)): \(detail)"
    }
}
