internal import DPoPVerification
internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension ResourceServer {
  /// Checks that the request proves everything that the token is bound to, and that the scheme fits
  /// the binding (RFC 9449 §7.1, §7.2; RFC 8705 §3).
  func check(
    _ binding: AccessTokenFacts.Binding?, _ proof: DPoPProof?, _ certificate: CertificateThumbprint?
  ) throws(AccessTokenProblem) {
    guard let binding else {
      guard proof == nil else { throw .notBoundToKey }
      guard presentation.binding == .optional else { throw .notBound }
      return
    }
    guard binding.keyThumbprint != nil || binding.certificateThumbprint != nil else { throw .unknownBinding }
    switch (binding.keyThumbprint, proof) {
    case (nil, nil): break
    case (nil, _?): throw .notBoundToKey
    case (_?, nil): throw .boundTokenAsBearer
    case (let expectedThumbprint?, let proof?):
      guard proof.keyThumbprint == expectedThumbprint else { throw .anotherKey }
    }
    guard binding.certificateThumbprint == nil || binding.certificateThumbprint == certificate?.text else {
      throw .anotherCertificate
    }
  }

  /// Checks the route's requirement. The scope comes first: a new sign-in wouldn't help a user who
  /// lacks the scope.
  func check(_ facts: AccessTokenFacts, _ requirement: AccessRequirement) throws(AccessRefusal.Reason) {
    guard requirement.scope.isSubset(of: facts.scope) else { throw .scope(requirement.scope) }
    if !requirement.acrValues.isEmpty {
      guard let context = facts.authenticationContext, requirement.acrValues.contains(context) else {
        throw .authentication(requirement)
      }
    }
    if let maxAge = requirement.maxAge {
      guard let moment = facts.authenticationTime,
        clock.now().timeIntervalSince(moment) <= TimeInterval(maxAge.components.seconds)
      else { throw .authentication(requirement) }
    }
  }

  /// Converts an error into the reason of a refusal.
  func reason(_ error: any Error) -> AccessRefusal.Reason {
    switch error {
    case let reason as AccessRefusal.Reason: reason
    case let error as PresentedAccessTokenError: .request(error)
    case let error as DPoPProofError: .proof(error)
    case let error as AccessTokenProblem: .token(error)
    case let error as any ExplainedError: .unavailable(error.code)
    case is CancellationError: .unavailable("cancelled")
    default: .unavailable("unexpected_error")
    }
  }

  /// Creates a refusal. The response has one challenge for each accepted scheme, DPoP first. The
  /// error is in the challenge of the scheme that the client used (RFC 9449 §7.2).
  func refusal(
    _ reason: AccessRefusal.Reason, _ scheme: TokenType?, _ requirement: AccessRequirement
  ) -> AccessRefusal {
    var fields: HTTPFields = [.cacheControl: "no-store"]
    if case .unavailable = reason {
    } else {
      let acceptedTypes = [proofs == nil ? nil : TokenType.dpop, takesBearer ? .bearer : nil].compactMap { $0 }
      for type in acceptedTypes {
        let isTried = type == scheme || !acceptedTypes.contains { $0 == scheme }
        fields.append(
          HTTPField(name: .wwwAuthenticate, value: challenge(type, isTried ? reason : .noToken, requirement).field))
      }
    }
    if case .proof(let error) = reason, error.errorCode == .useDPoPNonce {
      fields[.dpopNonce] = proofs?.nonceToSend(after: nil)
    }
    var body: [UInt8] = []
    if let response = reason.response {
      fields[.contentType] = "application/json"
      var members: [String: JSONValue] = ["error": .string(response.error.rawValue)]
      members["error_description"] = response.errorDescription.map { .string($0.description) }
      body = JSONValue.object(members).bytes()
    }
    let refusal = AccessRefusal(
      reason, answer: HTTPAnswer(HTTPResponse(status: reason.status, headerFields: fields), body: body))
    logger.log(
      level: reason.status == .serviceUnavailable ? .error : .info, "A request was rejected",
      metadata: ["status": "\(reason.status.code)", "reason": "\(refusal.code)"])
    return refusal
  }

  private func challenge(
    _ scheme: TokenType, _ reason: AccessRefusal.Reason, _ requirement: AccessRequirement
  ) -> WrittenChallenge {
    var challenge = WrittenChallenge(scheme)
    challenge.append(reason)
    // The required scope helps a client without a token to request the right one (RFC 6750 §3).
    if reason == .noToken, !requirement.scope.isEmpty { challenge.append("scope", requirement.scope.parameter) }
    if scheme == .dpop { challenge.append("algs", proofs?.policy.algorithmNames.joined(separator: " ")) }
    challenge.append("resource_metadata", description.metadataAddress)
    return challenge
  }
}
