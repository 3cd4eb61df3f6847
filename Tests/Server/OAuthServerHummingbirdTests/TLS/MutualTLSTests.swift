import Evidence
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import PKCE
import Testing

/// Client authentication with certificates (RFC 8705) over real TLS, with Pixy's own client.
@Suite(.covers("RFC 8705 §2", "RFC 8705 §2, server"), .timeLimit(.minutes(60))) struct MutualTLSTests {
  private let bank: BankServer

  init() throws {
    bank = try BankServer()
  }

  // RFC 8705 §2.1.
  @Test func `A certificate of the authority authenticates only the client with its subject`() async throws {
    let right = try MadeCertificate("bank.example", .client, by: bank.authority)
    let other = try MadeCertificate("other.example", .client, by: bank.authority)
    try await bank.run(.certificate(subject: "CN=bank.example"), asking: bank.issued) { (issuer: Issuer) async throws in
      #expect(issuer.text.hasPrefix("https://127.0.0.1:"))
      let metadata = try await AuthorizationServerMetadata.discover(issuer, through: bank.transport(nil))
      #expect(metadata.tlsClientCertificateBoundAccessTokens)
      #expect(try await bank.error(issuer, .tlsClientAuth, showing: right) == nil)
      #expect(try await bank.error(issuer, .tlsClientAuth, showing: other) == "invalid_client")
      #expect(try await bank.error(issuer, .tlsClientAuth, showing: nil) == "invalid_client")
    }
  }

  @Test func `An expired, self-signed or server certificate, or one of another authority, fails the handshake`()
    async throws
  {
    let stranger = try MadeCertificate("Authority", .authority)
    let refused = [
      try MadeCertificate("bank.example", .client, by: stranger),
      try MadeCertificate("bank.example", .client, by: bank.authority, validity: MadeCertificate.outdated),
      try MadeCertificate("bank.example", .server, by: bank.authority),
      try MadeCertificate("bank.example", .client),
      // A client's certificate can't issue other certificates.
      try MadeCertificate("bank.example", .client, by: MadeCertificate("x", .client, by: bank.authority)),
    ]
    try await bank.run(.certificate(subject: "CN=bank.example"), asking: bank.issued) { (issuer: Issuer) async throws in
      for certificate in refused {
        let transport = try bank.transport(certificate)
        await #expect(throws: HTTPTransportError.self) {
          try await transport.send(
            Endpoint(issuer.text + "/jwks").request(.get), body: [], limits: HTTPLimits(timeout: .seconds(10)))
        }
      }
    }
  }

  // RFC 8705 §2.2.
  @Test func `A self-signed certificate authenticates the client by its key`() async throws {
    let right = try MadeCertificate("anything", .client)
    let sameName = try MadeCertificate("anything", .client)
    let outdated = try MadeCertificate("anything", .client, validity: MadeCertificate.outdated)
    try await bank.run(.selfSignedCertificate(BankServer.keys(right)), asking: .any) { (issuer: Issuer) async throws in
      #expect(try await bank.error(issuer, .selfSignedTLSClientAuth, showing: right) == nil)
      #expect(try await bank.error(issuer, .selfSignedTLSClientAuth, showing: sameName) == "invalid_client")
      #expect(try await bank.error(issuer, .selfSignedTLSClientAuth, showing: outdated) == "invalid_client")
      #expect(try await bank.error(issuer, .selfSignedTLSClientAuth, showing: nil) == "invalid_client")
    }
  }

  // The name in an unverified certificate proves nothing.
  @Test func `If every certificate is accepted, no subject is trusted`() async throws {
    let played = try MadeCertificate("bank.example", .client)
    let real = try MadeCertificate("bank.example", .client, by: bank.authority)
    try await bank.run(.certificate(subject: "CN=bank.example"), asking: .any) { (issuer: Issuer) async throws in
      #expect(try await bank.error(issuer, .tlsClientAuth, showing: played) == "invalid_client")
      #expect(try await bank.error(issuer, .tlsClientAuth, showing: real) == "invalid_client")
    }
  }

  @Test func `A server that requests no certificate sees none`() async throws {
    let right = try MadeCertificate("anything", .client)
    try await bank.run(.selfSignedCertificate(BankServer.keys(right)), asking: nil) { (issuer: Issuer) async throws in
      #expect(try await bank.error(issuer, .selfSignedTLSClientAuth, showing: right) == "invalid_client")
    }
  }

  // Without a proxy, the client itself wrote the header fields that proxies use.
  @Test func `A certificate in a header field is ignored`() async throws {
    let right = try MadeCertificate("anything", .client)
    try await bank.run(.selfSignedCertificate(BankServer.keys(right)), asking: .any) { (issuer: Issuer) async throws in
      var request = try Endpoint(issuer.text + "/token").request(.post)
      request.headerFields[.contentType] = "application/x-www-form-urlencoded"
      for name in ["Client-Cert", "X-Client-Cert", "X-SSL-Client-Cert", "ssl-client-cert"] {
        let field = try #require(HTTPField.Name(name))
        request.headerFields[field] = ":\(Base64URL.encode(right.der)):"
      }
      let answer = try await bank.transport(nil).send(
        request, body: Array("grant_type=client_credentials&client_id=bank".utf8), limits: HTTPLimits())
      #expect(answer.response.status == .unauthorized)
    }
  }
}
