// Constants as Swift imports them: macros are `Int32`. The values are Darwin's.

/// Apple: `var errno: Int32 { get set }`, of Swift's overlay.
public var errno: Int32 {
  get { fatalError("stub") }
  set { fatalError("stub") }
}

/// Apple: `#define EPERM 1`.
public let EPERM: Int32 = 1
/// Apple: `#define ENOENT 2`.
public let ENOENT: Int32 = 2
/// Apple: `#define EINTR 4`.
public let EINTR: Int32 = 4
/// Apple: `#define EACCES 13`.
public let EACCES: Int32 = 13
/// Apple: `#define EEXIST 17`.
public let EEXIST: Int32 = 17
/// Apple: `#define EINVAL 22`.
public let EINVAL: Int32 = 22
/// Apple: `#define ENOTTY 25`.
public let ENOTTY: Int32 = 25
/// Apple: `#define EAGAIN 35`.
public let EAGAIN: Int32 = 35
/// Apple: `#define EWOULDBLOCK EAGAIN`.
public let EWOULDBLOCK: Int32 = 35
/// Apple: `#define ENOTSUP 45`.
public let ENOTSUP: Int32 = 45
/// Apple: `#define EAFNOSUPPORT 47`.
public let EAFNOSUPPORT: Int32 = 47
/// Apple: `#define EADDRINUSE 48`.
public let EADDRINUSE: Int32 = 48
/// Apple: `#define EADDRNOTAVAIL 49`.
public let EADDRNOTAVAIL: Int32 = 49
/// Apple: `#define ENETDOWN 50`.
public let ENETDOWN: Int32 = 50
/// Apple: `#define ENETUNREACH 51`.
public let ENETUNREACH: Int32 = 51
/// Apple: `#define ECONNREFUSED 61`.
public let ECONNREFUSED: Int32 = 61
/// Apple: `#define EHOSTDOWN 64`.
public let EHOSTDOWN: Int32 = 64
/// Apple: `#define EHOSTUNREACH 65`.
public let EHOSTUNREACH: Int32 = 65

/// Apple: `#define STDIN_FILENO 0`.
public let STDIN_FILENO: Int32 = 0
/// Apple: `#define STDOUT_FILENO 1`.
public let STDOUT_FILENO: Int32 = 1
/// Apple: `#define STDERR_FILENO 2`.
public let STDERR_FILENO: Int32 = 2

/// Apple: `#define F_GETFD 1`.
public let F_GETFD: Int32 = 1
/// Apple: `#define F_SETFD 2`.
public let F_SETFD: Int32 = 2
/// Apple: `#define F_GETFL 3`.
public let F_GETFL: Int32 = 3
/// Apple: `#define F_SETFL 4`.
public let F_SETFL: Int32 = 4
/// Apple: `#define F_FULLFSYNC 51`.
public let F_FULLFSYNC: Int32 = 51
/// Apple: `#define FD_CLOEXEC 1`.
public let FD_CLOEXEC: Int32 = 1
/// Apple: `#define O_NONBLOCK 4`.
public let O_NONBLOCK: Int32 = 4
/// Apple: `#define LOCK_SH 1`.
public let LOCK_SH: Int32 = 1
/// Apple: `#define LOCK_EX 2`.
public let LOCK_EX: Int32 = 2
/// Apple: `#define LOCK_NB 4`.
public let LOCK_NB: Int32 = 4
/// Apple: `#define LOCK_UN 8`.
public let LOCK_UN: Int32 = 8
/// Apple: `#define PATH_MAX 1024`.
public let PATH_MAX: Int32 = 1024

/// Apple: `var S_IFMT: mode_t { get }`, of Swift's overlay.
public var S_IFMT: mode_t { 0o170000 }
/// Apple: `var S_IFREG: mode_t { get }`, of Swift's overlay.
public var S_IFREG: mode_t { 0o100000 }

/// Apple: `#define POLLIN 0x1`.
public let POLLIN: Int32 = 0x1
/// Apple: `#define POLLOUT 0x4`.
public let POLLOUT: Int32 = 0x4

/// Apple: `#define ECHO 0x8`.
public let ECHO: Int32 = 0x8
/// Apple: `#define ISIG 0x80`.
public let ISIG: Int32 = 0x80
/// Apple: `#define ICANON 0x100`.
public let ICANON: Int32 = 0x100
/// Apple: `#define TCSADRAIN 1`.
public let TCSADRAIN: Int32 = 1
/// Apple: `var TIOCGWINSZ: UInt { get }`, of Swift's overlay.
public var TIOCGWINSZ: UInt { 0x4008_7468 }

/// Apple: `#define SIGHUP 1`.
public let SIGHUP: Int32 = 1
/// Apple: `#define SIGINT 2`.
public let SIGINT: Int32 = 2
/// Apple: `#define SIGALRM 14`.
public let SIGALRM: Int32 = 14
/// Apple: `#define SIGQUIT 3`.
public let SIGQUIT: Int32 = 3
/// Apple: `#define SIGTSTP 18`.
public let SIGTSTP: Int32 = 18
/// Apple: `#define SIGTTIN 21`.
public let SIGTTIN: Int32 = 21
/// Apple: `#define SIGTTOU 22`.
public let SIGTTOU: Int32 = 22
/// Apple: `#define SIGPIPE 13`.
public let SIGPIPE: Int32 = 13
/// Apple: `#define SIGTERM 15`.
public let SIGTERM: Int32 = 15
/// Apple: `var SIG_DFL: sig_t? { get }`, of Swift's overlay.
public var SIG_DFL: sig_t? { nil }
/// Apple: `var SIG_IGN: sig_t { get }`, of Swift's overlay.
public var SIG_IGN: sig_t { fatalError("stub") }
