internal import HummingbirdTLS
internal import NIOCore
internal import NIOSSL
public import OAuthCore

/// What a server that speaks https itself shows to clients: its certificate, with the key for it.
///
/// Whoever runs a server without a proxy in front makes one out of two files, and sets ``renewal`` if they are replaced from time to time.
public struct ServerIdentity: Sendable {
  let certificateChain: [NIOSSLCertificate]
  let privateKey: NIOSSLPrivateKey
  /// Which certificates clients are asked for; nil asks for none. People whose browser has one may then be asked whether to show it: servers
  /// whose pages people use are better off with another address for clients with certificates (RFC 8705 §5).
  public var clientCertificates: ClientCertificates?

  /// Reads a certificate and its key again.
  public typealias Renewal = @Sendable () throws -> ServerIdentity

  /// How a running server comes by the next certificate, which authorities issue for a few weeks; nil keeps the one that there is.
  ///
  /// It is called every minute and should take no longer than reading two files. New connections are shown what it returned last; of
  /// that only the certificate and the key count. If it throws, the old one stays in use, and a warning is logged, once for each reason.
  public var renewal: Renewal?

  /// Reads a certificate and its key.
  /// - Parameters:
  ///   - certificateChain: PEM, the server's own certificate first, then those that lead to an authority's.
  ///   - privateKey: PEM, not encrypted.
  /// - Throws: ``ServerIdentityError`` if one of them can't be read, or they don't belong together.
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
    // Otherwise that would come out when the port is opened, or with the first connection.
    guard (try? NIOSSLContext(configuration: tls(showing: nil).tlsConfiguration)) != nil else {
      throw .keyOfAnotherCertificate
    }
  }

  /// What RFC 9325 §4.2 recommends for TLS 1.2, and FAPI 2.0 wants alone: forward secrecy, and ciphers that authenticate what they
  /// encrypt. TLS 1.3 has no others.
  private static let ciphers: [NIOTLSCipher] = [
    .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
  ]

  /// TLS 1.2 and later (RFC 9325 §3.1.1).
  /// - Parameter inUse: what is shown instead of this one by the time of a handshake, if that may be another one.
  func tls(showing inUse: IdentityInUse?) -> TLSChannelConfiguration {
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

/// Why a certificate or its key can't be used. No case holds any of them.
public enum ServerIdentityError: String, Error, Sendable, Hashable {
  /// There is no PEM certificate.
  case certificateUnreadable = "certificate_unreadable"
  /// There is no PEM private key, or it is encrypted.
  case keyUnreadable = "private_key_unreadable"
  /// Certificate and key don't belong together.
  case keyOfAnotherCertificate = "private_key_of_another_certificate"
  /// There is no PEM certificate of an authority for clients.
  case authoritiesUnreadable = "client_authorities_unreadable"
}

extension ServerIdentityError: ExplainedError {
  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// What is wrong.
  public var explanation: String {
    switch self {
    case .certificateUnreadable: "The server's certificate is not a PEM certificate."
    case .keyUnreadable: "The server's private key is not a PEM key, or it is encrypted."
    case .keyOfAnotherCertificate: "The server's private key is not the one of its certificate."
    case .authoritiesUnreadable: "The authorities for client certificates are not PEM certificates."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .certificateUnreadable: "Give the file that begins with BEGIN CERTIFICATE, the server's own certificate first."
    case .keyUnreadable: "Give the file that begins with BEGIN PRIVATE KEY, without a passphrase."
    case .keyOfAnotherCertificate:
      "Give the key that the certificate was asked for with, and that certificate first in its file."
    case .authoritiesUnreadable: "Give the file with the authorities' own certificates, each from BEGIN CERTIFICATE."
    }
  }
}
