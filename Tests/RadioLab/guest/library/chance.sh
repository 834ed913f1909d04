# SPDX-License-Identifier: Apache-2.0
# Draws that the same seed repeats, on every machine and in every version of bash: splitmix64, in signed numbers.

begin_chances() { chance=$1; } # SEED

# draw COUNT: one number from 0 to COUNT - 1, in drawn.
draw() {
    local mixed
    ((chance += -7046029254386353131, mixed = chance)) || :
    ((mixed = (mixed ^ (mixed >> 30 & 0x3ffffffff)) * -4658895280553007687)) || :
    ((mixed = (mixed ^ (mixed >> 27 & 0x1fffffffff)) * -7723592293110705685)) || :
    ((mixed ^= mixed >> 31 & 0x1ffffffff, drawn = (mixed & 0x7fffffffffffffff) % $1)) || :
}

# draw_from WORD...: one of them, in drawn.
draw_from() {
    draw $#
    drawn=${*:drawn + 1:1}
}
