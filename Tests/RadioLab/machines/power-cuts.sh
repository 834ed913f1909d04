# SPDX-License-Identifier: Apache-2.0
# The power is cut at any moment of a boot that sets up an accessory, and the next boot ends as if it had not been cut. Each run
# has other moments. LAB_POWER_CUTS is the number of rounds, by default three.
# shellcheck disable=SC2034,SC2154 # rounds is read by machines/play; boot and luck come from guest/machine
rounds[comes_up_again_after_a_power_cut]=${LAB_POWER_CUTS:-3}

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-'
    consumer
}

comes_up_again_after_a_power_cut() {
    access_point camera MyCam-Porch security=wpa2 passphrase='camera obscura'
    credential porch 'camera obscura'
    plan porch-camera '[Accessory]' SSID=MyCam-Porch PassphraseCredential=porch
    ((boot == 1)) || report "$(what_was_cut)"
    power_on
    if ((boot == 1)); then
        # Before that, the agent has no part in it.
        wait_until 120 "the agent begins" test -e /var/lib/accessoryd/accessoryd.db
        local milliseconds=$((luck % 5000))
        pause "$((milliseconds / 1000)).$(printf %03d $((milliseconds % 1000)))"
        cut_power "$milliseconds ms after the agent began"
    fi
    ends_well
    machine_is_at_rest
    plan_is_done porch-camera
    store_is_whole 1
}

joins_what_is_kept_again_after_a_power_cut() {
    access_point camera MyCam-Kept security=wpa2 passphrase='camera obscura'
    credential porch 'camera obscura'
    plan porch-camera Afterwards=keep '[Accessory]' SSID=MyCam-Kept PassphraseCredential=porch
    power_on
    ends_well
    camera_is_kept
    store_is_whole 1
    ((boot > 1)) || cut_power "while the accessory was kept"
}
