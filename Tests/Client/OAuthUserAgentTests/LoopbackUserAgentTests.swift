import Evidence
import HTTPTypes
import Logging
import NIOCore
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import TestSurroundings
import Testing

@testable import OAuthUserAgent

@Suite(.covers("RFC 8252 §7.3")) struct LoopbackUserAgentTests {
  private let transport = AsyncHTTPClientTransport()

  private func client(seed: UInt64 = 1) throws -> OAuthClient {
    OAuthClient(
      id: "app",
      server: AuthorizationServerMetadata(
        issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
        tokenEndpoint: try Endpoint("https://as.example/token")),
      transport: transport, random: SeededRandomSource(seed: seed))
  }

  private func get(
    _ address: String, method: HTTPRequest.Method = .get, host: String? = nil
  ) async throws -> HTTPAnswer {
    var request = try Endpoint(address).request(method)
    if let host { request.headerFields[try #require(HTTPField.Name("Host"))] = host }
    return try await transport.send(request, body: [], limits: HTTPLimits(timeout: .seconds(250)))
  }

  private func signIn(
    _ userAgent: LoopbackUserAgent, seed: UInt64 = 1
  ) async throws -> String {
    let client = try client(seed: seed)
    let code = try await userAgent.authorize { redirectURI in
      try client.authorizationAttempt(AuthorizationRequest(redirectURI: redirectURI))
    }
    return code.code.reveal()
  }

  private func userAgent(
    timeout: Duration = .seconds(300), port: Int = 0,
    announce: @escaping @Sendable (AuthorizationAttempt) -> Void = { _ in },
    visit: @escaping @Sendable (String, String) async throws -> Void
  ) -> LoopbackUserAgent {
    var userAgent = LoopbackUserAgent(
      port: port, timeout: timeout, browser: Browser(visit: visit), announce: announce)
    userAgent.idleLimit = .seconds(300)
    return userAgent
  }

  @Test func `With the name localhost a response is accepted on 127.0.0.1`() async throws {
    try await signInByName(answeringOn: "127.0.0.1")
  }

  // Peers use `localhost` where the browser prefers `::1`.
  @Test(.enabled(if: RawHTTP.hasVersion6)) func `With the name localhost a response is accepted on ::1`() async throws {
    try await signInByName(answeringOn: "[::1]")
  }

  @Test func `On a machine without ::1 the listener uses 127.0.0.1 only`() async throws {
    try await signInByName(answeringOn: "127.0.0.1") { userAgent in
      // An address of the documentation range, which no machine has.
      userAgent.otherAddress = LoopbackAddress(rawValue: "2001:db8::1")
    }
  }

  private func signInByName(
    answeringOn address: String, changing change: (inout LoopbackUserAgent) -> Void = { _ in }
  ) async throws {
    var userAgent = LoopbackUserAgent(
      host: .localhost, timeout: .seconds(300),
      browser: Browser { redirectURI, state in
        #expect(redirectURI.hasPrefix("http://localhost:"))
        let here = redirectURI.replacing("localhost", with: address)
        let host = redirectURI.dropFirst("http://".count).prefix { $0 != "/" }
        // A request that uses the address instead of the name doesn't come from the server's
        // redirect.
        let stranger = try await get("\(here)?code=stranger&state=\(state)")
        #expect(stranger.response.status == .notFound)
        let page = try await get("\(here)?code=mine&state=\(state)", host: String(host))
        #expect(page.response.status == .ok)
      }, announce: { _ in })
    change(&userAgent)
    #expect(try await signIn(userAgent) == "mine")
  }

  // Peers open the browser before the listener listens, or show success before they check `state`.
  @Test func `A response gives the code, and only then the page shows success`() async throws {
    let code = try await signIn(
      userAgent { redirectURI, state in
        // Peers use `localhost` where the browser prefers `::1`.
        #expect(redirectURI.hasPrefix("http://127.0.0.1:"))
        let answer = try await get("\(redirectURI)?code=c-1&state=\(state)")
        #expect(answer.response.status == .ok)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("You are signed in"))
        #expect(answer.response.headerFields[.cacheControl] == "no-store")
        #expect(answer.response.headerFields[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
      })
    #expect(code == "c-1")
  }

  // In peers, the first stray request (a favicon) closes the listener.
  @Test(.covers("RFC 9700 §4.11.1")) func `Stray requests do not end the listener and learn nothing`() async throws {
    let code = try await signIn(
      userAgent { redirectURI, state in
        let origin = String(redirectURI.dropLast("/callback".count))
        #expect(try await get("\(origin)/favicon.ico").response.status == .notFound)
        #expect(try await get("\(origin)/").response.status == .notFound)
        #expect(try await get("\(origin)/callback/x?code=c&state=\(state)").response.status == .notFound)
        #expect(
          try await get("\(redirectURI)?code=c&state=\(state)", method: .post).response.status == .methodNotAllowed)
        for query in [
          "", "?", "?code=c", "?code=c&state=forged", "?error=access_denied&state=forged",
          "?state=\(state)&state=\(state)&code=c",
        ] {
          let answer = try await get(redirectURI + query)
          #expect(answer.response.status == .badRequest)
          #expect(!String(decoding: answer.body, as: UTF8.self).contains("signed in."))
        }
        let port = Int(origin.dropFirst("http://127.0.0.1:".count)) ?? 0
        let broken = try await RawHTTP.exchange(
          port: port, "GET /callback?code=%&state=\(state) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        #expect(broken.hasPrefix("HTTP/1.1 400"))
        _ = try await get("\(redirectURI)?code=c-2&state=\(state)")
      })
    #expect(code == "c-2")
  }

  @Test func `A browser's prefetch with HEAD does not use up the response`() async throws {
    let code = try await signIn(
      userAgent { redirectURI, state in
        let ahead = try await get("\(redirectURI)?code=c&state=\(state)", method: .head)
        #expect(ahead.response.status == .ok && ahead.body.isEmpty)
        _ = try await get("\(redirectURI)?code=c-3&state=\(state)")
      })
    #expect(code == "c-3")
  }

  // Chrome, Firefox and Safari load pages ahead of time: the listener was closed when the user came.
  @Test(arguments: [
    ("Sec-Purpose", "prefetch"), ("Sec-Purpose", "prefetch;prerender"), ("Purpose", "prefetch"), ("X-Moz", "prefetch"),
    ("X-Purpose", "preview"),
  ])
  func `A page load ahead of time does not use up the response`(_ name: String, _ purpose: String) async throws {
    let code = try await signIn(
      userAgent { redirectURI, state in
        var request = try Endpoint("\(redirectURI)?code=c-4&state=\(state)").request(.get)
        request.headerFields[try #require(HTTPField.Name(name))] = purpose
        let ahead = try await transport.send(request, body: [], limits: HTTPLimits(timeout: .seconds(250)))
        #expect(ahead.response.status == .serviceUnavailable)
        let page = try await get("\(redirectURI)?code=c-4&state=\(state)")
        #expect(page.response.status == .ok)
      })
    #expect(code == "c-4")
  }

  @Test func `A foreign response is reported once, and the sign-in still waits`() async throws {
    let log = LogCollector()
    let userAgent = LoopbackUserAgent(
      timeout: .seconds(300),
      browser: Browser { redirectURI, state in
        for _ in 0..<3 { _ = try await get("\(redirectURI)?code=secret-code&state=forged") }
        _ = try await get("\(redirectURI)?code=c-5&state=\(state)")
      }, announce: { _ in }, logger: log.logger())
    #expect(try await signIn(userAgent) == "c-5")
    let reports = log.records.filter { $0.contains("was not accepted") }
    #expect(reports.count == 1 && reports[0].contains("still waiting"), "\(reports)")
    #expect(!reports.contains { $0.contains("secret-code") || $0.contains("forged") })
  }

  @Test(
    .covers("CVE-2026-42559", "CVE-2025-66416", "CVE-2026-34742", "CVE-2026-63118", "CVE-2025-64443", "CVE-2026-9739"))
  func `A request for another host name is a rebinding attack and finds nothing`() async throws {
    _ = try await signIn(
      userAgent { redirectURI, state in
        let port = redirectURI.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }
        let answer = try await RawHTTP.exchange(
          port: Int(port) ?? 0,
          "GET /callback?code=c&state=\(state) HTTP/1.1\r\nHost: evil.example:\(port)\r\nConnection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 404"))
        _ = try await get("\(redirectURI)?code=c&state=\(state)")
      })
  }

  // Peers report every failure as "cancelled".
  @Test(.covers("CVE-2025-62800"))
  func `An error response is the server's own error, and the page does not claim success`() async throws {
    let refused = userAgent { redirectURI, state in
      let answer = try await get(
        "\(redirectURI)?error=access_denied&error_description=%3Cb%3Eno&state=\(state)")
      #expect(answer.response.status == .badRequest)
      let page = String(decoding: answer.body, as: UTF8.self)
      #expect(page.contains("did not succeed") && !page.contains("<b>no"))
    }
    await #expect(throws: CallbackError.refused(ErrorResponse(.accessDenied, description: "<b>no"))) {
      try await signIn(refused)
    }
    let mixedUp = userAgent { redirectURI, state in
      _ = try await get("\(redirectURI)?code=c&state=\(state)&iss=https%3A%2F%2Fevil.example")
    }
    await #expect(throws: CallbackError.wrongIssuer) { try await signIn(mixedUp) }
  }

  // Peers have no timeout.
  @Test func `Without a response the sign-in times out`() async throws {
    await #expect(throws: UserAgentError.timedOut(after: .milliseconds(50))) {
      try await signIn(userAgent(timeout: .milliseconds(50)) { _, _ in })
    }
  }

  // Peers wait for the opener, which deadlocks.
  @Test func `The sign-in times out even if the browser's opener never returns`() async throws {
    let hanging = userAgent(timeout: .milliseconds(50)) { _, _ in
      // No element ever arrives, and the stream never finishes: only cancellation ends it.
      let (nothing, kept) = AsyncStream<Void>.makeStream()
      for await _ in nothing {}
      kept.finish()
    }
    await #expect(throws: UserAgentError.timedOut(after: .milliseconds(50))) { try await signIn(hanging) }
  }

  // Peers report a busy port without naming it.
  @Test func `A busy port is named, and a free one is used again after a sign-in`() async throws {
    let port = try unusedPort()
    let holder = userAgent(port: port) { redirectURI, state in
      do {
        _ = try await signIn(userAgent(port: port) { _, _ in })
        Issue.record("it listened")
      } catch {
        guard case UserAgentError.portBusy(port, let holder) = error else { throw error }
        #if os(Linux)
        guard case .program = holder else { throw error }
        #endif
        #expect("\(error)".contains("Port \(port)") && "\(error)".contains("\(holder)"))
      }
      _ = try await get("\(redirectURI)?code=first&state=\(state)")
    }
    #expect(try await signIn(holder) == "first")
    let again = userAgent(port: port) { redirectURI, state in
      #expect(redirectURI == "http://127.0.0.1:\(port)/callback")
      _ = try await get("\(redirectURI)?code=again&state=\(state)")
    }
    #expect(try await signIn(again) == "again")
  }

  @Test func `The URL is announced before the browser opens, even if no browser opens`() async throws {
    let (addresses, announced) = AsyncStream<String>.makeStream()
    let logs = LogCollector()
    struct Broken: BrowserOpener {
      func open(_ url: String) async throws {
        throw UserAgentError.browserFailed(command: UntrustedText("xdg-open"), cause: UntrustedText("not found"))
      }
    }
    let userAgent = LoopbackUserAgent(
      browser: Broken(),
      announce: { attempt in announced.yield(attempt.url) }, logger: logs.logger())
    async let code = signIn(userAgent)
    for await address in addresses {
      let parameters = try FormParameters(decoding: address.drop { $0 != "?" }.dropFirst())
      let state = try parameters.single("state") ?? ""
      _ = try await get("\(try parameters.single("redirect_uri") ?? "")?code=c-4&state=\(state)")
      break
    }
    #expect(try await code == "c-4")
    #expect(logs.records.contains { $0.contains("the browser did not start") })
  }

  @Test func `A cancelled sign-in ends at once and frees its port`() async throws {
    let port = try unusedPort()
    let (visits, opened) = AsyncStream<Void>.makeStream()
    let waiting = userAgent(port: port) { _, _ in opened.yield() }
    let task = Task { try await signIn(waiting) }
    var iterator = visits.makeAsyncIterator()
    _ = await iterator.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let next = userAgent(port: port) { redirectURI, state in
      _ = try await get("\(redirectURI)?code=c&state=\(state)")
    }
    #expect(try await signIn(next) == "c")
  }

  @Test(arguments: ["callback", "", "/a?b", "/a#b"])
  func `A path that is invalid in a redirect URI is rejected`(_ path: String) async throws {
    await #expect(throws: UserAgentError.invalidPath) {
      try await signIn(LoopbackUserAgent(path: path, browser: NoBrowser(), announce: { _ in }))
    }
  }

  @Test func `A connection with an incomplete, an oversized or no request does not prevent the sign-in from ending`()
    async throws
  {
    let code = try await signIn(
      userAgent { redirectURI, state in
        let port = Int(redirectURI.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }) ?? 0
        let silent = try await RawHTTP.connect(port: port)
        let half = try await RawHTTP.connect(port: port)
        try await half.writeAndFlush(ByteBuffer(string: "GET /callback?code="))
        let endless = try await RawHTTP.exchange(
          port: port, "GET /callback HTTP/1.1\r\nX: " + String(repeating: "a", count: 200_000) + "\r\n\r\n")
        #expect(!endless.hasPrefix("HTTP/1.1 200"))
        _ = try await get("\(redirectURI)?code=c-5&state=\(state)")
        // Still open, or closed by the listener if the test was slow: both are correct.
        silent.close(promise: nil)
        half.close(promise: nil)
      })
    #expect(code == "c-5")
  }
}
