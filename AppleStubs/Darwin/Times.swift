// Calendar times.

/// sys/_types/_time_t.h: `typedef long time_t`.
public typealias time_t = Int

/// time.h: `struct tm`, with the members that are not integers.
@unsafe public struct tm {
  /// time.h: `char *tm_zone`.
  public var tm_zone: UnsafeMutablePointer<CChar>?

  /// stand-in: the initializer that Swift adds to an imported structure.
  public init() {}
}

/// time.h: `struct tm *localtime_r(const time_t *, struct tm *)`.
@discardableResult public func localtime_r(
  _ time: UnsafePointer<time_t>!, _ parts: UnsafeMutablePointer<tm>!
) -> UnsafeMutablePointer<tm>! {
  fatalError("stub")
}

/// time.h: `time_t timegm(struct tm *)`.
public func timegm(_ parts: UnsafeMutablePointer<tm>!) -> time_t {
  fatalError("stub")
}
