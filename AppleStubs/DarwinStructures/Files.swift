/// Apple: `struct stat`, with the members that Pixy reads.
public struct stat: Sendable {
  /// Apple: `mode_t st_mode`.
  public var st_mode: UInt16 = 0
  /// Apple: `nlink_t st_nlink`.
  public var st_nlink: UInt16 = 0
  /// Apple: `ino_t st_ino`, a `__uint64_t`.
  public var st_ino: UInt64 = 0
  /// Apple: `uid_t st_uid`.
  public var st_uid: UInt32 = 0
  /// Apple: `off_t st_size`.
  public var st_size: Int64 = 0

  /// The initializer that Swift adds to an imported structure.
  public init() {}
}
