internal import FoundationBasics
internal import HTTPTypes
internal import OAuthCore

/// Fetches request objects from addresses that clients registered (RFC 9101 §5.2.3): once, with a
/// short timeout and without redirects.
struct RequestObjectFetch: Sendable {
  let transport: any HTTPTransport
  /// The addresses that aren't fetched for now. Any user who opens a link makes the server fetch.
  let backoff: FetchBackoff
  let outgoing: OutgoingAddresses

  private static let limits = HTTPLimits(timeout: .seconds(5), answerBytes: RequestObjectReader.maximumBytes + 2)

  /// Fetches the request object at an address that the client registered.
  /// - Throws: ``Refusal`` with `invalid_request_uri` for everything except status 200 with a text;
  ///   `CancellationError`.
  func object(at address: Endpoint, for client: RegisteredClient, now: Date) async throws -> String {
    guard !backoff.covers(address, for: client.id, at: now) else {
      throw Refusal(
        .invalidRequestURI, "nothing could be fetched from request_uri a moment ago: try again after 10 seconds"
      )
    }
    var request = address.request(.get)
    request.headerFields[.accept] = "application/oauth-authz-req+jwt, application/jwt"
    let limits = outgoing.limits(Self.limits, ofStranger: client.isUntrusted)
    let answer: HTTPAnswer
    do {
      let fetchedAnswer = try await backoff.fetching(address, for: client.id, from: RequestLog.current?.address) {
        try await transport.send(request, body: [], limits: limits)
      }
      guard let fetchedAnswer else {
        throw Refusal(.invalidRequestURI, "too many request objects are being fetched: try again")
      }
      answer = fetchedAnswer
    } catch is HTTPTransportError {
      backoff.begin(address, for: nil, at: now)
      throw Refusal(.invalidRequestURI, "nothing could be fetched from request_uri")
    }
    guard answer.response.status == .ok, let text = String(validating: answer.body, as: UTF8.self) else {
      backoff.begin(address, for: nil, at: now)
      throw Refusal(.invalidRequestURI, "there is no request object at request_uri")
    }
    return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
