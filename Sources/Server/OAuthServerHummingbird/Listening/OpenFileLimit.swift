internal import CLibrary

/// The number of files that the process may have open at once. A connection is one of them.
public enum OpenFileLimit {
  #if canImport(Glibc)
  private static let resource = RLIMIT_NOFILE.rawValue
  private typealias Resource = __rlimit_resource_t
  #endif

  /// The current limit; a program raises it with ``raise()``.
  public static var current: Int {
    guard let limit = read() else { return 256 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Raises the current limit to the largest value that the process may set, at most 65,536.
  ///
  /// A program with a server of its own calls it at its start. Most systems begin with a limit of
  /// 1,024 or 256, which is few for a server's connections, and allow far more. If the system
  /// doesn't allow a change, the limit stays as it is.
  public static func raise() {
    guard var limit = read() else { return }
    let highest = min(limit.rlim_max, 65_536)
    guard limit.rlim_cur < highest else { return }
    limit.rlim_cur = highest
    write(limit)
  }

  private static func read() -> rlimit? {
    var limit = rlimit()
    #if canImport(Glibc)
    let result = unsafe getrlimit(Resource(resource), &limit)
    #else
    let result = unsafe getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return result == 0 ? limit : nil
  }

  private static func write(_ limit: rlimit) {
    var limit = limit
    #if canImport(Glibc)
    _ = unsafe setrlimit(Resource(resource), &limit)
    #else
    _ = unsafe setrlimit(RLIMIT_NOFILE, &limit)
    #endif
  }
}
