public import Crypto
public import Foundation
public import Security

/// Apple: `enum SecureEnclave`.
public enum SecureEnclave {
  /// Apple: `static var isAvailable: Bool { get }`.
  public static var isAvailable: Bool {
    fatalError("stub")
  }

  /// Apple: `enum P256`.
  public enum P256 {
    /// Apple: `enum Signing`.
    public enum Signing {
      /// Apple: `struct PrivateKey`.
      public struct PrivateKey {
        /// Apple: `init(compactRepresentable: Bool = true, accessControl: SecAccessControl = …,
        /// authenticationContext: LAContext? = nil) throws`; without the context on tvOS.
        /// Source: developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey
        public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws {
          fatalError("stub")
        }

        /// Apple: `init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws`.
        public init(dataRepresentation: Data) throws {
          fatalError("stub")
        }

        /// Apple: `var dataRepresentation: Data { get }`: the key, encrypted for this Secure Enclave.
        public var dataRepresentation: Data {
          fatalError("stub")
        }

        /// Apple: `var publicKey: P256.Signing.PublicKey { get }`.
        public var publicKey: Crypto.P256.Signing.PublicKey {
          fatalError("stub")
        }

        /// Apple: `func signature<D>(for data: D) throws -> P256.Signing.ECDSASignature where D :
        /// DataProtocol`: the signature over the SHA-256 hash of the data.
        public func signature<D: DataProtocol>(for data: D) throws -> Crypto.P256.Signing.ECDSASignature {
          fatalError("stub")
        }
      }
    }
  }
}
