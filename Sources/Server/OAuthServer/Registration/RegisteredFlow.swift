internal import OAuthCore

/// The grant types and response types of a registration, which must fit together (RFC 7591 §2.1).
struct RegisteredFlow: Sendable {
  let grants: Set<GrantType>
  let responseTypes: [String]

  /// Reads and checks both members.
  /// - Parameters:
  ///   - reader: The members of the request.
  ///   - offeredGrants: The grant types that clients may register at this server. Others are left out.
  init(_ reader: inout ClientMembers, offeredGrants: Set<GrantType>) throws(ClientMetadataError) {
    let names = try reader.texts("grant_types")
    let types = try reader.texts("response_types")
    grants = Set((names ?? [GrantType.authorizationCode.rawValue]).map(GrantType.init(rawValue:)))
      .intersection(offeredGrants)
    guard !grants.isEmpty else {
      let possible = offeredGrants.map(\.rawValue).sorted().joined(separator: ", ")
      throw ClientMetadataError("grant_types", "has no grant type that a client may register here: \(possible)")
    }
    guard grants != [.refreshToken] else {
      throw ClientMetadataError("grant_types", "has only refresh_token, and no grant that issues a refresh token")
    }
    let hasCodes = grants.contains(.authorizationCode)
    responseTypes = hasCodes ? ["code"] : []
    guard let types else { return }
    guard types.contains("code") || !hasCodes else {
      throw ClientMetadataError(
        "response_types", "does not have code, which authorization_code needs (RFC 7591 §2.1)")
    }
    guard !types.contains("code") || hasCodes else {
      throw ClientMetadataError(
        "response_types", "has code, but grant_types does not have authorization_code (RFC 7591 §2.1)")
    }
  }
}
