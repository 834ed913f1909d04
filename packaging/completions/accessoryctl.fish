# SPDX-License-Identifier: Apache-2.0
# Completion of accessoryctl(1) in fish. The tool itself knows what can stand where, and asks the agent for names.

function __accessoryctl_complete
    set -l words (commandline -opc)
    set -l tool $words[1]
    set -e words[1]
    set -l current (commandline -ct | string unescape)
    set -l found ($tool __complete $words "$current" 2>/dev/null)
    if test "$found[1]" = ":files"
        __fish_complete_path "$current"
    else
        string join \n -- $found
    end
end

complete -c accessoryctl -f -a '(__accessoryctl_complete)'
