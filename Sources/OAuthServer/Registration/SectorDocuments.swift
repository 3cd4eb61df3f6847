internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Fetches sector documents (OpenID Connect Registration §5).
struct SectorDocuments: ServerPart {
  let core: ServerCore
  /// Fetches the documents; `nil` if the server fetches none.
  let transport: (any HTTPTransport)?
  /// Counts the documents that are fetched in a minute.
  let rate: SectorDocumentRate
  /// Counts them by the address that asks.
  let rateByAddress: UnprovenRequestRate

  /// The sector that a client belongs to: the host of its sector's document, in which all its redirect URIs must be (OpenID
  /// Connect Registration §5), or people would be known to a stranger by an identifier that was made for others.
  func sector(
    at address: Endpoint, listing redirectURIs: [RedirectURI], _ exchange: Exchange
  ) async throws -> String {
    guard let transport else {
      throw Refusal.metadata("sector_identifier_uri", "cannot be fetched by this server")
    }
    // Anybody may register and fail: no more is fetched for that in a minute than may succeed, half of it for one address.
    let (now, registration) = (clock.now(), configuration.registration)
    guard rateByAddress.admits(exchange.context.address, at: now, perMinute: registration.clientsPerAddress),
      rate.admits(at: now, perMinute: registration.clientsPerMinute)
    else {
      throw Refusal(
        .temporarilyUnavailable, "too many sector documents were fetched in the last minute: try again in one",
        status: .tooManyRequests, fields: [.retryAfter: "60"])
    }
    var request = address.request(.get)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.userAgent] = "Pixy"
    let answer: HTTPAnswer
    do {
      answer = try await transport.send(
        request, body: [], limits: HTTPLimits(timeout: .seconds(5), answerOctets: 65_536))
    } catch let error as HTTPTransportError {
      logger.info("A sector document could not be fetched", metadata: ["error": "\(error.code)"])
      throw Refusal.metadata("sector_identifier_uri", "could not be fetched")
    }
    guard answer.response.status == .ok, let listed = try? JSONValue(octets: answer.body).strings else {
      throw Refusal.metadata("sector_identifier_uri", "is not answered with status 200 and a JSON list of texts")
    }
    guard Set(redirectURIs.map(\.text)).isSubset(of: listed) else {
      throw Refusal.metadata("sector_identifier_uri", "does not list every redirect URI (Registration section 5)")
    }
    return address.parts.host
  }
}
