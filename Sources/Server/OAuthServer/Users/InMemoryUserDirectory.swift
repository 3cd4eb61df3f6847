internal import Crypto
public import OAuthCore
internal import PKCE

/// A directory with a fixed list of users and passwords, for tests and demonstrations. User names
/// are compared byte by byte.
///
/// Passwords are held only as an HMAC under a random key of this process. Each attempt computes and
/// compares one, whether the user name is known or not. This is fast, which suits tests, and no way
/// to store passwords on disk: use ``PasswordDirectory`` for that.
public struct InMemoryUserDirectory: UserDirectory {
  private let key = SymmetricKey(size: .bits256)
  private let users: [Subject: User]
  /// The credentials by the bytes of their user names.
  private let credentials: [[UInt8]: Credential]

  private struct Credential: Sendable {
    let subject: Subject
    let code: [UInt8]
  }

  /// Creates a directory with a fixed list of users.
  /// - Parameter people: The users and their passwords. If two have one user name or one subject,
  ///   the last one wins.
  public init(_ people: [(user: User, password: Secret)]) {
    let key = key
    users = Dictionary(people.map { ($0.user.subject, $0.user) }, uniquingKeysWith: { $1 })
    credentials = Dictionary(
      people.map {
        (Array($0.user.username.utf8), Credential(subject: $0.user.subject, code: Self.code($0.password, key)))
      },
      uniquingKeysWith: { $1 })
  }

  /// Checks a password. Known and unknown user names take the same work.
  public func authenticate(username: String, password: Secret) async throws -> Subject? {
    let credential = credentials[Array(username.utf8)]
    let knownCode = credential?.code ?? [UInt8](repeating: 0, count: SHA256.byteCount)
    let isRight = equalInConstantTime(knownCode, Self.code(password, key))
    return isRight ? credential?.subject : nil
  }

  /// Returns whether a user has this user name.
  public func has(username: String) async throws -> Bool { credentials[Array(username.utf8)] != nil }

  /// Returns the user with this subject identifier.
  public func user(_ subject: Subject) async throws -> User? {
    users[subject]
  }

  private static func code(_ password: Secret, _ key: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(password.reveal().utf8), using: key))
  }
}
