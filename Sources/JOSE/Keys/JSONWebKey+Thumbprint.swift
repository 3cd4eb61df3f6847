internal import Crypto
internal import PKCE

extension JSONWebKey {
  /// The SHA-256 thumbprint as base64url (RFC 7638 §3): the `jkt` that DPoP binds tokens to (RFC 9449 §6.1).
  ///
  /// The same key has the same thumbprint, whatever `kid` or other members it came with.
  public var thumbprint: String {
    Base64URL.encode(SHA256.hash(data: Array(canonicalJSON.utf8)))
  }

  /// RFC 7638 §3.3: the defining members in lexicographic order without white space. Their values are base64url or names
  /// of curves, so that nothing needs escaping.
  var canonicalJSON: String {
    let members = definingMembers.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
    return "{" + members.joined(separator: ",") + "}"
  }
}
