internal import Crypto
public import OAuthCore
internal import PKCE

/// People who are known from the start, with their passwords: for tests and demonstrations. User names are compared octet for octet.
///
/// Passwords are held only as an HMAC under a key that this process drew, and one is computed and compared for every
/// attempt, whether the user name is known or not. That is quick, as tests want it, and no way to keep passwords on a
/// disk; a directory that does keep them there needs scrypt or the like.
public struct InMemoryUserDirectory: UserDirectory {
  private let key = SymmetricKey(size: .bits256)
  private let users: [Subject: User]
  /// By the octets of the user name.
  private let credentials: [[UInt8]: Credential]

  private struct Credential: Sendable {
    let subject: Subject
    let code: [UInt8]
  }

  /// Knows exactly these people.
  /// - Parameter people: who they are, and their passwords. If two have one user name or one subject, the last one counts.
  public init(_ people: [(user: User, password: Secret)]) {
    let key = key
    users = Dictionary(people.map { ($0.user.subject, $0.user) }, uniquingKeysWith: { $1 })
    credentials = Dictionary(
      people.map {
        (Array($0.user.username.utf8), Credential(subject: $0.user.subject, code: Self.code($0.password, key)))
      },
      uniquingKeysWith: { $1 })
  }

  /// Computes and compares the same way for known and unknown user names.
  public func authenticate(username: String, password: Secret) async throws -> Subject? {
    let credential = credentials[Array(username.utf8)]
    let known = credential?.code ?? [UInt8](repeating: 0, count: SHA256.byteCount)
    let isRight = equalInConstantTime(known, Self.code(password, key))
    return isRight ? credential?.subject : nil
  }

  /// The person with this subject identifier.
  public func user(_ subject: Subject) async throws -> User? {
    users[subject]
  }

  private static func code(_ password: Secret, _ key: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(password.reveal().utf8), using: key))
  }
}
