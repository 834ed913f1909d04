# SPDX-License-Identifier: Apache-2.0
# One radio: the client, the agent or NetworkManager is stopped for a while without ending: by SIGSTOP, a debugger, or a laptop's lid.

# The length of an absence, in seconds.
away=$LAB_PATIENCE

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd; }
after_each() { accessoryctl general status; }

stays_stopped() { kill -STOP "$(<"$1")" && pause "$away" && kill -CONT "$(<"$1")"; } # PIDFILE

keeps_the_lease_of_a_client_that_is_stopped() {
    access_point camera MyCam-Client
    app_stays_at camera setup --ssid MyCam-Client --select MyCam-Client
    stays_stopped "$AGENT/app.pid"
    ours_is_on wlan0
    let_go
    ended 0
}

restores_the_uplink_when_a_stopped_client_is_killed() {
    access_point camera MyCam-Killed
    app_stays_at camera setup --ssid MyCam-Killed --select MyCam-Killed
    kill -STOP "$(<"$AGENT/app.pid")"
    pause "$away"
    kill_app
}

answers_others_while_a_client_is_stopped_in_mid_join() {
    app_is_joining camera MyCam-Mid
    kill -STOP "$(<"$AGENT/app.pid")"
    accessoryctl general status
    wait_until 120 "the join that failed is over" uplink_is_activated
    pause "$away"
    kill -CONT "$(<"$AGENT/app.pid")"
    ended 4 NoAddress
}

restores_the_uplink_after_the_agent_was_stopped_while_joined() {
    access_point camera MyCam-Agent
    app_stays_at camera setup --ssid MyCam-Agent --select MyCam-Agent
    stays_stopped "$AGENT/accessoryd.pid"
    wait_until 20 "the agent answers" accessoryctl general status
    let_go
    has_ended
}

restores_the_uplink_after_the_agent_was_stopped_in_mid_join() {
    app_is_joining camera MyCam-AgentMid
    stays_stopped "$AGENT/accessoryd.pid"
    lost_its_lease
    app_may_not MyCam-AgentMid
}

restores_the_uplink_when_a_stopped_agent_is_killed() {
    access_point camera MyCam-AgentKilled
    app_stays_at camera setup --ssid MyCam-AgentKilled --select MyCam-AgentKilled
    kill -STOP "$(<"$AGENT/accessoryd.pid")"
    pause "$away"
    kill_accessoryd
    lost_its_lease
    start_accessoryd
    app_may MyCam-AgentKilled
}

# For longer than the accessory has to give an address.
blames_no_accessory_while_networkmanager_is_stopped() {
    app_is_joining camera MyCam-Blamed
    kill -STOP "$(<"$SERVICES/NetworkManager.pid")"
    pause 60
    kill -CONT "$(<"$SERVICES/NetworkManager.pid")"
    lost_its_lease 'NetworkManager does not answer'
}
