#if Loopback
public import OAuth
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The person at the terminal that a program was started from.
public enum StandardError {
  /// Writes the address of a sign-in to standard error, where it doesn't mix with a program's output.
  ///
  /// - Parameter attempt: whose address. It carries `state`: where standard error goes into a log, announce it in
  ///   another way.
  @Sendable public static func show(_ attempt: AuthorizationAttempt) {
    // Nobody reads standard error: then nobody can be told.
    _ = try? FileDescriptor.standardError.writeAll("Sign in at this address:\n\n  \(attempt.url)\n\n".utf8)
  }
}
#endif
