#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import PixyAccounts
internal import TokenStorage

/// An account whose tokens are in the book.
struct KeptAccount: Sendable {
  let account: Account
  var record: AccountRecord
  let tokens: StoredTokens

  /// The name of the server as people say it.
  var server: String { account.server }

  /// What is to be done about its access token.
  enum State: String, Sendable {
    /// It is good.
    case valid
    /// It has ended, and can be renewed without anybody.
    case renewable
    /// It has ended, and somebody has to sign in.
    case ended
  }

  /// - Parameter now: what time it is.
  func state(at now: Date) -> State {
    if let end = tokens.expiresAt, end <= now {
      return tokens.refreshToken != nil || record.grant == .clientCredentials ? .renewable : .ended
    }
    return .valid
  }

  /// Whether its access token is given out as it is where one is needed that is good for a while.
  func isGood(for need: Duration, at now: Date) -> Bool {
    AccessTokenLife(of: tokens, wall: now, monotonic: .zero).isFresh(for: need, wall: now, monotonic: .zero)
  }

  /// Where the tokens may be sent: the server's own origins, those of the resources that they were asked for, and those that were named at
  /// sign-in.
  var origins: [Endpoint] {
    var places = record.origins + record.resources
    if let metadata = record.metadata {
      for name in ["issuer", "userinfo_endpoint", "introspection_endpoint"] {
        if let text = metadata[name]?.string { places.append(text) }
      }
    }
    places += [record.server.issuer, record.server.userInfoEndpoint].compactMap { $0 }
    var origins = places.compactMap { try? Endpoint($0) }
    if let provider = try? record.server.knownProvider() {
      origins += provider.resources
      if case .resource(let resource) = provider.profile { origins.append(resource.address) }
    }
    return origins
  }
}
