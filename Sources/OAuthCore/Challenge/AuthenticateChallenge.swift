/// One challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1): what a resource wants instead of what it got.
///
/// Clients read them with `read(_:)` from an answer with status 401 or 403, and choose the first whose scheme they
/// can present. Everything in it is what the resource wrote: nothing of it is checked but its form.
public struct AuthenticateChallenge: Sendable, Hashable {
  /// The authentication scheme as written, such as `Bearer` or `DPoP`. Compare with ``isScheme(_:)``.
  public let scheme: String
  /// What some schemes send in place of parameters.
  public let token68: String?
  /// The parameters by their names in lower case, quotation undone.
  public let parameters: [String: String]

  /// Whether this challenge is for a scheme; letters in either case are the same (RFC 9110 §11.1).
  ///
  /// - Parameter name: a scheme's name, such as `DPoP`.
  public func isScheme(_ name: String) -> Bool {
    scheme.lowercased() == name.lowercased()
  }

  /// Why the resource refused (RFC 6750 §3.1); `nil` if the request had no token at all.
  public var error: ErrorCode? { parameters["error"].map { ErrorCode($0) } }

  /// The refusal with its explanation (RFC 6750 §3); `nil` if the request had no token at all.
  public var errorResponse: ErrorResponse? {
    error.map {
      ErrorResponse($0, description: parameters["error_description"], uri: parameters["error_uri"])
    }
  }

  /// The scope that the token would need (RFC 6750 §3); `nil` if it isn't said or isn't one.
  public var scope: Scope? { parameters["scope"].flatMap { try? Scope(parameter: $0) } }

  /// What is protected, made safe to show (RFC 9110 §11.5).
  public var realm: UntrustedText? { parameters["realm"].map(UntrustedText.init) }

  /// Where the resource describes itself (RFC 9728 §5.1); `nil` if it isn't said or can't be asked.
  public var resourceMetadata: Endpoint? { parameters["resource_metadata"].flatMap { try? Endpoint($0) } }

  /// The algorithms that a DPoP proof may be signed with (RFC 9449 §7.1); `nil` if it isn't said.
  public var algs: [String]? { parameters["algs"].map { Self.words($0) } }

  /// Whether the same request with a proof that holds the answer's `DPoP-Nonce` will do (RFC 9449 §9).
  public var asksForDPoPNonce: Bool { isScheme("DPoP") && error == ErrorCode("use_dpop_nonce") }

  /// How the person has to authenticate for this resource, if the last time wasn't good enough (RFC 9470 §3).
  public var requiredAuthentication: AuthenticationRequirement? {
    guard error == .insufficientUserAuthentication else { return nil }
    let age = parameters["max_age"].flatMap { text in
      text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }
    return AuthenticationRequirement(
      acrValues: parameters["acr_values"].map { Self.words($0) } ?? [], maxAge: age.map { .seconds($0) })
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}

extension AuthenticateChallenge: Redacted {
  /// The scheme and the names of the parameters, made safe to show and cut after 300 characters.
  public var description: String {
    "AuthenticateChallenge(\(UntrustedText("\(scheme): \(parameters.keys.sorted().joined(separator: ", "))")))"
  }
}
