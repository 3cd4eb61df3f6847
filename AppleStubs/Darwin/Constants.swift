// Constants as Swift imports them: macros are `Int32`. The values are Darwin's.

/// Darwin.swiftinterface: `var errno: Int32 { get set }`.
public var errno: Int32 {
  get { fatalError("stub") }
  set { fatalError("stub") }
}

/// sys/errno.h: `#define EPERM 1`.
public let EPERM: Int32 = 1
/// sys/errno.h: `#define ENOENT 2`.
public let ENOENT: Int32 = 2
/// sys/errno.h: `#define EINTR 4`.
public let EINTR: Int32 = 4
/// sys/errno.h: `#define EACCES 13`.
public let EACCES: Int32 = 13
/// sys/errno.h: `#define EEXIST 17`.
public let EEXIST: Int32 = 17
/// sys/errno.h: `#define EINVAL 22`.
public let EINVAL: Int32 = 22
/// sys/errno.h: `#define ENOTTY 25`.
public let ENOTTY: Int32 = 25
/// sys/errno.h: `#define EAGAIN 35`.
public let EAGAIN: Int32 = 35
/// sys/errno.h: `#define EWOULDBLOCK EAGAIN`.
public let EWOULDBLOCK: Int32 = 35
/// sys/errno.h: `#define ENOTSUP 45`.
public let ENOTSUP: Int32 = 45
/// sys/errno.h: `#define EAFNOSUPPORT 47`.
public let EAFNOSUPPORT: Int32 = 47
/// sys/errno.h: `#define EADDRINUSE 48`.
public let EADDRINUSE: Int32 = 48
/// sys/errno.h: `#define EADDRNOTAVAIL 49`.
public let EADDRNOTAVAIL: Int32 = 49
/// sys/errno.h: `#define ENETDOWN 50`.
public let ENETDOWN: Int32 = 50
/// sys/errno.h: `#define ENETUNREACH 51`.
public let ENETUNREACH: Int32 = 51
/// sys/errno.h: `#define ECONNREFUSED 61`.
public let ECONNREFUSED: Int32 = 61
/// sys/errno.h: `#define EHOSTDOWN 64`.
public let EHOSTDOWN: Int32 = 64
/// sys/errno.h: `#define EHOSTUNREACH 65`.
public let EHOSTUNREACH: Int32 = 65

/// unistd.h: `#define STDIN_FILENO 0`.
public let STDIN_FILENO: Int32 = 0
/// unistd.h: `#define STDOUT_FILENO 1`.
public let STDOUT_FILENO: Int32 = 1
/// unistd.h: `#define STDERR_FILENO 2`.
public let STDERR_FILENO: Int32 = 2

/// sys/fcntl.h: `#define F_GETFD 1`.
public let F_GETFD: Int32 = 1
/// sys/fcntl.h: `#define F_SETFD 2`.
public let F_SETFD: Int32 = 2
/// sys/fcntl.h: `#define F_GETFL 3`.
public let F_GETFL: Int32 = 3
/// sys/fcntl.h: `#define F_SETFL 4`.
public let F_SETFL: Int32 = 4
/// sys/fcntl.h: `#define F_FULLFSYNC 51`.
public let F_FULLFSYNC: Int32 = 51
/// sys/fcntl.h: `#define FD_CLOEXEC 1`.
public let FD_CLOEXEC: Int32 = 1
/// sys/fcntl.h: `#define O_NONBLOCK 4`.
public let O_NONBLOCK: Int32 = 4
/// sys/fcntl.h: `#define LOCK_SH 1`.
public let LOCK_SH: Int32 = 1
/// sys/fcntl.h: `#define LOCK_EX 2`.
public let LOCK_EX: Int32 = 2
/// sys/fcntl.h: `#define LOCK_NB 4`.
public let LOCK_NB: Int32 = 4
/// sys/fcntl.h: `#define LOCK_UN 8`.
public let LOCK_UN: Int32 = 8
/// sys/syslimits.h: `#define PATH_MAX 1024`.
public let PATH_MAX: Int32 = 1024

/// Darwin.swiftinterface: `var S_IFMT: mode_t { get }`.
public var S_IFMT: mode_t { 0o170000 }
/// Darwin.swiftinterface: `var S_IFREG: mode_t { get }`.
public var S_IFREG: mode_t { 0o100000 }

/// sys/poll.h: `#define POLLIN 0x1`.
public let POLLIN: Int32 = 0x1
/// sys/poll.h: `#define POLLOUT 0x4`.
public let POLLOUT: Int32 = 0x4

/// sys/termios.h: `#define ECHO 0x8`.
public let ECHO: Int32 = 0x8
/// sys/termios.h: `#define ISIG 0x80`.
public let ISIG: Int32 = 0x80
/// sys/termios.h: `#define ICANON 0x100`.
public let ICANON: Int32 = 0x100
/// sys/termios.h: `#define TCSADRAIN 1`.
public let TCSADRAIN: Int32 = 1
/// Darwin.swiftinterface: `var TIOCGWINSZ: UInt { get }`.
public var TIOCGWINSZ: UInt { 0x4008_7468 }

/// sys/signal.h: `#define SIGHUP 1`.
public let SIGHUP: Int32 = 1
/// sys/signal.h: `#define SIGINT 2`.
public let SIGINT: Int32 = 2
/// sys/signal.h: `#define SIGALRM 14`.
public let SIGALRM: Int32 = 14
/// sys/signal.h: `#define SIGQUIT 3`.
public let SIGQUIT: Int32 = 3
/// sys/signal.h: `#define SIGTSTP 18`.
public let SIGTSTP: Int32 = 18
/// sys/signal.h: `#define SIGTTIN 21`.
public let SIGTTIN: Int32 = 21
/// sys/signal.h: `#define SIGTTOU 22`.
public let SIGTTOU: Int32 = 22
/// sys/signal.h: `#define SIGPIPE 13`.
public let SIGPIPE: Int32 = 13
/// sys/signal.h: `#define SIGTERM 15`.
public let SIGTERM: Int32 = 15
/// Darwin.swiftinterface: `var SIG_DFL: sig_t? { get }`.
public var SIG_DFL: sig_t? { nil }
/// Darwin.swiftinterface: `var SIG_IGN: sig_t { get }`.
public var SIG_IGN: sig_t { fatalError("stub") }
