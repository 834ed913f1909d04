// SPDX-License-Identifier: Apache-2.0
// A program's own record of its deaths by a trap: the handler does what signal-safety(7) allows, and no more.
#define _GNU_SOURCE
#include "CLinux.h"
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int record = -1;
static off_t place;

static void note(int signal) {
    struct timespec now;
    uint64_t seconds = clock_gettime(CLOCK_BOOTTIME, &now) == 0 ? (uint64_t)now.tv_sec : 0;
    ssize_t written = pwrite(record, &seconds, sizeof seconds, place);
    (void)written;
    // The default action is in force again.
    raise(signal);
}

int linux_note_traps(int file, off_t at) {
    static const int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
    record = file;
    place = at;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = SA_RESETHAND | SA_NODEFER;
    for (size_t index = 0; index < sizeof traps / sizeof *traps; index++)
        if (sigaction(traps[index], &action, NULL) != 0) return -1;
    return 0;
}
