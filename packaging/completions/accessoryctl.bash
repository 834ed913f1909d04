# SPDX-License-Identifier: Apache-2.0
# Completion of accessoryctl(1) in bash. The tool itself knows what can stand where, and asks the agent for names.

_accessoryctl() {
    local -a found
    local candidate
    COMPREPLY=()
    mapfile -t found < <("$1" __complete --line "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    if [[ ${found[0]-} == :files ]]; then
        compopt -o default
        return
    fi
    for candidate in "${found[@]}"; do
        candidate=${candidate%%$'\t'*}
        # Within quotes the word stays as it is.
        [[ ${COMP_WORDS[COMP_CWORD]} == [\"\']* ]] || printf -v candidate %q "$candidate"
        COMPREPLY+=("$candidate")
    done
}

complete -o nosort -F _accessoryctl accessoryctl
