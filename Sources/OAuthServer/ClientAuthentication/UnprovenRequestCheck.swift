internal import HTTPTypes
internal import OAuthCore

/// Limits the requests of unauthenticated clients that the server stores for a while, by the address that they come from.
struct UnprovenRequestCheck: ServerPart {
  let core: ServerCore
  let rate: UnprovenRequestRate

  /// Counts a request that is about to be stored, unless its client has authenticated and could not have been registered
  /// by anyone.
  ///
  /// A software statement changes nothing: it is shipped with the software.
  /// - Throws: A refusal with status 429 (RFC 9126 §2.3).
  func count(_ client: RegisteredClient, _ exchange: Exchange) throws(Refusal) {
    guard client.kind == .public || client.isAnybodys else { return }
    let limit = configuration.requests.boundedUnprovenPerAddress
    guard !rate.admits(exchange.context.address, at: clock.now(), perMinute: limit) else { return }
    throw Refusal(
      .temporarilyUnavailable, "too many requests came from this address in the last minute: try again in one",
      status: .tooManyRequests, fields: [.retryAfter: "60"])
  }
}
