internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Fetches sector documents (OpenID Connect Registration §5).
struct SectorDocuments: ServerPart {
  let core: ServerCore
  /// The HTTP client that fetches the documents; `nil` if the server fetches none.
  let transport: (any HTTPTransport)?
  /// The limit on documents that are fetched in a minute.
  let rate: SectorDocumentRate
  /// The limit on documents for each client address.
  let rateByAddress: UnauthenticatedRequestRate

  /// Returns the sector of a client: the host of its sector document.
  ///
  /// The document must list all redirect URIs of the client (OpenID Connect Registration §5).
  /// Otherwise a client could learn the pairwise subjects of a foreign sector.
  func sector(
    at address: Endpoint, listing redirectURIs: [RedirectURI], _ exchange: Exchange
  ) async throws -> String {
    guard let transport else {
      throw Refusal.metadata("sector_identifier_uri", "cannot be fetched by this server")
    }
    // Any client may register and fail. Fetches are limited to the number of registrations in a
    // minute, and to a smaller number for each client address.
    let now = clock.now()
    let share = configuration.share(of: configuration.registration.clientsPerAddress)
    guard let number = rateByAddress.number(exchange.context.address, at: now, perMinute: share),
      rate.admits(
        at: now,
        perMinute: UnauthenticatedRequestRate.share(
          of: configuration.share(of: configuration.registration.clientsPerMinute), for: number))
    else {
      throw Refusal(
        .temporarilyUnavailable, "too many sector documents were fetched in the last minute: try again in a minute",
        status: .tooManyRequests, fields: [.retryAfter: "60"])
    }
    var request = address.request(.get)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.userAgent] = "Pixy"
    let answer: HTTPAnswer
    do {
      let limits = configuration.outgoing.limits(
        HTTPLimits(timeout: .seconds(5), answerBytes: 65_536), ofStranger: true)
      answer = try await transport.send(request, body: [], limits: limits)
    } catch let error as HTTPTransportError {
      logger.info("A sector document could not be fetched", metadata: ["error": "\(error.code)"])
      throw Refusal.metadata("sector_identifier_uri", "could not be fetched")
    }
    guard answer.response.status == .ok, let listedURIs = try? JSONValue(bytes: answer.body).strings else {
      throw Refusal.metadata("sector_identifier_uri", "is not answered with status 200 and a JSON list of strings")
    }
    guard Set(redirectURIs.map(\.text)).isSubset(of: listedURIs) else {
      throw Refusal.metadata("sector_identifier_uri", "does not list every redirect URI (Registration section 5)")
    }
    return address.parts.host
  }
}
