#ifndef PROCESS_PROTECTION_H
#define PROCESS_PROTECTION_H

/// Keeps the memory of this process out of core dumps and away from other processes of the same
/// user (PR_SET_DUMPABLE, prctl(2)). A program that replaces the process isn't affected.
///
/// It is written in C because Swift can't call `prctl`, which takes a variable number of arguments.
/// Returns 0, or -1 if the system has no such setting. `errno` then has the reason.
int process_protect_memory(void);

#endif
