internal import Crypto
internal import PKCE

extension JSONWebKey {
  /// The SHA-256 thumbprint as base64url (RFC 7638 §3). DPoP binds tokens to it as `jkt` (RFC 9449
  /// §6.1).
  ///
  /// A key has the same thumbprint whatever its `kid` and other members are.
  public var thumbprint: String {
    Base64URL.encode(SHA256.hash(data: Array(canonicalJSON.utf8)))
  }

  /// The required members in lexicographic order without white space (RFC 7638 §3.3). Their values
  /// are base64url or names of curves, which need no escaping.
  var canonicalJSON: String {
    let members = definingMembers.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
    return "{" + members.joined(separator: ",") + "}"
  }
}
