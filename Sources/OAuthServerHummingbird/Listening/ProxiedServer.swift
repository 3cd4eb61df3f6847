public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// A server behind proxies that are known to say where requests come from, in `X-Forwarded-For`.
///
/// Put it around the server that `HummingbirdAuthorizationServer` makes if people reach it through a proxy. Without it all people
/// have the proxy's address, so that the limits on wrong passwords take them for one, and whoever guesses locks everybody out.
public struct ProxiedServer: HTTPServing {
  private let server: any HTTPServing
  private let proxies: Set<ClientAddress>

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  /// Puts a server behind proxies.
  /// - Parameters:
  ///   - server: what answers.
  ///   - proxies: the addresses of proxies that are believed, as the server sees them. Whoever else can connect from one of them
  ///     can choose the address that they count by.
  public init(_ server: any HTTPServing, proxies: Set<ClientAddress>) {
    self.server = server
    self.proxies = proxies
  }

  /// Answers a request of which nothing else is known.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await server.respond(to: request, body: body)
  }

  /// Answers a request, as one from the address that the proxy says.
  /// - Parameters:
  ///   - request: the request.
  ///   - body: the octets of its body.
  ///   - context: what else is known; its address is the other end of the connection.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    var context = context
    context.address = address(of: request, over: context.address)
    return await server.respond(to: request, body: body, context: context)
  }

  /// The last address that no believed proxy has: what stands before it, whoever sent the request may have written.
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
