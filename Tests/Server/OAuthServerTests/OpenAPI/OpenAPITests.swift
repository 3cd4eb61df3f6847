import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthServer

@Suite struct OpenAPITests {
  private func paths(_ server: RegistrationServer) async throws -> [String: JSONValue] {
    let answer = await server.get("/openapi.json")
    #expect(answer.status == 200 && answer.field("Content-Type") == "application/json")
    #expect(try answer.members["openapi"] == "3.1.0")
    return try #require(try answer.members["paths"]?.object)
  }

  @Test func `Every endpoint is described, and every described path leads to an endpoint`() async throws {
    let test = try RegistrationServer(features: Set(ServerFeature.allCases))
    let paths = try await paths(test)
    let routes = test.server.parts.routes
    #expect(
      Set(test.server.endpointNames) == Set(ServerEndpoint.allCases.map(\.rawValue)),
      "this test needs a server with everything")
    #expect(paths.count == routes.all.count)
    for description in routes.all.map(\.description) {
      let path = description.paths[0]
      let operations = try #require(paths[path]?.object, "\(description.name)")
      let methods = Set(operations.keys.map { $0.uppercased() })
      #expect(methods == Set(description.methods.map(\.rawValue)).subtracting(["HEAD"]), "\(description.name)")
      for path in description.paths {
        let found = routes.route(at: path.replacing("{client_id}", with: "x"))
        #expect(found?.description.name == description.name)
      }
    }
  }

  @Test func `Switched-off endpoints aren't described`() async throws {
    let paths = try await paths(RegistrationServer(.closed))
    #expect(paths["/register"] == nil && paths["/register/{client_id}"] == nil && paths["/token"] != nil)
  }

  @Test func `Below an issuer with a path every path is described`() async throws {
    let test = try RegistrationServer(issuer: "https://login.example/tenant")
    let answer = await test.get("/tenant/openapi.json")
    let paths = try #require(try answer.members["paths"]?.object)
    #expect(paths.keys.allSatisfy { $0.hasPrefix("/tenant/") })
    #expect(try answer.members["servers"] == [["url": "https://login.example"]])
  }

  @Test func `Every answer has a described status and media type`() async throws {
    let test = try RegistrationServer(features: Set(ServerFeature.allCases))
    let paths = try await paths(test)
    for route in test.server.parts.routes.all.map(\.description) {
      let path = route.paths[0]
      for method in route.methods where method != .head {
        for type in ["application/x-www-form-urlencoded", "application/json", "text/plain", nil] {
          for body in ["", "a=b", "{}", String(repeating: "x", count: 70_000)] {
            var fields: HTTPFields = [:]
            fields[.contentType] = type
            let answer = await test.send(
              method, path.replacing("{client_id}", with: "x"), Array(body.utf8), fields: fields)
            let operation = try #require(paths[path]?.object?[method.rawValue.lowercased()]?.object)
            let described = try #require(
              operation["responses"]?.object?["\(answer.status)"]?.object, "\(route.name) \(method) \(answer.status)")
            guard let given = answer.field("Content-Type")?.prefix(while: { $0 != ";" }) else { continue }
            #expect(described["content"]?.object?[String(given)] != nil, "\(route.name) \(method) \(given)")
          }
        }
      }
    }
  }

  @Test func `The fields of the pages' forms are described`() async throws {
    let paths = try await paths(RegistrationServer(features: Set(ServerFeature.allCases)))
    for (path, required, others) in [
      (
        "/authorize/decision", ["authorization_request", "decision"],
        ["shown_scope", "csrf_token", "username", "password"]
      ),
      ("/logout/decision", ["logout_request", "decision"], ["csrf_token"]),
      ("/device", [], ["user_code", "csrf_token", "username", "password", "decision"]),
    ] {
      let body = try #require(paths[path]?.object?["post"]?.object?["requestBody"]?.object?["content"]?.object)
      let schema = try #require(body["application/x-www-form-urlencoded"]?.object?["schema"]?.object)
      #expect(Set(schema["required"]?.strings ?? []) == Set(required), "\(path)")
      #expect(Set(schema["properties"]?.object?.keys.map { $0 } ?? []) == Set(required + others), "\(path)")
    }
    // So many simultaneous sign-ins that a password isn't checked.
    for path in ["/authorize/decision", "/device"] {
      #expect(paths[path]?.object?["post"]?.object?["responses"]?.object?["503"] != nil)
    }
  }
}
