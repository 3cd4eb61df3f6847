public import HTTPTypes
internal import Logging
internal import OAuth
public import OAuthCore
internal import TokenStorage

extension TokenSession {
  /// Adds an access token to a request: as a bearer token (RFC 6750 §2.1), or with a proof of
  /// possession if it is bound to a key (RFC 9449 §7.1).
  ///
  /// For callers that use their own HTTP client. Call it for each request, because a proof is valid
  /// for one request only. ``send(_:body:limits:)`` also handles a 401 answer.
  ///
  /// - Parameters:
  ///   - request: A request to one of the session's origins, with scheme, authority and path. Its
  ///     `Authorization` field is replaced.
  ///   - need: The time that the token must stay valid; see ``accessToken(validFor:)``. Default: 0.
  /// - Throws: ``TokenSessionError``, above all ``TokenSessionError/foreignOrigin(_:)``;
  ///   `CancellationError`.
  public nonisolated func authorize(_ request: HTTPRequest, validFor need: Duration = .zero) async throws -> HTTPRequest
  {
    try checkOrigin(of: request)
    let heldTokens = try await held(for: TokenNeed(ends: ends, validFor: need))
    return try await client.with(prover: heldTokens.prover).authorized(
      request, accessToken: heldTokens.tokens.accessToken, nonce: heldTokens.prover?.nonce(for: request))
  }

  /// Sends a request with an access token, and once more with a new one if the resource rejects the
  /// first (RFC 6750 §3.1, `invalid_token`). A 403 counts as a rejection if the token's lifetime is
  /// over by the clock.
  ///
  /// - Parameters:
  ///   - request: A request to one of the session's origins, with scheme, authority and path. Its
  ///     `Authorization` field is replaced.
  ///   - body: The request's body. Default: empty.
  ///   - limits: The limits of time and size for each exchange with the resource. Default: the
  ///     client's, which always apply to a refresh.
  /// - Returns: The answer, whatever its status. The answer is 401 if a new token doesn't help, or
  ///   if there is no refresh token.
  /// - Throws: ``TokenSessionError``, above all ``TokenSessionError/foreignOrigin(_:)``;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public nonisolated func send(
    _ request: HTTPRequest, body: [UInt8] = [], limits: HTTPLimits? = nil
  ) async throws -> HTTPAnswer {
    try await send(request, body: body, limits: limits, through: nil)
  }

  /// Sends a request as ``send(_:body:limits:)`` does, through another transport than the client's.
  ///
  /// - Parameter transport: The transport of the exchanges with the resource; `nil` for the client's.
  package nonisolated func send(
    _ request: HTTPRequest, body: [UInt8], limits: HTTPLimits?, through transport: (any HTTPTransport)?
  ) async throws -> HTTPAnswer {
    try checkOrigin(of: request)
    let need = TokenNeed(ends: ends)
    let heldTokens = try await held(for: need)
    let answer = try await send(request, body, limits, transport, heldTokens)
    let isRejection = answer.rejectsToken {
      heldTokens.life.isOver(wall: client.clock.now(), monotonic: monotonic.now())
    }
    guard isRejection, let renewedTokens = try await renewed(rejecting: heldTokens, need) else {
      return answer
    }
    return try await send(request, body, limits, transport, renewedTokens)
  }

  private nonisolated func send(
    _ request: HTTPRequest, _ body: [UInt8], _ limits: HTTPLimits?, _ transport: (any HTTPTransport)?,
    _ heldTokens: HeldTokens
  ) async throws -> HTTPAnswer {
    try await client.with(prover: heldTokens.prover).resource(
      request, body: body, accessToken: heldTokens.tokens.accessToken, limits: limits, through: transport)
  }

  private nonisolated func held(for need: TokenNeed) async throws -> HeldTokens {
    if let heldTokens = fresh(for: need) { return heldTokens }
    return try await renewed(for: need)
  }

  /// Returns tokens that replace the ones that a resource rejected.
  ///
  /// - Returns: `nil` if there is no refresh token, or if the rejected token is itself the result
  ///   of a recent rejection: a third token wouldn't help.
  private func renewed(rejecting refusedTokens: HeldTokens, _ need: TokenNeed) async throws -> HeldTokens? {
    let need = TokenNeed(ends: need.ends, rejectedToken: refusedTokens.tokens.accessToken)
    if let heldTokens = fresh(for: need) { return heldTokens }
    if let forcedRenewal, forcedRenewal.token == refusedTokens.tokens.accessToken,
      monotonic.now() - forcedRenewal.moment < Self.forcedInterval
    {
      return nil
    }
    do {
      let heldTokens = try await renewed(for: need)
      forcedRenewal = (heldTokens.tokens.accessToken, monotonic.now())
      return heldTokens
    } catch TokenSessionError.noRefreshToken {
      return nil
    }
  }

  /// The shortest time between two refreshes that rejections cause. Without it, a resource that
  /// rejects everything would cause a refresh at every request.
  private static var forcedInterval: Duration { .seconds(10) }

  /// - Throws: ``TokenSessionError/foreignOrigin(_:)``.
  private nonisolated func checkOrigin(of request: HTTPRequest) throws {
    let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
    // Parsed as an address first, so that every spelling of an origin is recognized. Neither
    // authority nor path may contain anything that would change the origin once they are joined.
    guard let endpoint = try? Endpoint(origin + "/"), endpoint.description == endpoint.origin + "/",
      endpoint.query == nil, request.path?.hasPrefix("/") == true, origins.contains(endpoint.origin)
    else { throw TokenSessionError.foreignOrigin(origin) }
  }
}
