# SPDX-License-Identifier: Apache-2.0
# A hub without a screen: its picker is a service, and a person has a phone that was paired once.

PHONE=/run/phone.json

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-'
    access_point camera MyCam-Porch security=wpa2 passphrase='camera obscura'
    local unit
    mkdir -p "$UNITS/multi-user.target.wants"
    for unit in accessory-picker avahi-daemon; do ln -s "/lib/systemd/system/$unit.service" "$UNITS/multi-user.target.wants/"; done
    printf '%s\n' '[Service]' Type=oneshot \
        'ExecStart=/usr/bin/accessoryctl setup --app org.example.camera -- /bin/cp /proc/uptime /run/visited' >"$UNITS/lab-app.service"
}

after_each() {
    agent_is_confined
    same "accessory-picker.service" active "$(systemctl is-active accessory-picker.service)"
}

phone() { guest/devices/paired-phone "$@"; }
hub_listens() { accessory-picker phones; }
process_of_the_hub() { systemctl show -P MainPID accessory-picker.service; }
hub_is_another_process() { [[ $(process_of_the_hub) != 0 && $(process_of_the_hub) != "$1" ]] && hub_listens; }
link_is_printed() { grep /open# /run/pair.txt; }
pickers_are() { answers "a['pickers'] == $1" general status; }

shows_a_request_to_its_phone_after_it_was_killed() {
    local process pairing
    power_on
    wait_until 120 "the hub listens" hub_listens
    [[ $(stat -c %u "/proc/$(process_of_the_hub)") != 0 ]] || fail "the hub runs as root"
    # Nobody could choose yet.
    pickers_are 0
    wait_until 60 "Avahi answers for this machine" avahi-resolve-host-name -4 lab.local

    accessory-picker pair --name "Anna's phone" >/run/pair.txt &
    pairing=$!
    wait_until 60 "the link is printed" link_is_printed
    same "first link" https://lab.local:8443 "$(sed -n 's#^ *\(https.*\)/open\#.*#\1#p' /run/pair.txt | head -n 1)"
    phone pair "$(sed -n 's#^ *\(https://lab.local.*\)#\1#p' /run/pair.txt)" "$PHONE"
    wait "$pairing"
    grep -F "'Anna's phone' is paired" /run/pair.txt
    wait_until 60 "the agent has the hub's picker" pickers_are 1

    process=$(process_of_the_hub)
    kill -KILL "$process"
    wait_until 60 "the hub runs again" hub_is_another_process "$process"
    wait_until 60 "the agent has the hub's picker again" pickers_are 1
    same "the phone's page" 200 "$(phone status "$PHONE")"
    # Root was not asked, so the phone answers alone until root decides otherwise.
    qrencode -o /run/label.png 'MT:Y.K9042C00KA0648G00'
    phone read "$PHONE" /run/label.png | grep -F '"field":"phone.add"'
    accessory-picker phones allow "Anna's phone" --may answer,add
    accessory-picker phones | grep -F "Anna's phone: may answer and add"
    # In the unit's sandbox, in which zbarimg has still less.
    phone read "$PHONE" /run/label.png | grep '"ecosystem":"matter"'
    systemctl start --no-block lab-app.service
    same "the phone's choice" 'done' "$(phone choose "$PHONE" MyCam-Porch 'camera obscura')"
    [[ -s /run/visited ]] || wait_until 60 "the app is at the camera" test -s /run/visited
    store_is_whole 1
    # The agent knows the hub by its unit, and takes its word for a phone.
    same "the agent's refusal of the hub" none "$(phone refusal "$PHONE")"

    accessory-picker phones revoke "Anna's phone"
    same "the page of a revoked phone" 403 "$(phone status "$PHONE")"
    wait_until 60 "nobody can choose any more" pickers_are 0
    report "the hub takes $(($(systemctl show -P MemoryCurrent accessory-picker.service) / 1000000)) MB"
}
