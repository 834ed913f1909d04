// SPDX-License-Identifier: Apache-2.0

import Testing

/// A manifest that the built command line installs, beside the built agent.
@Suite(.timeLimit(.minutes(5))) struct AppAddedTests {
    @Test func theAgentKnowsAnAddedAppAtOnce() async throws {
        try await Agent.run { agent in
            let added = try await agent.ctl(
                "app", "add", "org.example.added", "--name", "Added", "--unit", "added.service", "--ssid-prefix",
                "MyCam-", "--config-dir", agent.directory)
            #expect(added.contains("Installed \(agent.directory)/apps.d/org.example.added.conf"))
            #expect(try await agent.ctl("-t", "-f", "ID", "app", "list").contains("org.example.added"))
        }
    }
}
