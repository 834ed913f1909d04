// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLinux.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The part of sd-bus that is used here (sd-bus(3)).
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
struct functions {
    int (*open_system)(sd_bus **);
    int (*open_user)(sd_bus **);
    int (*set_method_call_timeout)(sd_bus *, uint64_t);
    int (*call_method)(sd_bus *, const char *, const char *, const char *, const char *, void *, sd_bus_message **, const char *, ...);
    int (*process)(sd_bus *, sd_bus_message **);
    int (*wait)(sd_bus *, uint64_t);
    int (*message_is_signal)(sd_bus_message *, const char *, const char *);
    int (*message_read)(sd_bus_message *, const char *, ...);
    sd_bus_message *(*message_unref)(sd_bus_message *);
    sd_bus *(*flush_close_unref)(sd_bus *);
};

static const char systemd[] = "org.freedesktop.systemd1", object[] = "/org/freedesktop/systemd1";
static const char interface[] = "org.freedesktop.systemd1.Manager";
// For each answer, and for the job. A person waits.
static const uint64_t patience = 2000000;

static int find(void *library, struct functions *found) {
    static const char *const names[] = {
        "sd_bus_open_system", "sd_bus_open_user", "sd_bus_set_method_call_timeout", "sd_bus_call_method", "sd_bus_process",
        "sd_bus_wait", "sd_bus_message_is_signal", "sd_bus_message_read", "sd_bus_message_unref", "sd_bus_flush_close_unref",
    };
    _Static_assert(sizeof *found == sizeof names, "each function has a name");
    void **function = (void **)found;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!(function[i] = dlsym(library, names[i]))) return -ENOSYS;
    return 0;
}

static uint64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

// Waits until the manager has done this job.
static int await(const struct functions *sd, sd_bus *bus, const char *job) {
    for (uint64_t end = microseconds() + patience, now; (now = microseconds()) < end;) {
        sd_bus_message *message = NULL;
        int status = sd->process(bus, &message);
        if (status < 0) return status;
        if (message) {
            uint32_t number;
            const char *path, *unit, *result;
            int is_job = sd->message_is_signal(message, interface, "JobRemoved") > 0 &&
                         sd->message_read(message, "uoss", &number, &path, &unit, &result) >= 0 && strcmp(path, job) == 0;
            int is_done = is_job && strcmp(result, "done") == 0;
            sd->message_unref(message);
            if (is_job) return is_done ? 0 : -ECANCELED;
        } else if (status == 0 && (status = sd->wait(bus, end - now)) < 0 && status != -EINTR) {
            return status;
        }
    }
    return -ETIMEDOUT;
}

static int enter(const struct functions *sd, sd_bus *bus, const char *name, const char *description) {
    sd_bus_message *reply = NULL;
    sd->set_method_call_timeout(bus, patience);
    int status = sd->call_method(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", NULL, NULL, "s",
        "type='signal',sender='org.freedesktop.systemd1',interface='org.freedesktop.systemd1.Manager',member='JobRemoved'");
    if (status < 0) return status;
    const char *job;
    status = sd->call_method(
        bus, systemd, object, interface, "StartTransientUnit", NULL, &reply, "ssa(sv)a(sa(sv))", name, "fail", 3, "PIDs", "au", 1,
        (uint32_t)getpid(), "CollectMode", "s", "inactive-or-failed", "Description", "s", description, 0);
    if (status >= 0 && (status = sd->message_read(reply, "o", &job)) >= 0) status = await(sd, bus, job);
    sd->message_unref(reply);
    return status;
}

int linux_enter_scope(const char *name, const char *description) {
    void *library = dlopen("libsystemd.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        errno = ENOSYS;
        return -1;
    }
    struct functions sd;
    sd_bus *bus = NULL;
    int status = find(library, &sd);
    if (status == 0 && (status = geteuid() == 0 ? sd.open_system(&bus) : sd.open_user(&bus)) >= 0)
        status = enter(&sd, bus, name, description);
    if (bus) sd.flush_close_unref(bus);
    // The library stays: some of its own destroys thread-local data at the end of a thread.
    if (status >= 0) return 0;
    errno = -status;
    return -1;
}
