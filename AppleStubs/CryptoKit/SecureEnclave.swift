public import Crypto
public import Foundation
public import Security

/// CryptoKit.swiftinterface: `enum SecureEnclave`.
@available(iOS 13.0, macOS 10.15, watchOS 6.0, tvOS 13.0, macCatalyst 13.0, *)
public enum SecureEnclave {
  /// CryptoKit.swiftinterface: `static var isAvailable: Bool { get }`.
  public static var isAvailable: Bool {
    fatalError("stub")
  }

  /// CryptoKit.swiftinterface: `enum P256`.
  public enum P256 {
    /// CryptoKit.swiftinterface: `enum Signing`.
    public enum Signing {
      /// CryptoKit.swiftinterface: `struct PrivateKey`.
      public struct PrivateKey {
        /// CryptoKit.swiftinterface: `init(compactRepresentable: Bool = true, accessControl:
        /// SecAccessControl = …, authenticationContext: LAContext? = nil) throws`.
        public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws {
          fatalError("stub")
        }

        /// CryptoKit.swiftinterface: `init(dataRepresentation: Data, authenticationContext:
        /// LAContext? = nil) throws`.
        public init(dataRepresentation: Data) throws {
          fatalError("stub")
        }

        /// CryptoKit.swiftinterface: `var dataRepresentation: Data { get }`: the key, encrypted for
        /// this Secure Enclave.
        public var dataRepresentation: Data {
          fatalError("stub")
        }

        /// CryptoKit.swiftinterface: `var publicKey: P256.Signing.PublicKey { get }`.
        public var publicKey: Crypto.P256.Signing.PublicKey {
          fatalError("stub")
        }

        /// CryptoKit.swiftinterface: `func signature<D>(for data: D) throws ->
        /// P256.Signing.ECDSASignature where D : DataProtocol`: the signature over the SHA-256 hash
        /// of the data.
        public func signature<D: DataProtocol>(for data: D) throws -> Crypto.P256.Signing.ECDSASignature {
          fatalError("stub")
        }
      }
    }
  }
}
