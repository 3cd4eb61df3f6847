import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OAuthCore
import Synchronization

/// Pixy's clients ask the application under test through this. It keeps what was asked for, with the fields that the client made.
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
  /// A GET with an `Authorization` field and what else is wanted.
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

  /// Status and challenges, as they go over the wire.
  var wire: [String] { ["\(status.code)"] + headers[values: .wwwAuthenticate] }

  /// The errors of the challenges, without those that have none.
  var errors: [String] {
    get throws {
      try AuthenticateChallenge.read(HTTPAnswer(HTTPResponse(status: status, headerFields: headers)))
        .compactMap(\.error?.rawValue)
    }
  }
}
