#if NIO_CLIENT
internal import CLibrary
internal import NIOCore
internal import NIOPosix
internal import OAuthCore

/// Resolves a server's name once, for one connection, and keeps only the public addresses of the
/// answer. The connection goes to one of these, so another answer of the name server changes nothing,
/// and no private address is ever connected to.
final class PublicAddresses: Resolver, Sendable {
  /// The reason why no connection is made.
  struct NonePublic: Error {}
  /// The system's resolver knows no address of the name.
  struct UnknownName: Error {}

  /// Returns all addresses of a name. It may block.
  typealias LookUp = @Sendable (_ name: String, _ port: Int) throws -> [SocketAddress]

  /// Slow name servers of strangers must not keep other work waiting. There are as many threads as a
  /// server fetches documents at once.
  private static let threads: NIOThreadPool = {
    let pool = NIOThreadPool(numberOfThreads: 64)
    pool.start()
    return pool
  }()

  private let lookUp: LookUp
  private let isPublic: @Sendable (String) -> Bool
  private let addresses: EventLoopPromise<[SocketAddress]>

  /// - Parameters:
  ///   - lookUp: The look-up of a name, which is called once.
  ///   - isPublic: Whether an IP address may be connected to.
  ///   - loop: The connection's event loop.
  init(from lookUp: @escaping LookUp, where isPublic: @escaping @Sendable (String) -> Bool, on loop: any EventLoop) {
    self.lookUp = lookUp
    self.isPublic = isPublic
    addresses = loop.makePromise()
  }

  /// Resolves the name, and returns the IPv6 addresses. swift-nio calls it first.
  func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    let found = Self.threads.runIfActive(eventLoop: addresses.futureResult.eventLoop) { [lookUp, isPublic] in
      let usable = try lookUp(host, port).filter { $0.ipAddress.map(isPublic) ?? false }
      guard !usable.isEmpty else { throw NonePublic() }
      return usable
    }
    found.cascade(to: addresses)
    return addresses.futureResult.map { $0.filter { $0.protocol == .inet6 } }
  }

  /// Returns the IPv4 addresses of the same look-up.
  func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    addresses.futureResult.map { $0.filter { $0.protocol == .inet } }
  }

  /// Does nothing: a running look-up can't be stopped, and its result is dropped.
  func cancelQueries() {}

  /// Asks the system's resolver.
  @Sendable static func systemLookUp(_ name: String, _ port: Int) throws -> [SocketAddress] {
    var hints = unsafe addrinfo()
    #if canImport(Glibc)
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
    unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    // Safe: the list is read before it is freed, and each address has the type of its family.
    guard unsafe getaddrinfo(name, "\(port)", &hints, &list) == 0 else {
      throw UnknownName()
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      switch unsafe (entry.ai_family, entry.ai_addr) {
      case (AF_INET, let address?):
        unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          unsafe addresses.append(SocketAddress($0.pointee))
        }
      case (AF_INET6, let address?):
        unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          unsafe addresses.append(SocketAddress($0.pointee))
        }
      default: break
      }
      unsafe next = entry.ai_next
    }
    return addresses
  }
}
#endif
