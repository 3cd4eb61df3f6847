internal import Crypto
public import OAuthCore
internal import PKCE

/// Makes the identifiers by which clients of one sector know people, and clients of another sector can't (OpenID Connect Core
/// §8.1): HMAC-SHA256 of the sector and the person under a salt of the server.
///
/// The salt has to stay as it is: with another one every person is somebody new to every pairwise client. It has to stay secret,
/// or anybody can compute who is who.
public struct PairwiseSubjects: Sendable {
  private let salt: SymmetricKey

  /// Takes the salt.
  /// - Parameter salt: at least 32 random octets as base64url, 43 characters or more.
  /// - Throws: ``PairwiseSubjectError/saltTooShort`` if it is something else.
  public init(salt: Secret) throws(PairwiseSubjectError) {
    guard let octets = try? Base64URL.decode(salt.reveal()), octets.count >= 32 else { throw .saltTooShort }
    self.salt = SymmetricKey(data: octets)
  }

  /// Who a person is to a sector.
  /// - Parameters:
  ///   - subject: who the person is to the server.
  ///   - sector: a host (OpenID Connect Core §8.1).
  func subject(_ subject: Subject, in sector: String) -> Subject {
    // A host has no NUL, so that no two pairs give one text.
    let code = HMAC<SHA256>.authenticationCode(for: Array("\(sector)\u{0}\(subject.rawValue)".utf8), using: salt)
    return Subject(rawValue: Base64URL.encode(code))
  }
}

extension PairwiseSubjects: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `PairwiseSubjects`.
  public var description: String { "PairwiseSubjects" }

  /// Always `PairwiseSubjects`.
  public var debugDescription: String { description }

  /// Has no children, so that reflection finds no salt.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
