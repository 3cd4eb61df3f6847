internal import HTTPTypes
internal import OAuthCore

/// The rules of one provider, in front of a ``LookAlikeServer``.
protocol LookAlikeSite: Sendable {
  var server: LookAlikeServer { get set }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer
}
