import HTTPTypes
import OAuthCore
import OAuthServer
import Synchronization

/// Answers what it was asked: method, path, and how many octets the body had. At `/hang` it does so when it is told to; at `/octets/N` the
/// answer has so many.
final class Served: HTTPServing {
  private let asked = Mutex<[String]>([])
  private let asks = AsyncStream.makeStream(of: String.self)
  private let hangs = AsyncStream.makeStream(of: Bool.self)
  private let releases = AsyncStream.makeStream(of: Void.self)

  /// What was asked so far.
  var requests: [String] { asked.withLock { $0 } }

  /// Returns when a request for that was asked, or when the task is cancelled. Requests before it can't be waited for any more.
  func isAsked(_ request: String) async {
    for await text in asks.stream where text == request { return }
  }

  /// Returns when a request hangs, or when a test says that none does.
  @discardableResult
  func isHanging() async -> Bool {
    for await hangs in hangs.stream { return hangs }
    return false
  }

  /// Says that a request came to its end, hanging or not.
  func nothingHangs() { hangs.continuation.yield(false) }

  /// Lets what hangs be answered.
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
      // Only being cancelled ends it.
      let never = AsyncStream.makeStream(of: Void.self)
      for await _ in never.stream {}
      never.continuation.finish()
    }
    if path.hasPrefix("/octets/"), let count = Int(path.dropFirst("/octets/".count)) {
      return HTTPAnswer(HTTPResponse(status: .ok), body: [UInt8](repeating: 0x61, count: count))
    }
    return HTTPAnswer(HTTPResponse(status: .ok), body: Array((text + "\n").utf8))
  }
}
