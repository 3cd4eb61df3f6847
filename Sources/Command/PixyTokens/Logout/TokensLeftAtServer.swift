internal import ArgumentParser
internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyTerminal
internal import TokenStorage

/// The reason why tokens stay valid at a server after a sign-out on this machine, and for how long.
struct TokensLeftAtServer: ExplainedError, TerminalError {
  let cause: any Error
  /// The tokens that stay valid, as the rest of a sentence.
  private let rest: String

  /// Describes tokens that were deleted and not revoked.
  ///
  /// - Parameters:
  ///   - tokens: The deleted tokens.
  ///   - now: The current time.
  ///   - cause: The reason why the server didn't revoke them.
  init(_ tokens: StoredTokens, at now: Date, because cause: any Error) {
    self.cause = cause
    let access: String? =
      switch tokens.expiresAt {
      case nil: "the access token stays valid for an unknown time"
      case let end? where end > now:
        "the access token stays valid for \(Duration.seconds(Int64(end.timeIntervalSince(now).rounded(.up))).inWords)"
      case _?: nil
      }
    let refresh = tokens.refreshToken == nil ? nil : "the refresh token stays valid until the server ends it"
    let parts = [access, refresh].compactMap { $0 }
    rest = parts.isEmpty ? "the tokens have expired already" : parts.joined(separator: ", and ")
  }

  /// Whether the server has no revocation endpoint, so that nothing has failed.
  var isImpossible: Bool { (cause as? EndpointError)?.problem == .notAnnounced }

  var exitStatus: ExitCode? { ExitStatus.status(of: cause) }
  /// The facts of the cause, and how long the tokens stay valid.
  var facts: ErrorFacts {
    let reason = (cause as? any ExplainedError)?.facts
    return ErrorFacts(
      "tokens_not_revoked", at: reason?.step ?? .resource, ErrorCategory(of: cause) ?? .refused,
      "\(reason?.explanation ?? "The server did not revoke the tokens.") At the server, \(rest).",
      remedy: "To end the access now, remove the application on the server's pages, or ask its operator.")
  }
}
