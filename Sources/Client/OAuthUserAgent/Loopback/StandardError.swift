#if LOOPBACK
public import OAuth
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The standard error output, which the user sees in the terminal.
public enum StandardError {
  /// Writes the URL of a sign-in to standard error, where it doesn't mix with a program's output.
  ///
  /// - Parameter attempt: The attempt with the URL. The URL contains `state`: if standard error
  ///   goes into a log, announce the URL another way.
  @Sendable public static func show(_ attempt: AuthorizationAttempt) {
    // A failure is ignored: if standard error is closed, there is no other way to show the URL.
    _ = try? FileDescriptor.standardError.writeAll("Sign in at this address:\n\n  \(attempt.url)\n\n".utf8)
  }
}
#endif
