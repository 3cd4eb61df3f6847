// The structures of Darwin's C library that have the name of a function. Swift imports both from one
// module, which no Swift file can declare.

/// Apple: `struct sigaction`, with the member that Pixy reads.
public struct sigaction {
  /// Apple: `union __sigaction_u __sigaction_u`.
  public var __sigaction_u = __sigaction_u_t()

  /// The initializer that Swift adds to an imported structure.
  public init() {}
}

/// Apple: `union __sigaction_u`, with the member that Pixy reads.
public struct __sigaction_u_t {
  /// Apple: `void (*__sa_handler)(int)`.
  @unsafe public var __sa_handler: (@convention(c) (Int32) -> Void)?

  /// The initializer that Swift adds to an imported union.
  public init() {}
}
