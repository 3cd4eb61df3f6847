internal import CLibrary
internal import NIOCore
internal import OAuthCore

/// The address on which a server listens.
struct ListeningAddress: Sendable, CustomStringConvertible {
  let host: String
  let port: Int

  /// Whether the host is `127.0.0.1` or `::1`.
  ///
  /// `localhost` doesn't count: it can mean either address, and browser and server can resolve it
  /// differently.
  var isLoopbackLiteral: Bool {
    host == "127.0.0.1" || host == "::1"
  }

  /// Returns host and port as they appear in a URI, with the port that was opened.
  func text(port openedPort: Int?) -> String {
    (host.contains(":") ? "[\(host)]" : host) + ":\(openedPort ?? port)"
  }

  var description: String { text(port: nil) }

  /// Returns an error that names the address, in place of the system's error.
  func explaining(_ error: any Error) -> any Error {
    switch error {
    case is CancellationError, is ListeningError:
      return error
    case let error as IOError:
      switch error.errnoCode {
      case EADDRINUSE: return ListeningError.portInUse(address: description)
      case EACCES, EPERM: return ListeningError.notAllowed(address: description)
      case EADDRNOTAVAIL: return ListeningError.notAnAddressHere(address: description)
      default: return ListeningError.failed(address: description, cause: UntrustedText("\(error)"))
      }
    case is SocketAddressError:
      return ListeningError.notAnAddressHere(address: description)
    default:
      return ListeningError.failed(address: description, cause: UntrustedText("\(error)"))
    }
  }
}
