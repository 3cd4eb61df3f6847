internal import Crypto
public import OAuthCore
internal import PKCE

/// Computes pairwise subject identifiers: clients of one sector know a user by the same identifier,
/// and clients of another sector can't relate it to theirs (OpenID Connect Core §8.1).
///
/// The identifier is the HMAC-SHA256 of the sector and the user under a salt of the server. Never
/// change the salt: with another one every user is a new user to every pairwise client. Keep it
/// secret: with it an attacker could compute which identifiers belong to the same user.
public struct PairwiseSubjects: Sendable {
  private let salt: SymmetricKey

  /// Creates the computation from its salt.
  /// - Parameter salt: At least 32 random bytes in base64url, 43 characters or more.
  /// - Throws: ``PairwiseSubjectError/saltTooShort`` if the salt is shorter or isn't base64url.
  public init(salt: Secret) throws(PairwiseSubjectError) {
    guard let bytes = try? Base64URL.decode(salt.reveal()), bytes.count >= 32 else { throw .saltTooShort }
    self.salt = SymmetricKey(data: bytes)
  }

  /// Returns the subject of a user for a sector.
  /// - Parameters:
  ///   - subject: The user's subject at the server.
  ///   - sector: The sector's host (OpenID Connect Core §8.1).
  func subject(_ subject: Subject, in sector: String) -> Subject {
    // A host contains no NUL, so different pairs have different texts.
    let code = HMAC<SHA256>.authenticationCode(for: Array("\(sector)\u{0}\(subject.rawValue)".utf8), using: salt)
    return Subject(rawValue: Base64URL.encode(code))
  }
}

extension PairwiseSubjects: Redacted {
  /// Always `PairwiseSubjects`.
  public var description: String { "PairwiseSubjects" }
}
