/* sys/errno.h */
extern int *__error(void);
#define errno (*__error())
#define ENOTSUP 45
