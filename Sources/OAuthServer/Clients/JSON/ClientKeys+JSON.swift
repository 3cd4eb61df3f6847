internal import JOSE
internal import OAuthCore

extension ClientKeys {
  /// `jwks` or `jwks_uri`, with a beginning of the names that is Pixy's own.
  func members(_ beginning: String = "") -> [String: JSONValue] {
    switch self {
    case .set(let set): [beginning + "jwks": ["keys": .array(set.keys.compactMap(\.publicJWK))]]
    case .address(let address): [beginning + "jwks_uri": .string(address.text)]
    }
  }
}
