import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTLS
import Logging
import NIOSSL
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthResourceServer
import OAuthResourceServerHummingbird
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Testing

/// Tokens that are bound to a certificate (RFC 8705 §3). An authorization server issues them, and a
/// Hummingbird application accepts them, both with real TLS.
@Suite(.covers("RFC 8705 §2", "RFC 8705 §2, server"), .timeLimit(.minutes(60))) struct BoundTokenTests {
  private let bank: BankServer

  init() throws {
    bank = try BankServer()
  }

  @Test func `The token is accepted only over connections with its certificate`() async throws {
    let mine = try MadeCertificate("anything", .client)
    let other = try MadeCertificate("anything", .client)
    try await bank.run(.selfSignedCertificate(BankServer.keys(mine)), asking: .any, bound: true) {
      (issuer: Issuer) async throws in
      let token = try await bank.token(issuer, .selfSignedTLSClientAuth, showing: mine).accessToken
      let keys = try bank.transport(nil)
      try await serve(trusting: issuer, through: keys) { accounts in
        var request = accounts.request(.get)
        request.headerFields[.authorization] = "Bearer \(token.reveal())"
        let mineTwice = try bank.transport(mine)
        for transport in [mineTwice, mineTwice] {
          let answer = try await transport.send(request, body: [], limits: HTTPLimits())
          #expect(answer.response.status == .ok && String(decoding: answer.body, as: UTF8.self) == "bank")
        }
        for certificate in [other, nil] {
          let answer = try await bank.transport(certificate).send(request, body: [], limits: HTTPLimits())
          #expect(answer.response.status == .unauthorized)
          #expect(answer.response.headerFields[.wwwAuthenticate]?.contains(#"error="invalid_token""#) == true)
        }
      }
    }
    #expect(!bank.log.records.isEmpty)
  }

  /// Runs an application with one protected route and TLS, on any free port.
  private func serve(
    trusting issuer: Issuer, through transport: any HTTPTransport,
    _ body: @escaping @Sendable (Endpoint) async throws -> Void
  ) async throws {
    let resource = try await ResourceServer.discover(
      Endpoint(BankServer.resource), trusting: issuer, through: transport,
      presentation: TokenPresentation(binding: .required, takesCertificates: true), logger: bank.log.logger())
    let router = Router(context: BasicAccessRequestContext.self)
    router.group("accounts").add(
      middleware: AccessMiddleware(resource, requiring: AccessRequirement(scope: try Scope(["accounts"]))) {
        try await CertificateThumbprint(peerOf: $1.channel)
      }
    )
    .get { _, context in try context.requireAccess().clientID ?? "" }
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try NIOSSLCertificate(bytes: bank.serverCertificate.der, format: .der))],
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(bank.serverCertificate.keyPEM.reveal().utf8), format: .pem)))
    tls.certificateVerification = .optionalVerification
    let (ports, port) = AsyncStream.makeStream(of: Int?.self)
    let application = Application(
      router: router,
      server: try .tls(
        configuration: TLSChannelConfiguration(tlsConfiguration: tls) { _, promise in
          promise.succeed(.certificateVerified)
        }),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.yield($0.localAddress?.port) }, logger: bank.log.logger())
    let running = Task { try await application.run() }
    defer { running.cancel() }
    for await number in ports {
      try await body(Endpoint("https://127.0.0.1:\(#require(number))/accounts"))
      break
    }
  }
}
