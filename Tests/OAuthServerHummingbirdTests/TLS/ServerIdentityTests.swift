#if Hummingbird
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Testing

@Suite struct ServerIdentityTests {
  private let bank: BankServer

  init() throws {
    bank = try BankServer()
  }

  @Test func `https is answered under the given certificate, and plain http on that port isn't`() async throws {
    try await bank.run(.certificate(subject: "CN=x"), asking: nil) { (issuer: Issuer) async throws in
      let metadata = try await AuthorizationServerMetadata.discover(issuer, through: bank.transport(nil))
      #expect(metadata.issuer == issuer && metadata.tokenEndpoint.text == issuer.text + "/token")
      let plain = try await RawClient.exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n", with: issuer)
      #expect(!plain.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `Who doesn't know the authority isn't connected`() async throws {
    try await bank.run(.certificate(subject: "CN=x"), asking: nil) { (issuer: Issuer) async throws in
      let stranger = try AsyncHTTPClientTransport(
        clientCertificate: nil, trustingOnly: MadeCertificate("Authority", .authority).pem)
      let error = await #expect(throws: HTTPTransportError.self) {
        try await AuthorizationServerMetadata.discover(issuer, through: stranger)
      }
      #expect(error?.kind == .tlsFailed)
    }
  }

  @Test func `An https server on another address has the issuer that was given`() async throws {
    let server = HummingbirdAuthorizationServer(
      host: "0.0.0.0", identity: try bank.identity(nil), logger: bank.log.logger(),
      make: { try LiveServer().make($0) })
    await #expect(throws: ListeningError.issuerNeeded(address: "0.0.0.0:0")) { try await server.run() }
  }

  @Test func `What is no certificate or no key of it is said, without showing it`() throws {
    let certificate = Array(bank.serverCertificate.pem.utf8)
    let key = bank.serverCertificate.keyPEM
    let stranger = try MadeCertificate("Server", .server)
    func error(_ certificate: [UInt8], _ key: Secret) -> ServerIdentityError? {
      do {
        _ = try ServerIdentity(certificateChain: certificate, privateKey: key)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(certificate, key) == nil)
    for wrong in ["", "no", key.reveal(), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
      #expect(error(Array(wrong.utf8), key) == .certificateUnreadable)
    }
    for wrong in ["", "no", bank.serverCertificate.pem] {
      #expect(error(certificate, Secret(wrong)) == .keyUnreadable)
    }
    #expect(error(certificate, stranger.keyPEM) == .keyOfAnotherCertificate)
    for wrong in ["", "no"] {
      #expect(throws: ServerIdentityError.authoritiesUnreadable) {
        try ClientCertificates.issued(by: Array(wrong.utf8))
      }
    }
    let all: [ServerIdentityError] = [
      .certificateUnreadable, .keyUnreadable, .keyOfAnotherCertificate, .authoritiesUnreadable,
    ]
    #expect(Set(all.map(\.code)).count == all.count)
    for error in all {
      #expect(error.step == .configuration && error.explanation.hasSuffix(".") && error.remedy.hasSuffix("."))
    }
  }
}
#endif
