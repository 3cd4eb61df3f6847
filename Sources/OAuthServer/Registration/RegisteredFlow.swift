internal import OAuthCore

/// The grants and response types of a registration, which have to fit together (RFC 7591 §2.1).
struct RegisteredFlow: Sendable {
  let grants: Set<GrantType>
  let responseTypes: [String]

  /// - Parameters:
  ///   - reader: the request's members.
  ///   - allowed: what clients may register at this server; everything else is left out.
  init(_ reader: inout ClientMembers, allowed: Set<GrantType>) throws(ClientMetadataError) {
    let names = try reader.texts("grant_types")
    let types = try reader.texts("response_types")
    grants = Set((names ?? [GrantType.authorizationCode.rawValue]).map(GrantType.init(rawValue:)))
      .intersection(allowed)
    guard !grants.isEmpty else {
      let possible = allowed.map(\.rawValue).sorted().joined(separator: ", ")
      throw ClientMetadataError("grant_types", "has none that a client may register here: \(possible)")
    }
    guard grants != [.refreshToken] else {
      throw ClientMetadataError("grant_types", "has refresh_token alone, and nothing that gives a refresh token")
    }
    let hasCodes = grants.contains(.authorizationCode)
    responseTypes = hasCodes ? ["code"] : []
    guard let types else { return }
    guard types.contains("code") || !hasCodes else {
      throw ClientMetadataError(
        "response_types", "does not have code, which authorization_code needs and is the only one here (RFC 7591 §2.1)")
    }
    guard !types.contains("code") || hasCodes else {
      throw ClientMetadataError(
        "response_types", "has code, and grant_types has not authorization_code (RFC 7591 §2.1)")
    }
  }
}
