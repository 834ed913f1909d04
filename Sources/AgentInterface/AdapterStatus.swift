// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension AdapterStatus {
    package init(_ adapter: Adapter, secondStation: SecondStation? = nil) {
        let (state, detail): (State, String?) =
            switch adapter.activity {
            case .idle: (.idle, nil)
            case .connecting(let name, _): (.connecting, name)
            case .connected(let name, _): (.connected, name)
            case .accessory(let ssid): (.accessory, ssid.description)
            case .unusable(let why): (.unusable, why.rawValue)
            }
        self.init(interface: adapter.interface, state: state, detail: detail, secondStation: secondStation)
    }
}
