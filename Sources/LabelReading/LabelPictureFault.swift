// SPDX-License-Identifier: Apache-2.0

package import AccessoryProvisioning
import Glibc

/// The reason why a picture gives no label. Never quotes what it shows, which can be a secret.
package enum LabelPictureFault: Error, Hashable, Sendable {
    /// `zbarimg` is not installed.
    case noDecoder
    /// With the decoder's exit status. The file is damaged, or takes too much memory.
    case unreadable(Int32)
    case tooLong
    /// No QR code was found.
    case nothing
    case several(Int)
    /// There is a QR code, and no label in it.
    case label(LabelFault)
    /// A call failed with an error number.
    case system(String, Int32)
}

extension LabelPictureFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDecoder: "reading a picture needs zbarimg: `sudo apt-get install zbar-tools` installs it"
        case .unreadable(let status):
            "zbarimg cannot read the picture (status \(status)); it is damaged, or it has too many pixels"
        case .tooLong: "reading the picture took too long; make it smaller"
        case .nothing: "no QR code was found; take the picture from nearer, in more light"
        case .several(let count): "the picture shows \(count) labels; cut it to one of them"
        case .label(let fault): fault.description
        case .system(let subject, let code): "\(subject): \(String(cString: strerror(code)))"
        }
    }
}
