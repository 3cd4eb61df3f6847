internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters of a pushed request, with the key of its DPoP proof as `dpop_jkt`, if it has a proof (RFC 9449 §10.1): the
  /// code is then for that key alone. The proof is used up by this.
  func boundToProof(_ form: FormParameters, _ request: HTTPRequest) async throws -> FormParameters {
    guard let dpop, !request.headerFields[values: .dpop].isEmpty else { return form }
    do {
      let proof = try dpop.examine(
        request.headerFields, for: DPoPTarget(request.method, configuration.pushedRequestEndpoint),
        boundTo: form.value("dpop_jkt"))
      try await dpop.spend(proof)
      guard form.value("dpop_jkt") == nil else { return form }
      var bound = form
      bound.append("dpop_jkt", proof.keyThumbprint)
      return bound
    } catch let error as DPoPProofError {
      throw refusal(error)
    }
  }
}
