internal import HTTPTypes
internal import OAuthCore

/// The words with which a server explains an error in a form of its own, without OAuth's `error`
/// (RFC 6749 §5.2). They are for people: no program decides by them.
struct ServerWords {
  /// The explanation with its code, as one line; `nil` if there is neither.
  let text: String?

  /// The names under which servers explain an error, the most detailed first: RFC 9457 §3.1, and those of
  /// Supabase, HubSpot, Okta and others.
  private static let explanations = [
    "error_description", "detail", "message", "msg", "errorSummary", "error_message", "description", "title", "reason",
  ]
  /// The names under which they send a code.
  private static let codes = ["error_code", "errorCode", "code", "status", "error"]

  /// Reads a JSON object. Its `error` may be an object of the same form, or a list of texts.
  init(in members: [String: JSONValue]) {
    let places = [members, members["error"]?.object ?? [:]]
    func first(_ names: [String]) -> String? {
      for place in places {
        for name in names {
          if let text = place[name]?.string ?? place[name]?.strings?.first, !text.isEmpty { return text }
        }
      }
      return nil
    }
    text =
      switch (first(Self.explanations), first(Self.codes)) {
      case (let explanation?, let code?) where code != explanation: "\(explanation) (\(code))"
      case (let explanation, let code): explanation ?? code
      }
  }
}

extension HTTPAnswer {
  /// Returns the server's words about an error, made safe to show; `nil` if the body has none. Pages are
  /// for browsers, and their text is left out.
  ///
  /// - Parameter secrets: Values that the words must not repeat.
  func words(withholding secrets: [Secret]) -> UntrustedText? {
    let text: String?
    if let members = (try? JSONValue(bytes: json))?.object {
      text = ServerWords(in: members).text
    } else if response.headerFields.mediaType == "text/plain" {
      text = String(decoding: body.prefix(4 * UntrustedText.maximumCharacters), as: UTF8.self)
    } else {
      text = nil
    }
    guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return UntrustedText(line).withholding(secrets)
  }
}
