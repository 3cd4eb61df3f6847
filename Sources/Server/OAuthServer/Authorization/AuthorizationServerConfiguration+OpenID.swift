internal import JOSE
internal import OAuthCore

extension AuthorizationServerConfiguration {
  /// Returns the members of the metadata that OpenID Providers add (OpenID Connect Discovery §3).
  func openIDMembers(_ keys: SigningKeys) -> [String: JSONValue] {
    let members: [String: JSONValue] = [
      "subject_types_supported": pairwiseSubjects == nil ? ["public"] : ["public", "pairwise"],
      "id_token_signing_alg_values_supported": .array(keys.signers.map { .string($0.algorithm.rawValue) }),
      "authorization_signing_alg_values_supported": .array(keys.signers.map { .string($0.algorithm.rawValue) }),
      "claims_supported": .array(claimNames.map { .string($0) }),
      "claims_parameter_supported": true,
    ]
    return members.merging(ResponseEncryption.metadata(of: "id_token")) { $1 }
  }

  /// The claims of ID tokens, and those that the server's scopes open at the UserInfo endpoint.
  private var claimNames: [String] {
    ["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "acr", "amr", "sid"]
      + scopes.tokens.flatMap { User.claimNames(of: $0) }
  }
}
