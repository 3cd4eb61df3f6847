#if CLI
internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

/// A server behind a proxy that is known to say where requests come from. Without it all people would count as one to the limits
/// on wrong passwords, and whoever guesses would lock everybody out.
struct ProxiedServer: HTTPServing {
  let server: any HTTPServing
  /// The addresses of proxies that are believed.
  let proxies: Set<ClientAddress>

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await server.respond(to: request, body: body)
  }

  func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
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
#endif
