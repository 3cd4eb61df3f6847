import HTTPTypes
import OAuthCore
import OAuthServer
import Synchronization

/// A server that answers with the request's method, path and number of body bytes.
///
/// A request for `/hang` is answered after `release()`. The answer to `/bytes/N` has N bytes.
final class Served: HTTPServing {
  private let asked = Mutex<[String]>([])
  private let asks = AsyncStream.makeStream(of: String.self)
  private let hangs = AsyncStream.makeStream(of: Bool.self)
  private let releases = AsyncStream.makeStream(of: Void.self)

  /// The requests so far.
  var requests: [String] { asked.withLock { $0 } }

  /// Returns when this request arrives, or when the task is cancelled. Requests before it can't be
  /// awaited afterwards.
  func isAsked(_ request: String) async {
    for await text in asks.stream where text == request { return }
  }

  /// Waits until a request hangs (true), or until a test reports that none does (false).
  @discardableResult
  func isHanging() async -> Bool {
    for await hangs in hangs.stream { return hangs }
    return false
  }

  /// Reports that a request has ended, whether it hung or not.
  func nothingHangs() { hangs.continuation.yield(false) }

  /// Answers the requests that hang.
  func release() { releases.continuation.finish() }

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    let path = request.path ?? ""
    let text = "\(request.method) \(path) \(body.count)"
    asked.withLock { $0.append(text) }
    asks.continuation.yield(text)
    if path == "/hang" {
      hangs.continuation.yield(true)
      for await _ in releases.stream {}
    } else if path == "/hang-until-cancelled" {
      hangs.continuation.yield(true)
      // Only cancellation ends this loop.
      let never = AsyncStream.makeStream(of: Void.self)
      for await _ in never.stream {}
      never.continuation.finish()
    }
    if path.hasPrefix("/bytes/"), let count = Int(path.dropFirst("/bytes/".count)) {
      return HTTPAnswer(HTTPResponse(status: .ok), body: [UInt8](repeating: 0x61, count: count))
    }
    return HTTPAnswer(HTTPResponse(status: .ok), body: Array((text + "\n").utf8))
  }
}
