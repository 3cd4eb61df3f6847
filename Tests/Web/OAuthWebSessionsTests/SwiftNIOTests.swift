import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOPosix
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthServer
import OAuthTestSupport
import OAuthWebSessions
import Testing

/// The same sign-in as in Hummingbird, on SwiftNIO's HTTP alone: another framework needs as much.
@Suite("A sign-in on SwiftNIO without a framework") struct SwiftNIOTests {
  private static let address = "https://app.example.com"
  private static let secret = Secret("s3cret-of-256-bits-for-tests-0123456789")

  /// Pages of the application's own, because the built-in ones are in Hummingbird's module.
  private struct Pages: SignInPages {
    let styleSheet = ""

    func html(_ page: WebSignInPage, styleSheet: String) -> String {
      switch page {
      case .signIn(let choices, _): choices.map(\.address).joined()
      case .problem(let problem): problem.title
      default: ""
      }
    }
  }

  private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  /// Serves one request on a connection.
  private static func serve(_ connection: Connection, _ signIn: WebSignIn) async throws {
    try await connection.executeThenClose { inbound, outbound in
      var head: HTTPRequestHead?
      var body: [UInt8] = []
      for try await part in inbound {
        switch part {
        case .head(let received): head = received
        case .body(let bytes): body += Array(bytes.readableBytesView)
        case .end: break
        }
        if case .end = part { break }
      }
      guard let head else { return }
      let request = WebRequest(try HTTPRequest(head, secure: true, splitCookie: false)) { [body] limit in
        body.count <= limit ? body : nil
      }
      var answer = await signIn.respond(to: request) { session in
        guard let session else { return signIn.signInNeeded(for: request) }
        return WebResponse(status: .ok, body: Array("\(session.user.subject) \(session.formToken.reveal())".utf8))
      }
      answer.headers[.contentLength] = "\(answer.body.count)"
      answer.headers[.connection] = "close"
      let response = HTTPResponse(status: answer.status, headerFields: answer.headers)
      try await outbound.write(.head(HTTPResponseHead(response)))
      try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: answer.body))))
      try await outbound.write(.end(nil))
    }
  }

  /// Sends a request over a connection of its own, and returns the whole answer.
  private static func send(_ request: String, to port: Int) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: request))
      var answer = ByteBuffer()
      for try await bytes in inbound { answer.writeImmutableBuffer(bytes) }
      return String(buffer: answer)
    }
  }

  private static func get(_ path: String, _ cookies: [Substring] = [], from port: Int) async throws -> String {
    let cookie = cookies.isEmpty ? "" : "Cookie: \(cookies.joined(separator: "; "))\r\n"
    return try await send("GET \(path) HTTP/1.1\r\nHost: app.example.com\r\n\(cookie)\r\n", to: port)
  }

  /// Returns the values of a field in an answer.
  private static func values(_ name: String, in answer: String) -> [Substring] {
    answer.split(separator: "\r\n").prefix { !$0.isEmpty }.compactMap { line in
      line.lowercased().hasPrefix(name.lowercased() + ": ") ? line.dropFirst(name.count + 2) : nil
    }
  }

  /// Returns the cookies that an answer sets.
  private static func cookies(in answer: String) -> [Substring] {
    values("Set-Cookie", in: answer).filter { !$0.contains("Max-Age=0") }.map { $0.prefix { $0 != ";" } }
  }

  @Test(.timeLimit(.minutes(10)))
  func `leads to the provider and back to the page, and ends with the sign-out`() async throws {
    let client = RegisteredClient(
      id: "web", name: "web", kind: .confidential(secretHash: SecretHash(of: Self.secret)),
      redirectURIs: [try RedirectURI(Self.address + "/callback/login")], scope: try Scope(["openid", "profile"]),
      grants: [.authorizationCode, .refreshToken])
    let clock = ManualClock()
    let login = try EmbeddedServer(clients: [client], scopes: ["openid", "profile"], clock: clock)
    let provider = ProviderClient(
      .issuer(login.issuer, id: "login", name: "Login", scope: try Scope(["openid", "profile"])), id: "web",
      secret: Self.secret, through: login.transport, clock: clock.wallClock, monotonic: clock.monotonicClock)
    let signIn = try WebSignIn(
      [provider], at: Endpoint(Self.address), key: .generate(), pages: Pages(), clock: clock.wallClock)

    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
    let port = try #require(server.channel.localAddress?.port)
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await server.executeThenClose { connections in
          for try await connection in connections { try await Self.serve(connection, signIn) }
        }
      }
      let needed = try await Self.get("/notes?page=2", from: port)
      let page = try #require(Self.values("Location", in: needed).first)
      #expect(needed.hasPrefix("HTTP/1.1 303") && page == Self.address + "/sign-in?return=%2Fnotes%3Fpage%3D2")
      let choice = try #require(
        try await Self.get(String(page.dropFirst(Self.address.count)), from: port).split(separator: "\r\n\r\n").last)
      let begun = try await Self.get(String(choice), from: port)
      let location = String(try #require(Self.values("Location", in: begun).first))
      let callback = try await login.user.visit(location, through: login.transport)
      let attempt = Self.cookies(in: begun)
      let back = try await Self.get(String(callback.dropFirst(Self.address.count)), attempt, from: port)
      let returned = try #require(Self.values("Location", in: back).first)
      #expect(returned == Self.address + "/notes?page=2")
      let session = Self.cookies(in: back)
      let notes = try await Self.get("/notes?page=2", session, from: port)
      let text = try #require(notes.split(separator: "\r\n\r\n").last).split(separator: " ")
      #expect(notes.hasPrefix("HTTP/1.1 200") && text.first == "user-1")

      let form = "form_token=\(try #require(text.last))"
      let signOut =
        "POST /sign-out HTTP/1.1\r\nHost: app.example.com\r\nOrigin: \(Self.address)\r\nCookie: \(session[0])\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
      let left = try await Self.send(signOut, to: port)
      #expect(left.contains("__Host-session=;"))
      let after = try await Self.get("/notes?page=2", session, from: port)
      #expect(after.hasPrefix("HTTP/1.1 303"))
      group.cancelAll()
    }
  }
}
