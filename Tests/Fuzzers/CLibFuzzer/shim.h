// SPDX-License-Identifier: Apache-2.0
// The one function of libFuzzer that a program with a main of its own calls (compiler-rt, fuzzer/FuzzerInterface.h).
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
