import HTTPTypes
import OAuthCore
import Testing

extension HTTPAnswer {
  var status: Int { response.status.code }

  var text: String { String(decoding: body, as: UTF8.self) }

  func field(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { response.headerFields[$0] }
  }

  var members: [String: JSONValue] {
    get throws { try #require(try JSONValue(bytes: body).object) }
  }

  var error: String? {
    try? members["error"]?.string
  }

  /// The parameters of the redirect to the client.
  var callback: FormParameters {
    get throws {
      #expect(status == 303)
      let location = try #require(response.headerFields[.location])
      let query = try #require(location.split(separator: "?", maxSplits: 1).last)
      return try FormParameters(decoding: query)
    }
  }

  func callback(_ name: String) throws -> String {
    try #require(try callback.single(name))
  }

  /// Returns the error of the redirect to the client, and checks `state` and `iss`.
  func callbackError(state: String? = "st4te-of-the-client") throws -> String {
    let parameters = try callback
    #expect(try parameters.single("state") == state)
    #expect(try parameters.single("iss") == TestServer.issuer)
    #expect(try parameters.single("code") == nil)
    return try #require(try parameters.single("error"))
  }
}

/// A successful answer of the token endpoint.
struct TokenAnswer {
  let access: String
  let refresh: String?
  let members: [String: JSONValue]

  init(_ answer: HTTPAnswer) throws {
    #expect(answer.status == 200)
    members = try answer.members
    access = try #require(members["access_token"]?.string)
    refresh = members["refresh_token"]?.string
  }
}
