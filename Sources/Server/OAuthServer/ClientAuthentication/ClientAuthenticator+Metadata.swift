internal import JOSE
internal import OAuthCore

extension ClientAuthenticator {
  /// Returns the methods by which clients authenticate at an endpoint (RFC 8414 §2).
  /// - Parameters:
  ///   - endpoint: The first word of the members' names, such as `token`.
  ///   - allowsPublic: Whether public clients may use the endpoint.
  func metadata(of endpoint: String, allowsPublic: Bool) -> [String: JSONValue] {
    let acceptsPublic = allowsPublic && !configuration.tokenRules.requiresClientAuthentication
    var methods: [JSONValue] = ["client_secret_basic", "client_secret_post", "private_key_jwt"]
    let certificates = CertificateMethod.allCases.filter(configuration.tokenRules.certificateMethods.contains)
    methods += certificates.map { .string($0.rawValue) }
    return [
      // Without this member, only client_secret_basic would be meant (RFC 8414 §2).
      "\(endpoint)_endpoint_auth_methods_supported": .array((acceptsPublic ? ["none"] : []) + methods),
      "\(endpoint)_endpoint_auth_signing_alg_values_supported": .array(
        configuration.tokenRules.assertionAlgorithms.intersection(SignatureAlgorithm.ofKeyPairs).map(\.rawValue)
          .sorted()
          .map { .string($0) }),
    ]
  }
}
