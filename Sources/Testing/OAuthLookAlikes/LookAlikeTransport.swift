public import HTTPTypes
public import OAuthCore

/// A transport that sends requests to a look-alike in the same process, as if it were the provider.
///
/// `Provider.gitHub`, `.google` and `.spotify` work with it unchanged. No socket is opened.
public struct LookAlikeTransport: HTTPTransport {
  private let lookAlike: LookAlike

  /// Creates a transport whose requests are all answered by this look-alike.
  ///
  /// - Parameter lookAlike: The look-alike. ``LookAlike/origins`` lists the hosts that it answers
  ///   for.
  public init(_ lookAlike: LookAlike) {
    self.lookAlike = lookAlike
  }

  /// Returns the look-alike's answer. The limits aren't applied.
  /// - Throws: `HTTPTransportError` with `connectionFailed` if the request's origin isn't one of
  ///   ``LookAlike/origins``.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
    guard lookAlike.origins.contains(origin) else { throw HTTPTransportError(.connectionFailed, origin: origin) }
    return await lookAlike.respond(to: request, body: body)
  }
}
