/// One challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1): the authentication that a
/// resource requires.
///
/// Clients read challenges with `read(_:)` from a response with status 401 or 403, and use the
/// first challenge whose scheme they support. The resource wrote all values; only the syntax was
/// checked.
///
/// ```swift
/// let challenges = try AuthenticateChallenge.read(answer)
/// if let challenge = challenges.first(where: { $0.isScheme("Bearer") }),
///   challenge.error == .insufficientScope
/// {
///   print("The token needs the scope", challenge.scope?.parameter ?? "(unknown)")
/// }
/// ```
public struct AuthenticateChallenge: Sendable, Hashable {
  /// The authentication scheme as written, such as `Bearer` or `DPoP`. Compare it with
  /// ``isScheme(_:)``.
  public let scheme: String
  /// The single value that some schemes send instead of parameters.
  public let token68: String?
  /// The parameters by their lower-case names, with unquoted values.
  public let parameters: [String: String]

  /// Returns whether this challenge is for a scheme. Upper and lower case are equal (RFC 9110
  /// §11.1).
  ///
  /// - Parameter name: The name of a scheme, such as `DPoP`.
  public func isScheme(_ name: String) -> Bool {
    scheme.lowercased() == name.lowercased()
  }

  /// The reason for the rejection (RFC 6750 §3.1); `nil` if the request had no token.
  public var error: ErrorCode? { parameters["error"].map { ErrorCode($0) } }

  /// The reason for the rejection with its explanation (RFC 6750 §3); `nil` if the request had no
  /// token.
  public var errorResponse: ErrorResponse? {
    error.map {
      ErrorResponse($0, description: parameters["error_description"], uri: parameters["error_uri"])
    }
  }

  /// The scope that a token needs for this request (RFC 6750 §3); `nil` if it is missing or
  /// malformed.
  public var scope: Scope? { parameters["scope"].flatMap { try? Scope(parameter: $0) } }

  /// The name of the protected area, made safe to show (RFC 9110 §11.5).
  public var realm: UntrustedText? { parameters["realm"].map(UntrustedText.init) }

  /// The address of the resource's metadata (RFC 9728 §5.1); `nil` if it is missing or not a valid
  /// endpoint.
  public var resourceMetadata: Endpoint? { parameters["resource_metadata"].flatMap { try? Endpoint($0) } }

  /// The algorithms that the resource accepts for DPoP proofs (RFC 9449 §7.1); `nil` if it names
  /// none.
  public var algs: [String]? { parameters["algs"].map { Self.words($0) } }

  /// Whether the resource requires a DPoP proof with the nonce of this response (RFC 9449 §9).
  /// Repeat the request with such a proof.
  public var asksForDPoPNonce: Bool { isScheme("DPoP") && error == ErrorCode("use_dpop_nonce") }

  /// The authentication that the resource requires, if the user's last one wasn't strong or recent
  /// enough (RFC 9470 §3).
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
  /// The scheme and the parameter names, made safe to show and cut after 300 characters.
  public var description: String {
    "AuthenticateChallenge(\(UntrustedText("\(scheme): \(parameters.keys.sorted().joined(separator: ", "))")))"
  }
}
