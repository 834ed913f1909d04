// SPDX-License-Identifier: Apache-2.0
//
// Shows the thread sanitizer the waiting half of Swift's Synchronization.Mutex. Its fast half is inlined into our code, whose
// atomics the sanitizer sees. The slow half is in libswiftSynchronization, which is not instrumented: the kernel hands the lock
// from one thread to the other (FUTEX_LOCK_PI), and without this whatever a contended Mutex guards is reported as a race.
//
// Loaded first (LD_PRELOAD), it stands before the library's three functions and adds what it knows to what they do. Nothing is
// suppressed: a race beside a Mutex is reported as before, which `control race` proves.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Of the sanitizer's runtime; programs without one are loaded with this too.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

typedef SWIFT void (*Lock)(uint32_t thread, SELF);
typedef SWIFT bool (*TryLock)(SELF);
typedef SWIFT void (*Unlock)(SELF);

// Synchronization._MutexHandle's _lockSlow(_:), _tryLockSlow() and _unlockSlow().
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
    ((Lock)original(LOCK))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock(SELF) {
    bool locked = ((TryLock)original(TRY_LOCK))(self);
    if (locked && __tsan_acquire) __tsan_acquire(self);
    return locked;
}

SWIFT void unlock(SELF) {
    if (__tsan_release) __tsan_release(self);
    ((Unlock)original(UNLOCK))(self);
}
