#if os(Linux)
internal import CLibrary
internal import Crypto
internal import CryptoExtras
internal import PKCE

/// An RSA key that signs with the system's OpenSSL, which is up to twice as fast as Swift Crypto's
/// BoringSSL on processors with AVX-512.
///
/// The library is loaded while the program runs, so nothing needs it. Signatures of PKCS #1 v1.5 are
/// deterministic: the key is only used if its first signature equals Swift Crypto's.
///
/// It is safe to use from several threads: the pointer never changes, and OpenSSL locks the parts of a
/// key that signing changes (blinding, reference counts).
@safe final class OpenSSLRSAKey: @unchecked Sendable {
  private let library: OpenSSL
  private let key: OpaquePointer

  /// Creates the key.
  /// - Returns: `nil` if the system has no OpenSSL 3, or it doesn't sign as Swift Crypto does.
  init?(_ original: _RSA.Signing.PrivateKey) {
    let der = Array(original.derRepresentation)
    guard let library = OpenSSL.shared, let key = unsafe library.key(der) else { return nil }
    self.library = library
    unsafe self.key = unsafe key
    let probe = Array("pixy".utf8)
    guard let expectedSignature = try? original.signature(for: SHA256.hash(data: probe), padding: .insecurePKCS1v1_5),
      let own = signature(over: probe, .rs256),
      equalInConstantTime(own, Array(expectedSignature.rawRepresentation))
    else { return nil }
  }

  deinit { unsafe library.freeKey(key) }

  /// Signs bytes with PKCS #1 v1.5.
  /// - Returns: `nil` for another algorithm, and if OpenSSL fails.
  func signature(over bytes: [UInt8], _ algorithm: SignatureAlgorithm) -> [UInt8]? {
    switch algorithm {
    case .rs256: unsafe library.signature(over: bytes, key, library.sha256())
    case .rs384: unsafe library.signature(over: bytes, key, library.sha384())
    case .rs512: unsafe library.signature(over: bytes, key, library.sha512())
    default: nil
    }
  }
}

/// The functions of libcrypto 3, with the types of its headers (openssl/evp.h, openssl/x509.h).
@safe private struct OpenSSL: Sendable {
  /// The loaded library; `nil` if there is none. It stays loaded until the process ends.
  static let shared = OpenSSL()

  private typealias Pointer = OpaquePointer?
  private let readKey: @convention(c) (Pointer, UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Pointer
  private let free: @convention(c) (Pointer) -> Void
  private let newContext: @convention(c) () -> Pointer
  private let freeContext: @convention(c) (Pointer) -> Void
  private let begin: @convention(c) (Pointer, Pointer, Pointer, Pointer, Pointer) -> Int32
  private let sign:
    @convention(c) (Pointer, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>, UnsafePointer<UInt8>?, Int) ->
      Int32
  let sha256: @convention(c) () -> OpaquePointer?
  let sha384: @convention(c) () -> OpaquePointer?
  let sha512: @convention(c) () -> OpaquePointer?

  private init?() {
    guard let handle = unsafe dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL) else { return nil }
    /// The variable that the function is assigned to must have its C type.
    func find<Function>(_ name: String) -> Function? {
      unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: Function.self) }
    }
    guard
      let readKey: @convention(c) (Pointer, UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Pointer =
        unsafe find("d2i_AutoPrivateKey"),
      let free: @convention(c) (Pointer) -> Void = unsafe find("EVP_PKEY_free"),
      let newContext: @convention(c) () -> Pointer = unsafe find("EVP_MD_CTX_new"),
      let freeContext: @convention(c) (Pointer) -> Void = unsafe find("EVP_MD_CTX_free"),
      let begin: @convention(c) (Pointer, Pointer, Pointer, Pointer, Pointer) -> Int32 =
        unsafe find("EVP_DigestSignInit"),
      let sign:
        @convention(c) (
          Pointer, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>, UnsafePointer<UInt8>?, Int
        ) -> Int32 = unsafe find("EVP_DigestSign"),
      let sha256: @convention(c) () -> OpaquePointer? = unsafe find("EVP_sha256"),
      let sha384: @convention(c) () -> OpaquePointer? = unsafe find("EVP_sha384"),
      let sha512: @convention(c) () -> OpaquePointer? = unsafe find("EVP_sha512")
    else { return nil }
    unsafe self.readKey = unsafe readKey
    unsafe self.free = unsafe free
    unsafe self.newContext = unsafe newContext
    unsafe self.freeContext = unsafe freeContext
    unsafe self.begin = unsafe begin
    unsafe self.sign = unsafe sign
    unsafe self.sha256 = unsafe sha256
    unsafe self.sha384 = unsafe sha384
    unsafe self.sha512 = unsafe sha512
  }

  /// Reads a private key in DER.
  func key(_ der: [UInt8]) -> OpaquePointer? {
    unsafe der.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return unsafe readKey(nil, &position, bytes.count)
    }
  }

  func freeKey(_ key: OpaquePointer) { unsafe free(key) }

  func signature(over bytes: [UInt8], _ key: OpaquePointer, _ digest: OpaquePointer?) -> [UInt8]? {
    guard let context = unsafe newContext() else { return nil }
    defer { unsafe freeContext(context) }
    guard unsafe begin(context, nil, digest, nil, key) == 1 else { return nil }
    // The largest RSA key of OpenSSL has 16,384 bits.
    var size = 2_048
    let signature = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let isSigned = unsafe bytes.withUnsafeBufferPointer {
        unsafe sign(context, buffer.baseAddress, &size, $0.baseAddress, $0.count) == 1
      }
      count = isSigned ? size : 0
    }
    return signature.isEmpty ? nil : signature
  }
}
#endif
