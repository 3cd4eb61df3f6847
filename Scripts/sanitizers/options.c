// The sanitizers' options, in each program: tests start programs with an environment of their own.
const char *__tsan_default_options(void) { return OPTIONS; }
const char *__asan_default_options(void) { return OPTIONS; }
