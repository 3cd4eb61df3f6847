internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// A document that is the same for every caller: the metadata, the key set, the OpenAPI
/// description.
///
/// It depends on the configuration, which doesn't change, and on the signing keys. The document is
/// created once for each edition of the keys.
final class PublishedAnswer: Sendable {
  private struct Document {
    let edition: Int
    let answer: HTTPAnswer
  }

  private let document = Mutex<Document?>(nil)

  /// Returns the document. `members` creates it again if the keys have changed since the last call.
  /// - Parameters:
  ///   - edition: The edition of the keys, read before `members` reads the keys. If the keys change
  ///     in between, the document is only created once more than needed.
  ///   - members: Creates the document's members.
  func answer(edition: Int, _ members: () -> [String: JSONValue]) -> HTTPAnswer {
    if let document = document.withLock({ $0 }), document.edition == edition { return document.answer }
    // The document holds no secret, so scripts of other origins may read it.
    let answer = HTTPAnswer.json(
      members(), fields: [.cacheControl: "public, max-age=3600", .accessControlAllowOrigin: "*"])
    document.withLock { $0 = Document(edition: edition, answer: answer) }
    return answer
  }
}
