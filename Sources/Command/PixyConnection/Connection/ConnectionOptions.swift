package import ArgumentParser
internal import OAuthAsyncHTTPClient
package import OAuthCore
internal import PixyTerminal

/// The options for the connection to servers, and the place where the transport of a command is
/// created.
package struct ConnectionOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "The file with the only trusted certificate authorities (PEM). Default: the machine's.", valueName: "ca-file"),
    completion: .file())
  package var trust: String?

  @Option(
    help: ArgumentHelp("The file with the client certificate for mutual TLS (PEM).", valueName: "pem-file"),
    completion: .file())
  package var certificate: String?

  @Option(
    help: ArgumentHelp(
      "The file with the certificate's private key (PEM, without passphrase).", valueName: "pem-file"),
    completion: .file())
  package var certificateKey: String?

  @OptionGroup package var tracing: TraceOptions

  package func validate() throws {
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("Give both --certificate and --certificate-key, or neither.")
    }
  }

  /// Creates the transport.
  /// - Parameter isDryRun: Whether requests are printed instead of sent, except those for published
  ///   documents.
  /// - Throws: `ValidationError` if a file can't be read; `ClientCertificateError`; the error of
  ///   opening the trace file.
  package func transport(isDryRun: Bool = false) throws -> any HTTPTransport {
    let transport = try tracing.transport(
      ConnectionCertificates.read(trust: trust, certificate: certificate, certificateKey: certificateKey).transport())
    guard isDryRun else { return transport }
    return DryRunTransport(
      transport, curl: CurlOptions(certificate: certificate, certificateKey: certificateKey, trust: trust),
      console: .standard)
  }
}
