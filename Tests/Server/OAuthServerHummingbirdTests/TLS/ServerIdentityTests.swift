import Evidence
import HTTPTypes
import NIOCore
import NIOSSL
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
@testable import OAuthServerHummingbird
import OAuthTestSupport
import Synchronization
import Testing

@Suite(.covers("RFC 9325 §4.2, server"), .timeLimit(.minutes(60))) struct ServerIdentityTests {
  private let bank: BankServer

  init() throws {
    bank = try BankServer()
  }

  @Test func `The port answers https with the given certificate, and no plain http`() async throws {
    try await bank.run(.certificate(subject: "CN=x"), asking: nil) { (issuer: Issuer) async throws in
      let metadata = try await AuthorizationServerMetadata.discover(issuer, through: bank.transport(nil))
      #expect(metadata.issuer == issuer && metadata.tokenEndpoint.text == issuer.text + "/token")
      let plain = try await RawClient.exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n", with: issuer)
      #expect(!plain.hasPrefix("HTTP/1.1 200"))
    }
  }

  // RFC 9325 §4.2, FAPI 2.0 Security Profile §5.2.2: only ciphers with forward secrecy and
  // authenticated encryption.
  @Test(
    .covers(
      "OP FAPI2: in every flow", "question: Does the API server support only secure cipher suites",
      "question: Does the authorization server support only secure cipher suites",
      "question: Does the token endpoint support only secure cipher suites", "CVE-2024-23656"),
    arguments: [
      (NIOTLSCipher.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, true), (.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, true),
      (.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, false), (.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, false),
      (.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, false),
    ])
  func `In TLS 1.2 the ciphers that are recommended are taken, and no others`(
    cipher: NIOTLSCipher, isTaken: Bool
  ) async throws {
    try await LiveServer().withServer(identity: bank.identity(nil)) { issuer, served in
      var answer = ""
      do {
        try await RawClient.withConnection(to: issuer, isTLS: true, ciphers: [cipher]) { inbound, outbound in
          try await outbound.write(ByteBuffer(string: "GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
          for try await buffer in inbound { answer += String(buffer: buffer) }
        }
      } catch {
        // Closing the connection can cause an error too, after a complete answer.
        #expect(!isTaken || !answer.isEmpty, "\(error)")
      }
      #expect(answer.hasSuffix("GET /x 0\n") == isTaken && served.requests.isEmpty != isTaken)
    }
  }

  @Test func `A client that doesn't trust the authority can't connect`() async throws {
    try await bank.run(.certificate(subject: "CN=x"), asking: nil) { (issuer: Issuer) async throws in
      let stranger = try AsyncHTTPClientTransport(
        clientCertificate: nil, trustingOnly: MadeCertificate("Authority", .authority).pem)
      let error = await #expect(throws: HTTPTransportError.self) {
        try await AuthorizationServerMetadata.discover(issuer, through: stranger)
      }
      #expect(error?.kind == .tlsFailed)
    }
  }

  @Test func `New connections use the certificate that was read last, and errors change nothing`() async throws {
    let next = try BankServer()
    let files = Renewed(try bank.identity(nil))
    var identity = try bank.identity(nil)
    identity.renewal = { try files.read() }
    let (issuers, found) = AsyncStream.makeStream(of: Issuer.self)
    var server = HummingbirdAuthorizationServer(
      identity: identity, logger: bank.log.logger(), make: { try LiveServer().make($0) },
      onListening: { found.yield($0) })
    server.renewalInterval = .milliseconds(5)
    let running = Task { [server] in try await server.run() }
    var iterator = issuers.makeAsyncIterator()
    let issuer = try #require(await iterator.next())
    func discover(_ bank: BankServer) async throws {
      _ = try await AuthorizationServerMetadata.discover(issuer, through: bank.transport(nil))
    }
    try await discover(bank)
    files.content = .success(try next.identity(nil))
    await files.areReadAgain()
    try await discover(next)
    await #expect(throws: HTTPTransportError.self) { try await discover(bank) }
    files.content = .failure(.keyOfAnotherCertificate)
    await files.areReadAgain()
    try await discover(next)
    files.content = .success(try bank.identity(nil))
    await files.areReadAgain()
    try await discover(bank)
    running.cancel()
    _ = await running.result
    let said = bank.log.records.filter { $0.contains("certificate") }
    #expect(said.count == 3 && said[0] == said[2] && said[1].contains("could not be renewed"), "\(said)")
  }

  @Test func `An https server on another address needs an issuer`() async throws {
    let server = HummingbirdAuthorizationServer(
      host: "0.0.0.0", identity: try bank.identity(nil), logger: bank.log.logger(),
      make: { try LiveServer().make($0) })
    await #expect(throws: ListeningError.issuerNeeded(address: "0.0.0.0:0")) { try await server.run() }
  }

  @Test func `Errors name what is wrong with a certificate or key, without showing it`() throws {
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

/// A certificate's files, which a server reads and a test replaces.
private final class Renewed: Sendable {
  private let state: Mutex<(content: Result<ServerIdentity, ServerIdentityError>, waiting: [Waiting])>

  /// A task that waits until the files were read `reads` more times.
  private struct Waiting {
    var reads: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  init(_ identity: ServerIdentity) { state = Mutex((.success(identity), [])) }

  var content: Result<ServerIdentity, ServerIdentityError> {
    get { state.withLock { $0.content } }
    set { state.withLock { $0.content = newValue } }
  }

  func read() throws -> ServerIdentity {
    try state.withLock { state in
      for index in state.waiting.indices { state.waiting[index].reads -= 1 }
      for waiting in state.waiting where waiting.reads == 0 { waiting.continuation.resume() }
      state.waiting.removeAll { $0.reads == 0 }
      return try state.content.get()
    }
  }

  /// Returns when the present content is in use. That is certain at the second read: then the
  /// result of the first one is in use.
  func areReadAgain() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting.append(Waiting(reads: 2, continuation: continuation)) }
    }
  }
}
