// The look-up of addresses.

public import SwiftGlibc

/// sys/socket.h: `#define SOCK_STREAM 1`.
public let SOCK_STREAM: Int32 = 1
/// sys/socket.h: `#define AF_INET 2`.
public let AF_INET: Int32 = 2
/// sys/socket.h: `#define AF_INET6 30`.
public let AF_INET6: Int32 = 30

/// sys/socket.h: `struct sockaddr`, without its members.
public struct sockaddr {}

/// netinet/in.h: `struct sockaddr_in`. It is Linux's here, as in NIO, which was built for Linux.
public typealias sockaddr_in = SwiftGlibc.sockaddr_in

/// netinet6/in6.h: `struct sockaddr_in6`, likewise.
public typealias sockaddr_in6 = SwiftGlibc.sockaddr_in6

/// netdb.h: `struct addrinfo`, with the members that Pixy uses.
@unsafe public struct addrinfo {
  /// netdb.h: `int ai_family`.
  public var ai_family: Int32 = 0
  /// netdb.h: `int ai_socktype`.
  public var ai_socktype: Int32 = 0
  /// netdb.h: `struct sockaddr *ai_addr`.
  public var ai_addr: UnsafeMutablePointer<sockaddr>?
  /// netdb.h: `struct addrinfo *ai_next`.
  public var ai_next: UnsafeMutablePointer<addrinfo>?

  /// stand-in: the initializer that Swift adds to an imported structure.
  public init() {}
}

/// netdb.h: `int getaddrinfo(const char *, const char *, const struct addrinfo *,
/// struct addrinfo **)`.
@discardableResult public func getaddrinfo(
  _ name: UnsafePointer<CChar>!, _ service: UnsafePointer<CChar>!, _ hints: UnsafePointer<addrinfo>!,
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>!
) -> Int32 {
  fatalError("stub")
}

/// netdb.h: `void freeaddrinfo(struct addrinfo *)`.
public func freeaddrinfo(_ list: UnsafeMutablePointer<addrinfo>!) {
  fatalError("stub")
}
