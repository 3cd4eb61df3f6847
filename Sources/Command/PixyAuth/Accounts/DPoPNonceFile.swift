internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyTerminal

/// The file with the servers' nonces for DPoP proofs (RFC 9449 §8), by the thumbprint of the
/// account's key. Without it, each run would send its first request twice. Nonces aren't secret.
struct DPoPNonceFile: Sendable {
  private static let maximumBytes = 65_536
  private static let maximumKeys = 32

  private let path: String

  /// Names the file.
  ///
  /// - Parameter folder: The folder of the set of accounts.
  init(folder: String) {
    path = folder + "/dpop-nonces.json"
  }

  /// Gives a prover the nonces of its key. An unreadable file counts as empty: the servers send new
  /// nonces.
  func restore(_ prover: DPoPProver) {
    guard let nonces = members[prover.thumbprint]?.object else { return }
    prover.restore(nonces.compactMapValues(\.string))
  }

  /// Stores the prover's nonces, if they have changed.
  func save(_ prover: DPoPProver) {
    let nonces = JSONValue.object(prover.knownNonces.mapValues { .string($0) })
    var members = members
    guard members[prover.thumbprint] != nonces, nonces != .object([:]) else { return }
    if members.count >= Self.maximumKeys, members[prover.thumbprint] == nil { members = [:] }
    members[prover.thumbprint] = nonces
    // If it can't be written, the next run asks the server for a nonce.
    try? Data(JSONValue.object(members).bytes()).write(to: URL(filePath: path), options: .atomic)
  }

  private var members: [String: JSONValue] {
    guard let bytes = try? FileInput.bytes(of: path, most: Self.maximumBytes), bytes.count <= Self.maximumBytes else {
      return [:]
    }
    return (try? JSONValue(bytes: bytes))?.object ?? [:]
  }
}
