// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import CoreBluetooth
import Foundation

/// Takes the place of the app's windows: prints what they show, and does what a line of the input says.
@main
enum PhoneApp {
    @MainActor static var store: PlugStore?
    @MainActor static var connection: PlugConnection?

    @MainActor static func main() {
        setvbuf(stdout, nil, _IOLBF, 0)
        let store = PlugStore()
        store.onMessage = { print($0) }
        store.onPlug = { plug in
            print("plug \(plug.displayName)")
            guard connection == nil, let identifier = plug.bluetoothIdentifier else { return }
            let connection = PlugConnection(identifier: identifier)
            connection.onEvent = show
            Self.connection = connection
        }
        Self.store = store
        readLines()
        dispatchMain()
    }

    @MainActor static func show(_ event: PlugEvent) {
        switch event {
        case .state(let state): print("state \(state)")
        case .connected(let name): print("connected \(name)")
        case .disconnected(let error): print("disconnected \((error as NSError?)?.code ?? 0)")
        case .isOn(let isOn): print(isOn ? "on" : "off")
        case .written: print("written")
        case .count(let number): print("count \(number)")
        case .signal(let strength): print("signal \(strength < 0)")
        case .failed(let code, let what): print("failed \(code) \(what)")
        case .discovered(let identifier, let strength):
            print("discovered \(identifier == store?.plug?.bluetoothIdentifier) \(strength < 0)")
        }
    }

    static func readLines() {
        DispatchQueue.global().async {
            while let line = readLine() {
                DispatchQueue.main.async { obey(line) }
            }
        }
    }

    @MainActor static func obey(_ line: String) {
        switch line {
        case "on": connection?.toggle(true)
        case "quiet": connection?.stopCounting()
        case "scan": connection?.scan()
        case "disconnect": connection?.disconnect()
        case "remove": store?.removePlug()
        case "hotspot":
            Task {
                let hotspot = PlugHotspot(ssid: "MyCam-0042")
                do {
                    print("hotspot \(try await hotspot.join() ?? "none")")
                } catch {
                    print("hotspot failed \((error as NSError).code)")
                }
                hotspot.leave()
            }
        default: print("? \(line)")
        }
    }
}
