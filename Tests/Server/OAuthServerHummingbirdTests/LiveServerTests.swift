import Evidence
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import PKCE
import OAuthTestSupport
import TestSurroundings
import Testing

@Suite("A server on a port")
struct LiveServerTests {
  let live = LiveServer()

  @Test("is named after the port it got, and says so in its metadata", arguments: ["127.0.0.1", "::1"])
  func metadata(host: String) async throws {
    try await live.run(host: host) { issuer in
      #expect(issuer.text.hasPrefix(host == "::1" ? "http://[::1]:" : "http://127.0.0.1:"))
      let answer = try await RawClient.get("/.well-known/oauth-authorization-server", issuer)
      #expect(answer.status == 200)
      #expect(answer.field("content-type") == "application/json")
      let metadata = try AuthorizationServerMetadata(document: JSONValue(bytes: Array(answer.body.utf8)))
      #expect(metadata.issuer == issuer)
      #expect(metadata.tokenEndpoint.text == issuer.text + "/token")
    }
  }

  @Test("signs a user in, issues tokens, refreshes them and returns the user's claims")
  func wholeFlow() async throws {
    try await live.run { issuer in
      let verifier = CodeVerifier.random()
      var request = FormParameters()
      for (name, value) in [
        ("response_type", "code"), ("client_id", "app"), ("redirect_uri", "http://127.0.0.1:1234/callback"),
        ("scope", "profile"), ("state", "st&te"), ("code_challenge", CodeChallenge(s256: verifier).value),
        ("code_challenge_method", "S256"),
      ] { request.append(name, value) }
      let page = try await RawClient.get("/authorize?" + request.queryEncoded(), issuer)
      #expect(page.status == 200)
      #expect(page.body.contains("Tom &amp; &lt;Jerry&gt;"))
      #expect(page.field("x-frame-options") == "DENY")
      let policy = try #require(page.field("content-security-policy"))
      #expect(policy.contains("form-action 'self' https: http://127.0.0.1:1234;"))

      let hidden = try #require(page.body.firstMatch(of: /name="authorization_request" value="([^"]*)"/))
      var form = FormParameters()
      form.append("authorization_request", String(hidden.1).replacing("&amp;", with: "&"))
      form.append("username", "ada")
      form.append("password", LiveServer.password)
      form.append("decision", "approve")
      let foreign = try await RawClient.post(
        "/authorize/decision", form, issuer, fields: "Origin: https://evil.example\r\n")
      #expect(foreign.status == 403)
      let approved = try await RawClient.post(
        "/authorize/decision", form, issuer, fields: "Origin: \(issuer.origin)\r\n")
      #expect(approved.status == 303)
      let location = try #require(approved.field("location"))
      #expect(location.hasPrefix("http://127.0.0.1:1234/callback?"))
      let callback = try FormParameters(decoding: try #require(location.split(separator: "?").last))
      #expect(try callback.single("state") == "st&te")
      #expect(try callback.single("iss") == issuer.text)

      var redemption = FormParameters()
      for (name, value) in [
        ("grant_type", "authorization_code"), ("client_id", "app"), ("code_verifier", verifier.reveal()),
        ("redirect_uri", "http://127.0.0.1:1234/callback"), ("code", try #require(try callback.single("code"))),
      ] { redemption.append(name, value) }
      let tokens = try await members(RawClient.post("/token", redemption, issuer))
      let access = try #require(tokens["access_token"]?.string)
      let user = try await RawClient.get("/userinfo", issuer, fields: "Authorization: Bearer \(access)\r\n")
      #expect(try members(user) == ["sub": "1", "name": "Ada", "preferred_username": "ada"])

      var refreshment = FormParameters()
      refreshment.append("grant_type", "refresh_token")
      refreshment.append("client_id", "app")
      refreshment.append("refresh_token", try #require(tokens["refresh_token"]?.string))
      #expect(try await members(RawClient.post("/token", refreshment, issuer))["access_token"]?.string != access)

      for record in live.log.records {
        for secret in [access, verifier.reveal(), LiveServer.password, "st&te", "st%26te"] {
          #expect(!record.contains(secret))
        }
      }
    }
  }

  private func members(_ answer: RawClient.Answer) throws -> [String: JSONValue] {
    #expect(answer.status == 200)
    return try #require(try JSONValue(bytes: Array(answer.body.utf8)).object)
  }

  @Test("answers HEAD with the fields of GET and no body")
  func head() async throws {
    try await live.run { issuer in
      let path = "/.well-known/oauth-authorization-server"
      let get = try await RawClient.get(path, issuer)
      let head = try await RawClient.get(path, issuer, method: "HEAD")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.field("content-length") == String(get.body.utf8.count))
      #expect(try await RawClient.get("/token", issuer, method: "HEAD").status == 405)
      #expect(try await RawClient.get("/favicon.ico", issuer).status == 404)
    }
  }

  @Test("survives large bodies, large heads and broken requests")
  func hostile() async throws {
    try await live.run { issuer in
      var form = FormParameters()
      form.append("x", String(repeating: "a", count: AuthorizationServer.maximumBodyBytes))
      #expect(try await RawClient.post("/token", form, issuer).status == 413)
      let long = String(repeating: "a", count: 100_000)
      let head = try await RawClient.exchange(
        "GET / HTTP/1.1\r\nHost: x\r\nX: \(long)\r\nConnection: close\r\n\r\n", with: issuer)
      #expect(head.isEmpty || head.hasPrefix("HTTP/1.1 400"))
      let broken = try await RawClient.exchange("BROKEN\r\n\r\n", with: issuer)
      #expect(broken.isEmpty || broken.hasPrefix("HTTP/1.1 400"))
      #expect(try await RawClient.get("/.well-known/openid-configuration", issuer).status == 200)
    }
  }

  // An error about a busy port is useless if it doesn't name the port.
  @Test("on a port in use names the port in the error")
  func busy() async throws {
    try await live.run { issuer in
      let port = try #require(issuer.text.split(separator: ":").last.flatMap { Int($0) })
      let error = await #expect(throws: ListeningError.self) {
        try await LiveServer().run(port: port) { _ in }
      }
      #expect(error == .portInUse(address: "127.0.0.1:\(port)"))
      #expect(error?.description.contains("127.0.0.1:\(port)") == true)
    }
  }

  @Test(
    "isn't opened where plain http would leave the machine, or where there is no address",
    .covers("question: Is HTTPS required at the API endpoint"))
  func address() async throws {
    for host in ["0.0.0.0", "localhost", "192.0.2.1", "::"] {
      await #expect(throws: ListeningError.self) { try await live.run(host: host) { _ in } }
    }
    let elsewhere = HummingbirdAuthorizationServer(
      host: "192.0.2.1", issuer: try Issuer("https://login.example"), logger: live.log.logger(),
      make: { try LiveServer().make($0) })
    await #expect(throws: ListeningError.notAnAddressHere(address: "192.0.2.1:0")) { try await elsewhere.run() }
  }

  @Test("isn't opened to other machines under an http issuer")
  func httpIssuer() async throws {
    for host in ["0.0.0.0", "192.0.2.1"] {
      let server = HummingbirdAuthorizationServer(
        host: host, issuer: try Issuer("http://127.0.0.1:9413"), logger: live.log.logger(),
        make: { _ in throw Failure() })
      await #expect(throws: ListeningError.issuerNeeded(address: "\(host):0")) { try await server.run() }
    }
  }

  struct Failure: Error {}

  @Test("stops when its body throws, and releases the port")
  func bodyThrows() async throws {
    let port = Mailbox()
    await #expect(throws: Failure.self) {
      try await live.run { issuer in
        await port.put(try #require(issuer.text.split(separator: ":").last.flatMap { Int($0) }))
        throw Failure()
      }
    }
    let number = try #require(await port.value)
    try await LiveServer().run(port: number) { #expect($0.text == "http://127.0.0.1:\(number)") }
  }

  @Test("that can't be created throws the reason, and releases the port")
  func makeThrows() async throws {
    await #expect(throws: Failure.self) {
      try await withAuthorizationServer(make: { _ in throw Failure() }, logger: live.log.logger()) { _ in }
    }
  }

  @Test("closes idle connections at a shutdown, instead of waiting for them")
  func keepAlive() async throws {
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    let client = try await live.run { issuer in
      let client = Task {
        defer { answer.finish() }
        return try await RawClient.exchange(
          "GET /authorize HTTP/1.1\r\nHost: x\r\n\r\n", with: issuer, onAnswer: { answer.yield() })
      }
      for await _ in answers { break }
      return client
    }
    #expect(try await client.value.hasPrefix("HTTP/1.1 400"))
  }

  @Test("ends when its task is cancelled, and its port is free again")
  func service() async throws {
    let (issuers, found) = AsyncStream.makeStream(of: Issuer.self)
    let port = try unusedPort()
    let server = HummingbirdAuthorizationServer(
      port: port, logger: live.log.logger(), make: { try LiveServer().make($0) }, onListening: { found.yield($0) })
    let running = Task { try await server.run() }
    var iterator = issuers.makeAsyncIterator()
    let issuer = try #require(await iterator.next())
    #expect(try await RawClient.get("/.well-known/openid-configuration", issuer).status == 200)
    running.cancel()
    _ = await running.result
    try await live.run(port: port) { #expect($0 == issuer) }
  }

  actor Mailbox {
    private(set) var value: Int?

    func put(_ value: Int) { self.value = value }
  }
}
