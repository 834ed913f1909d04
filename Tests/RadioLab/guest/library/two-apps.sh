# SPDX-License-Identifier: Apache-2.0
# Another app beside the one of accessory.sh, each at its own accessory behind a fence.
source guest/library/fence.sh

# Another app, which is a program of other.service.
another_app_is_known() { # LINE...
    printf '%s\n' '[App]' Name=Other '[Identity]' Units=other.service '[Discovery]' SSIDPrefixes=Other- '[Network]' "$@" \
        >"$AGENT/config/apps.d/org.example.other.conf"
}

another_app_joins() { # SSID
    accessoryctl access grant --app org.example.other --ssid "$1"
    start_program other become system.slice/other.service "$PWD/guest/programs/holder" "$AGENT/runtime/app.socket" "$1"
}

# Each of two apps is at its camera, MyCam-WORD and Other-WORD. Action cameras all have the same address. The options are the second
# access point's. No scenario shares its names with the one before: for some seconds an access point counts as there that has gone.
two_cameras_have_one_address() { # WORD [OPTION...]
    access_point camera "MyCam-$1" subnet=55 web='the first'
    access_point other "Other-$1" subnet=55 web='the second' "${@:2}"
    app_holds camera "MyCam-$1"
    another_app_joins "Other-$1"
    wait_until 60 "the other app is at its accessory" has_printed other 'joined '
    wait_until 15 "both are fenced" gives 'cgroup cgroup' fences
    echo "this machine's addresses: $(our_address "$(interface_at camera)") and $(our_address "$(interface_at other)")"
}

fences() { accessoryctl -t -f FENCE hotspot status | sort | xargs; }

# The interface with which the holder at this access point has joined it.
interface_at() { sed -n 's/^joined \([a-z]*[0-9]\) .*/\1/p' "$AGENT/$([[ $1 == camera ]] && echo output || echo other.output)"; } # NAME
