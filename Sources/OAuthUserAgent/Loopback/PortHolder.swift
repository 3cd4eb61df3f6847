public import OAuthCore

/// Which program listens on a port that is wanted, as far as it can be seen.
public enum PortHolder: Sendable, Hashable {
  /// A program of the same person's, or of anybody's for who may see everything.
  case program(UntrustedText, process: Int)
  /// A program of somebody else, whose name only they see.
  case somebodyElse(userID: UInt32)
  /// It can't be seen: the system doesn't tell, or the program runs in another container.
  case unknown
}

extension PortHolder: CustomStringConvertible {
  /// In words, to follow "is taken by".
  public var description: String {
    switch self {
    case .program(let name, let process): "\(name) (process \(process))"
    case .somebodyElse(let user): "a program of another user (number \(user)), whose name cannot be seen from here"
    case .unknown: "another program, which cannot be seen from here"
    }
  }
}
