#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif
internal import NIOCore
internal import OAuthCore

/// Where a server listens.
struct ListeningAddress: Sendable, CustomStringConvertible {
  let host: String
  let port: Int

  /// `127.0.0.1` or `::1`. `localhost` isn't one: it may be either, and browser and server may differ in which.
  var isLoopbackLiteral: Bool {
    host == "127.0.0.1" || host == "::1"
  }

  /// Host and port as a URI has them, with the port that was opened.
  func text(port opened: Int?) -> String {
    (host.contains(":") ? "[\(host)]" : host) + ":\(opened ?? port)"
  }

  var description: String { text(port: nil) }

  /// The error that says what went wrong, instead of the system's.
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
