public import DPoPVerification
public import HTTPTypes
internal import JOSE
public import Logging
public import OAuthCore

/// A protected resource: decides whether a request may be answered, and says to clients what it wants instead.
///
/// Make one for each resource (one identifier, one audience), share it among all requests, and ask it before anything else is done:
///
/// ```swift
/// do {
///   let access = try await resource.access(to: request, requiring: AccessRequirement(scope: readScope))
///   // … answer with access.answerFields added …
/// } catch {
///   return error.answer
/// }
/// ```
public struct ResourceServer: Sendable {
  /// What the resource says about itself.
  public let description: ResourceDescription
  /// How it takes tokens.
  public let presentation: TokenPresentation
  let tokens: any AccessTokenChecker
  let proofs: DPoPProofChecker?
  let clock: WallClock
  let logger: Logger
  let identity = Identity()

  /// Makes a resource.
  ///
  /// - Parameters:
  ///   - description: what it says about itself; its identifier's origin is what proofs must be for.
  ///   - tokens: tells good tokens.
  ///   - proofs: checks DPoP proofs; nil doesn't take the scheme `DPoP`, and refuses tokens that are bound to a key.
  ///   - presentation: how tokens are taken.
  ///   - logger: hears of each refusal, without anything that the request had.
  ///   - clock: what time it is.
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

  /// Whether the scheme `Bearer` can lead to anything.
  var takesBearer: Bool { presentation.binding == .optional || presentation.takesCertificates }

  /// Decides whether a request may be answered.
  ///
  /// - Parameters:
  ///   - request: method, path with query and fields as they came.
  ///   - body: the octets of its body, if ``TokenPresentation/takesForms``; otherwise it isn't looked at.
  ///   - certificate: that of the connection's client, if it proved to have one.
  ///   - requirement: what the route asks of the token.
  /// - Throws: ``AccessRefusal`` with the answer for the client.
  public func access(
    to request: HTTPRequest, body: [UInt8] = [], certificate: CertificateThumbprint? = nil,
    requiring requirement: AccessRequirement = .token
  ) async throws(AccessRefusal) -> Access {
    var scheme: TokenType?
    do {
      let form = presentation.takesForms ? body : nil
      guard let presented = try PresentedAccessToken.find(in: request, form: form) else {
        throw AccessRefusal.Reason.noToken
      }
      scheme = presented.scheme
      return try await access(to: request, presented, certificate, requirement)
    } catch {
      throw refusal(reason(error), scheme, requirement)
    }
  }

  private func access(
    to request: HTTPRequest, _ presented: PresentedAccessToken, _ certificate: CertificateThumbprint?,
    _ requirement: AccessRequirement
  ) async throws -> Access {
    let proof = try examine(request, presented)
    let facts = try await tokens.facts(about: presented.token)
    try check(facts.binding, proof, certificate)
    // Only who has a good token can fill the memory of used proofs.
    if let proof { try await proofs?.spend(proof) }
    try check(facts, requirement)
    return Access(
      token: facts, scheme: presented.scheme, proof: proof, nonce: proof.flatMap { proofs?.nonceToSend(after: $0) },
      giver: identity)
  }

  /// What can be seen before anybody is asked about the token.
  private func examine(_ request: HTTPRequest, _ presented: PresentedAccessToken) throws -> DPoPProof? {
    switch presented.scheme {
    case .bearer:
      guard takesBearer else { throw AccessRefusal.Reason.scheme(.bearer) }
      return nil
    case .dpop:
      guard let proofs else { throw AccessRefusal.Reason.scheme(.dpop) }
      let target = DPoPTarget(request, at: description.resource)
      return try proofs.examine(request.headerFields, for: target, accessToken: presented.token)
    }
  }
}
