import OAuthCore
import OAuthUserAgent
import Synchronization

/// The system's sheets, with a scripted user.
final class GitHubSheets: WebSessions {
  private struct State {
    var requests: [WebSessionRequest] = []
    var starts = 0
    var cancelled = 0
  }

  private let state = Mutex(State())
  private let visit: @Sendable (WebSessionRequest) -> WebSessionEnd?

  /// Creates sheets.
  ///
  /// - Parameter visit: The outcome of a sheet; `nil` leaves it open.
  init(visit: @escaping @Sendable (WebSessionRequest) -> WebSessionEnd?) {
    self.visit = visit
  }

  /// A user who approves at once. GitHub redirects to the app with a code and a test's additional
  /// parameters.
  static func agreeing(_ added: KeyValuePairs<String, String> = [:]) -> GitHubSheets {
    let added = added.map { ($0, $1) }
    return GitHubSheets { request in
      var answer = FormParameters()
      answer.append("code", GitHubFixture.code)
      answer.append("state", request.parameter("state"))
      for (name, value) in added { answer.append(name, value) }
      return .callback("relay://oauth/callback?" + answer.queryEncoded())
    }
  }

  /// The requests that the sheets showed.
  var requests: [WebSessionRequest] { state.withLock { $0.requests } }
  /// The number of started sheets. The protocol ensures that they start on the main actor.
  var starts: Int { state.withLock { $0.starts } }
  /// The number of cancelled sheets.
  var cancelled: Int { state.withLock { $0.cancelled } }

  var canPresent: Bool { true }

  func session(
    for request: WebSessionRequest, onEnd: @escaping @Sendable (WebSessionEnd) -> Void
  ) -> any WebSession {
    state.withLock { $0.requests.append(request) }
    return Sheet(sheets: self, request: request, onEnd: onEnd)
  }

  private struct Sheet: WebSession {
    let sheets: GitHubSheets
    let request: WebSessionRequest
    let onEnd: @Sendable (WebSessionEnd) -> Void

    func start() -> Bool {
      MainActor.assertIsolated()
      sheets.state.withLock { $0.starts += 1 }
      if let end = sheets.visit(request) { onEnd(end) }
      return true
    }

    func cancel() {
      sheets.state.withLock { $0.cancelled += 1 }
      onEnd(.cancelled)
    }
  }
}

extension WebSessionRequest {
  /// The parameters of the authorization address.
  var parameters: FormParameters {
    (try? FormParameters(decoding: url.drop { $0 != "?" }.dropFirst())) ?? FormParameters()
  }

  func parameter(_ name: String) -> String { (try? parameters.single(name)) ?? "" }
}
