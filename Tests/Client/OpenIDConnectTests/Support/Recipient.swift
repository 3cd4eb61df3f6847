import JOSE
import OAuthCore

/// A client's registration for encrypted tokens, and the server's encryption for it.
struct Recipient {
  let key: DecryptionKey
  let algorithm: KeyManagementAlgorithm
  let content: ContentEncryptionAlgorithm

  /// Generated once for each algorithm, because RSA keys take time.
  private static let keys: [KeyManagementAlgorithm: DecryptionKey] = {
    var keys: [KeyManagementAlgorithm: DecryptionKey] = [:]
    for algorithm in KeyManagementAlgorithm.allCases {
      keys[algorithm] = try? DecryptionKey.generate(algorithm, keyID: "e-" + algorithm.rawValue)
    }
    return keys
  }()

  init(_ algorithm: KeyManagementAlgorithm = .ecdhESA256KW, _ content: ContentEncryptionAlgorithm = .a256GCM) throws {
    guard let key = Self.keys[algorithm] else { throw JSONWebKeyError.notAPrivateKey }
    self.key = key
    self.algorithm = algorithm
    self.content = content
  }

  /// The client's rules.
  var decryption: JWTDecryption {
    JWTDecryption(keys: [key], algorithms: [algorithm], contentAlgorithms: [content])
  }

  /// Encrypts a token as the server does.
  func encrypt(_ token: Secret, contentType: String? = "JWT") throws -> String {
    try key.encryptionKey.encrypt(
      Array(token.reveal().utf8), with: algorithm, content: content, contentType: contentType)
  }
}
