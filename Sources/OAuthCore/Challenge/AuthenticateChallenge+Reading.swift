internal import HTTPTypes

extension AuthenticateChallenge {
  /// The most octets that are read, all fields together.
  public static let maximumOctets = 16_384
  /// The most challenges, and the most parameters of one, that are read.
  public static let maximumCount = 32

  /// Reads all challenges of an answer, in order; there may be several fields with several challenges each.
  /// - Parameter answer: what the resource answered, of any status; one without the field gives no challenges.
  /// - Throws: ``ChallengeError`` if a field isn't a list of challenges: what it meant can't be told then.
  public static func read(_ answer: HTTPAnswer) throws(ChallengeError) -> [AuthenticateChallenge] {
    try read(fields: answer.response.headerFields[values: .wwwAuthenticate])
  }

  /// Reads all challenges of some `WWW-Authenticate` fields, in order.
  /// - Parameter fields: the fields' values.
  /// - Throws: ``ChallengeError`` if a field isn't a list of challenges: what it meant can't be told then.
  public static func read(fields: [String]) throws(ChallengeError) -> [AuthenticateChallenge] {
    guard fields.reduce(0, { $0 + $1.utf8.count }) <= maximumOctets else { throw .tooLong(limit: maximumOctets) }
    var challenges: [AuthenticateChallenge] = []
    for field in fields {
      var reader = ChallengeReader(field)
      challenges += try reader.challenges()
      guard challenges.count <= maximumCount else { throw .tooMany(limit: maximumCount) }
    }
    return challenges
  }
}
