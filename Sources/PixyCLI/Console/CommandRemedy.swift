internal import JOSE
internal import OAuth
internal import OAuthCore
internal import OpenIDConnect

/// The remedies of the libraries' errors in the words of the command line. The libraries name
/// properties and parameters, and a user of the command has options.
enum CommandRemedy {
  /// Returns the remedy of an error for a user of the command.
  static func text(for error: any ExplainedError) -> String {
    switch error {
    case let error as HTTPTransportError where error.kind == .tlsFailed:
      "\(error.remedy) --trust FILE names a private authority."
    case let error as EndpointError: text(for: error) ?? error.remedy
    case let error as IDTokenError: text(for: error) ?? error.remedy
    case OpenIDError.noIssuer: "Give the issuer, also beside --authorization-endpoint and --token-endpoint."
    case OpenIDError.noKeys: "Give the address of the server's keys with --jwks-uri, or sign in without openid."
    case OpenIDError.noRefreshToken: "Sign in again with --scope offline_access, if the server supports it."
    case DiscoveryError.notPublished:
      "\(error.remedy) A server without metadata needs --authorization-endpoint and --token-endpoint."
    case TokenSessionError.refused(let cause as any ExplainedError): text(for: cause)
    case TokenSessionError.unacceptable:
      "Sign out with `pixy logout`, and sign in again. If it happens again, tell the server's operator."
    case TokenSessionError.foreignOrigin(let origin):
      "If the API there accepts this account's tokens, add --origin \(UntrustedText(origin))."
    default: error.remedy
    }
  }

  private static func text(for error: EndpointError) -> String? {
    if error.problem == .notAnnounced {
      let options: [EndpointName] = [
        .token, .revocation, .introspection, .deviceAuthorization, .pushedAuthorizationRequest, .registration,
        .userInfo,
      ]
      guard options.contains(error.endpoint) else { return nil }
      let option = "--" + error.endpoint.rawValue.replacing("_", with: "-")
      return "If the server has this endpoint, name it with \(option) URL."
    }
    if case .unexpectedStatus(403, _) = error.problem, error.endpoint == .token {
      return """
        Check the client's registration and credentials. A server that accepts assertions only for its token endpoint \
        needs --assertion-audience token_endpoint.
        """
    }
    guard error.isAboutClient else { return nil }
    let methods = error.announcedMethods.filter { ClientOptions.Method(rawValue: $0) != nil }
    return methods.isEmpty
      ? "Check --client-id, --client-secret-file and --client-auth against the client's registration."
      : "Give --client-auth \(methods.joined(separator: " or ")), as the client is registered."
  }

  private static func text(for error: IDTokenError) -> String? {
    switch error {
    case .untrustedAudience(let audience):
      "If you trust that audience with your sign-ins, add --trusted-audience \(audience)."
    case .missing: "Check that the client is registered for OpenID Connect, or sign in without --scope openid."
    case .notVerified(.encrypted):
      "Give the private key with --decryption-key-file, or register the client without encryption."
    case .notDecrypted(.notCompact):
      "Register the client for encrypted ID tokens, or leave out --decryption-key-file."
    case .notDecrypted(.noMatchingKey):
      "Give the private key whose public key is registered with --decryption-key-file."
    case .notVerified(.algorithmNotAllowed(let name)):
      "If the client is registered for this algorithm, add --id-token-alg \(name)."
    default: nil
    }
  }
}
