public import HTTPTypes
public import Logging
public import OAuthCore
public import OAuthServer
internal import Synchronization

/// A server behind trusted proxies, which report the address of each client in `X-Forwarded-For`.
///
/// Wrap the server of `HummingbirdAuthorizationServer` in it if browsers connect through a proxy.
/// Without it all users share the proxy's address: the limits on wrong passwords count them as one,
/// and an attacker who guesses passwords locks out all of them.
public struct ProxiedServer: HTTPServing {
  private let server: any HTTPServing
  private let proxies: Set<ClientAddress>
  private let logger: Logger
  private let warning = Warning()

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  /// Wraps a server.
  /// - Parameters:
  ///   - server: The server that answers the requests.
  ///   - proxies: The addresses of trusted proxies, as the server sees them. Any other program that
  ///     connects from one of these addresses can choose the address under which it is counted.
  ///   - logger: The log, which gets one warning if a proxy's field can't be read. Default:
  ///     `pixy.oauth-server`.
  public init(
    _ server: any HTTPServing, proxies: Set<ClientAddress>, logger: Logger = Logger(label: "pixy.oauth-server")
  ) {
    self.server = server
    self.proxies = proxies
    self.logger = logger
  }

  /// Answers a request whose connection is unknown.
  /// - Parameters:
  ///   - request: The request.
  ///   - body: The bytes of its body.
  /// - Returns: The server's answer.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await server.respond(to: request, body: body)
  }

  /// Answers a request as one from the address that the proxy reports.
  /// - Parameters:
  ///   - request: The request.
  ///   - body: The bytes of its body.
  ///   - context: The connection's details. Its address is the other end of the connection.
  /// - Returns: The server's answer.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    var context = context
    context.address = address(of: request, over: context.address)
    return await server.respond(to: request, body: body, context: context)
  }

  /// Returns the last address that is no trusted proxy's. The client can forge the ones before it.
  private func address(of request: HTTPRequest, over connection: ClientAddress?) -> ClientAddress? {
    guard let connection, proxies.contains(connection), let name = Self.forwardedFor else { return connection }
    let hops = request.headerFields[values: name].joined(separator: ",").split(separator: ",")
    for hop in hops.reversed() {
      guard let address = Self.address(in: hop.filter { $0 != " " && $0 != "\t" }) else {
        if warning.isFirst() {
          logger.warning(
            """
            A trusted proxy's X-Forwarded-For can't be read, so its users count as one address. Let the proxy send \
            addresses.
            """)
        }
        return connection
      }
      if !proxies.contains(address) { return address }
    }
    return connection
  }

  /// Reads an address with or without a port, as proxies write it: `203.0.113.7:49152`,
  /// `[2001:db8::7]:49152` or `[2001:db8::7]` (RFC 3986 §3.2.2, §3.2.3).
  private static func address(in hop: String) -> ClientAddress? {
    if let address = ClientAddress(hop) { return address }
    let (host, port): (Substring, Substring)
    if hop.first == "[" {
      guard let end = hop.firstIndex(of: "]") else { return nil }
      (host, port) = (hop[hop.index(after: hop.startIndex)..<end], hop[hop.index(after: end)...])
      // Brackets are for IPv6 only.
      guard host.contains(":") else { return nil }
    } else {
      guard let colon = hop.firstIndex(of: ":") else { return nil }
      (host, port) = (hop[..<colon], hop[colon...])
    }
    let digits = port.dropFirst().utf8
    guard port.isEmpty || (port.first == ":" && (1...5).contains(digits.count)),
      digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.isEmpty || UInt16(port.dropFirst()) != nil
    else { return nil }
    return ClientAddress(String(host))
  }

  /// Remembers whether the log was warned.
  private final class Warning: Sendable {
    private let isLogged = Atomic(false)

    func isFirst() -> Bool { !isLogged.exchange(true, ordering: .relaxed) }
  }
}
