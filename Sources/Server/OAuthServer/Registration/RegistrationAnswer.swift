internal import FoundationBasics
internal import HTTPTypes
internal import OAuthCore

/// The answer to a client about its registration (RFC 7591 §3.2.1, RFC 7592 §3).
struct RegistrationAnswer: Sendable {
  let record: ClientRegistrationRecord
  /// A new secret. It is returned only once, because the server keeps only its hash.
  let secret: Secret?
  /// The registration access token: a new one, or the one that the client presented.
  let token: Secret
  let address: String

  var members: [String: JSONValue] {
    var members = record.client.json.object ?? [:]
    for name in Self.operatorMembers { members[name] = nil }
    members.merge(record.words) { $1 }
    members["client_id_issued_at"] = .integer(Int64(record.issuedAt.timeIntervalSince1970))
    members["registration_access_token"] = .string(token.reveal())
    members["registration_client_uri"] = .string(address)
    if let secret {
      members["client_secret"] = .string(secret.reveal())
      // The secret doesn't expire (RFC 7591 §3.2.1).
      members["client_secret_expires_at"] = 0
    }
    return members
  }

  /// The members that only Pixy defines. They are for operators, and left out of responses.
  static let operatorMembers = [
    "client_secret_sha256", "former_client_secret_sha256", "former_client_secret_until",
    "code_challenge_optional_despite_code_injection", "needs_no_consent", "may_introspect_all", "follows_fapi2",
    "access_token_format", "resources", "protected_resources", "exchange_targets", "claims_in_id_token",
    "allowed_groups", "sector_identifier", "authentication_jwks", "authentication_jwks_uri",
  ]
}
