import JOSE
import OAuthCore
import Synchronization

/// A signer as a program writes it for a key outside of its process. The test decides what it does.
final class ForeignSigner: Signer {
  typealias Behaviour = @Sendable (SigningKey, [UInt8]) async throws -> [UInt8]

  private struct State {
    var behaviour: Behaviour
    var calls = 0
  }

  let key: SigningKey
  private let state: Mutex<State>

  init(
    _ key: SigningKey, _ behaviour: @escaping Behaviour = { key, bytes in try key.signature(over: bytes) }
  ) {
    self.key = key
    state = Mutex(State(behaviour: behaviour))
  }

  static func generate(_ algorithm: SignatureAlgorithm = .es256, keyID: String? = "hw") throws -> ForeignSigner {
    ForeignSigner(try SigningKey.generate(algorithm, keyID: keyID))
  }

  var algorithm: SignatureAlgorithm { key.algorithm }
  var verificationKey: JSONWebKey { key.verificationKey }
  /// The number of signatures that were asked for.
  var calls: Int { state.withLock { $0.calls } }

  func behave(_ behaviour: @escaping Behaviour) {
    state.withLock { $0.behaviour = behaviour }
  }

  func signature(over bytes: [UInt8]) async throws -> [UInt8] {
    let behaviour = state.withLock { state in
      state.calls += 1
      return state.behaviour
    }
    return try await behaviour(key, bytes)
  }

  /// The error of a device that isn't connected.
  struct Absent: Error {}
}
