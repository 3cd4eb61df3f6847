/* crt_externs.h */
extern char ***_NSGetEnviron(void);
