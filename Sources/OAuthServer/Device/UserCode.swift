internal import OAuthCore
internal import PKCE

/// The code that a person reads from one device and enters on another (RFC 8628 §6.1): eight letters that make no words
/// and aren't mistaken for each other.
struct UserCode: Sendable {
  static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
  private static let length = 8
  /// The most characters that are looked at: more than anybody types by mistake.
  private static let longestEntry = 64

  /// The eight letters.
  private let letters: String

  /// Draws a code. 64 random bits are mapped onto 20^8 codes, so that no code is likelier than another by more than one
  /// part in 2^29.
  init(from secrets: SecretGenerator) {
    var number = secrets.random.exactly(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    letters = String(
      (0..<Self.length).map { _ in
        let (rest, index) = number.quotientAndRemainder(dividingBy: UInt64(Self.alphabet.count))
        number = rest
        return Self.alphabet[Int(index)]
      })
  }

  /// Reads what a person entered: small letters are as good as capital ones, and everything that isn't a letter of the
  /// alphabet is left out (RFC 8628 §6.1). `nil` unless eight letters remain.
  init?(entered text: String) {
    guard text.unicodeScalars.count <= Self.longestEntry else { return nil }
    // ASCII alone: other alphabets have letters whose capitals are ours.
    letters = String(
      text.unicodeScalars.filter(\.isASCII).map { Character(Character($0).uppercased()) }
        .filter { Self.alphabet.contains($0) })
    guard letters.count == Self.length else { return nil }
  }

  /// As it is shown: `XXXX-XXXX`.
  var shown: Secret {
    Secret(letters.prefix(4) + "-" + letters.suffix(4))
  }

  /// What stores keep of it.
  var hash: SecretHash { SecretHash(of: Secret(letters)) }
}
