internal import HTTPTypes
internal import OAuthCore
internal import PKCE
internal import Synchronization

/// A request and its answer or failure, which another process of `pixy` adds to its trace.
struct RecordedExchange: Sendable {
  let request: HTTPRequest
  let body: [UInt8]
  let result: Result<HTTPAnswer, any Error>
  let duration: Duration

  /// The members that the other process reads.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "method": .string(request.method.rawValue), "fields": Self.json(request.headerFields),
      "body": .string(Base64URL.encode(body)), "milliseconds": .integer(duration.milliseconds),
    ]
    members["scheme"] = request.scheme.map { .string($0) }
    members["authority"] = request.authority.map { .string($0) }
    members["path"] = request.path.map { .string($0) }
    switch result {
    case .success(let answer):
      members["status"] = .integer(Int64(answer.response.status.code))
      members["answer_fields"] = Self.json(answer.response.headerFields)
      members["answer"] = .string(Base64URL.encode(answer.body))
    case .failure(let error): members["failure"] = ReportedError(error).json
    }
    return .object(members)
  }

  init(_ request: HTTPRequest, _ body: [UInt8], _ result: Result<HTTPAnswer, any Error>, took duration: Duration) {
    self.request = request
    self.body = body
    self.result = result
    self.duration = duration
  }

  /// Reads ``json``; `nil` if it is something else.
  init?(_ json: JSONValue) {
    guard let members = json.object, let method = members["method"]?.string.flatMap(HTTPRequest.Method.init(_:)),
      let body = members["body"]?.string.flatMap({ try? Base64URL.decode($0) }),
      case .integer(let milliseconds)? = members["milliseconds"]
    else { return nil }
    request = HTTPRequest(
      method: method, scheme: members["scheme"]?.string, authority: members["authority"]?.string,
      path: members["path"]?.string, headerFields: Self.fields(members["fields"]))
    self.body = body
    duration = .milliseconds(milliseconds)
    if case .integer(let code)? = members["status"], let code = Int(exactly: code), (100...999).contains(code),
      let answer = members["answer"]?.string.flatMap({ try? Base64URL.decode($0) })
    {
      result = .success(
        HTTPAnswer(
          HTTPResponse(
            status: HTTPResponse.Status(code: code), headerFields: Self.fields(members["answer_fields"])),
          body: answer))
    } else if let failure = ReportedError(members["failure"]) {
      result = .failure(failure)
    } else {
      return nil
    }
  }

  private static func json(_ fields: HTTPFields) -> JSONValue {
    .array(fields.map { [.string($0.name.rawName), .string($0.value)] })
  }

  private static func fields(_ json: JSONValue?) -> HTTPFields {
    HTTPFields(
      (json?.array ?? []).compactMap(\.strings).compactMap { pair in
        guard pair.count == 2, let name = HTTPField.Name(pair[0]) else { return nil }
        return HTTPField(name: name, value: pair[1])
      })
  }
}

/// A transport that keeps every exchange for another process's trace, and changes none.
final class RecordingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let clock = MonotonicClock.system
  private let log = Mutex<[RecordedExchange]>([])

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// The exchanges so far.
  var exchanges: [RecordedExchange] { log.withLock { $0 } }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let start = clock.now()
    let result: Result<HTTPAnswer, any Error>
    do {
      result = .success(try await transport.send(request, body: body, limits: limits))
    } catch {
      result = .failure(error)
    }
    log.withLock { $0.append(RecordedExchange(request, body, result, took: clock.now() - start)) }
    return try result.get()
  }
}
