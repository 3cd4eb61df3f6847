internal import HTTPTypes
internal import OAuthCore

/// Limits how many requests of unauthenticated clients are stored, by the address that they come
/// from.
struct UnauthenticatedRequestCheck: ServerPart {
  let core: ServerCore
  let rate: UnauthenticatedRequestRate

  /// Counts a request that is about to be stored. A request isn't counted if its client
  /// authenticated with credentials that it couldn't have registered itself.
  ///
  /// A software statement doesn't change this, because it is published with the software.
  /// - Throws: A refusal with status 429 (RFC 9126 §2.3).
  func count(_ client: RegisteredClient, _ exchange: Exchange) throws(Refusal) {
    guard client.kind == .public || client.couldBeRegisteredByAnyone else { return }
    let limit = configuration.share(of: configuration.requests.unprovenPerAddress)
    guard !rate.admits(exchange.context.address, at: clock.now(), perMinute: limit) else { return }
    throw Refusal(
      .temporarilyUnavailable, "too many requests came from this address: try again in a minute",
      status: .tooManyRequests, fields: [.retryAfter: "60"])
  }
}
