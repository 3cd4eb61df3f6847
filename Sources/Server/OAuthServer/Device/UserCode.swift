internal import OAuthCore
internal import PKCE

/// The code that a user reads on one device and enters on another (RFC 8628 §6.1). Its eight
/// letters form no words and are easy to tell apart.
struct UserCode: Sendable {
  static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
  private static let length = 8
  /// The maximum number of characters that are read: more than any user types by mistake.
  private static let maximumEntryLength = 64

  /// The eight letters.
  private let letters: String

  /// Generates a code. 64 random bits are mapped to 20^8 codes, so the probabilities of two codes
  /// differ by at most one part in 2^29.
  init(from secrets: SecretGenerator) {
    var number = secrets.random.exactly(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    letters = String(
      (0..<Self.length).map { _ in
        let (rest, index) = number.quotientAndRemainder(dividingBy: UInt64(Self.alphabet.count))
        number = rest
        return Self.alphabet[Int(index)]
      })
  }

  /// Reads a code that a user entered. Case is ignored, and characters outside the alphabet are
  /// dropped (RFC 8628 §6.1). Returns `nil` unless eight letters remain.
  init?(entered text: String) {
    guard text.unicodeScalars.count <= Self.maximumEntryLength else { return nil }
    // Only ASCII: some letters of other alphabets have an uppercase form in this alphabet.
    letters = String(
      text.unicodeScalars.filter(\.isASCII).map { Character(Character($0).uppercased()) }
        .filter { Self.alphabet.contains($0) })
    guard letters.count == Self.length else { return nil }
  }

  /// The code as pages show it: `XXXX-XXXX`.
  var displayText: Secret {
    Secret(letters.prefix(4) + "-" + letters.suffix(4))
  }

  /// The hash of the code, for the database.
  var hash: SecretHash { SecretHash(of: Secret(letters)) }
}
