internal import JOSE
internal import OAuthCore

extension OAuthClient {
  /// Pushes an authorization request to the server (RFC 9126 §2.1).
  ///
  /// - Returns: The parameters for the browser, in place of the request (RFC 9126 §4).
  func push(_ authorization: PreparedAuthorization) async throws -> FormParameters {
    guard server.pushedAuthorizationRequestEndpoint != nil else {
      throw AuthorizationRequestError.pushingNotSupported
    }
    // The client's authentication adds client_id to the form, except with an Authorization field.
    // RFC 9126 §2.1 requires it in the form there too.
    var form = FormParameters()
    for pair in authorization.parameters.pairs where pair.name != "client_id" { form.append(pair.name, pair.value) }
    if authentication.method == "client_secret_basic" { form.append("client_id", id) }
    let reference = try await answer(of: .pushedAuthorizationRequest, to: form, secrets: authorization.secrets)
      .requiredSecret("request_uri")
    var parameters = FormParameters()
    parameters.append("client_id", id)
    parameters.append("request_uri", reference.reveal())
    return parameters
  }

  /// Fetches the keys that verify a signed answer, before the browser opens (JARM §2.4).
  func signedResponse() async throws -> SignedResponse {
    guard let issuer = server.issuer, let address = server.jwksURI else {
      throw AuthorizationRequestError.signedAnswersNotSupported
    }
    let keys = try await RemoteKeySet(address, through: transport, limits: limits, clock: clock).keys()
    return SignedResponse(
      keys: keys, algorithms: SignatureAlgorithm.asymmetric, issuer: issuer,
      clientID: id, clock: clock)
  }
}
