# SPDX-License-Identifier: Apache-2.0
# Measures the time from when NetworkManager is ready until a program is at its accessory, each in a boot of its own: with the
# unit that an integrator writes today, and with a plan. Each prints its time in centiseconds.

SECRET='camera obscura'

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-'
    consumer
    access_point camera MyCam-Race security=wpa2 passphrase="$SECRET"
}

after_each() {
    machine_is_at_rest
    local ready
    ready=$(systemctl show -P ActiveEnterTimestampMonotonic NetworkManager.service)
    awk -v joined="$(<"$AIR/camera/visited")" -v ready="$ready" 'BEGIN { printf "took %d\n", joined * 100 - ready / 10000 }' >&3
}

by_nmcli() {
    unit lab-script.service '[Unit]' Wants=NetworkManager.service After=NetworkManager.service \
        '[Service]' Type=oneshot "ExecStart=$PWD/guest/programs/script MyCam-Race '$SECRET' $PWD/guest/programs/visit camera"
    rm "$UNITS"/{multi-user,sockets}.target.wants/accessoryd*
    power_on
    wait_until 120 "the script's program is at the camera" is_visited
    wait_until 60 "the script ends" gives inactive systemctl show -P ActiveState lab-script.service
    same "result of the script" success "$(systemctl show -P Result lab-script.service)"
}

by_a_plan() {
    credential camera "$SECRET"
    # As nmcli chooses. The default, only, would look at every channel first, to be sure that there is no other.
    plan camera Afterwards=run Choose=strongest '[Accessory]' SSID=MyCam-Race PassphraseCredential=camera \
        '[Program]' "Command=$PWD/guest/programs/visit camera"
    power_on
    ends_well
}

is_visited() { [[ -s $AIR/camera/visited ]]; }
