package import FoundationBasics
internal import OAuth
package import OAuthCore
internal import OAuthProviders
internal import PixyAccounts
internal import PixyConnection
package import TokenStorage

/// A stored account with its tokens.
package struct StoredAccount: Sendable {
  package let account: Account
  package var record: AccountRecord
  package let tokens: StoredTokens

  /// The short name of the server.
  package var server: String { account.server }

  /// The user's name, for programs that need one. The account of a resource is named by the resource.
  package var userName: String {
    (record.resourceName == nil ? nil : SignInOutcome.name(in: record.claims)) ?? account.name
  }

  /// The state of the access token.
  package enum State: String, Sendable {
    /// The token is valid.
    case valid
    /// The token is expired and can be renewed without the user.
    case renewable
    /// The token is expired and the user has to sign in.
    case ended
  }

  /// The step of the clock in seconds that counts as synchronization, as in `AccessTokenLife`.
  private static let tolerance: TimeInterval = 5

  /// Returns the state at a moment.
  /// - Parameter now: The current time.
  package func state(at now: Date) -> State {
    // After the clock was set back, the age of the token is unknown, and it is refreshed.
    let isFromFuture = tokens.receivedAt.timeIntervalSince(now) > Self.tolerance
    if let end = tokens.expiresAt, end <= now || isFromFuture {
      return isRenewable(at: now) ? .renewable : .ended
    }
    return .valid
  }

  /// Returns whether the access token has the required remaining lifetime.
  package func isGood(for need: Duration, at now: Date) -> Bool {
    AccessTokenLife(of: tokens, wall: now, monotonic: .zero).isFresh(for: need, wall: now, monotonic: .zero)
  }

  /// The origins that the tokens may be sent to: the server's own, those of the requested
  /// resources, and those that `--origin` named.
  package var origins: [Endpoint] {
    var places = record.origins + record.resources
    if let metadata = record.metadata {
      for name in ["issuer", "userinfo_endpoint", "introspection_endpoint"] {
        if let text = metadata[name]?.string { places.append(text) }
      }
    }
    places += [record.server.issuer, record.server.endpoints["userinfo_endpoint"]].compactMap { $0 }
    var origins = places.compactMap { try? Endpoint($0) }
    if let provider = try? record.server.provider() {
      origins += provider.resources
      if case .resource(let resource) = provider.profile { origins.append(resource.address) }
    }
    return origins
  }
}
