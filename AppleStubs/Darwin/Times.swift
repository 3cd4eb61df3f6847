// Calendar times.

/// Apple: `typedef long time_t`.
public typealias time_t = Int

/// Apple: `struct tm`, with the members that are not integers.
@unsafe public struct tm {
  /// Apple: `char *tm_zone`.
  public var tm_zone: UnsafeMutablePointer<CChar>?

  /// The initializer that Swift adds to an imported structure.
  public init() {}
}

/// Apple: `struct tm *localtime_r(const time_t *, struct tm *)`.
@discardableResult public func localtime_r(
  _ time: UnsafePointer<time_t>!, _ parts: UnsafeMutablePointer<tm>!
) -> UnsafeMutablePointer<tm>! {
  fatalError("stub")
}

/// Apple: `time_t timegm(struct tm *)`.
public func timegm(_ parts: UnsafeMutablePointer<tm>!) -> time_t {
  fatalError("stub")
}
