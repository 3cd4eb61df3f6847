#if Hummingbird
internal import OAuthServer
internal import Synchronization

/// The server that was made when the port was known, or why there is none.
final class MadeServer: Sendable {
  private let result = Mutex<Result<any HTTPServing, any Error>?>(nil)

  var server: (any HTTPServing)? {
    result.withLock { try? $0?.get() }
  }

  var failure: (any Error)? {
    result.withLock { result in
      if case .failure(let error) = result { error } else { nil }
    }
  }

  func succeed(_ server: any HTTPServing) {
    result.withLock { $0 = .success(server) }
  }

  func fail(_ error: any Error) {
    result.withLock { $0 = .failure(error) }
  }
}
#endif
