public import HTTPTypes
internal import Logging
public import OAuthCore
internal import TokenStorage

extension TokenSession {
  /// Puts an access token into a request: as a bearer token (RFC 6750 §2.1), or with a proof of possession if it is bound to a key
  /// (RFC 9449 §7.1).
  ///
  /// For who moves requests by other means. A proof is good for one request, so call it for each. ``send(_:body:limits:)`` does more: it
  /// knows what to do about a 401.
  ///
  /// - Parameters:
  ///   - request: to one of the provider's origins, with scheme, authority and path. An `Authorization` field that it has is replaced.
  ///   - need: how long the token has to be good for; see ``accessToken(validFor:)``.
  /// - Throws: ``TokenSessionError``, above all ``TokenSessionError/foreignOrigin(_:)``; `CancellationError`.
  public nonisolated func authorize(_ request: HTTPRequest, validFor need: Duration = .zero) async throws -> HTTPRequest
  {
    try checkOrigin(of: request)
    let held = try await held(for: TokenNeed(validFor: need))
    return try client.with(prover: held.prover).authorized(request, accessToken: held.tokens.accessToken)
  }

  /// Sends a request with an access token, and once more with a new one if the resource says that the first isn't good any
  /// longer (RFC 6750 §3.1, `invalid_token`).
  ///
  /// - Parameters:
  ///   - request: to one of the provider's origins, with scheme, authority and path. An `Authorization` field that it has is replaced.
  ///   - body: the request's octets.
  ///   - limits: the time and size that each exchange with the resource may take; the client's unless said. A refresh has the client's in any
  ///     case.
  /// - Returns: the answer, whatever its status. A 401 comes through if a new token doesn't help or can't be had because there
  ///   is no refresh token.
  /// - Throws: ``TokenSessionError``, above all ``TokenSessionError/foreignOrigin(_:)``; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public nonisolated func send(
    _ request: HTTPRequest, body: [UInt8] = [], limits: HTTPLimits? = nil
  ) async throws -> HTTPAnswer {
    try checkOrigin(of: request)
    let held = try await held(for: TokenNeed())
    let answer = try await send(request, body, limits, held)
    guard Self.isRejection(answer), let renewed = try await renewed(rejecting: held) else { return answer }
    return try await send(request, body, limits, renewed)
  }

  private nonisolated func send(
    _ request: HTTPRequest, _ body: [UInt8], _ limits: HTTPLimits?, _ held: HeldTokens
  ) async throws -> HTTPAnswer {
    try await client.with(prover: held.prover).resource(
      request, body: body, accessToken: held.tokens.accessToken, limits: limits)
  }

  private nonisolated func held(for need: TokenNeed) async throws -> HeldTokens {
    if let held = fresh(for: need) { return held }
    return try await renewed(for: need)
  }

  /// Other tokens than the ones that a resource refused.
  ///
  /// - Returns: `nil` if there is nothing to refresh with, or a resource refuses a token that another refusal has just brought:
  ///   a third one wouldn't help.
  private func renewed(rejecting refused: HeldTokens) async throws -> HeldTokens? {
    let need = TokenNeed(rejected: refused.tokens.accessToken)
    if let held = fresh(for: need) { return held }
    if let forced, forced.token == refused.tokens.accessToken, monotonic.now() - forced.moment < Self.forcedInterval {
      return nil
    }
    do {
      let held = try await renewed(for: need)
      forced = (held.tokens.accessToken, monotonic.now())
      return held
    } catch TokenSessionError.noRefreshToken {
      return nil
    }
  }

  /// How often a resource's refusals may lead to a refresh: a resource that refuses everything would have the tokens refreshed at each
  /// request otherwise.
  private static var forcedInterval: Duration { .seconds(10) }

  /// Whether a resource refused the access token itself. A 401 that gives no reason counts: many APIs give none.
  private static func isRejection(_ answer: HTTPAnswer) -> Bool {
    guard answer.response.status == .unauthorized else { return false }
    guard let challenges = try? AuthenticateChallenge.read(answer) else { return true }
    let reasons = challenges.compactMap(\.error)
    return reasons.isEmpty || reasons.contains(.invalidToken)
  }

  /// - Throws: ``TokenSessionError/foreignOrigin(_:)``.
  private nonisolated func checkOrigin(of request: HTTPRequest) throws {
    let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
    // Read as an address first, so that another spelling of an origin is the same one. Nothing may be in the authority or the path
    // that would make another origin of it once somebody joins them.
    guard let endpoint = try? Endpoint(origin + "/"), endpoint.description == endpoint.origin + "/",
      endpoint.query == nil, request.path?.hasPrefix("/") == true, origins.contains(endpoint.origin)
    else { throw TokenSessionError.foreignOrigin(origin) }
  }
}
