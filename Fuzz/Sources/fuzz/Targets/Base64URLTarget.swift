import PKCE

/// Strict base64url: for each run of octets exactly one text.
enum Base64URLTarget {
  static func run(_ octets: [UInt8]) {
    let encoded = Base64URL.encode(octets)
    require(encoded.utf8.count == (octets.count * 8 + 5) / 6, "six bits a character")
    require((try? Base64URL.decode(encoded)) == octets, "what was encoded is decoded to the same octets")
    // A sequence without contiguous storage takes another way through the encoder.
    require(Base64URL.encode(octets.lazy.map { $0 }) == encoded, "all sequences are encoded alike")

    let text = String(decoding: octets, as: UTF8.self)
    do {
      let decoded = try Base64URL.decode(text)
      require(Base64URL.encode(decoded) == text, "no two texts stand for the same octets")
    } catch {
      requireSafe("\(error)", of: "a base64url error")
      if case .foreignCharacter(let position) = error {
        require(position < text.utf8.count, "a position is inside the text")
      }
    }
    if let verifier = try? CodeVerifier(text) {
      require(verifier.reveal() == text && (43...128).contains(text.utf8.count), "a verifier is 43 to 128 characters")
      require(!"\(verifier)".contains(text), "a verifier doesn't show")
    }
  }
}
