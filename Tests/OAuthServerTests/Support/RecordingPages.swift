import OAuthServer
import Synchronization

/// Pages as plain text; the last one is kept as a value.
final class RecordingPages: Pages {
  private let kept = Mutex<Page?>(nil)

  let styleSheet = "body { color: black }"

  var last: Page? {
    kept.withLock { $0 }
  }

  func html(_ page: Page) -> String {
    kept.withLock { $0 = page }
    return switch page {
    case .signIn(let page): "sign in: \(page.clientName) \(page.problem ?? "")"
    case .userCode(let page): "user code: \(page.problem ?? "")"
    case .deviceSignIn(let page): "device: \(page.clientName) \(page.problem ?? "")"
    case .deviceDone(let page): "done: \(page.title)"
    case .formPost(let page): "form post: \(page.action)"
    case .error(let page): "error: \(page.title) \(page.explanation) \(page.detail)"
    }
  }
}

/// Pages that can't be made.
struct BrokenPages: Pages {
  struct Failure: Error {}

  let styleSheet = ""

  func html(_ page: Page) throws -> String {
    throw Failure()
  }
}
