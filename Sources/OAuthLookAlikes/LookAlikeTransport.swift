public import HTTPTypes
public import OAuthCore

/// Gives requests to a look-alike in the same process, as if it were the provider: `Provider.gitHub` and the others work with it
/// unchanged.
public struct LookAlikeTransport: HTTPTransport {
  private let lookAlike: LookAlike

  /// Everything that is sent to one of the provider's origins goes to this look-alike.
  ///
  /// - Parameter lookAlike: answers; ``LookAlike/origins`` says which addresses are its own.
  public init(_ lookAlike: LookAlike) {
    self.lookAlike = lookAlike
  }

  /// Lets the look-alike answer.
  /// - Throws: `connectionFailed` if the address isn't at one of ``LookAlike/origins``.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
    guard lookAlike.origins.contains(origin) else { throw HTTPTransportError(.connectionFailed, origin: origin) }
    return await lookAlike.respond(to: request, body: body)
  }
}
