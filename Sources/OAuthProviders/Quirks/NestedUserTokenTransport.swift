internal import HTTPTypes
internal import OAuthCore

/// Moves requests, and brings a token answer into the specification's form if a person's token is nested in its `authed_user`, as
/// Slack's is. Everything else comes as it came.
struct NestedUserTokenTransport: HTTPTransport {
  private let transport: any HTTPTransport

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    var answer = try await transport.send(request, body: body, limits: limits)
    guard let members = (try? JSONValue(octets: answer.body))?.object, let lifted = Self.lifted(members) else {
      return answer
    }
    answer.body = JSONValue.object(lifted).octets()
    return answer
  }

  /// The person's token in the place where RFC 6749 §5.1 has it; `nil` if there is none.
  private static func lifted(_ members: [String: JSONValue]) -> [String: JSONValue]? {
    guard let person = members["authed_user"]?.object, person["access_token"]?.string != nil else { return nil }
    // A bot's token may be there too: it isn't the person's, and neither are its life and its scope.
    var lifted = members
    for name in ["access_token", "refresh_token", "expires_in", "scope"] { lifted[name] = person[name] }
    // Slack says `user`; it is presented as a bearer token.
    lifted["token_type"] = "bearer"
    var rest = person
    for name in ["access_token", "refresh_token", "expires_in", "scope", "token_type"] { rest[name] = nil }
    lifted["authed_user"] = .object(rest)
    return lifted
  }
}
