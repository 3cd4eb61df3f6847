import OAuthCore

/// `WWW-Authenticate` fields, one per line.
enum ChallengeTarget {
  static func run(_ bytes: [UInt8]) {
    let fields = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let challenges: [AuthenticateChallenge]
    do {
      challenges = try AuthenticateChallenge.read(fields: fields)
    } catch {
      requireSafe(error)
      return
    }
    require(challenges.count <= AuthenticateChallenge.maximumCount, "no more challenges than the limit")
    for challenge in challenges {
      require(
        !challenge.scheme.isEmpty && challenge.isScheme(challenge.scheme.uppercased()), "a challenge has a scheme")
      require(challenge.parameters.count <= AuthenticateChallenge.maximumCount, "no more parameters than the limit")
      require(challenge.parameters.keys.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() }, "names are in lower case")
      require(challenge.token68 == nil || challenge.parameters.isEmpty, "either token68 or parameters")
      requireSafe(challenge.description.prefix(2_000).description, of: "a challenge's description")
      if let refusal = challenge.errorResponse { requireSafe("\(refusal)", of: "an error response") }
      if let realm = challenge.realm { requireSafe("\(realm)", of: "a realm") }
      if let endpoint = challenge.resourceMetadata { URITarget.check(endpoint) }
      if let scope = challenge.scope {
        require((try? Scope(parameter: scope.parameter)) == scope, "a scope can be sent as it was read")
      }
      if let requirement = challenge.requiredAuthentication, let age = requirement.maxAge {
        require(age >= .zero, "an age isn't negative")
      }
      _ = (challenge.algs, challenge.asksForDPoPNonce)

      let written = text(challenge)
      if written.utf8.count <= AuthenticateChallenge.maximumBytes {
        require(
          (try? AuthenticateChallenge.read(fields: [written])) == [challenge],
          "a written challenge is read as the same challenge")
      }
    }
  }

  private static func text(_ challenge: AuthenticateChallenge) -> String {
    if let token = challenge.token68 { return challenge.scheme + " " + token }
    let parameters = challenge.parameters.sorted { $0.key < $1.key }.map { name, value in
      let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\(name)=\"\(quoted)\""
    }
    return parameters.isEmpty ? challenge.scheme : challenge.scheme + " " + parameters.joined(separator: ", ")
  }
}
