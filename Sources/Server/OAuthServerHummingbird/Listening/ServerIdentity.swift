internal import HummingbirdTLS
internal import NIOCore
internal import NIOSSL
public import OAuthCore

/// The certificate of a server that speaks https itself, with the private key.
///
/// Create it from two PEM files if no proxy in front provides https. Set ``renewal`` if the files
/// are replaced from time to time.
public struct ServerIdentity: Sendable {
  let certificateChain: [NIOSSLCertificate]
  let privateKey: NIOSSLPrivateKey
  /// The certificates that clients may present. Nil requests none.
  ///
  /// A request for a certificate makes some browsers ask the user to choose one. If users sign in
  /// at this server, use a separate address for clients with certificates (RFC 8705 §5).
  public var clientCertificates: ClientCertificates?

  /// A function that reads the certificate and its key again.
  public typealias Renewal = @Sendable () throws -> ServerIdentity

  /// The function by which a running server gets its next certificate. Nil keeps the first one.
  ///
  /// Certificates are valid for a few weeks or months, and a server runs longer. The function is
  /// called every minute, and should take no longer than reading two files. New connections use the
  /// certificate and the key that it returned last; its other properties are ignored. If it throws,
  /// the old certificate stays in use and a warning is logged, once for each reason.
  public var renewal: Renewal?

  /// The certificate's name in log records, such as the path of its file. Nil by default.
  ///
  /// The server warns at the start, and while it runs, if the certificate is expired, not valid yet, or
  /// not for the issuer's host.
  public var source: String?

  /// Reads a certificate and its key.
  /// - Parameters:
  ///   - certificateChain: The certificates in PEM: the server's own first, then the intermediate
  ///     ones that lead to an authority.
  ///   - privateKey: The private key in PEM, without a passphrase.
  /// - Throws: ``ServerIdentityError`` if one of them can't be read, or if they don't belong
  ///   together.
  public init(certificateChain: [UInt8], privateKey: Secret) throws(ServerIdentityError) {
    do {
      self.certificateChain = try NIOSSLCertificate.fromPEMBytes(certificateChain)
    } catch {
      throw .certificateUnreadable
    }
    guard !self.certificateChain.isEmpty else { throw .certificateUnreadable }
    do {
      self.privateKey = try NIOSSLPrivateKey(bytes: Array(privateKey.reveal().utf8), format: .pem)
    } catch {
      throw .keyUnreadable
    }
    // Without this check a wrong key would be noticed only when the port is opened, or by the first
    // connection.
    guard (try? NIOSSLContext(configuration: tls(showing: nil).tlsConfiguration)) != nil else {
      throw .keyOfAnotherCertificate
    }
  }

  /// The ciphers for TLS 1.2 that RFC 9325 §4.2 recommends. FAPI 2.0 allows no others.
  ///
  /// They have forward secrecy and authenticate the encrypted data. TLS 1.3 has only such ciphers.
  private static let ciphers: [NIOTLSCipher] = [
    .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
  ]

  /// Returns the configuration for TLS 1.2 and later (RFC 9325 §3.1.1).
  /// - Parameter inUse: The source of the certificate at the time of a handshake, if it is renewed.
  func tls(showing inUse: CurrentIdentity?) -> TLSChannelConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificateChain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.cipherSuiteValues = Self.ciphers
    configuration.applicationProtocols = ["http/1.1"]
    clientCertificates?.ask(&configuration)
    if let inUse { configuration.sslContextCallback = { _, promise in promise.succeed(inUse.override) } }
    return TLSChannelConfiguration(
      tlsConfiguration: configuration, customVerificationCallback: clientCertificates?.verification)
  }
}

/// The reason why a certificate or its key can't be used. No case contains a certificate or a key.
public enum ServerIdentityError: String, Error, Sendable, Hashable {
  /// There is no PEM certificate.
  case certificateUnreadable = "certificate_unreadable"
  /// There is no PEM private key, or it is encrypted.
  case keyUnreadable = "private_key_unreadable"
  /// The key doesn't belong to the certificate.
  case keyOfAnotherCertificate = "private_key_of_another_certificate"
  /// There is no PEM certificate of an authority for client certificates.
  case authoritiesUnreadable = "client_authorities_unreadable"
}

extension ServerIdentityError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .certificateUnreadable:
      row(
        rawValue, "The server's certificate is not a PEM certificate.",
        remedy: "Use the file that contains BEGIN CERTIFICATE, with the server's own certificate first.")
    case .keyUnreadable:
      row(
        rawValue, "The server's private key is not a PEM key, or it is encrypted.",
        remedy: "Use the file that contains BEGIN PRIVATE KEY, without a passphrase.")
    case .keyOfAnotherCertificate:
      row(
        rawValue, "The server's private key does not belong to its certificate.",
        remedy: "Use the key for which the certificate was requested, and put that certificate first in its file.")
    case .authoritiesUnreadable:
      row(
        rawValue, "The authorities for client certificates are not PEM certificates.",
        remedy: "Use the file with the authorities' own certificates, each of which starts with BEGIN CERTIFICATE.")
    }
  }
}
