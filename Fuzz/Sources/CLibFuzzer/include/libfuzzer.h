// libFuzzer's entry for programs that have a `main` of their own (compiler-rt, FuzzerInterface.h). It doesn't return while it fuzzes.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *octets, size_t count));
