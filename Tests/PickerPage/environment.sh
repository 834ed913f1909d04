# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced, from this folder: makes the Python environment below .build, and sets python.
venv=$(realpath ../..)/.build/picker-page
for program in chromium chromedriver; do
    command -v "$program" >/dev/null || {
        echo "$program is missing: apt-get install chromium chromium-driver" >&2
        exit 1
    }
done
if ! cmp -s requirements.txt "$venv/requirements.txt"; then
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement requirements.txt
    cp requirements.txt "$venv/"
fi
# shellcheck disable=SC2034
python=("$venv/bin/python" -B)
