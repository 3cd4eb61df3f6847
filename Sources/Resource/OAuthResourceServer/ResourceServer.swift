public import DPoPVerification
public import HTTPTypes
internal import JOSE
public import Logging
public import OAuthCore

/// A protected resource. It decides whether a request is authorized, and creates the error response
/// if not.
///
/// Create one for each resource (one identifier, one audience), share it among all requests, and
/// call it before any other work:
///
/// ```swift
/// do {
///   let access = try await resource.access(
///     to: request, requiring: AccessRequirement(scope: readScope))
///   let body = Array("Hello, \(access.subject ?? "guest")".utf8)
///   return HTTPAnswer(HTTPResponse(status: .ok, headerFields: access.answerFields), body: body)
/// } catch {
///   return error.answer
/// }
/// ```
public struct ResourceServer: Sendable {
  /// The resource's configured metadata.
  public let description: ResourceDescription
  /// The ways in which tokens are accepted.
  public let presentation: TokenPresentation
  let tokens: any AccessTokenChecker
  let proofs: DPoPProofChecker?
  let clock: WallClock
  let logger: Logger
  let identity = ResourceIdentity()

  /// Creates a resource.
  ///
  /// - Parameters:
  ///   - description: The resource's metadata. DPoP proofs must be for its identifier's origin.
  ///   - tokens: Validates access tokens.
  ///   - proofs: Validates DPoP proofs. With `nil` the resource rejects the scheme `DPoP` and
  ///     tokens that are bound to a key.
  ///   - presentation: The ways in which tokens are accepted. Default: all tokens, in the
  ///     `Authorization` field.
  ///   - logger: The log of refusals. It contains no data of the requests.
  ///   - clock: The wall clock. Default: the system's.
  public init(
    _ description: ResourceDescription, tokens: any AccessTokenChecker, proofs: DPoPProofChecker?,
    presentation: TokenPresentation = TokenPresentation(), logger: Logger, clock: WallClock = .system
  ) {
    self.description = description
    self.tokens = tokens
    self.proofs = proofs
    self.presentation = presentation
    self.logger = logger
    self.clock = clock
  }

  /// Whether any token can be accepted with the scheme `Bearer`.
  var takesBearer: Bool { presentation.binding == .optional || presentation.takesCertificates }

  /// Authorizes a request.
  ///
  /// - Parameters:
  ///   - request: The request's method, path with query, and fields, as they were received.
  ///   - body: The bytes of the request's body. Used only with ``TokenPresentation/takesForms``.
  ///   - certificate: The thumbprint of the connection's client certificate, if there is one.
  ///   - requirement: The route's requirement on the token. Default: none besides validity.
  /// - Throws: ``AccessRefusal`` with the response for the client.
  public func access(
    to request: HTTPRequest, body: [UInt8] = [], certificate: CertificateThumbprint? = nil,
    requiring requirement: AccessRequirement = .token
  ) async throws(AccessRefusal) -> Access {
    var scheme: TokenType?
    do {
      let form = presentation.takesForms ? body : nil
      guard let presentedToken = try PresentedAccessToken.find(in: request, form: form) else {
        throw AccessRefusal.Reason.noToken
      }
      scheme = presentedToken.scheme
      return try await access(to: request, presentedToken, certificate, requirement)
    } catch {
      throw refusal(reason(error), scheme, requirement)
    }
  }

  private func access(
    to request: HTTPRequest, _ presentedToken: PresentedAccessToken, _ certificate: CertificateThumbprint?,
    _ requirement: AccessRequirement
  ) async throws -> Access {
    let proof = try examine(request, presentedToken)
    let facts = try await tokens.facts(about: presentedToken.token)
    try check(facts.binding, proof, certificate)
    // Only a client with a valid token can fill the memory of used proofs.
    if let proof { try await proofs?.spend(proof) }
    try check(facts, requirement)
    return Access(
      token: facts, scheme: presentedToken.scheme, proof: proof,
      nonce: proof.flatMap { proofs?.nonceToSend(after: $0) },
      giver: identity)
  }

  /// Performs the checks that need no validation of the token, which may need a request to the
  /// authorization server.
  private func examine(_ request: HTTPRequest, _ presentedToken: PresentedAccessToken) throws -> DPoPProof? {
    switch presentedToken.scheme {
    case .bearer:
      guard takesBearer else { throw AccessRefusal.Reason.scheme(.bearer) }
      return nil
    case .dpop:
      guard let proofs else { throw AccessRefusal.Reason.scheme(.dpop) }
      let target = DPoPTarget(request, at: description.resource)
      return try proofs.examine(request.headerFields, for: target, accessToken: presentedToken.token)
    }
  }
}
