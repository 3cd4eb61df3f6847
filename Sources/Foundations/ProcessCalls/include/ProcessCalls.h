#ifndef PROCESS_CALLS_H
#define PROCESS_CALLS_H

/// Keeps the memory of this process out of core dumps and away from other processes of the same
/// user (PR_SET_DUMPABLE, prctl(2)). A program that replaces the process isn't affected.
///
/// It is written in C because Swift can't call `prctl`, which takes a variable number of arguments.
/// Returns 0, or -1 if the system has no such setting. `errno` then has the reason.
int process_protect_memory(void);

/// The environment variables of this process, as `execve` and `posix_spawn` take them.
///
/// It is written in C because Apple's `crt_externs.h` isn't in the module Darwin: an explicit
/// submodule in some SDKs, in no module in others.
char **process_environment(void);

#endif
