internal import OAuthCore
internal import PKCE
internal import PixyConnection
internal import TokenStorage

/// The task of a refresh process: the account, the need for a token, and everything that only its
/// parent can read. The parent writes it into a pipe, because it contains secrets.
struct RefreshOrder: Sendable, Hashable {
  /// The argument that makes a process a refresh process. The list of processes shows it.
  static let argument = "--refresh-stored-tokens"

  /// The largest size in bytes. Files of certificate authorities make up most of it.
  static let maximumBytes = 16_777_216

  /// The name of the set of accounts; `nil` for the default set.
  var profile: String?
  var account: Account
  /// The time that the access token must stay valid.
  var need: Duration
  /// The access token that a resource has just rejected, if one has.
  var rejectedToken: Secret?
  /// The passphrase of the token files, if there is one.
  var passphrase: Secret?
  /// The opened key of the token files, if the store consists of files.
  var storeKey: Secret?
  var connection: ConnectionCertificates
  /// Whether the parent wants to know each request and answer.
  var isTraced: Bool
  /// Whether the parent wants each step logged.
  var isVerbose: Bool

  /// The bytes that the refresh process reads.
  var bytes: [UInt8] {
    var members: [String: JSONValue] = [
      "provider": .string(account.provider), "name": .string(account.name), "need": .integer(need.milliseconds),
      "traced": .bool(isTraced), "verbose": .bool(isVerbose),
    ]
    members["profile"] = profile.map { .string($0) }
    members["trust"] = connection.trust.map { .string($0) }
    members["certificate"] = connection.certificate.map { .string($0) }
    for (name, secret) in [
      ("rejected", rejectedToken), ("passphrase", passphrase), ("store_key", storeKey), ("key", connection.key),
    ] {
      members[name] = secret.map { .string($0.reveal()) }
    }
    return JSONValue.object(members).bytes()
  }
}

extension RefreshOrder {
  /// Reads ``bytes``.
  ///
  /// - Returns: `nil` if they are something else.
  init?(bytes: [UInt8]) {
    guard let members = (try? JSONValue(bytes: bytes, maximumBytes: Self.maximumBytes))?.object,
      let provider = members["provider"]?.string, let name = members["name"]?.string,
      let account = try? Account(provider: provider, name: name), case .integer(let need)? = members["need"],
      case .bool(let isTraced)? = members["traced"], case .bool(let isVerbose)? = members["verbose"]
    else { return nil }
    func secret(_ name: String) -> Secret? { members[name]?.string.map { Secret($0) } }
    self.init(
      profile: members["profile"]?.string, account: account, need: .milliseconds(need),
      rejectedToken: secret("rejected"),
      passphrase: secret("passphrase"), storeKey: secret("store_key"),
      connection: ConnectionCertificates(
        trust: members["trust"]?.string, certificate: members["certificate"]?.string, key: secret("key")),
      isTraced: isTraced, isVerbose: isVerbose)
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  package var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
