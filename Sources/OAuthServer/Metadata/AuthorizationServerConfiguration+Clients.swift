internal import DPoPVerification
internal import JOSE
internal import OAuthCore

extension AuthorizationServerConfiguration {
  /// What the server says about how clients prove who they are and bind their tokens (RFC 8414 §2, RFC 8705 §3.3, RFC 9449
  /// §5.1).
  /// - Parameter hasUsedTokenIDs: whether assertions and proofs are taken.
  func clientMembers(hasUsedTokenIDs: Bool) -> [String: JSONValue] {
    var methods: [JSONValue] = ["client_secret_basic", "client_secret_post"]
    if hasUsedTokenIDs { methods.append("private_key_jwt") }
    let certificateMethods = CertificateMethod.allCases.filter(tokenRules.certificateMethods.contains)
    methods += certificateMethods.map { .string($0.rawValue) }
    var members: [String: JSONValue] = [
      "token_endpoint_auth_methods_supported": .array(["none"] + methods),
      // Without it only client_secret_basic would be meant (RFC 8414 §2).
      "revocation_endpoint_auth_methods_supported": .array(["none"] + methods),
      "introspection_endpoint": .string(introspectionEndpoint.text),
      "introspection_endpoint_auth_methods_supported": .array(methods),
    ]
    if hasUsedTokenIDs {
      let algorithms = JSONValue.array(
        tokenRules.assertionAlgorithms.subtracting(SignatureAlgorithm.symmetric).map(\.rawValue).sorted()
          .map { .string($0) })
      for endpoint in ["token", "revocation", "introspection"] {
        members[endpoint + "_endpoint_auth_signing_alg_values_supported"] = algorithms
      }
      members["dpop_signing_alg_values_supported"] = .array(
        tokenRules.dpopProofs.algorithmNames.map { .string($0) })
    }
    if !certificateMethods.isEmpty { members["tls_client_certificate_bound_access_tokens"] = true }
    if let signingKeys {
      let names = JSONValue.array(signingKeys.signers.map { .string($0.algorithm.rawValue) })
      members["introspection_signing_alg_values_supported"] = names
      members["userinfo_signing_alg_values_supported"] = names
    }
    return members
  }
}

extension SignatureAlgorithm {
  /// Those whose verifier can sign.
  static let symmetric = Set(allCases).subtracting(asymmetric)
}
