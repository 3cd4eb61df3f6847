import Crypto
import CryptoExtras
import JOSE
import OAuthCore
import PKCE

/// A compact JWE. With an even first byte the input is the text of an untrusted party, and only the
/// known examples may be decrypted. With an odd first byte it is a header, a content and changes,
/// with zero bytes between them. The target encrypts the content as the header says, with code of
/// its own: every well-formed JWE must be decrypted, and none that was changed.
enum EncryptionTarget {
  private static let algorithms = Set(KeyManagementAlgorithm.allCases)
  private static let contents = Set(ContentEncryptionAlgorithm.allCases)
  private static let contentKey = Array(UInt8(1)...32)

  static func run(_ bytes: [UInt8]) {
    guard let way = bytes.first else { return }
    if way & 1 == 0 {
      stranger(String(decoding: bytes.dropFirst(), as: UTF8.self))
    } else {
      sealed(Array(bytes.dropFirst()))
    }
  }

  private static func decrypt(_ compact: String) throws(JSONWebEncryptionError) -> [UInt8] {
    try JSONWebEncryption(compact: compact).decrypted(
      with: KnownEncryption.keys, allowing: algorithms, content: contents)
  }

  private static func stranger(_ compact: String) {
    do {
      let content = try decrypt(compact)
      require(KnownEncryption.tokens.contains(compact), "only the known examples are decrypted")
      require(!content.isEmpty, "the known examples have content")
      let others = algorithms.filter { $0.rawValue != (try? JSONWebEncryption(compact: compact))?.header.algorithm }
      let allowed = try? JSONWebEncryption(compact: compact).decrypted(
        with: KnownEncryption.keys, allowing: others, content: contents)
      require(allowed == nil, "an algorithm that isn't allowed is rejected")
    } catch {
      requireSafe(error)
      require(!KnownEncryption.tokens.contains(compact), "the known examples are decrypted")
    }
  }

  private static func sealed(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
    let content = parts.count > 1 ? parts[1] : []
    guard let header = (try? JSONValue(bytes: parts[0]))?.object,
      let compact = compact(header, parts[0], content)
    else { return }
    let mayBeDecrypted = isSupported(header) && compact.utf8.count <= JSONWebEncryption.maximumBytes
    do {
      let decrypted = try decrypt(compact)
      require(mayBeDecrypted, "only a supported header is accepted")
      require(decrypted == content, "the decrypted content is the encrypted one")
    } catch {
      requireSafe(error)
      // The same point in another text is the same key, but need not be accepted.
      require(
        !mayBeDecrypted || header["epk"].flatMap { KnownEncryption.secrets[$0] } == nil,
        "a well-formed JWE is decrypted"
      )
    }
    guard parts.count > 2, let changed = changed(compact, parts[2]), changed != compact else { return }
    do {
      _ = try decrypt(changed)
      require(false, "a changed JWE isn't decrypted")
    } catch {
      requireSafe(error)
    }
  }

  /// Returns the text with bytes replaced: each change is a position of two bytes, and a byte.
  private static func changed(_ compact: String, _ changes: [UInt8]) -> String? {
    var text = Array(compact.utf8)
    for start in stride(from: 0, to: changes.count - 2, by: 3) {
      text[(Int(changes[start]) << 8 | Int(changes[start + 1])) % text.count] = changes[start + 2] & 0x7F
    }
    return String(validating: text, as: UTF8.self)
  }

  private static func isSupported(_ header: [String: JSONValue]) -> Bool {
    ["crit", "b64", "zip"].allSatisfy { header[$0] == nil }
      && ["kid", "typ"].allSatisfy { header[$0] == nil || header[$0]?.string != nil }
      && ["apu", "apv"].allSatisfy { party($0, header) != nil }
  }

  private static func party(_ name: String, _ header: [String: JSONValue]) -> [UInt8]? {
    guard let value = header[name] else { return [] }
    return value.string.flatMap { try? Base64URL.decode($0) }
  }

  /// Encrypts as RFC 7518 §4.6 and §5 say. Nil if the header's algorithm is another one.
  private static func compact(_ header: [String: JSONValue], _ text: [UInt8], _ content: [UInt8]) -> String? {
    guard let algorithm = header["alg"]?.string, let encryption = header["enc"]?.string,
      let wrapping = ["ECDH-ES": 0, "ECDH-ES+A128KW": 16, "ECDH-ES+A256KW": 32][algorithm],
      let size = ["A128GCM": 16, "A256GCM": 32, "A128CBC-HS256": 32][encryption]
    else { return nil }
    let secret = header["epk"].flatMap { KnownEncryption.secrets[$0] } ?? Array(repeating: 7, count: 32)
    let agreed = derived(
      secret, wrapping == 0 ? encryption : algorithm, party("apu", header) ?? [], party("apv", header) ?? [],
      wrapping == 0 ? size : wrapping)
    let key = wrapping == 0 ? agreed : Array(contentKey.prefix(size))
    let wrapped =
      wrapping == 0
      ? [] : try? Array(AES.KeyWrap.wrap(SymmetricKey(data: key), using: SymmetricKey(data: agreed)))
    let protected = Base64URL.encode(text)
    guard let wrapped, let box = box(content, Array(protected.utf8), key, encryption) else { return nil }
    return ([protected] + ([wrapped] + box).map { Base64URL.encode($0) }).joined(separator: ".")
  }

  /// Returns the initialization vector, the ciphertext and the tag.
  private static func box(
    _ content: [UInt8], _ data: [UInt8], _ key: [UInt8], _ encryption: String
  ) -> [[UInt8]]? {
    let vector = Array(repeating: UInt8(9), count: encryption == "A128CBC-HS256" ? 16 : 12)
    guard encryption == "A128CBC-HS256" else {
      guard let nonce = try? AES.GCM.Nonce(data: vector),
        let box = try? AES.GCM.seal(content, using: SymmetricKey(data: key), nonce: nonce, authenticating: data)
      else { return nil }
      return [vector, Array(box.ciphertext), Array(box.tag)]
    }
    guard let iv = try? AES._CBC.IV(ivBytes: vector),
      let ciphertext = try? Array(AES._CBC.encrypt(content, using: SymmetricKey(data: key[16...]), iv: iv))
    else { return nil }
    let code = HMAC<SHA256>.authenticationCode(
      for: data + vector + ciphertext + number(data.count * 8, 8), using: SymmetricKey(data: key[..<16]))
    return [vector, ciphertext, Array(Array(code).prefix(16))]
  }

  private static func derived(
    _ secret: [UInt8], _ algorithm: String, _ partyU: [UInt8], _ partyV: [UInt8], _ count: Int
  ) -> [UInt8] {
    var input = number(1, 4) + secret
    for part in [Array(algorithm.utf8), partyU, partyV] { input += number(part.count, 4) + part }
    return Array(Array(SHA256.hash(data: input + number(count * 8, 4))).prefix(count))
  }

  private static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
