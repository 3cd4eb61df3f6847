import Evidence
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthServer

/// Cross-origin requests of clients that run in a browser (Fetch §3.2).
@Suite struct CrossOriginTests {
  private static let origin: HTTPFields = [.origin: "https://page.example"]

  private func preflight(_ method: HTTPRequest.Method) -> HTTPFields {
    [
      .origin: "https://page.example", .accessControlRequestMethod: method.rawValue,
      .accessControlRequestHeaders: "authorization,dpop",
    ]
  }

  private func path(_ route: EndpointDescription) -> String {
    route.paths[0].replacing("{client_id}", with: "x")
  }

  private func routes(_ test: RegistrationServer) -> [EndpointDescription] {
    test.server.parts.routes.all.map(\.description)
  }

  @Test(.covers("RFC 10017 §6.3.3.4, server"))
  func `A preflight request allows scripts to call every endpoint for clients`() async throws {
    let test = try RegistrationServer(features: [.sessions, .pushedRequests, .deviceAuthorization])
    for route in routes(test) where route.allowsOtherOrigins {
      let answer = await test.send(.options, path(route), [], fields: preflight(route.methods[0]))
      #expect(answer.status == 204 && answer.body.isEmpty, "\(route.name)")
      #expect(answer.field("Access-Control-Allow-Origin") == "*")
      #expect(answer.field("Access-Control-Allow-Methods") == route.methods.map(\.rawValue).joined(separator: ", "))
      for name in ["Authorization", "Content-Type", "DPoP", "MCP-Protocol-Version"] {
        #expect(answer.field("Access-Control-Allow-Headers")?.split(separator: ", ").contains(Substring(name)) == true)
      }
    }
  }

  @Test(.covers("RFC 10017 §6.3.3.4, server"))
  func `Scripts can read every answer of these endpoints and its header fields`() async throws {
    let test = try RegistrationServer(features: [.sessions, .pushedRequests, .deviceAuthorization])
    for route in routes(test) where route.allowsOtherOrigins {
      for method in [route.methods[0], .patch] {
        for body in [[], [UInt8](repeating: 0x61, count: 70_000)] {
          let answer = await test.send(method, path(route), body, fields: Self.origin)
          #expect(answer.field("Access-Control-Allow-Origin") == "*", "\(route.name) \(answer.status)")
          #expect(answer.field("Access-Control-Expose-Headers")?.contains("DPoP-Nonce") == true)
          #expect(answer.field("Access-Control-Allow-Credentials") == nil)
        }
      }
    }
  }

  @Test func `Endpoints that use cookies, and the introspection endpoint, are closed to other origins`() async throws {
    let test = try RegistrationServer(features: [.sessions, .pushedRequests, .deviceAuthorization])
    for route in routes(test) where !route.allowsOtherOrigins {
      let asked = await test.send(.options, path(route), [], fields: preflight(route.methods[0]))
      #expect(asked.status == 405 && asked.field("Access-Control-Allow-Origin") == nil, "\(route.name)")
      let answer = await test.send(route.methods[0], path(route), [], fields: Self.origin)
      #expect(answer.field("Access-Control-Allow-Origin") == nil, "\(route.name)")
    }
  }

  @Test func `Requests without an origin get no CORS fields, and OPTIONS without a preflight is rejected`() async throws
  {
    let test = try RegistrationServer(features: [.sessions, .pushedRequests, .deviceAuthorization])
    let answer = await test.send(.post, "/token", [])
    #expect(answer.field("Access-Control-Allow-Origin") == nil && answer.status == 400)
    for fields in [[:], Self.origin, [.accessControlRequestMethod: "POST"]] as [HTTPFields] {
      #expect(await test.send(.options, "/token", [], fields: fields).status == 405)
    }
  }

  @Test func `Unknown paths answer a preflight with 404`() async throws {
    let test = try RegistrationServer(.closed)
    #expect(await test.send(.options, "/register", [], fields: preflight(.post)).status == 404)
    #expect(await test.send(.options, "/nothing", [], fields: preflight(.get)).status == 404)
  }
}
