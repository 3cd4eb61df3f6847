#if NIO_CLIENT
internal import CLibrary
internal import NIOCore
internal import NIOPosix

/// The reason why no connection to a server was established.
enum ConnectionFailure {
  /// The host's name has no address, or no name server answered.
  case unknownHost
  /// The machine is there, and nothing listens at the port.
  case refused
  /// The request may reach public addresses only, and the name has none. Nothing was connected to.
  case noPublicAddress
  /// There is no route to the machine.
  case unreachable
  case other

  /// Reads the error of a connection to a name, which may have several addresses. A refusal counts more
  /// than an address that this machine can't reach, such as one of IPv6.
  init(_ error: NIOConnectionError) {
    let numbers = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
    if error.dnsAError is PublicAddresses.NonePublic || error.dnsAAAAError is PublicAddresses.NonePublic {
      self = .noPublicAddress
    } else if numbers.contains(ECONNREFUSED) {
      self = .refused
    } else if numbers.contains(where: { [ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN].contains($0) }) {
      self = .unreachable
    } else if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
      self = .unknownHost
    } else {
      self = .other
    }
  }

  /// The cause in an error's text.
  var words: String? {
    switch self {
    case .unknownHost: "its name was not found"
    case .refused: "nothing listens at this port"
    case .noPublicAddress: "its name has no public address"
    case .unreachable: "the network does not lead there"
    case .other: nil
    }
  }
}
#endif
