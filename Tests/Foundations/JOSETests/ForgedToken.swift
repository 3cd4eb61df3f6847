import OAuthCore
import PKCE

/// Tokens that no honest issuer creates.
enum ForgedToken {
  /// Creates a compact JWS with any header and payload, signed by the closure.
  static func compact(
    header: String, payload: String = #"{"sub":"me"}"#, signedBy sign: ([UInt8]) throws -> [UInt8] = { _ in [1] }
  ) rethrows -> String {
    let input = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8)
    return input + "." + Base64URL.encode(try sign(Array(input.utf8)))
  }

  /// Returns a token with one part replaced.
  static func replacing(_ part: Int, of token: String, with text: String) -> String {
    var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    parts[part] = text
    return parts.joined(separator: ".")
  }

  /// Returns the bytes of the signature.
  static func signature(of token: String) throws -> [UInt8] {
    try Base64URL.decode(token.split(separator: ".", omittingEmptySubsequences: false)[2])
  }
}
