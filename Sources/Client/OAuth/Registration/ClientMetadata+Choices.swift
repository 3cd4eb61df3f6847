internal import OAuthCore

extension ClientMetadata {
  /// A list of values that the client supports, of which the server chooses one (OpenID Connect RP
  /// Metadata Choices 1.0 §2). Other lists of the specification are ``additionalMembers``.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The authentication methods.
    case authenticationMethods = "token_endpoint_auth_methods_supported"
    /// The signature algorithms of the client's assertions.
    case assertionAlgorithms = "token_endpoint_auth_signing_alg_values_supported"
    /// The signature algorithms of ID tokens.
    case idTokenAlgorithms = "id_token_signing_alg_values_supported"
    /// The signature algorithms of UserInfo answers.
    case userInfoAlgorithms = "userinfo_signing_alg_values_supported"
    /// The signature algorithms of the client's request objects.
    case requestObjectAlgorithms = "request_object_signing_alg_values_supported"
    /// The kinds of subjects: `public` or `pairwise`.
    case subjectTypes = "subject_types_supported"

    /// The member with the server's choice.
    public var singleMember: String {
      switch self {
      case .authenticationMethods: "token_endpoint_auth_method"
      case .assertionAlgorithms: "token_endpoint_auth_signing_alg"
      case .idTokenAlgorithms: "id_token_signed_response_alg"
      case .userInfoAlgorithms: "userinfo_signed_response_alg"
      case .requestObjectAlgorithms: "request_object_signing_alg"
      case .subjectTypes: "subject_type"
      }
    }
  }
}

extension ClientRegistration {
  /// Returns the server's choice of one of the client's lists; `nil` if the answer has none, so that
  /// the specification's default counts.
  ///
  /// - Parameter list: The list.
  public func choice(of list: ClientMetadata.Choice) -> String? { members[list.singleMember]?.string }
}
