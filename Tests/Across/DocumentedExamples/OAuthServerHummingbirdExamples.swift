#if Hummingbird
import Logging
import OAuthCore
import OAuthServer
import OAuthServerHummingbird

/// Runs a server on a port until the program is asked to end.
func runOnAPort(logger: Logger, makeServer: @escaping @Sendable (Issuer) throws -> AuthorizationServer) async throws {
  let service = HummingbirdAuthorizationServer(
    port: 8080, logger: logger, make: { issuer in try makeServer(issuer) })
  try await service.runUntilSignalled()
}

/// Runs a server while a closure runs.
func runForADemonstration(
  logger: Logger, demoServer: @escaping @Sendable (Issuer) throws -> AuthorizationServer
) async throws {
  try await withAuthorizationServer(
    make: { issuer in try demoServer(issuer) }, logger: logger
  ) { issuer in
    // The server answers at issuer.text, for example http://127.0.0.1:49152.
  }
}

/// Reads the texts and templates of an operator.
func readTextsAndTemplates() throws -> MustachePages {
  let pages = try MustachePages(
    texts: MustachePages.texts(inFolder: "/etc/login/texts"),
    templates: MustachePages.templates(inFolder: "/etc/login/templates"))
  return pages
}

/// Replaces some texts of the pages.
func replaceTexts(bytes: [UInt8]) throws -> MustachePages {
  let texts = try PageTexts.english.replacing(
    PageTexts.texts(in: bytes), scopes: ["report.read": "read your reports"])
  let pages = try MustachePages(texts: [texts, .german])
  return pages
}

/// Accepts certificates of clients that authorities issued.
func acceptClientCertificates(certificate: [UInt8], key: Secret, authorities: [UInt8]) throws -> ServerIdentity {
  var identity = try ServerIdentity(certificateChain: certificate, privateKey: key)
  identity.clientCertificates = .any  // self_signed_tls_client_auth
  identity.clientCertificates = try .issued(by: authorities)  // tls_client_auth
  return identity
}
#endif
