internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import PixyTerminal

/// A file with public keys: a JWK, a JWK Set, or a public key in PEM.
enum PublicKeyFile {
  /// Reads the keys in a file.
  /// - Throws: ``BadValue`` if the file can't be read or has no usable key.
  static func keys(_ path: String) throws -> JSONWebKeySet {
    let text = try SecretInput.read(path).reveal()
    if text.contains("-----BEGIN PUBLIC KEY-----") {
      let body = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined().filter { !$0.isWhitespace }
      guard let der = Data(base64Encoded: body), let key = JSONWebKey(subjectPublicKeyInfo: Array(der)) else {
        throw BadValue(
          "The public key in \(path) cannot be used.",
          remedy: "Use RSA with at least 2048 bits, P-256, P-384, P-521 or Ed25519.")
      }
      return JSONWebKeySet([key])
    }
    guard let value = try? JSONValue(bytes: Array(text.utf8)) else {
      throw BadValue(
        "\(path) is not a JWK, a JWK Set or a public key in PEM.",
        remedy: "Name the file with the public key, not with a certificate.")
    }
    do {
      return value.object?["keys"] == nil ? JSONWebKeySet([try JSONWebKey(value)]) : try JSONWebKeySet(value)
    } catch let error as any ExplainedError {
      throw BadValue("The key in \(path) cannot be used: \(error.explanation)", remedy: error.remedy)
    }
  }
}
