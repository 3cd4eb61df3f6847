import OAuthServer
import Synchronization

/// Plain-text pages that record the last page.
final class RecordingPages: Pages {
  private let kept = Mutex<Page?>(nil)

  let styleSheet = "body { color: black }"

  var last: Page? {
    kept.withLock { $0 }
  }

  func html(_ page: Page, for languages: LanguagePreference) -> String {
    kept.withLock { $0 = page }
    return switch page {
    case .signIn(let page): "sign in: \(page.client.name)"
    case .error(let page): "error: \(page.reason)"
    default: "\(page)"
    }
  }
}

/// Pages whose rendering fails.
struct BrokenPages: Pages {
  struct Failure: Error {}

  let styleSheet = ""

  func html(_ page: Page, for languages: LanguagePreference) throws -> String {
    throw Failure()
  }
}
