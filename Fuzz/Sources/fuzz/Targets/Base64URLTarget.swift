import PKCE

/// Strict base64url: exactly one text for each sequence of bytes.
enum Base64URLTarget {
  static func run(_ bytes: [UInt8]) {
    let encoded = Base64URL.encode(bytes)
    require(encoded.utf8.count == (bytes.count * 8 + 5) / 6, "each character encodes six bits")
    require((try? Base64URL.decode(encoded)) == bytes, "encoded bytes are decoded to the same bytes")
    // A sequence without contiguous storage uses another path of the encoder.
    require(Base64URL.encode(bytes.lazy.map { $0 }) == encoded, "all sequences are encoded in the same way")

    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let decoded = try Base64URL.decode(text)
      require(Base64URL.encode(decoded) == text, "no two texts encode the same bytes")
    } catch {
      requireSafe("\(error)", of: "a base64url error")
      if case .foreignCharacter(let position) = error {
        require(position < text.utf8.count, "a position is inside the text")
      }
    }
    if let verifier = try? CodeVerifier(text) {
      require(verifier.reveal() == text && (43...128).contains(text.utf8.count), "a verifier is 43 to 128 characters")
      require(!"\(verifier)".contains(text), "a verifier's description hides it")
    }
  }
}
