internal import HTTPTypes
internal import OAuthCore

/// Moves requests, and brings Slack's answers into the form that specifications have. Everything else comes as it came.
struct SlackTransport: HTTPTransport {
  private let transport: any HTTPTransport

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    var answer = try await transport.send(request, body: body, limits: limits)
    guard answer.response.status == .ok, let members = (try? JSONValue(octets: answer.body))?.object else {
      return answer
    }
    if members["ok"]?.bool == false {
      // A 401 is what has a token refreshed (RFC 6750 §3.1).
      let isToken = members["error"]?.string.map(Self.tokenErrors.contains) ?? false
      answer.response.status = isToken ? .unauthorized : .badRequest
    } else if let lifted = Self.lifted(members) {
      answer.body = JSONValue.object(lifted).octets()
    }
    return answer
  }

  /// What Slack says of an access token that isn't good any more.
  private static let tokenErrors: Set<String> = [
    "invalid_auth", "not_authed", "token_expired", "token_revoked", "account_inactive",
  ]

  /// The person's token in the place where RFC 6749 §5.1 has it; `nil` if there is none.
  private static func lifted(_ members: [String: JSONValue]) -> [String: JSONValue]? {
    guard let person = members["authed_user"]?.object, person["access_token"]?.string != nil else {
      // The answer to a refresh has it there already. A bot's token isn't the person's.
      guard members["token_type"] == "user" else { return nil }
      return members.merging(["token_type": "bearer"]) { $1 }
    }
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
