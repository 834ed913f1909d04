// SPDX-License-Identifier: Apache-2.0

// Requests, answers and values have passphrases in them. Their descriptions show sizes alone.

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    public var description: String {
        let path = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return "\(method.rawValue) \(path)\(path.count < target.count ? "?…" : ""), \(body.count) bytes"
    }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPAnswer: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(status), \(body.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ProvisioningEffect: CustomStringConvertible, CustomReflectable {
    public var description: String {
        switch self {
        case .request(let request): "request \(request)"
        case .read(let handle): "read \(handle)"
        case .write(let handle, let value): "write \(value.count) bytes to \(handle)"
        case .subscribe(let handle): "subscribe to \(handle)"
        case .wait(let time): "wait \(time)"
        case .report(let step): "report \(step)"
        case .finish(let outcome): "finish: \(outcome)"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
