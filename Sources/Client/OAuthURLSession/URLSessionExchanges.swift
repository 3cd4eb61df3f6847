internal import Foundation
#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// The delegate of a `URLSession`. It passes each event to the exchange that it belongs to.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
  private let running = Mutex<[Int: URLSessionExchange]>([:])

  /// Sends a request and waits until its exchange ends.
  ///
  /// - Parameters:
  ///   - exchange: A new exchange.
  ///   - task: The request's task in the session of this delegate.
  func run(_ exchange: URLSessionExchange, as task: URLSessionDataTask) async throws -> HTTPAnswer {
    running.withLock { $0[task.taskIdentifier] = exchange }
    defer {
      running.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
      task.cancel()
    }
    return try await withTaskCancellationHandler {
      task.resume()
      return try await exchange.answer()
    } onCancel: {
      // The waiting caller resumes at once, before the session reports the end.
      exchange.cancel()
      task.cancel()
    }
  }

  private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
    running.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    // Without an announced length the value is -1.
    let length = response.expectedContentLength >= 0 ? response.expectedContentLength : nil
    let head = (response as? HTTPURLResponse).flatMap { HTTPResponse($0) }
    let goesOn = exchange(of: dataTask)?.begin(head, announcing: length) ?? false
    completionHandler(goesOn ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if exchange(of: dataTask)?.receive(Array(data)) != true { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = exchange(of: task) else { return }
    guard let error else {
      exchange.end()
      return
    }
    let (kind, cause) = URLSessionFailure.translate(error)
    exchange.end(kind, cause: cause)
  }
}

extension HTTPResponse {
  /// Reads the head of a response; `nil` for an invalid status.
  fileprivate init?(_ response: HTTPURLResponse) {
    guard (100...999).contains(response.statusCode) else { return nil }
    self.init(status: Status(code: response.statusCode))
    for (name, value) in response.allHeaderFields {
      guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else { continue }
      headerFields.append(HTTPField(name: name, value: value))
    }
  }
}
