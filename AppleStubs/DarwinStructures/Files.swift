/// sys/stat.h: `struct stat`, with the members that Pixy reads.
public struct stat: Sendable {
  /// sys/stat.h: `mode_t st_mode`.
  public var st_mode: UInt16 = 0
  /// sys/stat.h: `nlink_t st_nlink`.
  public var st_nlink: UInt16 = 0
  /// sys/stat.h: `ino_t st_ino`, a `__uint64_t`.
  public var st_ino: UInt64 = 0
  /// sys/stat.h: `uid_t st_uid`.
  public var st_uid: UInt32 = 0
  /// sys/stat.h: `off_t st_size`.
  public var st_size: Int64 = 0

  /// stand-in: the initializer that Swift adds to an imported structure.
  public init() {}
}
