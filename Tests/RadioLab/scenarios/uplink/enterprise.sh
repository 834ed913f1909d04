# SPDX-License-Identifier: Apache-2.0
# The uplink is an office's (WPA2 Enterprise, EAP-TLS), and only a person's session has the password of its private key.
source guest/library/seats.sh

keys=/run/enterprise

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    daemon_is_active seat0 1
    office_is_the_uplink
}

after_each() {
    kill_program keyring
    rm -r /run/systemd/{sessions,users,seats}
    nmcli connection delete Office
    nmcli connection modify HomeNet connection.autoconnect yes
    nmcli --wait 40 connection up HomeNet
    remove_access_point office
}

cuts_no_uplink_whose_keys_password_nobody_could_type() {
    kill_program keyring
    # A login screen is nobody.
    daemon_is_active seat0 1 greeter
    access_point camera MyCam-Refused
    grant_app MyCam-Refused
    app_visits camera hotspot join --ssid MyCam-Refused
    ended 8 'does not store its passphrase'
    not is_visited camera
    gives Office profile_of wlan0
}

cuts_no_uplink_whose_keys_password_is_gone() {
    kill_program keyring
    daemon_is_active seat0 1 greeter
    nmcli connection modify Office 802-1x.private-key-password-flags 0
    sed -i '/^private-key-password=/d' "$PROFILES"/Office*.nmconnection
    nmcli connection reload
    access_point camera MyCam-Lost
    grant_app MyCam-Lost
    app_visits camera hotspot join --ssid MyCam-Lost
    ended 8 'does not store its passphrase'
    not is_visited camera
    gives Office profile_of wlan0
}

restores_the_uplink_with_the_keys_password_of_a_session() {
    local before
    before=$(times_given Office)
    access_point camera MyCam-Office
    grant_app MyCam-Office
    app_visits camera hotspot join --ssid MyCam-Office
    ended 0
    is_visited camera
    gives Office profile_of wlan0
    not gives "$before" times_given Office
}

office_is_the_uplink() { # the profile Office
    access_point office Office channel=11
    access_point_off office
    keys_are_made
    printf '%s\n' ieee8021x=1 eap_server=1 "eap_user_file=$keys/users" "ca_cert=$keys/ca.pem" "server_cert=$keys/server.pem" \
        "private_key=$keys/server.key" wpa=2 wpa_key_mgmt=WPA-EAP rsn_pairwise=CCMP own_ip_addr=127.0.0.1 >>"$AIR/office/hostapd.conf"
    access_point_on office
    nmcli connection modify HomeNet connection.autoconnect no
    nmcli connection add type wifi con-name Office ifname wlan0 ssid Office wifi-sec.key-mgmt wpa-eap 802-1x.eap tls \
        802-1x.identity client 802-1x.ca-cert "$keys/ca.pem" 802-1x.client-cert "$keys/client.pem" \
        802-1x.private-key-password-flags 1 802-1x.private-key "$keys/client.key"
    keyring_has Office "$keys/password"
    setpriv --reuid=daemon --regid=nogroup --clear-groups nmcli --wait 60 connection up Office
    gives Office profile_of wlan0
}

# An authority, a server and a client, whose private key has a password.
keys_are_made() { # once
    local name
    [[ ! -e $keys ]] || return 0
    mkdir "$keys"
    echo '* TLS' >"$keys/users"
    printf 'key secret' >"$keys/password"
    for name in ca server client; do openssl ecparam -genkey -name prime256v1 -noout -out "$keys/$name.key"; done
    openssl req -x509 -new -key "$keys/ca.key" -subj /CN=authority -days 30 -out "$keys/ca.pem"
    for name in server client; do openssl req -new -key "$keys/$name.key" -subj "/CN=$name" -out "$keys/$name.csr" && openssl x509 -req -in "$keys/$name.csr" -CA "$keys/ca.pem" -CAkey "$keys/ca.key" -CAcreateserial -days 30 -out "$keys/$name.pem"; done
    openssl pkcs8 -topk8 -in "$keys/client.key" -passout "file:$keys/password" -out "$keys/client.protected"
    mv "$keys/client.protected" "$keys/client.key"
    chmod 644 "$keys"/*
}
