internal import HTTPTypes

extension AuthenticateChallenge {
  /// The largest accepted size of all fields together, in bytes.
  public static let maximumBytes = 16_384
  /// The largest accepted number of challenges, and of parameters in one challenge.
  public static let maximumCount = 32

  /// Reads all challenges of a response, in order. A response may have several fields with several
  /// challenges each. A challenge that can't be read is left out, and hides no other.
  /// - Parameter answer: The resource's response, of any status. Without a `WWW-Authenticate` field
  ///   there are no challenges.
  /// - Throws: ``ChallengeError`` if the fields are over the limits, or if they contain something and
  ///   no challenge can be read.
  public static func read(_ answer: HTTPAnswer) throws(ChallengeError) -> [AuthenticateChallenge] {
    try read(fields: answer.response.headerFields[values: .wwwAuthenticate])
  }

  /// Reads all challenges of `WWW-Authenticate` fields, in order. A challenge that can't be read is
  /// left out, and hides no other.
  /// - Parameter fields: The values of the fields.
  /// - Throws: ``ChallengeError`` if the fields are over the limits, or if they contain something and
  ///   no challenge can be read.
  public static func read(fields: [String]) throws(ChallengeError) -> [AuthenticateChallenge] {
    guard fields.reduce(0, { $0 + $1.utf8.count }) <= maximumBytes else { throw .tooLong(limit: maximumBytes) }
    var challenges: [AuthenticateChallenge] = []
    var failure: ChallengeError?
    for field in fields {
      var reader = ChallengeReader(field)
      do throws(ChallengeError) {
        challenges += try reader.challenges()
      } catch {
        failure = failure ?? error
      }
      guard challenges.count <= maximumCount else { throw .tooMany(limit: maximumCount) }
    }
    if let failure, challenges.isEmpty { throw failure }
    return challenges
  }
}
