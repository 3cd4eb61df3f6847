import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// Stored tokens that are bound to a key that can't be stored (RFC 9449).
@Suite(.covers("RFC 7515 §5.1")) struct HardwareKeyTests {
  private let clock = ManualClock()
  private let store = MemoryTokenStore()
  private let account: Account

  init() throws {
    account = try Account(provider: "p", name: "n")
  }

  private func session(_ transport: ScriptedTransport, _ prover: DPoPProver?) throws -> TokenSession {
    let client = try Fixture.client(transport, clock: clock).with(prover: prover)
    return TokenSession(
      account: account, client: client, store: store,
      origins: [try Endpoint("https://api.example/me")], monotonic: clock.monotonicClock)
  }

  private static func tokens(_ number: Int) -> HTTPAnswer {
    Fixture.tokens([
      "access_token": .string("at-\(number)"), "refresh_token": .string("rt-\(number)"), "token_type": "DPoP",
      "expires_in": 3_600,
    ])
  }

  /// Signs in with a signer, as an earlier run of the program.
  private func signedIn(_ signer: ForeignSigner) async throws {
    let session = try session(ScriptedTransport(Self.tokens(1)), DPoPProver(signer))
    try await session.save(try await session.client.refresh(Secret("rt-0")))
  }

  @Test func `Only the thumbprint of a key in hardware is stored`() async throws {
    let signer = try ForeignSigner.generate()
    try await signedIn(signer)
    let stored = try #require(store.tokens(for: account))
    #expect(stored.proofKey == .elsewhere(thumbprint: signer.verificationKey.thumbprint))
    #expect(stored.text.reveal().contains(#""proof_key_thumbprint":"\#(signer.verificationKey.thumbprint)""#))
    #expect(!stored.text.reveal().contains(#""d""#))
  }

  @Test func `A later run refreshes with the same key, and stores its thumbprint again`() async throws {
    let signer = try ForeignSigner.generate()
    try await signedIn(signer)
    clock.advance(by: .seconds(3_600))
    let transport = ScriptedTransport(Self.tokens(2), .json(["name": "Ada"]))
    let later = try session(transport, DPoPProver(ForeignSigner(signer.key)))
    _ = try await later.send(Endpoint("https://api.example/me").request(.get))
    #expect(transport.exchanges.map(\.request.path) == ["/token", "/me"])
    for exchange in transport.exchanges {
      let proof = try JSONWebSignature(compact: try #require(exchange.request.headerFields[.dpop]))
      #expect(try JSONWebKey(try #require(proof.header.members["jwk"])).thumbprint == signer.verificationKey.thumbprint)
    }
    let stored = try #require(store.tokens(for: account))
    #expect(stored.refreshToken == Secret("rt-2"))
    #expect(stored.proofKey == .elsewhere(thumbprint: signer.verificationKey.thumbprint))
  }

  @Test func `Without the key, and with another one, the tokens can't be used and stay`() async throws {
    try await signedIn(try ForeignSigner.generate())
    let before = store.tokens(for: account)
    for prover in [nil, try DPoPProver(ForeignSigner.generate()), try DPoPProver.generate()] {
      let transport = ScriptedTransport()
      let session = try session(transport, prover)
      let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
      #expect(error?.code == "unusable_proof_key" && error?.category == .signInNeeded)
      #expect(transport.exchanges.isEmpty)
    }
    #expect(store.tokens(for: account) == before)
  }

  // A key in memory with the same public part proves the same.
  @Test func `The same key in memory is accepted`() async throws {
    let signer = try ForeignSigner.generate()
    try await signedIn(signer)
    #expect(try await session(ScriptedTransport(), DPoPProver(signer.key)).accessToken() == Secret("at-1"))
  }

  @Test func `A device that is absent during a refresh doesn't end the session`() async throws {
    let signer = try ForeignSigner.generate()
    try await signedIn(signer)
    clock.advance(by: .seconds(3_600))
    let transport = ScriptedTransport(Self.tokens(2))
    let session = try session(transport, DPoPProver(signer))
    signer.behave { _, _ in throw ForeignSigner.Absent() }
    let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(error?.category == .temporary)
    #expect(transport.exchanges.isEmpty && store.accounts().count == 1)
    // Connected again.
    signer.behave { key, bytes in try key.signature(over: bytes) }
    clock.advance(by: .seconds(60))
    #expect(try await session.accessToken() == Secret("at-2"))
  }

  @Test func `Many callers wait for one signature of a slow device`() async throws {
    let signer = try ForeignSigner.generate()
    try await signedIn(signer)
    clock.advance(by: .seconds(3_600))
    let gate = Gate()
    signer.behave { key, bytes in
      try await gate.pass()
      return try key.signature(over: bytes)
    }
    let before = signer.calls
    let session = try session(ScriptedTransport(Self.tokens(2)), DPoPProver(signer))
    let callers = (0..<50).map { _ in Task { try await session.accessToken() } }
    await gate.arrived()
    // One caller gives up. The others still get the token.
    callers[7].cancel()
    await #expect(throws: CancellationError.self) { try await callers[7].value }
    gate.open()
    for (number, caller) in callers.enumerated() where number != 7 {
      #expect(try await caller.value == Secret("at-2"))
    }
    #expect(signer.calls == before + 1)
  }
}
