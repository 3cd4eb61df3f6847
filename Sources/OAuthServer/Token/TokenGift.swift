internal import OAuthCore

/// New tokens: the records that the server keeps, and the answer that the client gets (RFC 6749 §5.1).
struct TokenGift: Sendable {
  var records: [IssuedToken]
  var answer: [String: JSONValue]
}
