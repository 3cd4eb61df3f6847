internal import FoundationBasics
public import OAuthCore

/// The scrypt hash of a password with its cost and salt, as the server stores it.
///
/// The text is in the PHC string format, which other programs read too:
/// `$scrypt$ln=17,r=8,p=1$salt$hash`, with base64 without padding.
public struct PasswordHash: Sendable, Hashable {
  /// The hash as a database saves it. It is not a secret, but weak passwords can be guessed from
  /// it: keep it out of logs.
  public let text: String
  let cost: ScryptCost
  let salt: [UInt8]
  let hash: [UInt8]

  /// Restores a hash from a database, or from another program that writes the same format.
  /// - Parameter text: The hash in the PHC string format, with a salt of 8 to 64 bytes and a hash
  ///   of 16 to 64 bytes.
  /// - Returns: `nil` if the text has another format, or needs more work or memory than
  ///   `ScryptCost` allows.
  public init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard text.utf8.count <= 256, parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let cost = Self.cost(parts[2]), let salt = Self.bytes(parts[3]), let hash = Self.bytes(parts[4]),
      (8...64).contains(salt.count), (16...64).contains(hash.count)
    else { return nil }
    self.init(cost: cost, salt: salt, hash: hash)
    // Each hash has only one accepted spelling.
    guard self.text == text else { return nil }
  }

  init(cost: ScryptCost, salt: [UInt8], hash: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.hash = hash
    text =
      "$scrypt$ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)$"
      + [salt, hash].map { Data($0).base64EncodedString().filter { $0 != "=" } }.joined(separator: "$")
  }

  private static func cost(_ text: Substring) -> ScryptCost? {
    let pairs = text.split(separator: ",", omittingEmptySubsequences: false)
    guard pairs.count == 3 else { return nil }
    let numbers = zip(pairs, ["ln=", "r=", "p="]).compactMap { pair, name in
      pair.hasPrefix(name) ? Int(pair.dropFirst(name.count)) : nil
    }
    guard numbers.count == 3 else { return nil }
    return ScryptCost(logRounds: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)).map(Array.init)
  }
}

extension PasswordHash: Redacted {
  /// Always `[password hash]`.
  public var description: String { "[password hash]" }
}
