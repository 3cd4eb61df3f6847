internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Compares client secrets and initial access tokens. Wrong ones are logged, and limited for each
/// client and address.
struct ClientSecretCheck: ServerPart {
  let core: ServerCore
  let counts: RejectionCounts

  /// The owner of a secret.
  enum Owner {
    case client(id: String)
    /// A client that the server doesn't know. Unknown client IDs share one counter, so that inventing
    /// them doesn't fill the memory.
    case unknownClient
    /// The initial access tokens of the registration (RFC 7591 §3).
    case registration
  }

  /// Returns whether a secret is right.
  ///
  /// - Parameters:
  ///   - secret: The received secret.
  ///   - hashes: The hashes of which one must match. Empty for an unknown client.
  ///   - owner: The owner of the secret, which is counted and logged.
  ///   - exchange: The request, whose address is counted.
  /// - Throws: A refusal with status 429 after too many wrong secrets.
  func isRight(
    _ secret: Secret, _ hashes: Set<SecretHash>, of owner: Owner, _ exchange: Exchange
  ) throws(Refusal) -> Bool {
    let (address, now) = (exchange.context.address, clock.now())
    let limit = configuration.share(of: RejectionCounts.limit)
    guard counts.admits(owner.countKey, from: address, at: now, perMinute: limit) else {
      throw Refusal(
        .temporarilyUnavailable, "too many wrong secrets came from this address: try again in a minute",
        status: .tooManyRequests, fields: [.retryAfter: "60"])
    }
    if hashes.contains(where: { $0.matches(secret) }) { return true }
    counts.add(owner.countKey, from: address, at: now)
    switch owner {
    case .client(let id): logger.notice("A client sent a wrong secret", metadata: ["client_id": "\(id)"])
    case .unknownClient: logger.notice("An unknown client sent a secret")
    case .registration: logger.notice("A wrong initial access token was sent")
    }
    return false
  }
}

extension ClientSecretCheck.Owner {
  /// The name of the counter. Client IDs are not empty, and have no line breaks (RFC 6749 A.1).
  fileprivate var countKey: String {
    switch self {
    case .client(let id): id
    case .unknownClient: ""
    case .registration: "\n"
    }
  }
}
