// Tells ThreadSanitizer about `Synchronization.Mutex`. On Linux a mutex that is free is locked by code in the caller, which
// the sanitizer sees. One that isn't free is handed on by the kernel (FUTEX_LOCK_PI), called by three functions of
// libswiftSynchronization.so, which the sanitizer doesn't see: it takes the next owner's access for a race.
// These functions have the names of those three, so the linker prefers them. They call those and report the order.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define MUTEX __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

void __tsan_acquire(void *);
void __tsan_release(void *);

SWIFT void lock_slow(uint32_t thread, MUTEX) __asm__(LOCK);
SWIFT void unlock_slow(MUTEX) __asm__(UNLOCK);
SWIFT bool try_lock_slow(MUTEX) __asm__(TRY_LOCK);

static SWIFT void (*lock)(uint32_t, MUTEX);
static SWIFT void (*unlock)(MUTEX);
static SWIFT bool (*try_lock)(MUTEX);

// Before anything of Swift runs. A program without a mutex has no such library and calls none of them.
__attribute__((constructor(101))) static void find(void) {
  *(void **)&lock = dlsym(RTLD_NEXT, LOCK);
  *(void **)&unlock = dlsym(RTLD_NEXT, UNLOCK);
  *(void **)&try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
}

SWIFT void lock_slow(uint32_t thread, MUTEX) {
  lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlock_slow(MUTEX) {
  __tsan_release(mutex);
  unlock(mutex);
}

SWIFT bool try_lock_slow(MUTEX) {
  bool locked = try_lock(mutex);
  if (locked) __tsan_acquire(mutex);
  return locked;
}
