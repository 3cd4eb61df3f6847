import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import Synchronization

/// A site that publishes a client's metadata document, with faults.
final class ClientDocumentHost: HTTPTransport {
  static let address = "https://client.example/oauth.json"

  private struct State {
    var answer: HTTPAnswer?
    var requests: [HTTPRequest] = []
    var limits: HTTPLimits?
  }

  private let state: Mutex<State>

  init(_ changes: [String: JSONValue] = [:]) {
    state = Mutex(State(answer: Self.document(changes)))
  }

  /// The requests so far.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The limits of the last request.
  var limits: HTTPLimits? { state.withLock { $0.limits } }

  /// Sets the answer to all later requests; `nil` takes the site away.
  func serve(_ answer: HTTPAnswer?) { state.withLock { $0.answer = answer } }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let answer = state.withLock { state in
      state.requests.append(request)
      state.limits = limits
      return state.answer
    }
    guard let answer else { throw HTTPTransportError(.connectionFailed, origin: "https://client.example") }
    guard answer.body.count <= limits.answerBytes else {
      throw HTTPTransportError(.answerTooLarge, origin: "https://client.example")
    }
    return answer
  }

  /// A valid document, with changes. A member that is `nil` is left out.
  static func members(_ changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "client_id": .string(address), "client_name": "Example MCP Client",
      "redirect_uris": [.string(RegistrationServer.redirect), "http://127.0.0.1/callback"],
      "grant_types": ["authorization_code", "refresh_token"],
    ]
    for (name, value) in changes { members[name] = value }
    return members
  }

  static func document(_ changes: [String: JSONValue?] = [:], cacheControl: String? = nil) -> HTTPAnswer {
    answer(JSONValue.object(members(changes)).bytes(), cacheControl: cacheControl)
  }

  static func answer(_ body: [UInt8], type: String = "application/json", cacheControl: String? = nil) -> HTTPAnswer {
    var fields: HTTPFields = [.contentType: type]
    fields[.cacheControl] = cacheControl
    return HTTPAnswer(HTTPResponse(status: .ok, headerFields: fields), body: body)
  }
}
