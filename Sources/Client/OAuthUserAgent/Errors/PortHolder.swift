public import OAuthCore

/// The program that listens on a requested port, as far as this process can see it.
public enum PortHolder: Sendable, Hashable {
  /// A program whose name is visible: one of the same user, or any program if this process runs as
  /// root.
  case program(UntrustedText, process: Int)
  /// A program of another user, whose name only that user sees.
  case otherUser(userID: UInt32)
  /// An invisible program: the system doesn't provide the information, or the program runs in
  /// another container.
  case unknown
}

extension PortHolder: CustomStringConvertible {
  /// A phrase that completes "is in use by".
  public var description: String {
    switch self {
    case .program(let name, let process): "\(name) (process \(process))"
    case .otherUser(let user): "a program of another user (user ID \(user)), whose name is not visible"
    case .unknown: "another program, whose name is not visible"
    }
  }
}
