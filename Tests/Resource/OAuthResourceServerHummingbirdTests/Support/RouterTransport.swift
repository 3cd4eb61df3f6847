import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OAuthCore
import Synchronization

/// A transport that sends the requests of Pixy's clients to the application under test. It records
/// them with the client's header fields.
final class RouterTransport: HTTPTransport {
  private let client: any TestClientProtocol
  private let sent = Mutex<[HTTPRequest]>([])

  init(_ client: any TestClientProtocol) {
    self.client = client
  }

  var requests: [HTTPRequest] { sent.withLock { $0 } }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    sent.withLock { $0.append(request) }
    let answer = try await client.execute(
      uri: request.path ?? "/", method: request.method, headers: request.headerFields, body: ByteBuffer(bytes: body)
    ) { $0 }
    return HTTPAnswer(
      HTTPResponse(status: answer.status, headerFields: answer.headers), body: Array(answer.body.readableBytesView))
  }
}

extension TestClientProtocol {
  /// Sends a GET request with an `Authorization` field and other fields.
  func get(_ path: String = "/notes", _ authorization: String? = nil, _ fields: HTTPFields = [:]) async throws
    -> TestResponse
  {
    var fields = fields
    fields[.authorization] = authorization
    return try await execute(uri: path, method: .get, headers: fields) { $0 }
  }
}

extension TestResponse {
  var text: String { String(buffer: body) }

  /// The status and the challenges, as they are sent.
  var wire: [String] { ["\(status.code)"] + headers[values: .wwwAuthenticate] }

  /// The errors of the challenges that have one.
  var errors: [String] {
    get throws {
      try AuthenticateChallenge.read(HTTPAnswer(HTTPResponse(status: status, headerFields: headers)))
        .compactMap(\.error?.rawValue)
    }
  }
}
