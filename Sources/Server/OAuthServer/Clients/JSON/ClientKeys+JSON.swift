internal import JOSE
internal import OAuthCore

extension ClientKeys {
  /// Returns the member `jwks` or `jwks_uri`. A prefix makes it one of Pixy's own members.
  func members(_ beginning: String = "") -> [String: JSONValue] {
    switch self {
    case .set(let set): [beginning + "jwks": ["keys": .array(set.keys.compactMap(\.publicJWK))]]
    case .address(let address): [beginning + "jwks_uri": .string(address.text)]
    }
  }
}
