internal import FoundationBasics
internal import OAuthServer

/// The name of something that only one operation changes at a time.
///
/// An operation names everything that it reads before it changes anything. Databases that run
/// several transactions at once lock the names when a transaction begins, in the order of the
/// names. So no two transactions wait for each other. Two things may have the same name by chance:
/// their operations wait for each other without need.
package struct SQLLock: Sendable, Hashable, Comparable {
  /// The name as a number.
  package let number: Int64

  /// Hashes the name with FNV-1a, which is the same in all processes.
  private init(_ kind: String, _ name: some Sequence<UInt8>) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    kind.utf8.forEach(add)
    add(0)
    name.forEach(add)
    number = Int64(bitPattern: hash)
  }

  private init(_ kind: String) { self.init(kind, []) }

  package static func < (one: SQLLock, other: SQLLock) -> Bool { one.number < other.number }

  /// A session of a web application, or another row of its store.
  package static func webSession(_ name: String) -> SQLLock { SQLLock("web session", name.utf8) }
  /// A long step over many rows, which gets a transaction of its own.
  package static let longStep = SQLLock("long step")
  static let registrations = SQLLock("registrations")
  static let signingKeys = SQLLock("signing keys")
  static let wrongUserCodes = SQLLock("wrong user codes")
  static func grant(_ grant: GrantID) -> SQLLock { SQLLock("grant", grant.rawValue.utf8) }
  static func code(_ hash: SecretHash) -> SQLLock { SQLLock("code", hash.bytes) }
  static func session(_ id: SessionID) -> SQLLock { SQLLock("session", id.rawValue.utf8) }
  static func pushedRequest(_ hash: SecretHash) -> SQLLock { SQLLock("pushed request", hash.bytes) }
  static func userCode(_ hash: SecretHash) -> SQLLock { SQLLock("user code", hash.bytes) }
  static func deviceCode(_ hash: SecretHash) -> SQLLock { SQLLock("device code", hash.bytes) }
  static func signInCount(_ key: SignInAttemptKey) -> SQLLock { SQLLock("sign-in count", key.bytes) }
  static func consent(_ subject: Subject, _ clientID: String) -> SQLLock {
    SQLLock("consent", Array(subject.rawValue.utf8) + [0] + Array(clientID.utf8))
  }
  static func user(_ subject: Subject) -> SQLLock { SQLLock("user", subject.rawValue.utf8) }
}
