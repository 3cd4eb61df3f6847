#if os(Linux) || os(macOS)
internal import Dispatch

/// A loaded PKCS #11 library: the driver of a smart card, a hardware security module, a TPM, or of
/// SoftHSM for tests.
///
/// Create one for each library when the program starts, and create a ``PKCS11Signer`` for each key.
/// All calls to the library run one after the other on a thread of their own, so a slow token delays
/// no other task of the program.
public final class PKCS11Module: Sendable {
  private let cryptoki: Cryptoki
  private let queue = DispatchQueue(label: "pixy.pkcs11")

  /// Loads a library and initializes it. It stays loaded until the process ends.
  ///
  /// - Parameter path: The path of the library, such as `/usr/lib/softhsm/libsofthsm2.so`, or its
  ///   file name for the system's loader. The library runs inside the process: load only one that
  ///   you trust.
  /// - Throws: ``PKCS11Error/noLibrary(_:)`` or ``PKCS11Error/failed(function:code:)``.
  public init(_ path: String) throws(PKCS11Error) {
    cryptoki = try Cryptoki(path)
  }

  /// Runs work with the library on the module's thread. Cancelling the task doesn't interrupt it.
  func run<Output: Sendable>(
    _ work: @escaping @Sendable (Cryptoki) throws(PKCS11Error) -> Output
  ) async throws(PKCS11Error) -> Output {
    let cryptoki = cryptoki
    let result = await withCheckedContinuation { continuation in
      queue.async {
        do throws(PKCS11Error) {
          continuation.resume(returning: Result<Output, PKCS11Error>.success(try work(cryptoki)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
#endif
