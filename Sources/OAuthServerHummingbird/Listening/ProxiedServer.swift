public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// A server behind trusted proxies, which report the address of each client in `X-Forwarded-For`.
///
/// Wrap the server of `HummingbirdAuthorizationServer` in it if browsers connect through a proxy.
/// Without it all users share the proxy's address: the limits on wrong passwords count them as one,
/// and an attacker who guesses passwords locks out all of them.
public struct ProxiedServer: HTTPServing {
  private let server: any HTTPServing
  private let proxies: Set<ClientAddress>

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  /// Wraps a server.
  /// - Parameters:
  ///   - server: The server that answers the requests.
  ///   - proxies: The addresses of trusted proxies, as the server sees them. Any other program that
  ///     connects from one of these addresses can choose the address under which it is counted.
  public init(_ server: any HTTPServing, proxies: Set<ClientAddress>) {
    self.server = server
    self.proxies = proxies
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
      guard let address = ClientAddress(hop.filter { $0 != " " && $0 != "\t" }) else { return connection }
      if !proxies.contains(address) { return address }
    }
    return connection
  }
}
