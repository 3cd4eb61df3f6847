internal import HTTPTypes
import Evidence
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthNIO
import OAuthTestSupport
import Testing

@Suite struct AsyncHTTPClientTransportTests {
  // Clients followed redirects of the token endpoint.
  @Test(.covers("RFC 9110 §5.3", "CVE-2026-54603"), arguments: HTTPTransportCompatibility.checks)
  func `The transport fulfils all guarantees of HTTPTransport`(_ check: HTTPTransportCompatibility.Check) async throws {
    try await check.run(AsyncHTTPClientTransport())
  }

  // The name is resolved for the connection, so a name server that changes its answer gains nothing.
  @Test(.covers("attack: requests into the operator's network", "CVE-2024-49753"))
  func `A request for public addresses only doesn't reach this machine, by address or by name`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let port = try #require(origin.split(separator: ":").last)
      var limits = HTTPLimits()
      limits.reachesPublicAddressesOnly = true
      let transport = AsyncHTTPClientTransport()
      for host in ["127.0.0.1", "localhost"] {
        let request = try Endpoint("http://\(host):\(port)/repeated").request(.get)
        _ = try await transport.send(request, body: [], limits: HTTPLimits())
        let error = await #expect(throws: HTTPTransportError.self) {
          try await transport.send(request, body: [], limits: limits)
        }
        #expect(error?.kind == .connectionFailed && "\(error?.explanation ?? "")".contains("no public address"))
      }
    }
  }

  @Test func `An unknown host is told from a port without a server`() async throws {
    for (address, cause) in [
      ("https://unknown.invalid/", "its name was not found"), ("http://127.0.0.1:1/", "nothing listens at this port"),
      ("http://localhost:1/", "nothing listens at this port"),
    ] {
      let error = await #expect(throws: HTTPTransportError.self) {
        try await AsyncHTTPClientTransport().send(
          try Endpoint(address).request(.get), body: [], limits: HTTPLimits(timeout: .seconds(60)))
      }
      #expect(error?.kind == .connectionFailed && error?.cause?.description == cause, "\(address): \(error?.cause)")
    }
  }

  // Without the field servers may compress (medplum/medplum, issue 9558).
  @Test func `An answer without compression is asked for, unless the caller asks for another one`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      for (choice, sent) in [(nil, "identity"), ("gzip", "gzip")] as [(String?, String)] {
        var request = try Endpoint(origin + "/echo").request(.get)
        request.headerFields[.acceptEncoding] = choice
        let answer = try await AsyncHTTPClientTransport().send(request, body: [], limits: HTTPLimits())
        let lines = String(decoding: answer.body, as: UTF8.self).lowercased().split(separator: "\r\n")
        #expect(lines.filter { $0.hasPrefix("accept-encoding:") } == ["accept-encoding: \(sent)"])
      }
    }
  }

  // Firewalls reject requests without the field (anthropics/claude-code, issue 47390). `pixy mcp` without a token
  // and notices of the back-channel logout had none.
  @Test func `Every request has a User-Agent, the caller's if there is one`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let transports: [any HTTPTransport] = [AsyncHTTPClientTransport(), NIOTransport()]
      for transport in transports {
        for (given, sent) in [(nil, "pixy"), ("own/1", "own/1")] as [(String?, String)] {
          var request = try Endpoint(origin + "/echo").request(.get)
          request.headerFields[.userAgent] = given
          let answer = try await transport.send(request, body: [], limits: HTTPLimits())
          let lines = String(decoding: answer.body, as: UTF8.self).lowercased().split(separator: "\r\n")
          #expect(lines.filter { $0.hasPrefix("user-agent:") } == ["user-agent: \(sent)"])
        }
      }
    }
  }

  @Test func `Repeated fields arrive as often as they were sent`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let request = try Endpoint(origin + "/repeated").request(.get)
      let answer = try await AsyncHTTPClientTransport().send(request, body: [], limits: HTTPLimits())
      #expect(answer.response.headerFields[values: .wwwAuthenticate] == ["Basic", "Bearer"])
    }
  }
}
