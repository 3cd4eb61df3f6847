internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// What a server tells everybody alike: its metadata, its keys, its description. Each answer is made once for each edition of the keys, on
/// which alone it depends beside the configuration.
final class PublishedAnswers: Sendable {
  private struct Made {
    let edition: Int
    let answer: HTTPAnswer
  }

  private let made = Mutex<[Route: Made]>([:])

  /// The answer at an address.
  /// - Parameters:
  ///   - route: the address.
  ///   - edition: that of the keys, asked for before `members` looks at them: so what was made of newer ones only is made once more.
  ///   - members: what the answer says.
  func answer(_ route: Route, edition: Int, _ members: () -> [String: JSONValue]) -> HTTPAnswer {
    if let made = made.withLock({ $0[route] }), made.edition == edition { return made.answer }
    // It holds no secret; browsers' scripts may read it.
    let answer = HTTPAnswer.json(
      members(), fields: [.cacheControl: "public, max-age=3600", .accessControlAllowOrigin: "*"])
    made.withLock { $0[route] = Made(edition: edition, answer: answer) }
    return answer
  }
}
