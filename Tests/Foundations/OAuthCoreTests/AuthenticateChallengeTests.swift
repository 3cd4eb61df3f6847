import Evidence
import HTTPTypes
import OAuthCore
import Testing

@Suite(.covers("RFC 6750 §2", "RFC 9470 §3", "RFC 9110 §11")) struct AuthenticateChallengeTests {
  private func read(_ fields: String...) throws -> [AuthenticateChallenge] {
    try AuthenticateChallenge.read(fields: fields)
  }

  // The example of RFC 9110 §11.6.1.
  @Test func `Several challenges in one field, with an escaped quotation mark, are read`() throws {
    let challenges = try read(#"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#)
    #expect(challenges.map(\.scheme) == ["Basic", "Newauth"])
    #expect(
      challenges.map(\.parameters) == [
        ["realm": "simple"], ["realm": "apps", "type": "1", "title": #"Login to "apps""#],
      ])
  }

  // The example of RFC 9728 §5.1.
  @Test func `The address of a resource's metadata is read`() throws {
    let challenge = try #require(
      read(
        #"Bearer error="invalid_request", error_description="No access token was provided in this request", resource_metadata="https://resource.example.com/.well-known/oauth-protected-resource""#
      ).first)
    #expect(challenge.error == .invalidRequest)
    #expect(challenge.errorResponse?.errorDescription?.description == "No access token was provided in this request")
    #expect(
      challenge.resourceMetadata?.text == "https://resource.example.com/.well-known/oauth-protected-resource")
    for bad in ["http://a.example/", "/x", "javascript:alert(1)"] {
      #expect(try read("Bearer resource_metadata=\"\(bad)\"").first?.resourceMetadata == nil)
    }
  }

  // RFC 9449 §7.1, §7.2, §9.
  @Test func `DPoP challenges are read, with and without a Bearer challenge`() throws {
    let both = try read(#"Bearer, DPoP algs="ES256 PS256""#)
    #expect(both.map(\.scheme) == ["Bearer", "DPoP"])
    #expect(both.map(\.algs) == [nil, ["ES256", "PS256"]])
    let nonce = try #require(
      read(#"dpop error="use_dpop_nonce", error_description="Resource server requires nonce in DPoP proof""#).first)
    #expect(nonce.isScheme("DPoP") && nonce.asksForDPoPNonce)
    #expect(try read(#"Bearer error="use_dpop_nonce""#).first?.asksForDPoPNonce == false)
    #expect(try read(#"DPoP error="invalid_token""#).first?.asksForDPoPNonce == false)
  }

  // RFC 9470 §3: step-up authentication.
  @Test func `The authentication that a resource requires is read`() throws {
    let challenge = try #require(
      read(#"Bearer error="insufficient_user_authentication", max_age="5", acr_values="myACR other""#).first)
    #expect(challenge.requiredAuthentication?.acrValues == ["myACR", "other"])
    #expect(challenge.requiredAuthentication?.maxAge == .seconds(5))
    let bare = try #require(read(#"Bearer error="insufficient_user_authentication""#).first?.requiredAuthentication)
    #expect(bare.acrValues.isEmpty && bare.maxAge == nil)
    for age in ["-1", "soon", "99999999999999999999", "", "+5"] {
      let text = "Bearer error=\"insufficient_user_authentication\", max_age=\"\(age)\""
      #expect(try #require(read(text).first?.requiredAuthentication).maxAge == nil, "\(age)")
    }
    #expect(try read(#"Bearer error="invalid_token", max_age=5"#).first?.requiredAuthentication == nil)
  }

  @Test func `Several fields are read in order`() throws {
    let challenges = try read("Negotiate", "Bearer scope=\"a b\"", "", "Basic realm=x")
    #expect(challenges.map(\.scheme) == ["Negotiate", "Bearer", "Basic"])
    #expect(challenges[1].scope?.tokens == ["a", "b"])
    let answer = HTTPAnswer(
      HTTPResponse(
        status: .unauthorized,
        headerFields: [.wwwAuthenticate: "Negotiate", .contentType: "text/plain", .wwwAuthenticate: "Bearer"]))
    #expect(try AuthenticateChallenge.read(answer).map(\.scheme) == ["Negotiate", "Bearer"])
  }

  @Test(
    arguments: [
      ("Negotiate YII=", "YII="), ("Negotiate YII==", "YII=="), ("NTLM abc", "abc"),
      ("X a/b+c~d.e-f_g", "a/b+c~d.e-f_g"),
      ("X   abc  ", "abc"), ("Bearer realm=", "realm="),
    ])
  func `A token68 is distinguished from a parameter`(_ field: String, _ expected: String) throws {
    let challenge = try #require(read(field).first)
    #expect(challenge.token68 == expected && challenge.parameters.isEmpty)
    let two = try read(field + ", Bearer realm=\"x\"")
    #expect(two.count == 2 && two.first?.token68 == expected && two.last?.parameters == ["realm": "x"])
  }

  @Test(
    arguments: [
      #"Bearer realm="x""#, #"bearer REALM="x""#, #"Bearer realm=x"#, #"Bearer realm = "x""#, "Bearer realm\t=\t\"x\"",
      #"Bearer   realm="x""#, #",, Bearer realm="x",, ,"#, #"Bearer ,realm="x""#, #"Bearer realm="\x""#,
    ])
  func `White space, case, empty elements and needless escapes make no difference`(_ field: String) throws {
    let challenges = try read(field)
    #expect(challenges.count == 1 && challenges.first?.isScheme("BEARER") == true)
    #expect(challenges.first?.parameters == ["realm": "x"])
  }

  @Test(
    arguments: [
      #"Bearer realm="x"#, #"Bearer realm="x\"#, #"Bearer realm="x" y"#, #"Bearer realm=x y"#, "Bearer =x",
      #"Bearer realm="x" error="y" z"#, #"Bearer realm="x"error="y""#, #"Bearer realm=x"y""#, "\"x\"", "=",
      "Bearer a=b, c=", "Bearer abc def",
      "Bearer abc = = x",
      "Bearer realm=\"a\u{0}b\"", "Bearer realm=\"a\u{7F}\"", "Bearer realm=\"a\\\u{1}\"", "B\u{E9}arer",
      "Bearer;realm=x",
      "(Bearer)", "Bearer abc, d=e, =",
    ])
  func `A field that is not a list of challenges is rejected`(_ field: String) {
    do {
      let challenges = try read(field)
      Issue.record("read as \(challenges)")
    } catch let error as ChallengeError {
      guard case .malformed = error else {
        Issue.record("\(error)")
        return
      }
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [
    (["Bearer realm=\"x", "Bearer scope=\"a\""], ["Bearer"]), (["Bearer scope=\"a\"", "=", "\"x\""], ["Bearer"]),
    ([#"Basic realm="x" y, Bearer scope="a""#], ["Bearer"]), ([#"Bearer scope="a", Basic realm="x" y"#], ["Bearer"]),
    ([#"(x), Negotiate a b c, Bearer scope="a", DPoP algs="ES256""#], ["Bearer", "DPoP"]),
    ([#"Basic realm="a, Bearer b" c, Bearer scope="a""#], ["Bearer"]),
    ([#"DPoP error="x", error="y", Bearer scope="a""#], ["Bearer"]),
    ([#"Bearer scope="a", DPoP algs="ES256", c="#], ["Bearer"]), ([#"DPoP c=, Bearer scope="a""#], ["DPoP", "Bearer"]),
  ])
  func `A challenge that can't be read hides no other`(_ fields: [String], _ schemes: [String]) throws {
    let challenges = try AuthenticateChallenge.read(fields: fields)
    #expect(challenges.map(\.scheme) == schemes)
    #expect(challenges.contains { $0.scope?.tokens == ["a"] })
  }

  @Test(
    arguments: [
      #"Basic realm="x" y, Bearer scope="a", DPoP"#, #"Bésic, Bearer scope="a", DPoP"#,
      #"Bearer scope="a", DPoP, Basic realm="x"#, #"Bearer scope="a", Negotiate abc def, DPoP"#,
      #"=, Bearer scope="a", DPoP"#, #"Basic realm="a, Digest b" c, Bearer scope="a", DPoP"#,
      #"Basic realm="\", Digest x=\"" y, Bearer scope="a", DPoP"#, #"Basic a="1", A="2", Bearer scope="a", DPoP"#,
      #"Basic realm=x y, q="1", Bearer scope="a", DPoP"#, #"Basic realm="x" y="z" q, Bearer scope="a", DPoP"#,
    ])
  func `A challenge of any form that can't be read hides no other one in its field`(_ field: String) throws {
    let challenges = try read(field)
    #expect(challenges.map(\.scheme) == ["Bearer", "DPoP"])
    #expect(challenges.first?.scope?.tokens == ["a"])
  }

  // formbricks/formbricks, pull request 8718; the TypeScript SDK of MCP 1.29 reads both.
  @Test(
    arguments: [
      #"Bearer resource_metadata="https://a.example/m" scope="a b""#,
      #"Bearer resource_metadata="https://a.example/m"  scope = "a b""#,
      #"Bearer resource_metadata=https://a.example/m scope="a b""#,
      #"Bearer resource_metadata=https://a.example/m, scope="a b""#,
      #"Basic realm=x, Bearer scope="a b" resource_metadata=https://a.example/m, DPoP algs=ES256"#,
    ])
  func `A blank in place of a comma and a value that lacks quotation marks are read`(_ field: String) throws {
    let challenge = try #require(try read(field).first { $0.isScheme("Bearer") })
    #expect(challenge.resourceMetadata?.text == "https://a.example/m" && challenge.scope?.tokens == ["a", "b"])
    #expect(challenge.parameters.count == 2)
  }

  // QwenLM/qwen-code, issue 5343.
  @Test(
    arguments: [
      #"Bearer realm='my server', resource_metadata="https://a.example/m", scope="a b""#,
      #"Bearer realm='it's mine, all of it' resource_metadata="https://a.example/m", scope="a b""#,
      #"Bearer resource_metadata="https://a.example/m", scope="a b", error_description='not now'"#,
      #"Bearer error='a b', resource_metadata="https://a.example/m" scope="a b", DPoP algs='ES256 PS256'"#,
    ])
  func `A value in single quotation marks is no text, and hides no other parameter`(_ field: String) throws {
    let challenge = try #require(try read(field).first)
    #expect(challenge.resourceMetadata?.text == "https://a.example/m" && challenge.scope?.tokens == ["a", "b"])
    #expect(challenge.parameters.count == 2)
  }

  // RFC 9110 §5.6.2: they are characters like letters.
  @Test func `Single quotation marks are a part of the value`() throws {
    let challenge = try #require(try read("Bearer resource_metadata='https://a.example/m', scope='a', realm='x").first)
    #expect(challenge.resourceMetadata == nil && challenge.scope?.tokens == ["'a'"])
    #expect(challenge.parameters["realm"] == "'x")
    #expect(throws: ChallengeError.self) { try read("Bearer realm='x y, error=\"a\"") }
  }

  @Test func `A scheme after a blank ends no challenge`() throws {
    #expect(throws: ChallengeError.self) { try read(#"Bearer scope="a" Basic realm="x""#) }
    #expect(try read("Negotiate YII=, Basic realm=x").first?.token68 == "YII=")
    #expect(try read("Negotiate YI/I==").first?.token68 == "YI/I==")
  }

  // The text may come from a request, such as a user's name in `realm`.
  @Test(arguments: [
    #"Basic realm="a, Bearer resource_metadata=https://evil.example/"#,
    #"Basic realm="a" b="c, Bearer resource_metadata=https://evil.example/"#,
    "Basic realm=\"a\u{1}, Bearer resource_metadata=https://evil.example/",
  ])
  func `The rest of a quoted string without an end is no challenge`(_ field: String) throws {
    #expect(throws: ChallengeError.self) { try read(field) }
    #expect(try read(field, "DPoP").map(\.scheme) == ["DPoP"])
  }

  @Test func `A parameter may be repeated in two challenges, but not within one`() throws {
    #expect(throws: ChallengeError.repeatedParameter) { try read(#"Bearer error="a", Error="b""#) }
    #expect(try read(#"Bearer error="a", DPoP error="b""#).count == 2)
  }

  @Test func `Fields over the limits are rejected`() throws {
    let limit = AuthenticateChallenge.maximumCount
    let many = (0..<limit + 1).map { "p\($0)=1" }
    #expect(throws: ChallengeError.tooMany(limit: limit)) { try read("X " + many.joined(separator: ",")) }
    #expect(try read("X " + many.dropLast().joined(separator: ",")).count == 1)
    let schemes = Array(repeating: "X", count: limit + 1)
    #expect(throws: ChallengeError.tooMany(limit: limit)) { try read(schemes.joined(separator: ",")) }
    #expect(throws: ChallengeError.tooMany(limit: limit)) { try AuthenticateChallenge.read(fields: schemes) }
    let long = String(repeating: "a", count: AuthenticateChallenge.maximumBytes)
    #expect(throws: ChallengeError.tooLong(limit: AuthenticateChallenge.maximumBytes)) { try read(long, "b") }
    #expect(try read(long).count == 1)
  }

  @Test func `An empty field has no challenges`() throws {
    #expect(try read().isEmpty && read("").isEmpty && read(" , ,\t").isEmpty)
  }

  @Test func `The texts of a resource are made safe to show`() throws {
    let challenge = try #require(read("Bearer realm=\"a\u{202E}b\", error=\"x\u{202E}\"").first)
    #expect(challenge.realm?.description == "ab" && challenge.error?.rawValue == "x")
    #expect(!"\(challenge)".contains("\u{202E}"))
  }
}
