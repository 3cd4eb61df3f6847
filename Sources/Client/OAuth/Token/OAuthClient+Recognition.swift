internal import HTTPTypes
package import OAuthCore
internal import PKCE

extension OAuthClient {
  /// Returns whether the server still knows this client.
  ///
  /// An unknown client causes an error page in the user's browser, and no response (RFC 6749 §4.1.2.1).
  /// So the token endpoint is asked to redeem a random code. It answers `invalid_grant` to a client that
  /// it knows, and status 401 only to one that it doesn't know (RFC 6749 §5.2).
  ///
  /// - Parameter redirectURI: The redirect URI of the coming sign-in.
  /// - Returns: `false` only if the server refuses the client. Any other answer, and none, is `true`,
  ///   because the sign-in itself then shows what is wrong.
  /// - Throws: `CancellationError`.
  package func isKnownToServer(redirectURI: RedirectURI) async throws -> Bool {
    var parameters = FormParameters()
    parameters.append("code", Base64URL.encode(random.exactly(32)))
    parameters.append("redirect_uri", redirectURI.text)
    parameters.append("code_verifier", Base64URL.encode(random.exactly(32)))
    do {
      _ = try await tokens(grantType: "authorization_code", parameters)
      return true
    } catch let error as EndpointError {
      return !error.isAboutClient && !(error.refusal?.isAboutUnknownClient ?? false)
    } catch {
      try Task.checkCancellation()
      return true
    }
  }

  /// Returns whether the authorization endpoint accepts a request of this client.
  ///
  /// Some servers know at the token endpoint what their authorization endpoint has forgotten. They send
  /// the browser an error and no redirect (RFC 6749 §4.1.2.1), so the endpoint is asked once without the
  /// browser. A pushed request needs no question: its refusal reaches the client (RFC 9126 §2.3).
  ///
  /// - Parameter request: The request of the coming sign-in. Its `state` and verifier are not used again.
  /// - Returns: `false` only for an error that says that the client or its redirect URI is unknown. Other
  ///   errors may be about a client that isn't a browser.
  /// - Throws: `CancellationError`.
  package func isKnownToAuthorizationEndpoint(_ request: AuthorizationRequest) async throws -> Bool {
    guard !isPushed(request) else { return true }
    do {
      var head = try await Endpoint(begin(request).url).request(.get)
      head.headerFields[.accept] = "text/html"
      head.headerFields[.userAgent] = EndpointRequest.userAgent
      return try await !transport.send(head, body: [], limits: limits).rejectsClient
    } catch {
      try Task.checkCancellation()
      return true
    }
  }
}

extension HTTPAnswer {
  /// Whether an authorization endpoint's answer says that the client or its redirect URI is unknown.
  fileprivate var rejectsClient: Bool {
    switch response.status.code {
    case 400, 404, 410, 422: true
    case 401, 403: (try? JSONValue(bytes: json))?.object?["error"]?.string == ErrorCode.invalidClient.rawValue
    default: false
    }
  }
}

extension ErrorResponse {
  /// Whether the server doesn't know the client, or no longer allows it to sign users in (RFC 6749
  /// §4.1.2.1 and §5.2). Some servers send `unauthorized_client` for an unknown client too.
  package var isAboutUnknownClient: Bool { error == .invalidClient || error == .unauthorizedClient }
}
