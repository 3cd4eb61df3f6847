import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

@Suite(.covers("RFC 9101 §4, server")) struct RequestURITests {
  static let address = "https://app.example/requests/1"

  static func server(
    _ answer: @escaping @Sendable () -> HTTPAnswer, _ adjust: (inout ClientSettings) throws -> Void = { _ in }
  ) throws -> TestServer {
    let client = try RequestObjects.client {
      $0.requestURIs = [address]
      try adjust(&$0)
    }
    return try TestServer(asking: [client], transport: Answering(answer))
  }

  static func request(_ changes: Changes = [:]) -> FormParameters {
    TestServer.form([("client_id", "web"), ("request_uri", address)], changes)
  }

  static func found(_ text: String) -> HTTPAnswer { HTTPAnswer(HTTPResponse(status: .ok), body: Array(text.utf8)) }

  // RFC 9101 §5.2.
  @Test(.covers("question: Is JAR supported at the authorization endpoint"))
  func `An object is fetched from a registered address and kept for the decision`() async throws {
    let calls = Mutex(0)
    let object = try RequestObjects.signed()
    let test = try Self.server {
      calls.withLock { $0 += 1 }
      return Self.found(object + "\n")
    }
    #expect(await test.get("/authorize", Self.request(["state": "another"])).status == 200)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    let carried = try FormParameters(decoding: try #require(page.hiddenFields.first).value.reveal())
    #expect(try carried.single("request_uri")?.hasPrefix("urn:ietf:params:oauth:request_uri:") == true)
    #expect(try await test.decide(carried).callback("state") == "st4te-of-the-client")
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `A later change of the object at its address doesn't affect the decision`() async throws {
    let objects = Mutex([
      try RequestObjects.signed(["scope": "openid profile email"]), try RequestObjects.signed(["scope": "openid"]),
    ])
    let test = try Self.server { Self.found(objects.withLock { $0.removeLast() }) }
    _ = await test.get("/authorize", Self.request())
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    let carried = try FormParameters(decoding: try #require(page.hiddenFields.first).value.reveal())
    let code = try await test.decide(carried).callback("code")
    #expect(try await test.redeemed(code).members["scope"] == "openid")
  }

  // RFC 9101 §10.4: a request must not make the server fetch arbitrary addresses.
  @Test(
    arguments: [
      "https://app.example/requests/2", "https://app.example/requests/1?x", "https://evil.example/requests/1",
      "http://127.0.0.1/", "http://app.example/requests/1", "file:///etc/passwd", "urn:x", "x",
    ])
  func `Unregistered addresses are never fetched`(address: String) async throws {
    let test = try Self.server {
      Issue.record("the address was asked")
      return HTTPAnswer(HTTPResponse(status: .ok))
    }
    let request = Self.request(["request_uri": address, "redirect_uri": TestServer.redirect])
    #expect(try await test.get("/authorize", request).callbackError(state: nil) == "invalid_request_uri")
  }

  @Test func `A failed address isn't fetched again for ten seconds, however often its link is opened`() async throws {
    let calls = Mutex(0)
    let object = try RequestObjects.signed()
    let test = try Self.server {
      let number = calls.withLock { calls in
        calls += 1
        return calls
      }
      return number == 1 ? HTTPAnswer(HTTPResponse(status: .notFound)) : Self.found(object)
    }
    let request = Self.request(["redirect_uri": TestServer.redirect])
    for _ in 0..<5 {
      #expect(try await test.get("/authorize", request).callbackError(state: nil) == "invalid_request_uri")
      test.clock.advance(by: .seconds(1))
    }
    #expect(calls.withLock { $0 } == 1)
    test.clock.advance(by: .seconds(5))
    for number in 2...3 {
      #expect(await test.get("/authorize", request).status == 200)
      #expect(calls.withLock { $0 } == number)
    }
  }

  // RFC 9101 §10.4.2: the owner of the address may have nothing to do with the request.
  @Test(arguments: ["<html></html>", "", "e30.e30.AAAA"])
  func `A document that isn't a request object pauses its address too`(text: String) async throws {
    let calls = Mutex(0)
    let test = try Self.server {
      calls.withLock { $0 += 1 }
      return Self.found(text)
    }
    for _ in 0..<5 { _ = await test.get("/authorize", Self.request(["redirect_uri": TestServer.redirect])) }
    #expect(calls.withLock { $0 } == 1)
  }

  // A client can register another client's address.
  @Test func `A client that registers another's address doesn't hinder that client's users`() async throws {
    let object = try RequestObjects.signed()
    let own = try RequestObjects.client { $0.requestURIs = [Self.address] }
    let stranger = try RequestObjects.client("stranger") { $0.requestURIs = [Self.address] }
    let test = try TestServer(asking: [own, stranger], transport: Answering { Self.found(object) })
    let foreign = Self.request(["client_id": "stranger", "redirect_uri": TestServer.redirect])
    #expect(try await test.get("/authorize", foreign).callbackError(state: nil) == "invalid_request_object")
    #expect(try await test.get("/authorize", foreign).callbackError(state: nil) == "invalid_request_uri")
    #expect(await test.get("/authorize", Self.request()).status == 200)
  }

  @Test(arguments: [301, 302, 307, 404, 500])
  func `Redirects and errors are no request objects`(status: Int) async throws {
    let test = try Self.server {
      HTTPAnswer(HTTPResponse(status: .init(code: status), headerFields: [.location: "https://evil.example/"]))
    }
    let request = Self.request(["redirect_uri": TestServer.redirect])
    #expect(try await test.get("/authorize", request).callbackError(state: nil) == "invalid_request_uri")
  }

  @Test func `Bytes that aren't text, and text that isn't a request object, are rejected`() async throws {
    let answers = Mutex([[0xFF, 0xFE], Array("<html>".utf8), []] as [[UInt8]])
    let test = try Self.server { HTTPAnswer(HTTPResponse(status: .ok), body: answers.withLock { $0.removeLast() }) }
    for _ in 0..<3 {
      let answer = await test.get("/authorize", Self.request(["redirect_uri": TestServer.redirect]))
      #expect(["invalid_request_uri", "invalid_request_object"].contains(try answer.callbackError(state: nil)))
    }
  }

  @Test func `An unreachable address is the client's error, and is fetched once`() async throws {
    let client = try RequestObjects.client { $0.requestURIs = [Self.address] }
    let transport = ScriptedTransport(results: [
      .failure(HTTPTransportError(.connectionFailed, origin: "https://app.example"))
    ])
    let test = try TestServer(asking: [client], transport: transport)
    let request = Self.request(["redirect_uri": TestServer.redirect])
    #expect(try await test.get("/authorize", request).callbackError(state: nil) == "invalid_request_uri")
    #expect(transport.exchanges.count == 1)
  }

  @Test func `Without a transport nothing is fetched, and the client gets an error`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client { $0.requestURIs = [Self.address] }])
    let request = Self.request(["redirect_uri": TestServer.redirect])
    #expect(try await test.get("/authorize", request).callbackError(state: nil) == "request_uri_not_supported")
    let metadata = try await test.get("/.well-known/openid-configuration").members
    #expect(metadata["request_uri_parameter_supported"] == false && metadata["require_request_uri_registration"] == nil)
    let with = try await Self.server { Self.found("") }.get("/.well-known/openid-configuration").members
    #expect(with["request_uri_parameter_supported"] == true && with["require_request_uri_registration"] == true)
  }

  // OpenID Connect Core §6.2: TLS to the client's own address proves the author.
  @Test(.covers("question: Is the JAR signature required"))
  func `An unsigned object is accepted from the client's own address, unless the client must sign`() async throws {
    let object = RequestObjects.unsigned(["iss": nil, "aud": nil, "nbf": nil, "exp": nil])
    let test = try Self.server { Self.found(object) }
    #expect(await test.get("/authorize", Self.request()).status == 200)
    for adjust in [
      { $0.requiresSignedRequests = true }, { $0.requestObjectAlgorithm = .es256 }, { $0.followsFAPI2 = true },
    ] as [@Sendable (inout ClientSettings) -> Void] {
      let signing = try Self.server({ Self.found(object) }, adjust)
      #expect(await signing.get("/authorize", Self.request()).status == 400)
    }
    let halfSigned = try Self.server { Self.found(object + "AAAA") }
    #expect(await halfSigned.get("/authorize", Self.request()).status == 400)
  }
}

/// A transport whose answers a test chooses.
struct Answering: HTTPTransport {
  private let answer: @Sendable () -> HTTPAnswer

  init(_ answer: @escaping @Sendable () -> HTTPAnswer) { self.answer = answer }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer { answer() }
}
