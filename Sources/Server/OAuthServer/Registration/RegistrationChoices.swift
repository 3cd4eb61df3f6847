internal import JOSE
internal import OAuthCore

/// The members in which a client lists the values that it supports, so that the server chooses one of
/// each list (OpenID Connect RP Metadata Choices 1.0 §2).
struct RegistrationChoices: Sendable {
  private let configuration: AuthorizationServerConfiguration

  init(_ configuration: AuthorizationServerConfiguration) {
    self.configuration = configuration
  }

  /// Returns the members with the chosen values in place of the lists.
  ///
  /// The client's preferred value counts if the server supports it, and otherwise the first supported
  /// value of the list (§4).
  /// - Throws: ``Refusal`` with `invalid_client_metadata` if a list is malformed, lacks the preferred
  ///   value, or has no supported one.
  func resolve(_ members: [String: JSONValue]) throws(Refusal) -> [String: JSONValue] {
    var members = members
    for list in lists(for: members) {
      guard let member = members.removeValue(forKey: list.name), member != .null else { continue }
      guard let values = member.strings, !values.isEmpty else { throw .metadata(list.name, "is not a list of strings") }
      if let preference = members[list.single], preference != .null {
        guard let value = preference.string, values.contains(value) else {
          throw .metadata(list.single, "is not in \(list.name)")
        }
        if list.supportedValues.contains(value) { continue }
      } else if list.isOptional {
        continue
      }
      guard let choice = values.first(where: list.supportedValues.contains) else {
        let possible = list.supportedValues.sorted().joined(separator: ", ")
        throw .metadata(list.name, "has no value that this server supports: \(possible)")
      }
      members[list.single] = .string(choice)
    }
    return members
  }

  /// The list of authentication methods.
  static let authenticationMethods = "token_endpoint_auth_methods_supported"

  private struct List {
    let name: String
    /// The member with a single value.
    let single: String
    let supportedValues: Set<String>
    /// Whether the server needs no choice: without the single value, it sends no signature, or accepts
    /// every algorithm.
    var isOptional = false
  }

  private func lists(for members: [String: JSONValue]) -> [List] {
    let signing = Set(configuration.signingKeys?.signers.map(\.algorithm.rawValue) ?? [])
    return [
      List(
        name: "subject_types_supported", single: "subject_type",
        supportedValues: configuration.pairwiseSubjects == nil ? ["public"] : ["public", "pairwise"]),
      List(
        name: Self.authenticationMethods, single: "token_endpoint_auth_method",
        supportedValues: authenticationMethods(for: members)),
      List(
        name: "token_endpoint_auth_signing_alg_values_supported", single: "token_endpoint_auth_signing_alg",
        supportedValues: Set(configuration.tokenRules.assertionAlgorithms.map(\.rawValue)), isOptional: true),
      List(
        name: "request_object_signing_alg_values_supported", single: "request_object_signing_alg",
        supportedValues: Set(configuration.requests.requestObjectAlgorithms.map(\.rawValue)), isOptional: true),
      List(
        name: "id_token_signing_alg_values_supported", single: "id_token_signed_response_alg",
        supportedValues: signing),
      List(
        name: "authorization_signing_alg_values_supported", single: "authorization_signed_response_alg",
        supportedValues: signing),
      List(
        name: "userinfo_signing_alg_values_supported", single: "userinfo_signed_response_alg",
        supportedValues: signing, isOptional: true),
      List(
        name: "introspection_signing_alg_values_supported", single: "introspection_signed_response_alg",
        supportedValues: signing, isOptional: true),
    ]
  }

  /// Returns the methods that clients may register, without those whose keys the request lacks.
  private func authenticationMethods(for members: [String: JSONValue]) -> Set<String> {
    func has(_ name: String) -> Bool { members[name].map { $0 != .null } ?? false }
    var methods = configuration.registrableMethods
    if !has("jwks"), !has("jwks_uri") { methods.subtract(["private_key_jwt", "self_signed_tls_client_auth"]) }
    if !has("tls_client_auth_subject_dn") { methods.remove("tls_client_auth") }
    return methods
  }
}
