// libFuzzer's entry point for programs with their own `main` (compiler-rt, FuzzerInterface.h). It
// returns only when fuzzing ends.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t count));
