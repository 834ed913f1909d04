// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// One request to an address of the home network: who is there?
struct AddressCheck {
    private let pages: WebPages
    private let question: IdentityQuestion

    /// Throws `Refusal` for an address that is none of a home network: a station can announce any, and this machine must
    /// not ask elsewhere for it.
    init(_ place: CheckOrder.Place) throws(Refusal) {
        guard IPAddress(place.address)?.isOfHome == true else {
            throw Refusal("'\(place.address.printable)' is no address of a home network")
        }
        pages = WebPages(gateway: place.address, interface: place.interface)
        question = IdentityQuestion(place.family)
    }

    func run() throws(Refusal) -> CheckAnswer {
        switch try pages.reach(question.request) {
        case .answered(let answer): question.identity(in: answer).map { .named($0) } ?? .reached
        case .there: .reached
        case .silent: .silent
        }
    }
}
