// The types of Darwin's C library, as Swift imports them. Some differ from Linux's: `mode_t` has 16
// bits there, `tcflag_t` has 64, and `DIR` is a complete structure.

/// sys/_types/_mode_t.h: `typedef __uint16_t mode_t`.
public typealias mode_t = UInt16
/// sys/_types/_off_t.h: `typedef __int64_t off_t`.
public typealias off_t = Int64
/// sys/_types/_pid_t.h: `typedef __int32_t pid_t`.
public typealias pid_t = Int32
/// sys/_types/_uid_t.h: `typedef __uint32_t uid_t`.
public typealias uid_t = UInt32
/// sys/_types/_useconds_t.h: `typedef __uint32_t useconds_t`.
public typealias useconds_t = UInt32
/// sys/poll.h: `typedef unsigned int nfds_t`.
public typealias nfds_t = UInt32
/// sys/termios.h: `typedef unsigned long tcflag_t`.
public typealias tcflag_t = UInt
/// sys/termios.h: `typedef unsigned char cc_t`.
public typealias cc_t = UInt8
/// sys/termios.h: `typedef unsigned long speed_t`.
public typealias speed_t = UInt
/// sys/signal.h: `typedef void (*sig_t)(int)`.
public typealias sig_t = @convention(c) (Int32) -> Void

/// spawn.h: `typedef void *posix_spawn_file_actions_t`, which Linux imports as a structure.
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
/// spawn.h: `typedef void *posix_spawnattr_t`.
public typealias posix_spawnattr_t = UnsafeMutableRawPointer

/// sys/termios.h: `struct termios`, without its control characters.
public struct termios: Sendable {
  /// sys/termios.h: `tcflag_t c_iflag`.
  public var c_iflag: tcflag_t = 0
  /// sys/termios.h: `tcflag_t c_oflag`.
  public var c_oflag: tcflag_t = 0
  /// sys/termios.h: `tcflag_t c_cflag`.
  public var c_cflag: tcflag_t = 0
  /// sys/termios.h: `tcflag_t c_lflag`.
  public var c_lflag: tcflag_t = 0
  /// sys/termios.h: `speed_t c_ispeed`.
  public var c_ispeed: speed_t = 0
  /// sys/termios.h: `speed_t c_ospeed`.
  public var c_ospeed: speed_t = 0

  /// stand-in: the initializer that Swift adds to an imported structure.
  public init() {}
}

/// sys/ttycom.h: `struct winsize`.
public struct winsize: Sendable {
  /// sys/ttycom.h: `unsigned short ws_row`.
  public var ws_row: UInt16 = 0
  /// sys/ttycom.h: `unsigned short ws_col`.
  public var ws_col: UInt16 = 0
  /// sys/ttycom.h: `unsigned short ws_xpixel`.
  public var ws_xpixel: UInt16 = 0
  /// sys/ttycom.h: `unsigned short ws_ypixel`.
  public var ws_ypixel: UInt16 = 0

  /// stand-in: the initializer that Swift adds to an imported structure.
  public init() {}
}

/// sys/poll.h: `struct pollfd`.
public struct pollfd: Sendable {
  /// sys/poll.h: `int fd`.
  public var fd: Int32
  /// sys/poll.h: `short events`.
  public var events: Int16
  /// sys/poll.h: `short revents`.
  public var revents: Int16

  /// stand-in: the initializer that Swift adds to an imported structure.
  public init(fd: Int32, events: Int16, revents: Int16) {
    fatalError("stub")
  }
}

/// sys/dirent.h: `struct dirent`. Its name has 1,024 bytes; a tuple of eight stands for them.
public struct dirent {
  /// sys/dirent.h: `__uint16_t d_namlen`.
  public var d_namlen: UInt16
  /// sys/dirent.h: `__uint8_t d_type`.
  public var d_type: UInt8
  /// sys/dirent.h: `char d_name[1024]`.
  public var d_name: (CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar)
}

/// dirent.h: `DIR`, a complete structure. Linux imports it as `OpaquePointer`.
@unsafe public struct DIR {}
