public import HTTPTypes
public import OAuthCore
internal import Synchronization

/// A transport that gives the answers a test wrote down, in order, and keeps what was asked.
public final class ScriptedTransport: HTTPTransport {
  /// One request as it was sent.
  public struct Exchange: Sendable {
    /// Method, address and fields.
    public let request: HTTPRequest
    /// The body's octets.
    public let body: [UInt8]

    /// The body read as a form; empty if it is none.
    public var form: FormParameters {
      (try? FormParameters(decoding: body)) ?? FormParameters()
    }
  }

  private struct State {
    var answers: [Result<HTTPAnswer, any Error>]
    var exchanges: [Exchange] = []
  }

  private let state: Mutex<State>

  /// A transport with one answer for each request to come.
  ///
  /// - Parameter answers: in the order in which requests get them. One request more than there are answers fails.
  public init(_ answers: HTTPAnswer...) {
    state = Mutex(State(answers: answers.map { .success($0) }))
  }

  /// A transport whose requests may also fail.
  ///
  /// - Parameter results: answers and failures, in the order in which requests get them. One request more fails with
  ///   `brokenAnswer`.
  public init(results: [Result<HTTPAnswer, any Error>]) {
    state = Mutex(State(answers: results))
  }

  /// What was asked so far.
  public var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  /// Gives the next answer.
  /// - Throws: the failure that was written down, or `brokenAnswer` if nothing is left.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let result = state.withLock { state -> Result<HTTPAnswer, any Error>? in
      state.exchanges.append(Exchange(request: request, body: body))
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let result else { throw HTTPTransportError(.brokenAnswer, origin: "scripted", cause: "no answer is left") }
    return try result.get()
  }
}

extension HTTPAnswer {
  /// An answer with a JSON body.
  ///
  /// - Parameters:
  ///   - members: the object's members.
  ///   - status: the answer's status.
  ///   - contentType: what the answer says that its body is, whatever it is.
  public static func json(
    _ members: [String: JSONValue], status: HTTPResponse.Status = .ok, contentType: String = "application/json"
  ) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: status, headerFields: [.contentType: contentType]), body: JSONValue.object(members).octets())
  }

  /// An answer with any text as its body.
  ///
  /// - Parameters:
  ///   - text: the body.
  ///   - status: the answer's status.
  ///   - contentType: what the answer says that its body is, whatever it is; `nil` for an answer that doesn't say.
  public static func text(
    _ text: String, status: HTTPResponse.Status = .ok, contentType: String? = "application/json"
  ) -> HTTPAnswer {
    var response = HTTPResponse(status: status)
    response.headerFields[.contentType] = contentType
    return HTTPAnswer(response, body: Array(text.utf8))
  }
}
