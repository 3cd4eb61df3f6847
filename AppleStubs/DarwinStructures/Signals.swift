// The structures of Darwin's C library that have the name of a function. Swift imports both from one
// module, which no Swift file can declare.

/// sys/signal.h: `struct sigaction`, with the member that Pixy reads.
public struct sigaction {
  /// sys/signal.h: `union __sigaction_u __sigaction_u`.
  public var __sigaction_u = DarwinStructures.__sigaction_u()

  /// stand-in: the initializer that Swift adds to an imported structure.
  public init() {}
}

/// sys/signal.h: `union __sigaction_u`, with the member that Pixy reads.
public struct __sigaction_u {
  /// sys/signal.h: `void (*__sa_handler)(int)`.
  @unsafe public var __sa_handler: (@convention(c) (Int32) -> Void)?

  /// stand-in: the initializer that Swift adds to an imported union.
  public init() {}
}
