#include "ProcessCalls.h"

#if defined(__linux__)
#include <sys/prctl.h>

int process_protect_memory(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
#else
#include <errno.h>

int process_protect_memory(void) {
  errno = ENOTSUP;
  return -1;
}
#endif

#if defined(__APPLE__)
#include <crt_externs.h>

char **process_environment(void) { return *_NSGetEnviron(); }
#else
extern char **environ;

char **process_environment(void) { return environ; }
#endif
