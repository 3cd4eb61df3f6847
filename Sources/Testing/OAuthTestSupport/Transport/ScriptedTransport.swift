public import HTTPTypes
public import OAuthCore
internal import Synchronization

/// A transport that returns a test's answers in order, and records the requests.
public final class ScriptedTransport: HTTPTransport {
  /// A recorded request.
  public struct Exchange: Sendable {
    /// The method, address and header fields.
    public let request: HTTPRequest
    /// The bytes of the body.
    public let body: [UInt8]

    /// The parameters of the body, or none if the body isn't a form.
    public var form: FormParameters {
      (try? FormParameters(decoding: body)) ?? FormParameters()
    }
  }

  private struct State {
    var answers: [Result<HTTPAnswer, any Error>]
    var exchanges: [Exchange] = []
  }

  private let state: Mutex<State>

  /// Creates a transport with one answer for each request.
  ///
  /// - Parameter answers: The answers in order. A request after the last answer fails with
  ///   `brokenAnswer`.
  public init(_ answers: HTTPAnswer...) {
    state = Mutex(State(answers: answers.map { .success($0) }))
  }

  /// Creates a transport with an answer or a failure for each request.
  ///
  /// - Parameter results: The answers and failures in order. A request after the last one fails
  ///   with `brokenAnswer`.
  public init(results: [Result<HTTPAnswer, any Error>]) {
    state = Mutex(State(answers: results))
  }

  /// The requests so far, in order.
  public var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  /// Records the request and returns the next answer.
  /// - Throws: The next failure, or `HTTPTransportError` with `brokenAnswer` if nothing is left.
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
  /// Returns an answer with a JSON body.
  ///
  /// - Parameters:
  ///   - members: The members of the JSON object.
  ///   - status: The status. Default: 200.
  ///   - contentType: The value of `Content-Type`, which doesn't change the body. Default:
  ///     "application/json".
  public static func json(
    _ members: [String: JSONValue], status: HTTPResponse.Status = .ok, contentType: String = "application/json"
  ) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: status, headerFields: [.contentType: contentType]), body: JSONValue.object(members).bytes())
  }

  /// Returns an answer with any text as its body.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - status: The status. Default: 200.
  ///   - contentType: The value of `Content-Type`. `nil` omits the header. Default:
  ///     "application/json".
  public static func text(
    _ text: String, status: HTTPResponse.Status = .ok, contentType: String? = "application/json"
  ) -> HTTPAnswer {
    var response = HTTPResponse(status: status)
    response.headerFields[.contentType] = contentType
    return HTTPAnswer(response, body: Array(text.utf8))
  }
}
