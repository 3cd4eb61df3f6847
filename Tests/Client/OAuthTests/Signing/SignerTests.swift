import Crypto
import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import TokenStorage
import Testing

/// Keys that never leave their device, in client assertions, request objects and DPoP proofs.
@Suite(.covers("RFC 7515 §5.1")) struct SignerTests {
  private func client(
    _ transport: ScriptedTransport, _ authentication: ClientAuthentication = .none, prover: DPoPProver? = nil
  ) throws -> OAuthClient {
    OAuthClient(
      id: "app", authentication: authentication, server: try Fixture.metadata(), prover: prover, transport: transport,
      clock: ManualClock().wallClock, random: SeededRandomSource(seed: 7))
  }

  private func claims(_ jwt: String?, _ signer: ForeignSigner, type: String) throws -> [String: JSONValue] {
    let signature = try JSONWebSignature(compact: try #require(jwt))
    #expect(signature.header.keyID == "hw")
    return try signature.verified(
      by: JSONWebKeySet([signer.verificationKey]), allowing: [signer.algorithm], type: .exactly(type)
    ).claims()
  }

  // RFC 7523 §2.2. RFC 7518 §3.4: an ECDSA signature is r and s.
  @Test(arguments: [SignatureAlgorithm.es256, .es384, .es512, .edDSA, .rs256, .ps256])
  func `A client assertion is signed by any signer`(_ algorithm: SignatureAlgorithm) async throws {
    let signer = try ForeignSigner.generate(algorithm)
    let transport = ScriptedTransport(Fixture.tokens())
    _ = try await client(transport, .privateKeyJWT(signer)).refresh(Secret("rt-1"))
    let form = try #require(transport.exchanges.first).form
    let claims = try claims(form.single("client_assertion"), signer, type: "client-authentication+jwt")
    #expect(claims["iss"] == "app" && claims["aud"] == "https://as.example" && signer.calls == 1)
  }

  // RFC 9449 §4.2.
  @Test func `Token requests and requests to resources have proofs of a signer`() async throws {
    let signer = try ForeignSigner.generate()
    let prover = try DPoPProver(signer)
    let transport = ScriptedTransport(
      Fixture.tokens(["token_type": "DPoP", "expires_in": 3_600]), .json(["name": "Ada"]))
    let client = try client(transport, prover: prover)
    let api = try Endpoint("https://api.example/me")
    let session = TokenSession(
      account: try Account(provider: "p", name: "n"), client: client, store: MemoryTokenStore(), origins: [api])
    try await session.save(try await client.refresh(Secret("rt-1")))
    _ = try await session.send(api.request(.get))
    for (exchange, method) in zip(transport.exchanges, ["POST", "GET"]) {
      let claims = try claims(exchange.request.headerFields[.dpop], signer, type: "dpop+jwt")
      #expect(claims["htm"] == .string(method))
    }
    #expect(signer.calls == 2)
  }

  // RFC 9101 §4.
  @Test func `An authorization request is signed by a signer`() async throws {
    let signer = try ForeignSigner.generate()
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    request.requestObjectKey = signer
    let attempt = try await Fixture.client().begin(request)
    let object = try Fixture.parameters(of: attempt.url).single("request")
    let claims = try claims(object, signer, type: "oauth-authz-req+jwt")
    #expect(claims["client_id"] == "app" && claims["state"]?.string == attempt.state.reveal())
    // Signing may have to wait.
    #expect(throws: AuthorizationRequestError.requiresBegin) { try Fixture.client().authorizationAttempt(request) }
  }

  /// The error of a refresh, a request with a proof, and a signed authorization request, all of
  /// which must send nothing.
  private func errors(_ signer: ForeignSigner) async throws -> [(any Error)?] {
    let transport = ScriptedTransport()
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    request.requestObjectKey = signer
    let prover = try DPoPProver(signer)
    var errors: [(any Error)?] = []
    let attempts: [() async throws -> Void] = [
      { _ = try await client(transport, .privateKeyJWT(signer)).refresh(Secret("rt-1")) },
      { _ = try await client(transport, prover: prover).refresh(Secret("rt-1")) },
      { _ = try await client(transport).begin(request) },
    ]
    for attempt in attempts {
      do {
        try await attempt()
        errors.append(nil)
      } catch {
        errors.append(error)
      }
    }
    #expect(transport.exchanges.isEmpty)
    return errors
  }

  @Test func `A signer that fails is an error, and nothing is sent`() async throws {
    let signer = try ForeignSigner.generate()
    signer.behave { _, _ in throw ForeignSigner.Absent() }
    for error in try await errors(signer) {
      guard case SignerError.failed(let cause)? = error else {
        Issue.record("no SignerError: \(String(describing: error))")
        continue
      }
      #expect(cause is ForeignSigner.Absent)
      #expect((error as? SignerError)?.explanation == "The key could not sign. The cause is Absent.")
    }
  }

  @Test func `A signature of another key is an error, and nothing is sent`() async throws {
    let signer = try ForeignSigner.generate()
    let other = try SigningKey.generate(.es256)
    signer.behave { _, bytes in try other.signature(over: bytes) }
    for error in try await errors(signer) { #expect((error as? SignerError)?.code == "signer_wrong_signature") }
  }

  // Devices and Apple's Security framework return DER.
  @Test func `A signature in DER is an error, and nothing is sent`() async throws {
    let signer = try ForeignSigner.generate()
    signer.behave { key, bytes in
      let raw = try P256.Signing.ECDSASignature(rawRepresentation: key.signature(over: bytes))
      return Array(raw.derRepresentation)
    }
    for error in try await errors(signer) { #expect((error as? SignerError)?.code == "signer_wrong_signature") }
  }

  @Test(arguments: [0, 1, 63, 65, 128])
  func `A signature of a wrong length is an error`(_ length: Int) async throws {
    let signer = try ForeignSigner.generate()
    signer.behave { _, _ in Array(repeating: 1, count: length) }
    for error in try await errors(signer) { #expect((error as? SignerError)?.code == "signer_wrong_signature") }
  }

  @Test func `Cancelling a task while its signer is slow sends nothing`() async throws {
    let signer = try ForeignSigner.generate()
    let gate = Gate()
    signer.behave { _, _ in
      try await gate.pass()
      return []
    }
    let transport = ScriptedTransport(Fixture.tokens())
    let client = try client(transport, .privateKeyJWT(signer))
    let task = Task { try await client.refresh(Secret("rt-1")) }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(transport.exchanges.isEmpty)
  }

  @Test func `A signature that comes after the task was cancelled isn't sent`() async throws {
    let signer = try ForeignSigner.generate()
    let gate = Gate()
    // A device doesn't notice that the task was cancelled.
    signer.behave { key, bytes in
      try? await gate.pass()
      return try key.signature(over: bytes)
    }
    let transport = ScriptedTransport(Fixture.tokens())
    let client = try client(transport, prover: DPoPProver(signer))
    let task = Task { try await client.refresh(Secret("rt-1")) }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(transport.exchanges.isEmpty)
  }

  @Test func `A slow signer delays only its own requests`() async throws {
    let slow = try ForeignSigner.generate()
    let gate = Gate()
    slow.behave { key, bytes in
      try await gate.pass()
      return try key.signature(over: bytes)
    }
    let transport = ScriptedTransport(Fixture.tokens(), Fixture.tokens())
    let delayed = try client(transport, .privateKeyJWT(slow))
    let task = Task { try await delayed.refresh(Secret("rt-1")) }
    await gate.arrived()
    _ = try await client(transport).refresh(Secret("rt-2"))
    #expect(transport.exchanges.count == 1)
    gate.open()
    _ = try await task.value
    #expect(transport.exchanges.count == 2)
  }

  @Test func `Signers are compared by their public keys`() throws {
    let signer = try ForeignSigner.generate()
    let other = try ForeignSigner.generate()
    let one = ClientAuthentication.privateKeyJWT(signer)
    #expect(
      one == .privateKeyJWT(signer.key) && one.hashValue == ClientAuthentication.privateKeyJWT(signer.key).hashValue)
    #expect(one != .privateKeyJWT(other) && one != .privateKeyJWT(signer, audience: .tokenEndpoint) && one != .none)
    #expect(ClientAuthentication.clientSecretBasic(Secret("a")) != .clientSecretBasicWithoutEncoding(Secret("a")))
    #expect(ClientAuthentication.clientSecretBasic(Secret("a")) != .clientSecretPost(Secret("a")))
    #expect(ClientAuthentication.tlsClientAuth != .selfSignedTLSClientAuth)
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    let unsigned = request
    request.requestObjectKey = signer
    #expect(request != unsigned && request.requestObjectKey?.verificationKey == signer.verificationKey)
    request.requestObjectKey = nil
    #expect(request == unsigned)
  }

  @Test func `A secret isn't a DPoP key, whatever signer it is in`() throws {
    let secret = try ForeignSigner(SigningKey.generate(.hs256))
    #expect(throws: DPoPError.symmetricKey) { try DPoPProver(secret) }
  }
}
