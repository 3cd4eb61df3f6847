#if os(Linux) || os(macOS)
internal import OAuthCore
internal import PKCE
internal import Synchronization

/// A session with a token, and the handle of one private key in it. It is opened when it is needed,
/// and again after it was lost. All functions run on the module's thread.
final class PKCS11Session: Sendable {
  private struct Opened {
    let session: UInt
    let key: UInt
  }

  private enum State {
    case closed
    case opened(Opened)
    /// The token rejected the PIN. Another attempt could lock it.
    case rejected
  }

  private let token: String
  private let key: String
  private let pin: Secret
  private let state = Mutex(State.closed)

  init(token: String, key: String, pin: Secret) {
    self.token = token
    self.key = key
    self.pin = pin
  }

  /// Signs, and once more in a new session if the old one was lost.
  func signature(
    over input: [UInt8], _ mechanism: PKCS11Mechanism, _ cryptoki: Cryptoki
  ) throws(PKCS11Error) -> [UInt8] {
    do throws(PKCS11Error) {
      return try sign(input, mechanism, cryptoki)
    } catch {
      guard error.isLostSession else { throw error }
      close(cryptoki)
      return try sign(input, mechanism, cryptoki)
    }
  }

  private func sign(
    _ input: [UInt8], _ mechanism: PKCS11Mechanism, _ cryptoki: Cryptoki
  ) throws(PKCS11Error) -> [UInt8] {
    let openSession = try open(cryptoki)
    return try cryptoki.signature(
      over: input, (mechanism.type, mechanism.parameter), openSession.key, openSession.session)
  }

  /// The members of the public JWK.
  func publicKey(_ mechanism: PKCS11Mechanism, _ cryptoki: Cryptoki) throws(PKCS11Error) -> [String: String] {
    let session = try open(cryptoki).session
    let keyType = Self.number(mechanism.kind.keyType)
    let handles = try cryptoki.objects(
      session, [(Attribute.objectClass, Self.number(2)), (Attribute.keyType, keyType), (Attribute.label, label)])
    guard handles.count == 1 else { throw .unusablePublicKey(key) }
    switch mechanism.kind {
    case .rsa:
      let modulus = try cryptoki.attribute(Attribute.modulus, of: handles[0], session)
      let exponent = try cryptoki.attribute(Attribute.publicExponent, of: handles[0], session)
      return [
        // RFC 7518 §2: without leading zero bytes.
        "kty": "RSA", "n": Base64URL.encode(modulus.drop { $0 == 0 }), "e": Base64URL.encode(exponent.drop { $0 == 0 }),
      ]
    case .ec(let curve, let parameters, let coordinate):
      let point = try cryptoki.attribute(Attribute.ecPoint, of: handles[0], session).suffix(1 + 2 * coordinate)
      // An uncompressed point, which most tokens wrap in an OCTET STRING.
      guard try cryptoki.attribute(Attribute.ecParameters, of: handles[0], session) == parameters,
        point.count == 1 + 2 * coordinate, point.first == 0x04
      else { throw .unusablePublicKey(key) }
      let numbers = point.dropFirst()
      return [
        "kty": "EC", "crv": curve, "x": Base64URL.encode(numbers.prefix(coordinate)),
        "y": Base64URL.encode(numbers.suffix(coordinate)),
      ]
    }
  }

  /// The open session, or a new one with the user logged in.
  private func open(_ cryptoki: Cryptoki) throws(PKCS11Error) -> Opened {
    switch state.withLock({ $0 }) {
    case .opened(let openSession): return openSession
    case .rejected: throw .wrongPIN
    case .closed: break
    }
    let session = try cryptoki.openSession(slot(cryptoki))
    do throws(PKCS11Error) {
      try cryptoki.login(session, pin: pin.reveal())
      let handles = try cryptoki.objects(session, [(Attribute.objectClass, Self.number(3)), (Attribute.label, label)])
      guard handles.count == 1 else { throw .noKey(key) }
      let openSession = Opened(session: session, key: handles[0])
      state.withLock { $0 = .opened(openSession) }
      return openSession
    } catch {
      cryptoki.closeSession(session)
      if error == .wrongPIN { state.withLock { $0 = .rejected } }
      throw error
    }
  }

  private func close(_ cryptoki: Cryptoki) {
    let before = state.withLock { state in
      defer { if case .opened = state { state = .closed } }
      return state
    }
    if case .opened(let openSession) = before { cryptoki.closeSession(openSession.session) }
  }

  private func slot(_ cryptoki: Cryptoki) throws(PKCS11Error) -> UInt {
    for slot in try cryptoki.slots() {
      // A token can be removed between the two calls.
      if let label = try? cryptoki.label(ofTokenIn: slot), label == token { return slot }
    }
    throw .noToken(token)
  }

  private var label: [UInt8] { Array(key.utf8) }

  /// The numbers of attributes (§4).
  private enum Attribute {
    static let objectClass: UInt = 0x00
    static let label: UInt = 0x03
    static let keyType: UInt = 0x100
    static let modulus: UInt = 0x120
    static let publicExponent: UInt = 0x122
    static let ecParameters: UInt = 0x180
    static let ecPoint: UInt = 0x181
  }

  /// A number as an attribute's value: a word in the machine's order.
  private static func number(_ value: UInt) -> [UInt8] {
    // Safe: the bytes are copied before the closure returns.
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
  }
}

extension PKCS11Mechanism.KeyKind {
  /// The number of the key type: CKK_RSA or CKK_EC.
  fileprivate var keyType: UInt {
    switch self {
    case .rsa: 0
    case .ec: 3
    }
  }
}
#endif
